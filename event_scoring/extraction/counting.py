"""The ways of counting: what is predicted, what is annotated, and what of it is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from event_scoring.extraction.items import Item


class Count(NamedTuple):
    """What makes one precision and recall in one document; how many of each is its length.

    What counts has a ``label``, or is a tuple of parts of which the last is the label.
    """

    right: Collection[Any]
    predicted: Collection[Any]
    wanted: Collection[Any]


Way: TypeAlias = Callable[[Sequence[Item], Sequence[Item], Sequence[str]], Count]
"""A way of counting: of predictions and references those that agree in some parts."""


def label_of(counted: Any) -> str:
    """The label of what counts."""
    label = getattr(counted, "label", None)
    return counted[-1] if label is None else label  # type: ignore[no-any-return]


@cache
def key_of(*parts: str) -> Callable[[Item], tuple[Hashable, ...]]:
    """What of an item is compared, such as ``("trigger", "type")``.

    Examples:
        >>> key_of("span", "label")(Item(0, 0, (1, 2), "Attack", (0, 1), "Agent"))
        ((0, 1), 'Agent')
    """
    places = [Item._fields.index(part) for part in parts]
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0, 0))


def as_sets(predictions: Iterable[Item], references: Iterable[Item], parts: Sequence[str]) -> Count:
    """Equal items count once on either side.

    Examples:
        >>> agent, victim = (Item(0, 0, (1, 2), "Attack", (0, 1), role) for role in ("Agent", "Victim"))
        >>> [len(part) for part in as_sets([agent, agent], [agent, victim], ("span", "label"))]
        [1, 1, 2]
    """
    key = key_of(*parts)
    predicted, wanted = set(map(key, predictions)), set(map(key, references))
    return Count(predicted & wanted, predicted, wanted)


def as_multisets(predictions: Sequence[Item], references: Sequence[Item], parts: Sequence[str]) -> Count:
    """Every item of either side counts; of several equal ones as many are right as both sides have."""
    key = key_of(*parts)
    predicted, wanted = [*map(key, predictions)], [*map(key, references)]
    if len(set(wanted)) == len(wanted):
        found = set(predicted)
        return Count(
            [item for item, one in zip(references, wanted, strict=True) if one in found], predictions, references
        )
    left = Counter(predicted)
    right = []
    for item, one in zip(references, wanted, strict=True):
        if left[one] > 0:
            left[one] -= 1
            right.append(item)
    return Count(right, predictions, references)


def as_lists(predictions: Sequence[Item], references: Sequence[Item], parts: Sequence[str]) -> Count:
    """Every prediction that equals some reference is right, so that several of one may be more than there are."""
    key = key_of(*parts)
    wanted = set(map(key, references))
    return Count([item for item in predictions if key(item) in wanted], predictions, references)


def by_first_reference(predictions: Sequence[Item], references: Sequence[Item], parts: Sequence[str]) -> Count:
    """Lists, where only the first reference at a span can have its type found.

    Examples:
        >>> die, attack = (Item(0, -1, (1, 2), kind, (1, 2), kind) for kind in ("Die", "Attack"))
        >>> len(by_first_reference([attack], [die, attack], ("trigger", "type")).right)
        0
    """
    return as_lists(predictions, distinct(references, ("trigger",)), parts)._replace(wanted=references)


def by_role_of_mention(predictions: Sequence[Item], references: Sequence[Item], parts: Sequence[str]) -> Count:
    """Mentions once for each of their roles, as many right as both sides have.

    Differs from OneIE: each reference is credited once, so that recall cannot exceed 1.

    Examples:
        >>> agent, victim = (Item(0, 0, (1, 2), "Attack", (0, 1), role) for role in ("Agent", "Victim"))
        >>> count = by_role_of_mention([agent, victim], [agent], ("span", "type"))
        >>> len(count.right), len(count.predicted), len(count.wanted)
        (1, 2, 1)
    """
    return as_multisets(distinct(predictions, (*parts, "label")), distinct(references, (*parts, "label")), parts)


def distinct(items: Iterable[Item], parts: Sequence[str]) -> list[Item]:
    """The first of equal items."""
    return [*_first_of_each(items, key_of(*parts)).values()]


def _first_of_each(items: Iterable[Item], key: Callable[[Item], Hashable]) -> dict[Hashable, Item]:
    first: dict[Hashable, Item] = {}
    for item in items:
        first.setdefault(key(item), item)
    return first
