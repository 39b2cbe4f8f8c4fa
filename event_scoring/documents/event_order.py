"""Consequences of statements about the order of events: transitive reduction, and an order of time points.

Sets of nodes are kept as the bits of Python integers, so one operation serves a whole set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import TypeAlias

BEFORE = "before"
"""The first event ends before the second one starts."""
INCLUDES = "includes"
"""The second event starts and ends within the first."""

Edge: TypeAlias = "tuple[int, int]"
Statement: TypeAlias = "tuple[str, int, int]"
"""A relation, and two events by number."""


def reduce_edges(edges: Sequence[Edge], nodes: int) -> list[Edge]:
    """Return the edges that no path through a third node makes superfluous.

    In a graph without cycles this is the transitive reduction. A cycle of three or more nodes loses all its edges. A
    cycle of two nodes keeps both, as long as no other node is on a cycle with them.

    Examples:
        >>> reduce_edges([(0, 1), (1, 2), (0, 2)], 3)
        [(0, 1), (1, 2)]
    """
    component = strong_components(edges, nodes)
    ends = [(component[source], component[target]) for source, target in edges]
    size = [0] * nodes
    for number in component:
        size[number] += 1
    _, beyond = _closure(_adjacency_lists({pair for pair in ends if pair[0] != pair[1]}, nodes), range(nodes))

    def stays(first: int, second: int) -> bool:
        if first == second:
            return size[first] == 2
        return size[first] == size[second] == 1 and not beyond[first] >> second & 1

    return [edge for edge, pair in zip(edges, ends, strict=True) if stays(*pair)]


def strong_components(edges: Sequence[Edge], nodes: int) -> list[int]:
    """Return the number of each node's strongly connected component; edges between components lead to higher numbers.

    Examples:
        >>> strong_components([(2, 0), (0, 1), (1, 0)], 3)
        [1, 1, 0]
    """
    rank = _depth_first_rank(_adjacency_lists(edges, nodes))
    if all(rank[source] < rank[target] for source, target in edges):
        return rank
    # A node that is left and leads to the first of the nodes that are left is on a cycle with it (Kosaraju, 1978).
    back = _adjacency_lists(((target, source) for source, target in edges), nodes)
    component, components_found = [-1] * nodes, 0
    for first in _by_rank(rank):
        if component[first] < 0:
            component[first], members = components_found, [first]
            for node in members:
                for other in back[node]:
                    if component[other] < 0:
                        component[other] = components_found
                        members.append(other)
            components_found += 1
    return component


class PointOrder:
    """An order of the start and end points of events, built from statements in sequence.

    A statement that contradicts earlier ones has no effect on the order.

    Examples:
        >>> order = PointOrder(3, [(INCLUDES, 0, 1), (BEFORE, 0, 2), (BEFORE, 1, 2), (BEFORE, 2, 1)])
        >>> order.violated
        {3}
        >>> order.entails(BEFORE, 1, 2), order.entails(BEFORE, 2, 1)
        (True, False)
        >>> order.is_superfluous(BEFORE, 1, 2), order.is_superfluous(BEFORE, 0, 2)
        (True, False)
    """

    def __init__(self, events: int, statements: Sequence[Statement]) -> None:
        within = [(2 * event, 2 * event + 1) for event in range(events)]
        by_statement = [_point_edges(*statement) for statement in statements]
        edges = [*within, *chain.from_iterable(by_statement)]
        self.violated: set[int] = set()
        """The places of the statements that contradict earlier ones."""
        # The order is topological: a point precedes all that follow it.
        self._adjacency_lists = _adjacency_lists(edges, 2 * events)
        self._rank = _depth_first_rank(self._adjacency_lists)
        if any(self._rank[earlier] >= self._rank[later] for earlier, later in edges):
            self._enter(within, by_statement)
        self._after, self._beyond = _closure(self._adjacency_lists, _by_rank(self._rank))

    def _enter(self, within: Sequence[Edge], by_statement: Sequence[Sequence[Edge]]) -> None:
        """Take in the edges of one statement after the other, as far as they do not contradict those before them."""
        self._adjacency_lists, self._back = _adjacency_lists([], len(self._rank)), _adjacency_lists([], len(self._rank))
        for edge in within:
            self._connect(*edge)
        for place, edges in enumerate(by_statement):
            if any(self._leads(later, earlier) for earlier, later in edges):
                self.violated.add(place)
                continue
            for edge in edges:
                self._connect(*edge)

    def entailed(self, relation: str, first: int) -> int:
        """Return the second events for which the statement follows from the order: event i is bit 2i."""
        if relation == BEFORE:
            return self._after[2 * first + 1]
        return self._after[2 * first] & (self._before[2 * first + 1] >> 1)

    def entails(self, relation: str, first: int, second: int) -> bool:
        """Whether the order makes a statement true."""
        return bool(self.entailed(relation, first) >> 2 * second & 1)

    @cached_property
    def _before(self) -> list[int]:
        """The predecessors of each point, as bits."""
        edges = [(later, earlier) for earlier, points in enumerate(self._adjacency_lists) for later in points]
        return _closure(_adjacency_lists(edges, len(self._rank)), _by_rank(self._rank)[::-1])[0]

    def is_superfluous(self, relation: str, first: int, second: int) -> bool:
        """Whether an added statement follows from the others, including statements added later.

        Points are ordered without cycles, so an implied statement follows along a point in between. All superfluous
        statements may therefore be left out at once.
        """
        return all(self._beyond[earlier] >> later & 1 for earlier, later in _point_edges(relation, first, second))

    def _leads(self, earlier: int, later: int) -> bool:
        """Whether edges lead from one point to another, or both are one."""
        low, high = self._rank[earlier], self._rank[later]
        return low <= high and self._search(earlier, self._adjacency_lists, high, later) is None

    def _connect(self, earlier: int, later: int) -> None:
        """Add an edge that closes no cycle, and move points in the order as Pearce and Kelly (2006) do."""
        low, high = self._rank[later], self._rank[earlier]
        if low < high:
            following = self._search(later, self._adjacency_lists, high) or []
            leading = self._search(earlier, self._back, low, backwards=True) or []
            points = [*sorted(leading, key=self._rank.__getitem__), *sorted(following, key=self._rank.__getitem__)]
            for point, rank in zip(points, sorted(self._rank[point] for point in points), strict=True):
                self._rank[point] = rank
        self._adjacency_lists[earlier].append(later)
        self._back[later].append(earlier)

    def _search(
        self, start: int, edges: list[list[int]], bound: int, goal: int = -1, *, backwards: bool = False
    ) -> list[int] | None:
        """Return the points reached along edges up to a rank; None if the goal is among them."""
        if start == goal:
            return None
        found, seen = [start], {start}
        for point in found:
            for other in edges[point]:
                if other == goal:
                    return None
                if other not in seen and (self._rank[other] > bound if backwards else self._rank[other] < bound):
                    seen.add(other)
                    found.append(other)
        return found


def _point_edges(relation: str, first: int, second: int) -> tuple[Edge, ...]:
    """Return pairs of points, the earlier first; event i starts at point 2i and ends at 2i + 1."""
    if relation == BEFORE:
        return ((2 * first + 1, 2 * second),)
    return ((2 * first, 2 * second), (2 * second + 1, 2 * first + 1))


def _adjacency_lists(edges: Iterable[Edge], nodes: int) -> list[list[int]]:
    """Return the targets of the edges of each node."""
    onward: list[list[int]] = [[] for _ in range(nodes)]
    for source, target in edges:
        onward[source].append(target)
    return onward


def _depth_first_rank(onward: list[list[int]]) -> list[int]:
    """Return ranks of the nodes such that edges lead to higher ranks, if the graph has no cycles."""
    rank, left = [-1] * len(onward), len(onward)
    entered = [False] * len(onward)
    waiting = [*range(len(onward))]
    while waiting:
        node = waiting.pop()
        if node < 0:  # all to which ~node leads have their rank
            left -= 1
            rank[~node] = left
        elif not entered[node]:
            entered[node] = True
            if onward[node]:
                waiting.append(~node)
                waiting += onward[node]
            else:
                left -= 1
                rank[node] = left
    return rank


def _by_rank(rank: list[int]) -> list[int]:
    """Return the nodes in order of rank."""
    nodes = [0] * len(rank)
    for node, place in enumerate(rank):
        nodes[place] = node
    return nodes


def _closure(onward: list[list[int]], order: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return two bit sets for each node: all nodes it reaches, and those it reaches through another node.

    Edges must lead onward in the order.
    """
    after, beyond = [0] * len(onward), [0] * len(onward)
    for node in reversed(order):
        direct = further = 0
        for target in onward[node]:
            further |= after[target]
            direct |= 1 << target
        beyond[node], after[node] = further, direct | further
    return after, beyond
