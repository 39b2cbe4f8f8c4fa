"""Several systems on the same documents, above the result of each of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from event_scoring.comparison.systems import compare
from event_scoring.documents.errors import counted
from event_scoring.report.categories import category
from event_scoring.report.html import attribute, escaped
from event_scoring.report.page import comparison_html
from spaces_app.downloads import files_html, signature_html
from spaces_app.limits import check_systems
from spaces_app.page import Scored
from spaces_app.results import LARGEST_DOWNLOAD, mistakes, result_html, section_html
from spaces_app.rules import tile_name, tile_title


def systems_html(scored: Mapping[str, Scored]) -> str:
    """The results of some systems by their names; of a single one its result alone.

    Raises:
        InputError: where there are too many of them, or numbers that do not compare.
    """
    results = list(scored.values())
    if len(results) == 1:
        return result_html(results[0])
    one = results[0]
    check_systems(len(results), len(one.references))
    tables = {
        name: each.task.count_documents(each.predictions, each.references, each.without_intervals, False)
        for name, each in scored.items()
    }
    titles = {tile_name(tile, one.result): tile_title(tile, one) for tile in one.page.tiles}
    keys = {name: title for name, title in titles.items() if all(name in each.result for each in results)}
    comparison = compare(tables, scores=list(keys))
    forms = {"json": "json", "csv": "csv", "tex": "latex", "md": "markdown"}
    files = {ending: comparison.written(form) for ending, form in forms.items()}
    data = comparison.data
    headline = next((name for name in keys if name.removesuffix("_f1") == one.page.headline), next(iter(keys)))
    best = min(data["systems"], key=lambda name: data["scores"][headline][name]["rank"])
    parts = [
        f'<h2 class="ev-verdict">{len(results)} systems on {counted(len(one.references), "document")}; '
        f"best in {escaped(keys[headline])}: <b>{escaped(best)}</b>.</h2>",
        _sortable(
            "system",
            keys.values(),
            {name: [_cell(data["scores"][key][name]) for key in keys] for name in data["systems"]},
        ),
        '<p class="es-lead">A dot is a score, its line the interval of 95 % from bootstrap samples of the documents. '
        "Press a heading to sort.</p>",
        _mistakes(scored),
        section_html("Tests of all pairs", comparison_html(data)),
        f'<div class="ev-take">{signature_html(data["signature"])}{files_html("comparison", files)}</div>',
    ]
    for number, (name, each) in enumerate(scored.items()):
        shown = "" if number else " open"
        body = result_html(each, LARGEST_DOWNLOAD // len(results), f"s{number}-")
        parts.append(f'<details class="es-system"{shown}><summary>{escaped(name)}</summary>{body}</details>')
    return f'<div class="es-result">{"".join(parts)}</div>'


def _cell(row: Mapping[str, Any]) -> tuple[float, str]:
    low, high, value = (max(0.0, min(1.0, row[key])) for key in ("low", "high", "value"))
    number = f"<b>{row['value']:.4f}</b>" if row["rank"] == 1 else f"{row['value']:.4f}"
    return row["value"], (
        f'{number}<span class="ev-dots" title="{row["low"]:.3f} to {row["high"]:.3f}"><i style="left:{100 * low:.2f}%;'
        f'width:{100 * (high - low):.2f}%"></i><b style="left:{100 * value:.2f}%"></b></span>'
    )


def _mistakes(scored: Mapping[str, Scored]) -> str:
    """What each system did wrong, by kind."""
    of = {name: mistakes(each) for name, each in scored.items()}
    kinds = list(dict.fromkeys(kind for counts in of.values() for kind in counts if kind != "correct"))
    rows = {name: [(count := counts.get(kind, 0), f"{count:,}") for kind in kinds] for name, counts in of.items()}
    return _sortable("mistakes by kind", [category(kind).title for kind in kinds], rows) if kinds else ""


def _sortable(title: str, heads: Iterable[str], rows: Mapping[str, Sequence[tuple[float, str]]]) -> str:
    """A table of a row for each system, which can be sorted by each column; cells are a number and its HTML."""
    head = "".join(
        f'<th scope="col"><button type="button" class="ev-sort">{escaped(each)}</button></th>'
        for each in (title, *heads)
    )
    body = "".join(
        f'<tr><th scope="row" data-sort="{attribute(name)}">{escaped(name)}</th>'
        + "".join(f'<td class="es-num" data-sort="{number!r}">{html}</td>' for number, html in cells)
        + "</tr>"
        for name, cells in rows.items()
    )
    return (
        f'<div class="es-scroll" tabindex="0" role="region" aria-label="{title}"><table class="es-table ev-systems">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
