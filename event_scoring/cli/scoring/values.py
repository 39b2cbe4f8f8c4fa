"""`event-score values`: the ACE event value of apf.xml files or JSON Lines."""

from __future__ import annotations

import argparse
from typing import Any

from event_scoring.cli.commands import add_command
from event_scoring.cli.options import add_options, given_options
from event_scoring.cli.output.writing import add_output_options
from event_scoring.cli.scoring.files import Evaluation, add_pair, score_files
from event_scoring.reading.files import Reader
from event_scoring.values.options import ValueOptions
from event_scoring.values.score import VALUES

EXAMPLES = """examples:
  event-score values gold/ system/
  event-score values gold/ run1/ run2/ --level mention --confidence 0.95
  event-score values gold/ system/ --missing assume --per-type
  event-score values gold.jsonl system.jsonl --format json -o result.json

GOLD and SYSTEM are apf.xml files, folders of them, or JSON Lines of documents with entities, timex2, values and events
(offsets inclusive). Documents are paired by id: one that the system lacks counts as empty, one that the references lack
is left out; both are reported.
"""
SECTIONS = ("per_type", "per_subtype", "per_modality", "per_source", "per_document")


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    does = "Score events by their value, as the ACE 2005 evaluation did: what their arguments are worth."
    parser = add_command(subparsers, "values", EXAMPLES, does, run=run)
    add_pair(parser, SECTIONS, "annotations")
    add_options(parser, ValueOptions)
    add_output_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Score every system and print the results."""
    evaluation = Evaluation(VALUES, Reader(VALUES).read, given_options(arguments, ValueOptions))
    return score_files(arguments, evaluation, SECTIONS)
