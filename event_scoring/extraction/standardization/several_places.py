"""Counts of texts with several possible places: a maximum matching chooses one place for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from msgspec import structs

from event_scoring.extraction.counting import key_of
from event_scoring.extraction.items import Item, Span
from event_scoring.matching import Count, as_multisets, most_matched


def as_matched(
    predictions: Sequence[Item],
    references: Sequence[Item],
    parts: Sequence[str],
    trigger_places: Sequence[Sequence[Span]] | None = None,
    places: Sequence[Sequence[Span]] | None = None,
) -> Count:
    """Count all items of both sides; a one-to-one matching gives the number that is right.

    If labels need not agree, items that differ only in their labels are merged, on both sides. ``places`` and
    ``trigger_places`` list the possible spans of each prediction or its trigger: one span, or all spans with its text.
    They are None if all predictions have spans. Texts that differ only in labels and have several possible places count
    as often as they are found, and at least once.

    Examples:
        >>> fired = [Item(n, -1, (1, 2), kind, (1, 2), kind) for n, kind in enumerate(("Attack", "Die"))]
        >>> count = as_matched(fired, fired[:1], ("trigger",))
        >>> len(count.right), len(count.predicted), len(count.wanted)
        (1, 1, 1)
    """
    references = one_for_labels(references, parts)
    if trigger_places is None and places is None:
        return as_multisets(one_for_labels(predictions, parts), references, key_of(*parts))
    trigger_places = [only_place(item.trigger) for item in predictions] if trigger_places is None else trigger_places
    places = [only_place(item.span) for item in predictions] if places is None else places
    kept = {
        (item.event, item.argument) for item in one_for_labels(place_keys(predictions, trigger_places, places), parts)
    }
    compared = [found for name, found in (("trigger", trigger_places), ("span", places)) if name in parts]
    if all(len(found) == 1 for side in compared for found in side):
        placed = [
            structs.replace(item, trigger=trigger[0] if trigger else None, span=place[0] if place else None)
            for item, trigger, place in zip(predictions, trigger_places, places, strict=True)
            if (item.event, item.argument) in kept
        ]
        return as_multisets(placed, references, key_of(*parts))
    others = key_of(*(part for part in parts if part not in ("trigger", "span")))
    of_places = [part for part in ("trigger", "span") if part in parts]
    reference_groups: dict[Hashable, dict[Hashable, list[Item]]] = {}
    for item in references:
        reference_groups.setdefault(others(item), {}).setdefault(
            tuple(getattr(item, part) for part in of_places), []
        ).append(item)
    offers: dict[Hashable, dict[tuple[Sequence[Span], ...], list[Item]]] = {}
    for item, *alternatives in zip(predictions, *compared, strict=True):
        sides = tuple(map(tuple, alternatives))
        if len(sides[-1]) > 1 or (item.event, item.argument) in kept:
            offers.setdefault(others(item), {}).setdefault(sides, []).append(item)
    right: list[Item] = []
    predicted: list[Item] = []
    for group, kinds in offers.items():
        keys = reference_groups.get(group, {})
        of_kinds = [(len(items), _alternatives(sides, keys)) for sides, items in kinds.items()]
        taken = most_matched(of_kinds, {one: len(items) for one, items in keys.items()})
        for items, of_kind in zip(kinds.values(), taken, strict=True):
            firsts = sum((item.event, item.argument) in kept for item in items)
            predicted += items[: max(firsts, sum(of_kind.values()))]
        for one, items in keys.items():
            right += items[: sum(of_kind.get(one, 0) for of_kind in taken)]
    return Count(right, predicted, references)


def place_keys(
    items: Iterable[Item], trigger_places: Iterable[Sequence[Span]], places: Iterable[Sequence[Span]]
) -> list[Item]:
    """Replace each item's place by a key: its only place, else its text; of a trigger in doubt its event."""
    found = []
    for item, trigger, place in zip(items, trigger_places, places, strict=True):
        span: Any = place[0] if len(place) == 1 else " ".join((item.text or "").split())
        own: Any = span if item.argument < 0 else trigger[0] if len(trigger) == 1 else item.event
        is_same = own == item.trigger and span == item.span
        found.append(item if is_same else structs.replace(item, trigger=own, span=span))
    return found


def one_for_labels(items: Sequence[Item], parts: Sequence[str]) -> Sequence[Item]:
    """Return the items that count: if labels need not agree, a span with two labels counts once.

    Two events may share an argument: also where triggers need not agree, it counts once for each.
    """
    whole, compared = key_of("trigger", "type", "span", "label"), key_of(*dict.fromkeys(("trigger", *parts)))
    if len(set(map(compared, items))) == len(items):
        return items
    repeats: Counter[Hashable] = Counter()
    found: dict[Hashable, Item] = {}
    for item in items:
        one = whole(item)
        found.setdefault((compared(item), repeats[one]), item)
        repeats[one] += 1
    return [*found.values()]


def only_place(span: Span | None) -> Sequence[Span]:
    """Return the places of an item with a single possible span."""
    return () if span is None else (span,)


def _alternatives(sides: Sequence[Collection[Span]], keys: Mapping[Any, Any]) -> list[Hashable]:
    """Return the keys, which are tuples of spans, whose spans are all among the places of their sides."""
    if prod(map(len, sides)) < len(keys):
        return [key for key in product(*sides) if key in keys]
    allowed = [*map(set, sides)]
    return [key for key in keys if all(place in places for place, places in zip(key, allowed, strict=True))]
