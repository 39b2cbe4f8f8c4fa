"""Sequencing as the description has it: links between mentions, entered one by one, with paths searched anew.

Slow and obvious; shares no code with the engine. ``order`` names the order of mentions within a document.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

Link = tuple[str, int, int]
RUNS = {"after": ("After",), "subevent": ("Subevent",), "sequencing": ("Subevent", "After")}


def reachable(edges: set[tuple[Any, Any]], start: Any) -> set[Any]:
    """Where one or more edges lead."""
    found: set[Any] = set()
    waiting = [start]
    while waiting:
        here = waiting.pop()
        for source, target in edges:
            if source == here and target not in found:
                found.add(target)
                waiting.append(target)
    return found


def mention_links(document: dict[str, Any], order: Callable[[int], Any]) -> dict[str, list[Link]]:
    """For each type, the reduced links of clusters as links of mentions."""
    rows = {mention.get("id"): row for row, mention in enumerate(document["mentions"])}
    cluster_of = {row: frozenset([row]) for row in range(len(document["mentions"]))}
    for cluster in document.get("clusters") or []:
        members = frozenset(rows[member] for member in cluster)
        cluster_of.update(dict.fromkeys(members, members))

    def place(cluster: frozenset[int]) -> Any:
        return min(order(row) for row in cluster)

    result = {}
    for kind in ("Subevent", "After"):
        edges = {
            (cluster_of[rows[link["source"]]], cluster_of[rows[link["target"]]])
            for link in document.get("links") or []
            if link["type"] == kind
        }
        edges = {(a, b) for a, b in edges if a != b}
        nodes = {node for edge in edges for node in edge}
        kept = [
            (a, b)
            for a, b in edges
            if not any(t in reachable(edges, a) and b in reachable(edges, t) for t in nodes - {a, b})
        ]
        kept.sort(key=lambda edge: (place(edge[0]), place(edge[1])))
        result[kind] = [(kind, x, y) for a, b in kept for x, y in product(sorted(a), sorted(b))]
    return result


def points(link: Link) -> list[tuple[Any, Any]]:
    kind, x, y = link
    if kind == "After":
        return [((x, "end"), (y, "start"))]
    return [((x, "start"), (y, "start")), ((y, "end"), (x, "end"))]


def entails(edges: set[tuple[Any, Any]], link: Link) -> bool:
    return all(later in reachable(edges, earlier) for earlier, later in points(link))


def enter(links: dict[str, list[Link]]) -> tuple[list[Link], set[tuple[Any, Any]]]:
    """The links that stay, and the order of points that they make; one kind of links enters after the other."""
    edges = {((x, "start"), (x, "end")) for kind in links for link in links[kind] for x in link[1:]}
    kept = []
    for of_kind in links.values():
        before = set(edges)
        violated = []
        for link in of_kind:
            if any(earlier in reachable(edges, later) for earlier, later in points(link)):
                violated.append(link)
            else:
                edges |= set(points(link))
        entered = [link for link in of_kind if link not in violated]
        kept += [
            link
            for link in of_kind
            if link in violated
            or not entails(before.union(*(points(other) for other in entered if other != link)), link)
        ]
    return kept, edges


def score(documents: list[tuple[Any, Any, dict[int, int]]], order: Callable[[Any], Any]) -> dict[str, Fraction]:
    """Scores of (system, reference, alignment of system rows to reference rows)."""
    result: dict[str, Fraction] = {}
    for run, kinds in RUNS.items():
        said = asked = right = found = Fraction(0)
        for system, reference, partner in documents:
            of_system = mention_links(system, lambda row, system=system: (order(system["mentions"][row]), row))
            of_reference = mention_links(
                reference, lambda row, reference=reference: (order(reference["mentions"][row]), row)
            )
            ours, our_order = enter({kind: of_system[kind] for kind in kinds})
            theirs, their_order = enter({kind: of_reference[kind] for kind in kinds})
            name = {row: partner.get(row, ("system", row)) for row in range(len(system["mentions"]))}
            ours = [(kind, name[x], name[y]) for kind, x, y in ours]  # type: ignore[misc]
            our_order = {((name[x], i), (name[y], j)) for (x, i), (y, j) in our_order}
            matched = sum(link in theirs or entails(their_order, link) for link in ours)
            recalled = sum(link in ours or entails(our_order, link) for link in theirs)
            implied = sum(link not in theirs and entails(their_order, link) for link in ours)
            common = len({x for link in ours for x in link[1:]} & {x for link in theirs for x in link[1:]})
            free = 1 + Fraction(common * (common - 1), 2) - recalled
            weight = Fraction(99, 100) / free if free > 0 else Fraction(0)
            said, asked = said + len(ours), asked + len(theirs)
            right, found = right + matched, found + min(recalled + weight * implied, Fraction(len(theirs)))
        precision = right / said if said else Fraction(0)
        recall = found / asked if asked else Fraction(0)
        result[f"{run}_precision"], result[f"{run}_recall"] = precision, recall
        total = precision + recall
        result[f"{run}_f1"] = 2 * precision * recall / total if total else Fraction(0)
    return result
