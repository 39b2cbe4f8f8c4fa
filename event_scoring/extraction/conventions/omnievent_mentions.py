"""The negative candidates of convention "omnievent": those that a document lists, else its tokens."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TypeVar

from event_scoring.extraction.items import Document, Item, Span
from event_scoring.extraction.standardization.candidates import stretches
from event_scoring.extraction.standardization.text_places import single_spaced

_Key = TypeVar("_Key", int, str)


class Mentions:
    """Spans that may be labelled though the references do not label them, each with its entity.

    They are those of a list, or else the single tokens outside the references. Each is known by its place: in the list,
    or among the tokens.
    """

    def __init__(
        self, document: Document, listed: Sequence[tuple[Span, object]] | None, references: Iterable[Span | None]
    ) -> None:
        self._tokens, self._listed = document.tokens or (), listed
        self._taken = set[int]()
        if listed is None:
            self._taken.update(*(range(start, end) for start, end in stretches(filter(None, references))))

    @classmethod
    def of_triggers(cls, document: Document, references: Iterable[Span | None]) -> Mentions:
        """Trigger candidates that are no references."""
        given, references = document.reference.get("trigger_candidates"), set(references)
        if given is None:
            return cls(document, None, references)
        spans = dict.fromkeys((start, end) for start, end in given)
        return cls(document, [(span, span) for span in spans if span not in references], ())

    @classmethod
    def of_arguments(cls, document: Document) -> Mentions:
        """What may be an argument; without a list the trigger candidates that are no reference triggers."""
        given = document.reference.get("argument_candidates")
        if given is None:
            return cls.of_triggers(document, (item.span for item in document.references.triggers))
        spans = [(start, end) for start, end in given]
        numbers = document.reference.get("argument_candidate_entities")
        return cls(document, [*dict.fromkeys(zip(spans, spans if numbers is None else numbers, strict=True))], ())

    def reads(self, span: Span) -> str:
        """What stands at a span."""
        return single_spaced(" ".join(self._tokens[slice(*span)]))

    def starting(self, starts: Iterable[int]) -> set[int]:
        """The places of those that start at some tokens."""
        if self._listed is None:
            return {start for start in starts if start not in self._taken and start < len(self._tokens)}
        return {place for start in starts for place in self._by_start.get(start, ())}

    def reading(self, texts: Iterable[tuple[str, Item]]) -> set[int]:
        """The places of those that read like some texts."""
        return {place for text, _ in texts for place in self._by_text.get(text, ())}

    def spans(self, places: Iterable[int]) -> list[Span]:
        """The spans at some places, in order."""
        return [self._at(place)[0] for place in sorted(places)]

    def far_from(self, references: Sequence[Span], places: Iterable[int]) -> list[Span]:
        """The spans at some places, in order, without those too near to the reference arguments of a trigger (D11).

        Those share a token with a reference argument, or another mention of their entity does.
        """
        covered, near, found = stretches(references), dict[object, bool](), list[Span]()
        for place in sorted(places):
            span, entity = self._at(place)
            if entity not in near:
                mentions = [span] if entity == span else self._of_entity[entity]
                near[entity] = any(_shares_token(one, covered) for one in mentions)
            if not near[entity]:
                found.append(span)
        return found

    def _at(self, place: int) -> tuple[Span, object]:
        if self._listed is not None:
            return self._listed[place]
        span = (place, place + 1)
        return span, span

    @cached_property
    def _by_start(self) -> dict[int, list[int]]:
        return _places_by((span[0], place) for place, (span, _) in enumerate(self._listed or ()))

    @cached_property
    def _by_text(self) -> dict[str, list[int]]:
        places = range(len(self._tokens)) if self._listed is None else range(len(self._listed))
        return _places_by((self.reads(self._at(place)[0]), place) for place in places if place not in self._taken)

    @cached_property
    def _of_entity(self) -> dict[object, list[Span]]:
        found: dict[object, list[Span]] = {}
        for span, entity in self._listed or ():
            found.setdefault(entity, []).append(span)
        return found


def _places_by(rows: Iterable[tuple[_Key, int]]) -> dict[_Key, list[int]]:
    found: dict[_Key, list[int]] = {}
    for key, place in rows:
        found.setdefault(key, []).append(place)
    return found


def _shares_token(span: Span, covered: Sequence[Span]) -> bool:
    """Whether a span shares a token with one of some stretches, which are in order and apart."""
    place = bisect_left(covered, (span[1],)) - 1
    return place >= 0 and covered[place][1] > span[0]
