"""Several systems on the same documents, above the result of each of them."""

from __future__ import annotations

from collections.abc import Mapping

from event_scoring.comparison.systems import compare
from event_scoring.report.html import escaped
from event_scoring.report.page import comparison_html
from spaces_app.downloads import files_html, signature_html
from spaces_app.limits import check_systems
from spaces_app.page import Scored
from spaces_app.results import LARGEST_DOWNLOAD, result_html, section_html


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
    names = [f"{key}_f1" if f"{key}_f1" in one.result else key for key, _ in one.page.tiles]
    keys = [name for name in names if all(name in each.result for each in results)]
    comparison = compare(tables, scores=keys)
    forms = {"json": "json", "csv": "csv", "tex": "latex", "md": "markdown"}
    files = {ending: comparison.written(form) for ending, form in forms.items()}
    lead = f"{len(results)} systems on the same documents; below, what each of them found."
    table = comparison_html(comparison.data) + signature_html(comparison.data["signature"])
    parts = [section_html("Comparison", lead, table + files_html("comparison", files))]
    for number, (name, each) in enumerate(scored.items()):
        shown = "" if number else " open"
        body = result_html(each, LARGEST_DOWNLOAD // len(results))
        parts.append(f'<details class="es-system"{shown}><summary>{escaped(name)}</summary>{body}</details>')
    return f'<div class="es-result">{"".join(parts)}</div>'
