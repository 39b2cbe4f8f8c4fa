"""`event-score validate`: every problem of a submission."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from event_scoring.cli.inputs import kind_of
from event_scoring.cli.output import as_json, write
from event_scoring.formats.findings import Finding
from event_scoring.formats.kbp_linking import LAYOUTS
from event_scoring.formats.kbp_store import read_document_list
from event_scoring.formats.kbp_store_validation import read_roles, validate_store
from event_scoring.formats.spans import UNITS
from event_scoring.formats.tbf_validation import read_type_list, read_word_counts, validate_documents, validate_tbf
from event_scoring.formats.token_tables import read_token_tables
from event_scoring.render.tables import numbered
from event_scoring.tasks import TASKS

EXAMPLES = """examples:
  event-score validate system.tbf
  event-score validate system.tbf --tokens tables/ --types types.txt
  event-score validate system.jsonl
  event-score validate systems/sysA --roles roles.txt
  event-score validate answerKey --reference-linking referenceLinking

Each problem is one line: file, line, whether it is an error, a warning or a note, and a sentence. A note is about
links that cannot all be true and that the published validator lets pass. The exit code is 0 where there is no error,
1 where there is one, and 2 where a file cannot be read at all.
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "validate",
        help="check a submission and list every problem",
        description="Check files before they are submitted or scored, and list every problem with its line.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="TBF or JSON Lines files, or folders of stores")
    parser.add_argument(
        "--task", choices=tuple(TASKS), default="nugget", help="what JSON documents hold (default: nugget)"
    )
    parser.add_argument("--unit", choices=UNITS, help="what TBF spans are made of (default: token with --tokens)")
    parser.add_argument("--tokens", metavar="DIR", help="token tables, DOC_ID.tab; every token id must be in them")
    parser.add_argument("--word-counts", metavar="FILE", help="document ids and lengths in characters, one a line")
    parser.add_argument("--types", metavar="FILE", help="the event types of the evaluation, one a line")
    stores = parser.add_argument_group("folders of the TAC KBP event argument evaluations")
    stores.add_argument("--reference-linking", metavar="DIR", help="the linking store of an annotation store")
    stores.add_argument("--documents", metavar="LIST", help="a file with the documents that must be there")
    stores.add_argument("--roles", metavar="FILE", help="on each line an event type and its roles")
    stores.add_argument("--layout", choices=LAYOUTS, help="of linking stores (default: told from the files)")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE instead of the terminal")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the findings of every file; 1 where one of them is an error."""
    tokens = None if arguments.tokens is None else read_token_tables(arguments.tokens)
    unit = arguments.unit or ("char" if tokens is None else "token")
    word_counts = None if arguments.word_counts is None else read_word_counts(arguments.word_counts)
    types = None if arguments.types is None else read_type_list(arguments.types)
    findings: list[Finding] = []
    for path in arguments.files:
        kind = kind_of(path)
        if kind == "brat" and any(Path(path).glob("*.ann")):
            raise ValueError(f"{path}: expected files or a store, got a folder of brat annotations; convert it first")
        if kind == "brat":
            listed = None if arguments.documents is None else read_document_list(arguments.documents)
            roles = None if arguments.roles is None else read_roles(arguments.roles)
            findings += validate_store(path, arguments.reference_linking, listed, roles, arguments.layout)
        elif kind == "jsonl":
            findings += validate_documents(path, TASKS[arguments.task].predictions)
        else:
            findings += validate_tbf(path, unit, tokens, word_counts, types)
    errors, warnings, notes = (
        sum(finding.level == level for finding in findings) for level in ("error", "warning", "note")
    )
    if arguments.format == "json":
        write(as_json([vars(finding) for finding in findings]), arguments.output)
    else:
        counts = [
            numbered(errors, "errors"),
            numbered(warnings, "warnings"),
            *([numbered(notes, "notes")] * bool(notes)),
        ]
        total = f"{numbered(len(arguments.files), 'files')}: {', '.join(counts)}"
        write("\n".join([*map(str, findings), total]), arguments.output)
    return 1 if errors else 0
