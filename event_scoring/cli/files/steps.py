"""`event-score quoted`, `filter` and `merge`: steps between a submission and its score, on stores of responses."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from event_scoring.arguments.steps.selection import best_responses, merge_systems, select_responses, without_quoted
from event_scoring.cli.commands import add_command
from event_scoring.documents.errors import InputError, Place, Words
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.formats.kbp.linking import LAYOUTS
from event_scoring.formats.kbp.store import read_document_list, read_system_store
from event_scoring.formats.kbp.store_writing import write_system_store
from event_scoring.formats.rich_ere import quoted_spans, read_quoted_regions
from event_scoring.formats.text_lines import read_bytes

QUOTED_EXAMPLES = """examples:
  event-score quoted posts/ -o quoted.jsonl

Reads a folder of texts (DOC_ID.txt, .xml or .cmp.txt) and writes, for each document, where its <quote> elements are.
"""

FILTER_EXAMPLES = """examples:
  event-score filter sysA -o sysA_official --quoted quoted.jsonl --best
  event-score filter sysA -o sysA_deaths --types Life.Die --roles Victim,Place

Writes a system's folder without responses in quotations, then with some types, roles and realis only, then with the
best response of each argument of a frame: what the official runs of 2015 and 2016 did before scoring.
"""

MERGE_EXAMPLES = """examples:
  event-score merge sysA sysB -o both

Writes a system's folder with every response of some systems once, with its highest confidence, and every frame once.
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommands."""
    quoted = add_command(subparsers, "quoted", QUOTED_EXAMPLES, run=_run_quoted)
    quoted.add_argument("texts", metavar="DIR", help="a folder of texts named after the documents")
    quoted.add_argument("-o", "--output", metavar="FILE", required=True, help="the JSON Lines to write")
    chosen = add_command(subparsers, "filter", FILTER_EXAMPLES, run=_run_filter)
    chosen.add_argument("system", metavar="SYSTEM", help="the folder of a system")
    chosen.add_argument("--quoted", metavar="FILE", help="quoted regions, as event-score quoted writes them")
    for name in ("types", "roles", "realis"):
        chosen.add_argument(f"--{name}", metavar="A,B", help=f"keep only responses of these {name}")
    chosen.add_argument("--best", action="store_true", help="keep the best response of each argument of a frame")
    merge = add_command(subparsers, "merge", MERGE_EXAMPLES, run=_run_merge)
    merge.add_argument("systems", metavar="SYSTEM", nargs="+", help="folders of systems")
    for parser in (chosen, merge):
        parser.add_argument("-o", "--output", metavar="DIR", required=True, help="the folder to write")
        parser.add_argument("--documents", metavar="LIST", help="a file with the names of documents; default: all")
        parser.add_argument("--layout", choices=LAYOUTS, default="2015", help="of the linking store (default: 2015)")


def _run_quoted(arguments: argparse.Namespace) -> int:
    files = sorted(path for path in Path(arguments.texts).glob("*") if path.is_file() and not path.name.startswith("."))
    if not files:
        raise InputError(wanted="a folder of texts", got=Words("no file"), source=Place(arguments.texts))
    rows = {}
    for path in files:
        name = path.name
        for suffix in (".txt", ".xml", ".cmp"):
            name = name.removesuffix(suffix)
        if name in rows:
            raise InputError(wanted="one text of a document", got=Words(f"another of {name}"), source=Place(str(path)))
        rows[name] = {"doc_id": name, "quoted": quoted_spans(read_bytes(path).decode())}
    write_json_lines(rows.values(), arguments.output)
    return 0


def _run_filter(arguments: argparse.Namespace) -> int:
    documents: Any = _read(arguments.system, arguments.documents)
    if arguments.quoted is not None:
        documents = without_quoted(documents, read_quoted_regions(arguments.quoted))
    words = {name: getattr(arguments, name) for name in ("types", "roles", "realis")}
    documents = select_responses(
        documents, **{name: text.split(",") for name, text in words.items() if text is not None}
    )
    return _write(arguments, best_responses(documents) if arguments.best else documents, [arguments.system])


def _run_merge(arguments: argparse.Namespace) -> int:
    systems = [_read(path, arguments.documents) for path in arguments.systems]
    return _write(arguments, merge_systems(systems), arguments.systems)


def _read(path: str, listing: str | None) -> Any:
    return read_system_store(path, None if listing is None else read_document_list(listing))


def _write(arguments: argparse.Namespace, documents: Any, sources: list[str]) -> int:
    if any(Path(path).resolve() == Path(arguments.output).resolve() for path in sources):
        raise ValueError(f"-o {arguments.output}: expected another folder than a system's, which would be lost")
    write_system_store(arguments.output, documents, arguments.layout)
    return 0
