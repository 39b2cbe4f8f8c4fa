"""`event-score bio`: score labels in CoNLL columns."""

from __future__ import annotations

import argparse
from typing import Any

from event_scoring.cli.commands import add_command
from event_scoring.cli.output.writing import write
from event_scoring.documents.errors import json_text
from event_scoring.files import STANDARD_OUTPUT
from event_scoring.label_sequences import RULES
from event_scoring.reading.label_files import conlleval_report, score_label_files

EXAMPLES = """examples:
  event-score bio gold.conll system.conll
  event-score bio both.conll --format conlleval
  event-score bio gold.conll system.conll --scheme IOB2 --format json -o result.json

A line has a word and its labels between blanks or tabs; the last column is scored, and a blank line ends a sentence.
One file alone has the references in the column before the last. Lines that begin with -DOCSTART- are no words.
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = add_command(subparsers, "bio", EXAMPLES, run=run)
    parser.add_argument("gold", metavar="GOLD", help="the references, or both sides")
    parser.add_argument("system", metavar="SYSTEM", nargs="?", help="the predictions")
    parser.add_argument("--scheme", choices=tuple(RULES), help="count only what this scheme can write (default: all)")
    parser.add_argument("--suffix", action="store_true", help="the prefix stands behind the type: Attack-B")
    forms = ("table", "conlleval", "json")
    parser.add_argument("--format", choices=forms, default=forms[0], help="default: the table of seqeval")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE instead of the terminal")


def run(arguments: argparse.Namespace) -> int:
    """Score the labels and print the result."""
    sides = (arguments.gold, None) if arguments.system is None else (arguments.system, arguments.gold)
    result = score_label_files(*sides, details=True, scheme=arguments.scheme, suffix=arguments.suffix)
    text = json_text(result, indent=1) if arguments.format == "json" else str(result)
    if arguments.format == "conlleval":
        text = conlleval_report(result)
    write(text, None if arguments.output == STANDARD_OUTPUT else arguments.output)
    return 0
