"""Counting where a predicted text may stand in several places: a one-to-one matching of as many as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from event_scoring.extraction.counting import Count, as_multisets, key_of
from event_scoring.extraction.items import Item, Span


def as_matched(
    predictions: Sequence[Item],
    references: Sequence[Item],
    parts: Sequence[str],
    trigger_places: Sequence[Sequence[Span]] | None = None,
    places: Sequence[Sequence[Span]] | None = None,
) -> Count:
    """Everything on either side counts; a one-to-one matching says how many are right.

    Where labels need not agree, items that differ in them alone are one, on both sides: a span with two labels is one
    span. The places of a prediction are those for which it, or its trigger, may stand: one, or, of a text, any that
    read so; None where all have spans. Of texts that differ in labels alone and may stand in several places as many
    count as are found there, and at least one.

    Examples:
        >>> fired = [Item(n, -1, (1, 2), kind, (1, 2), kind) for n, kind in enumerate(("Attack", "Die"))]
        >>> count = as_matched(fired, fired[:1], ("trigger",))
        >>> len(count.right), len(count.predicted), len(count.wanted)
        (1, 1, 1)
    """
    references = one_for_labels(references, parts)
    if trigger_places is None and places is None:
        return as_multisets(one_for_labels(predictions, parts), references, parts)
    trigger_places = [only_place(item.trigger) for item in predictions] if trigger_places is None else trigger_places
    places = [only_place(item.span) for item in predictions] if places is None else places
    kept = {(item.event, item.argument) for item in one_for_labels(stands(predictions, trigger_places, places), parts)}
    compared = [found for name, found in (("trigger", trigger_places), ("span", places)) if name in parts]
    if all(len(found) == 1 for side in compared for found in side):
        placed = [
            item._replace(trigger=trigger[0] if trigger else None, span=place[0] if place else None)
            for item, trigger, place in zip(predictions, trigger_places, places, strict=True)
            if (item.event, item.argument) in kept
        ]
        return as_multisets(placed, references, parts)
    others = key_of(*(part for part in parts if part not in ("trigger", "span")))
    key = key_of(*(part for part in ("trigger", "span") if part in parts))
    wanted: dict[Hashable, dict[Hashable, list[Item]]] = {}
    for item in references:
        wanted.setdefault(others(item), {}).setdefault(key(item), []).append(item)
    offers: dict[Hashable, dict[tuple[Sequence[Span], ...], list[Item]]] = {}
    for item, *alternatives in zip(predictions, *compared, strict=True):
        sides = tuple(map(tuple, alternatives))
        if len(sides[-1]) > 1 or (item.event, item.argument) in kept:
            offers.setdefault(others(item), {}).setdefault(sides, []).append(item)
    right: list[Item] = []
    predicted: list[Item] = []
    for group, kinds in offers.items():
        keys = wanted.get(group, {})
        of_kinds = [(len(items), _alternatives(sides, keys)) for sides, items in kinds.items()]
        taken = most_matched(of_kinds, {one: len(items) for one, items in keys.items()})
        for items, of_kind in zip(kinds.values(), taken, strict=True):
            firsts = sum((item.event, item.argument) in kept for item in items)
            predicted += items[: max(firsts, sum(of_kind.values()))]
        for one, items in keys.items():
            right += items[: sum(of_kind.get(one, 0) for of_kind in taken)]
    return Count(right, predicted, references)


def stands(
    items: Iterable[Item], trigger_places: Iterable[Sequence[Span]], places: Iterable[Sequence[Span]]
) -> list[Item]:
    """Items with what tells where they stand: the only place, else the text; of a trigger in doubt its event."""
    found = []
    for item, trigger, place in zip(items, trigger_places, places, strict=True):
        span: Any = place[0] if len(place) == 1 else " ".join((item.text or "").split())
        own: Any = span if item.argument < 0 else trigger[0] if len(trigger) == 1 else item.event
        is_same = own == item.trigger and span == item.span
        found.append(item if is_same else item._replace(trigger=own, span=span))
    return found


def one_for_labels(items: Sequence[Item], parts: Sequence[str]) -> Sequence[Item]:
    """The items that count where every item does: where labels need not agree, a span with two labels is one.

    Two events may share an argument: also where triggers need not agree, it counts once for each.
    """
    whole, compared = key_of("trigger", "type", "span", "label"), key_of(*dict.fromkeys(("trigger", *parts)))
    if len(set(map(compared, items))) == len(items):
        return items
    repeats: Counter[Hashable] = Counter()
    found: dict[Hashable, Item] = {}
    for item in items:
        one = whole(item)
        found.setdefault((*compared(item), repeats[one]), item)
        repeats[one] += 1
    return [*found.values()]


def only_place(span: Span | None) -> Sequence[Span]:
    """The places of what may stand at one span only."""
    return () if span is None else (span,)


def _alternatives(sides: Sequence[Any], keys: Mapping[Hashable, Any]) -> list[Hashable]:
    """Those of some keys, which are tuples of places, of which each place is among some."""
    if prod(map(len, sides)) < len(keys):
        return [key for key in product(*sides) if key in keys]
    allowed = [*map(set, sides)]
    return [key for key in keys if all(map(set.__contains__, allowed, key))]  # type: ignore[call-overload]


def most_matched(
    offers: Sequence[tuple[int, Sequence[Hashable]]], wanted: Mapping[Hashable, int]
) -> list[dict[Hashable, int]]:
    """How many of each key every kind takes in a one-to-one matching of as many as possible.

    Args:
        offers: How many there are of each kind, and the keys for which one of the kind may stand.
        wanted: How many there are of each key.

    Examples:
        >>> most_matched([(1, ["a", "b"]), (1, ["a"])], {"a": 1, "b": 1})
        [{'b': 1}, {'a': 1}]
    """
    free = dict(wanted)
    left = [number for number, _ in offers]
    taken: list[dict[Hashable, int]] = [{} for _ in offers]
    users: dict[Hashable, set[int]] = {}
    # Those with the fewest alternatives first: where the sets of alternatives lie within each other that is all.
    for place in sorted(range(len(offers)), key=lambda place: len(offers[place][1])):
        for key in offers[place][1]:
            number = min(left[place], free[key])
            if number:
                left[place] -= number
                free[key] -= number
                taken[place][key] = number
                users.setdefault(key, set()).add(place)
    dead: set[int] = set()
    for start in range(len(offers)):
        while left[start] and start not in dead:
            path = _augmenting_path(start, offers, free, users, dead)
            if path is None:
                break
            *steps, last = path
            for (place, key), (other, _) in zip(steps, [*steps[1:], last], strict=True):
                taken[place][key] = taken[place].get(key, 0) + 1
                users.setdefault(key, set()).add(place)
                taken[other][key] -= 1
                if not taken[other][key]:
                    users[key].discard(other)
            place, key = last
            taken[place][key] = taken[place].get(key, 0) + 1
            users.setdefault(key, set()).add(place)
            left[start], free[key] = left[start] - 1, free[key] - 1
    return [{key: number for key, number in of_kind.items() if number} for of_kind in taken]


def _augmenting_path(
    start: int,
    offers: Sequence[tuple[int, Sequence[Hashable]]],
    free: Mapping[Hashable, int],
    users: Mapping[Hashable, set[int]],
    dead: set[int],
) -> list[tuple[int, Hashable]] | None:
    """Kinds and the key that each takes anew, from one that has some left to a key that is free; None if there is none.

    Then all that was reached is of no use to others either.
    """
    came: dict[int, tuple[int, Hashable] | None] = {start: None}
    waiting, seen = [start], set[Hashable]()
    for place in waiting:
        for key in offers[place][1]:
            if key in seen:
                continue
            seen.add(key)
            if free[key]:
                path = [(place, key)]
                while (step := came[path[0][0]]) is not None:
                    path.insert(0, step)
                return path
            for other in users.get(key, ()):
                if other not in came and other not in dead:
                    came[other] = (place, key)
                    waiting.append(other)
    dead.update(came)
    return None
