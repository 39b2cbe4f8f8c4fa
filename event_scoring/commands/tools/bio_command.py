"""`event-score bio`: score labels in CoNLL columns."""

from __future__ import annotations

import argparse

from event_scoring.commands.output_flags import Output
from event_scoring.documents.errors import json_text
from event_scoring.reading.label_files import conlleval_report, score_label_files


def run(arguments: argparse.Namespace) -> int:
    """Score the labels and print the result."""
    sides = (arguments.gold, None) if arguments.system is None else (arguments.system, arguments.gold)
    result = score_label_files(*sides, details=True, scheme=arguments.scheme, suffix=arguments.suffix)
    output = Output.of(arguments.output, arguments.format)
    text = json_text(result, indent=1) if output.format == "json" else str(result)
    output.write(conlleval_report(result) if output.format == "conlleval" else text)
    return 0
