"""What became of each trigger and each argument of a document: one category for each item of both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from event_scoring.extraction.counting import Comparison, key_of
from event_scoring.extraction.documents.places import is_beyond
from event_scoring.extraction.items import Item

TRIGGER_MISTAKES = {"type": "label"}
ARGUMENT_MISTAKES = {"role": "label", "trigger": "trigger", "type": "type", "filler": "span"}
"""Kinds of errors in one field, and the field. Where a wrong answer fits several missed ones, the first of
these decides. A trigger at another place is a missed and a spurious one; an argument at another place may
be a wrong filler of its role."""
OTHER_KINDS = ("correct", "missed", "spurious", "duplicate", "discarded")
FORGIVEN = "forgiven"
"""Right by a tier of `match`, though it stands elsewhere than the reference."""
OF_PREDICTIONS = ("spurious", "duplicate", "discarded")
"""Kinds that are counted where a prediction has them; all others where a reference has them."""
OUTCOMES = {
    "correct": "right",
    FORGIVEN: "right",
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
        said = Counter(self.predictions.get(place_of(item), "discarded") for item in predictions)
        asked = Counter(self.references.get(place_of(item), "discarded") for item in references)
        return {kind: (said if kind in OF_PREDICTIONS else asked)[kind] for kind in self.kinds}

    def confusion(self, predictions: Sequence[Item], references: Sequence[Item]) -> list[dict[str, str]]:
        """Which label was predicted for each reference that was found, the label aside."""
        predicted = {self.partners[place_of(item)]: item.label for item in predictions if place_of(item) in self.partners}
        found = ("correct", FORGIVEN, self.kinds[1])
        return [
            {"reference": item.label, "prediction": predicted[place_of(item)]}
            for item in references
            if self.references.get(place_of(item)) in found
        ]


def place_of(item: Item) -> Index:
    """Where an item stands in its side."""
    return item.event, item.argument


def find_mistakes(compared: Comparison, kinds: Mapping[str, str]) -> Mistakes:
    """What became of each prediction and each reference that counts.

    Kinds are `TRIGGER_MISTAKES` or `ARGUMENT_MISTAKES`; the first is that of the label.
    """
    names = ("correct", *kinds, *OTHER_KINDS[1:])
    fields = tuple(dict.fromkeys(["trigger", *kinds.values()]))
    said, of_said = _firsts(compared.predictions, fields)
    asked, of_asked = _firsts(compared.references, fields)
    partners: dict[Index, Index] = {}
    for key, item in said.items():
        if key in asked:
            partners[place_of(item)] = place_of(asked[key])
            of_said[place_of(item)] = of_asked[place_of(asked[key])] = "correct"
    wrong = [item for key, item in said.items() if key not in asked]
    missed = [item for key, item in asked.items() if key not in said]
    for kind, item, other in near_misses(wrong, missed, kinds, fields):
        partners[place_of(item)] = place_of(other)
        of_said[place_of(item)] = of_asked[place_of(other)] = kind
    for item in wrong:
        of_said.setdefault(place_of(item), "spurious")
    for item in missed:
        of_asked.setdefault(place_of(item), "missed")
    for place in compared.accepted:
        if of_said.get(place) == "correct":
            of_said[place] = of_asked[partners[place]] = FORGIVEN
    names = (*names, FORGIVEN) if compared.tiered else names
    return Mistakes(names, of_said, of_asked, partners)


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


def category_lists(
    mistakes: Mistakes,
    predictions: Sequence[Item],
    references: Sequence[Item],
    compared: Comparison,
    tokens: Sequence[str] | None,
) -> dict[str, list[dict[str, Any]]]:
    """For each item of both sides its place, its category, its partner and, of predictions, where it stands."""
    found = {other: place for place, other in mistakes.partners.items()}
    rows: dict[str, list[dict[str, Any]]] = {"references": [], "predictions": []}
    for item in references:
        place = place_of(item)
        rows["references"].append(_named(place) | {
            "category": mistakes.references.get(place, "discarded"), "pair": _short(found.get(place))})  # fmt: skip
    for item in predictions:
        place = place_of(item)
        span = compared.spans.get(place)
        row = {
            "category": mistakes.predictions.get(place, "discarded"),
            "pair": _short(mistakes.partners.get(place)),
            "span": None if span is None or is_beyond(span, tokens) else [*span],
        }
        rows["predictions"].append(_named(place) | row | {"tier": compared.accepted.get(place)})
    return rows


def outcomes(mistakes: Mistakes) -> Iterator[dict[str, Any]]:
    """One for each item of both sides that takes part: category, partner and credit."""
    found = {other: place for place, other in mistakes.partners.items()}
    sides = (("predictions", mistakes.predictions, mistakes.partners), ("references", mistakes.references, found))
    for side, kinds, partners in sides:
        for place, kind in kinds.items():
            if kind in OUTCOMES:
                category, partner = OUTCOMES[kind], partners.get(place)
                yield {
                    "side": side,
                    "index": _index(place),
                    "category": category,
                    "partner": None if partner is None else _index(partner),
                    "credit": float(category == "right"),
                }


def _named(place: Index) -> dict[str, int]:
    return {"event": place[0]} if place[1] < 0 else {"event": place[0], "argument": place[1]}


def _index(place: Index) -> list[int]:
    return [place[0]] if place[1] < 0 else [*place]


def _short(place: Index | None) -> int | list[int] | None:
    """The place of a trigger as a number, of an argument as two."""
    if place is None:
        return None
    return place[0] if place[1] < 0 else [*place]
