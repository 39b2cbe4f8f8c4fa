"""A report on systems as one HTML file that needs no network: scores, errors, and every document.

The file allows only its own script, by a content security policy with the script's hash. So text in documents is
shown and never run. The template is ``templates/report.html``.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from event_scoring.comparison.comparison_tables import letters, note, tests_table
from event_scoring.report.categories import CATEGORIES, CHAIN_COLOURS, Examples, fills
from event_scoring.report.drawing.charts import bars_chart, heat_chart
from event_scoring.report.drawing.grids import LANE_HEIGHT, MAX_COLUMNS, MAX_DISTANCE, USUAL_SYSTEMS
from event_scoring.report.drawing.shapes import Drawing
from event_scoring.report.opening import TICKS, Opening
from event_scoring.report.plans import (
    MAX_LABELS,
    Bar,
    confusions,
    group_table,
    label_bars,
    label_score,
    main_bars,
    wins_heat,
)
from event_scoring.report.rendering import file_text, fill
from event_scoring.scoring.layout import ScoreLayout
from event_scoring.scoring.result import with_spelled_types
from event_scoring.scoring.tables import Table, records_table

if TYPE_CHECKING:
    from markupsafe import Markup


@cache
def style() -> Markup:
    """Return the style sheet that several pages share: lanes, badges, tables and bars."""
    return fill(
        "style.css",
        categories=CATEGORIES.values(),
        chains=CHAIN_COLOURS,
        columns=MAX_COLUMNS,
        systems=USUAL_SYSTEMS,
        lane=LANE_HEIGHT,
        farthest=MAX_DISTANCE,
    )


MAX_OPEN_DOCUMENTS, MAX_OPEN_ANNOTATIONS = 10, 400
"""Documents that are open at first, and annotations in all of them. Prints show names and counts of others."""


@dataclass(frozen=True)
class Section:
    """One document as all systems annotated it."""

    name: str
    body: Markup
    counts: Sequence[Mapping[str, int]]
    """The number of occurrences of each category, by system."""


@dataclass(frozen=True)
class SystemReport:
    """One system in a report."""

    name: str
    result: Mapping[str, Any]
    """Its result with details."""
    examples: Examples


def report_html(
    systems: Sequence[SystemReport],
    documents: Sequence[Section],
    *,
    title: str,
    layout: ScoreLayout,
    kinds: Sequence[str],
    types: Sequence[str],
    legend: Sequence[str] | None = None,
    comparison: Mapping[str, Any] | None = None,
    pictures: Sequence[tuple[str, Drawing]] = (),
    opening: Opening | None = None,
) -> str:
    """Return the whole page: scores, then documents with filters by category (``kinds``) and type.

    Marks of ``types[i]`` have the class ``y{i}``. The layout selects the scores. The legend is None if no document has
    lanes. Several systems need the ``data`` of their comparison.
    """
    script = file_text("report.js")
    page = fill(
        "report.html",
        title=title,
        style=style() + file_text("report.css"),
        script=script,
        script_digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        systems=[_overview(system, layout) for system in systems],
        compared=comparison_of(comparison) if comparison is not None and len(systems) > 1 else None,
        heading=layout.heading,
        opening=opening,
        ticks=TICKS,
        pictures=[(name, chart.svg()) for name, chart in pictures],
        documents=_opened(documents),
        kinds=kinds,
        types=types,
        legend=legend,
    )
    return f"{page}\n"


def _overview(system: SystemReport, layout: ScoreLayout) -> dict[str, Any]:
    """Return the values of the overview of a system, above the documents."""
    result = with_spelled_types(system.result)
    groups = [group for group in layout.groups_in(result) if group.key]
    kinds = result.get("per_error", {})
    tables = {name: rows for name in ("type", "role", "slot", "label") if (rows := result.get(f"per_{name}"))}
    return {
        "name": system.name,
        "main": bars_svg(main_bars(result, layout)),
        "groups": group_table(result, groups) if groups else None,
        "errors": error_lines(fills(result) if kinds else result.get("errors") or fills(result)),
        "error_kinds": records_table([{"error": name, **row} for name, row in kinds.items()]) if kinds else None,
        # Differences from the default options, and warnings about the data.
        "notes": [*result.get("differences", ()), *result.get("warnings", ())],
        "labels": [
            (
                _title_of(name, result),
                bars_svg(label_bars(rows, label_score(rows))[:MAX_LABELS]),
                len(rows) - MAX_LABELS,
            )
            for name, rows in tables.items()
        ],
        "confusions": {
            name: heat_chart(heat, f"confusion of {name}").svg()
            for name, heat in confusions(result).items()
            if heat.rows
        },
        "examples": system.examples,
        "signature": result["signature"],
    }


def bars_svg(bars: Sequence[Bar]) -> Markup | None:
    """Return bars as SVG; None without any."""
    return bars_chart(bars, "scores").svg() if bars else None


def _title_of(label: str, result: Mapping[str, Any]) -> str:
    note = result.get(f"per_{label}_note")
    return f"Scores by {label}" + (f": {note}" if note else "")


def _opened(documents: Sequence[Section]) -> list[dict[str, Any]]:
    """Return the documents, each with whether it is open at first."""
    opened, held = [], 0
    for place, section in enumerate(documents):
        is_open = place == 0 or (place < MAX_OPEN_DOCUMENTS and held < MAX_OPEN_ANNOTATIONS)
        held += sum(sum(counts.values()) for counts in section.counts)
        opened.append({"name": section.name, "body": section.body, "counts": section.counts, "is_open": is_open})
    return opened


def error_lines(errors: Mapping[str, Any]) -> list[tuple[str, Mapping[str, int]]]:
    """Return the counts of ``result["errors"]`` as lines: one, or one for each noun with errors.

    Examples:
        >>> error_lines({"missed": 2}), error_lines({"trigger": {"missed": 2}}), error_lines({})
        ([('', {'missed': 2})], [('trigger', {'missed': 2})], [])
    """
    if any(isinstance(counts, Mapping) for counts in errors.values()):
        return [(noun, counts) for noun, counts in errors.items() if any(counts.values())]
    return [("", errors)] if errors else []


@dataclass(frozen=True)
class Compared:
    """Tables of a comparison on a page: scores with intervals, win fractions, significance tests."""

    scores: Table
    note: str
    wins: Sequence[tuple[str, Markup]]
    tests: Table


def comparison_of(data: Mapping[str, Any]) -> Compared:
    """Return the part of a comparison's ``data`` that the page shows."""
    letter_of = letters(data["given"])
    marks = {
        name: letter_of[name] for name in data["systems"]
    }  # the best system comes first, independently of its letter
    rows = []
    for key, of_key in data["scores"].items():
        cells = []
        for row in map(of_key.__getitem__, marks):
            # A cell may break before its interval only.
            better = "".join(f"\u00a0{marks[other]}" for other in row["better_than"])
            bounds = "" if row["low"] is None else f" [{row['low']:.3f},\u00a0{row['high']:.3f}]"
            cells.append(f"{row['value']:.4f}{better}{bounds}")
        rows.append((data["titles"][key], *cells))
    names = {name: (f"{mark} {name}", mark) for name, mark in marks.items()}
    return Compared(
        scores=Table(("", *(row for row, _ in names.values())), tuple(rows)),
        # Warnings about one system are shown with that system.
        note=note({**data, "warnings": {}}),
        wins=[
            (data["titles"][key], heat_chart(wins_heat(of_key, names), data["titles"][key]).svg())
            for key, of_key in data["win_fractions"].items()
        ],
        tests=tests_table(data),
    )
