"""Flags of `event-score nuggets`: token tables, units, single documents, and the pairs of mentions."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from event_scoring.commands.option_flags import listed
from event_scoring.commands.output_flags import as_json, write
from event_scoring.commands.task_command import TaskCommand
from event_scoring.documents.errors import quoted, suggestion

if TYPE_CHECKING:
    from event_scoring.commands.evaluation import Evaluation
    from event_scoring.reading.nuggets import NuggetReader
    from event_scoring.scoring.tables import Table
    from event_scoring.scoring.task import Task


class NuggetCommand(TaskCommand):
    """Event nuggets."""

    draws = takes_words = True
    examples = """examples:
  event-score nuggets gold.tbf system.tbf
  event-score nuggets gold.tbf run1.tbf run2.tbf --tokens tables/ --protocol evmeval-1.8
  event-score nuggets gold.jsonl system.jsonl --per-type --format csv -o types.csv
  event-score nuggets gold.tbf system.tbf --alignment pairs.txt --documents doc1,doc2
  event-score nuggets gold/ system/ --show
  event-score nuggets gold.tbf runs/*.tbf --compare -o page.html

Files are TBF (.tbf), JSON Lines of documents (.jsonl, .json), brat folders or single brat files (.ann). Documents are
matched by id: one that the system lacks counts as empty, one that the references lack is left out, and a warning
reports both.
"""

    def add_file_flags(self, parser: argparse.ArgumentParser) -> None:
        group = add_reading_flags(parser)
        group.add_argument(
            "-dn", "--documents", metavar="A,B|@FILE", help="score these documents only, named by their ids"
        )
        group.add_argument(
            "-d",
            "--alignment",
            metavar="FILE",
            help="write the mapping of mentions to FILE, as text, or as JSON if FILE ends in .json",
        )
        group.add_argument(
            "--alignment-by",
            choices=("span", "type", "realis", "type_realis"),
            help="attributes in which the pairs of --alignment must agree (default: span)",
        )

    def evaluation(self, task: Task, arguments: argparse.Namespace, options: dict[str, Any]) -> Evaluation:
        from event_scoring.commands.evaluation import Evaluation
        from event_scoring.documents.sides import Documents
        from event_scoring.reading.document_reading import Reader

        if arguments.alignment is not None and len(arguments.systems) > 1:
            raise ValueError(f"--alignment: expected one SYSTEM, whose pairs are written, got {len(arguments.systems)}")
        if arguments.alignment_by is not None and arguments.alignment is None:
            raise ValueError("--alignment-by: needs --alignment")
        self.nuggets = reader_of(arguments, arguments.unit)
        reader = Reader(task, arguments.gold, self.nuggets)
        doc_ids: list[str] | None = None

        def read(path: str, predicted: bool) -> Any:
            nonlocal doc_ids
            documents = reader.read(path, predicted)
            if not predicted and arguments.documents is not None:
                doc_ids = _wanted_documents(documents, arguments.documents)
            if doc_ids is None:
                return documents
            return Documents(document for document in documents if document.doc_id in doc_ids)

        return Evaluation(task, read, options, pair_warnings=reader.pair_warnings)

    def drawing(self, arguments: argparse.Namespace) -> Any:
        from event_scoring.report.tasks.documents import NuggetDrawing

        return NuggetDrawing(self.nuggets.words(arguments.gold))

    def words(self, arguments: argparse.Namespace) -> Mapping[str, Any]:
        return self.nuggets.words(arguments.gold)

    def writes(self, arguments: argparse.Namespace) -> list[str]:
        return [] if arguments.alignment is None else [arguments.alignment]

    def details(self, arguments: argparse.Namespace) -> bool:
        return arguments.alignment is not None

    def finish(
        self, arguments: argparse.Namespace, counts: Mapping[str, Any], results: dict[str, Any], documents: Any
    ) -> Mapping[str, Table]:
        if arguments.alignment is not None:
            ((name, (system, gold)),) = documents.items()
            _write_alignment(system.as_dicts(), gold.as_dicts(), results[name], arguments)
        for result in results.values():
            result.pop("alignment", None)  # too long to be shown
        return {}


def add_reading_flags(parser: argparse.ArgumentParser) -> Any:
    """Add the flags for reading nugget files and return their group."""
    group = parser.add_argument_group("files")
    add_table_flags(group, "token tables, DOC_ID.tab, for TBF files of token ids")
    group.add_argument(
        "-ae", "--annotation-ending", metavar="ENDING", help="ending of the names of brat files (default: .ann)"
    )
    group.add_argument(
        "--unit",
        choices=("token", "char"),
        help="unit of TBF spans (default: token with --tokens, char without)",
    )
    return group


def add_table_flags(group: Any, tables: str) -> None:
    """Add the flags of token tables: their folder, their names, and the columns that count."""
    group.add_argument("--tokens", metavar="DIR", help=tables)
    group.add_argument(
        "-te", "--token-ending", metavar="ENDING", help="ending of the names of token tables (default: .tab)"
    )
    group.add_argument(
        "-of",
        "--token-offsets",
        metavar="I,J",
        type=_two_columns,
        help="the columns of token tables with begin and end, counted from 0 (default: 2,3)",
    )


def table_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the given options of token tables. Raise for options without --tokens."""
    names = ("token_ending", "token_offsets")
    options = {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}
    if options and arguments.tokens is None:
        raise ValueError(f"--{next(iter(options)).replace('_', '-')}: describes token tables and needs --tokens")
    return options


def reader_of(arguments: argparse.Namespace, unit: str | None) -> NuggetReader:
    """Return the nugget reader of the flags."""
    from event_scoring.reading.nuggets import NuggetReader
    from event_scoring.reading.task_recognition import kind_of

    options = table_options(arguments)
    paths = [arguments.gold, *arguments.systems] if hasattr(arguments, "gold") else [arguments.input]
    if arguments.annotation_ending is not None and not any(kind_of(path) == "brat" for path in paths):
        raise ValueError("--annotation-ending: is about brat files and needs a folder of them")
    if arguments.annotation_ending is not None:
        options["annotation_ending"] = arguments.annotation_ending
    return NuggetReader.of(unit, arguments.tokens, **options)


def _two_columns(text: str) -> tuple[int, int]:
    first, _, second = text.partition(",")
    if not (first.isdecimal() and second.isdecimal()) or int(first) == int(second) or max(len(first), len(second)) > 3:
        raise argparse.ArgumentTypeError(f"expected two columns such as 2,3, got {text!r}")
    return int(first), int(second)


def _wanted_documents(references: Any, documents: str) -> list[str]:
    """Return the document ids of --documents. Raise for an id that the references lack."""
    doc_ids, known = listed(documents, "documents"), [name for name in references.ids if name is not None]
    for name in doc_ids:
        if name not in known:
            raise ValueError(f"--documents: no reference document is called {quoted(name)}{suggestion(name, known)}")
    return doc_ids


def _write_alignment(
    system: list[dict[str, Any]], gold: list[dict[str, Any]], result: dict[str, Any], arguments: argparse.Namespace
) -> None:
    from event_scoring.nuggets.alignment_text import aligned_mentions, alignment_lines

    by = arguments.alignment_by or "span"
    if result["alignment"] and by not in result["alignment"][0]:
        raise ValueError(f"--alignment-by: there is no alignment by {by}, because no mention has a realis")
    if arguments.alignment.endswith(".json"):
        write(as_json(list(aligned_mentions(system, gold, result, by))), arguments.alignment)
    else:
        write("\n".join(alignment_lines(system, gold, result, by)), arguments.alignment)
