"""`event-score report`: one HTML file on one or several systems."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from event_scoring.arguments.score import sensitivity
from event_scoring.cli.nuggets import add_interval_options, interval_options
from event_scoring.cli.output import write
from event_scoring.cli.systems import Systems, add_system_options, read_systems, read_words
from event_scoring.comparison import scored
from event_scoring.render.plots import accuracy_figure, augmented_figure, product_figure, sensitivity_figure, svg_text
from event_scoring.reports import argument_report, nugget_report

EXAMPLES = """examples:
  event-score report gold.tbf run1.tbf --tokens tables/ -o report.html
  event-score report gold.jsonl a.jsonl b.jsonl --text texts/ -o report.html

The file needs no network. Words come from token tables (--tokens), or from --text: a folder of DOC_ID.txt where
token ids count characters, or JSON Lines of {"doc_id": …, "tokens": [words]} or {"doc_id": …, "text": …}.
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "report",
        help="write an HTML report with every document and its errors",
        description="Write one self-contained HTML file: scores, errors, and every document with both annotations.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_system_options(parser)
    add_interval_options(parser, 0.95)
    parser.add_argument("--text", metavar="PATH", help="the texts of the documents")
    parser.add_argument("--title", help="the heading of the page")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the HTML file")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the report."""
    if arguments.task not in ("nugget", "argument"):
        raise ValueError(f"report: expected --task nugget or argument, got {arguments.task}")
    systems = read_systems(arguments)
    choices = {**interval_options(arguments), **systems.options, "title": arguments.title or TITLES[systems.task]}
    if systems.task == "argument":
        maps = {"Score over beta and lambda": partial(_sensitivity, systems.counts())}
        page = argument_report(systems.predictions, systems.references, pictures=_pictures(maps), **choices)
    else:
        tokens = read_words(arguments.text, systems.words)
        pictures = _pictures(_figures(systems, arguments)) if len(systems.predictions) > 1 else ()
        page = nugget_report(systems.predictions, systems.references, tokens=tokens, pictures=pictures, **choices)
    write(page, arguments.output)
    return 0


TITLES = {"nugget": "Event nuggets", "argument": "Event arguments"}


def _figures(systems: Systems, arguments: argparse.Namespace) -> dict[str, Callable[[], Any]]:
    """The figures of the nugget paper."""
    results = scored(systems.counts(**interval_options(arguments)))
    return {
        "Span F1 and attribute accuracies": partial(accuracy_figure, results),
        "Span F1 multiplied with accuracies": partial(product_figure, results),
        "Attribute-augmented F1": partial(augmented_figure, results),
    }


def _sensitivity(tables: Mapping[str, Any]) -> Any:
    return sensitivity_figure({name: sensitivity(table) for name, table in tables.items()})


def _pictures(figures: Mapping[str, Callable[[], Any]]) -> list[tuple[str, str]]:
    """Pictures as SVG, where matplotlib is installed."""
    try:
        return [(title, svg_text(draw())) for title, draw in figures.items()]
    except ImportError as missing:
        warnings.warn(f"the report is written without pictures: {missing}", stacklevel=2)
        return []
