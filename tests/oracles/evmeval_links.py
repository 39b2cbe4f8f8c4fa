"""The links of EvmEval 1.8, written from its description alone: one link and one step at a time.

The order in which the links of one kind enter is left to chance there; here a random generator says it.
"""

from __future__ import annotations

import random
from typing import Any

from tests.oracles.coreference_oracle import align
from tests.oracles.nugget_oracle import canonical
from tests.oracles.sequencing_oracle import RUNS, Link, points
from tests.oracles.sequencing_oracle import mention_links as reduced_links

Document = dict[str, Any]


class RefusedError(Exception):
    """A link and its reverse."""


def mention_links(document: Document) -> dict[str, list[Link]]:
    """The reduced links of each kind as links of mentions, which are named by their row."""
    links = reduced_links(document, int)
    if any((kind, y, x) in of_kind for of_kind in links.values() for kind, x, y in of_kind):
        raise RefusedError
    return links


def partners(system: Document, reference: Document, mapping: str) -> dict[int, int]:
    """The greedy one-to-one mapping of mentions that agree in the attributes of ``mapping``."""
    names = () if mapping == "span" else tuple(mapping.split("_"))

    def spelt(mention: Document) -> Document:
        words = {name: canonical(mention[name]) for name in names}
        return {**mention, **{name: None if word == "notannotated" else word for name, word in words.items()}}

    return align([*map(spelt, system["mentions"])], [*map(spelt, reference["mentions"])], names, 0.0)


class Graph:
    def __init__(self) -> None:
        self.next: dict[Any, set[Any]] = {}

    def before(self, a: Any, b: Any) -> bool:
        seen: set[Any] = set()
        stack = [a]
        while stack:
            here = stack.pop()
            following = set(self.next.get(here, ()))
            if here[1] == "start":
                following.add((here[0], "end"))
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
    partner = partners(system, reference, mapping)
    sides = []
    for document, named in ((system, True), (reference, False)):
        by_kind, links = mention_links(document), list[Link]()
        for kind in RUNS[run]:
            links += chance.sample(by_kind[kind], len(by_kind[kind]))
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
    for run in RUNS:
        rows = [sums(system, reference, mapping, run, chance) for system, reference in corpus]
        if capped:
            rows = [(right, said, min(found, asked), asked) for right, said, found, asked in rows]
        right, said, found, asked = (sum(column) for column in zip(*rows, strict=True))
        precision, recall = right / said if said else 0.0, found / asked if asked else 0.0
        total = precision + recall
        result[f"{run}_precision"], result[f"{run}_recall"] = precision, recall
        result[f"{run}_f1"] = 2 * precision * recall / total if total else 0.0
    return result
