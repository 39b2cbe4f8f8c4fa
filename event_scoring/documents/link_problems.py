"""Contradictions among the After and Subevent links of one document."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from event_scoring.documents.event_order import BEFORE, INCLUDES, PointOrder, Statement, strong_components

RELATIONS = {"Subevent": INCLUDES, "After": BEFORE}
"""The temporal relation of each type of link. Links are added in the order of this dict."""


@dataclass(frozen=True)
class LinkProblem:
    """One problem of links, which are compared between clusters because they hold for whole clusters.

    Such documents can be scored. A link within a cluster and a cycle of three or more clusters are left out. A link
    that contradicts others implies no further links.
    """

    kind: str
    """"within" one cluster, a "cycle" of links of one type, or a "contradiction" between the two types."""
    link_type: str
    mentions: tuple[str, ...]
    """The two ends of the link, or for a cycle the mentions on it, in its direction."""
    rows: tuple[int, ...]
    """The indices of the links concerned."""
    refused: bool = False
    """Whether EvmEval's validator refuses the links: a cycle of two clusters that no third one is on."""

    @property
    def level(self) -> str:
        """The level by EvmEval's validator, which ignores links within a cluster and accepts longer cycles."""
        return "warning" if self.kind == "within" else "error" if self.refused else "note"

    @property
    def message(self) -> str:
        """The problem in a sentence."""
        names = ", ".join(self.mentions)
        if self.kind == "within":
            return f"{self.link_type} link between mentions of one cluster, which has no effect: {names}"
        if self.kind == "cycle":
            return f"cycle of {self.link_type} links: {names}, {self.mentions[0]}"
        return f"{self.link_type} link that contradicts the other links: {names}"


def link_problems(links: Sequence[tuple[str, str, str]], clusters: Iterable[Iterable[str]] = ()) -> list[LinkProblem]:
    """Return the problems of the links of one document: (type, source, target) of mention ids."""
    node: dict[str, int] = {}
    for number, members in enumerate(clusters):
        node.update((member, number) for member in members)
    numbers: dict[object, int] = {}
    edges = []
    for kind, *ends in links:
        source, target = (numbers.setdefault(node.get(end, end), len(numbers)) for end in ends)
        edges.append((kind, source, target))
    problems = [
        LinkProblem("within", kind, (links[row][1], links[row][2]), (row,))
        for row, (kind, source, target) in enumerate(edges)
        if source == target
    ]
    stated: list[int] = []
    for wanted in RELATIONS:
        rows = [row for row, (kind, source, target) in enumerate(edges) if kind == wanted and source != target]
        component = strong_components([edges[row][1:] for row in rows], len(numbers))
        circular: dict[int, list[int]] = {}
        for row in rows:
            _, source, target = edges[row]
            if component[source] == component[target]:
                circular.setdefault(component[source], []).append(row)
            else:
                stated.append(row)
        for group in circular.values():
            problems.append(_cycle_problem(wanted, links, {row: edges[row][1:] for row in group}))
    statements: list[Statement] = [(RELATIONS[edges[row][0]], *edges[row][1:]) for row in stated]
    violated = PointOrder(len(numbers), statements).violated
    contradicting = [stated[place] for place in sorted(violated)]
    problems.extend(LinkProblem("contradiction", links[row][0], links[row][1:], (row,)) for row in contradicting)
    return problems


_STARTS = 300
"""The largest number of links of a group of nodes from which a shortest cycle is searched."""


def _cycle_problem(kind: str, links: Sequence[tuple[str, str, str]], edges: dict[int, tuple[int, int]]) -> LinkProblem:
    """Return the problem of the shortest cycle among nodes that lie on cycles with each other."""
    onward: dict[int, list[int]] = {}
    for row, (source, _) in edges.items():
        onward.setdefault(source, []).append(row)
    cycle = min((_shortest_cycle(row, edges, onward) for row in list(edges)[:_STARTS]), key=len)
    return LinkProblem("cycle", kind, tuple(links[row][1] for row in cycle), tuple(cycle), refused=len(onward) == 2)


def _shortest_cycle(first: int, edges: dict[int, tuple[int, int]], onward: dict[int, list[int]]) -> list[int]:
    """Return the shortest cycle that begins with a link."""
    start, target = edges[first]
    came_by = {target: first}
    waiting = deque([target])
    while start not in came_by:
        for row in onward[waiting.popleft()]:
            if edges[row][1] not in came_by:
                came_by[edges[row][1]] = row
                waiting.append(edges[row][1])
    cycle = [came_by[start]]
    while cycle[-1] != first:
        cycle.append(came_by[edges[cycle[-1]][0]])
    return cycle[::-1]
