"""Flags of `event-score relations`: about some formats, and the same output under every rule."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from event_scoring.commands.output_flags import as_json, write
from event_scoring.commands.result_texts import written_table
from event_scoring.commands.task_command import TaskCommand

if TYPE_CHECKING:
    from event_scoring.commands.evaluation import Evaluation
    from event_scoring.scoring.task import Task

_COLUMNS = ("rule", "score", "precision", "recall", "f1")


class RelationCommand(TaskCommand):
    """Relations between events, and clusters over documents."""

    draws = True
    examples = """examples:
  event-score relations platinum.txt predictions.tsv --protocol matres --per-label
  event-score relations gold.conll run1.conll run2.conll --protocol coreference --level topic --singletons drop
  event-score relations gold/ system/ --protocol tempeval-3
  event-score relations test.jsonl predictions.jsonl --protocol maven-ere
  event-score relations gold.jsonl system.jsonl --vary protocols
  event-score relations gold.jsonl system.jsonl --protocol tb-dense --fact split=test --confidence 0.95

Files are those of MATRES and TDDiscourse (tab-separated), HiEve (.tsvx), TimeML, CAT and ECB+ (.xml), EventStoryLine's
evaluation format, MAVEN-ERE, CoNLL columns, or JSON Lines of documents, one a line:
  {"doc_id": "d1", "relations": [{"type": "BEFORE", "source": "e1", "target": "e2"}]}
Documents are matched by id: one that the system lacks counts as empty, one that the references lack is left out, and a
warning reports both. Which protocol: docs/which-relation-score.md.
"""

    def drawing(self, arguments: argparse.Namespace) -> Any:
        from event_scoring.report.tasks.relations import RelationDrawing

        options = vars(arguments)
        return RelationDrawing({"protocol": options["protocol"]} if "protocol" in options else {})

    def add_file_flags(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--align",
            action="store_true",
            help="TimeML: give overlapping events one id and turn links into text order",
        )
        parser.add_argument(
            "--sentences",
            metavar="FILE",
            help="ECB+: score only these sentences (ECBplus_coreference_sentences.csv)",
        )
        parser.add_argument(
            "--vary",
            choices=("protocols",),
            help="instead of scores, compare the output under every rule that can read it",
        )

    def evaluation(self, task: Task, arguments: argparse.Namespace, options: dict[str, Any]) -> Evaluation:
        from event_scoring.commands.evaluation import Evaluation
        from event_scoring.reading.document_reading import Reader
        from event_scoring.reading.file_formats import with_preset

        if not arguments.vary:
            options = with_preset(arguments.gold, options)
        options = {**options, "strict": arguments.strict} if arguments.strict else options
        format_options = {name: value for name in ("align", "sentences") if (value := getattr(arguments, name))}
        return Evaluation(
            task, Reader(task, arguments.gold, format_options=format_options, strict=arguments.strict).read, options
        )

    def instead(self, evaluation: Evaluation, arguments: argparse.Namespace) -> int | None:
        if not arguments.vary:
            return None
        from event_scoring.commands.evaluation import Sides
        from event_scoring.relations.comparisons import compare_protocols

        options = evaluation.options
        if "protocol" in options:
            raise ValueError("--protocol: --vary protocols scores by all of them, expected one or the other")
        sides = Sides(arguments, replace(evaluation, options={}))  # each rule uses the options that it has
        comparisons = sides.each(lambda _, system, gold: compare_protocols(system, gold, **options))
        write(_tables(comparisons, arguments), arguments.output)
        return sides.exit_code()


def _tables(comparisons: dict[str, Any], arguments: argparse.Namespace) -> str:
    """Return the scores by all rules as JSON, or as a table with a sentence on the differences."""
    if arguments.format == "json":
        shown = {name: {"rules": [*rows], "sentence": rows.sentence} for name, rows in comparisons.items()}
        return as_json(shown if len(shown) > 1 else next(iter(shown.values())))
    from event_scoring.scoring.tables import records_table

    records = [
        {"system": name, **{key: row[key] for key in _COLUMNS}}
        for name, rows in comparisons.items()
        for row in rows
        if row["f1"] is not None
    ]
    if arguments.format == "csv":
        return records_table(records).csv()
    sentences = [f"{name}: {rows.sentence}" for name, rows in comparisons.items() if rows.sentence]
    return "\n".join([written_table(records_table(records), arguments), *sentences])
