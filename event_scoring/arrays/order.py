"""What follows from statements about the order of events: closure, reduction, and an order of time points.

Sets of nodes are kept as the bits of Python integers, so one operation serves a whole set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

BEFORE = "before"
"""The first event ends before the second one starts."""
INCLUDES = "includes"
"""The second event starts and ends within the first."""


class Reachability:
    """The transitive closure of a directed graph that grows edge by edge; cycles are allowed.

    Examples:
        >>> graph = Reachability(3)
        >>> graph.connect(0, 1), graph.connect(1, 2)
        (None, None)
        >>> graph.reaches(0, 2), graph.reaches(2, 0), graph.reaches(1, 1)
        (True, False, False)
    """

    def __init__(self, nodes: int) -> None:
        self.after = [0] * nodes
        """For each node the nodes that a path of at least one edge leads to."""
        self.before = [0] * nodes
        """For each node the nodes from which such a path leads to it."""

    def connect(self, source: int, target: int) -> None:
        """Add an edge and all that follows from it."""
        if self.reaches(source, target):
            return
        sources = self.before[source] | 1 << source
        targets = self.after[target] | 1 << target
        for node in _bits(sources):
            self.after[node] |= targets
        for node in _bits(targets):
            self.before[node] |= sources

    def reaches(self, source: int, target: int) -> bool:
        """Whether a path of at least one edge leads from one node to the other."""
        return bool(self.after[source] >> target & 1)


def reduce_edges(edges: Sequence[tuple[int, int]], nodes: int) -> list[tuple[int, int]]:
    """The edges that no way round a third node makes superfluous.

    In a graph without cycles this is the transitive reduction. A cycle of three or more nodes loses all
    its edges; one of two nodes keeps both, as long as no other node is on a cycle with them.

    Examples:
        >>> reduce_edges([(0, 1), (1, 2), (0, 2)], 3)
        [(0, 1), (1, 2)]
    """
    graph = Reachability(nodes)
    for source, target in edges:
        graph.connect(source, target)
    kept = []
    for source, target in edges:
        ends = 1 << source | 1 << target
        if not graph.after[source] & graph.before[target] & ~ends:
            kept.append((source, target))
    return kept


class PointOrder:
    """An order of the start and end points of events, which statements enter one by one.

    Examples:
        >>> order = PointOrder(3)
        >>> order.add(INCLUDES, 0, 1), order.add(BEFORE, 0, 2)
        ('added', 'added')
        >>> order.entails(BEFORE, 1, 2)
        True
        >>> order.add(BEFORE, 1, 2), order.add(BEFORE, 2, 1)
        ('redundant', 'violated')
        >>> order.is_superfluous(BEFORE, 1, 2), order.is_superfluous(BEFORE, 0, 2)
        (True, False)
    """

    def __init__(self, events: int) -> None:
        self._points = Reachability(2 * events)
        for event in range(events):
            self._points.connect(2 * event, 2 * event + 1)

    def add(self, relation: str, first: int, second: int) -> str:
        """Enter a statement, unless it follows already ("redundant") or contradicts ("violated")."""
        if self.entails(relation, first, second):
            return "redundant"
        edges = _point_edges(relation, first, second)
        if any(earlier == later or self._points.reaches(later, earlier) for earlier, later in edges):
            return "violated"
        for earlier, later in edges:
            self._points.connect(earlier, later)
        return "added"

    def entails(self, relation: str, first: int, second: int) -> bool:
        """Whether the order makes a statement true."""
        return all(self._points.reaches(earlier, later) for earlier, later in _point_edges(relation, first, second))

    def is_superfluous(self, relation: str, first: int, second: int) -> bool:
        """Whether a statement that was entered follows from the others, be it that they came later.

        The points have no cycles, so what follows from others does so along a point in between, and
        all superfluous statements may be left out at once.
        """
        return all(
            self._points.after[earlier] & self._points.before[later]
            for earlier, later in _point_edges(relation, first, second)
        )


def _point_edges(relation: str, first: int, second: int) -> tuple[tuple[int, int], ...]:
    """Pairs of points, the earlier first; event i starts at point 2i and ends at 2i + 1."""
    if relation == BEFORE:
        return ((2 * first + 1, 2 * second),)
    return ((2 * first, 2 * second), (2 * second + 1, 2 * first + 1))


def _bits(mask: int) -> Iterator[int]:
    """The places of the ones of a non-negative integer, rising."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
