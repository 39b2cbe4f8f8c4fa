"""The contents and positions of a document's drawing in a terminal.

The reference is above the words and systems are below. Nearest to the words are bars, exactly as wide as the marked
words. Beyond them are labels, which start where their bar starts and reach over the following words. Labels climb from
right to left: a label that would touch the next one goes a row further out. So its stem, which joins it with its bar,
crosses no other label.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from event_scoring.report.categories import together
from event_scoring.report.pieces import GAP, TextSegments, width

MAX_MARKS = 500
"""Marks drawn for each side of a document. A note counts the others."""
ROOM_OF_ID = 17
"""The width in letters of an id without a known word."""


@dataclass(frozen=True)
class Mark:
    """A mark of one side in the text."""

    token_ids: Sequence[int]
    label: str
    note: str = ""
    """A word in smaller importance behind the label, such as the realis."""
    kind: str = ""
    """The key of its category, if judged. A reference has several if the systems differ."""
    chain: int | None = None
    """The number of its coreference chain, which is the same on all sides."""
    leads_to: Sequence[tuple[str, int]] = ()
    """Links from this mark: their kind and the number of the target chain."""

    def ties(self) -> list[tuple[str, int]]:
        """Its own chain and the target chains of its links, each after an arrow."""
        own = [] if self.chain is None else [("", self.chain)]
        return own + [("→" if kind == "After" else "⊃", chain) for kind, chain in self.leads_to]


class Link(NamedTuple):
    """A reference and a prediction that is mapped to it, by their places."""

    reference: int
    prediction: int
    similarity: float = 1.0


@dataclass(frozen=True)
class Lane:
    """The marks of one system and their links to the references."""

    name: str
    marks: Sequence[Mark]
    links: Sequence[tuple[int, int, float]] = ()


@dataclass(frozen=True)
class Picture:
    """A document with the marks of the reference and of one or several systems."""

    pieces: TextSegments
    references: Sequence[Mark]
    systems: Sequence[Lane]
    name: str = ""
    left_out: int = 0
    """Marks that are not drawn."""

    def bounded(self) -> Picture:
        """Return a picture with the first `MAX_MARKS` marks of each side."""
        marks = [self.references, *(lane.marks for lane in self.systems)]
        left_out = sum(max(0, len(side) - MAX_MARKS) for side in marks)
        if not left_out:
            return self
        systems = [replace(lane, marks=lane.marks[:MAX_MARKS]) for lane in self.systems]
        return replace(self, references=self.references[:MAX_MARKS], systems=systems, left_out=left_out)

    def note(self) -> str:
        """Return a sentence on how many marks are left out; empty if all are drawn.

        Examples:
            >>> from event_scoring.report.pieces import pieces_from_tokens
            >>> marks = [Mark([0], "Die")] * 501
            >>> Picture(pieces_from_tokens(["died"]), marks, [Lane("", marks)]).bounded().note()
            '2 more marks are not drawn: the first 500 of each side are'
        """
        if not self.left_out:
            return ""
        more = "mark is" if self.left_out == 1 else "marks are"
        return f"{self.left_out:,} more {more} not drawn: the first {MAX_MARKS} of each side are"

    def kinds(self) -> set[str]:
        """Return the categories that occur."""
        return {kind for mark in self.marks() for kind in mark.kind.split()}

    def marks(self) -> Iterable[Mark]:
        """Yield the marks of all sides."""
        yield from self.references
        for lane in self.systems:
            yield from lane.marks


def merge_systems(pictures: Sequence[Picture]) -> Picture:
    """Merge drawings of one document by several systems, which share their pieces."""
    first = pictures[0]
    if len(pictures) == 1:
        return first
    references = [
        replace(
            marks[0],
            kind=together([mark.kind for mark in marks]),
            # A note of only one system does not belong to the reference.
            note=min((mark.note for mark in marks), key=len),
        )
        for marks in zip(*(picture.references for picture in pictures), strict=True)
    ]
    return replace(first, references=references, systems=[lane for picture in pictures for lane in picture.systems])


@dataclass(frozen=True)
class Bar:
    """A mark with its pieces and the row of its bar."""

    mark: Mark
    place: int
    """The place of the mark on its side."""
    covered: Sequence[int]
    inside: frozenset[int]
    row: int

    @property
    def first(self) -> int:
        """The piece in which it starts."""
        return self.covered[0]

    @property
    def last(self) -> int:
        """The piece in which it ends."""
        return self.covered[-1]


def bars(marks: Sequence[Mark], pieces: TextSegments) -> list[Bar]:
    """Return the marks with tokens, each in the first row without another mark above its words.

    Examples:
        >>> from event_scoring.report.pieces import pieces_from_tokens
        >>> pieces = pieces_from_tokens(["taken", "away", "by"])
        >>> [bar.row for bar in bars([Mark([0, 2], "A"), Mark([1], "B"), Mark([0, 1, 2], "C")], pieces)]
        [0, 1, 2]
    """
    spans = [(pieces.of(mark.token_ids), place) for place, mark in enumerate(marks) if len(mark.token_ids)]
    placed, ends = [], list[int]()
    for covered, place in sorted(spans, key=lambda span: (span[0][0], span[0][-1], span[1])):
        row = next((row for row, end in enumerate(ends) if end < covered[0]), len(ends))
        ends[row : row + 1] = [covered[-1]]
        placed.append(Bar(marks[place], place, covered, frozenset(covered), row))
    return placed


def label_rows(labels: Sequence[tuple[float, float]]) -> list[int]:
    """Return the row of each label from its start and width. Labels further right are nearer to the words.

    Examples:
        >>> label_rows([(0, 10), (4, 3), (20, 5)])
        [1, 0, 0]
    """
    rows, starts = [0] * len(labels), list[float]()
    for number in sorted(range(len(labels)), key=lambda number: (-labels[number][0], -number)):
        start, wide = labels[number]
        row = next((row for row, taken in enumerate(starts) if start + wide <= taken), len(starts))
        starts[row : row + 1] = [start]
        rows[number] = row
    return rows


def joints(bars_above: Sequence[Bar], bars_below: Sequence[Bar], links: Iterable[tuple[int, int, float]]) -> Joints:
    """Return the links by the first piece that prediction and reference share; they are drawn before it."""
    upper, lower = ({bar.place: bar for bar in side} for side in (bars_above, bars_below))
    links_at: dict[int, list[tuple[Bar, Bar]]] = {}
    for link in links:
        upper_bar, lower_bar = upper.get(link[0]), lower.get(link[1])
        if upper_bar is not None and lower_bar is not None and (shared := upper_bar.inside & lower_bar.inside):
            links_at.setdefault(min(shared), []).append((upper_bar, lower_bar))
    return links_at


Joints = Mapping[int, Sequence[tuple[Bar, Bar]]]


def shorter(label: str, longest: int) -> str:
    """Return a label of at most some letters. A long one keeps its last part, the most specific.

    Examples:
        >>> shorter("Movement.Transport-Person", 18), shorter("Attack", 3)
        ('…Transport-Person', 'At…')
    """
    if width(label) <= longest:
        return label
    for start, letter in enumerate(label):
        if letter in ".:/" and start and 3 < len(label) - start <= longest:
            return f"…{label[start + 1 :]}"
    return label[: max(1, longest - 1)] + "…"


def starts(pieces: TextSegments) -> list[int]:
    """Return the column where each piece starts, and the end of the last one.

    Without words, token ids are as far apart as their labels need.
    """
    columns, column = [], 0
    for place, text in enumerate(pieces.texts):
        columns.append(column)
        column += max(width(text), ROOM_OF_ID) if place in pieces.bare and text != GAP else width(text)
    return [*columns, column]


def chain_name(number: int) -> str:
    """Return the letter of a chain.

    Examples:
        >>> chain_name(0), chain_name(25), chain_name(26)
        ('a', 'z', 'a2')
    """
    again, letter = divmod(number, 26)
    return "abcdefghijklmnopqrstuvwxyz"[letter] + (str(again + 1) if again else "")
