"""What the command line adds to a task: flags about its files, how these are read, what is drawn of them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from event_scoring.cli.sides import Evaluation
    from event_scoring.scoring.tables import Table
    from event_scoring.scoring.task import Task


class Door:
    """A task whose files need no flags. What is heavy is imported by what needs it, never by the parser."""

    examples = ""
    """At the end of the help."""
    draws = False
    """Whether --show draws its documents in a terminal."""
    has_page = True
    """Whether there is a report on it."""
    takes_words = False
    """Whether its documents hold no words, so that a report may need --text."""
    without_flags: Sequence[str] = ()
    """Declared options that have no flag here."""

    def add_file_flags(self, parser: argparse.ArgumentParser) -> None:
        """The flags about files, which say nothing about a dataset."""

    def add_option_flags(self, parser: argparse.ArgumentParser) -> None:
        """Flags that say an option in another way than its declaration."""

    def add_options(self, arguments: argparse.Namespace, options: dict[str, Any]) -> None:
        """Put into the options what the flags say of them, and refuse what does not go together."""

    def evaluation(self, task: Task, arguments: argparse.Namespace, options: dict[str, Any]) -> Evaluation:
        """What is scored, and how files are read."""
        from event_scoring.cli.sides import Evaluation
        from event_scoring.reading.files import Reader

        return Evaluation(task, Reader(task, arguments.gold).read, options)

    def instead(self, evaluation: Evaluation, arguments: argparse.Namespace) -> int | None:
        """The exit code, where a flag asks for something else than scores."""
        return None

    def drawing(self, arguments: argparse.Namespace) -> Any:
        """How a document is drawn in a terminal, where this ``draws``."""
        raise NotImplementedError

    def words(self, arguments: argparse.Namespace) -> Mapping[str, Any]:
        """The words of documents that hold none, as far as its files give them."""
        return {}

    def sections(self, arguments: argparse.Namespace) -> list[str]:
        """Keys of details that its flags ask for as tables."""
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
        """Tables by title that stand below the scores; and whatever else is to be written."""
        return {}
