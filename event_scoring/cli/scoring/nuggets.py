"""`event-score nuggets`: score event nugget files."""

from __future__ import annotations

import argparse
import warnings
from typing import Any

from event_scoring.cli.options import add_options, given_options
from event_scoring.cli.output.tables import NUGGET_REPORT, report
from event_scoring.cli.output.writing import add_output_options, as_json, progress, unique_names, write
from event_scoring.cli.scoring.datasets import add_dataset_options, has_dataset, run_datasets
from event_scoring.nuggets.columns import NUGGET_DOCUMENT
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.nuggets.score import NUGGETS, score_nuggets
from event_scoring.reading.locations import located_in_files
from event_scoring.reading.nuggets import NuggetReader
from event_scoring.reading.pairs import paired

EXAMPLES = """examples:
  event-score nuggets gold.tbf system.tbf
  event-score nuggets gold.tbf run1.tbf run2.tbf --tokens tables/ --protocol evmeval-1.8
  event-score nuggets gold.jsonl system.jsonl --per-type --format csv -o types.csv
  event-score nuggets --dataset shards/ --confidence 0.95 --format json -o result.json

Files are TBF (.tbf), JSON Lines of documents (.jsonl, .json) or brat folders. Documents are paired by id: one that
the system lacks counts as empty, one that the references lack is left out; both are reported.
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "nuggets",
        description="Score event nugget files: spans with partial credit, types, realis.",
        epilog=EXAMPLES,
    )
    gold = parser.add_argument("gold", metavar="GOLD", help="the reference annotation")
    systems = parser.add_argument("systems", metavar="SYSTEM", nargs="+", help="one or more system outputs")
    add_file_options(parser)
    add_dataset_options(parser, (gold, systems))
    add_options(parser, NuggetOptions)
    parser.add_argument("--per-type", action="store_true", help="add a table by event type")
    parser.add_argument("--per-document", action="store_true", help="add a table by document")
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
    NUGGETS.options_from(options)  # wrong ones are told before files are read
    reader = NuggetReader.of(arguments.unit, arguments.tokens)
    references = reader.read(arguments.gold)
    details = arguments.per_type or arguments.per_document
    results = {}
    for name, path in progress(list(zip(unique_names(arguments.systems), arguments.systems, strict=True)), "systems"):
        system, gold = paired(reader.read(path), references, NUGGET_DOCUMENT, name)
        with located_in_files(path, arguments.gold, gold.field("doc_id").to_pylist()):
            results[name] = score_nuggets(system, gold, details=details, **options)
        results[name].pop("alignment", None)
        if "types" in options and not results[name]["references"]:
            warnings.warn(f"{name}: no reference has one of these types: {', '.join(options['types'])}", stacklevel=1)
    if arguments.format == "json":
        write(as_json(results if len(results) > 1 else next(iter(results.values()))), arguments.output)
    else:
        sections = [name for name in ("per_type", "per_document") if getattr(arguments, name)]
        write(report(results, NUGGET_REPORT, sections, arguments.format), arguments.output)
    return 0
