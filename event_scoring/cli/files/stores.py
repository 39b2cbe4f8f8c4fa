"""`event-score quoted`, `filter`, `merge`, `link` and `pool`: steps between submissions and their score, on stores."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from event_scoring.arguments.steps.pool import link_by_type, pool_responses
from event_scoring.arguments.steps.selection import best_responses, merge_systems, select_responses, without_quoted
from event_scoring.cli.commands import add_command
from event_scoring.cli.output.writing import progress
from event_scoring.documents.errors import InputError, Place, Words
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.formats.kbp.lines import store_documents
from event_scoring.formats.kbp.linking import LAYOUTS
from event_scoring.formats.kbp.store import (
    read_argument_store,
    read_document_list,
    read_key_store,
    read_system_store,
)
from event_scoring.formats.kbp.store_writing import write_annotation_store, write_system_store
from event_scoring.formats.rich_ere import quoted_spans, read_quoted_regions
from event_scoring.formats.text_lines import none_found, read_bytes

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

LINK_EXAMPLES = """examples:
  event-score link sysA -o sysA_by_type
  event-score link sysA/arguments -o sysA_by_type --documents docs.txt

Writes a system's folder with its arguments and the baseline linking: all arguments of one event type that are not
Generic are one frame.
"""

POOL_EXAMPLES = """examples:
  event-score pool sysA sysB sysC -o pool
  event-score pool sysA sysB -o pool --assessed answerKey

Writes an annotation store with every response of every system once, ready to be assessed. Responses that the given
store has assessed keep their assessments.
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
    link = add_command(subparsers, "link", LINK_EXAMPLES, run=_run_link)
    link.add_argument("system", metavar="SYSTEM", help="the folder of a system, or its argument store")
    pool = add_command(subparsers, "pool", POOL_EXAMPLES, run=_run_pool)
    pool.add_argument("systems", metavar="SYSTEM", nargs="+", help="folders of systems, or argument stores")
    pool.add_argument("--assessed", metavar="DIR", help="an annotation store whose assessments are kept")
    for parser, written in ((chosen, "folder"), (merge, "folder"), (link, "folder"), (pool, "annotation store")):
        parser.add_argument("-o", "--output", metavar="DIR", required=True, help=f"the new {written} to write")
        parser.add_argument("--documents", metavar="LIST", help="a file with the names of documents; default: all")
    for parser in (chosen, merge, link):
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
    documents: Any = read_system_store(arguments.system, _listed(arguments))
    if arguments.quoted is not None:
        documents = without_quoted(documents, read_quoted_regions(arguments.quoted))
    words = {name: getattr(arguments, name) for name in ("types", "roles", "realis")}
    documents = select_responses(
        documents, **{name: text.split(",") for name, text in words.items() if text is not None}
    )
    write_system_store(arguments.output, best_responses(documents) if arguments.best else documents, arguments.layout)
    return 0


def _run_merge(arguments: argparse.Namespace) -> int:
    listed = _listed(arguments)
    systems = [read_system_store(path, listed) for path in arguments.systems]
    write_system_store(arguments.output, merge_systems(systems), arguments.layout)
    return 0


def _run_link(arguments: argparse.Namespace) -> int:
    documents = link_by_type(read_argument_store(arguments.system, _listed(arguments)))
    if not documents:
        raise none_found(arguments.system, "a store with one file for each document")
    write_system_store(arguments.output, documents, arguments.layout)
    return 0


def _run_pool(arguments: argparse.Namespace) -> int:
    listed, assessed = _listed(arguments), None
    systems = [read_argument_store(path, listed) for path in progress(arguments.systems, "systems")]
    if arguments.assessed is not None:
        wanted = None if listed is None else set(listed)
        names = [name for name in store_documents(arguments.assessed) if wanted is None or name in wanted]
        assessed = read_key_store(arguments.assessed, documents=names)
    pool = pool_responses(systems, assessed)
    if not pool:
        raise none_found(", ".join(arguments.systems), "stores with one file for each document")
    write_annotation_store(arguments.output, pool)
    return 0


def _listed(arguments: argparse.Namespace) -> list[str] | None:
    return None if arguments.documents is None else read_document_list(arguments.documents)
