"""Categories of the triggers and arguments of a document: one for each item of both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from operator import attrgetter
from typing import Any

from event_scoring.extraction.counting import Comparison, key_of
from event_scoring.extraction.documents.tokenized_text import TokenizedText, is_beyond
from event_scoring.extraction.items import NO_ARGUMENT, Item, Span

TRIGGER_MISTAKES = {"type": "label"}
ARGUMENT_MISTAKES = {"role": "label", "trigger": "trigger", "type": "type", "filler": "span"}
"""Kinds of errors in one field, and the field. Where a wrong answer fits several missed ones, the first of
these decides. A trigger at another place is a missed and a spurious one; an argument at another place may
be a wrong filler of its role."""
OTHER_KINDS = ("correct", "missed", "spurious", "duplicate", "discarded")
ACCEPTED_BY_TIER = "forgiven"
"""The category of items that a tier of `match` accepted at another place; they earn full credit."""
OF_PREDICTIONS = ("spurious", "duplicate", "discarded")
"""Categories counted by prediction; all others are counted by reference."""
OUTCOMES = {
    "correct": "right",
    ACCEPTED_BY_TIER: "other_words",
    "type": "wrong_type",
    "role": "wrong_role",
    "trigger": "other_words",
    "filler": "other_words",
    "missed": "missed",
    "spurious": "invented",
}
"""The categories of outcomes, the same for all tasks. Duplicate and discarded items have no outcome."""
MAX_NEAR = 100
"""Maximum number of places of a text, and of missed arguments of one role, in the search for shared words."""
Index = tuple[int, int]
"""Event and argument; the argument of a trigger is `NO_ARGUMENT`."""
place_of: Callable[[Item], Index] = attrgetter("event", "argument")
"""Return the index of an item in its side: its event and its argument."""


@dataclass
class Mistakes:
    """The categories of triggers, or of the arguments of one mode."""

    kinds: tuple[str, ...]
    predictions: dict[Index, str]
    """The category of each prediction that counts. "duplicate" repeats an earlier prediction."""
    references: dict[Index, str]
    """The category of each reference that counts. "duplicate" repeats an earlier reference."""
    partners: dict[Index, Index]
    """The index of the reference with which each prediction is compared."""
    near: dict[Index, Span] = field(default_factory=dict)
    """The spans of dropped arguments that share words with the reference with which they are compared."""

    def counts(self, items: Mapping[str, Sequence[Item]]) -> dict[str, int]:
        """Count each category among all items of both sides; a pair counts once, by its reference."""
        predicted = Counter(self.predictions.get(place_of(item), "discarded") for item in items["predictions"])
        annotated = Counter(self.references.get(place_of(item), "discarded") for item in items["references"])
        return {kind: (predicted if kind in OF_PREDICTIONS else annotated)[kind] for kind in self.kinds}

    def confusion(self, items: Mapping[str, Sequence[Item]]) -> list[dict[str, str]]:
        """Return pairs of reference and predicted label, for each reference that is matched except for its label."""
        placed = ((place_of(item), item.label) for item in items["predictions"])
        predicted = {self.partners[place]: label for place, label in placed if place in self.partners}
        found = ("correct", ACCEPTED_BY_TIER, self.kinds[1])
        return [
            {"reference": item.label, "prediction": predicted[place_of(item)]}
            for item in items["references"]
            if self.references.get(place_of(item)) in found
        ]


def find_mistakes(
    compared: Comparison, kinds: Mapping[str, str], *, tiered: bool = False, tokens: Sequence[str] | None = None
) -> Mistakes:
    """Return the category of each prediction and each reference that counts.

    Categories are `TRIGGER_MISTAKES` or `ARGUMENT_MISTAKES`; the first is that of the label. With tiers of `match`
    there is one more, for items that only they accept. A dropped argument is a wrong filler if it shares words with a
    missed reference of its role, such as "town" with "the town".
    """
    names = ("correct", *kinds, *OTHER_KINDS[1:])
    fields = tuple(dict.fromkeys(["trigger", *kinds.values()]))
    predicted, kind_of_prediction = _firsts(compared.predictions, fields)
    annotated, kind_of_reference = _firsts(compared.references, fields)
    partners: dict[Index, Index] = {}
    for key, item in predicted.items():
        if key in annotated:
            partners[place_of(item)] = place_of(annotated[key])
            kind_of_prediction[place_of(item)] = kind_of_reference[place_of(annotated[key])] = "correct"
    wrong = [item for key, item in predicted.items() if key not in annotated]
    missed = [item for key, item in annotated.items() if key not in predicted]
    for kind, item, other in near_misses(wrong, missed, kinds, fields):
        partners[place_of(item)] = place_of(other)
        kind_of_prediction[place_of(item)] = kind_of_reference[place_of(other)] = kind
    for item in wrong:
        kind_of_prediction.setdefault(place_of(item), "spurious")
    near = {}
    for item, span, other in _arguments_sharing_words(compared, missed, kind_of_reference, tokens):
        near[place_of(item)], partners[place_of(item)] = span, place_of(other)
        kind_of_prediction[place_of(item)] = kind_of_reference[place_of(other)] = "filler"
    for item in missed:
        kind_of_reference.setdefault(place_of(item), "missed")
    for place in compared.accepted:
        if kind_of_prediction.get(place) == "correct":
            kind_of_prediction[place] = kind_of_reference[partners[place]] = ACCEPTED_BY_TIER
    names = (*names, ACCEPTED_BY_TIER) if tiered else names
    return Mistakes(names, kind_of_prediction, kind_of_reference, partners, near)


def _arguments_sharing_words(
    compared: Comparison, missed: Sequence[Item], found: Mapping[Index, str], tokens: Sequence[str] | None
) -> Iterator[tuple[Item, Span, Item]]:
    """Yield each dropped argument that shares words with a missed reference, with its place and that reference."""
    if not compared.not_candidates:
        return
    key, page = key_of("trigger", "type", "label"), TokenizedText(tokens or ())
    left: dict[Hashable, list[Item]] = {}
    for item in missed:
        if place_of(item) not in found:
            left.setdefault(key(item), []).append(item)
    for item in compared.not_candidates:
        others = left.get(key(item), [])
        if others:
            places = page.places(item.text or "") if item.span is None else iter([item.span])
            for (start, end), other in product(islice(places, MAX_NEAR), others[:MAX_NEAR]):
                if other.span is not None and start < other.span[1] and other.span[0] < end:
                    others.remove(other)
                    yield item, (start, end), other
                    break


def _firsts(items: Iterable[Item], fields: Sequence[str]) -> tuple[dict[Hashable, Item], dict[Index, str]]:
    """Return the first of equal items by their compared parts, and the category of the others."""
    key, first, kinds = key_of(*fields), dict[Hashable, Item](), dict[Index, str]()
    for item in items:
        if first.setdefault(key(item), item) is not item:
            kinds[place_of(item)] = "duplicate"
    return first, kinds


def near_misses(
    wrong: Sequence[Item], missed: Sequence[Item], kinds: Mapping[str, str], fields: Sequence[str]
) -> Iterator[tuple[str, Item, Item]]:
    """Yield a wrong and a missed item that differ in one field, with the category of that field.

    Each item is used once. The first kind for which there is a partner decides, and among several partners their order.
    """
    for kind, wrong_field in kinds.items():
        key = key_of(*(name for name in fields if name != wrong_field))
        left: dict[Hashable, list[Item]] = {}
        for item in reversed(missed):
            left.setdefault(key(item), []).append(item)
        rest, taken = [], set()
        for item in wrong:
            others = left.get(key(item))
            if others:
                other = others.pop()
                taken.add(place_of(other))
                yield kind, item, other
            else:
                rest.append(item)
        wrong, missed = rest, [item for item in missed if place_of(item) not in taken]


DocumentPositions = Sequence[tuple[int, int]]
"""The row and the position in it of each event of a side."""


def item_records(
    mistakes: Mistakes,
    compared: Comparison,
    sides: Mapping[str, Sequence[Item]],
    positions: Mapping[str, DocumentPositions],
    tokens: Sequence[str] | None,
) -> Iterator[tuple[int, str, dict[str, Any], dict[str, Any] | None]]:
    """Yield the row, the side, the record and the outcome of each item; an item that takes no part has no outcome.

    A record has the index of the item, its category and its partner. The record of a prediction also has its span. In a
    document merged from several rows, a partner in another row is left out.
    """
    spans = {place_of(item): span for item, span in zip(compared.every, compared.spans, strict=True)}
    found = {other: place for place, other in mistakes.partners.items()}
    for side, other_side, kinds, partners in (
        ("predictions", "references", mistakes.predictions, mistakes.partners),
        ("references", "predictions", mistakes.references, found),
    ):
        for item in sides[side]:
            (row, event), kind = positions[side][item.event], kinds.get(place_of(item), "discarded")
            partner = partners.get(place_of(item))
            pair = None
            if partner is not None:
                other_row, other_event = positions[other_side][partner[0]]
                pair = (other_event, partner[1]) if other_row == row else None
            record: dict[str, Any] = {"event": event, "category": kind, "pair": None if pair is None else _short(pair)}
            if item.argument != NO_ARGUMENT:
                record["argument"] = item.argument
            if side == "predictions":
                span = mistakes.near.get(place_of(item)) or spans.get(place_of(item))
                record["span"] = None if span is None or is_beyond(span, tokens) else [*span]
                record["tier"] = compared.accepted.get(place_of(item))
            outcome = None
            if kind in OUTCOMES:
                outcome = {
                    "side": side,
                    "index": path_of((event, item.argument)),
                    "category": OUTCOMES[kind],
                    "partner": None if pair is None else path_of(pair),
                    "credit": float(kind in ("correct", ACCEPTED_BY_TIER)),
                }
            yield row, side, record, outcome


def path_of(place: Index) -> tuple[int, ...]:
    """Return the index of an item as outcomes write it: the number of an event, and of an argument in it."""
    return place[:1] if place[1] == NO_ARGUMENT else place


def _short(place: Index) -> int | list[int]:
    """Return the place of a trigger as a number, of an argument as two."""
    return place[0] if place[1] == NO_ARGUMENT else [*place]
