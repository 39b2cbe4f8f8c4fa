"""`event-score report`: one HTML file on one or several systems."""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path
from typing import Any

from event_scoring.arguments.score import sensitivity
from event_scoring.cli.commands import add_command
from event_scoring.cli.comparing.plot import ordered_results
from event_scoring.cli.comparing.systems import Systems, add_system_options, read_systems, read_words, settled_task
from event_scoring.cli.options import add_interval_options, interval_options
from event_scoring.cli.output.writing import write
from event_scoring.report.plots.figures import (
    accuracy_figure,
    augmented_figure,
    main_scores,
    product_figure,
    score_figure,
    sensitivity_figure,
    svg_text,
)
from event_scoring.report.reports import DRAWN_TASKS, TAKES_WORDS, report
from event_scoring.tasks import TASKS

EXAMPLES = """examples:
  event-score report gold.tbf run1.tbf --tokens tables/ -o report.html
  event-score report gold.jsonl a.jsonl b.jsonl --text texts/ -o report.html
  event-score report gold.jsonl answers.jsonl --set 'match=["span","text"]' -o report.html
  event-score report answerKey sysA sysB --task responses --reference-linking referenceLinking -o report.html

The file needs no network. Words come from token tables (--tokens), or from --text: a folder of DOC_ID.txt where
token ids count characters, or JSON Lines of {"doc_id": …, "tokens": [words]} or {"doc_id": …, "text": …}.
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    does = "Write one self-contained HTML file: scores, errors, and every document with both annotations."
    parser = add_command(subparsers, "report", EXAMPLES, does, run=run)
    add_system_options(parser, DRAWN_TASKS)
    add_interval_options(parser)
    parser.add_argument("--text", metavar="PATH", help="the texts of the documents")
    parser.add_argument("--title", help="the heading of the page")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the HTML file")


def run(arguments: argparse.Namespace) -> int:
    """Write the report."""
    ending = Path(arguments.output).suffix.lower()
    if ending and ending not in _PAGES:
        raise ValueError(
            f"-o {arguments.output}: expected a name that ends in .html, for the report is a page; print it from a "
            "browser as PDF"
        )
    takes_words = settled_task(arguments).name in TAKES_WORDS
    if arguments.text is not None and not takes_words:
        raise ValueError(
            f"--text: expected --task {' or '.join(TAKES_WORDS)}, whose files hold no words, got {arguments.task}"
        )
    systems = read_systems(arguments)
    choices = {**interval_options(arguments), **systems.options}
    if arguments.title:
        choices["title"] = arguments.title
    if takes_words:
        choices["tokens"] = read_words(arguments.text, systems.words)
    try:
        figures = _figures(systems, arguments)
        choices["pictures"] = [(title, svg_text(figure)) for title, figure in figures.items()]
    except ImportError as missing:
        warnings.warn(f"the report is written without pictures: {missing}", stacklevel=2)
    page = report(systems.task, systems.predictions, systems.references, **choices)
    write(page, arguments.output)
    return 0


_PAGES = (".html", ".htm")


def _figures(systems: Systems, arguments: argparse.Namespace) -> dict[str, Any]:
    """The figures of a task: those that compare systems only where there are several."""
    if systems.task in ("arguments", "responses"):
        tables = systems.counts()
        maps = {name: sensitivity(tables[name]) for name in ordered_results(systems.task, tables)}
        return {"Score over beta and lambda": sensitivity_figure(maps)}
    if len(systems.predictions) == 1:
        return {}
    results = ordered_results(systems.task, systems.counts(**interval_options(arguments)))
    if systems.task != "nuggets":
        return {"Systems by F1": score_figure(results, main_scores(TASKS[systems.task].sheet))}
    return {
        "Span F1 and attribute accuracies": accuracy_figure(results),
        "Span F1 multiplied with accuracies": product_figure(results),
        "Attribute-augmented F1": augmented_figure(results),
    }
