"""The ways of counting: what is predicted, annotated, and right; and the outcome of a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from event_scoring.extraction.items import Document, Item, Span


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


class Comparison(NamedTuple):
    """The predictions, each at one span, and the references, from which mistakes are found."""

    predictions: Sequence[Item]
    """Those that count, on the places on which they stand and under the triggers under which they count."""
    references: Sequence[Item]
    """Those that count."""
    every: Sequence[Item]
    """Predictions, also such as do not count."""
    spans: Sequence[Span | None]
    """The span on which each of them stands, or that it lost to another."""
    accepted: Mapping[tuple[int, int], str] = {}
    """By event and argument the tier of `match` that accepted what is right though it stands elsewhere."""
    not_candidates: Sequence[Item] = ()
    """Arguments that standardization dropped because no candidate is at their place or reads like them, under the
    triggers under which they would count."""


def compared_links(
    predictions: Sequence[Item], references: Sequence[Item], trigger: str = "trigger", place: str = "span"
) -> Comparison:
    """Both sides' arguments without types: the named fields of an item tell its trigger and its place."""

    def links(items: Sequence[Item]) -> list[Item]:
        return [item._replace(trigger=getattr(item, trigger), type="", span=getattr(item, place)) for item in items]

    return Comparison(links(predictions), links(references), predictions, [item.span for item in predictions])


@dataclass
class Outcome:
    """What a convention counted of one document: of triggers, or of the arguments in one mode."""

    counts: Mapping[str, Count]
    """By score. Conventions that count no items have none, and all they add up is in `sums`."""
    discarded: Mapping[str, int] = field(default_factory=dict)
    """How many predictions were dropped, by reason: by standardization, or for their labels."""
    texts_not_found: Sequence[str] = ()
    """The texts of predictions that read like no candidate."""
    nothing: int = 0
    """How many predictions have a label that predicts nothing."""
    ignored_references: int = 0
    """How many reference arguments the mode leaves out."""
    ignored_predictions: int = 0
    sums: Mapping[str, float] = field(default_factory=dict)
    """More sums of the document. The keys are column names that do not yet name the mode."""
    lists: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    """Records of the document for `details`, under keys of the same kind."""
    used_triggers: Sequence[Item] = ()
    """The triggers of the system under which its arguments stand; of triggers only."""
    comparison: Comparison | None = None
    """What details tell of each prediction and each reference."""
    outcomes: Sequence[Mapping[str, Any]] = ()
    """What became of each item, where the rule itself says so and nothing is compared afterwards."""
    document: Document | None = None
    """The document that was counted, where it was made of the rows of one name."""
