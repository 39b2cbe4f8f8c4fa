"""Documents with the annotations of both sides in a terminal.

The reference is above the words and systems are below. Nearest to the words are bars, exactly as wide as the marked
words. Beyond them are labels, which start where their bar starts. Labels climb from right to left: a label that would
touch the next one goes a row further out. So its stem, which joins it with its bar, crosses no other label.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from event_scoring.report.categories import CATEGORIES, category
from event_scoring.report.documents import JudgedDocument, judged_documents
from event_scoring.report.drawing.names import shorter
from event_scoring.report.drawing.names import width as letters
from event_scoring.report.views import SIDES, Row

MIN_COLUMNS = 24
"""Columns for words in the narrowest terminal."""
_MAX_LABEL_LETTERS = 32
_MAX_NAME_LETTERS = 16
_ROOM_OF_ID = 17
"""The width of a token id that stands for an unknown word, so that the label of its mark fits."""


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
        reference     ↔ Move
                      ━━━━━━━━━
                   He│went away
                      ━━━━
        mine          ↔ Move
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
    """Return a document as lines of text, with the reference above the words and systems below."""
    marks, notes = document.drawn()
    has_arguments = any(mark.get("kind") == "argument" for mark in marks)
    names = ["reference", *(shorter(_visible(name) or "system", _MAX_NAME_LETTERS) for name in systems)]
    sides = [[mark for mark in marks if mark["side"] == SIDES[0]]]
    sides += [
        [mark for mark in marks if mark["side"] == SIDES[1] and mark["system"] == number]
        for number in range(len(systems))
    ]
    bars = [_bars_of(side, has_arguments) for side in sides]
    joints = _joints_of(marks)
    room = 0 if document.has_text else _ROOM_OF_ID
    texts = [_padded(f"{_visible(word)} ", room) for word in document.words or ()]
    margin = max(map(letters, names)) + 1
    columns = max(MIN_COLUMNS, width - margin)
    lines = [_visible(document.name)]
    for places in _wrapped(texts, max(MIN_COLUMNS, width - margin - 1)):
        line = _Line(texts, places, columns, joints)
        row, named = 0, {line.add_side(bars[0], 0, -1): names[0], 0: ""}  # a name is on the outermost row of its side
        for name, of_system in zip(names[1:], bars[1:], strict=True):
            row = line.add_side(of_system, row, 1)
            named.setdefault(row, name)
        lines += [(_padded(named.get(row, ""), margin) + text).rstrip() for row, text in line.texts(colour)]
    unplaced = [
        f"{name}, not in the text: {_label_of(mark, has_arguments)} {_visible(mark['text'])}".rstrip()
        for name, side in zip(names, sides, strict=True)
        for mark in side
        if not mark["at"]
    ]
    return "\n".join([*lines, *unplaced, *map(_visible, notes)])


class _Bar(NamedTuple):
    """A mark with places in the text, and the row of its bar."""

    first: int
    last: int
    inside: frozenset[int]
    label: str
    kind: str
    row: int


def _bars_of(marks: Sequence[Row], has_arguments: bool) -> list[_Bar]:
    """Return the marks in the text, each in the first row without another mark above its words."""
    placed = sorted((mark for mark in marks if mark["at"]), key=lambda mark: (mark["at"][0], mark["at"][-1]))
    rows = first_rows([(mark["at"][0], mark["at"][-1] + 1) for mark in placed])
    return [
        _Bar(at[0], at[-1], frozenset(at), _label_of(mark, has_arguments), _kind_of(mark), row)
        for mark, at, row in zip(placed, [mark["at"] for mark in placed], rows, strict=True)
    ]


def _label_of(mark: Row, has_arguments: bool) -> str:
    """Return the sign, label and note of a mark. A number joins the arguments of an event with it."""
    kinds = [_kind_of(mark)] if _kind_of(mark) else mark["is"].values()
    sign, note = "".join(category(kind).sign for kind in kinds if kind), mark.get("note")
    number = str(mark["event"] + 1) if has_arguments else ""
    return _visible(" ".join(filter(None, [sign, mark["label"], number, note and f"({note})"])))


def _kind_of(mark: Row) -> str:
    """Return the category of a mark; empty for a reference of which systems made different ones."""
    kinds = {*mark["is"].values()}
    return str(*kinds) if len(kinds) == 1 else ""


def _joints_of(marks: Sequence[Row]) -> dict[int, str]:
    """Return the words before which a line joins the two marks of a pair, with the category of the pair."""
    references = {mark["key"]: mark for mark in marks if mark["side"] == SIDES[0]}
    joints: dict[int, str] = {}
    for mark in marks:
        partner = references.get(mark["to"].get(mark["system"])) if mark["side"] == SIDES[1] else None
        if partner and (shared := {*mark["at"]}.intersection(partner["at"])):
            joints.setdefault(min(shared), _kind_of(mark))
    return joints


class _Line:
    """The words of one line in row 0, with marks above and below. A cell is a letter with its category."""

    def __init__(self, texts: Sequence[str], places: range, columns: int, joints: Mapping[int, str]) -> None:
        self.places, self.columns = places, columns
        self.rows = defaultdict[int, list[tuple[str, str]]](lambda: [(" ", "")] * columns)
        self.start: dict[int, int] = {}
        self.end: dict[int, int] = {}
        column = 1  # joints are before the first word
        for place in places:
            word = texts[place].rstrip()
            self.start[place] = column
            self.end[place] = min(column + letters(word or texts[place]), columns)
            self.put(0, column, word)
            if place in joints:
                self.put_stem(0, column - 1, joints[place])
            column += letters(texts[place])

    def put(self, row: int, column: int, text: str, kind: str = "") -> None:
        """Write a text; the second column of a wide letter becomes empty."""
        cells = self.rows[row]
        for letter in text:
            wide = letters(letter)
            if wide == 0 and column > 0:
                cells[column - 1] = (cells[column - 1][0] + letter, cells[column - 1][1])
                continue
            if column + wide > self.columns:
                return
            cells[column : column + wide] = [(letter, kind), *[("", kind)] * (wide - 1)]
            column += wide

    def put_stem(self, row: int, column: int, kind: str) -> None:
        """Write a part of a vertical line where nothing else is."""
        if self.rows[row][column][0] == " ":
            self.put(row, column, "│", kind)

    def texts(self, colour: bool) -> Iterator[tuple[int, str]]:
        """Yield the rows from above as they are printed, each with its number."""
        for row, cells in sorted(self.rows.items()):
            runs = groupby(cells, key=lambda cell: cell[1])
            yield row, "".join(_coloured("".join(letter for letter, _ in run), kind, colour) for kind, run in runs)

    def add_side(self, bars: Sequence[_Bar], row: int, step: int) -> int:
        """Draw one side from a row outwards, bars and then labels; return its outermost row."""
        here = [bar for bar in bars if bar.first <= self.places[-1] and bar.last >= self.places[0]]
        for bar in here:
            self._add_bar(row + step * (bar.row + 1), bar)
        depth = max((bar.row + 1 for bar in here), default=0)
        labels = []
        for bar in here:
            if bar.first in self.start:
                label = shorter(bar.label, min(_MAX_LABEL_LETTERS, self.columns))
                labels.append((min(self.start[bar.first], self.columns - letters(label)), label, bar))
        labels = sorted(labels, key=lambda label: label[0])[::-1]
        levels = first_rows([(-column - letters(label) - 1, -column) for column, label, _ in labels])
        for (column, label, bar), level in zip(labels, levels, strict=True):
            self.put(row + step * (depth + level + 1), column, label, bar.kind)
            stem = min(self.start[bar.first], self.columns - 1)  # blanks may begin where the line ends
            for away in range(bar.row + 2, depth + level + 1):
                self.put_stem(row + step * away, stem, bar.kind)
        return row + step * (depth + max(levels, default=-1) + 1)

    def _add_bar(self, row: int, bar: _Bar) -> None:
        """Draw the parts of a mark on this line, and what lies between them."""
        for place in range(max(bar.first, self.places[0]), min(bar.last, self.places[-1]) + 1):
            is_last, is_inside = place in (bar.last, self.places[-1]), place in bar.inside
            after = self.end[place] if is_last else self.start[place + 1]
            end = self.end[place] if is_inside and place + 1 not in bar.inside else after
            self.put(row, self.start[place], ("━" if is_inside else "┄") * (end - self.start[place]), bar.kind)
            self.put(row, end, "┄" * (after - end), bar.kind)


def first_rows(spans: Sequence[tuple[int, int]]) -> list[int]:
    """Return for each span, in order, the first row whose last span ends before it begins.

    Examples:
        >>> first_rows([(0, 10), (4, 7), (10, 15)])
        [0, 1, 0]
    """
    rows, ends = [], list[int]()
    for start, end in spans:
        rows.append(next((row for row, taken in enumerate(ends) if taken <= start), len(ends)))
        ends[rows[-1] : rows[-1] + 1] = [end]
    return rows


def _wrapped(texts: Sequence[str], columns: int) -> Iterator[range]:
    """Yield the places of the words of each line."""
    first, used = 0, 0
    for place, text in enumerate(texts):
        if place > first and used + letters(text.rstrip()) > columns:
            yield range(first, place)
            first, used = place, 0
        used += letters(text)
    if first < len(texts):
        yield range(first, len(texts))


def _visible(text: str) -> str:
    """Return a text without characters that move the cursor, change colours or reverse the direction."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _padded(text: str, columns: int) -> str:
    return text + " " * (columns - letters(text))


def _coloured(text: str, kind: str, colour: bool) -> str:
    if not colour or not kind or not text.strip():
        return text
    number = int(category(kind).colour[1:], 16)
    return f"\x1b[38;2;{number >> 16};{number >> 8 & 255};{number & 255}m{text}\x1b[0m"
