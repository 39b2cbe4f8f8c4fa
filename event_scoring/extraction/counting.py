"""The ways of counting: what is predicted, what is annotated, and what of it is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

from event_scoring.extraction.items import Item


class Labelled(Protocol):
    """What counts under some label."""

    @property
    def label(self) -> str: ...


class Count(NamedTuple):
    """What makes one precision and recall in one document; how many of each is its length."""

    right: Sequence[Labelled]
    predicted: Sequence[Labelled]
    wanted: Sequence[Labelled]


@cache
def key_of(*parts: str) -> Callable[[Item], Hashable]:
    """What of an item is compared, such as ``("trigger", "type")``.

    Examples:
        >>> key_of("span", "label")(Item(0, 0, (1, 2), "Attack", (0, 1), "Agent"))
        ((0, 1), 'Agent')
    """
    return itemgetter(*(Item._fields.index(part) for part in parts))


def as_sets(predictions: Iterable[Item], references: Iterable[Item], parts: Sequence[str]) -> Count:
    """Equal items count once on either side."""
    key = key_of(*parts)
    predicted, wanted = _first_of_each(predictions, key), _first_of_each(references, key)
    right = [item for one, item in wanted.items() if one in predicted]
    return Count(right, [*predicted.values()], [*wanted.values()])


def as_multisets(predictions: Sequence[Item], references: Sequence[Item], parts: Sequence[str]) -> Count:
    """Every item of either side counts; of several equal ones as many are right as both sides have."""
    key = key_of(*parts)
    left = Counter(map(key, predictions))
    right = []
    for item in references:
        one = key(item)
        if left[one] > 0:
            left[one] -= 1
            right.append(item)
    return Count(right, predictions, references)


def as_lists(predictions: Sequence[Item], references: Sequence[Item], parts: Sequence[str]) -> Count:
    """Every prediction that equals some reference is right, so that several of one may be more than there are."""
    key = key_of(*parts)
    wanted = set(map(key, references))
    return Count([item for item in predictions if key(item) in wanted], predictions, references)


def distinct(items: Iterable[Item], parts: Sequence[str]) -> list[Item]:
    """The first of equal items."""
    return [*_first_of_each(items, key_of(*parts)).values()]


def _first_of_each(items: Iterable[Item], key: Callable[[Item], Hashable]) -> dict[Hashable, Item]:
    first: dict[Hashable, Item] = {}
    for item in items:
        first.setdefault(key(item), item)
    return first


class Comparison(NamedTuple):
    """Predictions that stand on one span each and the references, so that what is wrong with them can be told."""

    predictions: Sequence[Item]
    """Those that count, on the places on which they stand and under the triggers under which they count."""
    references: Sequence[Item]
    """Those that count."""
    spans: Mapping[tuple[int, int], tuple[int, int] | None]
    """For predictions, by event and argument, the span on which each stands, or that it lost to another."""
    accepted: Mapping[tuple[int, int], str] = {}
    """The tier of `match` that accepted what is right though it stands elsewhere."""


@dataclass
class Outcome:
    """What a convention counted of one document: of triggers, or of the arguments in one mode."""

    counts: Mapping[str, Count]
    """By score. Conventions that count no items have none, and all they add up is in `sums`."""
    discarded: Mapping[str, int] = field(default_factory=dict)
    """How many predictions standardization discarded, by reason."""
    ignored_references: int = 0
    """How many reference arguments the mode leaves out."""
    ignored_predictions: int = 0
    sums: Mapping[str, float] = field(default_factory=dict)
    """What it adds up beside precision and recall, by the name of the column without the mode."""
    lists: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    """What it keeps of each document for its details, by the name of the column without the mode."""
    used_triggers: Sequence[Item] = ()
    """The triggers of the system under which its arguments stand; of triggers only."""
    comparison: Comparison | None = None
