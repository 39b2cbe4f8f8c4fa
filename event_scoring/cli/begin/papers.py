"""`event-score demo --papers`: the examples of the papers, each alone and all as one corpus."""

from __future__ import annotations

import argparse

from event_scoring.cli.options import refuse_given
from event_scoring.cli.output.tables import NUGGET_REPORT, write_results
from event_scoring.cli.output.writing import Numbers, write, written_table
from event_scoring.examples import NUGGET_EXAMPLES, nugget_corpus
from event_scoring.nuggets.options import PROTOCOLS
from event_scoring.nuggets.score import score_nuggets
from event_scoring.scoring.tables import Table


def score_papers(arguments: argparse.Namespace) -> int:
    """Score the examples and say what each shows."""
    refuse_given(arguments, ("strict", "quiet"), "expected files, for the examples always pair")
    name = arguments.names or "examples"
    results = {name: score_nuggets(*nugget_corpus())}
    if arguments.format == "table" and not arguments.brief and arguments.output is None:
        write(_each_example(arguments), None)
    write_results(results, NUGGET_REPORT, [], arguments)
    return 0


def _each_example(arguments: argparse.Namespace) -> str:
    rows = []
    for example in NUGGET_EXAMPLES:
        sides = (example.predictions, example.references)
        rows.append((example.title, *(score_nuggets(*sides, protocol=protocol)["span_f1"] for protocol in PROTOCOLS)))
    numbers = Numbers.of(arguments)
    table = written_table(Table(("span F1 of each example", *PROTOCOLS), tuple(rows)), arguments, numbers.shown_digits)
    sentences = "\n".join(f"- {example.title}: {example.shows}" for example in NUGGET_EXAMPLES)
    return f"{table}\n\n{sentences}\n\nAll examples as one corpus:\n"
