"""A slow scorer of the BioNLP tasks PC and CG, written from their description and on plain text.

Sets are compared by trying one by one, widened spans are sets of places, and every question is asked again each time.
"""

from __future__ import annotations

import re
from typing import Any

STOPS = ".!?,\"'"
ALONE = ("Cause", "CSite", "ToLoc", "AtLoc", "FromLoc")
SITES = {
    "Product": {"Simple_chemical"},
    "Instrument": {"Protein_domain_or_region", "DNA_domain_or_region", "Amino_acid"},
}
"""By the role that only the task has: what may be a Site."""
Annotation = dict[str, Any]


class LostError(Exception):
    """The document cannot be read, and does not count on either side."""


def lines_of(a1: str, a2: str, original: bool) -> list[list[str]]:
    lines = []
    for line in (a1 + a2).splitlines():
        if not line.strip():
            raise LostError
        if line[0] in ("#X" if original else "R"):
            continue
        if line[0] not in "*EMTGLDPAN":
            raise LostError
        lines.append(line.split("\t"))
    return lines


def may_fill(role: str, filler: Any, second: str) -> bool:
    """Whether a span or an event may fill a role."""
    if role in ("Theme", "Cause") or (role == second == "Product"):
        return True
    if len(filler) > 2 and isinstance(filler[2], list):  # an event
        return False
    if role in ("Site", "CSite"):
        return filler[0] in SITES[second]
    if role.endswith("Loc"):
        return second == "Instrument" or filler[0] == "Cellular_component"
    return role in ("Participant", second)


def read(a1: str, a2: str, *, original: bool, second: str) -> Annotation:
    """Spans by id, events by id in the order of the file, modifications, and groups of equal spans."""
    spans: dict[str, tuple[str, int, int]] = {}
    events: dict[str, Any] = {}
    marks: dict[str, tuple[str, str]] = {}
    equal: list[set[str]] = []
    for name, rest, *_ in lines_of(a1, a2, original):
        if name in spans or name in events or name in marks:
            raise LostError
        words = rest.split()
        if name[0] == "T":
            spans[name] = (words[0], int(words[1]), int(words[2]))
            if spans[name][1] >= spans[name][2]:
                raise LostError
        elif name[0] == "M":
            marks[name] = (words[0], words[1])
        elif name == "*":
            equal.append(set(words[1:]))
        elif name[0] == "E":
            kind, trigger = words[0].split(":")
            arguments = [re.findall(r"(\D+)(\d*):(.*)", word)[0] for word in words[1:]]
            events[name] = (kind, trigger, arguments)
    known = {**spans, **events}
    for name, (kind, trigger, arguments) in events.items():
        if spans.get(trigger, ("", 0, 0))[0] != kind or any(to not in known or to == name for _, _, to in arguments):
            raise LostError
        if any(of not in events for _, of in marks.values()):
            raise LostError
        events[name] = (kind, trigger, checked(kind, arguments, original))
        if not all(may_fill(role, known[to], second) for role, _, to in events[name][2]):
            raise LostError
    if original:
        events = {name: numbered(event, spans, events) for name, event in events.items()}
    return {"spans": spans, "events": events, "marks": marks, "equal": equal}


def checked(kind: str, arguments: list[tuple[str, str, str]], original: bool) -> list[tuple[str, str, str]]:
    """The arguments of an event, unless their roles are not allowed together."""
    found = []
    for role, number, to in arguments:
        if role == "Cause" and number:
            if original:
                raise LostError
            number = ""
        if role == "Theme" and kind == "Pathway" and not original:
            role = "Participant"
        found.append((role, number, to))
    names = [(role, number) for role, number, _ in found]
    for role in ALONE:
        if sum(name == role for name, _ in names) > 1:
            raise LostError
    if original and any(names.count(name) > 1 for name in names if name[0] in ("Participant", "Product")):
        raise LostError
    if original and ("CSite", "") in names and ("Cause", "") not in names:
        raise LostError
    for name, number in names:
        themes = names.count(("Theme", number))
        if name == "Site" and (names.count((name, number)) > 1 or themes > 1 or (not themes and kind != "Mutation")):
            raise LostError
    return found


def numbered(event: Any, spans: Any, events: Any) -> Any:
    """The event with its Participants and its Products numbered in the order of the text."""
    kind, trigger, arguments = event
    for role in ("Participant", "Product"):
        places = [place for place, argument in enumerate(arguments) if argument[0] == role]
        places.sort(key=lambda place: start(arguments[place][2], spans, events))
        for number, place in enumerate(places, 1):
            arguments = [*arguments[:place], (role, str(number), arguments[place][2]), *arguments[place + 1 :]]
    return kind, trigger, arguments


def start(name: str, spans: Any, events: Any) -> int:
    return int(spans[name][1] if name in spans else spans[events[name][1]][1])


class Document:
    """Both sides of one document; an ``original`` one by the older script of PC."""

    def __init__(
        self, text: str, a1: str, gold: str, answer: str, *, second: str, soft_span: bool, soft_nested: bool,
        single_penalty: bool = False, original: bool = False,
    ) -> None:  # fmt: skip
        self.text, self.second, self.original = text, second, original
        self.soft_span, self.soft_nested, self.single_penalty = soft_span, soft_nested, single_penalty
        self.gold, self.answer = (read(a1, side, original=original, second=second) for side in (gold, answer))

    # ---- spans
    def room(self, start: int, end: int) -> set[int]:
        taken = {place for _, first, last in self.gold["spans"].values() for place in range(first, last)}
        places = set(range(start, end))
        for place, step in ((start - 1, -1), (end, 1)):
            first = True
            while 0 <= place < len(self.text) and place not in taken:
                character = self.text[place]
                if not first and (character.isspace() or character in STOPS):
                    break
                places.add(place)
                place, first = place + step, False
        return places

    def same_span(self, one: Any, other: Any, soft: bool) -> bool:
        if one[0] != other[0]:
            return False
        return set(range(*one[1:])) <= self.room(*other[1:]) if soft else bool(one == other)

    def same_filler(self, one: str, other: str, left: Annotation, right: Annotation, mode: tuple[bool, bool]) -> bool:
        if one in left["spans"] and other in right["spans"]:
            if left is self.gold:  # its spans are the wide ones, and it says which are equal
                return self.same_filler(other, one, right, left, mode)
            alike = set().union({other}, *(group for group in right["equal"] if other in group))
            soft = mode[0] and self.original
            return any(self.same_span(left["spans"][one], right["spans"][name], soft) for name in alike)
        if one in left["events"] and other in right["events"]:
            unmatched = self.unmatched(one, other, left, right, mode, themes_only=mode[1])
            return unmatched is not None and not any(unmatched)
        return False

    # ---- events
    def unmatched(
        self, one: str, other: str, left: Annotation, right: Annotation, mode: tuple[bool, bool], themes_only: bool
    ) -> tuple[int, int] | None:
        """Return the numbers of arguments of each event that the other lacks; None for other types or triggers."""
        ours, theirs = left["events"][one], right["events"][other]
        triggers = [left["spans"][ours[1]], right["spans"][theirs[1]]]
        if left is self.gold:
            triggers.reverse()
        if ours[0] != theirs[0] or not self.same_span(*triggers, mode[0]):
            return None
        mine, yours = 0, 0
        for kind in ["Theme"] if themes_only else ["Theme", *ALONE, "Participant", self.second]:
            here, there = (self.of_role(kind, event[2], sites=not themes_only) for event in (ours, theirs))
            by_name = self.original and kind != "Theme"
            more, less = self.paired(here, there, left, right, mode, by_name)
            mine, yours = mine + more, yours + less
        return mine, yours

    def of_role(self, role: str, arguments: list[tuple[str, str, str]], sites: bool) -> list[Any]:
        """(number of the name, filler, Site of the filler) of the arguments of a role."""
        if role != "Theme":
            return [(number, to, None) for name, number, to in arguments if name == role]
        site = {number: to for name, number, to in arguments if name == "Site" and sites}
        themes = [(number, to, site.get(number)) for name, number, to in arguments if name == "Theme"]
        with_theme = {number for number, _, _ in themes}
        alone = [(number, None, to) for number, to in site.items() if number not in with_theme]
        return themes + alone

    def paired(
        self, here: list[Any], there: list[Any], left: Any, right: Any, mode: Any, by_name: bool
    ) -> tuple[int, int]:
        """Return the numbers of fillers and Sites of either side that are left.

        First each argument takes the first that agrees in all and is not taken; repeated arguments of one name and
        filler are taken together. Among the rest, arguments that agree except for their Sites leave the Sites
        unmatched.
        """
        gone, taken = [], []
        for one in here:
            for other in there:
                agree = self.maybe(one[1], other[1], left, right, mode) and self.maybe(
                    one[2], other[2], left, right, mode
                )
                if other not in taken and agree and (one[0] == other[0] or not by_name):
                    gone.append(one)
                    taken.append(other)
                    break
        mine = [one for one in here if one not in gone]
        yours = [other for other in there if other not in taken]
        met, more = [], 0
        for one in mine:
            partners = [other for other in yours if not by_name and self.maybe(one[1], other[1], left, right, mode)]
            met += partners[:1]
            more += (not partners and one[1] is not None) + (one[2] is not None)
        less = sum((other not in met and other[1] is not None) + (other[2] is not None) for other in yours)
        return more, less

    def maybe(self, one: str | None, other: str | None, left: Any, right: Any, mode: Any) -> bool:
        if one is None or other is None:
            return one is other
        return self.same_filler(one, other, left, right, mode)

    def differences(
        self, one: str, other: str, left: Annotation, right: Annotation, mode: tuple[bool, bool]
    ) -> tuple[int, int] | None:
        """Return the differences of events, or of modified events of one kind; None if they have nothing in common."""
        if one in left["events"] and other in right["events"]:
            return self.unmatched(one, other, left, right, mode, themes_only=False)
        if one in left["marks"] and other in right["marks"]:
            (kind, event), (its_kind, its_event) = left["marks"][one], right["marks"][other]
            return self.unmatched(event, its_event, left, right, mode, mode[1]) if kind == its_kind else None
        return None

    def relation(self, name: str, other: str) -> str:
        """Return how an answer relates to a reference: 'match', with single penalty 'part' or 'over', or nothing."""
        mode = (self.soft_span, self.soft_nested)
        there = self.differences(name, other, self.answer, self.gold, mode)
        back = self.differences(other, name, self.gold, self.answer, mode)
        if there is None or back is None:
            return ""
        if not self.single_penalty:
            return "" if any(there) else "match"
        is_part, is_over = not back[1], not there[1]
        return "match" if is_part and is_over else "part" if is_part else "over" if is_over else ""

    # ---- counts
    def kept(self) -> list[str]:
        """The answer's events and modifications, without those that say the same again of the same or equal spans."""
        names = [*self.answer["events"], *self.answer["marks"]]
        twin = {**self.answer, "equal": self.gold["equal"]}
        kept = [
            name
            for place, name in enumerate(names)
            if (0, 0)
            not in [self.differences(earlier, name, self.answer, twin, (False, False)) for earlier in names[:place]]
        ]
        groups: dict[tuple[str, ...], list[str]] = {}
        for name in kept:
            groups.setdefault(self.equal_golds(name), []).append(name)
        return [name for golds, group in groups.items() for name in (group[: len(golds)] if golds else group)]

    def golds(self) -> list[str]:
        return [*self.gold["events"], *self.gold["marks"]]

    def equal_golds(self, name: str) -> tuple[str, ...]:
        mode = (self.soft_span, self.soft_nested)
        found = {other: self.differences(name, other, self.answer, self.gold, mode) for other in self.golds()}
        return tuple(other for other, rest in found.items() if rest == (0, 0))

    def kind(self, name: str, side: Annotation) -> str:
        return str((side["events"].get(name) or side["marks"][name])[0])

    def counts(self) -> dict[str, list[int]]:
        """By type: references, found, covered by more, predictions, right, part of a reference."""
        table: dict[str, list[int]] = {}
        kept = {name: {other: self.relation(name, other) for other in self.golds()} for name in self.kept()}
        for name, found in kept.items():
            row = table.setdefault(self.kind(name, self.answer), [0] * 6)
            right = "match" in found.values()
            row[3] += 1
            row[4] += right
            row[5] += not right and "part" in found.values()
        for name in self.golds():
            words = {found[name] for found in kept.values()}
            row = table.setdefault(self.kind(name, self.gold), [0] * 6)
            row[0] += 1
            row[1] += "match" in words
            row[2] += "match" not in words and "over" in words
        return table
