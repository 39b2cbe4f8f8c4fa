"""What became of each trigger and each argument of a document: one category for each item of both sides."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from event_scoring.extraction.counting import key_of
from event_scoring.extraction.documents.first_free_places import is_beyond
from event_scoring.extraction.items import Item
from event_scoring.extraction.outcome import Comparison

TRIGGER_MISTAKES = {"type": "label"}
ARGUMENT_MISTAKES = {"role": "label", "trigger": "trigger", "type": "type", "filler": "span"}
"""Kinds of errors in one field, and the field. Where a wrong answer fits several missed ones, the first of
these decides. A trigger at another place is a missed and a spurious one; an argument at another place may
be a wrong filler of its role."""
OTHER_KINDS = ("correct", "missed", "spurious", "duplicate", "discarded")
ACCEPTED_BY_TIER = "forgiven"
"""Right by a tier of `match`, though it stands elsewhere than the reference."""
OF_PREDICTIONS = ("spurious", "duplicate", "discarded")
"""Kinds that are counted where a prediction has them; all others where a reference has them."""
OUTCOMES = {
    "correct": "right",
    ACCEPTED_BY_TIER: "right",
    "type": "wrong_type",
    "role": "wrong_role",
    "trigger": "other_words",
    "filler": "other_words",
    "missed": "missed",
    "spurious": "invented",
}
"""The categories of outcomes, which are the same for all tasks. Duplicate and discarded items have none: they take no
part."""
Index = tuple[int, int]
"""Event and argument; the argument of a trigger is -1."""
place_of: Callable[[Item], Index] = itemgetter(0, 1)
"""Where an item stands in its side."""


@dataclass
class Mistakes:
    """What became of triggers, or of the arguments of one mode."""

    kinds: tuple[str, ...]
    predictions: dict[Index, str]
    """The kind of each prediction that counts. Duplicate is one that says again what an earlier one says."""
    references: dict[Index, str]
    """The kind of each reference that counts: duplicate where an equal one stands before it."""
    partners: dict[Index, Index]
    """For each prediction that is compared with a reference the place of that."""

    def counts(self, predictions: Sequence[Item], references: Sequence[Item]) -> dict[str, int]:
        """How often each kind occurs among all items; a pair counts once, by its reference."""
        predicted = Counter(self.predictions.get(place_of(item), "discarded") for item in predictions)
        annotated = Counter(self.references.get(place_of(item), "discarded") for item in references)
        return {kind: (predicted if kind in OF_PREDICTIONS else annotated)[kind] for kind in self.kinds}

    def confusion(self, predictions: Sequence[Item], references: Sequence[Item]) -> list[dict[str, str]]:
        """Which label was predicted for each reference that was found, the label aside."""
        predicted = {
            self.partners[place_of(item)]: item.label for item in predictions if place_of(item) in self.partners
        }
        found = ("correct", ACCEPTED_BY_TIER, self.kinds[1])
        return [
            {"reference": item.label, "prediction": predicted[place_of(item)]}
            for item in references
            if self.references.get(place_of(item)) in found
        ]


def find_mistakes(compared: Comparison, kinds: Mapping[str, str]) -> Mistakes:
    """What became of each prediction and each reference that counts.

    Kinds are `TRIGGER_MISTAKES` or `ARGUMENT_MISTAKES`; the first is that of the label.
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
    for item in missed:
        kind_of_reference.setdefault(place_of(item), "missed")
    for place in compared.accepted:
        if kind_of_prediction.get(place) == "correct":
            kind_of_prediction[place] = kind_of_reference[partners[place]] = ACCEPTED_BY_TIER
    names = (*names, ACCEPTED_BY_TIER) if compared.tiered else names
    return Mistakes(names, kind_of_prediction, kind_of_reference, partners)


def _firsts(items: Iterable[Item], fields: Sequence[str]) -> tuple[dict[Hashable, Item], dict[Index, str]]:
    """The first of equal items by what is compared, and the kind of the others."""
    key, first, kinds = key_of(*fields), dict[Hashable, Item](), dict[Index, str]()
    for item in items:
        if first.setdefault(key(item), item) is not item:
            kinds[place_of(item)] = "duplicate"
    return first, kinds


def near_misses(
    wrong: Sequence[Item], missed: Sequence[Item], kinds: Mapping[str, str], fields: Sequence[str]
) -> Iterator[tuple[str, Item, Item]]:
    """Pairs of a wrong and a missed item that differ in one field, with the kind of that field; each item once.

    The first kind for which there is a partner decides, and among several partners their order.
    """
    for kind, field in kinds.items():
        key = key_of(*(name for name in fields if name != field))
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


Events = tuple[int, int]
"""Numbers of events: of the predictions and of the references."""


def category_lists(
    mistakes: Mistakes,
    sides: tuple[Sequence[Item], Sequence[Item]],
    compared: Comparison,
    tokens: Sequence[str] | None,
    starts: Events = (0, 0),
) -> dict[str, list[dict[str, Any]]]:
    """For each item of both sides its place, its category, its partner and, of predictions, where it stands.

    Where a document was made of several rows, ``starts`` are the numbers of the first events of this one among all, and
    a partner in another row has no place here.
    """
    predictions, references = sides
    spans = {place_of(item): span for item, span in zip(compared.every, compared.spans, strict=True)}
    found = {other: place for place, other in mistakes.partners.items()}
    ends = tuple(
        start + 1 + max((item.event for item in side), default=-1) for start, side in zip(starts, sides, strict=True)
    )
    rows: dict[str, list[dict[str, Any]]] = {"references": [], "predictions": []}
    for item in references:
        place = item.event + starts[1], item.argument
        category = mistakes.references.get(place, "discarded")
        pair = _short(_inside(found.get(place), starts[0], ends[0]))
        rows["references"].append({**_named(item), "category": category, "pair": pair})
    for item in predictions:
        place = item.event + starts[0], item.argument
        category, span = mistakes.predictions.get(place, "discarded"), spans.get(place)
        pair = _short(_inside(mistakes.partners.get(place), starts[1], ends[1]))
        stands = None if span is None or is_beyond(span, tokens) else [*span]
        row = {**_named(item), "category": category, "pair": pair, "span": stands}
        rows["predictions"].append(row | {"tier": compared.accepted.get(place)})
    return rows


def outcomes(mistakes: Mistakes, starts: Events = (0, 0), ends: Events | None = None) -> Iterator[dict[str, Any]]:
    """One for each item of both sides that takes part: category, partner and credit."""
    found = {other: place for place, other in mistakes.partners.items()}
    whole = ends or (sys.maxsize, sys.maxsize)
    sides = (("predictions", mistakes.predictions, mistakes.partners), ("references", mistakes.references, found))
    for side, (name, kinds, partners) in enumerate(sides):
        for place, kind in sorted(kinds.items()):
            own = _inside(place, starts[side], whole[side])
            if kind in OUTCOMES and own is not None:
                partner = _inside(partners.get(place), starts[1 - side], whole[1 - side])
                category = OUTCOMES[kind]
                yield {
                    "side": name,
                    "index": _index(own),
                    "category": category,
                    "partner": None if partner is None else _index(partner),
                    "credit": float(category == "right"),
                }


def _inside(place: Index | None, start: int, end: int) -> Index | None:
    """A place among the events from one number to another, counted from the first of them."""
    return (place[0] - start, place[1]) if place is not None and start <= place[0] < end else None


def _named(item: Item) -> dict[str, int]:
    return {"event": item.event} if item.argument < 0 else {"event": item.event, "argument": item.argument}


def _index(place: Index) -> list[int]:
    return [place[0]] if place[1] < 0 else [*place]


def _short(place: Index | None) -> int | list[int] | None:
    """The place of a trigger as a number, of an argument as two."""
    if place is None:
        return None
    return place[0] if place[1] < 0 else [*place]
