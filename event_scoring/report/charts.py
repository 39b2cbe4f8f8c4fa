"""Charts of results, which matplotlib draws: bars, systems by their scores, bootstrap samples, and shaded tables."""

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
from event_scoring.report.label_tables import Heat, by_frequency, confusion_heat, label_score, with_interval
from event_scoring.report.names import shorter
from event_scoring.report.rendering import named
from event_scoring.scoring.intervals import interval
from event_scoring.scoring.layout import ScoreLayout

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_TYPES = 40
"""Rows and columns of a shaded table. The rarest types beyond them share one row."""
MAX_NAME_LETTERS = 100
SERIES = (("#0072B2", "o"), ("#E69F00", "s"), ("#009E73", "^"), ("#D55E00", "D"), ("#CC79A7", "v"), ("#56B4E9", "X"))
"""The colour of each series, from Okabe and Ito, and its marker, which a grey print tells apart."""
INK, RULE, FILL = "#16181d", "#d9dce2", "#6aa5d6"
WIDTH, ROW, CELL, LETTER = 6.0, 0.3, 0.45, 0.09
"""Inches of the axis, of a row, of a cell of a shaded table, and of a letter of a number in it."""
_ACCURACIES = ("type_accuracy", "realis_accuracy")
_METADATA = {
    ".svg": dict.fromkeys(("Date", "Creator")),
    ".png": dict.fromkeys(("Software",)),
    ".pdf": dict.fromkeys(("CreationDate", "Producer", "Creator")),
}
"""Metadata that files of matplotlib leave out (version and time), so that equal input gives equal bytes."""
Results = Mapping[str, Mapping[str, Any]]


def accuracy_chart(results: Results) -> Figure:
    """Plot span F1 and attribute accuracies, sorted by span F1: figure 1 of Liu, Mitamura and Hovy (2015)."""
    keys = ["span_f1", *_shared_keys(results, _ACCURACIES)]
    values = {NUGGET_LAYOUT.title(key): [result[key] for result in results.values()] for key in keys}
    return _dots(list(results), values, "span F1", "Span F1 and attribute accuracies, sorted by span F1")


def product_chart(results: Results) -> Figure:
    """Plot span F1 times each accuracy, sorted by the product of all: figure 2, the naive combination."""
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


def augmented_chart(results: Results) -> Figure:
    """Plot the F1 scores that count attributes (Algorithm 4), sorted by the F1 of all attributes: figure 3."""
    names = ("span", "type", "realis", "type_realis")
    titles = [(f"{name}_f1", f"{name.replace('_', ' + ')} F1") for name in names]
    return score_chart(results, titles, "Attribute-augmented F1, sorted by the F1 of all attributes")


def score_chart(results: Results, scores: Sequence[tuple[str, str]], title: str = "") -> Figure:
    """Plot all systems by some scores, sorted by the last score, with intervals if available.

    Scores are pairs of a key and a name. Those that some result lacks are left out.
    """
    keys = _shared_keys(results, [key for key, _ in scores])
    shown = [(key, name) for key, name in scores if key in keys]
    if not shown:
        raise InputError(("results",), wanted=", ".join(key for key, _ in scores), got=Description("none of them"))
    shown = shown[-len(SERIES) :]  # more series would look alike
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


def type_chart(per_type: Mapping[str, Mapping[str, Any]], score: str = "", title: str = "", note: str = "") -> Figure:
    """Plot a bar for each type, the most frequent first, with intervals if available.

    The note explains the scores if they depend on more than the type.
    """
    if not per_type:
        raise InputError(("per_type",), wanted="at least one type", got=Description("none"))
    score = score or label_score(per_type)
    rows = by_frequency(per_type)
    called = "F1" if score == "f1" else score.replace("_", " ")
    heading = f"{called} by type (references)" + (f": {title}" if title else "")
    figure, axes = _axes(
        [f"{name} ({references:,})" for name, references, *_ in rows], "\n".join([heading, *note.split("; ")])
    )
    values = [row[score] for *_, row in rows]
    axes.barh(range(len(rows)), np.nan_to_num(values), color=FILL)
    for place, (*_, row) in enumerate(rows):
        if f"{score}_low" in row:
            axes.hlines(place, row[f"{score}_low"], row[f"{score}_high"], color=INK)
        axes.text(1.01, place, with_interval(row, score), va="center_baseline")
    axes.set_xlim(0, 1)
    return figure


def confusion_chart(
    confusion: Mapping[str | None, Mapping[str | None, int]],
    per_label: Mapping[str, Mapping[str, Any]],
    title: str = "",
    of: str = "type",
) -> Figure:
    """Plot the confusion of labels, with what is missed and invented by the scores by label."""
    whose = f" by {title}" if title else ""
    heading = f"Which {of} was predicted for which{whose}:\nthe darker, the more often"
    return heat_chart(confusion_heat(confusion, per_label, MAX_TYPES), heading)


def wins_chart(win_fractions: Mapping[str, Mapping[str, float]], score: str) -> Figure:
    """Plot the share of bootstrap samples on which the system of the row beats the one of the column."""
    if len(win_fractions) < 2:
        raise InputError(("win_fractions",), wanted="at least two systems", got=Description(len(win_fractions)))
    names = [*win_fractions]
    values = [[win_fractions[one].get(other) for other in names] for one in names]
    return heat_chart(Heat(names, names, values), f"Share of samples on which the row beats the column,\nby {score}")


def heat_chart(heat: Heat, title: str) -> Figure:
    """Plot a shaded table: the larger a number, the darker its cell."""
    figure, axes = _axes(heat.rows, f"{title}\n{heat.corner}".strip())
    written = [[*map(_number, row)] for row in heat.values]
    cell = max([CELL, *(LETTER * len(text) for row in written for text in row)])
    figure.set_figwidth(cell * len(heat.columns))
    edges = [np.arange(len(names) + 1) - 0.5 for names in (heat.columns, heat.rows)]
    axes.pcolormesh(*edges, np.array(heat.shares, dtype=np.float64), cmap="Blues", vmin=0, vmax=1.6, edgecolor="white")
    axes.tick_params(top=False, bottom=False, labeltop=True, labelbottom=False)
    axes.set_xticks(range(len(heat.columns)), [*map(_shown, heat.columns)], rotation=90)
    for row, texts in enumerate(written):
        for column, text in enumerate(texts):
            axes.text(column, row, text, ha="center", va="center_baseline")
    return figure


def _number(value: float | int | None) -> str:
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"


def bootstrap_chart(samples: Mapping[str, Sequence[float]], score: str, confidence: float = 0.95) -> Figure:
    """Plot the bootstrap distribution of a score for each system, sorted by median."""
    for name, values in samples.items():
        if np.isnan(np.asarray(values, dtype=np.float64)).all():
            raise InputError(("samples", name), wanted=f"a sample on which {score} is defined", got=Description("none"))
    names = sorted(samples, key=lambda name: (-float(np.nanmedian(samples[name])), name))
    columns = [np.asarray(samples[name], dtype=np.float64) for name in names]
    figure, axes = _axes(names, f"Bootstrap samples of {score}, with median and {100 * confidence:g}% interval")
    drawn, rows = [column[~np.isnan(column)] for column in columns], range(len(names))
    axes.violinplot(drawn, rows, orientation="horizontal", showextrema=False, widths=0.8)
    for row, column in enumerate(columns):
        low, high = interval(column, confidence)
        axes.hlines(row, low, high, color=INK)
    axes.plot([*map(np.nanmedian, columns)], rows, "o", color=INK)
    axes.set_xlabel(score)
    return figure


def _dots(
    names: list[str],
    values: Mapping[str, Sequence[float]],
    sorted_by: str,
    title: str,
    intervals: Mapping[str, Sequence[tuple[float, float]]] | None = None,
) -> Figure:
    """Plot a row for each system with a marker for each score, the highest first."""
    order = sorted(range(len(names)), key=lambda place: (-values[sorted_by][place], names[place]))
    figure, axes = _axes([names[place] for place in order], title)
    for number, (label, of_score) in enumerate(values.items()):
        # The markers of a system are offset vertically, so that equal scores do not cover each other.
        rows = np.arange(len(order)) + 0.16 * (number - (len(values) - 1) / 2)
        colour, marker = SERIES[number]
        if intervals and label in intervals:
            low, high = np.transpose([intervals[label][place] for place in order])
            axes.hlines(rows, low, high, color=colour)
        across = [of_score[place] for place in order]
        axes.plot(across, rows, marker, color=colour, markeredgecolor=INK, markeredgewidth=0.5, label=label)
    axes.set_xlim(-0.02, 1.02)
    axes.set_xlabel("score, from 0 to 1, with intervals" if intervals else "score, from 0 to 1")
    axes.legend(loc="upper left", bbox_to_anchor=(0, 0), borderaxespad=4, ncols=3, frameon=False)
    return figure


def _axes(rows: Sequence[str], title: str) -> tuple[Figure, Axes]:
    """Return a figure and its axes with a named row for each system or type, from above.

    Labels beside the axes enlarge the picture.
    """
    try:
        from matplotlib import figure as figures
    except ImportError as error:
        raise ImportError("pictures need matplotlib: pip install matplotlib") from error
    figure = figures.Figure(figsize=(WIDTH, ROW * len(rows)))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_yticks(range(len(rows)), [*map(_shown, rows)])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_title(named(title).replace("$", r"\$"), loc="left", fontsize="medium")
    axes.grid(axis="x", color=RULE)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    axes.set_frame_on(False)
    return figure, axes


def _shown(name: str) -> str:
    """Return a name as matplotlib shows it, which would read dollars as mathematics."""
    return shorter(name, MAX_NAME_LETTERS).replace("$", r"\$")


def _shared_keys(results: Results, keys: Sequence[str]) -> list[str]:
    """Return the keys that all results have."""
    if not results:
        raise InputError(("results",), wanted="at least one system", got=Description("none"))
    return [key for key in keys if all(key in result for result in results.values())]


def save(figure: Figure, path: str) -> None:
    """Write a figure as SVG, PNG or PDF, by the ending of the file."""
    from matplotlib import rc_context

    ending = Path(path).suffix.lower()
    if ending not in _METADATA:
        raise ValueError(f"{path}: expected a file that ends in .svg, .png or .pdf, got {ending or 'no ending'!r}")
    written = io.BytesIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "event-score"}):
        figure.savefig(written, format=ending[1:], dpi=192, bbox_inches="tight", metadata=_METADATA[ending])
    write(path, written.getvalue())
