"""What ``templates/lanes.html`` writes: text, and grids of words with their strokes and labels."""

from __future__ import annotations

from typing import NamedTuple


class Text(NamedTuple):
    """A piece without marks."""

    text: str
    is_bare: bool


class Stroke(NamedTuple):
    """A part of a bar (``i``), or what joins two bars (``u``)."""

    tag: str
    css: str
    styles: str


class Cell(NamedTuple):
    """One piece of the text grid: its strokes, with full-width strokes drawn separately, and the space after it."""

    text: str
    is_bare: bool
    behind: str
    space: int
    """Pixels before the word, for joints."""
    of_word: list[Stroke]
    of_cell: list[Stroke]


class Label(NamedTuple):
    """The label of a mark."""

    css: str
    columns: str
    name: str
    title: str
    sign: str
    text: str
    note: str
    ties: list[tuple[str, str, str]]
    """An arrow, a class and a letter for its chain and each of its links."""


class Words(NamedTuple):
    """A grid: its cells, then its labels."""

    cells: list[Cell]
    labels: list[Label]
    styles: str
    goes_on: bool
    ending: str


class Unplaced(NamedTuple):
    """A mark without tokens."""

    css: str
    name: str
    title: str
    sign: str
    text: str
