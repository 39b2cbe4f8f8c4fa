"""Coreference scores by their definitions: loops over mentions, pairs of mentions and all assignments.

A side of a document is a list of sets of keys; mentions that are aligned have the same key on both sides.
Numbers are exact fractions.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

from tests.oracles.nugget_oracle import f1, mapping, prepared, ratio

Clusters = list[set[Any]]


def partitions(cluster: set[Any], others: Clusters) -> int:
    """Into how many parts the other side splits a cluster; what it does not have is a part each."""
    parts = [cluster & other for other in others if cluster & other]
    return len(parts) + len(cluster - set().union(*parts))


def muc(key: Clusters, response: Clusters) -> tuple[int, int]:
    """Vilain et al. (1995): the links that survive, and all of them."""
    return sum(len(c) - partitions(c, response) for c in key), sum(len(c) - 1 for c in key)


def b_cubed(key: Clusters, response: Clusters) -> tuple[Fraction, int]:
    """Bagga and Baldwin (1998), mention by mention; one without a partner earns nothing."""
    total = Fraction(0)
    for cluster in key:
        for mention in cluster:
            for other in response:
                if mention in other:
                    total += Fraction(len(cluster & other), len(cluster))
    return total, sum(map(len, key))


def ceaf(key: Clusters, response: Clusters, similarity: Any) -> Fraction:
    """Luo (2005): the best one-to-one assignment of clusters, by trying all."""
    few, many = sorted([key, response], key=len)
    return max(
        sum((Fraction(similarity(a, b)) for a, b in zip(few, chosen, strict=True)), Fraction(0))
        for chosen in permutations(many, len(few))
    )


def links(clusters: Clusters) -> tuple[set[Any], set[Any]]:
    """Pairs of mentions of one cluster, and of two."""
    mentions = [mention for cluster in clusters for mention in cluster]
    pairs = {frozenset(pair) for pair in combinations(mentions, 2)}
    same = {frozenset(pair) for cluster in clusters for pair in combinations(cluster, 2)}
    return same, pairs - same


def triple(right_p: Any, said: Any, right_r: Any, asked: Any) -> tuple[Fraction, Fraction, Fraction]:
    precision, recall = ratio(right_p, said), ratio(right_r, asked)
    return precision, recall, f1(precision, recall)


def lea(first: Clusters, second: Clusters) -> tuple[Fraction, Fraction]:
    """Links of each cluster that some cluster of the other side has, weighed by its size (Moosavi and Strube, 2016)."""

    def pairs(cluster: Any) -> set[Any]:
        return {frozenset((a, b)) for a in cluster for b in cluster if a != b or len(cluster) == 1}

    top = Fraction(0)
    for cluster in first:
        shared = sum(len(pairs(cluster) & pairs(other)) for other in second)
        top += len(cluster) * Fraction(shared, len(pairs(cluster)))
    return top, Fraction(sum(map(len, first)))


def score(documents: list[tuple[Clusters, Clusters]]) -> dict[str, Fraction]:
    """All scores of (response, key) documents, singletons included as clusters of one."""
    sums: dict[str, Any] = {}

    def add(name: str, value: Any) -> None:
        sums[name] = sums.get(name, Fraction(0)) + value

    for response, key in documents:
        for name, metric in (("muc", muc), ("b_cubed", b_cubed), ("lea", lea)):
            for side, (first, second) in (("r", (key, response)), ("p", (response, key))):
                top, bottom = metric(first, second)
                add(f"{name}_{side}_top", top)
                add(f"{name}_{side}_bottom", bottom)
        add("ceaf_m", ceaf(key, response, lambda a, b: len(a & b)))
        add("ceaf_e", ceaf(key, response, lambda a, b: Fraction(2 * len(a & b), len(a) + len(b))))
        for name, side in (("key", key), ("response", response)):
            add(f"{name}_mentions", sum(map(len, side)))
            add(f"{name}_clusters", len(side))
            for kind, pairs in zip(("links", "non_links"), links(side), strict=True):
                add(f"{name}_{kind}", len(pairs))
        for kind, ours, theirs in zip(("links", "non_links"), links(response), links(key), strict=True):
            add(f"shared_{kind}", len(ours & theirs))
    metrics = {
        name: triple(*(sums[f"{name}_{part}"] for part in ("p_top", "p_bottom", "r_top", "r_bottom")))
        for name in ("muc", "b_cubed", "lea")
    }
    for name, unit in (("ceaf_m", "mentions"), ("ceaf_e", "clusters")):
        metrics[name] = triple(sums[name], sums[f"response_{unit}"], sums[name], sums[f"key_{unit}"])
    of_kind = {
        kind: triple(*(sums[f"{part}_{kind}"] for part in ("shared", "response", "shared", "key")))
        for kind in ("links", "non_links")
    }
    kinds = [kind for kind in of_kind if sums[f"key_{kind}"]]
    metrics["blanc"] = tuple(ratio(sum(of_kind[kind][i] for kind in kinds), len(kinds)) for i in range(3))  # type: ignore[assignment]
    result = {
        f"{name}_{part}": value
        for name, values in metrics.items()
        for part, value in zip(("precision", "recall", "f1"), values, strict=True)
    }
    result["conll_f1"] = sum((result[f"{name}_f1"] for name in ("muc", "b_cubed", "ceaf_e")), Fraction(0)) / 3
    result["kbp_coreference_f1"] = (3 * result["conll_f1"] + result["blanc_f1"]) / 4
    return result


def align(system: list[Any], reference: list[Any], attributes: tuple[str, ...], threshold: float) -> dict[int, int]:
    """System mention -> reference mention: the greedy mapping of nuggets, kept where it is similar enough."""
    sides = (prepared(side, normalize=False, types=None) for side in (system, reference))
    options = {"normalize": False, "unannotated": "wildcard", "mapping": "one-to-one"}
    found = mapping(*sides, attributes, options)
    return {s: r for r, ((s, similar),) in found.items() if float(similar) >= threshold}


def aligned_clusters(
    system: dict[str, Any], reference: dict[str, Any], attributes: tuple[str, ...], threshold: float
) -> tuple[Clusters, Clusters]:
    """The clusters of both sides with singletons, aligned mentions under the reference's key."""
    partner = align(system["mentions"], reference["mentions"], attributes, threshold)
    sides = []
    for document, name in (
        (system, lambda row: ("r", partner[row]) if row in partner else ("s", row)),
        (reference, lambda row: ("r", row)),
    ):
        ids = {mention.get("id"): row for row, mention in enumerate(document["mentions"])}
        clusters = [{ids[member] for member in cluster} for cluster in document.get("clusters") or [] if cluster]
        inside = {row for cluster in clusters for row in cluster}
        clusters += [{row} for row in range(len(document["mentions"])) if row not in inside]
        sides.append([{name(row) for row in cluster} for cluster in clusters])
    return sides[0], sides[1]
