"""`event-score demo`: score the examples of the papers."""

from __future__ import annotations

import argparse
from typing import Any

from event_scoring.cli.output import add_output_options, as_json, write
from event_scoring.cli.report import NUGGET_REPORT, report
from event_scoring.examples import NUGGET_EXAMPLES, nugget_corpus
from event_scoring.nuggets.options import PROTOCOLS
from event_scoring.nuggets.score import score_nuggets
from event_scoring.render.tables import Table


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "demo",
        help="score the examples that come with the package",
        description="Score the examples that come with the package, each alone and all as one corpus.",
        epilog="examples:\n  event-score demo\n  event-score demo --format json",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Score the examples and say what each shows."""
    predictions, references = nugget_corpus()
    result = score_nuggets(predictions, references)
    if arguments.format == "json":
        write(as_json(result), arguments.output)
    elif arguments.format == "csv":
        write(report({"examples": result}, NUGGET_REPORT, [], "csv"), arguments.output)
    else:
        parts = [_each_example(), "All examples as one corpus:\n\n" + report({"": result}, NUGGET_REPORT, [], "table")]
        write("\n\n".join(parts), arguments.output)
    return 0


def _each_example() -> str:
    rows = []
    for example in NUGGET_EXAMPLES:
        scores = [
            score_nuggets(example.predictions, example.references, protocol=protocol)["span_f1"]
            for protocol in PROTOCOLS
        ]
        rows.append((example.title, *scores))
    table = Table(("span F1 of each example", *PROTOCOLS), tuple(rows)).text()
    sentences = "\n".join(f"- {example.title}: {example.shows}" for example in NUGGET_EXAMPLES)
    return f"{table}\n\n{sentences}"
