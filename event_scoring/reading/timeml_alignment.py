"""Give the events of a system's TimeML the ids of the references, as the normaliser of TempEval-3 does before scoring.

Events and times of both sides that overlap in the text get one id. Links are turned into text order, with the inverse
label (naushadzaman/tempeval3_toolkit e02eb2d; UzZaman et al., SemEval 2013).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from event_scoring.documents.schema import Record
from event_scoring.documents.sides import documents_of
from event_scoring.documents.unicode_text import words_of
from event_scoring.formats.relations.timeml import read_timeml
from event_scoring.formats.text_lines import Source, file_name
from event_scoring.relations.labels import INVERSES

_TURNED = {**INVERSES, "DURING": "DURING_INV", "DURING_INV": "DURING"}
_DATE = (-1, 0)
"""Position of the document's date: before the text."""


def read_aligned(
    source: Source, kind: Record, *, align: bool = False, references: Source | None = None, strict: bool = False
) -> pa.StructArray:
    """Return documents of TimeML. With ``align`` their links are in text order, with ids of the references if these are
    given.
    """
    if not align or "mentions" in kind.names:
        return read_timeml(source, kind, strict=strict)
    gold = (
        {} if references is None else {document["doc_id"]: document for document in _documents(references, kind, False)}
    )
    documents = [
        aligned(document, gold[document["doc_id"]]) if document["doc_id"] in gold else in_text_order(document)
        for document in _documents(source, kind, strict)
    ]
    return documents_of(kind, documents, file_name(source))


def _documents(source: Source, kind: Record, strict: bool) -> list[dict[str, object]]:
    return read_timeml(source, kind, strict=strict).as_dicts()


def aligned(document: Mapping[str, Any], reference: Mapping[str, Any]) -> dict[str, Any]:
    """Return a system's document with the reference ids of events that overlap, and its links in text order.

    Examples:
        >>> def event(name, place):
        ...     return {"id": name, "event": name, "token": place, "text": "fell"}
        >>> gold = {"events": [event("e1", 3), event("e2", 8)]}
        >>> link = {"type": "AFTER", "source": "x7", "target": "x5"}
        >>> found = aligned({"events": [event("x5", 3), event("x7", 8)], "relations": [link]}, gold)
        >>> [one["id"] for one in found["events"]], found["relations"]
        (['e1', 'e2'], [{'type': 'BEFORE', 'source': 'e1', 'target': 'e2'}])
    """
    known = {event["id"] for key in ("events", "times") for event in reference.get(key) or ()}
    names: dict[str, str] = {}
    changed: dict[str, Any] = {}
    for key in ("events", "times"):
        free = sorted(reference.get(key) or (), key=_words)
        changed[key] = []
        for event in sorted(document.get(key) or (), key=_words):
            match = next((each for each in free if _overlap(event, each)), None)
            if match is not None:
                free.remove(match)
                renamed = {**event, "id": match["id"], "event": match.get("event")}
            else:  # a name that no event of the references has
                renamed = {
                    **event,
                    "id": _new(event["id"], known),
                    "event": event.get("event") and _new(event["event"], known),
                }
            names[event["id"]] = renamed["id"]
            changed[key].append({name: value for name, value in renamed.items() if value is not None})
    links = [
        {**link, **{end: names.get(link[end], link[end]) for end in ("source", "target")}}
        for link in document.get("relations") or ()
    ]
    return in_text_order({**document, **changed, "relations": links})


def in_text_order(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document whose links lead forward in the text. Turned links get the inverse label."""
    places = {event["id"]: _words(event) for key in ("events", "times") for event in document.get(key) or ()}
    links = []
    for link in document.get("relations") or ():
        source, target = places.get(link["source"]), places.get(link["target"])
        if source is not None and target is not None and target[0] < source[0] and link["type"] in _TURNED:
            link = {**link, "type": _TURNED[link["type"]], "source": link["target"], "target": link["source"]}
        links.append(link)
    return {**document, "relations": links}


def _words(one: Mapping[str, Any]) -> tuple[int, int]:
    """Return the first word of an event or time, and the word after its last."""
    start = one.get("token")
    if one.get("dct") or start is None:
        return _DATE
    return start, start + max(1, len(words_of(one.get("text") or "")))


def _overlap(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    (start, end), (other_start, other_end) = _words(one), _words(other)
    return bool(one.get("dct") and other.get("dct")) or (start < other_end and other_start < end)


def _new(name: str, known: Sequence[str] | set[str]) -> str:
    return f"system {name}" if name in known else name
