"""Lanes in a page: the reference above the words, systems below them, without a script.

Unmarked text flows as usual. Marked text is in small grids with a column for each word, wide enough for its labels. A
grid is never broken, so that no label leaves the page. A line is as high as its marks. Bars are in the boxes of their
words and have their width. A page that shows lanes needs `style.style`.

This module decides the positions; ``templates/lanes.html`` writes them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING

from event_scoring.report.categories import CATEGORIES, CHAIN_COLOURS, category, category_css
from event_scoring.report.drawing.layout import (
    Bar,
    Cell,
    Joints,
    Label,
    Mark,
    Picture,
    PlainText,
    Stroke,
    Unplaced,
    Words,
    bars,
    chain_name,
    joints,
    label_rows,
    shorter,
    starts,
)
from event_scoring.report.pieces import TextSegments, width
from event_scoring.report.rendering import fill

if TYPE_CHECKING:
    from markupsafe import Markup

MAX_COLUMNS = 40
"""Words of a grid."""
LANE_HEIGHT = 30
"""Pixels of the lane of a system with one row of labels."""
USUAL_SYSTEMS = 20
"""Systems whose lanes the style sheet knows."""
MAX_DISTANCE = 600
"""Pixels between the words and a part."""
_BAR, _LABEL, _JOINT = 6, 19, 4
"""Heights of bars and labels with their margins, and the distance of joints, in pixels."""
_LETTER = 0.8
"""Width of a letter of a label, relative to a letter of the text."""
_MAX_GRID_LETTERS = 34
"""Letters of a grid: a telephone shows 40."""
_MAX_LABEL_LETTERS = (26, 18)
"""Letters of a label. The second limit applies if the first would need more than three rows of labels."""


def lanes_html(picture: Picture, prefix: str = "", titles: bool = True) -> Markup:
    """Return a document with the marks of all sides as HTML.

    The prefix starts the ``id`` of every mark (``{prefix}r0``, ``{prefix}p0``, of further systems ``{prefix}p1-0``);
    without one they have none. Every label has a tooltip (``titles``), or only shortened labels, because the page has a
    script.

    Examples:
        >>> from event_scoring.report.drawing.layout import Lane
        >>> from event_scoring.report.pieces import pieces_from_tokens
        >>> move = Mark([1], "Move")
        >>> picture = Picture(pieces_from_tokens(["They", "left"]), [move], [Lane("", [move], [(0, 0, 1.0)])])
        >>> page = lanes_html(picture)
        >>> page.count("<b "), page.count("<i "), page.count("<u>")  # labels, bars and joints
        (2, 2, 1)
    """
    picture = picture.bounded()
    pieces, sides = picture.pieces, _sides(picture, prefix)
    over: dict[int, list[tuple[int, Bar]]] = {}
    for number, side in enumerate(sides):
        for bar in side.bars:
            for place in range(bar.first, bar.last + 1):
                over.setdefault(place, []).append((number, bar))
    start, extents = starts(pieces), dict(_extents(pieces, over))
    turned = any(map(_is_right_to_left, pieces.texts))
    grids: dict[int, _Grid] = {}
    before: _Grid | None = None
    for first, last in extents.items():
        shared = before.heights if before and before.goes_on() else [(0, 0)] * len(sides)
        before = grids[first] = _Grid(first, last, {at: over.get(at, ()) for at in range(first, last + 1)}, shared)
        before.place(start)
    parts: list[PlainText | Words] = []
    at = 0
    while at < len(pieces.texts):
        grid = grids.get(at)
        parts.append(
            grid.words(pieces, sides, turned, titles) if grid else PlainText(pieces.texts[at], at in pieces.bare)
        )
        at = grid.last + 1 if grid else at + 1
    return fill(
        "lanes.html",
        parts=parts,
        has_turned=turned,
        unplaced=[
            _unplaced(mark, side, place)
            for side in sides
            for place, mark in enumerate(side.marks)
            if not len(mark.token_ids)
        ],
        lines=[picture.note()] if picture.left_out else [],
        names=[lane.name for lane in picture.systems] if len(picture.systems) > 1 else [],
    )


@dataclass(frozen=True)
class _Side:
    """The reference or a system."""

    name: str
    marks: Sequence[Mark]
    bars: Sequence[Bar]
    joints: Joints
    css: str
    prefix: str
    number: int | None = None
    """The number of the system, if there are several."""

    @property
    def of_system(self) -> str:
        """The class of one of several systems."""
        return "" if self.number is None else f" s{self.number}"

    def away(self, pixels: int) -> str:
        """Return the class of a part that is further from the words than usual in its lane."""
        usual = LANE_HEIGHT * (self.number or 0) if (self.number or 0) < USUAL_SYSTEMS else 0
        return "" if pixels == usual else f" t{min(pixels, MAX_DISTANCE)}"


@dataclass
class _Grid:
    """Some pieces that stay together."""

    first: int
    last: int
    over: Mapping[int, Sequence[tuple[int, Bar]]]
    """The bars over or under each piece, with the numbers of their sides."""
    heights: list[tuple[int, int]]
    """Rows of bars and of labels by side. A bar that continues in the next grid gives both the same height."""
    labels: list[list[tuple[Bar, int, int, str]]] = field(default_factory=list)
    """Labels by side, each as (bar, row, last column of its space, text)."""
    stems: dict[tuple[int, int], int] = field(default_factory=dict)
    """Row of a label by (side, mark)."""

    def goes_on(self) -> bool:
        """Whether a bar continues after it."""
        return any(bar.last > self.last for _, bar in self.over[self.last])

    def place(self, start: Sequence[int]) -> None:
        """Give every label of the grid its row and its room."""
        for number, (of_bars, of_labels) in enumerate(self.heights):
            bars = [(place, bar) for place, here in self.over.items() for side, bar in here if side == number]
            rows = [bar.row + 1 for _, bar in bars]
            named = [bar for place, bar in bars if bar.first == place]
            for longest in _MAX_LABEL_LETTERS:
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
                self.stems[number, bar.place] = level
            self.labels.append(placed)
            self.heights[number] = max([of_bars, *rows]), max([of_labels, *(level + 1 for level in levels)])

    def words(self, pieces: TextSegments, sides: Sequence[_Side], turned: bool, titles: bool) -> Words:
        """Return the words with their bars, and the labels."""
        tops, at, below = [0], 0, 0
        for side, (of_bars, of_labels) in zip(sides[1:], self.heights[1:], strict=True):
            tops.append(at)
            at += of_bars * _BAR + of_labels * _LABEL + (5 if of_bars else 0)
            below = at if of_bars else below
            # Each of several systems keeps its lane where it has no marks, so that lanes are easy to follow.
            at = max(at, tops[-1] + LANE_HEIGHT if side.bars and side.number is not None else 0)
        above = self.heights[0][0] * _BAR + self.heights[0][1] * _LABEL
        cells = [self._cell(place, pieces, sides, tops) for place in range(self.first, self.last + 1)]
        labels = [
            self._label(sides[number], number, *label, tops[number], titles)
            for number, placed in enumerate(self.labels)
            for label in placed
        ]
        # For right-to-left words the trailing space would be on the wrong side.
        beside = 5 if turned and not any(map(_is_right_to_left, pieces.texts[self.first : self.last + 1])) else 0
        margin = f"margin:{above + 4}px {beside}px {below + 4}px"
        styles = _styles(_unless("margin:29px 0px 34px", margin), _unless("--n:1", f"--n:{len(cells)}"))
        ending = "\n" if "\n" in pieces.texts[self.last] else ""
        return Words(cells, labels, styles, self.goes_on(), ending)

    def _cell(self, place: int, pieces: TextSegments, sides: Sequence[_Side], tops: Sequence[int]) -> Cell:
        text = pieces.texts[place]
        word = text.rstrip() or text
        pairs = [(number, *pair) for number, side in enumerate(sides) for pair in side.joints.get(place, ())]
        # The space before a word has room for one joint.
        free = 1 if place == 0 or pieces.texts[place - 1][-1:].isspace() else 0
        space = max(0, len(pairs) - free) * _JOINT
        of_word, of_cell = list[Stroke](), list[Stroke]()
        for number, bar in self.over[place]:
            side, begins, ends = sides[number], place - 1 not in bar.inside, place + 1 not in bar.inside
            css = side.css + _classes(bar.mark) + side.away(tops[number] + _BAR * bar.row)
            if place == bar.first:
                css += f" h{_BAR * (self.heights[number][0] - bar.row - 1) + _LABEL * self.stems[number, bar.place]}"
            if place not in bar.inside:
                of_cell.append(_stroke("i", f"{css} es-gap"))
            elif ends:
                x = "" if begins or not space else f"--x:-{space}"
                of_word.append(_stroke("i", css, x))
            else:
                x = f"--x:{space}" if begins and space else ""
                of_cell.append(_stroke("i", css, x))
        for offset, (number, upper, lower) in enumerate(pairs):
            side = sides[number]
            x = _unless(f"--x:{-_JOINT}", f"--x:{_JOINT * (offset - free)}")
            mark = lower.mark if lower.mark.kind else upper.mark
            css = f"{side.of_system}{_classes(mark)}{side.away(tops[number] + _BAR * lower.row)}"
            of_cell.append(_stroke("u", css, x, _unless("--u:0", f"--u:{_BAR * upper.row}")))
        return Cell(word, place in pieces.bare, text[len(word) :].replace("\n", " "), space, of_word, of_cell)

    def _label(
        self, side: _Side, number: int, bar: Bar, level: int, end: int, text: str, top: int, titles: bool
    ) -> Label:
        mark, of_bars, start = bar.mark, self.heights[number][0], bar.first - self.first + 1
        css = f"es-l{side.css}{_classes(mark)}{side.away(top + _BAR * (of_bars - 1) + _LABEL * level)}"
        if end == -1 and start > 1:
            css += f" g{start}"
        whole = mark.title if titles and mark.title else f"{mark.label} {mark.note}".rstrip()
        return Label(
            css=css,
            columns="" if end == -1 else f"{start}/{end}",
            name=f"{side.prefix}{bar.place}" if side.prefix else "",
            title=whole if titles or text != mark.label else "",
            sign=category(mark.kind).sign if mark.kind and mark.kind not in CATEGORIES else "",
            text=text,
            note=mark.note,
            ties=[(arrow, _chain_css(chain), chain_name(chain)) for arrow, chain in mark.ties()],
        )


def _unless(usual: str, style: str) -> str:
    """Return a style, or an empty string if it is the usual style, to keep pages small."""
    return "" if style == usual else style


def _stroke(tag: str, css: str, *styles: str) -> Stroke:
    return Stroke(tag, css.lstrip(), _styles(*styles))


def _styles(*parts: str) -> str:
    return ";".join(filter(None, parts))


def _sides(picture: Picture, prefix: str) -> list[_Side]:
    above = bars(picture.references, picture.pieces)
    sides = [_Side("reference", picture.references, above, {}, "", prefix and f"{prefix}r")]
    for number, lane in enumerate(picture.systems):
        below = bars(lane.marks, picture.pieces)
        own = f"{prefix}p{number}-" if number else f"{prefix}p"
        several = len(picture.systems) > 1
        name, css = (f"{lane.name}:", f" es-p s{number}") if several else ("prediction", " es-p")
        joined = joints(above, below, lane.links)
        sides.append(_Side(name, lane.marks, below, joined, css, prefix and own, number if several else None))
    return sides


def _extents(pieces: TextSegments, over: Mapping[int, Sequence[tuple[int, Bar]]]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of pieces that stay together: marked spans, and the words below labels."""
    texts, start, held = pieces.texts, starts(pieces), _held(pieces.texts)
    needed = {
        place: max(
            (_room(bar.mark, shorter(bar.mark.label, _MAX_LABEL_LETTERS[0])) for _, bar in here if bar.first == place),
            default=0.0,
        )
        for place, here in over.items()
    }
    last = -1
    for place in sorted(over):
        if place <= last:
            continue
        first = place
        while first - 1 > last and first in held and start[place + 1] - start[first - 1] < _MAX_GRID_LETTERS:
            first -= 1
        last, reach = first, 0.0
        best = (len(over), inf, first)
        while True:
            reach = max(reach, start[last] + needed.get(last, 0.0))
            following = last + 1
            if following == len(texts) or "\n" in texts[last]:
                break
            missing = reach - start[following]
            if following not in held:
                if missing <= 0:
                    break
                cut = sum(bar.last > last for _, bar in over.get(last, ()))
                best = min(best, (cut, missing, last))
            if _turns(texts[first : last + 1], texts[following]):
                break
            if start[following + 1] - start[first] > _MAX_GRID_LETTERS or following - first >= MAX_COLUMNS:
                # The break that cuts the fewest bars, and then leaves the least empty room for labels.
                last = best[-1] if best[1] < inf else last
                break
            last = following
        yield first, last


def _held(texts: Sequence[str]) -> frozenset[int]:
    """Return the pieces before which no line may end.

    These are parts of one word. Among right-to-left words they are also words of the other direction, whose order only
    a common grid keeps.
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
    """Return the width of a label, in letters of the text."""
    return _LETTER * (width(text) + width(mark.note) + 5 + 3 * len(mark.ties()))


def _turns(texts: Sequence[str], following: str) -> bool:
    """Whether a text is read in another direction than those before it, whose columns would be in a wrong order."""
    return _is_right_to_left(following) != any(map(_is_right_to_left, texts)) and any(map(str.isalpha, following))


def _is_right_to_left(text: str) -> bool:
    return not text.isascii() and any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text)


def _classes(mark: Mark) -> str:
    """Return the classes of a mark, each with a blank before it."""
    kind = category_css(mark.kind) if mark.kind else ""
    chain = "" if mark.chain is None else _chain_css(mark.chain)
    return "".join(f" {css}" for css in (kind, chain, mark.css) if css)


def _chain_css(number: int) -> str:
    return f"es-c{number % len(CHAIN_COLOURS)}"


def _unplaced(mark: Mark, side: _Side, place: int) -> Unplaced:
    label = f"{mark.label} {mark.note}".rstrip()
    return Unplaced(
        css=f"er-item{_classes(mark)}",
        name=f"{side.prefix}{place}" if side.prefix else "",
        title=mark.title,
        sign=category(mark.kind).sign if mark.kind else "",
        text=f"{side.name} without tokens: {label}",
    )
