"""What one document holds: the triggers and arguments of both sides, as the rules compare them.

A rule never looks at other documents. What it compares are `Item`s: a trigger is an item whose label is its type, an
argument one whose label is its role.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

from event_scoring.extraction.documents.first_free_places import places_of_texts
from event_scoring.extraction.documents.gold_mode import standing_for

Span: TypeAlias = "tuple[int, int]"
"""The first token and the token after the last."""
NO_ARGUMENT = -1


class Item(NamedTuple):
    """A trigger, or an argument, of one side of a document."""

    event: int
    """The place of its event in the list of the side."""
    argument: int
    """Its place among the arguments of the event; `NO_ARGUMENT` of a trigger."""
    trigger: Span | None
    """The span of the trigger of its event."""
    type: str
    """The type of its event."""
    span: Span | None
    """Its own span; None where only a text is given."""
    label: str
    """Its role; of a trigger, its type."""
    text: str | None = None
    score: float | None = None
    head: int | None = None
    entity: str | None = None


@dataclass
class Side:
    """The events of one side of a document."""

    listed: Sequence[Mapping[str, Any]]
    """The events as they were given."""
    triggers: list[Item]
    arguments: list[Item]


def read_side(events: Sequence[Mapping[str, Any]], places: Mapping[tuple[int, int], Span] | None = None) -> Side:
    """The items of a list of events; ``places`` are the spans of texts by event and argument.

    Examples:
        >>> argument = {"span": [0, 1], "role": "Agent"}
        >>> side = read_side([{"trigger": {"span": [1, 2]}, "type": "Attack", "arguments": [argument]}])
        >>> side.triggers[0].span, side.triggers[0].label
        ((1, 2), 'Attack')
        >>> side.arguments[0].trigger, side.arguments[0].type, side.arguments[0].span, side.arguments[0].label
        ((1, 2), 'Attack', (0, 1), 'Agent')
    """
    triggers, arguments = [], []
    kind: Any
    for number, event in enumerate(events):
        kind, get = event.get("type"), (event.get("trigger") or _NONE).get
        span = get("span")
        if span is not None:
            span = (span[0], span[1])
        elif places:
            span = places.get((number, NO_ARGUMENT))
        text, score, head = get("text"), event.get("score"), get("head")
        triggers.append(Item(number, NO_ARGUMENT, span, kind, span, kind, text, score, head))
        for place, argument in enumerate(event.get("arguments") or ()):
            get = argument.get
            own = get("span")
            if own is not None:
                own = (own[0], own[1])
            elif places:
                own = places.get((number, place))
            role, text, score, head = argument["role"], get("text"), get("score"), get("head")
            arguments.append(Item(number, place, span, kind, own, role, text, score, head, get("entity")))
    return Side(events, triggers, arguments)


@dataclass
class Document:
    """Both sides of one document, read once."""

    prediction: Mapping[str, Any]
    reference: Mapping[str, Any]
    number: int = 0
    """Its row in the input."""
    texts: str = "as given"
    """What becomes of predicted texts: "as given", "placed" (each takes the first place in its document that none has
    taken), or "placed or beyond" (one that is nowhere gets a span of its own after the end of the document)."""
    only_gold: bool = False
    """Whether nothing but the predictions on reference triggers is read."""
    rows: Sequence[Document] = ()
    """The documents that were made one, where rows of one name are."""

    @cached_property
    def doc_id(self) -> str | None:
        """The name of the document, on whichever side it is given."""
        name = self.reference.get("doc_id")
        return self.prediction.get("doc_id") if name is None else name

    @cached_property
    def tokens(self) -> Sequence[str] | None:
        """The words of the document, on whichever side they are given."""
        words = self.reference.get("tokens")
        return self.prediction.get("tokens") if words is None else words

    @cached_property
    def references(self) -> Side:
        """The events of the references."""
        return read_side(self.reference["events"])

    @cached_property
    def predictions(self) -> Side:
        """The events of the predictions."""
        return self.given_gold if self.only_gold else self._predicted(self.prediction["events"])

    @cached_property
    def given_gold(self) -> Side:
        """The predictions on reference triggers: those under their own key, or else the events."""
        apart = self.prediction.get("events_given_gold")
        if apart is None and not self.only_gold:
            return self.predictions
        return self._predicted(self.prediction["events"] if apart is None else apart)

    @cached_property
    def standing_for(self) -> Sequence[int]:
        """For each event of `given_gold` the reference event for which it stands: at its place, or one like it.

        Raises:
            InputError: where the events of the predictions are not those of the references.
        """
        if self.rows:
            starts = accumulate((len(row.references.listed) for row in self.rows), initial=0)
            return [start + event for start, row in zip(starts, self.rows, strict=False) for event in row.standing_for]
        key = "events" if self.prediction.get("events_given_gold") is None else "events_given_gold"
        return standing_for(self.given_gold.triggers, self.references.triggers, key)

    def _predicted(self, events: Sequence[Mapping[str, Any]]) -> Side:
        if self.texts == "as given" or self.tokens is None:
            return read_side(events)
        return read_side(events, places_of_texts(events, self.tokens, beyond=self.texts == "placed or beyond"))


_NONE: Mapping[str, Any] = {}
