"""Lanes in a page: the reference above the words, systems below them, without a script.

The text flows as any text does. What is marked stands in small grids with a column for each word, wide enough for the
labels that start in them; a grid is never broken, so that no label leaves the page, and a line is as high as its marks
ask for. Bars are as wide as the words because they stand in their boxes. A page that shows lanes needs `style.STYLE`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from event_scoring.report.categories import category
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
from event_scoring.report.html import attribute, escaped
from event_scoring.report.pieces import Pieces, width
from event_scoring.report.style import MOST_COLUMNS

_BAR, _LABEL, _JOINT = 6, 19, 4
"""How high bars and labels are with what keeps them apart, and how far joints are apart, in pixels."""
_LETTER = 0.8
"""How wide a letter of a label is, in letters of the text."""
_LONGEST_GRID = 34
"""Letters of a grid: a telephone shows 40."""
_LONGEST_LABELS = (26, 18)
"""Letters of labels: the second where labels of the first would stand in more than three rows."""
_CHAINS = 8
"""Colours of chains."""


def lanes_html(picture: Picture, prefix: str = "") -> str:
    """A document with the marks of all sides.

    Args:
        picture: What is drawn.
        prefix: Starts the ``id`` of every mark (``{prefix}r0``, ``{prefix}p0``, of further systems ``{prefix}p1-0``);
            without one they have none.

    Examples:
        >>> from event_scoring.report.drawing.layout import Lane
        >>> from event_scoring.report.pieces import pieces_from_tokens
        >>> move = Mark([1], "Move")
        >>> picture = Picture(pieces_from_tokens(["They", "left"]), [move], [Lane("", [move], [(0, 0, 1.0)])])
        >>> page = lanes_html(picture)
        >>> page.count("es-l "), page.count("es-b "), page.count("es-j")
        (2, 2, 1)
    """
    pieces, sides = picture.pieces, _sides(picture, prefix)
    over: dict[int, list[tuple[int, Bar]]] = {}
    for number, side in enumerate(sides):
        for bar in side.bars:
            for place in range(bar.first, bar.last + 1):
                over.setdefault(place, []).append((number, bar))
    start, extents = starts(pieces), dict(_extents(pieces, over))
    turned = any(map(_is_right_to_left, pieces.texts))
    body, at = [], 0
    while at < len(pieces.texts):
        if (last := extents.get(at)) is not None:
            grid = _Grid(at, last, {place: over.get(place, ()) for place in range(at, last + 1)})
            grid.place(sides, start)
            body.append(grid.html(pieces, sides, turned))
            at = last + 1
        else:
            body.append(_shown(pieces, at, pieces.texts[at]))
            at += 1
    empty = "".join(
        _without_tokens(mark, side, place)
        for side in sides
        for place, mark in enumerate(side.marks)
        if not len(mark.token_ids)
    )
    return f'<div class="es-lanes" dir="auto">{"".join(body)}{empty}</div>'


@dataclass(frozen=True)
class _Side:
    """The reference or a system."""

    name: str
    marks: Sequence[Mark]
    bars: Sequence[Bar]
    joints: Joints
    css: str
    prefix: str
    sign: str = ""
    """What its labels start with, where there are several systems."""


@dataclass
class _Grid:
    """Some pieces that stay together."""

    first: int
    last: int
    over: Mapping[int, Sequence[tuple[int, Bar]]]
    """For each piece the bars over or under it, with the numbers of their sides."""
    heights: list[tuple[int, int]] = field(default_factory=list)
    """Of each side the rows of bars and of labels."""
    labels: list[list[tuple[Bar, int, int, str]]] = field(default_factory=list)
    """Of each side a bar, the row of its label, the column where its room ends, and its text."""

    def place(self, sides: Sequence[_Side], start: Sequence[int]) -> None:
        """Give every label of the grid its row and its room."""
        for number in range(len(sides)):
            bars = [(place, bar) for place, here in self.over.items() for side, bar in here if side == number]
            rows = [bar.row + 1 for _, bar in bars]
            named = [bar for place, bar in bars if bar.first == place]
            for longest in _LONGEST_LABELS:
                texts = [shorter(bar.mark.label, longest) for bar in named]
                widths = [_room(bar.mark, text) for bar, text in zip(named, texts, strict=True)]
                levels = label_rows([(start[bar.first], wide) for bar, wide in zip(named, widths, strict=True)])
                if max(levels, default=0) < 3:
                    break
            placed = []
            for bar, level, text in zip(named, levels, texts, strict=True):
                others = zip(named, levels, strict=True)
                behind = [other.first for other, row in others if row == level and other.first > bar.first]
                end = min(behind) - self.first + 1 if behind else -1
                placed.append((bar, level, end, text))
            self.labels.append(placed)
            self.heights.append((max(rows, default=0), max(levels, default=-1) + 1))

    def html(self, pieces: Pieces, sides: Sequence[_Side], turned: bool) -> str:
        """The words with their bars, then the labels."""
        tops, at = [0], 0
        for of_bars, of_labels in self.heights[1:]:
            tops.append(at)
            at += of_bars * _BAR + of_labels * _LABEL + (5 if of_bars else 0)
        above = self.heights[0][0] * _BAR + self.heights[0][1] * _LABEL
        cells = [self._cell(place, pieces, sides, tops) for place in range(self.first, self.last + 1)]
        labels = [
            self._label(sides[number], number, *label, tops[number])
            for number, placed in enumerate(self.labels)
            for label in placed
        ]
        goes_on = any(bar.last > self.last for _, bar in self.over[self.last])
        # The space at the end of words of the other direction stands at the wrong side of them.
        beside = 5 if turned and not any(map(_is_right_to_left, pieces.texts[self.first : self.last + 1])) else 0
        style = f"margin:{above + 4}px {beside}px {at + 4}px;--n:{len(cells)}"
        direction = ' dir="auto"' if turned else ""
        ending = "\n" if "\n" in pieces.texts[self.last] else ""
        css = "es-g es-on" if goes_on else "es-g"
        return f'<span class="{css}" style="{style}"{direction}>{"".join(cells)}{"".join(labels)}</span>{ending}'

    def _cell(self, place: int, pieces: Pieces, sides: Sequence[_Side], tops: Sequence[int]) -> str:
        text = pieces.texts[place]
        word = text.rstrip() or text
        pairs = [(number, *pair) for number, side in enumerate(sides) for pair in side.joints.get(place, ())]
        # The space before a word has room for one joint.
        free = 1 if place == 0 or pieces.texts[place - 1][-1:].isspace() else 0
        space = max(0, len(pairs) - free) * _JOINT
        of_word, of_cell = [], []
        for number, bar in self.over[place]:
            row, side = bar.row, sides[number]
            away = tops[number] + _BAR * row
            y = _unless(0, away, f"top:{-away - _BAR}px" if number == 0 else f"top:calc(100% + {away + 2}px)")
            css = f"es-m es-b {side.css}{_classes(bar.mark)}"
            begins, ends = place - 1 not in bar.inside, place + 1 not in bar.inside
            if place not in bar.inside:
                of_cell.append(f'<i class="{css} es-gap"{_style(y)}></i>')
            elif ends:
                x = "" if begins or not space else f"inset-inline-start:-{space}px"
                of_word.append(f'<i class="{css}"{_style(y, x)}></i>')
            else:
                x = f"inset-inline-start:{space}px" if begins and space else ""
                of_cell.append(f'<i class="{css}"{_style(y, x)}></i>')
        for offset, (number, upper, lower) in enumerate(pairs):
            top, bottom = _BAR * (upper.row + 1) - 2, tops[number] + 4 + _BAR * lower.row
            kind = lower.mark if lower.mark.kind else upper.mark
            style = _style(
                _unless(-_JOINT, (offset - free) * _JOINT, f"inset-inline-start:{_JOINT * (offset - free)}px"),
                _unless(4, top, f"top:-{top}px"),
                _unless(4, bottom, f"bottom:-{bottom}px"),
            )
            of_cell.append(f'<i class="es-m es-j{_classes(kind)}"{style}></i>')
        shown = _shown(pieces, place, word)
        if of_word or of_cell:
            shown = f'<span class="es-word">{shown}{"".join(of_word)}</span>'
        behind = text[len(word) :].replace("\n", " ")
        padding = f' style="padding-inline-start:{space}px"' if space else ""
        return f"<span{padding}>{shown}{''.join(of_cell)}{behind}</span>"

    def _label(self, side: _Side, number: int, bar: Bar, level: int, end: int, text: str, top: int) -> str:
        mark, of_bars = bar.mark, self.heights[number][0]
        away = _BAR * of_bars + _LABEL * level
        y = -away - _LABEL if number == 0 else top + away + 2
        stem = _BAR * (of_bars - bar.row - 1) + _LABEL * level + 2
        style = f"grid-column:{bar.first - self.first + 1}/{end};top:{y}px;--s:{stem}px"
        name = f' id="{attribute(side.prefix)}{bar.place}"' if side.prefix else ""
        hint = f' title="{attribute(mark.title or f"{mark.label} {mark.note}".rstrip())}"'
        own = side.sign + (f"<b>{category(mark.kind).sign}</b> " if mark.kind else "")
        note = f" <small>{escaped(mark.note)}</small>" if mark.note else ""
        return (
            f'<i class="es-m es-l {side.css}{_classes(mark)}" style="{style}"{name}{hint}>'
            f"<span>{own}{escaped(text)}{note}{_ties_html(mark)}</span></i>"
        )


def _unless(usual: int, value: int, style: str) -> str:
    """A style that the style sheet does not give already, to keep pages small."""
    return "" if value == usual else style


def _style(*parts: str) -> str:
    given = ";".join(filter(None, parts))
    return f' style="{given}"' if given else ""


def _sides(picture: Picture, prefix: str) -> list[_Side]:
    above = bars(picture.references, picture.pieces)
    sides = [_Side("reference", picture.references, above, {}, "es-r", prefix and f"{prefix}r")]
    for number, lane in enumerate(picture.systems):
        below = bars(lane.marks, picture.pieces)
        own = f"{prefix}p{number}-" if number else f"{prefix}p"
        sign = f"<em>{number + 1}</em> " if len(picture.systems) > 1 else ""
        together = joints(above, below, lane.links)
        sides.append(_Side("prediction", lane.marks, below, together, "es-p", prefix and own, sign))
    return sides


def _extents(pieces: Pieces, over: Mapping[int, Sequence[tuple[int, Bar]]]) -> Iterator[tuple[int, int]]:
    """The first and the last of pieces that stay together: what is marked, and the words over which labels reach."""
    texts, start, held = pieces.texts, starts(pieces), _held(pieces.texts)
    needed = {
        place: max(
            (_room(bar.mark, shorter(bar.mark.label, _LONGEST_LABELS[0])) for _, bar in here if bar.first == place),
            default=0.0,
        )
        for place, here in over.items()
    }
    last = -1
    for place in sorted(over):
        if place <= last:
            continue
        first = place
        while first - 1 > last and first in held and start[place + 1] - start[first - 1] < _LONGEST_GRID:
            first -= 1
        last, reach = first, 0.0
        while True:
            reach = max(reach, start[last] + needed.get(last, 0.0))
            following = last + 1
            if following == len(texts) or "\n" in texts[last]:
                break
            has_room = start[last + 1] >= reach
            if has_room and following not in held:
                break
            too_long = start[following + 1] - start[first] > _LONGEST_GRID or following - first >= MOST_COLUMNS
            if too_long or _turns(texts[first : last + 1], texts[following]):
                break
            last = following
        yield first, last


def _held(texts: Sequence[str]) -> frozenset[int]:
    """The pieces before which no line may end.

    Those are parts of one word, and, among words that are read from right to left, words of the other direction, whose
    order only one grid can keep.
    """
    turned = any(map(_is_right_to_left, texts))
    return frozenset(
        place
        for place, (before, after) in enumerate(pairwise(texts), 1)
        if before and after and (_is_one_word(before[-1], after[0]) or (turned and _is_left_to_right(before, after)))
    )


def _is_one_word(before: str, after: str) -> bool:
    return not (before.isspace() or after.isspace() or width(before) > 1 or width(after) > 1)


def _is_left_to_right(*texts: str) -> bool:
    return all(any(unicodedata.bidirectional(letter) == "L" for letter in text) for text in texts)


def _room(mark: Mark, text: str) -> float:
    """How wide a label is, in letters of the text."""
    ties = 3 * (len(mark.leads_to) + (mark.chain is not None))
    return _LETTER * (width(text) + width(mark.note) + 5 + ties)


def _shown(pieces: Pieces, place: int, text: str) -> str:
    return f'<span class="es-id">{escaped(text)}</span>' if place in pieces.bare else escaped(text)


def _turns(texts: Sequence[str], following: str) -> bool:
    """Whether a text is read in another direction than those before it, whose columns would be in a wrong order."""
    return _is_right_to_left(following) != any(map(_is_right_to_left, texts)) and any(map(str.isalpha, following))


def _is_right_to_left(text: str) -> bool:
    return not text.isascii() and any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text)


def _classes(mark: Mark) -> str:
    kind = f" es-k-{attribute(mark.kind)}" if mark.kind else ""
    chain = "" if mark.chain is None else f" es-c{mark.chain % _CHAINS}"
    return kind + chain + (f" {attribute(mark.css)}" if mark.css else "")


def _ties_html(mark: Mark) -> str:
    """What a mark is coreferent with, and where its links lead."""
    own = [] if mark.chain is None else [_chain(mark.chain, "")]
    return "".join(own + [_chain(to, "→" if kind == "After" else "⊃") for kind, to in mark.leads_to])


def _chain(number: int, arrow: str) -> str:
    return f' {arrow}<u class="es-c{number % _CHAINS}">{chain_name(number)}</u>'


def _without_tokens(mark: Mark, side: _Side, place: int) -> str:
    name = f' id="{attribute(side.prefix)}{place}" title="{attribute(mark.title)}"' if side.prefix else ""
    judged = f"<b>{category(mark.kind).sign}</b> <span>{escaped(category(mark.kind).title)}</span>" if mark.kind else ""
    label = f"{mark.label} {mark.note}".rstrip()
    return (
        f'<div class="er-item{_classes(mark)}"{name}>{judged}'
        f'<span class="es-id">{side.name} without tokens: {escaped(label)}</span></div>'
    )
