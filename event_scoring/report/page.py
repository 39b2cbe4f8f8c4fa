"""A report on systems as one HTML file that needs no network: scores, errors, and every document.

The file allows only its own script, by a content security policy with the script's hash. So text in documents is
shown and never run. The template is ``templates/report.html``.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup

from event_scoring.comparison.comparison_tables import letters, note, tests_table
from event_scoring.report.categories import CATEGORIES, Examples, fills, line_style
from event_scoring.report.drawing.charts import bars_chart, heat_chart
from event_scoring.report.drawing.shapes import Drawing
from event_scoring.report.opening import Opening
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
from event_scoring.report.rendering import file_text, fill, named
from event_scoring.scoring.layout import ScoreLayout
from event_scoring.scoring.result import with_spelled_types
from event_scoring.scoring.tables import Table, records_table

STYLES, SCRIPTS = ("document.css", "report.css"), ("document.js", "show.js", "report.js")
"""Files of the style and the script of a report. The page serves the first of each too."""
_MODULE_WORDS = re.compile(r"^import .*\n|^export (?=const|function)", re.MULTILINE)


@cache
def style() -> Markup:
    """Return the style sheet of a report."""
    categories = fill("categories.css", categories=CATEGORIES.values())
    return Markup("\n").join([*map(file_text, STYLES), categories])


@cache
def script() -> Markup:
    """Return the script of a report: the modules that the page loads one by one, as one module."""
    return Markup("").join(Markup(_MODULE_WORDS.sub("", file_text(name))) for name in SCRIPTS)


MAX_OPEN_DOCUMENTS, MAX_OPEN_ANNOTATIONS = 10, 400
"""Documents that are open at first, and annotations in all of them. In print all are open."""


@dataclass(frozen=True)
class Section:
    """One document as all systems annotated it."""

    name: str
    data: Mapping[str, Any]
    """Its marks, words or cards, and notes, as the script draws them."""
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
    comparison: Mapping[str, Any] | None = None,
    pictures: Sequence[tuple[str, Drawing]] = (),
    opening: Opening | None = None,
) -> str:
    """Return the whole page: scores, then documents with filters by category and type.

    The layout selects the scores. Several systems need the ``data`` of their comparison.
    """
    kinds = [key for key in CATEGORIES if any(key in _kinds_of(document) for document in documents)]
    types = {mark.get(name) for document in documents for mark in document.data["marks"] for name in ("type", "label")}
    data = {
        "kinds": {
            key: {"title": CATEGORIES[key].title, "sign": CATEGORIES[key].sign, "line": line_style(key)}
            for key in kinds
        },
        "systems": [system.name for system in systems],
        "documents": [document.data for document in documents],
        "opening": opening and opening.drawn,
        "lit": opening and opening.scorer,
    }
    page = fill(
        "report.html",
        title=title,
        style=style(),
        script=script(),
        script_digest=base64.b64encode(hashlib.sha256(script().encode()).digest()).decode(),
        data=script_data(data),
        systems=[_overview(system, layout) for system in systems],
        compared=comparison_of(comparison) if comparison is not None and len(systems) > 1 else None,
        heading=layout.heading,
        opening=opening,
        pictures=[(name, chart.svg()) for name, chart in pictures],
        documents=_opened(documents),
        kinds=kinds,
        types=sorted(filter(None, types)),
    )
    return f"{page}\n"


def _kinds_of(document: Section) -> set[str]:
    return {kind for mark in document.data["marks"] for kind in mark.get("is", ())}


def script_data(data: Mapping[str, Any]) -> Markup:
    r"""Return data as JSON for a script element, with invisible characters named.

    Examples:
        >>> str(script_data({"a": "</script>\u202e"}))
        '{"a":"\\u003c/script>[U+202E]"}'
    """
    text = json.dumps(_named(data), ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def _named(value: Any) -> Any:
    if isinstance(value, str):
        return named(value)
    if isinstance(value, Mapping):
        return {named(str(key)): _named(one) for key, one in value.items()}
    return [_named(one) for one in value] if isinstance(value, list | tuple) else value


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
    for place, document in enumerate(documents):
        is_open = place == 0 or (place < MAX_OPEN_DOCUMENTS and held < MAX_OPEN_ANNOTATIONS)
        held += sum(sum(counts.values()) for counts in document.counts)
        opened.append({"name": document.name, "counts": document.counts, "is_open": is_open})
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
