"""`event-score stores`: steps between submissions and their score, on stores."""

from __future__ import annotations

import argparse
from typing import Any

from event_scoring.arguments.steps.selection import (
    best_responses,
    link_by_type,
    merge_systems,
    pool_responses,
    select_responses,
    without_quoted,
)
from event_scoring.commands.output_flags import progress
from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.formats.kbp.kbp_lines import store_documents
from event_scoring.formats.kbp.store import (
    read_argument_store,
    read_document_list,
    read_key_store,
    read_system_store,
)
from event_scoring.formats.kbp.store_writing import write_annotation_store, write_system_store
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
        doc_ids = None if listed is None else set(listed)
        names = [name for name in store_documents(arguments.assessed) if doc_ids is None or name in doc_ids]
        assessed = read_key_store(arguments.assessed, documents=names)
    pool = pool_responses(systems, assessed)
    if not pool:
        raise none_found(", ".join(arguments.systems), "stores with one file for each document")
    write_annotation_store(arguments.output, pool)
    return 0


def _listed(arguments: argparse.Namespace) -> list[str] | None:
    return None if arguments.documents is None else read_document_list(arguments.documents)


STEPS = {"quoted": _run_quoted, "filter": _run_filter, "merge": _run_merge, "link": _run_link, "pool": _run_pool}
"""The function that runs each step of `event-score stores`."""
