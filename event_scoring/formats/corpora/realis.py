"""Events with realis or factuality and coreference, as documents of nuggets or of extraction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents, documents_of
from event_scoring.formats.corpora.foreign_record import ForeignRecord, flaws, foreign_records
from event_scoring.formats.folders import files_in
from event_scoring.formats.json_lines import read_json
from event_scoring.formats.reader_warnings import warn
from event_scoring.formats.text_lines import Source, file_name

_OF_NUGGETS = ("realis", "cluster")
"""Keys of an event that documents of extraction do not have."""


def read_realis(
    source: Source, kind: Record, name: str, document_of: Callable[[ForeignRecord], dict[str, Any]], strict: bool
) -> Documents:
    """Apply a function to each record of a file, or of the files (``.json``) of a folder, and return the documents.

    Each event has an ``id``, a ``cluster`` and a ``realis`` in addition to its keys of extraction. Documents of nuggets
    get all keys except arguments.
    """
    documents, records = [], []
    for file in files_in(source, ".json", ".jsonl"):
        for foreign in foreign_records(read_json(file), strict=strict):
            with foreign.read_as(name):
                document = document_of(foreign)
            documents.append(without_realis(document) if "events" in kind.names else as_nuggets(document))
            records.append(foreign)
    for problem in flaws(records):
        warn(str(problem), stacklevel=3)
    return documents_of(kind, documents, file_name(source))


def as_nuggets(document: dict[str, Any]) -> dict[str, Any]:
    """Return a nugget document of the triggers of a document. Each event names its cluster.

    Examples:
        >>> died = {"trigger": {"span": [1, 2]}, "type": "Die", "realis": "Other", "id": "E1", "cluster": "H1"}
        >>> as_nuggets({"doc_id": "d", "events": [died]})["mentions"]
        [{'token_ids': [1], 'type': 'Die', 'realis': 'Other', 'id': 'E1'}]
        >>> as_nuggets({"doc_id": "d", "events": [died]})["clusters"]
        [['E1']]
    """
    clusters: dict[str, list[str]] = {}
    mentions = []
    for event in document["events"]:
        clusters.setdefault(event["cluster"], []).append(event["id"])
        kept = {key: event[key] for key in ("type", "realis", "id") if key in event}
        mentions.append({"token_ids": [*range(*event["trigger"]["span"])], **kept})
    return {"doc_id": document["doc_id"], "mentions": mentions, "clusters": [*clusters.values()]}


def without_realis(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document without the keys that only documents of nuggets have."""
    events = [{key: value for key, value in event.items() if key not in _OF_NUGGETS} for event in document["events"]]
    return {**document, "events": events}
