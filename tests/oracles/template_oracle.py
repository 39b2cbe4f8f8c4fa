"""Template scores by trying every alignment and comparing every fill."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

Alignment = dict[int, int]
HALF = Fraction(1, 2)


def slots(template: dict[str, Any]) -> dict[str, set[tuple[bool, str]]]:
    """For each slot its fills: whether it is a pointer, and the text."""
    found: dict[str, set[tuple[bool, str]]] = defaultdict(set)
    for slot in template["slots"]:
        found[slot["name"]] |= {(bool(slot.get("pointer")), value) for value in slot["values"]}
    return {name: fills for name, fills in found.items() if fills}


class Document:
    """The two sides of a document, with what fills agree under an alignment of system to reference rows."""

    def __init__(self, system: Any, reference: Any, partial: bool) -> None:
        self.sides = (system["templates"], reference["templates"])
        self.slots = [[slots(template) for template in side] for side in self.sides]
        self.rows = [{template.get("id"): row for row, template in enumerate(side)} for side in self.sides]
        self.partial = partial

    def agree(self, ours: tuple[bool, str], theirs: tuple[bool, str], alignment: Alignment) -> bool:
        if ours[0] != theirs[0]:
            return False
        if not ours[0]:
            return ours[1] == theirs[1]
        return alignment.get(self.rows[0][ours[1]]) == self.rows[1][theirs[1]]

    def compare(self, s: int, r: int, alignment: Alignment) -> dict[str, list[tuple[Any, Any]]]:
        """The correct and the partly correct pairs of fills of two templates."""
        result: dict[str, list[tuple[Any, Any]]] = {"correct": [], "partial": []}
        for name in self.slots[0][s].keys() & self.slots[1][r].keys():
            ours, theirs = self.slots[0][s][name], self.slots[1][r][name]
            exact = [(a, b) for a in ours for b in theirs if self.agree(a, b, alignment)]
            result["correct"] += [((name, a), (name, b)) for a, b in exact]
            if self.partial:
                left = [a for a in ours if not a[0] and a not in [pair[0] for pair in exact]]
                right = [b for b in theirs if not b[0] and b not in [pair[1] for pair in exact]]
                result["partial"] += [((name, a), (name, b)) for a, b in most_partial(left, right)]
        return result

    def worth(self, s: int, r: int, alignment: Alignment) -> Fraction:
        """Return the credit of a pair, 0 without an equal value."""
        found = self.compare(s, r, alignment)
        return len(found["correct"]) + HALF * len(found["partial"]) if found["correct"] else Fraction(0)

    def pairs(self) -> list[tuple[int, int]]:
        return [
            (s, r)
            for s, ours in enumerate(self.sides[0])
            for r, theirs in enumerate(self.sides[1])
            if ours["type"] == theirs["type"]
        ]

    def total(self, alignment: Alignment) -> Fraction:
        return sum((self.worth(s, r, alignment) for s, r in alignment.items()), Fraction(0))

    def all_alignments(self) -> Iterator[Alignment]:
        """Every one-to-one alignment whose pairs all share a value."""
        rows = range(len(self.sides[0]))
        targets = [*range(len(self.sides[1])), *[None] * len(self.sides[0])]
        allowed = set(self.pairs())
        for chosen in set(permutations(targets, len(rows))):
            alignment = {s: r for s, r in zip(rows, chosen, strict=True) if r is not None}
            if allowed.issuperset(alignment.items()) and all(self.worth(s, r, alignment) for s, r in alignment.items()):
                yield alignment

    def optimal(self) -> Alignment:
        return max(self.all_alignments(), key=self.total)

    def greedy(self) -> Alignment:
        """Type by type, those that are pointed to first; the pair that shares most, again and again."""
        edges: dict[str, set[str]] = defaultdict(set)
        for side in (0, 1):
            for template, of_template in zip(self.sides[side], self.slots[side], strict=True):
                for is_pointer, value in (fill for fills in of_template.values() for fill in fills):
                    if is_pointer:
                        edges[template["type"]].add(self.sides[side][self.rows[side][value]]["type"])

        def reach(start: str) -> set[str]:
            found, waiting = {start}, [start]
            while waiting:
                new = edges[waiting.pop()] - found
                found |= new
                waiting += new
            return found

        def level(kind: str) -> int:
            below = [other for other in reach(kind) if kind not in reach(other)]
            return 1 + max(map(level, below), default=0)

        alignment: Alignment = {}
        kinds = {template["type"] for side in self.sides for template in side}
        for current in sorted({level(kind) for kind in kinds}):
            # The pairs aligned so far; pointers into the present round do not count.
            known = dict(alignment)
            ranked = [
                (-self.worth(s, r, known), s, r)
                for s, r in self.pairs()
                if level(self.sides[0][s]["type"]) == current and self.worth(s, r, known)
            ]
            for _, s, r in sorted(ranked):
                if s not in alignment and r not in alignment.values():
                    alignment[s] = r
        return alignment

    def count(self, alignment: Alignment) -> dict[str, int]:
        """The categories of all slots."""
        result = dict.fromkeys(("correct", "partial", "incorrect", "missing", "spurious"), 0)
        of_reference = {r: s for s, r in alignment.items()}
        lone = [(s, None) for s in range(len(self.sides[0])) if s not in alignment]
        for s, r in [*((of_reference.get(r), r) for r in range(len(self.sides[1]))), *lone]:
            said = {} if s is None else self.slots[0][s]
            asked = {} if r is None else self.slots[1][r]
            matched = {"correct": [], "partial": []} if s is None or r is None else self.compare(s, r, alignment)
            used_s = {pair[0] for pairs in matched.values() for pair in pairs}
            used_r = {pair[1] for pairs in matched.values() for pair in pairs}
            result["correct"] += len(matched["correct"])
            result["partial"] += len(matched["partial"])
            for name in said.keys() | asked.keys():
                wrong = sum((name, fill) not in used_s for fill in said.get(name, ()))
                missed = sum(
                    (name, fill) not in used_r and not self.is_optional(r, name, fill) for fill in asked.get(name, ())
                )
                result["incorrect"] += min(wrong, missed)
                result["missing"] += missed - min(wrong, missed)
                result["spurious"] += wrong - min(wrong, missed)
        return result

    def is_optional(self, r: int, name: str, fill: tuple[bool, str]) -> bool:
        return all(
            slot.get("optional")
            for slot in self.sides[1][r]["slots"]
            if slot["name"] == name and (bool(slot.get("pointer")), fill[1]) == fill and fill[1] in slot["values"]
        )


def most_partial(left: list[Any], right: list[Any]) -> list[tuple[Any, Any]]:
    """Return the largest number of pairs of texts with a common word."""
    few, many, turned = (left, right, False) if len(left) <= len(right) else (right, left, True)
    best: list[tuple[Any, Any]] = []
    for chosen in permutations(many, len(few)):
        pairs = [(a, b) for a, b in zip(few, chosen, strict=True) if set(a[1].split()) & set(b[1].split())]
        best = max(best, pairs, key=len)
    return [(b, a) for a, b in best] if turned else best
