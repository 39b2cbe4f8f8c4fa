"""Documents made of the responses of systems: the pool for the assessors, and a baseline linking."""

from __future__ import annotations

from collections.abc import Sequence

from event_scoring.arguments.argument_documents import frame_problems
from event_scoring.arguments.assessed import identity_of
from event_scoring.arguments.response_documents import KEY_DOCUMENT, SYSTEM_DOCUMENT
from event_scoring.documents.errors import InputError
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents, documents_of
from event_scoring.scoring.rows import Document, in_row


def link_by_type(documents: object) -> list[Document]:
    """Documents of a system with the baseline linking: all arguments of one event type are one frame.

    Generic responses are in no frame. Frames that the documents have are replaced.
    """
    return [linked_by_type(document) for document in checked_documents(SYSTEM_DOCUMENT, documents, "documents")]


def linked_by_type(document: Document) -> Document:
    """A document with the baseline linking."""
    frames: dict[str, list[int]] = {}
    for place, response in enumerate(document["responses"]):
        if response["realis"] != "Generic":
            frames.setdefault(response["type"], []).append(place)
    return {**document, "frames": list(frames.values())}


def pool_responses(systems: Sequence[object], assessed: object = None) -> list[Document]:
    """The responses of all systems as one key, each once, to be assessed.

    What is in an ``assessed`` key is kept, and its documents and responses come first. New responses have no assessment
    and no score.
    """
    key = [] if assessed is None else checked_documents(KEY_DOCUMENT, assessed, "assessed")
    pool = {document["doc_id"]: {**document, "responses": list(document["responses"])} for document in key}
    known = {doc_id: {*map(identity_of, document["responses"])} for doc_id, document in pool.items()}
    for number, system in enumerate(systems):
        for document in checked_documents(SYSTEM_DOCUMENT, system, f"systems[{number}]"):
            doc_id = document["doc_id"]
            pooled = pool.setdefault(doc_id, {"doc_id": doc_id, "responses": [], "coreference": [], "frames": []})
            seen = known.setdefault(doc_id, set())
            for response in document["responses"]:
                identity = identity_of(response)
                if identity not in seen:
                    seen.add(identity)
                    pooled["responses"].append({**response, "score": None, "assessment": None})
    return list(pool.values())


def checked_documents(kind: Record, documents: object, side: str) -> Documents:
    """Plain documents, or an `InputError` where one is not what it must be or comes twice."""
    checked = documents_of(kind, documents, side)
    seen: dict[str, int] = {}
    for row, document in enumerate(checked):
        for problem in frame_problems(document, side, "responses"):
            raise in_row(problem, row)
        before = seen.setdefault(document["doc_id"], row)
        if before != row:
            path, see = (side, row, "doc_id"), (side, before, "doc_id")
            raise InputError(path, wanted="each document once", got=document["doc_id"], see=see)
    return checked
