"""`event-score compare`: several systems in one table."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from event_scoring.cli.commands import add_command
from event_scoring.cli.comparing.systems import add_system_options, read_systems
from event_scoring.cli.options import add_interval_options, interval_options
from event_scoring.cli.output.writing import Numbers, add_systems_output, on_terminal, write
from event_scoring.cli.scoring.files import NOT_PAIRED
from event_scoring.comparison.systems import TESTS, Comparison, compare

EXAMPLES = """examples:
  event-score compare gold.tbf run1.tbf run2.tbf
  event-score compare gold.tbf runs/*.tbf --scores type_f1 --format latex -o table.tex
  event-score compare gold.jsonl a.jsonl b.jsonl --task arguments --set beta=0.5 --test bootstrap
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    does = "Compare systems on the same documents: scores with intervals, ranks, and paired tests."
    parser = add_command(subparsers, "compare", EXAMPLES, does, run=run)
    add_system_options(parser)
    add_interval_options(parser)
    group = parser.add_argument_group("comparison")
    group.add_argument("--scores", metavar="A,B", help="keys of the result (default: F1 and combined scores)")
    group.add_argument("--test", choices=TESTS, default=TESTS[0], help=f"default: {TESTS[0]}")
    group.add_argument("--no-correction", action="store_true", help="leave p-values as they are")
    add_systems_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare and print."""
    numbers = Numbers.of(arguments)
    systems = read_systems(arguments)
    comparison = compare(
        systems.counts(),
        scores=arguments.scores.split(",") if arguments.scores else None,
        test=arguments.test,
        correction=not arguments.no_correction,
        **interval_options(arguments),
    )
    form = arguments.format
    if form == "table":
        form = "terminal" if on_terminal(arguments.output) else "text"
    # The table of pairs has more digits, for the sake of p-values; a rounded difference would fill them with zeros.
    of_pairs = numbers if form == "json" else replace(numbers, digits=None)
    shown = Comparison(_shown(comparison.data, numbers, of_pairs))
    write(shown.written(form, numbers.shown_digits), arguments.output)
    return NOT_PAIRED if arguments.strict and not systems.all_paired else 0


def _shown(data: dict[str, Any], numbers: Numbers, of_pairs: Numbers) -> dict[str, Any]:
    """The data of a comparison with its scores and their differences as they are to be shown."""

    def row_of(key: str, row: dict[str, Any], form: Numbers) -> dict[str, Any]:
        return {name: form.of_score(one, key) if name in _IN_SCORES else one for name, one in row.items()}

    return {
        **data,
        "scores": {
            key: {name: row_of(key, row, numbers) for name, row in of_key.items()}
            for key, of_key in data["scores"].items()
        },
        "tests": {key: [row_of(key, row, of_pairs) for row in rows] for key, rows in data["tests"].items()},
    }


_IN_SCORES = ("value", "low", "high", "median", "difference")
