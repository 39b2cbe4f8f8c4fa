"""Drawings of shapes: written once as SVG, which pages embed and files hold; matplotlib makes PNG and PDF of them."""

from __future__ import annotations

import html
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from event_scoring.files import write
from event_scoring.report.drawing.names import width as letters
from event_scoring.report.rendering import named

if TYPE_CHECKING:
    from markupsafe import Markup

COLOURS = {
    **{"ink": "#16181d", "soft": "#5b6270", "rule": "#d9dce2", "panel": "#eef0f3", "accent": "#6aa5d6"},
    **{"s0": "#0072B2", "s1": "#E69F00", "s2": "#009E73", "s3": "#D55E00", "s4": "#CC79A7", "s5": "#56B4E9"},
}
"""Colours by class. A page gives the classes colours of its own; those of series are from Okabe and Ito."""
MARKERS = {
    "s0": ("M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z", "o"),
    "s1": ("M-4-4h8v8h-8z", "s"),
    "s2": ("M0-5l5 9h-10z", "^"),
    "s3": ("M0-5.5l5.5 5.5l-5.5 5.5l-5.5-5.5z", "D"),
    "s4": ("M0 5l5-9h-10z", "v"),
    "s5": ("M-2-5l2 2l2-2l3 3l-2 2l2 2l-3 3l-2-2l-2 2l-3-3l2-2l-2-2z", "X"),
}
"""The path and matplotlib's marker of each series, which a grey print tells apart."""
SIZE = 13
"""Pixels of a letter's height."""
_POINTS = 72 / 96
"""Points of a pixel."""
_MARGIN = 12
"""Pixels around a drawing in PNG and PDF. A page has its own."""
_ENDINGS = (".svg", ".png", ".pdf")


class Text(NamedTuple):
    """A line of text; turned it goes upwards."""

    x: float
    y: float
    text: str
    css: str = "ink"
    anchor: str = "start"
    is_turned: bool = False


class Rect(NamedTuple):
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    css: str


class Line(NamedTuple):
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float
    css: str = "ink"
    thickness: float = 1


class Marker(NamedTuple):
    """The marker of a series."""

    x: float
    y: float
    css: str


class Cell(NamedTuple):
    """A shaded number of a table, with the names of its row and its column."""

    x: float
    y: float
    width: float
    height: float
    share: float
    """The darkness of its shade, from 0 to 1."""
    text: str
    row: str
    column: str


Shape = Text | Rect | Line | Marker | Cell
_DARKEST = 0.8
"""Opacity of the darkest cell, on which a number is readable in light and dark."""


@dataclass(frozen=True)
class Drawing:
    """Shapes on a ground of some pixels."""

    width: float
    height: float
    shapes: Sequence[Shape]
    name: str
    """A description of the drawing, for screen readers."""
    is_fluid: bool = False
    """Whether a page may draw it in another width: its places across are parts of the width."""

    def svg(self, is_file: bool = False) -> Markup:
        """Return the drawing as SVG, with its letters as text, for a page or as a file.

        Examples:
            >>> str(Drawing(100, 20, [Text(50, 10, "a<b", anchor="middle")], "x").svg()).split('size="13">')[1]
            '<text x="50" y="10" text-anchor="middle">a&lt;b</text></svg>'
        """
        from markupsafe import Markup

        inside = "".join(map(self._written, self.shapes))
        role = "group" if any(isinstance(shape, Cell) for shape in self.shapes) else "img"
        size = f'width="{self.width:g}" height="{self.height:g}"'
        css = "es-chart es-fluid" if self.is_fluid else "es-chart"
        start = '<svg xmlns="http://www.w3.org/2000/svg"' if is_file else "<svg"
        if is_file or not self.is_fluid:  # a box makes what is inside as large as its frame
            start += f' viewBox="0 0 {self.width:g} {self.height:g}"'
        start += f' class="{css}" {size} role="{role}" aria-label="{_escaped(self.name)}"'
        return Markup(
            f'{start} fill="{COLOURS["ink"]}" font-family="system-ui,sans-serif" font-size="{SIZE}">{inside}</svg>'
        )

    def _horizontal(self, value: float) -> str:
        return f"{100 * value / self.width:.4g}%" if self.is_fluid else _px(value)

    def _written(self, shape: Shape) -> str:
        x = self._horizontal(shape.x)
        colour = getattr(shape, "css", "ink")
        paint = f'class="{colour}" ' if colour != "ink" or isinstance(shape, Line) else ""
        fill = f' fill="{COLOURS[colour]}"' if colour != "ink" else ""
        if isinstance(shape, Text):
            turned = f' transform="rotate(-90 {_px(shape.x)} {_px(shape.y)})"' if shape.is_turned else ""
            anchor = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
            return f'<text {paint}x="{x}" y="{_px(shape.y)}"{fill}{anchor}{turned}>{_escaped(shape.text)}</text>'
        if isinstance(shape, Rect):
            wide = self._horizontal(shape.width)
            return f'<rect {paint}x="{x}" y="{_px(shape.y)}" width="{wide}" height="{_px(shape.height)}"{fill}/>'
        if isinstance(shape, Line):
            end = f'x2="{self._horizontal(shape.to_x)}" y2="{_px(shape.to_y)}"'
            stroke = f'stroke="{COLOURS[shape.css]}" stroke-width="{shape.thickness:g}"'
            return f'<line {paint}x1="{x}" y1="{_px(shape.y)}" {end} {stroke}/>'
        if isinstance(shape, Marker):
            path = f'<path d="{MARKERS[shape.css][0]}" stroke="{COLOURS["ink"]}" stroke-width=".6"/>'
            return f'<g {paint[:-1]}{fill} transform="translate({x} {_px(shape.y)})">{path}</g>'
        names = f'data-row="{_escaped(shape.row)}" data-column="{_escaped(shape.column)}"'
        box = Rect(shape.x, shape.y, shape.width, shape.height, "accent")
        shade = self._written(box).replace("/>", f' fill-opacity="{_DARKEST * shape.share:.3g}"/>')
        return f'<g class="es-cell" {names}>{shade}{self._written(_number_of(shape))}</g>'


def _px(value: float) -> str:
    """Return pixels as text, to a tenth of a pixel also in a chart of many rows.

    Examples:
        >>> _px(12.0), _px(45.678), _px(15766.5)
        ('12', '45.7', '15766.5')
    """
    return f"{value:.1f}".removesuffix(".0")


def _number_of(cell: Cell) -> Text:
    return Text(cell.x + cell.width / 2, cell.y + cell.height / 2 + 4.5, cell.text, anchor="middle")


def _escaped(text: str) -> str:
    return html.escape(named(text))


def pixels(text: str) -> float:
    """About how wide a text is: as wide as in the widest usual font, so that nothing collides in another."""
    return 0.64 * SIZE * letters(text)


def save(drawing: Drawing, path: str) -> None:
    """Write a drawing as SVG, PNG or PDF, by the ending of the file; the same input gives the same bytes."""
    ending = Path(path).suffix.lower()
    if ending not in _ENDINGS:
        raise ValueError(f"{path}: expected a file that ends in .svg, .png or .pdf, got {ending or 'no ending'!r}")
    if ending == ".svg":
        write(path, f"{drawing.svg(is_file=True)}\n".encode())
    else:
        write(path, _rendered(drawing, ending))


def _rendered(drawing: Drawing, ending: str) -> bytes:
    """Return a drawing as PNG or PDF.

    Matplotlib draws it, and no library that reads SVG: cairosvg needs the library cairo, which pip does not install,
    and has no letters but those of the fonts of the machine.
    """
    try:
        from matplotlib import figure, patches
    except ImportError as error:
        raise ImportError("PNG and PDF need matplotlib: pip install matplotlib; SVG needs nothing") from error
    wide, high = drawing.width + 2 * _MARGIN, drawing.height + 2 * _MARGIN
    drawn = figure.Figure(figsize=(wide / 96, high / 96), dpi=192, facecolor="white")
    across, down = (-_MARGIN, drawing.width + _MARGIN), (drawing.height + _MARGIN, -_MARGIN)
    axes = drawn.add_axes((0, 0, 1, 1), xlim=across, ylim=down)
    axes.set_axis_off()
    anchors: dict[str, Any] = {"start": "left", "middle": "center", "end": "right"}
    for order, shape in enumerate(_without_cells(drawing.shapes)):
        colour, place = COLOURS[getattr(shape, "css", "accent")], dict[str, Any](zorder=order)
        if isinstance(shape, Text):
            look: dict[str, Any] = {"fontsize": SIZE * _POINTS * 0.92, "color": colour, "parse_math": False, **place}
            look |= {"rotation": 90, "rotation_mode": "anchor"} if shape.is_turned else {}
            axes.text(shape.x, shape.y, named(shape.text), ha=anchors[shape.anchor], va="baseline", **look)
        elif isinstance(shape, Line):
            ends = (shape.x, shape.to_x), (shape.y, shape.to_y)
            axes.plot(*ends, color=colour, linewidth=shape.thickness * _POINTS, **place)
        elif isinstance(shape, Marker):
            edge: dict[str, Any] = {"markeredgecolor": COLOURS["ink"], "markeredgewidth": 0.5}
            axes.plot([shape.x], [shape.y], MARKERS[shape.css][1], color=colour, markersize=6.5, **edge, **place)
        else:
            alpha = _DARKEST * shape.share if isinstance(shape, Cell) else 1
            size: dict[str, Any] = {"width": shape.width, "height": shape.height}
            axes.add_patch(patches.Rectangle((shape.x, shape.y), **size, color=colour, alpha=alpha, lw=0, **place))
    written = io.BytesIO()
    varying: dict[str, Any] = {".png": ("Software",), ".pdf": ("CreationDate", "Producer", "Creator")}
    drawn.savefig(written, format=ending[1:], metadata=dict.fromkeys(varying[ending]))
    return written.getvalue()


def _without_cells(shapes: Sequence[Shape]) -> Iterator[Shape]:
    """Yield the shapes, after each cell its number."""
    for shape in shapes:
        yield shape
        if isinstance(shape, Cell):
            yield _number_of(shape)
