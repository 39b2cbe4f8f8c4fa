"""The ACE event value from its description, one pair at a time; shares no code with the engine."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

EPS = 1e-8
LEVELS = {"NAM": 1.0, "NOM": 0.5, "PRO": 0.1}
EVENT = {
    "type": 0.5,
    "subtype": 0.9,
    "modality": 0.75,
    "polarity": 1 - EPS,
    "genericity": 1 - EPS,
    "tense": 1 - EPS,
}


def mapping(costs: dict[tuple[Any, Any], float]) -> list[tuple[Any, Any]]:
    """The pairs that the published square table takes."""
    rows, columns = (list(dict.fromkeys(pair[place] for pair in costs)) for place in (0, 1))
    if not rows:
        return []
    if len(rows) == 1:
        return [min(costs, key=costs.__getitem__)]
    low = min(costs.values())
    size = max(len(rows), len(columns)) + 1
    table = np.full((size, size), -low * (1 + 1e-12))
    for (row, column), cost in costs.items():
        table[rows.index(row), columns.index(column)] = cost - low
    chosen = zip(*(places.tolist() for places in linear_sum_assignment(table)), strict=True)
    named = [(rows[r], columns[c]) for r, c in chosen if r < len(rows) and c < len(columns)]
    return [pair for pair in named if pair in costs]


def mapping_of_groups(costs: dict[tuple[Any, Any], float]) -> list[tuple[Any, Any]]:
    """The same, each connected group alone."""
    group: dict[Any, Any] = {}

    def root(node: Any) -> Any:
        while group.setdefault(node, node) != node:
            node = group[node]
        return node

    for row, column in costs:
        group[root(("row", row))] = root(("column", column))
    parts: dict[Any, dict[tuple[Any, Any], float]] = defaultdict(dict)
    for pair, cost in costs.items():
        parts[root(("row", pair[0]))][pair] = cost
    return [pair for part in parts.values() for pair in mapping(part)]


def overlap(first: tuple[int, int], second: tuple[int, int]) -> float:
    shared = min(first[1], second[1]) - max(first[0], second[0]) + 1
    return max(shared, 0) / (max(first[1] - first[0], second[1] - second[0]) + 1)


class Element:
    """An entity, value or time of one document, or one mention of it."""

    def __init__(self, kind: str, given: dict[str, Any], mentions: list[dict[str, Any]], key: Any) -> None:
        self.kind, self.key = kind, key
        self.labels = (given.get("type"), given.get("subtype"), given.get("class"))
        self.is_entity = kind == "entities"
        self.mentions = []
        for mention in mentions:
            ends = ("head_start", "head_end") if self.is_entity else ("start", "end")
            level = LEVELS[mention["level"]] if self.is_entity else 1.0
            role = mention.get("role") or given.get("type")
            traits = (level, role, bool(mention.get("metonymy"))) if self.is_entity else ()
            self.mentions.append((tuple(mention[end] for end in ends), level, traits))
        self.level = max(level for _, level, _ in self.mentions) if self.is_entity else 1.0
        self.raw = {"entities": float(given.get("class") == "SPC"), "values": 1.0, "timex2": 0.5}[kind]
        self.base = max(self.raw, EPS)
        self.scores = [level + EPS for _, level, _ in self.mentions]
        self.worth = self.base * (self.level if self.is_entity else sum(self.scores))


def mention_score(a: Any, b: Any, is_entity: bool) -> float | None:
    share = overlap(a[0], b[0])
    if share < 0.3:
        return None
    score = min(a[1], b[1]) + share * EPS
    for one, two in zip(a[2], b[2], strict=True):
        score *= 0.9 if is_entity and one != two else 1.0
    return score


class Document:
    """The elements and events of both sides of one document."""

    def __init__(self, reference: dict[str, Any], prediction: dict[str, Any], level: str) -> None:
        self.of_mentions = level == "mention"
        self.elements: list[dict[Any, Element]] = []
        self.events: list[list[dict[str, Any]]] = []
        for side, given in enumerate((reference, prediction)):
            single = self.of_mentions and side == 1
            elements: dict[Any, Element] = {}
            owner = {}
            for kind in ("entities", "values", "timex2"):
                for one in given.get(kind) or []:
                    for mention in one["mentions"]:
                        owner[mention.get("id")] = one["id"]
                        if single:
                            elements[mention.get("id")] = Element(kind, one, [mention], mention.get("id"))
                    if not single:
                        elements[one["id"]] = Element(kind, one, one["mentions"], (kind, one["id"]))
            events = []
            for event in given["events"]:
                labels = {name: event[name] for name in EVENT}
                if not self.of_mentions:
                    arguments = [(one["role"], one["refid"]) for one in event["arguments"]]
                    events.append((labels, arguments, [tuple(mention["extent"]) for mention in event["mentions"]]))
                    continue
                for mention in event["mentions"]:
                    pairs = [(one["role"], one["refid"]) for one in mention.get("arguments") or []]
                    if side == 0:
                        pairs = list(dict.fromkeys((role, owner[name]) for role, name in pairs))
                    events.append((labels, pairs, [tuple(mention["extent"])]))
            self.elements.append(elements)
            self.events.append(
                [{"labels": labels, "arguments": pairs, "extents": extents} for labels, pairs, extents in events]
            )
        self.near = {
            id(b)
            for b_element in self.elements[1].values()
            for b in b_element.mentions
            for a_element in self.elements[0].values()
            if a_element.kind == b_element.kind
            for a in a_element.mentions
            if mention_score(a, b, a_element.is_entity) is not None
        }
        self.values = {
            (r, t): value
            for (r, one), (t, two) in product(self.elements[0].items(), self.elements[1].items())
            if one.kind == two.kind and (value := self.pair_value(one, two)) is not None
        }

    def false(self, element: Element) -> list[float]:
        return [
            0.0 if id(mention) in self.near else -0.75 * score
            for mention, score in zip(element.mentions, element.scores, strict=True)
        ]

    def pair_value(self, r: Element, t: Element) -> float | None:
        alarms = self.false(t)
        scores = {
            (j, i): score
            for j, b in enumerate(t.mentions)
            for i, a in enumerate(r.mentions)
            if (score := mention_score(a, b, r.is_entity)) is not None
        }
        if not scores:
            return None
        chosen = mapping({(j, i): alarms[j] - score for (j, i), score in scores.items()})
        x = sum(alarms) - sum(alarms[j] - scores[j, i] for j, i in chosen)
        if r.is_entity:
            x = min(r.level, t.level) * x / sum(r.scores)
        weight = max(min(r.raw, t.raw), EPS)
        discounts = {"entities": (0.5, 0.9, 0.75), "values": (0.5, 0.9, 1.0), "timex2": (1.0, 1.0, 1.0)}[r.kind]
        for one, two, discount in zip(r.labels, t.labels, discounts, strict=True):
            weight *= discount if one != two else 1.0
        return weight * x

    def alarm(self, t: Element) -> float:
        y = sum(self.false(t))
        if t.is_entity:
            y = t.level * y / sum(t.scores)
        return max(0.75 * t.raw, EPS) * y


def event_value(
    references: list[dict[str, Any]],
    predictions: list[dict[str, Any]],
    level: str = "event",
    argument_pairs: str = "overlapping",
    event_pairs: str = "arguments",
) -> dict[str, float]:
    """Counts, costs and the worth of the references of a corpus."""
    documents = [Document(*pair, level) for pair in zip(references, predictions, strict=True)]
    kinds = {element.kind for document in documents for element in document.elements[0].values()}
    mapped: set[Any] = set()
    if level == "event":
        costs: dict[Any, float] = defaultdict(float)
        alarms: dict[Any, float] = defaultdict(float)
        for document in documents:
            for t in document.elements[1].values():
                alarms[t.key] += document.alarm(t)
            for (r, t), value in document.values.items():
                costs[document.elements[0][r].key, document.elements[1][t].key] -= value
        mapped = set(mapping_of_groups({pair: alarms[pair[1]] + cost for pair, cost in costs.items()}))
    found = dict.fromkeys(
        ["correct", "error", "miss", "false_alarm", "correct_cost", "error_cost", "miss_cost", "false_alarm_cost"], 0.0
    )
    found["reference_value"] = 0.0
    for document in documents:
        score_document(document, kinds if level == "event" else None, mapped, argument_pairs, event_pairs, found)
    return found


def score_document(
    document: Document, kinds: set[str] | None, mapped: set[Any], argument_pairs: str, event_pairs: str, found: Any
) -> None:
    ours, theirs = document.elements

    def is_mapped(r: Any, t: Any) -> bool:
        return (ours[r].key, theirs[t].key) in mapped

    def earned(side: int, event: dict[str, Any]) -> float:
        total = 0.0
        for _, name in event["arguments"]:
            element = document.elements[side][name]
            total += element.worth if side == 0 or kinds is None or element.kind in kinds else 0.0
        return total

    worth = [[earned(side, event) + EPS * len(event["extents"]) for event in document.events[side]] for side in (0, 1)]
    values, right = {}, {}
    for (i, ref), (j, sys) in product(enumerate(document.events[0]), enumerate(document.events[1])):
        gains = {
            (b, a): ((1.0 if role == other else 0.75), document.values[r, t])
            for a, (role, r) in enumerate(ref["arguments"])
            for b, (other, t) in enumerate(sys["arguments"])
            if document.values.get((r, t)) and (argument_pairs != "mapped" or is_mapped(r, t))
        }
        chosen = mapping({pair: -(g + 0.5) * m for pair, (g, m) in gains.items()})
        total = sum(gains[pair][0] * gains[pair][1] for pair in chosen)
        extents = {
            (a, b): overlap(one, two)
            for a, one in enumerate(ref["extents"])
            for b, two in enumerate(sys["extents"])
            if overlap(one, two) > 0
        }
        if event_pairs in ("arguments", "both") and ref["arguments"] and not gains:
            continue
        if (not gains or total == 0) and not extents:
            continue
        if (event_pairs in ("extents", "both") or kinds is None) and not extents:
            continue
        size = max(len(ref["extents"]), len(sys["extents"]))
        table = np.zeros((size, size))
        for (a, b), share in extents.items():
            table[a, b] = share
        extent = float(table[linear_sum_assignment(-table)].sum())
        discount = np.prod([weight for name, weight in EVENT.items() if ref["labels"][name] != sys["labels"][name]])
        if kinds is None:
            inner = sum(gains[b, a][0] * ours[ref["arguments"][a][1]].worth for b, a in chosen)
        else:
            inner = total - 0.5 * (earned(1, sys) - sum(gains[pair][1] for pair in chosen))
        values[i, j] = float(discount) * (inner + EPS * extent)
        right[i, j] = sum(is_mapped(ref["arguments"][a][1], sys["arguments"][b][1]) for b, a in chosen)
    pairs = mapping_of_groups({(i, j): -0.75 * worth[1][j] - value for (i, j), value in values.items()})
    partner = dict(pairs)
    for i, ref in enumerate(document.events[0]):
        found["reference_value"] += worth[0][i]
        if i not in partner:
            found["miss"] += 1
            found["miss_cost"] += worth[0][i]
            continue
        j = partner[i]
        same = ref["labels"] == document.events[1][j]["labels"] and right[i, j] == len(ref["arguments"])
        outcome = "correct" if same else "error"
        found[outcome] += 1
        found[f"{outcome}_cost"] += worth[0][i] - values[i, j]
    for j in set(range(len(document.events[1]))) - set(partner.values()):
        found["false_alarm"] += 1
        found["false_alarm_cost"] += 0.75 * worth[1][j]
