"""What predictions leave out, filled from the references that they overlap, or as declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from event_scoring.scoring.rows import Document
from event_scoring.values.document import ATTRIBUTES, KINDS
from event_scoring.values.elements import LEAST_SHARE, head
from event_scoring.values.spans import Span, overlapping


def with_elements(prediction: Document, reference: Document) -> Document:
    """The prediction with the elements of the reference where it gives none of any kind, not even empty lists."""
    if gives_elements(prediction):
        return prediction
    return {**prediction, **{kind: reference.get(kind) for kind in KINDS}}


def gives_elements(document: Document) -> bool:
    """Whether a document gives a list of elements of some kind."""
    return any(document.get(kind) is not None for kind in KINDS)


def with_assumptions(prediction: Document, reference: Document) -> tuple[Document, int]:
    """The prediction without gaps, and how many were filled.

    Level, class, type and subtype are those of the first mention of the reference that overlaps most, of an element
    those of its first mention that overlaps any; else the level is NAM and the class SPC. Attributes of events are
    those of `ATTRIBUTES`.

    Examples:
        >>> person = {"id": "p", "type": "PER", "subtype": "Group", "class": "GEN"}
        >>> reference = {"entities": [{**person, "mentions": [{"level": "NOM", "head_start": 0, "head_end": 3}]}]}
        >>> bare = {"entities": [{"id": "x", "mentions": [{"start": 0, "end": 2}]}], "events": []}
        >>> filled, gaps = with_assumptions(bare, reference)
        >>> filled["entities"][0]["class"], filled["entities"][0]["mentions"][0]["level"], gaps
        ('GEN', 'NOM', 4)
    """
    gaps = 0
    prediction = with_elements(prediction, reference)
    filled: dict[str, Any] = {}
    for kind, keys in (("entities", ("type", "subtype", "class")), ("values", ("type",))):
        elements = prediction.get(kind) or ()
        if not any(_lacks(element, keys, kind) for element in elements):
            continue
        likes = _likes(elements, reference.get(kind) or (), kind)
        filled[kind] = []
        for element, like in zip(elements, likes, strict=True):
            found, number = _filled_element(element, like, keys, kind)
            filled[kind].append(found)
            gaps += number
    events = []
    for event in prediction["events"]:
        missing = {key: usual for key, usual in ATTRIBUTES.items() if event.get(key) is None}
        gaps += len(missing)
        events.append({**event, **missing} if missing else event)
    return {**prediction, **filled, "events": events}, gaps


Like = Sequence["tuple[Mapping[str, Any], Mapping[str, Any]] | None"]
"""For each mention of an element the element and the mention of the reference that it is most like, if any."""


def _lacks(element: Mapping[str, Any], keys: Sequence[str], kind: str) -> bool:
    if any(element.get(key) is None for key in keys):
        return True
    return kind == "entities" and any(mention.get("level") is None for mention in element["mentions"])


def _likes(
    predictions: Sequence[Mapping[str, Any]], references: Sequence[Mapping[str, Any]], kind: str
) -> Iterator[Like]:
    """For each predicted element, what its mentions are like: the largest share, then the first in the text."""
    (theirs, spans), (ours, our_spans) = _mentions(predictions, kind), _mentions(references, kind)
    best: dict[int, tuple[float, int, int]] = {}
    for a, b, share in overlapping(our_spans, spans):
        if share >= LEAST_SHARE:
            rank = (-share, our_spans[a][0], a)
            best[b] = min(best.get(b, rank), rank)
    likes = iter([ours[best[place][2]] if place in best else None for place in range(len(theirs))])
    for element in predictions:
        yield [next(likes) for _ in element["mentions"]]


def _mentions(
    elements: Sequence[Mapping[str, Any]], kind: str
) -> tuple[list[tuple[Mapping[str, Any], Mapping[str, Any]]], list[Span]]:
    found = [(element, mention) for element in elements for mention in element["mentions"]]
    return found, [head(mention) if kind == "entities" else (mention["start"], mention["end"]) for _, mention in found]


def _filled_element(
    element: Mapping[str, Any], likes: Like, keys: Sequence[str], kind: str
) -> tuple[dict[str, Any], int]:
    """An element without gaps, and how many it had."""
    source = next((like[0] for like in likes if like is not None), {})
    filled: dict[str, Any] = {}
    for key in keys:
        if element.get(key) is None:
            filled[key] = source.get(key) if source.get(key) is not None or key != "class" else "SPC"
    gaps = len(filled)
    if kind == "entities":
        filled["mentions"] = []
        for mention, like in zip(element["mentions"], likes, strict=True):
            if mention.get("level") is None:
                gaps += 1
                mention = {**mention, "level": "NAM" if like is None else like[1]["level"]}
            filled["mentions"].append(mention)
    return {**element, **filled}, gaps
