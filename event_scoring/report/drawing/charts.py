"""Charts of results: bars, systems by their scores, distributions over bootstrap samples, and shaded tables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from event_scoring.documents.errors import Description, InputError
from event_scoring.nuggets.options import NUGGET_LAYOUT
from event_scoring.report.drawing.names import labelled, shorter
from event_scoring.report.drawing.shapes import Cell, Drawing, Line, Marker, Rect, Shape, Text, pixels
from event_scoring.report.plans import Bar, Heat, confusion_heat, label_bars
from event_scoring.scoring.intervals import interval
from event_scoring.scoring.layout import ScoreLayout

WIDTH = 720
"""Pixels of a chart."""
MAX_TYPES = 40
"""Rows and columns of a shaded table in a file. The rarest types beyond them share one row."""
MAX_TITLE_LETTERS = 38
"""Letters of a system's name in a heading."""
_LINE = 18
"""Pixels of a line of text."""
_PHONE = 340
"""Pixels of the narrowest page that shows bars."""
_SERIES = tuple(f"s{number}" for number in range(6))
_MARGIN, _TICKS = 12, 10
_ACCURACIES = ("type_accuracy", "realis_accuracy")
Results = Mapping[str, Mapping[str, Any]]


def bars_chart(bars: Sequence[Bar], name: str, heading: Sequence[str] = (), narrowest: int = _PHONE) -> Drawing:
    """Return bars under each other, each below its name and its number; an interval is a line over it.

    A number that does not fit beside its name in the ``narrowest`` width, in pixels, has a line of its own.
    """
    shapes = _lines(heading)
    y = len(heading) * _LINE + (6 if heading else 0)
    said = []
    for bar in bars:
        ends = [WIDTH * _part(end) for end in (bar.low, bar.high) if end is not None and not math.isnan(end)]
        number = f"{bar.value:.3f}" + (f" [{bar.low:.3f}, {bar.high:.3f}]" if ends else "")
        title = shorter(bar.name, 40) + (f" ({bar.note})" if bar.note else "")
        said.append(f"{bar.name} {number}")
        shapes.append(Text(0, y + _LINE - 5, title))
        y += _LINE if pixels(title) + pixels(number) > narrowest else 0
        shapes.append(Text(WIDTH, y + _LINE - 5, number, anchor="end"))
        y += _LINE
        shapes += [Rect(0, y, WIDTH, 10, "panel"), Rect(0, y, WIDTH * _part(bar.value), 10, "accent")]
        if ends:
            shapes.append(Line(ends[0], y + 5, ends[1], y + 5, thickness=3))
        y += 16
    return Drawing(WIDTH, max(y, 1), shapes, "; ".join([*heading, name, *said]), is_fluid=True)


def _lines(heading: Sequence[str]) -> list[Shape]:
    return [Text(0, _LINE * (row + 1) - 4, line) for row, line in enumerate(heading)]


def _part(value: float) -> float:
    """Return a value as a part of the whole: from 0 to 1, and 0 if it is undefined."""
    return 0.0 if math.isnan(value) else max(0.0, min(1.0, value))


def heat_chart(heat: Heat, name: str, heading: Sequence[str] = ()) -> Drawing:
    """Return a shaded table, as large as its labels and numbers need: the larger a number, the darker its cell."""
    rows, columns = labelled(heat.rows), labelled(heat.columns)
    written = [[_number(value) for value in row] for row in heat.values]
    wide = max([28.0, *(pixels(text) + 8 for row in written for text in row)])
    longest = max(map(pixels, columns), default=0)
    is_turned = longest + 8 > wide
    left = max(map(pixels, (*rows, heat.corner))) + 10
    top = len(heading) * _LINE + (longest + 16 if is_turned else _LINE + 6)
    corner = top - 8
    shapes = _lines(heading)
    shapes.append(Text(left - 8, corner, heat.corner, "soft", "end"))
    for place, title in enumerate(columns):
        x = left + wide * (place + 0.5)
        shapes.append(
            Text(x + 4.5, corner, title, is_turned=True) if is_turned else Text(x, corner, title, anchor="middle")
        )
    largest = max((value for row in heat.values for value in row if value), default=1)
    for row, title in enumerate(rows):
        y = top + 22 * row
        shapes.append(Text(left - 8, y + 15.5, title, anchor="end"))
        for place, value in enumerate(heat.values[row]):
            if written[row][place]:
                share, names = _part((value or 0) / largest), (heat.rows[row], heat.columns[place])
                shapes.append(Cell(left + wide * place, y, wide - 1, 21, share, written[row][place], *names))
    width = max(left + wide * len(columns), *(pixels(line) for line in heading or [""])) + _MARGIN
    return Drawing(math.ceil(width), math.ceil(top + 22 * len(rows) + 4), shapes, "; ".join([*heading, name]))


def _number(value: float | int | None) -> str:
    if value is None or math.isnan(value):
        return ""
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"


def accuracy_chart(results: Results) -> Drawing:
    """Plot span F1 and attribute accuracies, sorted by span F1: figure 1 of Liu, Mitamura and Hovy (2015)."""
    keys = ["span_f1", *_shared_keys(results, _ACCURACIES)]
    values = {NUGGET_LAYOUT.title(key): [result[key] for result in results.values()] for key in keys}
    return _dots(list(results), values, "span F1", "Span F1 and attribute accuracies, sorted by span F1")


def product_chart(results: Results) -> Drawing:
    """Figure 2: the naive combination, span F1 times the accuracies, sorted by the product of all."""
    keys = _shared_keys(results, _ACCURACIES)
    factors = {"span F1": [], **{f"× {key.removesuffix('_accuracy')}": [key] for key in keys}}
    if len(keys) > 1:
        factors["× type × realis"] = keys
    values = {
        name: [result["span_f1"] * math.prod(map(result.__getitem__, of)) for result in results.values()]
        for name, of in factors.items()
    }
    title = "Span F1 multiplied with accuracies, sorted by the product"
    return _dots(list(results), values, list(values)[-1], title)


def augmented_chart(results: Results) -> Drawing:
    """Figure 3: F1 with the attributes in it (Algorithm 4), sorted by the F1 of all attributes."""
    names = ("span", "type", "realis", "type_realis")
    titles = [(f"{name}_f1", f"{name.replace('_', ' + ')} F1") for name in names]
    return score_chart(results, titles, "Attribute-augmented F1, sorted by the F1 of all attributes")


def score_chart(results: Results, scores: Sequence[tuple[str, str]], title: str = "") -> Drawing:
    """Plot all systems by some scores, sorted by the last score, with intervals if available.

    Of scores there are the keys and how they are called; those that some result lacks are left out.
    """
    keys = _shared_keys(results, [key for key, _ in scores])
    shown = [(key, name) for key, name in scores if key in keys]
    if not shown:
        raise InputError(("results",), wanted=", ".join(key for key, _ in scores), got=Description("none of them"))
    shown = shown[-len(_SERIES) :]  # more series would look alike
    values = {name: [result[key] for result in results.values()] for key, name in shown}
    intervals = {
        name: [(result[f"{key}_low"], result[f"{key}_high"]) for result in results.values()]
        for key, name in shown
        if all(f"{key}_low" in result for result in results.values())
    }
    last = shown[-1][1]
    return _dots(list(results), values, last, title or f"Systems sorted by {last}", intervals)


def main_scores(layout: ScoreLayout) -> list[tuple[str, str]]:
    """Return the scores and titles by which a picture compares systems of a task."""
    return [(key, layout.title(key)) for key in layout.drawn or layout.main]


def type_chart(
    per_type: Mapping[str, Mapping[str, Any]], score: str = "f1", title: str = "", note: str = ""
) -> Drawing:
    """Plot a bar for each type, the most frequent first, with intervals if available.

    The note explains the scores if they depend on more than the type.
    """
    bars = label_bars(per_type, score)
    if not bars:
        raise InputError(("per_type",), wanted="at least one type", got=Description("none"))
    called = "F1" if score == "f1" else score.replace("_", " ")
    lines = [
        f"{called} by type (references)" + (f": {shorter(title, MAX_TITLE_LETTERS)}" if title else ""),
        *note.split("; "),
    ]
    return bars_chart(bars, called, [*filter(None, lines)], narrowest=WIDTH)


def confusion_chart(
    confusion: Mapping[str | None, Mapping[str | None, int]],
    per_label: Mapping[str, Mapping[str, Any]],
    title: str = "",
    of: str = "type",
) -> Drawing:
    """Plot the confusion of labels, with what is missed and spurious by the scores by label."""
    whose = f" by {shorter(title, MAX_TITLE_LETTERS)}" if title else ""
    heading = f"Which {of} was predicted for which{whose}: the darker, the more often"
    return heat_chart(confusion_heat(confusion, per_label, MAX_TYPES), of, [heading])


def wins_chart(win_fractions: Mapping[str, Mapping[str, float]], score: str) -> Drawing:
    """Plot the share of bootstrap samples on which the system of the row beats the one of the column."""
    if len(win_fractions) < 2:
        raise InputError(("win_fractions",), wanted="at least two systems", got=Description(len(win_fractions)))
    names = [*win_fractions]
    values = [[win_fractions[one].get(other) for other in names] for one in names]
    heat = Heat(names, names, values, corner="row beats column")
    return heat_chart(heat, score, [f"Share of samples by {score} on which", "the row beats the column"])


def bootstrap_chart(samples: Mapping[str, Sequence[float]], score: str, confidence: float = 0.95) -> Drawing:
    """Plot the bootstrap distribution of a score by system, the best median first."""
    for name, values in samples.items():
        if np.isnan(np.asarray(values, dtype=np.float64)).all():
            raise InputError(("samples", name), wanted=f"a sample on which {score} is defined", got=Description("none"))
    names = sorted(samples, key=lambda name: (-float(np.nanmedian(samples[name])), name))
    columns = [np.asarray(samples[name], dtype=np.float64) for name in names]
    drawn = [column[~np.isnan(column)] for column in columns]
    low, high = float(min(map(np.min, drawn))), float(max(map(np.max, drawn)))
    step = _step(high - low)
    ends = step * math.floor(low / step), step * (math.floor(high / step) + 1)
    title = f"Bootstrap samples of {score}, with median and {100 * confidence:g}% interval"
    plot = _Plot(names, [title], 46 if len(names) <= MAX_TYPES else 30, ends, step)
    for row, column in enumerate(drawn):
        base, room = plot.top + plot.row * (row + 0.7), plot.row * 0.62
        counts, edges = np.histogram(column, bins=min(40, max(8, len(column) // 25)))
        for count, left, right in zip(counts.tolist(), edges.tolist(), edges[1:].tolist(), strict=False):
            x, tall = plot.x_of(left), room * count / counts.max()
            plot.shapes.append(Rect(x, base - tall, plot.x_of(right) - x, tall, "s5"))
        bounds = interval(column, confidence)
        plot.add_interval(float(bounds[0]), float(bounds[1]), base + 6, "ink")
        plot.shapes.append(Marker(plot.x_of(float(np.median(column))), base + 6, "s0"))
    return plot.drawing(score, title)


class _Plot:
    """A row for each system on an axis of scores."""

    def __init__(
        self,
        names: Sequence[str],
        heading: Sequence[str],
        row: float,
        ends: tuple[float, float] = (0, 1),
        step: float = 0.1,
    ) -> None:
        labels = labelled(names)
        self.row = row
        self.low, self.high = low, high = ends
        self.left = max(60.0, *map(pixels, labels)) + 10
        self.width = max(WIDTH, self.left + 420)
        self.right = self.width - 24.0
        self.top = _LINE * len(heading) + 8.0
        self.bottom = self.top + row * len(names)
        self.shapes = _lines(heading)
        for number in range(round((high - low) / step) + 1):
            value = low + number * step
            x = self.x_of(value)
            self.shapes.append(Line(x, self.top, x, self.bottom, "rule"))
            self.shapes.append(Text(x, self.bottom + _LINE, f"{value:.10g}", "soft", "middle"))
        for place, label in enumerate(labels):
            self.shapes.append(Text(self.left - 10, self.top + row * (place + 0.5) + 4.5, label, anchor="end"))

    def x_of(self, value: float) -> float:
        """Return the horizontal position of a score."""
        return self.left + (self.right - self.left) * (value - self.low) / (self.high - self.low)

    def add_interval(self, low: float, high: float, y: float, css: str) -> None:
        """Add a line with ends."""
        ends = self.x_of(low), self.x_of(high)
        self.shapes.append(Line(ends[0], y, ends[1], y, css))
        self.shapes += [Line(end, y - 3, end, y + 3, css) for end in ends]

    def drawing(self, axis: str, name: str) -> Drawing:
        """Return what was planned, with the name of the axis."""
        self.shapes.append(Text((self.left + self.right) / 2, self.bottom + 2 * _LINE, axis, "soft", "middle"))
        return Drawing(math.ceil(self.width), math.ceil(self.bottom + 2 * _LINE + 8), self.shapes, name)


def _dots(
    names: list[str],
    values: Mapping[str, Sequence[float]],
    sorted_by: str,
    title: str,
    intervals: Mapping[str, Sequence[tuple[float, float]]] | None = None,
) -> Drawing:
    """Plot a row for each system with a marker for each score, the highest first."""
    order = sorted(range(len(names)), key=lambda place: (-values[sorted_by][place], names[place]))
    legend = [*_legend([*values])]
    lines = 1 + max(line for *_, line in legend)
    plot = _Plot([names[place] for place in order], [title, *[""] * lines], row=32 if len(names) <= MAX_TYPES else 22)
    for css, label, x, line in legend:
        y = _LINE * (line + 1) + 10
        plot.shapes += [Marker(x + 6, y, css), Text(x + 16, y + 4.5, label)]
    said = []
    for row, place in enumerate(order):
        middle, across = plot.top + plot.row * (row + 0.5), [of_score[place] for of_score in values.values()]
        plot.shapes.append(Line(plot.x_of(min(across)), middle, plot.x_of(max(across)), middle, "rule", 3))
        said.append(f"{names[place]} {values[sorted_by][place]:.3f}")
        for number, (label, value) in enumerate(zip(values, across, strict=True)):
            # Markers of one row are moved apart a little, so that equal scores can both be seen.
            at = middle + plot.row * 0.11 * (number - (len(values) - 1) / 2)
            if intervals and label in intervals:
                plot.add_interval(*intervals[label][place], at, _SERIES[number])
            plot.shapes.append(Marker(plot.x_of(value), at, _SERIES[number]))
    axis = "score, from 0 to 1, with intervals" if intervals else "score, from 0 to 1"
    return plot.drawing(axis, f"{title}: {'; '.join(said)}")


def _legend(titles: Sequence[str]) -> Iterator[tuple[str, str, float, int]]:
    """Yield the class of each series, its title, its place across and its line."""
    x, line = 0.0, 0
    for css, title in zip(_SERIES, titles, strict=False):
        wide = pixels(title) + 34
        if x and x + wide > WIDTH:
            x, line = 0.0, line + 1
        yield css, title, x, line
        x += wide


def _step(spread: float) -> float:
    """Return the distance of ticks: 1, 2 or 5 times a power of ten, of which few fit into a spread.

    Examples:
        >>> _step(0.17), _step(0.9), _step(0.0)
        (0.05, 0.2, 0.01)
    """
    tenth = float(10 ** math.floor(math.log10(spread or 0.1)))
    steps = (round(tenth * part, 12) for part in (0.1, 0.2, 0.5, 1, 2))
    return next(step for step in steps if spread / step <= 6)


def _shared_keys(results: Results, keys: Sequence[str]) -> list[str]:
    """Return the keys that all results have."""
    if not results:
        raise InputError(("results",), wanted="at least one system", got=Description("none"))
    return [key for key in keys if all(key in result for result in results.values())]
