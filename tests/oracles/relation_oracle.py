"""Scores of relations by their descriptions: every slot looked at on its own, every closure made anew.

Documents are plain dicts. Pairs are found by searching lists from the end; what follows from temporal links is found
by trying all orders of points that are allowed (few intervals) and looking at what all of them share.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

Document = dict[str, Any]


def label_of(document: Document, source: str, target: str, unanswered: str) -> str:
    """The label that was written last for a pair."""
    for one in reversed(document.get("relations") or []):
        if (one["source"], one["target"]) == (source, target):
            return str(one["type"])
    return unanswered


def names_of(document: Document) -> list[str]:
    return [one[end] for one in document.get("relations") or [] for end in ("source", "target")]


def pair_scores(
    predictions: list[Document], references: list[Document], none: tuple[str, ...], every_pair: bool
) -> dict[str, Any]:
    """Slot by slot: what both sides say, and whether that counts."""
    unanswered = none[0] if none else ""
    right = said = asked = slots = equal = ignored = 0
    for system, gold in zip(predictions, references, strict=True):
        names = sorted({*names_of(system), *names_of(gold)})
        for source, target in product(names, names):
            wanted = label_of(gold, source, target, "(not there)")
            found = label_of(system, source, target, "(not there)")
            if wanted == "(not there)" and found == "(not there)":
                continue
            if wanted == "(not there)" and not every_pair:
                ignored += 1
                continue
            wanted = unanswered if wanted == "(not there)" else wanted
            found = unanswered if found == "(not there)" else found
            slots += 1
            equal += wanted == found
            is_wanted, is_found = (label != "" and label not in none for label in (wanted, found))
            asked += is_wanted
            said += is_found
            right += is_wanted and is_found and wanted == found
    return {
        **triple("", right, said, asked),
        **{"true_positives": right, "predictions": said, "references": asked},
        **{"pairs": slots, "ignored": ignored, "accuracy": divided(equal, slots)},
    }


def triple(name: str, right: float, said: float, asked: float, found: float | None = None) -> dict[str, float]:
    precision, recall = divided(right, said), divided(right if found is None else found, asked)
    return {
        f"{name}precision": precision,
        f"{name}recall": recall,
        f"{name}f1": divided(2 * precision * recall, precision + recall),
    }


def divided(top: float, bottom: float) -> float:
    return top / bottom if bottom else 0.0


def one_label(predictions: list[Document], references: list[Document], label: str) -> float:
    """The F1 of one label on the pairs of the references."""
    right = said = asked = 0
    for system, gold in zip(predictions, references, strict=True):
        for source, target in {(one["source"], one["target"]) for one in gold.get("relations") or []}:
            wanted = label_of(gold, source, target, "") == label
            found = label_of(system, source, target, "") == label
            asked, said, right = asked + wanted, said + found, right + (wanted and found)
    return triple("", right, said, asked)["f1"]


def causes(
    predictions: list[Document], references: list[Document], scope: str, directed: bool, candidates: str
) -> dict[str, Any]:
    """Every pair of events in turn: is it asked, is it a cause on either side?"""
    right = said = asked = 0
    for system, gold in zip(predictions, references, strict=True):
        sentence = {event["id"]: event["sentence"] for event in gold["events"]}
        done = set()
        for source, target in product(sentence, sentence):
            key = (source, target) if directed else tuple(sorted((source, target)))
            if source == target or key in done:
                continue
            done.add(key)
            if scope != "all" and (sentence[source] == sentence[target]) != (scope == "intra"):
                continue
            ways = [(source, target)] if directed else [(source, target), (target, source)]
            listed = any(label_of(gold, *way, "(not there)") != "(not there)" for way in ways)
            if candidates == "given" and not listed:
                continue
            wanted = any(label_of(gold, *way, "NULL") not in ("NULL", "NONE") for way in ways)
            found = any(label_of(system, *way, "NULL") not in ("NULL", "NONE") for way in ways)
            asked, said, right = asked + wanted, said + found, right + (wanted and found)
    return {**triple("", right, said, asked), "true_positives": right, "predictions": said, "references": asked}


def storyline(predictions: list[Document], references: list[Document]) -> dict[str, Any]:
    """Rows compared one by one."""
    counts = dict.fromkeys(["tp", "fp", "fn", "ttp", "tfp", "tfn"], 0)
    for system, gold in zip(predictions, references, strict=True):
        rows, others = (
            [(one["source"], one["target"], one["type"]) for one in side.get("relations") or []]
            for side in (system, gold)
        )
        for row in rows:
            counts["tp" if any(row[:2] == other[:2] for other in others) else "fp"] += 1
            counts["ttp" if any(row == other for other in others) else "tfp"] += 1
        for row in others:
            counts["fn"] += not any(row[:2] == other[:2] for other in rows)
            counts["tfn"] += not any(row == other for other in rows)
    c = counts
    return {
        **triple("pairs_", c["tp"], c["tp"] + c["fp"], c["tp"] + c["fn"]),
        **triple("typed_", c["ttp"], c["ttp"] + c["tfp"], c["ttp"] + c["tfn"]),
        **triple("typed_published_", c["ttp"], c["ttp"] + c["tfp"], c["ttp"] + c["fn"]),
        **{"true_positives": c["tp"], "false_positives": c["fp"], "false_negatives": c["fn"]},
        "typed_true_positives": c["ttp"],
    }


INVERSE = {
    "BEFORE": "AFTER",
    "IBEFORE": "IAFTER",
    "INCLUDES": "IS_INCLUDED",
    "BEGINS": "BEGUN_BY",
    "ENDS": "ENDED_BY",
}
INVERSE |= {other: one for one, other in INVERSE.items()}
INVERSE |= {label: label for label in ("SIMULTANEOUS", "IDENTITY", "VAGUE", "NONE", "OVERLAP")}

# How a source s-e and a target s2-e2 lie, as tests of four numbers, or of four columns of them.
HOLDS: dict[str, Any] = {
    "BEFORE": lambda s, e, s2, e2: e < s2,
    "AFTER": lambda s, e, s2, e2: s > e2,
    "IBEFORE": lambda s, e, s2, e2: e == s2,
    "IAFTER": lambda s, e, s2, e2: s == e2,
    "INCLUDES": lambda s, e, s2, e2: (s < s2) & (e > e2),
    "IS_INCLUDED": lambda s, e, s2, e2: (s > s2) & (e < e2),
    "BEGINS": lambda s, e, s2, e2: (s == s2) & (e < e2),
    "BEGUN_BY": lambda s, e, s2, e2: (s == s2) & (e > e2),
    "ENDS": lambda s, e, s2, e2: (e == e2) & (s > s2),
    "ENDED_BY": lambda s, e, s2, e2: (e == e2) & (s < s2),
    "SIMULTANEOUS": lambda s, e, s2, e2: (s == s2) & (e == e2),
    "IDENTITY": lambda s, e, s2, e2: (s == s2) & (e == e2),
}


@cache
def worlds(intervals: int) -> NDArray[np.int64]:
    """All ways in which the points of so many intervals may lie, each a row of places on a line: starts and ends."""
    lines: list[list[list[str]]] = [[]]
    for number in range(intervals):
        lines = [
            after
            for line in lines
            for before in with_point(line, f"start {number}")
            for after in with_point(before, f"end {number}")
            if place_of(after, f"start {number}") < place_of(after, f"end {number}")
        ]
    points = [f"{end} {one}" for one in range(intervals) for end in ("start", "end")]
    return np.array([[place_of(line, point) for point in points] for line in lines], dtype=np.int64)


def with_point(line: list[list[str]], point: str) -> list[list[list[str]]]:
    """The line with one more point: at each place that has points, and before, between and behind them."""
    joined = [[*line[:place], [*line[place], point], *line[place + 1 :]] for place in range(len(line))]
    return joined + [[*line[:place], [point], *line[place:]] for place in range(len(line) + 1)]


def place_of(line: list[list[str]], point: str) -> int:
    return next(place for place, points in enumerate(line) if point in points)


class Graph:
    """The links that entered, and the worlds in which all of them hold."""

    def __init__(self, names: list[str]) -> None:
        self.places = {name: place for place, name in enumerate(names)}
        self.worlds = worlds(len(names))
        self.known: set[str] = set()

    def holds(self, link: tuple[str, str, str]) -> NDArray[np.bool_]:
        """In which worlds a link holds."""
        source, label, target = link
        ends = [self.worlds[:, 2 * self.places[name] + end] for name in (source, target) for end in (0, 1)]
        found: NDArray[np.bool_] = HOLDS[label](*ends)
        return found

    def implies(self, link: tuple[str, str, str]) -> bool:
        return {link[0], link[2]} <= self.known and bool(self.holds(link).all())

    def add(self, link: tuple[str, str, str]) -> None:
        self.worlds = self.worlds[self.holds(link)]
        self.known |= {link[0], link[2]}


def read_links(document: Document) -> list[tuple[str, str, str]]:
    as_simultaneous = ("DURING", "DURING_INV")
    return [
        (one["source"], "SIMULTANEOUS" if one["type"] in as_simultaneous else one["type"], one["target"])
        for one in document.get("relations") or []
    ]


def timeline(links: list[tuple[str, str, str]], names: list[str], published: bool) -> tuple[Graph, list[Any]]:
    graph, entered, contradicting, seen = Graph(names), [], [], set()
    for link in links:
        if link in seen:
            continue
        seen.add(link)
        source, label, target = link
        both_known = {source, target} <= graph.known
        if (
            label not in HOLDS
            or (source == target and label not in ("SIMULTANEOUS", "IDENTITY"))
            or (label == "BEGINS" and published and both_known)
        ):
            contradicting.append(link)
        elif graph.implies(link):
            continue
        elif not graph.holds(link).any():
            contradicting.append(link)
        else:
            graph.add(link)
            entered.append(link)
    return graph, entered + contradicting


def awareness(
    predictions: list[Document], references: list[Document], reduced: bool = True, published: bool = True
) -> dict[str, Any]:
    """Links of each side that the other has written or that hold in all worlds of the other."""
    sums = [0, 0, 0, 0]
    for system, gold in zip(predictions, references, strict=True):
        names = sorted({*names_of(system), *names_of(gold)})
        sides = []
        for document in (system, gold):
            links = read_links(document)
            graph, kept = timeline(links, names, published)
            if not reduced:
                kept = links + [(t, INVERSE.get(label, label), s) for s, label, t in links if s != t]
            sides.append((links, graph, kept))
        for number in (0, 1):
            links, graph, _ = sides[1 - number]
            for source, label, target in sides[number][2]:
                turned = (target, INVERSE.get(label, label), source)
                written = (source, label, target) in links or (source != target and turned in links)
                by_closure = label in HOLDS and not (label == "BEGINS" and published)
                sums[2 * number] += written or (by_closure and graph.implies((source, label, target)))
                sums[2 * number + 1] += 1
    keys = ("precision_numerator", "precision_denominator", "recall_numerator", "recall_denominator")
    return {**triple("awareness_", sums[0], sums[1], sums[3], sums[2]), **dict(zip(keys, sums, strict=True))}


def caevo(predictions: list[Document], references: list[Document]) -> dict[str, Any]:
    """Compare each predicted link, turned into text order, with the references."""
    total = {"": [0, 0, 0], "non_vague_": [0, 0, 0]}
    for system, gold in zip(predictions, references, strict=True):
        if system.get("relations") is None:
            continue
        events = {one["id"]: (one["sentence"], one["token"]) for one in gold["events"]}
        times = {one["id"]: None if one.get("dct") else (one["sentence"], one["token"]) for one in gold["times"]}
        turned = []
        for one in system["relations"]:
            link = (one["source"], one["type"], one["target"])
            if must_turn(link[0], link[2], events, times):
                link = (link[2], INVERSE[link[1]], link[0])
            turned.append(link)
        wanted = [(one["source"], one["type"], one["target"]) for one in gold["relations"]]
        for link in turned:
            source, label, target = link
            right = any(link in (one, (one[2], INVERSE[one[1]], one[0])) for one in wanted)
            same_pair = [one[1] for one in wanted if (one[0], one[2]) == (source, target)]
            if right:
                total[""][0] += 1
                total["non_vague_"][0] += label != "VAGUE"
            elif same_pair:
                total[""][1] += 1
                total["non_vague_"][1] += same_pair[-1] != "VAGUE"
        for source, label, target in wanted:
            if not any((one[0], one[2]) == (source, target) for one in turned):
                total[""][2] += 1
                total["non_vague_"][2] += label != "VAGUE"
    found: dict[str, Any] = {}
    for name, (right, wrong, missed) in total.items():
        found |= triple(name, right, right + wrong, right + wrong + missed)
        found[f"{name}true_positives"] = right
        found[f"{name}predictions"], found[f"{name}references"] = right + wrong, right + wrong + missed
    return found


def must_turn(source: str, target: str, events: dict[str, Any], times: dict[str, Any]) -> bool:
    places = {**events, **times}
    first, second = places[source], places[target]
    if first is None or second is None:  # a document's date
        return first is None and second is not None
    if (source in events) == (target in events):
        return not first < second
    return bool(second < first)
