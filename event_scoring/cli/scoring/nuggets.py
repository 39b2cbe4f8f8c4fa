"""`event-score nuggets`: score event nugget files."""

from __future__ import annotations

import argparse
from typing import Any

from event_scoring.cli.options import add_options, given_options
from event_scoring.cli.output.tables import NUGGET_REPORT
from event_scoring.cli.output.writing import add_output_options
from event_scoring.cli.scoring.datasets import add_dataset_options, has_dataset, run_datasets
from event_scoring.cli.scoring.files import Evaluation, add_pair, score_files
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.nuggets.score import NUGGETS
from event_scoring.reading.nuggets import NuggetReader

EXAMPLES = """examples:
  event-score nuggets gold.tbf system.tbf
  event-score nuggets gold.tbf run1.tbf run2.tbf --tokens tables/ --protocol evmeval-1.8
  event-score nuggets gold.jsonl system.jsonl --per-type --format csv -o types.csv
  event-score nuggets --dataset shards/ --confidence 0.95 --format json -o result.json

Files are TBF (.tbf), JSON Lines of documents (.jsonl, .json) or brat folders. Documents are paired by id: one that
the system lacks counts as empty, one that the references lack is left out; both are reported.
"""
SECTIONS = ("per_type", "per_document")


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "nuggets",
        description="Score event nugget files: spans with partial credit, types, realis.",
        epilog=EXAMPLES,
    )
    pair = add_pair(parser, SECTIONS, "annotation")
    add_file_options(parser)
    add_dataset_options(parser, pair)
    add_options(parser, NuggetOptions)
    add_output_options(parser)
    parser.set_defaults(run=run)


def add_file_options(parser: argparse.ArgumentParser) -> None:
    """How nugget files are read."""
    group = parser.add_argument_group("files")
    group.add_argument("--tokens", metavar="DIR", help="token tables, DOC_ID.tab, for TBF files of token ids")
    group.add_argument(
        "--unit",
        choices=("token", "char"),
        help="what TBF spans are made of (default: token with --tokens, char without)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Score every system and print the results."""
    options = given_options(arguments, NuggetOptions)
    if has_dataset(arguments):
        return run_datasets(arguments, NUGGETS.name, options, NUGGET_REPORT)
    reader = NuggetReader.of(arguments.unit, arguments.tokens)
    evaluation = Evaluation(
        NUGGETS,
        lambda path, predicted: reader.read(path),
        options,
        NUGGET_REPORT,
        SECTIONS,
        leave_out=["alignment"],
    )
    return score_files(arguments, evaluation)
