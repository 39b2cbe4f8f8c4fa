"""Pictures made of HTML alone, for pages: bars with intervals, and tables whose cells are shaded.

Every number that a picture shows is also written in it, so nothing is said by length or shade alone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from event_scoring.documents.errors import counted
from event_scoring.report.html import badge, escaped, framed_table, notes_html, table_html
from event_scoring.scoring.sheet import Score, Sheet
from event_scoring.scoring.tables import Table

_WIDE = 60
"""Letters of column headings beyond which they are written upright."""
MAX_LABELS = 100
"""Labels that a picture of a page shows; of more it shows the most frequent ones."""


@dataclass(frozen=True)
class Bar:
    """A value between 0 and 1 with a name and, perhaps, an interval and a note."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    note: str = ""


def bars_html(bars: Sequence[Bar]) -> str:
    """Bars under each other, each with its number; an interval is a line with ends over the bar."""
    rows = []
    for bar in bars:
        shown = 0.0 if math.isnan(bar.value) else max(0.0, min(1.0, bar.value))
        interval = bounds = ""
        if bar.low is not None and bar.high is not None:
            interval = f'<u style="left:{100 * bar.low:.4g}%;width:{100 * (bar.high - bar.low):.4g}%"></u>'
            bounds = f" [{bar.low:.3f}, {bar.high:.3f}]"
        note = f' <span class="es-count">{escaped(bar.note)}</span>' if bar.note else ""
        rows.append(
            f'<span class="es-name">{escaped(bar.name)}{note}</span>'
            f'<span class="es-bar"><i style="width:{100 * shown:.4g}%"></i>{interval}</span>'
            f'<span class="es-num">{bar.value:.3f}{bounds}</span>'
        )
    return f'<div class="es-bars">{"".join(rows)}</div>'


def type_bars(per_type: Mapping[str, Mapping[str, Any]], score: str = "f1") -> str:
    """The scores by type of a result with details, the most frequent type first."""
    rows = sorted(per_type.items(), key=lambda item: (-references_of(item[1]), item[0]))
    bars = [_bar(row, score, name, f"{references_of(row):,}") for name, row in rows[:MAX_LABELS]]
    return bars_html(bars) + _left_out(len(rows))


def _left_out(labels: int) -> str:
    """A note on how many of some labels are not shown, if any."""
    if labels <= MAX_LABELS:
        return ""
    return notes_html([f"{labels - MAX_LABELS:,} more are not shown: the {MAX_LABELS} most frequent are"])


def heat_html(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | int | None]],
    *,
    corner: str = "",
    marked: tuple[int, int] | None = None,
) -> str:
    """A table whose cells are the darker the larger their number is, from 0 to the largest.

    None leaves a cell empty. In the corner stands what rows and columns are; a cell may be marked by a frame.
    """
    finite = [value for row in values for value in row if value is not None and not math.isnan(value)]
    largest = max(finite, default=0) or 1
    head = "".join(f'<th scope="col">{escaped(name)}</th>' for name in columns)
    wide = " es-wide" if sum(map(len, columns)) > _WIDE else ""
    body = []
    for place, (name, row) in enumerate(zip(rows, values, strict=True)):
        cells = "".join(_heat_cell(value, largest, marked == (place, at)) for at, value in enumerate(row))
        body.append(f'<tr><th scope="row">{escaped(name)}</th>{cells}</tr>')
    return framed_table(f'<th scope="col">{escaped(corner)}</th>{head}', body, f"es-heat{wide}")


def error_counts_html(errors: Mapping[str, Any]) -> str:
    """How often each category occurs (``result["errors"]``); of several kinds of things a line for each."""
    lines = errors if any(isinstance(counts, Mapping) for counts in errors.values()) else {"": errors}
    parts = []
    for noun, counts in lines.items():
        title = f"<span>{escaped(noun)}s</span>" if noun else ""
        parts.append(
            f'<div class="es-legend">{title}{"".join(badge(key, count) for key, count in counts.items())}</div>'
        )
    return "".join(parts) if errors else ""


def confusion_html(confusion: Mapping[str, Mapping[str, int]]) -> str:
    """A confusion table (``result["confusion"]["type"]``): references in rows, predictions in columns."""
    rows = list(confusion)
    columns = list(dict.fromkeys(name for row in confusion.values() for name in row))
    rows.sort(key=lambda name: name == SPURIOUS)
    of_rows, of_columns = set(rows), set(columns)
    columns = [name for name in rows if name in of_columns] + [name for name in columns if name not in of_rows]
    columns.sort(key=lambda name: name == MISSED)
    labels = of_rows.union(of_columns) - {MISSED, SPURIOUS}
    if len(labels) > MAX_LABELS:
        times = Counter({asked: sum(row.values()) for asked, row in confusion.items()})
        for row in confusion.values():
            times.update(row)
        shown = {MISSED, SPURIOUS, *sorted(labels, key=lambda name: (-times[name], name))[:MAX_LABELS]}
        rows, columns = ([name for name in side if name in shown] for side in (rows, columns))
    values = [[confusion[row].get(name, 0) or None for name in columns] for row in rows]
    return heat_html(rows, columns, values, corner="reference \\ prediction") + _left_out(len(labels))


def with_unmatched(
    confusion: Mapping[str, Mapping[str, int]], per_label: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, int]]:
    """A confusion with what stands on one side only: a column of missed references and a row of spurious predictions.

    The scores by label know how many there are on either side; without them nothing is added.

    Examples:
        >>> with_unmatched({"A": {"A": 1}}, {"A": {"references": 3, "predictions": 2}})
        {'A': {'A': 1, 'missed': 2}, 'spurious': {'A': 1}}
    """
    table = {asked: dict(row) for asked, row in confusion.items()}
    said = Counter[str]()
    for row in confusion.values():
        said.update(row)
    spurious = {}
    for name, row in per_label.items():
        if (missed := references_of(row) - sum(confusion.get(name, {}).values())) > 0:
            table.setdefault(name, {})[MISSED] = missed
        if (more := predictions_of(row) - said[name]) > 0:
            spurious[name] = more
    return {**table, SPURIOUS: spurious} if spurious else table


MISSED, SPURIOUS = "missed", "spurious"


def confusion_matrix(confusion: Mapping[str, Mapping[str, int]], most: int) -> tuple[list[str], Any]:
    """A confusion as a square of counts with one name for row and column, the most frequent first.

    Examples:
        >>> names, counts = confusion_matrix({"A": {"A": 2, "missed": 1}, "spurious": {"A": 3}}, 40)
        >>> names, counts.tolist()
        (['A', 'missed / spurious'], [[2, 1], [3, 0]])
    """
    totals = Counter[str]()
    confusion = {
        UNMATCHED if asked == SPURIOUS else asked: {
            UNMATCHED if said == MISSED else said: count for said, count in row.items()
        }
        for asked, row in confusion.items()
    }
    for asked, row in confusion.items():
        totals.update({asked: sum(row.values())})
        totals.update(row)
    last = [UNMATCHED] if totals.pop(UNMATCHED, 0) else []
    names = sorted(totals, key=lambda name: (-totals[name], name))
    kept = names if len(names) <= most else names[: most - 1]
    rest = [counted(len(names) - len(kept), "rarer type")] if len(kept) < len(names) else []
    place = {name: number for number, name in enumerate([*kept, *rest, *last])}
    counts = np.zeros((len(place), len(place)), dtype=np.int64)
    for asked, row in confusion.items():
        for said, count in row.items():
            counts[place.get(asked, len(kept)), place.get(said, len(kept))] += count
    return [name or "none" for name in place], counts


UNMATCHED = "missed / spurious"
"""A column of what was missed and a row of what was spurious."""


def references_of(row: Mapping[str, Any]) -> int:
    """How many references a row of a table by type stands for."""
    return _of_side(row, ("references", "possible", "recall_denominator"), "false_negatives")


def predictions_of(row: Mapping[str, Any]) -> int:
    """How many predictions a row of a table by type stands for."""
    return _of_side(row, ("predictions", "actual", "precision_denominator"), "false_positives")


def _of_side(row: Mapping[str, Any], names: Sequence[str], wrong: str) -> int:
    """A number that has another name in each task, or else what is right of the side and what is wrong.

    Examples:
        >>> references_of({"possible": 4}), references_of({"true_positives": 1, "false_negatives": 1})
        (4, 2)
    """
    name = next((name for name in names if name in row), None)
    return int(row["true_positives"] + row[wrong] if name is None else row[name])


def main_scores_html(result: Mapping[str, Any], sheet: Sheet) -> str:
    """The main scores, with intervals where the result has them."""
    bars = [_bar(result, key, sheet.title(key)) for key in sheet.main if key in result]
    return bars_html(bars) if bars else ""


def _bar(row: Mapping[str, Any], key: str, title: str, note: str = "") -> Bar:
    return Bar(title, row[key], row.get(f"{key}_low"), row.get(f"{key}_high"), note)


def scores_html(result: Mapping[str, Any], groups: Sequence[Score]) -> str:
    """Precision, recall and F1 of some groups, with intervals where the result has them."""
    rows = []
    for key, title, _ in groups:
        prefix = f"{key}_" if key else ""
        if f"{prefix}f1" in result:
            cells = [result[f"{prefix}{score}"] for score in ("precision", "recall", "f1")]
            low, high = result.get(f"{prefix}f1_low"), result.get(f"{prefix}f1_high")
            rows.append((title, *cells, *([] if low is None else [f"{low:.4f}\u00a0– {high:.4f}"])))
    with_interval = bool(rows) and len(rows[0]) > 4
    header = ("", "precision", "recall", "F1", *(["interval of F1"] if with_interval else []))
    return table_html(Table(header, tuple(rows)), css="es-tight")


def _heat_cell(value: float | int | None, largest: float, marked: bool) -> str:
    if value is None:
        return "<td></td>"
    css = ' class="es-self"' if marked else ""
    share = 0.0 if math.isnan(value) else max(0.0, value / largest)
    written = f"{value:,}" if isinstance(value, int) else f"{value:.2f}"
    # Up to 40 of 100 parts of the accent keep the number readable in light and dark.
    shade = f"color-mix(in srgb,var(--es-accent) {40 * share:.0f}%,var(--es-bg))"
    return f'<td{css} style="background:{shade}">{written}</td>'
