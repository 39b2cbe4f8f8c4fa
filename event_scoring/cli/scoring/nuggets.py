"""`event-score nuggets`: score event nugget files."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.cli.commands import add_command
from event_scoring.cli.options import add_options, given_options, listed
from event_scoring.cli.output.writing import add_output_options, add_show, as_json, write
from event_scoring.cli.scoring.datasets import add_dataset_options, has_dataset, run_datasets
from event_scoring.cli.scoring.files import Evaluation, add_pair, score_files
from event_scoring.documents.errors import quoted, suggestion
from event_scoring.files import STANDARD_OUTPUT, check
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.nuggets.score import NUGGETS
from event_scoring.reading.files import Reader
from event_scoring.reading.kinds import kind_of
from event_scoring.reading.nuggets import NuggetReader

EXAMPLES = """examples:
  event-score nuggets gold.tbf system.tbf
  event-score nuggets gold.tbf run1.tbf run2.tbf --tokens tables/ --protocol evmeval-1.8
  event-score nuggets gold.jsonl system.jsonl --per-type --format csv -o types.csv
  event-score nuggets gold.tbf system.tbf --alignment pairs.txt --documents doc1,doc2
  event-score nuggets gold/ system/ --show
  event-score nuggets --dataset shards/ --confidence 0.95 --format json -o result.json

Files are TBF (.tbf), JSON Lines of documents (.jsonl, .json), brat folders or single brat files (.ann). Documents are
paired by id: one that the system lacks counts as empty, one that the references lack is left out; both are reported.
"""
SECTIONS = ("per_type", "per_document")


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    does = "Score event nugget files: spans with partial credit, types, realis."
    parser = add_command(subparsers, "nuggets", EXAMPLES, does, run=run)
    pair = add_pair(parser, SECTIONS, "annotation")
    add_file_options(parser)
    add_dataset_options(parser, pair)
    add_options(parser, NuggetOptions)
    parser.add_argument(
        "-dn", "--documents", metavar="A,B|@FILE", help="score these documents only, named by their ids"
    )
    parser.add_argument(
        "-d",
        "--alignment",
        metavar="FILE",
        help="write which mentions are paired into FILE: as text, or as JSON if it ends in .json",
    )
    parser.add_argument(
        "--alignment-by",
        choices=("span", "type", "realis", "type_realis"),
        help="in what the pairs of --alignment must agree (default: span)",
    )
    add_show(parser)
    add_output_options(parser)


OF_FILES = (
    *("documents", "alignment", "alignment_by", "show"),
    *("tokens", "token_ending", "token_offsets", "annotation_ending", "unit"),
)
"""What says nothing about a dataset."""


def add_file_options(parser: argparse.ArgumentParser) -> None:
    """How nugget files are read."""
    group = parser.add_argument_group("files")
    add_table_options(group, "token tables, DOC_ID.tab, for TBF files of token ids")
    group.add_argument(
        "-ae", "--annotation-ending", metavar="ENDING", help="how the names of brat files end (default: .ann)"
    )
    group.add_argument(
        "--unit",
        choices=("token", "char"),
        help="what TBF spans are made of (default: token with --tokens, char without)",
    )


def add_table_options(group: Any, tables: str) -> None:
    """Token tables: where they are, how they are called, and which of their columns count."""
    group.add_argument("--tokens", metavar="DIR", help=tables)
    group.add_argument(
        "-te", "--token-ending", metavar="ENDING", help="how the names of token tables end (default: .tab)"
    )
    group.add_argument(
        "-of",
        "--token-offsets",
        metavar="I,J",
        type=_two_columns,
        help="the columns of token tables with begin and end, counted from 0 (default: 2,3)",
    )


def table_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """What was said of token tables."""
    names = ("token_ending", "token_offsets")
    given = {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}
    if given and arguments.tokens is None:
        raise ValueError(f"--{next(iter(given)).replace('_', '-')}: is about token tables and needs --tokens")
    return given


def reader_of(arguments: argparse.Namespace, unit: str | None) -> NuggetReader:
    """The reader that these flags ask for."""
    given = table_options(arguments)
    paths = [arguments.gold, *arguments.systems] if hasattr(arguments, "gold") else [arguments.input]
    if arguments.annotation_ending is not None and not any(kind_of(path) == "brat" for path in paths):
        raise ValueError("--annotation-ending: is about brat files and needs a folder of them")
    if arguments.annotation_ending is not None:
        given["annotation_ending"] = arguments.annotation_ending
    return NuggetReader.of(unit, arguments.tokens, **given)


def _two_columns(text: str) -> tuple[int, int]:
    first, _, second = text.partition(",")
    if not (first.isdecimal() and second.isdecimal()) or int(first) == int(second) or max(len(first), len(second)) > 3:
        raise argparse.ArgumentTypeError(f"expected two columns such as 2,3, got {text!r}")
    return int(first), int(second)


def run(arguments: argparse.Namespace) -> int:
    """Score every system and print the results."""
    options = given_options(arguments, NuggetOptions)
    if has_dataset(arguments):
        return run_datasets(arguments, NUGGETS, options, OF_FILES)
    if arguments.alignment is not None and len(arguments.systems) > 1:
        raise ValueError(f"--alignment: expected one SYSTEM, whose pairs are written, got {len(arguments.systems)}")
    if arguments.alignment_by is not None and arguments.alignment is None:
        raise ValueError("--alignment-by: needs --alignment")
    nuggets = reader_of(arguments, arguments.unit)
    reader = Reader(NUGGETS, arguments.gold, nuggets)
    wanted: list[str] | None = None

    def read(path: str, predicted: bool) -> pa.StructArray:
        nonlocal wanted
        documents = reader.read(path, predicted)
        if not predicted:
            wanted = _wanted_documents(documents, arguments.documents)
        if wanted is None:
            return documents
        return documents.filter(pc.is_in(documents.field("doc_id"), value_set=pa.array(wanted, pa.string())))

    def beside(results: Mapping[str, Any], sides: Mapping[str, Any]) -> str:
        if arguments.alignment is not None:
            check(arguments.alignment, arguments.output or STANDARD_OUTPUT)
            ((name, (system, gold)),) = sides.items()
            _write_alignment(system, gold, results[name], arguments)
        if not arguments.show:
            return ""
        from event_scoring.cli.output.drawings import drawn
        from event_scoring.report.tasks.documents import NuggetDrawing

        return drawn(NuggetDrawing(nuggets.words(arguments.gold)), results, sides, arguments.output)

    with_drawing = beside if arguments.show or arguments.alignment is not None else None
    evaluation = Evaluation(NUGGETS, read, options)
    return score_files(arguments, evaluation, SECTIONS, beside=with_drawing, leave_out=["alignment"])


def _wanted_documents(references: pa.StructArray, documents: str | None) -> list[str] | None:
    """The documents that are asked for, all of which the references have; None for all."""
    if documents is None:
        return None
    wanted, known = listed(documents, "documents"), references.field("doc_id").drop_null().to_pylist()
    for name in wanted:
        if name not in known:
            raise ValueError(f"--documents: no reference document is called {quoted(name)}{suggestion(name, known)}")
    return wanted


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
