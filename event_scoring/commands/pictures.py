"""The kinds of pictures of one or several systems, and documents drawn by `--show`."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from event_scoring.commands.output_flags import Output
from event_scoring.commands.registry import TASKS
from event_scoring.documents.errors import not_among
from event_scoring.files import check

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from event_scoring.commands.outputs import Outputs
    from event_scoring.scoring.result import Result

    Figures = dict[str, Figure]
    """Charts by system, or one chart without a name."""


def save_figures(figures: Mapping[str, Figure], path: str) -> None:
    """Save figures as pictures. If each system has a picture, its name is added to the file name."""
    from event_scoring.report.charts import save

    stems = {name: Path(name).stem for name in figures}
    are_apart = len(set(stems.values())) == len(stems)
    suffixes = {name: (stems[name] if are_apart else name) if len(figures) > 1 else "" for name in figures}
    places = [(figures[name], _path(path, suffix)) for name, suffix in suffixes.items()]
    check(*(place for _, place in places))
    for figure, place in places:
        save(figure, place)


def _path(output: str, name: str) -> str:
    """Return the path of one of several pictures: the system's name goes before the ending."""
    path = Path(output)
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in name)
    return str(path.with_name(f"{path.stem}-{safe}{path.suffix}")) if name else output


def _best_first(outputs: Outputs, **intervals: Any) -> dict[str, Result]:
    """Return the results of the systems, best first."""
    from event_scoring.comparison.systems import scored
    from event_scoring.report.reports import best_first

    results = scored(outputs.counts_with_intervals(**intervals), outputs.has_details)
    return {name: results[name] for name in best_first(outputs.name, results)}


def _main_figures(outputs: Outputs) -> Figures:
    from event_scoring.report import charts

    results = _best_first(outputs, **outputs.intervals)
    if outputs.name == "nuggets":
        return {"": charts.augmented_chart(results)}
    return {"": charts.score_chart(results, charts.main_scores(outputs.layout))}


def _accuracy_figures(outputs: Outputs) -> Figures:
    from event_scoring.report.charts import accuracy_chart

    return {"": accuracy_chart(_best_first(outputs))}


def _product_figures(outputs: Outputs) -> Figures:
    from event_scoring.report.charts import product_chart

    return {"": product_chart(_best_first(outputs))}


def _type_figures(outputs: Outputs) -> Figures:
    from event_scoring.commands.outputs import MAIN
    from event_scoring.report.charts import type_chart
    from event_scoring.report.label_tables import label_score
    from event_scoring.scoring.result import with_spelled_types

    results = _best_first(outputs, **outputs.intervals)
    if any("per_type" not in result for result in results.values()):
        raise ValueError("--picture types: these options give no scores by type")
    # The scores of all types have the same keys.
    table = next((result["per_type"] for result in results.values() if result["per_type"]), {"": {"f1": 0.0}})
    known = [key for key, value in next(iter(table.values())).items() if isinstance(value, float)]
    chosen = None if outputs.arguments.scores == MAIN else outputs.chosen_scores
    score = (chosen or [label_score(table)])[0]
    if score not in known:
        raise ValueError(f"--scores: {not_among(score, known, bare=True)}")
    return {
        name: type_chart(result["per_type"], score, name, note=result.get("per_type_note", ""))
        for name, result in ((name, with_spelled_types(result)) for name, result in results.items())
    }


def _confusion_figures(outputs: Outputs, kind: str, field: str) -> Figures:
    """Return the confusion matrices of one kind, which compares labels of a field."""
    from event_scoring.report.charts import confusion_chart
    from event_scoring.scoring.result import with_spelled_types

    results = _best_first(outputs)
    if any(field not in result.get("confusion", {}) for result in results.values()):
        raise ValueError(f"--picture {kind}: these options give no confusion of {field}")
    return {
        name: confusion_chart(result["confusion"][field], result.get(f"per_{field}", {}), name, field)
        for name, result in ((name, with_spelled_types(result)) for name, result in results.items())
    }


def _sampled_score(outputs: Outputs, kind: str) -> str:
    """Return the score whose bootstrap samples are drawn, after a check that there are samples."""
    from event_scoring.scoring.limits import MIN_DOCUMENTS

    documents = len(next(iter(outputs.counts.values())))
    headline = next(result.headline.key for result in _best_first(outputs).values() if result.headline)
    if documents < MIN_DOCUMENTS:
        raise ValueError(f"--picture {kind}: samples need at least two documents, got {documents}")
    chosen = outputs.chosen_scores or [headline]
    return headline if headline in chosen else chosen[0]


def _bootstrap_figures(outputs: Outputs) -> Figures:
    from event_scoring.comparison.systems import sampled
    from event_scoring.report.charts import bootstrap_chart

    score = _sampled_score(outputs, "bootstrap")
    drawing = {name: value for name, value in outputs.intervals.items() if name != "confidence"}
    samples = sampled(outputs.counts_with_intervals(), **drawing)
    try:
        key = outputs.layout.key(score, next(iter(samples.values())))
    except ValueError as error:
        raise ValueError(f"--scores: {error}") from None
    rows = {name: row[key] for name, row in samples.items()}
    return {"": bootstrap_chart(rows, outputs.layout.title(key), outputs.intervals["confidence"])}


def _wins_figures(outputs: Outputs) -> Figures:
    from event_scoring.comparison.systems import by_median, compare
    from event_scoring.report.charts import wins_chart

    score = _sampled_score(outputs, "wins")
    data = compare(outputs.counts_with_intervals(), scores=[score], **outputs.intervals).data
    ((key, title),) = data["titles"].items()
    return {"": wins_chart({name: data["win_fractions"][key][name] for name in by_median(data, key)}, title)}


class PictureKind(NamedTuple):
    """One kind of picture."""

    meaning: str
    """Its help."""
    tasks: tuple[str, ...]
    """The tasks that have it."""
    figures: Callable[[Outputs], Figures]
    flags: tuple[str, ...] = ()
    """The flags about intervals and scores that change it."""
    has_details: bool = False
    """Whether it shows what only results with details hold."""


INTERVALS = ("confidence", "resamples", "seed")
_EVENTS = ("nuggets", "detection", "extraction")
PICTURES = {
    "f1": PictureKind(
        "systems by their main scores (nuggets: Figure 3 of the paper)",
        (*TASKS,),
        _main_figures,
        INTERVALS,
    ),
    "accuracies": PictureKind(
        "systems by span F1 with attribute accuracies (Figure 1)", ("nuggets",), _accuracy_figures
    ),
    "products": PictureKind("systems by span F1 multiplied with accuracies (Figure 2)", ("nuggets",), _product_figures),
    "types": PictureKind(
        "scores by type, with intervals; one picture a system",
        (*_EVENTS, "arguments", "responses", "templates"),
        _type_figures,
        (*INTERVALS, "scores"),
        has_details=True,
    ),
    **{
        kind: PictureKind(
            f"which {field} was predicted for which; one picture a system",
            tasks,
            partial(_confusion_figures, kind=kind, field=field),
            has_details=True,
        )
        for kind, field, tasks in (
            ("confusion", "type", _EVENTS),
            ("realis", "realis", ("nuggets",)),
            ("roles", "role", ("extraction",)),
        )
    },
    "bootstrap": PictureKind(
        "the distribution of a score over bootstrap samples", (*TASKS,), _bootstrap_figures, (*INTERVALS, "scores")
    ),
    "wins": PictureKind(
        "share of samples on which a system beats another", (*TASKS,), _wins_figures, (*INTERVALS[1:], "scores")
    ),
}
"""All kinds of pictures: one row is all that a further kind needs."""


def drawn_documents(
    task: str,
    results: Mapping[str, Any],
    sides: Mapping[str, Sequence[Sequence[Any]]],
    words: Mapping[str, Any],
    output: Output,
) -> str:
    """Return a drawing of every document with all systems and a legend, as wide as the terminal.

    The sides are the predictions and references of each system.
    """
    from event_scoring.report.terminal import draw_documents

    references = next(iter(sides.values()))[1]
    systems = {name: system for name, (system, _) in sides.items()}
    width = shutil.get_terminal_size((100, 24)).columns if output.path is None else 100
    return draw_documents(task, references, systems, results, words, width, output.is_terminal)
