"""Documents with the annotations of both sides in a terminal.

Below each line of words there is a row for each mark on it: whose it is, its label, and a bar exactly as wide as the
marked words. A prediction is below the reference that it is compared with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from event_scoring.report.categories import CATEGORIES, category
from event_scoring.report.documents import JudgedDocument, judged_documents
from event_scoring.report.names import shorter, visible
from event_scoring.report.names import width as letters
from event_scoring.report.views import SIDES, Row

MIN_COLUMNS = 12
"""Columns for words in the narrowest terminal."""
_MAX_LABEL_LETTERS = 32
_MAX_NAME_LETTERS = 16


def draw_documents(
    task: str,
    references: Sequence[Any],
    systems: Mapping[str, Sequence[Any]],
    results: Mapping[str, Mapping[str, Any]],
    words: Mapping[str, Any],
    width: int = 100,
    colour: bool = False,
) -> str:
    """Return all documents with what the results with details say of them, and the legend of their marks.

    Examples:
        >>> from event_scoring import score_nuggets
        >>> gold, said = [{"token_ids": [1, 2], "type": "Move"}], [{"token_ids": [1], "type": "Move"}]
        >>> result = score_nuggets([said], [gold], details=True)
        >>> print(draw_documents("nuggets", [gold], {"mine": [said]}, {"mine": result}, {"": ["He", "went", "away"]}))
        document 1
                           He went away
        reference  ↔ Move     ━━━━━━━━━
        mine       ↔ Move     ━━━━
        <BLANKLINE>
        ↔ other words
    """
    documents = judged_documents(task, references, systems, results, words)
    drawn = [draw(document, [*systems], width, colour) for document in documents]
    kinds = {kind for document in documents for mark in document.marks for kind in mark["is"].values()}
    return "\n\n".join([*drawn, legend(kinds, colour)])


def legend(kinds: set[str], colour: bool = False) -> str:
    """Return the legend of some categories: each sign with its meaning."""
    shown = [kind for key, kind in CATEGORIES.items() if key in kinds]
    return "   ".join(_coloured(f"{kind.sign} {kind.title}", kind.key, colour) for kind in shown)


def draw(document: JudgedDocument, systems: Sequence[str], width: int = 100, colour: bool = False) -> str:
    """Return a drawing of a document for a terminal: each line of words, and below it one row for each mark."""
    marks, notes = document.drawn()
    marks = _beside_references(marks)
    has_arguments = any(mark.get("kind") == "argument" for mark in marks)
    longest = min(_MAX_NAME_LETTERS, width // 4)
    names = [shorter(name.strip() or "system", longest) for name in systems]
    indent = max(map(letters, ("reference", *names))) + 2
    room = min(_MAX_LABEL_LETTERS, width // 3)
    labels = [shorter(_label_of(mark, has_arguments), room) for mark in marks]
    margin = indent + max(map(letters, labels), default=0) + 2
    columns = max(MIN_COLUMNS, width - margin)
    words = [shorter(word, columns).rstrip() or " " for word in document.words or ()]
    lines = [visible(document.name)]
    placed = [
        (_padded(_padded(_name_of(mark, names), indent) + label, margin), _kind_of(mark), mark["at"], {*mark["at"]})
        for mark, label in zip(marks, labels, strict=True)
        if mark["at"]
    ]
    for places in _wrapped(words, columns):
        lines.append(f"{' ' * margin}{' '.join(words[places.start : places.stop])}".rstrip())
        for title, kind, at, inside in placed:
            if at[0] < places.stop and places.start <= at[-1]:
                bar = _bar(inside, range(at[0], at[-1]), words, places)
                lines.append(_coloured(title + bar, kind, colour))
    for mark, label in zip(marks, labels, strict=True):
        if not mark["at"]:
            lines.append(f"{_name_of(mark, names)}, not in the text: {label} {visible(mark['text'])}".rstrip())
    return "\n".join([*lines, *map(visible, notes)])


def _name_of(mark: Row, systems: Sequence[str]) -> str:
    return "reference" if mark["side"] == SIDES[0] else systems[mark["system"]]


def _beside_references(marks: Sequence[Row]) -> list[Row]:
    """Return marks in the order of the text, each prediction after the reference that it is compared with."""
    references = {mark["key"]: mark for mark in marks if mark["side"] == SIDES[0]}

    def order(mark: Row) -> tuple[Any, ...]:
        partner = references.get(mark["to"].get(mark["system"])) if mark["side"] == SIDES[1] else None
        first = partner if partner and partner["at"] else mark
        return first["at"][:1], first["side"] != SIDES[0], first["key"], mark["side"] != SIDES[0], mark["system"]

    return sorted(marks, key=order)


def _bar(inside: AbstractSet[int], between: range, words: Sequence[str], places: range) -> str:
    """Return the bar that underlines the words of a mark; a thin line joins the parts of a discontinuous mark."""
    drawn = ""
    for place in places:
        drawn += ("━" if place in inside else "┄" if place in between else " ") * letters(words[place])
        drawn += "━" if {place, place + 1} <= inside else "┄" if place in between else " "
    return drawn[:-1].rstrip()


def _label_of(mark: Row, has_arguments: bool) -> str:
    """Return the sign, label and note of a mark. A number joins the arguments of an event with it."""
    kinds = [_kind_of(mark)] if _kind_of(mark) else mark["is"].values()
    sign, note = "".join(category(kind).sign for kind in kinds if kind), mark.get("note")
    number = str(mark["event"] + 1) if has_arguments else ""
    return visible(" ".join(filter(None, [sign, mark["label"], number, note and f"({note})"])))


def _kind_of(mark: Row) -> str:
    """Return the category of a mark; empty for a reference of which systems made different ones."""
    kinds = {*mark["is"].values()}
    return str(*kinds) if len(kinds) == 1 else ""


def _wrapped(words: Sequence[str], columns: int) -> Iterator[range]:
    """Yield the places of the words of each line."""
    first, used = 0, 0
    for place, word in enumerate(words):
        if place > first and used + letters(word) > columns:
            yield range(first, place)
            first, used = place, 0
        used += letters(word) + 1
    if words:
        yield range(first, len(words))


def _padded(text: str, columns: int) -> str:
    return text + " " * (columns - letters(text))


def _coloured(text: str, kind: str, colour: bool) -> str:
    if not colour or not kind or not text.strip():
        return text
    number = int(category(kind).colour[1:], 16)
    return f"\x1b[38;2;{number >> 16};{number >> 8 & 255};{number & 255}m{text}\x1b[0m"
