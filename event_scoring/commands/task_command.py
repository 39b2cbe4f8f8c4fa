"""The command line of a task: its file flags, and functions that read and draw its files."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from event_scoring.commands.evaluation import Evaluation
    from event_scoring.scoring.tables import Table
    from event_scoring.scoring.task import Task


class TaskCommand:
    """A task whose files need no flags. Heavy modules are imported by the methods that use them."""

    examples = ""
    """At the end of the help."""
    draws = False
    """Whether --show draws its documents in a terminal."""
    takes_words = False
    """Whether its documents lack words, so that a report may need --text."""
    without_flags: Sequence[str] = ()
    """Declared options that have no flag here."""

    def add_file_flags(self, parser: argparse.ArgumentParser) -> None:
        """Add the flags about files, which have no meaning for a dataset."""

    def add_option_flags(self, parser: argparse.ArgumentParser) -> None:
        """Flags that say an option in another way than its declaration."""

    def add_options(self, arguments: argparse.Namespace, options: dict[str, Any]) -> None:
        """Add the options of the flags, and refuse contradictory flags."""

    def evaluation(self, task: Task, arguments: argparse.Namespace, options: dict[str, Any]) -> Evaluation:
        """Return the evaluation: the task with its options and the reader of its files."""
        from event_scoring.commands.evaluation import Evaluation
        from event_scoring.reading.document_reading import Reader

        return Evaluation(task, Reader(task, arguments.gold).read, options)

    def instead(self, evaluation: Evaluation, arguments: argparse.Namespace) -> int | None:
        """Return the exit code of an output other than scores; None to print scores."""
        return None

    def drawing(self, arguments: argparse.Namespace) -> Any:
        """Return how a document is drawn in a terminal. Called only if ``draws``."""
        raise NotImplementedError

    def words(self, arguments: argparse.Namespace) -> Mapping[str, Any]:
        """Return the words of each document, if the files have them."""
        return {}

    def sections(self, arguments: argparse.Namespace) -> list[str]:
        """Return the keys of details that flags request as tables."""
        return []

    def writes(self, arguments: argparse.Namespace) -> list[str]:
        """Paths that its flags name to write to."""
        return []

    def details(self, arguments: argparse.Namespace) -> bool:
        """Whether a flag about files needs results with details."""
        return False

    def finish(
        self, arguments: argparse.Namespace, counts: Mapping[str, Any], results: dict[str, Any], documents: Any
    ) -> Mapping[str, Table]:
        """Write further outputs and return the tables below the scores, by title."""
        return {}


class TemplateCommand(TaskCommand):
    """Templates."""

    examples = """examples:
  event-score templates gold.jsonl system.jsonl
  event-score templates gold.jsonl run1.jsonl run2.jsonl --alignment optimal --confidence 0.95
  event-score templates gold.jsonl system.jsonl --per-slot --format csv -o slots.csv
  event-score templates test.json preds_gtt.out --protocol gtt --per-slot
  event-score templates test.json preds.jsonl --protocol ceaf-rme --similarity phi-subset
  event-score templates gold.jsonl system.jsonl --protocol gtt --per-error --format latex

Files are JSON Lines of documents, one a line:
  {"doc_id": "d1", "templates": [{"type": "PERSON", "id": "p1", "slots": [{"name": "NAME", "values": ["Ada"]}]}]}
A slot with "pointer": true holds ids of templates. Protocols that score entities take "entities": [["Ada", "she"]] in
place of values, and the files of GRIT, GTT and IterX as they are. Documents are matched by id: one that the system
lacks counts as empty, one that the references lack is left out, and a warning reports both.
"""

    def add_file_flags(self, parser: argparse.ArgumentParser) -> None:
        files = parser.add_argument_group("files of FAMuS")
        files.add_argument("--side", choices=("report", "source"), help="the text that is scored (default: report)")
        files.add_argument("--coreference", metavar="FILE", help="further mentions of its entities, as JSON")

    def evaluation(self, task: Task, arguments: argparse.Namespace, options: dict[str, Any]) -> Evaluation:
        from event_scoring.commands.evaluation import Evaluation
        from event_scoring.reading.document_reading import Reader

        if arguments.per_error:
            options["errors"] = "auto-err"
        given = {name: getattr(arguments, name) for name in ("side", "coreference")}
        format_options = {name: value for name, value in given.items() if value is not None}
        return Evaluation(task, Reader(task, arguments.gold, format_options=format_options).read, options)


class ValueCommand(TaskCommand):
    """Event values."""

    examples = """examples:
  event-score values gold/ system/
  event-score values gold/ run1/ run2/ --level mention --confidence 0.95
  event-score values gold/ system/ --missing assume --per-type
  event-score values gold.jsonl system.jsonl --format json -o result.json

GOLD and SYSTEM are apf.xml files, folders of them, or JSON Lines of documents with entities, timex2, values and events
(offsets inclusive). Documents are matched by id: one that the system lacks counts as empty, one that the references
lack is left out, and a warning reports both.
"""
