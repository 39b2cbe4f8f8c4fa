"""Several systems on the same documents, above the result of each of them."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from event_scoring.comparison.systems import compare
from event_scoring.report.categories import category
from event_scoring.report.page import comparison_of
from event_scoring.report.reports import DRAWN_TASKS
from spaces_app.downloads import TakeAway, downloads
from spaces_app.filling import fill
from spaces_app.limits import check_systems
from spaces_app.results import MAX_DOWNLOAD_BYTES, mistakes, result_html
from spaces_app.rules import tile_name, tile_title
from spaces_app.tab import Scored


def systems_html(scored: Mapping[str, Scored]) -> Markup:
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
    data = comparison.data
    headline = next((name for name in keys if name.removesuffix("_f1") == one.page.headline), next(iter(keys)))
    mistakes_of = {name: mistakes(each) for name, each in scored.items()}
    kinds = list(dict.fromkeys(kind for counts in mistakes_of.values() for kind in counts if kind != "correct"))
    forms = {"json": "json", "csv": "csv", "tex": "latex", "md": "markdown"}
    texts = downloads("comparison", {ending: comparison.written(form) for ending, form in forms.items()})
    return fill(
        "systems.html",
        documents=len(one.references),
        headline=keys[headline],
        best=min(data["systems"], key=lambda name: data["scores"][headline][name]["rank"]),
        titles=list(keys.values()),
        scores={name: [data["scores"][key][name] for key in keys] for name in data["systems"]},
        kinds=[category(kind).title for kind in kinds],
        mistakes={name: [counts.get(kind, 0) for kind in kinds] for name, counts in mistakes_of.items()},
        compared=comparison_of(data),
        files=TakeAway(data["signature"], texts, has_report=one.task.name in DRAWN_TASKS),
        results={
            name: result_html(each, MAX_DOWNLOAD_BYTES // len(results), f"s{number}-")
            for number, (name, each) in enumerate(scored.items())
        },
    )
