"""`event-score report`: one HTML file on one or several systems."""

from __future__ import annotations

import argparse
import warnings
from typing import Any

from event_scoring.cli.nuggets import add_interval_options, interval_options
from event_scoring.cli.output import write
from event_scoring.cli.systems import add_system_options, read_systems, read_words
from event_scoring.compare import scored
from event_scoring.render.plots import accuracy_figure, augmented_figure, product_figure, svg_text
from event_scoring.reports import nugget_report

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
    parser.add_argument("--title", default="Event nuggets", help="the heading of the page")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the HTML file")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the report."""
    if arguments.task != "nugget":
        raise ValueError(f"report: expected --task nugget, got {arguments.task}")
    systems = read_systems(arguments)
    intervals = interval_options(arguments)
    page = nugget_report(
        systems.predictions,
        systems.references,
        tokens=read_words(arguments.text, systems.words),
        title=arguments.title,
        pictures=_pictures(systems.counts(**intervals)) if len(systems.predictions) > 1 else (),
        **intervals,
        **systems.options,
    )
    write(page, arguments.output)
    return 0


def _pictures(tables: dict[str, Any]) -> list[tuple[str, str]]:
    """The figures of the nugget paper, where matplotlib is installed."""
    results = scored(tables)
    titles = {
        "Span F1 and attribute accuracies": accuracy_figure,
        "Span F1 multiplied with accuracies": product_figure,
        "Attribute-augmented F1": augmented_figure,
    }
    try:
        return [(title, svg_text(draw(results))) for title, draw in titles.items()]
    except ImportError as missing:
        warnings.warn(f"the report is written without pictures: {missing}", stacklevel=2)
        return []
