"""The parts of predictions and references that similarities compare: places, texts, heads and entities."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from event_scoring.extraction.items import Document, Item, Span
from event_scoring.extraction.standardization.several_places import GivenItems, Places, only_place
from event_scoring.extraction.standardization.spans_by_text import SpansByText, surfaces

ARTICLES = ("the ", "a ", "an ")
NOWHERE: frozenset[int] = frozenset()


class Forms(dict[str, str]):
    """Texts as they are compared; each different one is normalized once."""

    def __missing__(self, text: str) -> str:
        self[text] = form = normalized(text)
        return form


@dataclass
class Likeness:
    """The parts of a prediction or a reference that similarities compare."""

    item: Item
    span: Span | None
    """Its place, or the only one that reads like its text."""
    places: Places
    """The spans that it may mean."""
    text: str | None
    """Its text."""
    entities: frozenset[int] = NOWHERE
    """The entities of which it is a mention, by number."""
    forms: Forms = field(default_factory=lambda: Forms())
    """The texts of its document, normalized."""

    @cached_property
    def form(self) -> str | None:
        """Its normalized text."""
        return None if self.text is None else self.forms[self.text]

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of that."""
        return frozenset((self.form or "").split())


def likenesses(document: Document, items: GivenItems, *, with_entities: bool) -> tuple[list[Likeness], list[Likeness]]:
    """Return the counted items of both sides in the form that similarities compare."""
    all_places = items.places or [only_place(item.span) for item in items.predictions]
    spans = [item.span or (places[0] if len(places) == 1 else None)
             for item, places in zip(items.predictions, all_places, strict=True)]  # fmt: skip
    reads = _readings(document, [*spans, *(item.span for item in items.references)])
    forms = Forms()
    predictions = [
        Likeness(item, span, places, item.text if item.text is not None else reads.get(span), forms=forms)
        for item, span, places in zip(items.predictions, spans, all_places, strict=True)
    ]
    references = [Likeness(item, item.span, (), reads.get(item.span), forms=forms) for item in items.references]
    if with_entities:
        _add_entities(document, predictions, references)
    return predictions, references


def _readings(document: Document, spans: Sequence[Span | None]) -> Mapping[Span | None, str]:
    if document.tokens is None:
        return {}
    return dict(zip(*surfaces(document, {span for span in spans if span is not None}), strict=True))


def _add_entities(document: Document, predictions: Sequence[Likeness], references: Sequence[Likeness]) -> None:
    """Add the entities of which each item is a mention: by its place, its text or its name."""
    mentions: dict[Span, set[int]] = {}
    names: dict[str, set[int]] = {}
    for number, entity in enumerate(document.reference.entities or ()):
        names.setdefault(entity.id, set()).add(number)
        for mention in entity.mentions or ():
            if mention.span is not None:
                mentions.setdefault(mention.span, set()).add(number)
    if not mentions:
        return
    texts = SpansByText(document, mentions) if any(one.item.span is None for one in predictions) else None
    for one in predictions:
        if one.item.span is not None:
            one.entities = frozenset(mentions.get(one.item.span, ()))
        elif texts is not None:
            found = texts.of(one.item.text or "")
            one.entities = frozenset(number for span in found for number in mentions[span])
    for one in references:
        assert one.item.span is not None
        by_name = names.get(one.item.entity or "", set()) if one.item.argument >= 0 else set()
        one.entities = frozenset(mentions.get(one.item.span, set()) | by_name)


def normalized(text: str) -> str:
    """Return a text in NFC and folded case, white space as one blank, without outer punctuation and a leading article.

    Examples:
        >>> normalized('  "The  Rebels," ')
        'rebels'
    """
    words = " ".join(unicodedata.normalize("NFC", text).casefold().split())
    start, end = 0, len(words)
    while start < end and not words[start].isalnum():
        start += 1
    while end > start and not words[end - 1].isalnum():
        end -= 1
    words = words[start:end] or words
    for article in ARTICLES:
        if words.startswith(article) and len(words) > len(article):
            return words[len(article) :]
    return words
