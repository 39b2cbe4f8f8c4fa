"""A row of words with arcs: relations of the references above, those of systems below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from event_scoring.report.categories import category_css
from event_scoring.report.drawing.layout import shorter
from event_scoring.report.pieces import width
from event_scoring.report.rendering import fill

if TYPE_CHECKING:
    from markupsafe import Markup

MAX_WORDS = 80
"""Words of a document that are drawn."""
MAX_ARCS = 120
"""Arcs of each side that are drawn."""
_MAX_LETTERS = 20
_MARGIN, _LETTER, _GAP, _LEVEL = 90, 8, 60, 20
"""Pixels before the first word, of a letter, between words, and between levels of arcs."""


@dataclass(frozen=True)
class Arc:
    """A relation between two of the words."""

    source: int
    target: int
    label: str
    kind: str
    """Its category."""
    css: str = ""
    """Further classes, by which a page finds it."""
    name: str = ""
    """Its ``id`` on a page."""

    @property
    def ends(self) -> tuple[int, int]:
        """The first and the last of the two words."""
        return min(self.source, self.target), max(self.source, self.target)


@dataclass(frozen=True)
class ArcPicture:
    """The arcs to draw for one document, already bounded."""

    name: str
    words: Sequence[str]
    references: Sequence[Arc]
    systems: Sequence[tuple[str, Sequence[Arc]]]
    """Pairs of a system's name and its arcs."""
    notes: Sequence[str] = ()
    """Notes below the drawing, such as how many arcs are left out."""


def levels(arcs: Sequence[Arc]) -> list[int]:
    """Return the level of each arc above the words. Short arcs are lowest, so that arcs nest.

    Examples:
        >>> levels([Arc(0, 3, "", ""), Arc(0, 1, "", ""), Arc(2, 1, "", ""), Arc(1, 0, "", "")])
        [2, 0, 0, 1]
    """
    level_of = [0] * len(arcs)
    taken: list[list[tuple[int, int]]] = []
    for arc in sorted(range(len(arcs)), key=lambda arc: (arcs[arc].ends[1] - arcs[arc].ends[0], arc)):
        first, last = arcs[arc].ends
        over = [level for level, ends in enumerate(taken) if any(start < last and first < end for start, end in ends)]
        level_of[arc] = over[-1] + 1 if over else 0
        if level_of[arc] == len(taken):
            taken.append([])
        taken[level_of[arc]].append((first, last))
    return level_of


def arcs_html(picture: ArcPicture) -> Markup:
    """Return the drawing of a document as SVG, with its notes."""
    words = [shorter(word, _MAX_LETTERS) for word in picture.words]
    middles, end = [], float(_MARGIN)
    for word in words:
        wide = _LETTER * width(word) + _GAP
        middles.append(end + wide / 2)
        end += wide
    above = levels(picture.references)
    height = _LEVEL * (max(above, default=-1) + 2)
    drawn = [_drawn(arc, level, middles, height - 4, -1) for arc, level in zip(picture.references, above, strict=True)]
    names = [("reference", 12)] if picture.references else []
    at = height + 20
    for name, arcs in picture.systems:
        below = levels(arcs)
        drawn += [_drawn(arc, level, middles, at, 1) for arc, level in zip(arcs, below, strict=True)]
        at += _LEVEL * (max(below, default=-1) + 2)
        names.append((name or "system", at - 4))
    return fill(
        "arcs.html",
        words=[*zip(words, picture.words, middles, strict=True)],
        baseline=height + 10,
        arcs=drawn,
        names=names,
        width=round(end),
        height=at + 4,
        lines=picture.notes,
    )


def _drawn(arc: Arc, level: int, middles: Sequence[float], base: int, side: int) -> dict[str, Any]:
    """Return the line, label and arrow of an arc. ``side`` is -1 above the words and 1 below."""
    start, end = middles[arc.source], middles[arc.target]
    shift = 4 if start < end else -4  # keeps outgoing and incoming arcs of a word apart
    start, end, peak = start + shift, end - shift, base + side * _LEVEL * (level + 1)
    bend = base + side * _LEVEL * (level + 1) * 4 / 3
    return {
        "line": f"M{start:.0f} {base}C{start:.0f} {bend:.0f} {end:.0f} {bend:.0f} {end:.0f} {base}",
        "arrow": f"M{end - 3:.0f} {base + 5 * side}L{end:.0f} {base}L{end + 3:.0f} {base + 5 * side}",
        "x": round((start + end) / 2),
        "y": peak + (-2 if side < 0 else 10),
        "kind": arc.kind,
        "css": f"{category_css(arc.kind)} {arc.css}".strip(),
        "name": arc.name,
        "ends": [arc.source, arc.target],
        "whole": arc.label,
        "label": shorter(arc.label, _MAX_LETTERS),
    }
