"""Documents made of the responses of systems: the pool for the assessors, and a baseline linking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from event_scoring.arguments.columns import check_frames
from event_scoring.arguments.response_documents import KEY_DOCUMENT, SYSTEM_DOCUMENT
from event_scoring.arguments.response_table import identity
from event_scoring.documents.errors import InputError
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import check_documents

Document = dict[str, Any]


def link_by_type(documents: object) -> list[Document]:
    """Documents of a system with the baseline linking: all arguments of one event type are one frame.

    Generic responses are in no frame. Frames that the documents have are replaced.
    """
    linked = []
    for document in checked_rows(SYSTEM_DOCUMENT, documents, "documents"):
        frames: dict[str, list[int]] = {}
        for place, response in enumerate(document["responses"]):
            if response["realis"] != "Generic":
                frames.setdefault(response["type"], []).append(place)
        linked.append({**document, "frames": list(frames.values())})
    return linked


def pool_responses(systems: Sequence[object], assessed: object = None) -> list[Document]:
    """The responses of all systems as one key, each once, to be assessed.

    What an ``assessed`` key says is kept, and its documents and responses come first. New responses have no assessment
    and no score.
    """
    key = [] if assessed is None else checked_rows(KEY_DOCUMENT, assessed, "assessed")
    pool = {document["doc_id"]: document for document in key}
    known = {doc_id: set(map(identity, document["responses"])) for doc_id, document in pool.items()}
    for number, system in enumerate(systems):
        for document in checked_rows(SYSTEM_DOCUMENT, system, f"systems[{number}]"):
            doc_id = document["doc_id"]
            merged = pool.setdefault(doc_id, {"doc_id": doc_id, "responses": [], "coreference": [], "frames": []})
            seen = known.setdefault(doc_id, set())
            for response in document["responses"]:
                name = identity(response)
                if name not in seen:
                    seen.add(name)
                    merged["responses"].append({**response, "score": None, "assessment": None})
    return list(pool.values())


def checked_rows(kind: Record, documents: object, side: str) -> list[Document]:
    """Documents as dicts, or an `InputError` where one is not what it must be or comes twice."""
    checked = check_documents(kind, documents, side)
    check_frames(checked, side, "responses")
    rows: list[Document] = checked.to_pylist()
    seen: dict[str, int] = {}
    for row, document in enumerate(rows):
        before = seen.setdefault(document["doc_id"], row)
        if before != row:
            path, see = (side, row, "doc_id"), (side, before, "doc_id")
            raise InputError(path, wanted="each document once", got=document["doc_id"], see=see)
    return rows
