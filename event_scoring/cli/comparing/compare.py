"""`event-score compare`: several systems in one table."""

from __future__ import annotations

import argparse
from typing import Any

from event_scoring.cli.comparing.systems import add_system_options, read_systems
from event_scoring.cli.options import add_interval_options, interval_options
from event_scoring.cli.output.writing import add_format, write
from event_scoring.comparison.systems import TESTS, compare

EXAMPLES = """examples:
  event-score compare gold.tbf run1.tbf run2.tbf
  event-score compare gold.tbf runs/*.tbf --scores type_f1 --format latex -o table.tex
  event-score compare gold.jsonl a.jsonl b.jsonl --task arguments --set beta=0.5 --test bootstrap
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "compare",
        description="Compare systems on the same documents: scores with intervals, ranks, and paired tests.",
        epilog=EXAMPLES,
    )
    add_system_options(parser)
    add_interval_options(parser, 0.95)
    group = parser.add_argument_group("comparison")
    group.add_argument("--scores", metavar="A,B", help="keys of the result (default: F1 and combined scores)")
    group.add_argument("--test", choices=TESTS, default=TESTS[0], help=f"default: {TESTS[0]}")
    group.add_argument("--no-correction", action="store_true", help="leave p-values as they are")
    group = parser.add_argument_group("output")
    add_format(group)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Compare and print."""
    comparison = compare(
        read_systems(arguments).counts(),
        scores=arguments.scores.split(",") if arguments.scores else None,
        test=arguments.test,
        correction=not arguments.no_correction,
        **interval_options(arguments),
    )
    write(comparison.written("text" if arguments.format == "table" else arguments.format), arguments.output)
    return 0
