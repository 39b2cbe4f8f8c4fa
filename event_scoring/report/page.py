"""A report on systems as one HTML file that needs no network: scores, errors, and every document.

The file allows no script but its own (by a content security policy with the script's hash), so that
whatever text the documents hold is shown and never run.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from event_scoring.comparison.tables import letters, note, tests_table
from event_scoring.documents.errors import counted
from event_scoring.report.categories import category, fills
from event_scoring.report.html import attribute, badge, escaped, notes_html, table_html
from event_scoring.report.plots.charts import (
    confusion_html,
    error_counts_html,
    heat_html,
    main_scores_html,
    scores_html,
    type_bars,
    with_unmatched,
)
from event_scoring.report.script import SCRIPT
from event_scoring.report.style import REPORT_STYLE, STYLE
from event_scoring.scoring.sheet import Sheet
from event_scoring.scoring.tables import Table


@dataclass(frozen=True)
class Section:
    """One document as all systems annotated it."""

    name: str
    body: str
    """HTML that shows it."""
    counts: Sequence[Mapping[str, int]]
    """Of each system how often each category occurs in it."""


@dataclass(frozen=True)
class SystemReport:
    """What the report shows of one system."""

    name: str
    result: Mapping[str, Any]
    """Its result with details."""
    examples: str = ""
    """HTML with examples of errors."""


def report_html(
    systems: Sequence[SystemReport],
    documents: Sequence[Section],
    *,
    title: str,
    sheet: Sheet,
    kinds: Sequence[str],
    types: Sequence[str],
    legend: str = "",
    comparison: Mapping[str, Any] | None = None,
    pictures: Sequence[tuple[str, str]] = (),
) -> str:
    """The whole page: scores, then documents, which can be filtered by categories (``kinds``) and types.

    Marks of ``types[i]`` have the class ``y{i}``. The sheet says which scores are shown. The legend, which says how
    documents are shown, is HTML, pictures are SVG; with several systems comes the ``data`` of their comparison.
    """
    body = (
        _overview(systems, sheet, comparison, pictures)
        + f"<h2>Documents</h2>{legend}{_filters(systems, kinds, types)}{_documents(documents)}"
    )
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{digest}'"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">'
        f"<title>{attribute(title)}</title><style>{STYLE}{REPORT_STYLE}</style></head><body>"
        f'<header class="er-head"><div><h1>{escaped(title)}</h1><p class="er-sub">'
        f"{counted(len(systems), 'system')} · {counted(len(documents), 'document')}</p></div>"
        '<button type="button" id="er-theme">light or dark</button></header>'
        '<template id="er-wires"><svg class="er-wires" aria-hidden="true"><path></path></svg></template>'
        f"<main>{body}</main><script>{SCRIPT}</script></body></html>\n"
    )


def _overview(
    systems: Sequence[SystemReport],
    sheet: Sheet,
    comparison: Mapping[str, Any] | None,
    pictures: Sequence[tuple[str, str]],
) -> str:
    parts = []
    if comparison is not None and len(systems) > 1:
        parts.append(f"<h2>Comparison</h2>{comparison_html(comparison)}")
    for title, svg in pictures:
        data = base64.b64encode(svg.encode()).decode()
        parts.append(
            f'<details class="er-fold"><summary>{escaped(title)}</summary>'
            f'<img class="er-picture" alt="{attribute(title)}" src="data:image/svg+xml;base64,{data}"></details>'
        )
    overviews = []
    for number, system in enumerate(systems):
        result = system.result
        blocks = [f"<h2>{escaped(system.name)}</h2>", main_scores_html(result, sheet)]
        if groups := [group for group in sheet.groups_in(result) if group.key]:
            blocks.append(scores_html(result, groups))
        blocks.append(error_counts_html(result.get("errors") or fills(result)))
        blocks.append(_sentences(result))
        for section in ("type", "role", "slot"):
            if result.get(f"per_{section}"):
                blocks.append(_fold(f"Scores by {section}", type_bars(result[f"per_{section}"])))
        tables = result.get("confusion", {})
        if any(not isinstance(row, Mapping) for table in tables.values() for row in table.values()):
            tables = {"role": tables}  # the one table that there is
        for name, table in tables.items():
            whole = with_unmatched(table, result.get(f"per_{name}", {}))
            blocks.append(_fold(f"Confusion of {name}: references in rows", confusion_html(whole)))
        if system.examples:
            blocks.append(_fold("Examples of errors", system.examples))
        blocks.append(f'<p class="er-signature">signature: <code>{escaped(result["signature"])}</code></p>')
        overviews.append(f'<section class="er-system" data-system="{number}">{"".join(blocks)}</section>')
    return f'{"".join(parts)}<div class="er-systems">{"".join(overviews)}</div>'


def _sentences(result: Mapping[str, Any]) -> str:
    """Why numbers differ from those of the default, and what is doubtful about the data."""
    return notes_html([*result.get("differences", ()), *result.get("warnings", ())])


def comparison_html(data: Mapping[str, Any]) -> str:
    """The ``data`` of a comparison: scores with intervals, who beats whom how often, and all tests."""
    marks = letters(data["systems"])
    named = [f"{mark} {name}" for name, mark in marks.items()]
    rows = []
    for key, of_key in data["scores"].items():
        cells = []
        for row in map(of_key.__getitem__, marks):
            # A cell may break before its interval only.
            better = "".join(f"\u00a0{marks[other]}" for other in row["better_than"])
            cells.append(f"{row['value']:.4f}{better} [{row['low']:.3f},\u00a0{row['high']:.3f}]")
        rows.append((data["titles"][key], *cells))
    # What a system's result warns of stands with that system.
    explained = note({**data, "warnings": {}})
    parts = [table_html(Table(("", *named), tuple(rows)), css="es-compared"), f"<p>{escaped(explained)}</p>"]
    wins = []
    for key, of_key in data["win_fractions"].items():
        values = [[of_key[one].get(other) for other in marks] for one in marks]
        table = heat_html(named, list(marks.values()), values, corner="row beats column")
        wins.append(f"<div><b>{escaped(data['titles'][key])}</b>{table}</div>")
    parts.append(
        _fold("On which share of samples one system beats another", f'<div class="es-wins">{"".join(wins)}</div>')
    )
    parts.append(_fold("Tests of all pairs", table_html(tests_table(data))))
    return "".join(parts)


def _fold(title: str, body: str) -> str:
    return f'<details class="er-fold"><summary>{escaped(title)}</summary>{body}</details>'


def _filters(systems: Sequence[SystemReport], kinds: Sequence[str], types: Sequence[str]) -> str:
    buttons = "".join(
        f'<button type="button" class="es-badge es-k-{attribute(kind)}" data-kind="{attribute(kind)}" '
        f'aria-pressed="false" title="{attribute(category(kind).meaning)}"><b>{category(kind).sign}</b> '
        f"{escaped(category(kind).title)}</button>"
        for kind in kinds
    )
    categories = f'<div class="er-row er-kinds" role="group" aria-label="categories">{buttons}</div>' if kinds else ""
    choices = "".join(f'<option value="{place}">{attribute(name)}</option>' for place, name in enumerate(types))
    several = ""
    if len(systems) > 1:
        names = "".join(f'<option value="{n}">{attribute(system.name)}</option>' for n, system in enumerate(systems))
        several = f'<label>system <select id="er-system"><option value="">all systems</option>{names}</select></label>'
    return (
        '<div class="er-filters" role="search" aria-label="filter documents">'
        f"{categories}"
        f'<div class="er-row">{several}<label>type <select id="er-type"><option value="">all types</option>{choices}'
        '</select></label><label>document <input id="er-doc" type="search" placeholder="part of its id"></label>'
        '<button type="button" id="er-clear">clear</button><button type="button" id="er-open">open all</button>'
        '<button type="button" id="er-close">close all</button>'
        '<span class="er-keys"><kbd>j</kbd>/<kbd>k</kbd> next, previous · <kbd>/</kbd> document · '
        "<kbd>Esc</kbd> clear</span></div>"
        '<p id="er-status" role="status" aria-live="polite"></p></div>'
    )


_OPEN, _OPEN_ANNOTATIONS = 10, 400
"""Documents that are open at first, and what they may hold together; of others a print shows names and counts."""


def _documents(sections: Sequence[Section]) -> str:
    parts, held = [], 0
    for place, section in enumerate(sections):
        is_open = " open" if place == 0 or (place < _OPEN and held < _OPEN_ANNOTATIONS) else ""
        held += sum(sum(counts.values()) for counts in section.counts)
        # Of several systems only signs, so that they can be compared in one line.
        alone = len(section.counts) == 1
        of_systems = [
            "".join(badge(kind, count) if alone else _sign(kind, count) for kind, count in counts.items() if count)
            for counts in section.counts
        ]
        if not alone:
            of_systems = [f"<span><em>{number}</em> {signs}</span>" for number, signs in enumerate(of_systems, 1)]
        parts.append(
            f'<details class="er-doc" id="d{place}" data-name="{attribute(section.name)}"{is_open}><summary>'
            f'<h3>{escaped(section.name)}</h3><span class="es-legend">{"".join(of_systems)}</span></summary>'
            f"{section.body}</details>"
        )
    return "".join(parts)


def _sign(kind: str, count: int) -> str:
    return f'<span class="er-sign es-k-{attribute(kind)}"><b>{category(kind).sign}</b> {count:,}</span>'
