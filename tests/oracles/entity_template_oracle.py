"""CEAF-REE, template F1 and CEAF-RME from their descriptions, by trying everything.

A document is a list of templates on each side; a template is (type, {role: [[mention]]}).
"""

from __future__ import annotations

import string
from functools import cache
from itertools import product

import numpy as np
from scipy.optimize import linear_sum_assignment

Template = tuple[str, dict[str, list[list[str]]]]
Sums = list[float]
"""Numerator and denominator of precision, numerator and denominator of recall."""


def normal(text: str) -> str:
    kept = "".join(letter for letter in text.lower() if letter not in string.punctuation)
    words, word = [], ""
    for letter in [*kept, ""]:
        if letter and (letter.isalnum() or letter == "_"):
            word += letter
        else:
            words += [" " if word in ("a", "an", "the") else word, letter]
            word = ""
    return " ".join("".join(words).split())


def normalized(document: list[Template]) -> list[Template]:
    return [
        (kind, {role: [[normal(text) for text in entity] for entity in entities] for role, entities in slots.items()})
        for kind, slots in document
    ]


def best_total(table: list[list[float]]) -> float:
    """The largest total of an assignment of rows to columns."""

    @cache
    def from_row(row: int, free: tuple[int, ...]) -> float:
        if row == len(table):
            return 0.0
        skipped = from_row(row + 1, free)
        return max(
            [skipped] + [table[row][c] + from_row(row + 1, tuple(other for other in free if other != c)) for c in free]
        )

    return from_row(0, tuple(range(len(table[0])))) if table else 0.0


def role_fillers(gold: list[Template], predicted: list[Template], strict: bool) -> dict[str, Sums]:
    """CEAF-REE of one document."""

    def alike(ours: list[str], theirs: list[str]) -> float:
        if strict:
            return float(all(text in theirs for text in ours))
        return sum(text in ours for text in theirs) / len(ours) if ours else 0.0

    found = {}
    said = predicted[0][1] if predicted else {}
    for role, entities in (gold[0][1] if gold else {}).items():
        ours = said.get(role, [])
        total = best_total([[alike(entity, theirs) for entity in ours] for theirs in entities])
        found[role] = [total, len(ours), total, len(entities)]
    return found


def mapped_fills(gold: list[Template], predicted: list[Template]) -> dict[str, Sums]:
    """Template F1 of one document: every mapping is tried, in order."""
    best: tuple[float, dict[str, Sums]] | None = None
    for mapping in product(range(len(gold) + 1), repeat=len(predicted)):
        used = [place for place in mapping if place < len(gold)]
        if len(used) != len(set(used)):
            continue
        sums: dict[str, Sums] = {}

        def add(slot: str, place: int, number: float, sums: dict[str, Sums] = sums) -> None:
            sums.setdefault(slot, [0.0] * 4)[place] += number

        for side, place in ((predicted, 1), (gold, 3)):
            for _, slots in side:
                add("incident_type", place, 1)
                for role, entities in slots.items():
                    add(role, place, len(entities))
        for (kind, slots), place in zip(predicted, mapping, strict=True):
            if place == len(gold) or kind not in gold[place][0]:
                continue
            add("incident_type", 0, 1)
            add("incident_type", 2, 1)
            for role, entities in slots.items():
                theirs = gold[place][1].get(role, [])
                inside = [[all(text in entity for text in ours) for entity in theirs] for ours in entities]
                add(role, 0, sum(any(row) for row in inside))
                add(role, 2, sum(any(row[column] for row in inside) for column in range(len(theirs))))
        right, said, found, asked = (sum(row[place] for row in sums.values()) for place in range(4))
        p, r = right / said if said else 0.0, found / asked if asked else 0.0
        f1 = 2 * p * r / (p + r) if p + r else 0.0
        if best is None or f1 > best[0]:
            best = (f1, sums)
    assert best is not None
    return best[1]


def words_in_common(first: list[str], second: list[str]) -> int:
    table = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i, one in enumerate(first):
        for j, two in enumerate(second):
            table[i + 1][j + 1] = table[i][j] + 1 if one == two else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


def soft(first: str, second: str) -> float:
    one, two = first.lower().split(), second.lower().split()
    if not one and not two:
        return 1.0
    return 1 - (len(one) + len(two) - 2 * words_in_common(one, two)) / (len(one) + len(two))


def merged(template: Template) -> Template:
    """A predicted template as FAMuS prepares it: the shortest text left goes into the next one that contains it."""
    kind, slots = template
    found: dict[str, list[list[str]]] = {}
    for role, entities in slots.items():
        left = [[text] for text in dict.fromkeys(entity[0] for entity in entities if entity)]
        alone = []
        while left:
            shortest = min(left, key=lambda texts: len(texts[0]))
            left.remove(shortest)
            holders = [texts for texts in left if shortest[0] in texts[0]]
            if holders:
                min(holders, key=lambda texts: len(texts[0])).extend(shortest)
            else:
                alone.append(shortest)
        found[role] = alone
    return kind, found


def aligned_entities(
    gold: list[Template],
    predicted: list[Template],
    similarity: str,
    count_empty: bool,
    by_entity: bool = False,
    merge: bool = False,
) -> Sums:
    """CEAF-RME of one document."""
    predicted = [merged(template) for template in predicted] if merge else predicted

    def entities(template: Template) -> list[list[tuple[str, str, str]]]:
        kind, slots = template
        return [[(kind, role, text) for text in entity] for role, filled in slots.items() for entity in filled]

    def value(g: Template, p: Template) -> tuple[float, float]:
        theirs, ours = entities(g), entities(p)
        if similarity == "phi-subset":
            hits = []
            for entity in ours:
                first = next((text for text in entity if any(text in other for other in theirs)), None)
                if first is not None:
                    hits.append(next(place for place, other in enumerate(theirs) if first in other))
            return float(len(hits)), float(len(set(hits)))
        if similarity == "phi-3":
            table = [[float(sum(text in other for text in entity)) for entity in ours] for other in theirs]
        else:
            table = [
                [
                    max([soft(a[2], b[2]) for a in other for b in entity if a[:2] == b[:2]], default=0.0)
                    for entity in ours
                ]
                for other in theirs
            ]
        total = best_total(table)
        return total, total

    kept = [template for template in predicted if any(template[1].values())]
    rows: list[Template] = []
    groups: list[int] = []
    for place, (kind, slots) in enumerate(gold):
        has_mention = any(entity for filled in slots.values() for entity in filled)
        labels = [label.strip() for label in kind.split("/")] if predicted and has_mention and "/" in kind else [kind]
        rows += [(label, slots) for label in labels]
        groups += [place] * len(labels)
    values = [[value(g, p) for p in kept] for g in rows]
    table = np.array([[cell[0] for cell in row] for row in values]).reshape(len(rows), len(kept))
    for group in set(groups):
        members = [row for row in range(len(rows)) if groups[row] == group]
        best = max(members, key=lambda row: (table[row].sum(), -row))
        for row in members:
            if row != best:
                table[row] = 0
    chosen = list(zip(*linear_sum_assignment(-table), strict=True)) if table.size else []
    right = float(sum(table[row, column] for row, column in chosen))
    if similarity == "phi-subset":
        found = float(sum(values[row][column][1] for row, column in chosen if table[row, column]))
        sizes = [sum(len(entities(template)) for template in side) for side in (kept, gold)]
    else:
        found = right
        sizes = [sum(map(len, (e for template in side for e in entities(template)))) for side in (kept, rows)]
        if by_entity:
            sizes = [sum(len(entities(template)) for template in side) for side in (kept, gold)]
    extra = float(count_empty and not gold and not kept)
    return [right + extra, sizes[0] + extra, found + extra, sizes[1] + extra]
