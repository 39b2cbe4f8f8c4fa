"""Select responses of systems before scoring: remove quotations, keep the best, choose by type, link by type."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from event_scoring.arguments.argument_documents import frame_problems
from event_scoring.arguments.assessed import response_hash
from event_scoring.arguments.response_documents import (
    SYSTEM_DOCUMENT,
    SystemDocument,
    SystemResponse,
)
from event_scoring.arguments.rich_ere import quoted_responses
from event_scoring.documents.errors import InputError
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents, documents_of
from event_scoring.scoring.rows import in_row


def link_by_type(documents: object) -> Documents:
    """Return documents of a system with the baseline linking: all arguments of one event type are one frame.

    Generic responses are in no frame. Frames of the documents are replaced.
    """
    return Documents(map(linked_by_type, checked_documents(SYSTEM_DOCUMENT, documents, "documents")))


def linked_by_type(document: SystemDocument) -> SystemDocument:
    """Return the document with the baseline linking: responses of one type, except Generic ones, are one event."""
    frames: dict[str, list[int]] = {}
    for place, response in enumerate(document.responses):
        if response.realis != "Generic":
            frames.setdefault(response.type, []).append(place)
    return msgspec.structs.replace(document, frames=list(frames.values()))


def checked_documents(kind: Record, documents: object, side: str) -> Documents:
    """Return typed documents, or raise an `InputError` for an invalid or repeated document."""
    checked = documents_of(kind, documents, side)
    seen: dict[str, int] = {}
    for row, document in enumerate(checked):
        for problem in frame_problems(document.frames, len(document.responses), side, "responses"):
            raise in_row(problem, row)
        before = seen.setdefault(document.doc_id, row)
        if before != row:
            path, see = (side, row, "doc_id"), (side, before, "doc_id")
            raise InputError(path, wanted="each document once", got=document.doc_id, see=see)
    return checked


def without_quoted(documents: object, regions: Mapping[str, Sequence[Sequence[int]]]) -> Documents:
    """Return documents of a system without the responses that are quotations, and without frames that become empty.

    A response is a quotation if its base filler or its canonical argument string starts or ends in a quoted region. A
    span around a whole region is not. Regions are given by first and last offset, by document (without ``-kbp``).
    """
    found = Documents()
    for row, document in enumerate(checked_documents(SYSTEM_DOCUMENT, documents, "documents")):
        name = document.doc_id.removesuffix("-kbp")
        if name not in regions:
            wanted = "a document whose quoted regions are known"
            raise InputError(("documents", row, "doc_id"), wanted=wanted, got=document.doc_id)
        quoted = quoted_responses(document.responses, regions[name])
        found.append(_only(document, [place for place in range(len(document.responses)) if place not in quoted]))
    return found


def best_responses(documents: object) -> Documents:
    """Return documents of a system with one response for each argument of a frame, as the official runs kept them.

    The response with the highest confidence is kept for each event type, role, realis and canonical argument string of
    a frame. Among equal confidences the larger id of 2014 wins. The same is done for all Generic responses. Other
    responses are removed, including those that are not Generic and in no frame.
    """
    return Documents(map(_keep_best_responses, checked_documents(SYSTEM_DOCUMENT, documents, "documents")))


def _keep_best_responses(document: SystemDocument) -> SystemDocument:
    responses = document.responses
    ranks = [(_score(response), response_hash(document.doc_id, response)) for response in responses]
    generic = [place for place, response in enumerate(responses) if response.realis == "Generic"]
    keep: set[int] = set()
    for group in [*document.frames, generic]:
        best: dict[tuple[object, ...], int] = {}
        for place in group:
            response = responses[place]
            argument = (response.type, response.role, response.realis, response.cas)
            best[argument] = max(place, best.get(argument, place), key=ranks.__getitem__)
        keep.update(best.values())
    return _only(document, sorted(keep))


def select_responses(
    documents: object,
    types: Collection[str] | None = None,
    roles: Collection[str] | None = None,
    realis: Collection[str] | None = None,
) -> Documents:
    """Return documents of a system with only the responses of some event types, roles and realis; None keeps all."""
    found = Documents()
    for document in checked_documents(SYSTEM_DOCUMENT, documents, "documents"):
        keep = [
            place
            for place, response in enumerate(document.responses)
            if (types is None or response.type in types)
            and (roles is None or response.role in roles)
            and (realis is None or response.realis in realis)
        ]
        found.append(_only(document, keep))
    return found


def _only(document: SystemDocument, keep: Sequence[int]) -> SystemDocument:
    """Return a document with some of its responses, without frames that become empty or equal to another."""
    number = {place: row for row, place in enumerate(keep)}
    frames = [[number[place] for place in frame if place in number] for frame in document.frames]
    distinct = {frozenset(frame): frame for frame in frames[::-1] if frame}
    return SystemDocument(document.doc_id, [document.responses[place] for place in keep], list(distinct.values())[::-1])


def _score(response: SystemResponse) -> float:
    """Return the confidence, by default 1."""
    return 1.0 if response.score is None else response.score
