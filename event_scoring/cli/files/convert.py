"""`event-score convert`: brat folders, TBF and JSON Lines into each other."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from event_scoring.cli.scoring.nuggets import add_file_options
from event_scoring.formats.brat import read_brat
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.formats.tbf.writing import write_tbf
from event_scoring.reading.kinds import kind_of
from event_scoring.reading.nuggets import NuggetReader

EXAMPLES = """examples:
  event-score convert brat_folder/ system.tbf --tokens tables/
  event-score convert system.tbf system.jsonl
  event-score convert system.jsonl system.tbf --unit token
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "convert",
        description="Convert nugget annotations: brat folders, TBF, JSON Lines. The ending of OUTPUT names its format.",
        epilog=EXAMPLES,
    )
    parser.add_argument("input", metavar="INPUT", help="a brat folder, a TBF file or a JSON Lines file")
    parser.add_argument("output", metavar="OUTPUT", help="a file that ends in .tbf or .jsonl")
    add_file_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read one format and write the other."""
    reader = NuggetReader.of(arguments.unit, arguments.tokens)
    ending = Path(arguments.output).suffix.lower()
    if ending not in (".tbf", ".jsonl"):
        raise ValueError(f"{arguments.output}: expected a name that ends in .tbf or .jsonl")
    if kind_of(arguments.input) == "brat":
        documents = read_brat(arguments.input, reader.tokens, reader.numbers, text=ending == ".tbf")
    else:
        documents = reader.read(arguments.input).to_pylist()
    if ending == ".tbf":
        write_tbf(documents, arguments.output, reader.unit, numbers=reader.numbers)
    else:
        write_json_lines(documents, arguments.output)
    return 0
