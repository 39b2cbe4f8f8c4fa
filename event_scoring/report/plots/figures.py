"""Pictures of results with matplotlib, which the extra ``plots`` brings.

Colours are from the palette of Okabe and Ito. Every series also has its own marker, so that pictures can be read in
grey and by colour-blind readers. Every function returns a `matplotlib.figure.Figure`, sized for its content.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from event_scoring.documents.errors import Description, InputError
from event_scoring.files import write
from event_scoring.nuggets.options import NUGGET_LAYOUT
from event_scoring.report.plans import confusion_heat, label_bars, wins_heat
from event_scoring.report.plots.labels import inches, labelled, shortened
from event_scoring.scoring.intervals import interval
from event_scoring.scoring.layout import ScoreLayout

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SERIES = (("#0072B2", "o"), ("#E69F00", "s"), ("#009E73", "^"), ("#D55E00", "D"), ("#CC79A7", "v"), ("#56B4E9", "X"))
_INK, _SOFT, _GRID = "#16181d", "#5b6270", "#d9dce2"
_MAX_TYPES = 40
"""Rows of a heat map. The rarest types beyond them share one row."""
_MAX_WRITTEN_ROWS = 30
"""Rows up to which the numbers of a heat map are written."""
_AXES = 5.6
"""Minimum width of axes, in inches."""


def accuracy_figure(results: Mapping[str, Mapping[str, Any]]) -> Figure:
    """Plot span F1 and attribute accuracies, sorted by span F1: figure 1 of Liu, Mitamura and Hovy (2015)."""
    keys = ["span_f1", *_shared(results, _ACCURACIES)]
    values = {NUGGET_LAYOUT.title(key): [result[key] for result in results.values()] for key in keys}
    return _dots(list(results), values, "span F1", "Span F1 and attribute accuracies, sorted by span F1")


def product_figure(results: Mapping[str, Mapping[str, Any]]) -> Figure:
    """Figure 2: the naive combination, span F1 times the accuracies, sorted by the product of all."""
    keys = _shared(results, _ACCURACIES)
    values = {"span F1": [result["span_f1"] for result in results.values()]}
    for key in keys:
        values[f"× {key.removesuffix('_accuracy')}"] = [result["span_f1"] * result[key] for result in results.values()]
    if len(keys) > 1:
        values["× type × realis"] = [
            result["span_f1"] * math.prod(result[key] for key in keys) for result in results.values()
        ]
    title = "Span F1 multiplied with accuracies, sorted by the product"
    return _dots(list(results), values, list(values)[-1], title)


def augmented_figure(results: Mapping[str, Mapping[str, Any]]) -> Figure:
    """Figure 3: F1 with the attributes in it (Algorithm 4), sorted by the F1 of all attributes."""
    names = ("span", "type", "realis", "type_realis")
    titles = [(f"{name}_f1", f"{name.replace('_', ' + ')} F1") for name in names]
    return score_figure(results, titles, "Attribute-augmented F1, sorted by the F1 of all attributes")


def score_figure(
    results: Mapping[str, Mapping[str, Any]], scores: Sequence[tuple[str, str]], title: str = ""
) -> Figure:
    """Plot all systems by some scores, sorted by the last score, with intervals if available.

    Of scores there are the keys and how they are called; those that some result lacks are left out.
    """
    keys = _shared(results, [key for key, _ in scores])
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


def type_figure(
    per_type: Mapping[str, Mapping[str, Any]], score: str = "f1", title: str = "", note: str = ""
) -> Figure:
    """Plot a bar for each type, the most frequent first, with intervals if available.

    The note explains the scores if they depend on more than the type.
    """
    bars = label_bars(per_type, score)
    if not bars:
        raise InputError(("per_type",), wanted="at least one type", got=Description("none"))
    labels = [f"{label}  ({bar.note})" for label, bar in zip(labelled([bar.name for bar in bars]), bars, strict=True)]
    figure, axes = _canvas(_wide_enough(labels), 0.24 * len(bars) + 1.3)
    places = np.arange(len(bars))
    axes.barh(places, [bar.value for bar in bars], height=0.66, color="#56B4E9", edgecolor=_INK, linewidth=0.6)
    for place, bar in enumerate(bars):
        if bar.low is not None and not math.isnan(bar.low):
            axes.plot([bar.low, bar.high], [place, place], color=_INK, linewidth=1.4, marker="|", markersize=6)
    axes.set_yticks(places, labels)
    _scale(axes, len(bars))
    interval = ", with intervals" if any(bar.low is not None for bar in bars) else ""
    called = "F1" if score == "f1" else score.replace("_", " ")
    axes.set_xlabel(f"{called}{interval}")
    axes.set_ylabel("type (references)")
    lines = [f"{called} by type" + (f": {shortened(title, 50)}" if title else ""), *note.split("; ")]
    axes.set_title("\n".join(filter(None, lines)), loc="left", fontsize=10)
    return figure


def confusion_figure(confusion: Mapping[str, Mapping[str, int]], title: str = "", of: str = "type") -> Figure:
    """Plot the confusion of labels. Shades are shares of a row, numbers are counts."""
    heat = confusion_heat(confusion, _MAX_TYPES)
    counts = np.array([[value or 0 for value in row] for row in heat.values]).reshape(len(heat.rows), -1)
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    written = [[f"{value:,}" if value else "" for value in row] for row in counts.tolist()]
    whose = f" by {shortened(title)}" if title else ""
    caption = f"Which {of} was predicted for which{whose}\nthe darker, the larger its share of the row"
    rows, columns = labelled(heat.rows), labelled(heat.columns)
    figure, axes = _heat(shares, written if len(rows) <= _MAX_WRITTEN_ROWS else [], rows, columns, caption)
    axes.set_xlabel(f"{of} of the prediction")
    axes.set_ylabel(f"{of} of the reference")
    return figure


def bootstrap_figure(samples: Mapping[str, Sequence[float]], score: str, confidence: float = 0.95) -> Figure:
    """Plot the bootstrap distribution of a score by system, the best median first."""
    for name, values in samples.items():
        if np.isnan(np.asarray(values, dtype=np.float64)).all():
            raise InputError(("samples", name), wanted=f"a sample on which {score} is defined", got=Description("none"))
    names = sorted(samples, key=lambda name: (-float(np.nanmedian(samples[name])), name))
    labels = labelled(names)
    figure, axes = _canvas(_wide_enough(labels), (0.42 if len(names) <= _MAX_TYPES else 0.26) * len(names) + 1.3)
    for place, name in enumerate(names):
        drawn = np.asarray(samples[name], dtype=np.float64)
        drawn = drawn[~np.isnan(drawn)]
        counts, edges = np.histogram(drawn, bins=min(40, max(8, len(drawn) // 25)))
        smooth = np.convolve(counts, [0.25, 0.5, 0.25], mode="same")
        height = 0.62 * smooth / max(smooth.max(), 1)
        middle = (edges[1:] + edges[:-1]) / 2
        axes.fill_between(middle, place - height, place, color="#56B4E9", edgecolor=_INK, linewidth=0.8)
        low, high = interval(drawn, confidence)
        axes.plot([low, high], [place + 0.13] * 2, color=_INK, linewidth=1.4, marker="|", markersize=6)
        axes.plot([np.median(drawn)], [place + 0.13], color=_INK, marker="o", markersize=4.5)
    axes.set_yticks(range(len(names)), labels)
    axes.set_ylim(len(names) - 0.5, -0.85)
    axes.grid(axis="x", color=_GRID, linewidth=0.7)
    axes.set_xlabel(score)
    axes.set_ylabel("system")
    title = f"{score} over bootstrap samples, with median and {100 * confidence:g}% interval"
    axes.set_title(_sentence(title), loc="left", fontsize=10)
    return figure


def wins_figure(win_fractions: Mapping[str, Mapping[str, float]], score: str) -> Figure:
    """Return a heat map of the share of bootstrap samples on which the row beats the column."""
    if len(win_fractions) < 2:
        raise InputError(("win_fractions",), wanted="at least two systems", got=Description(len(win_fractions)))
    heat = wins_heat(win_fractions, {name: (name, name) for name in win_fractions})
    values = np.array(heat.values, dtype=np.float64)
    written = [["" if math.isnan(value) else f"{value:.2f}" for value in row] for row in values]
    title = _sentence(f"{score}: share of samples on\nwhich the row beats the column")
    labels = labelled(heat.rows)
    figure, axes = _heat(values, written if len(labels) <= _MAX_WRITTEN_ROWS else [], labels, labels, title)
    axes.set_xlabel("system that is beaten")
    axes.set_ylabel("system that is better")
    return figure


def save_figure(figure: Figure, path: str) -> None:
    """Write a picture as SVG, PNG or PDF, by the ending of the file; the same input gives the same bytes."""
    ending = Path(path).suffix.lower()
    if ending not in _METADATA:
        raise ValueError(f"{path}: expected a file that ends in .svg, .png or .pdf, got {ending or 'no ending'!r}")
    picture = io.BytesIO()
    with _reproducible():
        metadata = _METADATA[ending]
        figure.savefig(picture, format=ending[1:], dpi=144, metadata=metadata, facecolor="white")
    write(path, picture.getvalue())


_METADATA: dict[str, dict[str, None]] = {
    ".svg": {"Date": None},
    ".png": {"Software": None},
    ".pdf": {"CreationDate": None, "Producer": None, "Creator": None},
}
"""Metadata that picture files omit, because it differs between runs or installations."""


def svg_text(figure: Figure) -> str:
    """Return a picture as the text of an SVG file, its letters as outlines."""
    text = io.StringIO()
    with _reproducible():
        figure.savefig(text, format="svg", metadata={"Date": None}, facecolor="white")
    return text.getvalue()


def _reproducible() -> Any:
    """Settings under which the same picture is the same file."""
    return _matplotlib().rc_context({"svg.hashsalt": "event-score", "svg.fonttype": "path"})


def _matplotlib() -> Any:
    try:
        import matplotlib
        import matplotlib.image
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install matplotlib") from error
    return matplotlib


def _canvas(width: float, height: float, rows: int = 1, columns: int = 1) -> tuple[Figure, Any]:
    """Return a figure outside pyplot, which keeps figures alive and is not thread-safe."""
    _matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    grid = figure.subplots(rows, columns)
    for axes in np.atleast_1d(grid).ravel():
        axes.tick_params(labelsize=9, colors=_INK, length=3)
        for label in (axes.xaxis.label, axes.yaxis.label):
            label.set_fontsize(9)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    return figure, grid


def _dots(
    names: list[str],
    values: Mapping[str, Sequence[float]],
    sorted_by: str,
    title: str,
    intervals: Mapping[str, Sequence[tuple[float, float]]] | None = None,
) -> Figure:
    """Plot a row for each system with a marker for each score, the highest first."""
    order = sorted(range(len(names)), key=lambda place: (-values[sorted_by][place], names[place]))
    columns = _legend_columns(list(values))
    lines = math.ceil(len(values) / columns)
    labels, height = labelled([names[place] for place in order]), 0.34 if len(names) <= _MAX_TYPES else 0.22
    figure, axes = _canvas(_wide_enough(labels), height * len(names) + 1.4 + 0.2 * lines)
    for row in range(len(names)):
        across = [of_score[order[row]] for of_score in values.values()]
        axes.plot([min(across), max(across)], [row, row], color=_GRID, linewidth=3, zorder=1)
    for number, (label, of_score) in enumerate(values.items()):
        colour, marker = _SERIES[number]
        # Markers of one row are moved apart a little, so that equal scores can both be seen.
        rows = np.arange(len(names)) + 0.11 * (number - (len(values) - 1) / 2)
        if intervals and label in intervals:
            bounds = [intervals[label][place] for place in order]
            axes.hlines(rows, [low for low, _ in bounds], [high for _, high in bounds], color=colour, linewidth=1)
        shown = [of_score[place] for place in order]
        axes.plot(shown, rows, marker, color=colour, label=label, markersize=6.5, markeredgecolor=_INK, mew=0.6)
    axes.set_yticks(range(len(names)), labels)
    _scale(axes, len(names))
    axes.set_xlabel("score, from 0 to 1, with intervals" if intervals else "score, from 0 to 1")
    axes.set_ylabel("system")
    axes.set_title(title, loc="left", pad=8 + 16 * lines, fontsize=10)
    room = {"fontsize": 9, "handletextpad": 0.2, "borderpad": 0.2}
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, frameon=False, **room)
    return figure


def _legend_columns(titles: Sequence[str]) -> int:
    """Return the number of legend columns that fit within the narrowest axes."""
    widths = [inches(title) + 0.4 for title in titles]
    return len(titles) if sum(widths) <= _AXES else max(1, int(_AXES // max(widths)))


def _scale(axes: Any, rows: int) -> None:
    axes.set_ylim(rows - 0.4, -0.6)
    axes.set_xlim(0, 1)
    axes.set_xticks(np.arange(0, 1.01, 0.1))
    axes.grid(axis="x", color=_GRID, linewidth=0.7)
    axes.set_axisbelow(True)


def _sentence(title: str) -> str:
    return title[0].upper() + title[1:]


def _heat(
    shares: Any, written: Sequence[Sequence[str]], rows: Sequence[str], columns: Sequence[str], title: str
) -> tuple[Figure, Any]:
    """Plot shaded cells, as large as their labels and numbers need."""
    size, longest = len(rows), max(map(inches, (*rows, *columns)), default=0)
    across = max([0.16, *(inches(text) + 0.12 for row in written for text in row)])
    down = 0.28 if written else 0.16
    headed = max(inches(line) * 10 / 9 + 0.3 for line in title.split("\n"))
    wide = max(across * size + longest + 0.9, headed, 4.4)
    upright = longest + 0.1 > (wide - longest - 0.9) / max(size, 1)
    figure, axes = _canvas(wide, down * size + (longest if upright else 0.2) + 1.3)
    figure.suptitle(title, x=0.02, ha="left", fontsize=10)
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.set_xticks(range(size), columns, rotation=90 if upright else 0)
    axes.set_yticks(range(size), rows)
    axes.tick_params(labelsize=9 if written else 8)
    for row, cells in enumerate(written):
        for column, text in enumerate(cells):
            dark = shares[row][column] > 0.65
            axes.text(column, row, text, ha="center", va="center", fontsize=8, color="white" if dark else _INK)
    return figure, axes


_ACCURACIES = ("type_accuracy", "realis_accuracy")


def _shared(results: Mapping[str, Mapping[str, Any]], keys: Sequence[str]) -> list[str]:
    """Return the keys that all results have."""
    if not results:
        raise InputError(("results",), wanted="at least one system", got=Description("none"))
    return [key for key in keys if all(key in result for result in results.values())]


def _wide_enough(labels: Sequence[str]) -> float:
    """Return the width of a figure in which labels leave room for the axes."""
    return max(7.4, _AXES + 0.3 + max(map(inches, labels), default=0))
