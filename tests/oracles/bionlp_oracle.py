"""A slow scorer of the BioNLP GE tasks, written from their description and on plain text.

It keeps nothing, builds the table of equal pairs by asking again and again, and knows neither the rule's records nor
its matching.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

STOPS = " .!?,\"'"
PLACES = {"AtLoc", "ToLoc", "FromLoc"}
ALIKE = {
    "Positive_regulation": "Regulation",
    "Negative_regulation": "Regulation",
    "Transcription": "Gene_expression",
    **dict.fromkeys(("Phosphorylation", "Ubiquitination", "Acetylation", "Deacetylation"), "Protein_modification"),
}
RANK = ["Theme", *(f"Theme{n}" for n in range(1, 7)), "Cause", "", "", "Site", *(f"Site{n}" for n in range(1, 7))]
RANK += ["CSite", "AtLoc", "ToLoc"]

Lines = list[str]
Table = dict[str, list[int]]


def normalized(answer: str) -> str:
    """The lines as a2-normalize writes them: equivalences first, arguments in order, Themes of a Binding by id."""
    lines = answer.splitlines()
    referred = {word.split(":")[1] for line in lines if line[0] == "E" for word in line.split("\t")[1].split()[1:]}
    written = []
    for line in sorted(lines, key=lambda line: "*TREM".index(line[0])):
        name, _, rest = line.partition("\t")
        if name == "*":
            members = rest.split()[1:]
            wanted = [member for member in members if member in referred]
            rest = " ".join(["Equiv", *wanted[-1:], *(member for member in members if member not in wanted)])
        elif name[0] == "E":
            head, *words = rest.split()
            words.sort(key=lambda word: RANK.index(word.split(":")[0]) if word.split(":")[0] in RANK else 0)
            rest = " ".join([head, *(binding(words) if head.startswith("Binding:") else words)])
        written.append(f"{name}\t{rest}\n")
    return "".join(written)


def binding(words: Lines) -> Lines:
    """The Themes of a Binding in the order of their ids, numbered, and behind them the Site of each."""
    numbered: dict[str, dict[int, str]] = {"Theme": {}, "Site": {}}
    for word in words:
        role, target = word.split(":")
        found = re.fullmatch(r"(Theme|Site)([1-6]?)", role)
        if found:
            numbered[found[1]].setdefault(int(found[2] or 1), target)
    order = sorted(numbered["Theme"], key=lambda number: int(numbered["Theme"][number][1:]))
    found_words = []
    for role in ("Theme", "Site"):
        for place, number in enumerate(order, 1):
            if number in numbered[role]:
                found_words.append(f"{role}{place if place > 1 else ''}:{numbered[role][number]}")
    return found_words


def parsed(a1: str, a2: str, equal: dict[str, str], task: int = 1) -> dict[str, list[Any]]:
    """By id: a term as [type, start, end, given], an event as [type, trigger, [(role, id)]], a modification as
    [type, None, [("", id)]].
    """
    found: dict[str, list[Any]] = {}
    for text, given in ((a1, True), (a2, False)):
        for line in text.splitlines():
            name, _, rest = line.partition("\t")
            words = rest.partition("\t")[0].split()
            if name == "*":
                equal.update({other: words[1] for other in words[2:]})
            elif name[0] == "T" and name not in found:
                found[name] = [words[0], int(words[1]), int(words[2]), given]
            elif name[0] == "M" and task == 3:
                found[name] = [words[0], None, [("", words[1])]]
            elif name[0] == "E":
                kind, trigger = words[0].split(":")
                arguments = []
                for word in words[1:]:
                    role, target = word.split(":")
                    if task != 2 and ("Site" in role or "Loc" in role):
                        continue
                    role = "Theme" if re.fullmatch("Theme[2-6]", role) else role
                    arguments.append((role, equal.get(target, target)))
                found[name] = [kind, trigger, arguments]
    return found


def without_copies(found: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Remove copies of events and modifications one at a time, until all are different."""
    while True:
        events = [name for name in found if name[0] in "EM"]
        copies = [(one, other) for one in events for other in events if one != other and found[one] == found[other]]
        if not copies:
            return found
        gone, kept = sorted(copies[0], key=lambda name: [int(part) for part in re.findall(r"\d+", name)], reverse=True)
        del found[gone]
        for name in found:
            if name[0] in "EM":
                kind, trigger, arguments = found[name]
                found[name] = [kind, trigger, [(role, kept if to == gone else to) for role, to in arguments]]


def pieces(found: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Every event cut into pieces of one argument, without copies and without what hangs on another role's piece."""
    whole = {name: one for name, one in found.items() if name[0] == "E"}
    cut = {name: one for name, one in found.items() if name[0] == "T"}

    def of(name: str) -> Iterator[tuple[str, list[Any]]]:
        kind, trigger, arguments = whole[name]
        for place, (role, to) in enumerate(arguments):
            for copy, target in enumerate([piece for piece, _ in of(to)] if to in whole else [to]):
                yield f"{name}-{place}-{copy}", [kind, trigger, [(role.rstrip("0123456789"), target)]]

    for name in whole:
        cut.update(of(name))
    cut = without_copies(cut)
    while True:
        hanging = [
            name
            for name, one in cut.items()
            if name[0] == "E" and (to := one[2][0][1])[0] == "E" and (to not in cut or cut[to][2][0][0] != "Theme")
        ]
        if not hanging:
            return cut
        for name in hanging:
            del cut[name]


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

    def __init__(
        self,
        text: str,
        a1: str,
        gold: str,
        answer: str,
        *,
        soft_span: bool,
        soft_nested: bool,
        any_trigger: bool = False,
        soft_types: bool = False,
        task: int = 1,
        later: bool = False,
        decompose: bool = False,
    ) -> None:
        equal: dict[str, str] = {}
        self.text, self.soft_span, self.soft_nested = text, soft_span or any_trigger, soft_nested and not decompose
        self.any_trigger, self.soft_types, self.decompose = any_trigger, soft_types and not decompose, decompose
        self.task, self.one_place = task, later and not decompose
        sides = [without_copies(parsed(a1, side, equal, task)) for side in (gold, answer)]
        self.gold, self.answer = [pieces(side) for side in sides] if decompose else sides
        self.marked = {place for one in self.gold.values() if len(one) == 4 for place in range(one[1], one[2])}

    def type_of(self, name: str) -> str:
        return ALIKE.get(name, name) if self.soft_types else name

    def near(self, one: list[Any], other: list[Any]) -> bool:
        if not self.soft_span:
            return bool(one[1:3] == other[1:3])
        return set(range(one[1], one[2])) <= room(self.text, self.marked, other[1], other[2])

    def role(self, argument: tuple[str, str]) -> str:
        return "a place" if self.one_place and argument[0] in PLACES else argument[0]

    def same_term(self, one: str, other: str) -> bool:
        mine, yours = self.answer[one], self.gold[other]
        if mine[3] or yours[3]:
            return one == other
        return bool(mine[0] == yours[0]) and self.near(mine, yours)

    def same(self, one: str, other: str, inside: bool = False) -> bool:
        left, right = self.answer[one], self.gold[other]
        if self.type_of(left[0]) != self.type_of(right[0]):
            return False
        if one[0] == "E" and not self.any_trigger and not self.near(self.answer[left[1]], self.gold[right[1]]):
            return False
        ours, theirs = left[2], right[2]
        if inside and self.soft_nested:
            ours, theirs = ([*map(tuple, self.cut(arguments))] for arguments in (ours, theirs))
        elif [*map(self.role, ours)] != [*map(self.role, theirs)]:
            return False
        if len(ours) != len(theirs):
            return False
        for (_, mine), (_, yours) in zip(ours, theirs, strict=True):
            if mine[0] != yours[0]:
                return False
            if mine[0] == "E" and not self.same(mine, yours, inside=True):
                return False
            if mine[0] == "T" and not self.same_term(mine, yours):
                return False
        return True

    def cut(self, arguments: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return the arguments up to the last Theme."""
        while arguments and arguments[-1][0] != "Theme":
            arguments = arguments[:-1]
        return arguments

    def counts(self) -> Table:
        """By type (of pieces: role and type): references, those found, predictions, those that are right."""
        table: Table = {}
        letter = "M" if self.task == 3 else "E"
        gold, answer = ([name for name in side if name[0] == letter] for side in (self.gold, self.answer))

        def row(one: list[Any]) -> list[int]:
            return table.setdefault(f"{one[2][0][0]}-{one[0]}" if self.decompose else one[0], [0, 0, 0, 0])

        for name in gold:
            mine = row(self.gold[name])
            mine[0] += 1
            mine[1] += any(self.same(other, name) for other in answer)
        for name in answer:
            mine = row(self.answer[name])
            mine[2] += 1
            mine[3] += any(self.same(name, other) for other in gold)
        for mine in table.values():
            surplus = max(mine[3] - mine[1], 0)
            mine[2] -= surplus
            mine[3] -= surplus
        return table
