"""Pictures made of HTML alone, for pages: bars with intervals, and tables whose cells are shaded.

Every number that a picture shows is also written in it, so nothing is said by length or shade alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from event_scoring.report.categories import category
from event_scoring.report.html import attribute, badge, escaped, table_html
from event_scoring.report.lanes import mentions_of
from event_scoring.report.pieces import Pieces, document_pieces
from event_scoring.scoring.tables import Table

_WIDE = 60
"""Letters of column headings beyond which they are written upright."""


@dataclass(frozen=True)
class Bar:
    """A value between 0 and 1 with a name and, perhaps, an interval and a note."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    note: str = ""


def bars_html(bars: Sequence[Bar]) -> str:
    """Bars under each other, each with its number; an interval is a line with ends over the bar.

    Examples:
        >>> "width:50%" in bars_html([Bar("span", 0.5, 0.4, 0.6)])
        True
    """
    rows = []
    for bar in bars:
        shown = 0.0 if math.isnan(bar.value) else max(0.0, min(1.0, bar.value))
        interval = ""
        if bar.low is not None and bar.high is not None:
            interval = f'<u style="left:{100 * bar.low:.4g}%;width:{100 * (bar.high - bar.low):.4g}%"></u>'
        note = f' <span class="es-count">{escaped(bar.note)}</span>' if bar.note else ""
        rows.append(
            f'<span class="es-name">{escaped(bar.name)}{note}</span>'
            f'<span class="es-bar"><i style="width:{100 * shown:.4g}%"></i>{interval}</span>'
            f'<span class="es-num">{_with_interval(bar)}</span>'
        )
    return f'<div class="es-bars">{"".join(rows)}</div>'


def type_bars(per_type: Mapping[str, Mapping[str, Any]], score: str = "f1") -> str:
    """The scores by type of a result with details, the most frequent type first.

    Examples:
        >>> "Life.Die" in type_bars({"Life.Die": {"f1": 0.5, "references": 3}})
        True
    """
    rows = sorted(per_type.items(), key=lambda item: (-references_of(item[1]), item[0]))
    return bars_html(
        [
            Bar(
                name,
                row[score],
                row.get(f"{score}_low"),
                row.get(f"{score}_high"),
                f"{references_of(row):,}",
            )
            for name, row in rows
        ]
    )


def heat_html(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | int | None]],
    *,
    corner: str = "",
    marked: tuple[int, int] | None = None,
    digits: int = 2,
) -> str:
    r"""A table whose cells are the darker the larger their number is, from 0 to the largest.

    Args:
        rows: The heading of each row.
        columns: The heading of each column.
        values: Rows of numbers; None leaves a cell empty.
        corner: What rows and columns are, such as "reference \\ prediction".
        marked: A cell to frame, such as that of the options in use.
        digits: Digits of fractions; integers are written as they are.

    Examples:
        >>> heat_html(["A"], ["A", "B"], [[3, 0]]).count("<td")
        2
    """
    finite = [value for row in values for value in row if value is not None and not math.isnan(value)]
    largest = max(finite, default=0) or 1
    head = "".join(f'<th scope="col">{escaped(name)}</th>' for name in columns)
    wide = " es-wide" if sum(map(len, columns)) > _WIDE else ""
    body = []
    for place, (name, row) in enumerate(zip(rows, values, strict=True)):
        cells = "".join(_heat_cell(value, largest, digits, marked == (place, at)) for at, value in enumerate(row))
        body.append(f'<tr><th scope="row">{escaped(name)}</th>{cells}</tr>')
    return (
        f'<div class="es-scroll"><table class="es-table es-heat{wide}"><thead><tr>'
        f'<th scope="col">{escaped(corner)}</th>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'
    )


def sensitivity_html(sensitivity: Mapping[str, Any], beta: float, lam: float, step: int = 2) -> str:
    """The map of a score over beta and lam (``result["sensitivity"]``), the options in use framed.

    Every ``step``-th row and column is shown, and those of the options in use.
    """
    down, across = (
        [
            place
            for place, value in enumerate(sensitivity[name])
            if place % step == 0 or math.isclose(value, chosen, abs_tol=1e-9)
        ]
        for name, chosen in (("beta", beta), ("lam", lam))
    )
    place = tuple(
        next((at for at, i in enumerate(shown) if math.isclose(sensitivity[name][i], chosen, abs_tol=1e-9)), -1)
        for name, shown, chosen in (("beta", down, beta), ("lam", across, lam))
    )
    return heat_html(
        [f"{sensitivity['beta'][row]:g}" for row in down],
        [f"{sensitivity['lam'][column]:g}" for column in across],
        [[sensitivity["score"][row][column] for column in across] for row in down],
        corner="β \\ λ",
        marked=(place[0], place[1]),
    )


def error_counts_html(errors: Mapping[str, Any]) -> str:
    """How often each category occurs (``result["errors"]``); of several kinds of things a line for each.

    Examples:
        >>> error_counts_html({"trigger": {"missed": 2}}).startswith('<div class="es-legend"><span>triggers</span>')
        True
    """
    lines = errors if any(isinstance(counts, Mapping) for counts in errors.values()) else {"": errors}
    parts = []
    for noun, counts in lines.items():
        title = f"<span>{escaped(noun)}s</span>" if noun else ""
        parts.append(
            f'<div class="es-legend">{title}{"".join(badge(key, count) for key, count in counts.items())}</div>'
        )
    return "".join(parts) if errors else ""


def confusion_html(confusion: Mapping[str, Mapping[str, int]], corner: str = "reference \\ prediction") -> str:
    """A confusion table (``result["confusion"]["type"]``): references in rows, predictions in columns."""
    rows = list(confusion)
    columns = list(dict.fromkeys(name for row in confusion.values() for name in row))
    rows.sort(key=lambda name: name == SPURIOUS)
    columns = [name for name in rows if name in columns] + [name for name in columns if name not in rows]
    columns.sort(key=lambda name: name == MISSED)
    return heat_html(
        rows, columns, [[confusion[row].get(name, 0) or None for name in columns] for row in rows], corner=corner
    )


def with_unmatched(
    confusion: Mapping[str, Mapping[str, int]], per_label: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, int]]:
    """A confusion with what stands on one side only: a column of missed references and a row of spurious predictions.

    Args:
        confusion: ``result["confusion"]["type"]``.
        per_label: ``result["per_type"]``, which knows how many there are on either side; without it nothing is added.

    Examples:
        >>> with_unmatched({"A": {"A": 1}}, {"A": {"references": 3, "predictions": 2}})
        {'A': {'A': 1, 'missed': 2}, 'spurious': {'A': 1}}
    """
    table = {asked: dict(row) for asked, row in confusion.items()}
    said: dict[str, int] = {}
    for row in confusion.values():
        for name, count in row.items():
            said[name] = said.get(name, 0) + count
    spurious = {}
    for name, row in per_label.items():
        if (missed := references_of(row) - sum(confusion.get(name, {}).values())) > 0:
            table.setdefault(name, {})[MISSED] = missed
        if (more := predictions_of(row) - said.get(name, 0)) > 0:
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
    totals: dict[str, int] = {}
    confusion = {
        UNMATCHED if asked == SPURIOUS else asked: {
            UNMATCHED if said == MISSED else said: count for said, count in row.items()
        }
        for asked, row in confusion.items()
    }
    for asked, row in confusion.items():
        for said, count in row.items():
            totals[asked] = totals.get(asked, 0) + count
            totals[said] = totals.get(said, 0) + count
    last = [UNMATCHED] if totals.pop(UNMATCHED, 0) else []
    names = sorted(totals, key=lambda name: (-totals[name], name))
    kept = names if len(names) <= most else names[: most - 1]
    rest = [f"{len(names) - len(kept)} rarer types"] if len(kept) < len(names) else []
    place = {name: number for number, name in enumerate([*kept, *rest, *last])}
    counts = np.zeros((len(place), len(place)), dtype=np.int64)
    for asked, row in confusion.items():
        for said, count in row.items():
            counts[place.get(asked, len(kept)), place.get(said, len(kept))] += count
    return [name or "none" for name in place], counts


UNMATCHED = "missed / spurious"
"""A column of what was missed and a row of what was spurious."""


def mapping_table(
    reference: Any,
    prediction: Any,
    alignment: Sequence[Mapping[str, Any]],
    categories: Mapping[str, Sequence[Mapping[str, Any]]],
    tokens: Sequence[str] | None = None,
    *,
    text: str | None = None,
    pieces: Pieces | None = None,
) -> str:
    """Each reference of a nugget document beside the predictions mapped to it, then what stands alone.

    The arguments are those of `lanes.nugget_lanes`.
    """
    sides = [mentions_of(reference), mentions_of(prediction)]
    if pieces is None:
        pieces = document_pieces([list(mention["token_ids"]) for side in sides for mention in side], tokens, text)
    said, asked = (
        {row["mention"]: row["category"] for row in categories[name]} for name in ("predictions", "references")
    )
    found = {row["reference"]: row["predictions"] for row in alignment}
    rows: list[str] = []
    mapped = set()
    for place, mention in enumerate(sides[0]):
        for number, pair in enumerate(found.get(place) or [None]):
            other = None if pair is None else sides[1][pair["prediction"]]
            kind = asked.get(place, "") if number == 0 else said.get(pair["prediction"], "")
            mapped.add(None if pair is None else pair["prediction"])
            rows.append(_mapping_row(mention if number == 0 else None, other, pair and pair["dice"], kind, pieces))
    for place, mention in enumerate(sides[1]):
        if place not in mapped:
            rows.append(_mapping_row(None, mention, None, said.get(place, ""), pieces))
    head = "".join(f'<th scope="col">{name}</th>' for name in ("", "reference", "", "prediction", "", "Dice"))
    return (
        f'<div class="es-scroll"><table class="es-table"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def references_of(row: Mapping[str, Any]) -> int:
    """How many references a row of a table by type stands for.

    Examples:
        >>> references_of({"references": 3}), references_of({"true_positives": 1, "false_negatives": 1})
        (3, 2)
        >>> references_of({"possible": 4})  # fills of templates
        4
    """
    return _of_side(row, ("references", "possible", "recall_denominator"), "false_negatives")


def predictions_of(row: Mapping[str, Any]) -> int:
    """How many predictions a row of a table by type stands for.

    Examples:
        >>> predictions_of({"predictions": 3}), predictions_of({"true_positives": 1, "false_positives": 1})
        (3, 2)
    """
    return _of_side(row, ("predictions", "actual", "precision_denominator"), "false_positives")


def _of_side(row: Mapping[str, Any], names: Sequence[str], wrong: str) -> int:
    name = next((name for name in names if name in row), None)
    return int(row["true_positives"] + row[wrong] if name is None else row[name])


def headline_html(result: Mapping[str, Any], names: Sequence[tuple[str, str]]) -> str:
    """Single scores, with intervals where the result has them."""
    shown = [(key, title) for key, title in names if key in result]
    bars = [Bar(title, result[key], result.get(f"{key}_low"), result.get(f"{key}_high")) for key, title in shown]
    return bars_html(bars) if bars else ""


def scores_html(result: Mapping[str, Any], names: Sequence[tuple[str, str]]) -> str:
    """Precision, recall and F1 of the named groups, with intervals where the result has them."""
    rows = []
    for prefix, title in names:
        if f"{prefix}_f1" in result:
            cells = [result[f"{prefix}_{score}"] for score in ("precision", "recall", "f1")]
            low, high = result.get(f"{prefix}_f1_low"), result.get(f"{prefix}_f1_high")
            rows.append((title, *cells, *([] if low is None else [f"{low:.4f} – {high:.4f}"])))
    with_interval = bool(rows) and len(rows[0]) > 4
    header = ("", "precision", "recall", "F1", *(["interval of F1"] if with_interval else []))
    return table_html(Table(header, tuple(rows)), css="es-tight")


def _with_interval(bar: Bar) -> str:
    interval = "" if bar.low is None or bar.high is None else f" [{bar.low:.3f}, {bar.high:.3f}]"
    return f"{bar.value:.3f}{interval}"


def _heat_cell(value: float | int | None, largest: float, digits: int, marked: bool) -> str:
    if value is None:
        return "<td></td>"
    css = ' class="es-self"' if marked else ""
    share = 0.0 if math.isnan(value) else max(0.0, value / largest)
    written = f"{value:,}" if isinstance(value, int) else f"{value:.{digits}f}"
    # Up to 40 of 100 parts of the accent keep the number readable in light and dark.
    shade = f"color-mix(in srgb,var(--es-accent) {40 * share:.0f}%,var(--es-bg))"
    return f'<td{css} style="background:{shade}">{written}</td>'


def _mapping_row(reference: Any, prediction: Any, dice: float | None, kind: str, pieces: Any) -> str:
    cells = [f"<td>{badge(kind) if kind else ''}</td>"]
    for mention in (reference, prediction):
        if mention is None:
            cells.append("<td></td><td></td>")
        else:
            realis = f", {mention['realis']}" if mention.get("realis") else ""
            cells.append(f"<td>{escaped(pieces.quoted(mention['token_ids']))}</td>")
            cells.append(f"<td>{escaped(str(mention['type']) + realis)}</td>")
    cells.append(f'<td class="es-num">{"" if dice is None else f"{dice:.3f}"}</td>')
    title = attribute(category(kind).meaning) if kind else ""
    return f'<tr title="{title}">{"".join(cells)}</tr>'
