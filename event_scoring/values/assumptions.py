"""Fill gaps of predictions from the references that they overlap, or with defaults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from event_scoring.values.documents import (
    ATTRIBUTES,
    Element,
    Entity,
    EntityMention,
    Mention,
    ValueDocument,
    ValueOrTime,
)
from event_scoring.values.elements import LEAST_SHARE, head
from event_scoring.values.spans import Span, overlapping


def with_elements(prediction: ValueDocument, reference: ValueDocument) -> ValueDocument:
    """Return the prediction, with the elements of the reference if it has no list of elements."""
    if gives_elements(prediction):
        return prediction
    return replace(prediction, entities=reference.entities, values=reference.values, timex2=reference.timex2)


def gives_elements(document: ValueDocument) -> bool:
    """Whether a document gives a list of elements of some kind."""
    return document.entities is not None or document.values is not None or document.timex2 is not None


def with_assumptions(prediction: ValueDocument, reference: ValueDocument) -> tuple[ValueDocument, int]:
    """Return the prediction without gaps, and the number of gaps filled.

    A mention gets level and class of the reference mention that overlaps most. An element gets class, type and subtype
    from its first mention that overlaps a reference mention. Without an overlap the level is NAM and the class SPC.
    Attributes of events come from `ATTRIBUTES`.

    Examples:
        >>> nominal = EntityMention(level="NOM", head_start=0, head_end=3)
        >>> person = Entity(id="p", type="PER", subtype="Group", class_="GEN", mentions=[nominal])
        >>> bare = Entity(id="x", mentions=[EntityMention(start=0, end=2)])
        >>> sides = [ValueDocument(entities=[entity], events=[]) for entity in (bare, person)]
        >>> filled, gaps = with_assumptions(*sides)
        >>> filled.entities[0].class_, filled.entities[0].mentions[0].level, gaps
        ('GEN', 'NOM', 4)
    """
    prediction = with_elements(prediction, reference)
    entities, gaps = _filled_elements(prediction.entities, reference.entities, ("type", "subtype", "class_"))
    values, number = _filled_elements(prediction.values, reference.values, ("type",))
    gaps += number
    events = []
    for event in prediction.events:
        missing = {key: usual for key, usual in ATTRIBUTES.items() if getattr(event, key) is None}
        gaps += len(missing)
        events.append(replace(event, **missing) if missing else event)
    return replace(prediction, entities=entities, values=values, events=events), gaps


Like: TypeAlias = "Sequence[tuple[Element, EntityMention | Mention] | None]"
"""For each mention of an element, the most similar element and mention of the reference, if any."""
AnElement = TypeVar("AnElement", Entity, ValueOrTime)


def _filled_elements(
    elements: list[AnElement] | None, references: list[AnElement] | None, keys: Sequence[str]
) -> tuple[list[AnElement] | None, int]:
    """Return the predicted elements of a kind without gaps, and the number of gaps filled."""
    if not elements or not any(_lacks(element, keys) for element in elements):
        return elements, 0
    filled, gaps = [], 0
    for element, like in zip(elements, _likes(elements, references or ()), strict=True):
        whole, number = _filled_element(element, like, keys)
        filled.append(whole)
        gaps += number
    return filled, gaps


def _lacks(element: Element, keys: Sequence[str]) -> bool:
    if any(getattr(element, key) is None for key in keys):
        return True
    return isinstance(element, Entity) and any(mention.level is None for mention in element.mentions)


def _likes(predictions: Sequence[Element], references: Sequence[Element]) -> Iterator[Like]:
    """Yield for each predicted element the reference mentions most similar to its mentions; ties by text order."""
    (predicted_mentions, spans), (reference_mentions, reference_spans) = _mentions(predictions), _mentions(references)
    best: dict[int, tuple[float, int, int]] = {}
    for a, b, share in overlapping(reference_spans, spans):
        if share >= LEAST_SHARE:
            rank = (-share, reference_spans[a][0], a)
            best[b] = min(best.get(b, rank), rank)
    likes = iter(
        [reference_mentions[best[place][2]] if place in best else None for place in range(len(predicted_mentions))]
    )
    for element in predictions:
        yield [next(likes) for _ in element.mentions]


def _mentions(elements: Sequence[Element]) -> tuple[list[tuple[Element, EntityMention | Mention]], list[Span]]:
    found = [(element, mention) for element in elements for mention in element.mentions]
    return found, [
        head(mention) if isinstance(mention, EntityMention) else (mention.start, mention.end) for _, mention in found
    ]


def _filled_element(element: AnElement, likes: Like, keys: Sequence[str]) -> tuple[AnElement, int]:
    """Return an element without gaps, and the number of gaps filled."""
    source = next((like[0] for like in likes if like is not None), None)
    filled: dict[str, object] = {}
    for key in keys:
        if getattr(element, key) is None:
            usual = "SPC" if key == "class_" else None
            found = getattr(source, key, None)
            filled[key] = usual if found is None else found
    gaps = len(filled)
    if isinstance(element, Entity):
        mentions = []
        for mention, like in zip(element.mentions, likes, strict=True):
            if mention.level is None:
                gaps += 1
                mention = replace(mention, level=getattr(like[1], "level", "NAM") if like else "NAM")
            mentions.append(mention)
        filled["mentions"] = mentions
    return replace(element, **filled), gaps
