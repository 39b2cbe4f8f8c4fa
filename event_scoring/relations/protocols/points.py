"""Consequences of temporal relations: each interval has a start before its end, and points are ordered or equal.

A relation of two intervals is a few relations of their points. The closure is exact: two points are equal if equalities
join them. A point is before another if a path of equalities and orders leads there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from event_scoring.documents.errors import Description, InputError

MAX_INTERVALS = 1_000
"""Events and times of one side of a document that temporal relations may name."""
MAX_CLOSED_INTERVALS = 500
"""The largest number of intervals in one document if all implied pairs are added."""

Order = Literal["<", "=", ">"]
Constraint = tuple[int, Order, int]
"""A point of the source, how it lies to a point of the target, and that point: 0 is a start, 1 an end."""

START, END = 0, 1
DEFINITIONS: dict[str, tuple[Constraint, ...]] = {
    "BEFORE": ((END, "<", START),),
    "AFTER": ((START, ">", END),),
    "IBEFORE": ((END, "=", START),),
    "IAFTER": ((START, "=", END),),
    "INCLUDES": ((START, "<", START), (END, ">", END)),
    "IS_INCLUDED": ((START, ">", START), (END, "<", END)),
    "BEGINS": ((START, "=", START), (END, "<", END)),
    "BEGUN_BY": ((START, "=", START), (END, ">", END)),
    "ENDS": ((START, ">", START), (END, "=", END)),
    "ENDED_BY": ((START, "<", START), (END, "=", END)),
    "SIMULTANEOUS": ((START, "=", START), (END, "=", END)),
    "IDENTITY": ((START, "=", START), (END, "=", END)),
}
"""The relations of points that make each label."""


class Points:
    """Start and end points of intervals and their known order; `add` extends it, `order` reads it.

    Points are bits of integers. Equal points form a class with bit sets of the points before and behind it.

    Examples:
        >>> points = Points()
        >>> points.add("a", "BEFORE", "b")
        >>> points.add("b", "INCLUDES", "c")
        >>> points.follows("a", "BEFORE", "c"), points.follows("c", "BEFORE", "a"), points.excludes("c", "BEFORE", "a")
        (True, False, True)
    """

    def __init__(self) -> None:
        self.places: dict[str, int] = {}
        """The place of each interval's start; its end is the next."""
        self._class: list[int] = []
        self._members: list[int] = []
        self._before: list[int] = []
        self._behind: list[int] = []

    def __contains__(self, interval: str) -> bool:
        return interval in self.places

    def order(self, one: int, other: int) -> Order | None:
        """Return the order of two points, or None if it is unknown."""
        one, other = self._class[one], self._class[other]
        if one == other:
            return "="
        if self._behind[one] >> other & 1:
            return "<"
        return ">" if self._before[one] >> other & 1 else None

    def follows(self, source: str, label: str, target: str) -> bool:
        """Whether a relation is known to hold."""
        return self._compared(source, label, target) == {True}

    def excludes(self, source: str, label: str, target: str) -> bool:
        """Whether a relation is known not to hold."""
        return False in self._compared(source, label, target)

    def _compared(self, source: str, label: str, target: str) -> set[bool | None]:
        """Return the states of the point relations of a label: True (holds), False (fails) and None (unknown)."""
        if source not in self.places or target not in self.places:
            return {None}
        first, second = self.places[source], self.places[target]
        found: set[bool | None] = set()
        for one, order, other in DEFINITIONS[label]:
            known = self.order(first + one, second + other)
            found.add(None if known is None else known == order)
        return found

    def add(self, source: str, label: str, target: str) -> None:
        """Add a relation that is not excluded."""
        first, second = self._place(source), self._place(target)
        for one, order, other in DEFINITIONS[label]:
            if order == "=":
                self._unite(first + one, second + other)
            elif order == "<":
                self._put_before(first + one, second + other)
            else:
                self._put_before(second + other, first + one)

    def _place(self, interval: str) -> int:
        """Return the index of an interval's points; those of a new interval are added with the start before the end."""
        place = self.places.get(interval)
        if place is None:
            place = self.places[interval] = len(self._class)
            for point in (place, place + 1):
                self._class.append(point)
                self._members.append(1 << point)
                self._before.append(0)
                self._behind.append(0)
            self._put_before(place, place + 1)
        return place

    def _put_before(self, one: int, other: int) -> None:
        one, other = self._class[one], self._class[other]
        if self._behind[one] >> other & 1:
            return
        earlier = self._before[one] | self._members[one]
        later = self._behind[other] | self._members[other]
        for point in self._classes_in(earlier):
            self._behind[point] |= later
        for point in self._classes_in(later):
            self._before[point] |= earlier

    def _unite(self, one: int, other: int) -> None:
        one, other = self._class[one], self._class[other]
        if one == other:
            return
        members = self._members[one] | self._members[other]
        before = self._before[one] | self._before[other]
        behind = self._behind[one] | self._behind[other]
        for point in _bits(self._members[other]):
            self._class[point] = one
        self._members[one], self._before[one], self._behind[one] = members, before, behind
        for point in self._classes_in(before):
            self._behind[point] |= members | behind
        for point in self._classes_in(behind):
            self._before[point] |= members | before

    def _classes_in(self, points: int) -> Iterator[int]:
        """Yield the representative of each equality class among some points."""
        return (point for point in _bits(points) if self._class[point] == point)


def _bits(number: int) -> Iterator[int]:
    """Yield the indices of the set bits of a number.

    Examples:
        >>> [*_bits(0b1010)]
        [1, 3]
    """
    digits = bin(number)
    place = digits.rfind("1")
    last = len(digits) - 1
    while place > 1:
        yield last - place
        place = digits.rfind("1", 2, place)


def check_intervals(links: Iterable[tuple[str, str, str]], most: int, side: str, hint: str) -> None:
    """Raise an `InputError` where the temporal links of a document name more events and times than are compared."""
    named = {end for source, label, target in links if label in DEFINITIONS for end in (source, target)}
    if len(named) > most:
        wanted = f"at most {most:,} events and times in the temporal relations of a document"
        raise InputError((side, "relations"), wanted=wanted, got=Description(f"{len(named):,}"), hint=hint)


def closed_labels(labels: Mapping[tuple[str, str], str], side: str = "references") -> dict[tuple[str, str], str]:
    """Return the labels of pairs and those implied by them, for every pair in both directions.

    A label that contradicts earlier ones, or is not a temporal relation, stays but implies nothing.

    Examples:
        >>> closed_labels({("a", "b"): "BEFORE", ("b", "c"): "INCLUDES"})[("c", "a")]
        'AFTER'
    """
    links = [(source, label, target) for (source, target), label in labels.items() if source != target]
    check_intervals(links, MAX_CLOSED_INTERVALS, side, "leave out closure")
    points = Points()
    for source, label, target in links:
        if label in DEFINITIONS and not points.excludes(source, label, target):
            points.add(source, label, target)
    by_points = {tuple(points_of_definition(label)): label for label in DEFINITIONS if label != "IDENTITY"}
    found = dict(labels)
    for source, first in points.places.items():
        for target, second in points.places.items():
            if source != target and (source, target) not in found:
                known = tuple(points.order(first + one, second + other) for one, other in _ENDS)
                if known in by_points:
                    found[source, target] = by_points[known]
    return found


_ENDS = ((START, START), (START, END), (END, START), (END, END))


def points_of_definition(label: str) -> list[Order | None]:
    """Return the orders of the starts and ends of two intervals that a label implies: all four.

    Examples:
        >>> points_of_definition("BEGINS")
        ['=', '<', '>', '<']
    """
    points = Points()
    points.add("source", label, "target")
    first, second = points.places["source"], points.places["target"]
    return [points.order(first + one, second + other) for one, other in _ENDS]
