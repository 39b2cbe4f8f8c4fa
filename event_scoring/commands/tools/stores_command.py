"""`event-score stores`: steps between submissions and their score, on stores."""

from __future__ import annotations

import argparse
from typing import Any

from event_scoring.arguments.steps.selection import (
    best_responses,
    link_by_type,
    select_responses,
    without_quoted,
)
from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.formats.kbp.store import (
    read_argument_store,
    read_document_list,
    read_system_store,
)
from event_scoring.formats.kbp.store_writing import write_system_store
from event_scoring.formats.rich_ere_files import quoted_spans, read_quoted_regions
from event_scoring.formats.text_lines import none_found, paths_in, read_bytes


def _run_quoted(arguments: argparse.Namespace) -> int:
    files = sorted(path for path in paths_in(arguments.texts) if path.is_file())
    if not files:
        raise InputError(wanted="a folder of texts", got=Description("no file"), source=Place(arguments.texts))
    rows = {}
    for path in files:
        name = path.name
        for suffix in (".txt", ".xml", ".cmp"):
            name = name.removesuffix(suffix)
        if name in rows:
            raise InputError(
                wanted="one text of a document", got=Description(f"another of {name}"), source=Place(str(path))
            )
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


def _run_link(arguments: argparse.Namespace) -> int:
    documents = link_by_type(read_argument_store(arguments.system, _listed(arguments)))
    if not documents:
        raise none_found(arguments.system, "a store with one file for each document")
    write_system_store(arguments.output, documents, arguments.layout)
    return 0


def _listed(arguments: argparse.Namespace) -> list[str] | None:
    return None if arguments.documents is None else read_document_list(arguments.documents)


STEPS = {"quoted": _run_quoted, "filter": _run_filter, "link": _run_link}
"""The function that runs each step of `event-score stores`."""
