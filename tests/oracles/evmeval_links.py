"""The links of EvmEval 1.8, written from its description alone: one mention, one link, one step at a time.

The order in which the links of one kind enter is left to chance there; here a random generator says it. Shares no
code with the engine.
"""

from __future__ import annotations

import random
from typing import Any

Document = dict[str, Any]

KINDS = {"after": ("After",), "subevent": ("Subevent",), "sequencing": ("Subevent", "After")}


def canonical(text: str) -> str:
    return "".join(letter for letter in text if letter.isascii() and letter.isalnum()).lower()


def align(system: list[Document], reference: list[Document], mapping: str) -> dict[int, int]:
    """The greedy one-to-one mapping of mentions that agree in the attributes of ``mapping``."""
    names = [] if mapping == "span" else mapping.split("_")
    pairs = []
    for s, said in enumerate(system):
        for r, asked in enumerate(reference):
            shared = len(set(said["token_ids"]) & set(asked["token_ids"]))
            if shared:
                size = len(set(said["token_ids"])) + len(set(asked["token_ids"]))
                pairs.append((-2 * shared / size, s, r))
    partner: dict[int, int] = {}
    for _, s, r in sorted(pairs):
        wanted, found = ([canonical(side[name]) for name in names] for side in (reference[r], system[s]))
        good = all(asked in ("notannotated", said) for asked, said in zip(wanted, found, strict=True))
        if s not in partner and r not in partner.values() and good:
            partner[s] = r
    return partner


def closure(edges: set[tuple[int, int]], nodes: set[int]) -> dict[int, set[int]]:
    reach = {node: {node} for node in nodes}
    changed = True
    while changed:
        changed = False
        for a, b in edges:
            for node in nodes:
                if a in reach[node] and b not in reach[node]:
                    reach[node].add(b)
                    changed = True
    return reach


class RefusedError(Exception):
    """A link and its reverse."""


Link = tuple[str, Any, Any]


def mention_links(document: Document, kind: str) -> list[Link]:
    """Clusters, reduction, expansion; mentions by their row."""
    rows = {mention["id"]: row for row, mention in enumerate(document["mentions"])}
    clusters = [list(cluster) for cluster in document.get("clusters", [])]
    holder: dict[str, int] = {}
    for number, cluster in enumerate(clusters):
        for name in cluster:
            holder.setdefault(name, number)
    for name in rows:
        if name not in holder:
            holder[name] = len(clusters)
            clusters.append([name])
    edges = set()
    for link in document.get("links", []):
        if link["type"] == kind and holder[link["source"]] != holder[link["target"]]:
            edges.add((holder[link["source"]], holder[link["target"]]))
    nodes = {node for edge in edges for node in edge}
    reach = closure(edges, nodes)
    kept = [(a, b) for a, b in edges if not any(t in reach[a] and b in reach[t] for t in nodes - {a, b})]
    if any((b, a) in kept for a, b in kept):
        raise RefusedError
    return [(kind, rows[x], rows[y]) for a, b in kept for x in clusters[a] for y in clusters[b]]


def points(link: Link) -> list[tuple[Any, Any]]:
    kind, x, y = link
    return [((x, 1), (y, 0))] if kind == "After" else [((x, 0), (y, 0)), ((y, 1), (x, 1))]


class Graph:
    def __init__(self) -> None:
        self.next: dict[Any, set[Any]] = {}

    def before(self, a: Any, b: Any) -> bool:
        seen: set[Any] = set()
        stack = [a]
        while stack:
            here = stack.pop()
            following = set(self.next.get(here, ()))
            if here[1] == 0:
                following.add((here[0], 1))
            stack += following - seen
            seen |= following
        return b in seen

    def entails(self, link: Link) -> bool:
        return all(self.before(a, b) for a, b in points(link))

    def contradicts(self, link: Link) -> bool:
        return any(a == b or self.before(b, a) for a, b in points(link))

    def add(self, link: Link) -> None:
        for a, b in points(link):
            self.next.setdefault(a, set()).add(b)


def enter(links: list[Link]) -> tuple[list[Link], Graph]:
    graph, kept = Graph(), []
    for link in links:
        if graph.entails(link):
            continue
        if not graph.contradicts(link):
            graph.add(link)
        kept.append(link)
    return kept, graph


def sums(
    system: Document, reference: Document, mapping: str, run: str, chance: random.Random
) -> tuple[float, float, float, float]:
    """Right and predicted links, found and reference links of one document."""
    partner = align(system["mentions"], reference["mentions"], mapping)
    sides = []
    for document, named in ((system, True), (reference, False)):
        links: list[Link] = []
        for kind in KINDS[run]:
            of_kind = sorted(mention_links(document, kind))
            chance.shuffle(of_kind)
            links += of_kind
        if named:
            links = [(kind, *(partner.get(row, ("system", row)) for row in ends)) for kind, *ends in links]  # type: ignore[misc]
        sides.append((links, *enter(links)))
    (said_all, said, said_graph), (asked_all, asked, asked_graph) = sides
    right = sum(link in asked_all or asked_graph.entails(link) for link in said)
    found = sum(link in said_all or said_graph.entails(link) for link in asked)
    implied = sum(link not in asked and asked_graph.entails(link) for link in said)
    common = len({x for link in said for x in link[1:]} & {x for link in asked for x in link[1:]})
    free = 1 + common * (common - 1) / 2 - found
    return right, len(said), found + (0.99 / free * implied if implied else 0), len(asked)


def scores(
    corpus: list[tuple[Document, Document]], mapping: str, chance: random.Random, *, capped: bool = False
) -> dict[str, float]:
    """The scores of a corpus; ``capped`` finds no more of a document than there is, which EvmEval may."""
    result = {}
    for run in KINDS:
        rows = [sums(system, reference, mapping, run, chance) for system, reference in corpus]
        if capped:
            rows = [(right, said, min(found, asked), asked) for right, said, found, asked in rows]
        right, said, found, asked = (sum(column) for column in zip(*rows, strict=True))
        precision, recall = right / said if said else 0.0, found / asked if asked else 0.0
        total = precision + recall
        result[f"{run}_precision"], result[f"{run}_recall"] = precision, recall
        result[f"{run}_f1"] = 2 * precision * recall / total if total else 0.0
    return result
