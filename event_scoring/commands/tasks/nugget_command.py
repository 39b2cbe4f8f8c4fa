"""Flags of `event-score nuggets`: token tables, units, single documents, and the pairs of mentions."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from event_scoring.commands.chosen_documents import SubsetCommand, add_documents_flag
from event_scoring.commands.output_flags import Output, as_json

if TYPE_CHECKING:
    from event_scoring.reading.document_reading import Reader
    from event_scoring.reading.nugget_files import NuggetReader
    from event_scoring.scoring.tables import Table


class NuggetCommand(SubsetCommand):
    """Event nuggets."""

    has_show = True
    takes_words = True
    examples = """examples:
  event-score nuggets gold.tbf system.tbf
  event-score nuggets gold.tbf run1.tbf run2.tbf --tokens tables/ --protocol evmeval-1.8
  event-score nuggets gold.jsonl system.jsonl --per-type --format csv -o types.csv
  event-score nuggets gold.tbf system.tbf --alignment pairs.txt --documents doc1,doc2
  event-score nuggets gold/ system/ --show
  event-score nuggets gold.tbf runs/*.tbf --compare -o page.html

Files are TBF (.tbf), JSON Lines of documents (.jsonl, .json), brat folders or single brat files (.ann).
"""

    @classmethod
    def add_file_flags(cls, parser: Any) -> None:
        group = add_reading_flags(parser)
        add_documents_flag(group)
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

        parser.written.append("alignment")

    def prepare(self) -> None:
        arguments = self.arguments
        if arguments.alignment is not None and len(arguments.systems) > 1:
            raise ValueError(f"--alignment: expected one SYSTEM, whose pairs are written, got {len(arguments.systems)}")
        self.nuggets = reader_of(arguments, arguments.unit)

    @cached_property
    def reader(self) -> Reader:
        from event_scoring.reading.document_reading import Reader

        return Reader(self.task, self.arguments.gold, self.nuggets)

    def document_words(self) -> Mapping[str, Any]:
        return {**self.nuggets.words(self.arguments.gold), **super().document_words()}

    def needs_details(self) -> bool:
        return self.arguments.alignment is not None

    def complete_results(
        self, counts: Mapping[str, Any], results: dict[str, Any], documents: Any
    ) -> Mapping[str, Table]:
        if self.arguments.alignment is not None:
            ((name, (system, gold)),) = documents.items()
            _write_alignment(system.as_dicts(), gold.as_dicts(), results[name], self.arguments)
        for result in results.values():
            result.pop("alignment", None)  # too long to be shown
        return {}


def add_reading_flags(parser: argparse.ArgumentParser) -> Any:
    """Add the flags for reading nugget files and return their group."""
    group = parser.add_argument_group("files")
    add_token_table_flags(group, "token tables, DOC_ID.tab, for TBF files of token ids")
    group.add_argument(
        "-ae", "--annotation-ending", metavar="ENDING", help="ending of the names of brat files (default: .ann)"
    )
    group.add_argument(
        "--unit",
        choices=("token", "char"),
        help="unit of TBF spans (default: token with --tokens, char without)",
    )
    return group


def add_token_table_flags(group: Any, tables: str) -> None:
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
    """Return the given options of token tables."""
    names = ("token_ending", "token_offsets")
    return {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}


def reader_of(arguments: argparse.Namespace, unit: str | None) -> NuggetReader:
    """Return the nugget reader of the flags."""
    from event_scoring.reading.nugget_files import NuggetReader
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


def _write_alignment(
    system: list[dict[str, Any]], gold: list[dict[str, Any]], result: dict[str, Any], arguments: argparse.Namespace
) -> None:
    from event_scoring.commands.alignment_text import aligned_mentions, alignment_lines

    by = arguments.alignment_by or "span"
    if result["alignment"] and by not in result["alignment"][0]:
        raise ValueError(f"--alignment-by: there is no alignment by {by}, because no mention has a realis")
    output = Output.of(arguments.alignment, None)
    if output.format == "json":
        output.write(as_json(list(aligned_mentions(system, gold, result, by))))
    else:
        output.write("\n".join(alignment_lines(system, gold, result, by)))
