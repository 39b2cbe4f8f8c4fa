"""Fills as key and response files write them: alternatives, cross-references, ranges, and places inside each other."""

from __future__ import annotations

import re
from typing import NamedTuple

from event_scoring.templates.protocols.muc4.fills import (
    UNREADABLE,
    AnyOf,
    Between,
    Location,
    MayLack,
    Named,
    Range,
    Tagged,
    Value,
)
from event_scoring.templates.protocols.muc4.slots import Slot

SEPARATORS = {"tagged": ":", "date": "-", "location": ":(-"}
MAX_GROUPS = 50
"""Parentheses inside each other."""
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"', re.S)
_OPTIONAL = re.compile(r"\?\s*")
"""The question mark before an optional fill; a second one is part of the text."""


class _BrokenError(Exception):
    """A fill that cannot be read."""


class _Run(NamedTuple):
    """Alternatives up to a separator or the end, and the next token."""

    choices: list[Value]
    separator: str
    """"/" where a location ends, and empty at the end of the fill."""
    end: int


def read_fill(text: str, slot: Slot) -> Value:
    """Return the value of one fill of a file; `UNREADABLE` if it cannot be read.

    Examples:
        >>> from event_scoring.templates.protocols.muc4.slots import SLOTS
        >>> read_fill('bomb: "mine" / "device"', SLOTS["inc-instr-type"])
        Tagged(value='BOMB', tag=AnyOf(choices=('"MINE"', '"DEVICE"')))
        >>> read_fill("- 12 MAR 88", SLOTS["inc-date"]), read_fill('"MILL', SLOTS["phys-tgt-id"])
        (Range(first=None, last='12 MAR 88'), Unreadable())
        >>> read_fill("? MILL", SLOTS["phys-tgt-type"]), read_fill("???", SLOTS["phys-tgt-type"])
        (MayLack(value='MILL'), MayLack(value='??'))
    """
    text = text.strip().upper()
    if optional := _OPTIONAL.match(text):
        return MayLack(_read_required(text[optional.end() :], slot))
    return _read_required(text, slot)


def _read_required(text: str, slot: Slot) -> Value:
    form = slot.kind if slot.kind in ("date", "location") else "tagged"
    try:
        value = _whole(_read(text, form))
        if form == "tagged" and isinstance(value, AnyOf) and not all(map(_is_plain, value.choices)):
            return UNREADABLE
        if slot.kind == "number" and isinstance(value, str):
            value = _whole(_read(text, "date"))
    except _BrokenError:
        return UNREADABLE
    return value


def _whole(choices: list[Value]) -> Value:
    return choices[0] if len(choices) == 1 else AnyOf(tuple(choices)) if choices else None


def _is_plain(value: Value) -> bool:
    return value is None or isinstance(value, str)


def _read(text: str, form: str, depth: int = 0) -> list[Value]:
    """Return the alternatives of a fill, or of a group in parentheses."""
    if depth > MAX_GROUPS:
        raise _BrokenError
    text = _without_last_separator(text.strip(), form)
    return _read_location(text, depth) if form == "location" else _read_pairs(text, form, depth)


def _without_last_separator(text: str, form: str) -> str:
    """Return a text without a final separator, except that of a date, which opens a range."""
    kept = text.rstrip()
    while kept and kept[-1] in "/:-" and (kept[-1] == "/" or kept[-1] in SEPARATORS[form]) and form != "date":
        kept = kept[:-1].rstrip()
    return kept[:-1].rstrip() if form == "date" and kept.endswith("/") else kept


def _read_run(text: str, at: int, separators: str, form: str, depth: int) -> _Run:
    """Read alternatives: groups in parentheses, texts in quotation marks, and other texts up to the next mark."""
    choices: list[Value] = []
    while True:
        at = _skip(text, at)
        if text.startswith("(", at):
            end = _closing_parenthesis(text, at)
            choices += _read(text[at + 1 : end], form, depth + 1)
            at = _skip(text, end + 1)
        elif text.startswith('"', at):
            quoted = _TEXT.match(text, at)
            if quoted is None:
                raise _BrokenError
            choices.append(quoted.group())
            at = _skip(text, quoted.end())
        else:
            start = at
            while at < len(text) and text[at] != "/" and text[at] not in separators:
                at += 1
            choices.append(text[start:at].strip() or None)
        if at >= len(text):
            return _Run(choices, "", at)
        if text[at] in separators:
            return _Run(choices, text[at], at + 1)
        if text[at] != "/":
            raise _BrokenError
        at += 1


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _closing_parenthesis(text: str, at: int) -> int:
    """Return the index of the parenthesis that closes the one here, ignoring those inside quotation marks."""
    depth = 0
    while at < len(text):
        if text[at] == '"' and (quoted := _TEXT.match(text, at)):
            at = quoted.end()
            continue
        depth += (text[at] == "(") - (text[at] == ")")
        if not depth:
            return at
        at += 1
    raise _BrokenError


def _last_plain(choices: list[Value]) -> tuple[list[Value], Value]:
    """Return the choices before the final plain ones, and the final plain ones as one value."""
    start = len(choices)
    while start and _is_plain(choices[start - 1]):
        start -= 1
    if start == len(choices):
        raise _BrokenError
    return choices[:start], _whole(choices[start:])


def _first_plain(choices: list[Value]) -> tuple[Value, list[Value]]:
    """Return the initial plain choices as one value, and the choices after them."""
    end = 0
    while end < len(choices) and _is_plain(choices[end]):
        end += 1
    if not end:
        raise _BrokenError
    return _whole(choices[:end]), choices[end:]


def _read_pairs(text: str, form: str, depth: int) -> list[Value]:
    """Return alternatives, with values joined by a separator: a value and its cross-reference, or a range."""
    run = _read_run(text, 0, SEPARATORS[form], form, depth)
    choices = run.choices
    while run.separator:
        before, left = _last_plain(choices)
        run = _read_run(text, run.end, SEPARATORS[form], form, depth)
        right, after = _first_plain(run.choices)
        bound: Value = Range(left, right) if form == "date" else Tagged(left, right)
        choices = [*before, bound, *after]
    return choices


def _read_location(text: str, depth: int) -> list[Value]:
    """Return alternative locations: after a country and a colon come nested places."""
    choices: list[Value] = []
    at, separator = 0, "/"
    while separator:
        run = _read_run(text, at, SEPARATORS["location"], "location", depth)
        choices += run.choices
        at, separator = run.end, run.separator
        if separator == ":":
            before, country = _last_plain(choices)
            places, after, separator, at = _read_places(text, at, depth)
            choices = [*before, Location((country, *places)), *after]
    return choices


def _read_places(text: str, at: int, depth: int) -> tuple[list[Value], list[Value], str, int]:
    """Return the places of a location, the remaining alternatives, and how and where it ends."""
    places: list[Value] = []
    left_over: list[Value] = []
    is_between = False
    while True:
        run = _read_run(text, at, SEPARATORS["location"], "location", depth)
        place, more = _first_plain(run.choices)
        left_over += more
        at, separator = run.end, run.separator
        if separator == "(":
            end = _closing_parenthesis(text, at - 1)
            place = Named(place, _whole(_read(text[at:end], "location", depth + 1)))
            at = _skip(text, end + 1)
            separator = text[at : at + 1]
            if separator and separator not in ":-/":
                raise _BrokenError
            at += 1
        if is_between:
            places[-1] = Between(places[-1], place)
        else:
            places.append(place)
        if separator not in (":", "-") or at > len(text):
            return places, left_over, separator, at
        is_between = separator == "-"
