"""A slow scorer of the BioNLP GE tasks (task 1, normalised answers), written from their description and on plain text.

It keeps nothing, builds the table of equal pairs by asking again and again, and knows neither the rule's records nor
its matching.
"""

from __future__ import annotations

from typing import Any

STOPS = " .!?,\"'"
Lines = list[str]


def parsed(a1: str, a2: str, equal: dict[str, str]) -> dict[str, list[Any]]:
    """By id: a term as [type, start, end, given], an event as [type, trigger, [(role, id)]]."""
    found: dict[str, list[Any]] = {}
    for text, given in ((a1, True), (a2, False)):
        for line in text.splitlines():
            name, _, rest = line.partition("\t")
            words = rest.partition("\t")[0].split()
            if name == "*":
                equal.update({other: words[1] for other in words[2:]})
            elif name[0] == "T" and name not in found:
                found[name] = [words[0], int(words[1]), int(words[2]), given]
            elif name[0] == "E":
                kind, trigger = words[0].split(":")
                arguments = []
                for word in words[1:]:
                    role, target = word.split(":")
                    if "Site" in role or "Loc" in role:
                        continue
                    role = "Theme" if role in ("Theme2", "Theme3", "Theme4", "Theme5", "Theme6") else role
                    arguments.append((role, equal.get(target, target)))
                found[name] = [kind, trigger, arguments]
    return found


def without_copies(found: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Remove one copy of an event at a time, until there is none."""
    while True:
        events = [name for name in found if name[0] == "E"]
        copies = [(one, other) for one in events for other in events if one != other and found[one] == found[other]]
        if not copies:
            return found
        gone, kept = sorted(copies[0], key=lambda name: int(name[1:]), reverse=True)
        del found[gone]
        for name in events:
            if name in found:
                kind, trigger, arguments = found[name]
                found[name] = [kind, trigger, [(role, kept if to == gone else to) for role, to in arguments]]


def room(text: str, marked: set[int], start: int, end: int) -> set[int]:
    """All places that a prediction may cover, for a reference from ``start`` to ``end``."""
    places = {start - 1, *range(start, end), end}
    place = start - 2
    while place >= 0 and text[place] not in STOPS and place not in marked:
        places.add(place)
        place -= 1
    place = end + 1
    while place < len(text) and text[place] not in STOPS and place not in marked:
        places.add(place)
        place += 1
    return places


class Pair:
    """Both sides of one document."""

    def __init__(self, text: str, a1: str, gold: str, answer: str, *, soft_span: bool, soft_nested: bool) -> None:
        equal: dict[str, str] = {}
        self.text, self.soft_span, self.soft_nested = text, soft_span, soft_nested
        self.gold = without_copies(parsed(a1, gold, equal))
        self.answer = without_copies(parsed(a1, answer, equal))
        self.marked = {place for one in self.gold.values() if len(one) == 4 for place in range(one[1], one[2])}

    def near(self, one: list[Any], other: list[Any]) -> bool:
        if not self.soft_span:
            return bool(one[1:3] == other[1:3])
        return set(range(one[1], one[2])) <= room(self.text, self.marked, other[1], other[2])

    def same(self, one: str, other: str, inside: bool = False) -> bool:
        left, right = self.answer[one], self.gold[other]
        if left[0] != right[0] or not self.near(self.answer[left[1]], self.gold[right[1]]):
            return False
        ours, theirs = left[2], right[2]
        if inside and self.soft_nested:
            ours, theirs = ([*map(tuple, self.cut(arguments))] for arguments in (ours, theirs))
        elif [role for role, _ in ours] != [role for role, _ in theirs]:
            return False
        if len(ours) != len(theirs):
            return False
        for (_, mine), (_, yours) in zip(ours, theirs, strict=True):
            if mine[0] != yours[0]:
                return False
            if mine[0] == "E" and not self.same(mine, yours, inside=True):
                return False
            if mine[0] == "T" and mine != yours:
                return False
        return True

    def cut(self, arguments: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Without what stands behind the last Theme."""
        while arguments and arguments[-1][0] != "Theme":
            arguments = arguments[:-1]
        return arguments

    def counts(self) -> dict[str, list[int]]:
        """By type: references, those found, predictions, those that are right."""
        table: dict[str, list[int]] = {}
        for name, one in self.gold.items():
            if name[0] == "E":
                row = table.setdefault(one[0], [0, 0, 0, 0])
                row[0] += 1
                row[1] += any(self.same(other, name) for other in self.answer if other[0] == "E")
        for name, one in self.answer.items():
            if name[0] == "E":
                row = table.setdefault(one[0], [0, 0, 0, 0])
                row[2] += 1
                row[3] += any(self.same(name, other) for other in self.gold if other[0] == "E")
        for row in table.values():
            surplus = max(row[3] - row[1], 0)
            row[2] -= surplus
            row[3] -= surplus
        return table
