"""Documents with the annotations of both sides in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from event_scoring.report.categories import CATEGORIES, category
from event_scoring.report.drawing.layout import (
    Bar,
    Joints,
    Mark,
    Picture,
    bars,
    chain_name,
    joints,
    label_rows,
    shorter,
    starts,
)
from event_scoring.report.pieces import width as letters

_MAX_LABEL_LETTERS = 32
_MAX_NAME_LETTERS = 16


def draw(document: Picture, width: int = 100, colour: bool = False) -> str:
    """Return a document as lines of text, with the reference above the words and systems below.

    Examples:
        >>> from event_scoring.report.drawing.layout import Lane, Mark
        >>> from event_scoring.report.pieces import pieces_from_tokens
        >>> move = Mark([1, 2], "Move")
        >>> print(draw(Picture(pieces_from_tokens(["They", "went", "away"]), [move], [Lane("", [move])])))
        reference       Move
                        ━━━━━━━━━
                   They went away
                        ━━━━━━━━━
        system          Move
    """
    document = document.bounded()
    names = ["reference", *(shorter(_visible(lane.name) or "system", _MAX_NAME_LETTERS) for lane in document.systems)]
    margin = max(map(letters, names)) + 1
    at = starts(document.pieces)
    texts = [
        _padded(_visible(text), end - start)
        for text, (start, end) in zip(document.pieces.texts, pairwise(at), strict=True)
    ]
    sides = [bars(document.references, document.pieces)]
    sides += [bars(lane.marks, document.pieces) for lane in document.systems]
    links = [joints(sides[0], side, lane.links) for side, lane in zip(sides[1:], document.systems, strict=True)]
    lines = [_visible(document.name)] if document.name else []
    for places in _wrapped(texts, max(24, width - margin - 1)):
        line = _Line(texts, places, max(24, width - margin))
        above, *below = (line.lane(side) for side in sides)
        words = line.words(links)
        named = [(names[0], [*reversed(above)]), ("", [words]), *zip(names[1:], below, strict=True)]
        for number, (name, rows) in enumerate(named):
            # A name is on the line of the labels: the first line of the reference, the last line of a system.
            labelled = 0 if number == 0 else len(rows) - 1
            for place, row in enumerate(rows):
                shown = _padded(name if place == labelled else "", margin)
                lines.append((shown + row.text(colour)).rstrip())
    return "\n".join([*lines, *_without_tokens(document, names), *filter(None, [document.note()])])


def legend(documents: Sequence[Picture], colour: bool = False) -> str:
    """Return the legend: each mark that these documents use, with its meaning."""
    occurring = set().union(*(document.kinds() for document in documents))
    shown = [kind for key, kind in CATEGORIES.items() if key in occurring]
    return "   ".join(_coloured(f"{kind.sign} {kind.title}", kind.key, colour) for kind in shown)


class _Row:
    """One row of cells. A cell holds the character of a column and the category that colours it."""

    def __init__(self, columns: int) -> None:
        self.cells = [" "] * columns
        self.kinds = [""] * columns

    def put(self, column: int, text: str, kind: str = "") -> None:
        """Write a text; the second column of a wide letter becomes empty."""
        for letter in text:
            wide = letters(letter)
            if wide == 0 and column > 0:
                self.cells[column - 1] += letter
                continue
            if column + wide > len(self.cells):
                return
            self.cells[column : column + wide] = [letter, *[""] * (wide - 1)]
            self.kinds[column : column + wide] = [kind] * wide
            column += wide

    def text(self, colour: bool) -> str:
        """Return the row as it is printed."""
        parts, start = [], 0
        for end in range(1, len(self.cells) + 1):
            if end == len(self.cells) or self.kinds[end] != self.kinds[start]:
                parts.append(_coloured("".join(self.cells[start:end]), self.kinds[start], colour))
                start = end
        return "".join(parts).rstrip()


class _Line:
    """The pieces of one line with their columns."""

    def __init__(self, texts: Sequence[str], places: range, columns: int) -> None:
        self.texts, self.places, self.columns = texts, places, columns
        self.start: dict[int, int] = {}
        self.end: dict[int, int] = {}
        column = 1  # joints are before the first word
        for place in places:
            word = texts[place].rstrip() or texts[place]
            self.start[place] = column
            self.end[place] = min(column + letters(word), columns)
            column += letters(texts[place])

    def words(self, links: Sequence[Joints]) -> _Row:
        """Return the words, with the joints of both sides between them."""
        row = _Row(self.columns)
        for place in self.places:
            row.put(self.start[place], self.texts[place].rstrip())
        for of_system in links:
            for place, pairs in of_system.items():
                if place in self.start and row.cells[self.start[place] - 1] == " ":
                    row.put(self.start[place] - 1, "│", pairs[0][1].mark.kind or pairs[0][0].mark.kind)
        return row

    def lane(self, side: Sequence[Bar]) -> list[_Row]:
        """Return the rows of one side from the words outwards: bars, then labels."""
        here = [bar for bar in side if bar.first <= self.places[-1] and bar.last >= self.places[0]]
        rows = [_Row(self.columns) for _ in range(max((bar.row + 1 for bar in here), default=0))]
        for bar in here:
            self._bar(rows[bar.row], bar)
        named = [bar for bar in here if bar.first in self.start]
        texts = [shorter(_label(bar.mark), min(_MAX_LABEL_LETTERS, self.columns)) for bar in named]
        columns = [
            min(self.start[bar.first], self.columns - letters(text)) for bar, text in zip(named, texts, strict=True)
        ]
        levels = label_rows([(column, letters(text) + 1) for column, text in zip(columns, texts, strict=True)])
        outer = [_Row(self.columns) for _ in range(max(levels, default=-1) + 1)]
        for bar, text, column, level in zip(named, texts, columns, levels, strict=True):
            outer[level].put(column, text, bar.mark.kind)
            stem = min(self.start[bar.first], self.columns - 1)  # blanks may begin where the line ends
            for row in [*rows[bar.row + 1 :], *outer[:level]]:
                if row.cells[stem] == " ":
                    row.put(stem, "│", bar.mark.kind)
        return rows + outer

    def _bar(self, row: _Row, bar: Bar) -> None:
        for place in range(max(bar.first, self.places[0]), min(bar.last, self.places[-1]) + 1):
            is_last = place in (bar.last, self.places[-1])
            end = self.end[place] if is_last or place + 1 not in bar.inside else self.start[place + 1]
            if place not in bar.inside:
                end = self.start.get(place + 1, self.end[place])
            row.put(self.start[place], ("━" if place in bar.inside else "┄") * (end - self.start[place]), bar.mark.kind)
            if place in bar.inside and place + 1 in self.start and place < bar.last and place + 1 not in bar.inside:
                row.put(end, "┄" * (self.start[place + 1] - end), bar.mark.kind)


def _wrapped(texts: Sequence[str], columns: int) -> Iterator[range]:
    """Yield the pieces of each line."""
    first, used = 0, 0
    for place, text in enumerate(texts):
        if place > first and used + letters(text.rstrip()) > columns:
            yield range(first, place)
            first, used = place, 0
        used += letters(text)
    if first < len(texts):
        yield range(first, len(texts))


def _label(mark: Mark) -> str:
    ties = [f"{arrow}({chain_name(chain)})" for arrow, chain in mark.ties()]
    parts = [category(mark.kind).sign if mark.kind else "", mark.label, mark.note, *ties]
    return _visible(" ".join(filter(None, parts)))


def _without_tokens(document: Picture, names: Sequence[str]) -> list[str]:
    sides = [document.references, *(lane.marks for lane in document.systems)]
    return [
        f"{name} without tokens: {_label(mark)}"
        for name, side in zip(names, sides, strict=True)
        for mark in side
        if not len(mark.token_ids)
    ]


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
