"""Pictures of one or several systems as files or inside a page, and documents drawn by `--show`."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from event_scoring.commands.output_flags import on_terminal
from event_scoring.documents.errors import not_among
from event_scoring.files import check
from event_scoring.scoring.result import with_spelled_types

if TYPE_CHECKING:
    from event_scoring.commands.outputs import Outputs
    from event_scoring.report.tasks.documents import EventDrawing, NuggetDrawing
    from event_scoring.report.tasks.relations import RelationDrawing
    from event_scoring.scoring.result import Result


CONFUSIONS = {"confusion": "type", "realis": "realis", "roles": "role"}
"""Kinds of confusion matrices, with the label that each compares."""


def needs_details(kind: str) -> bool:
    """Whether a kind of picture shows what only details hold."""
    return kind == "types" or kind in CONFUSIONS


def save_figures(figures: Mapping[str, Any], path: str) -> None:
    """Save figures as pictures. If each system has a picture, its name is added to the file name."""
    from event_scoring.report.plots.figures import save_figure

    stems = {name: Path(name).stem for name in figures}
    are_apart = len(set(stems.values())) == len(stems)
    suffixes = {name: (stems[name] if are_apart else name) if len(figures) > 1 else "" for name in figures}
    places = [(figures[name], _path(path, suffix)) for name, suffix in suffixes.items()]
    check(*(place for _, place in places))
    for figure, place in places:
        save_figure(figure, place)


def page_pictures(outputs: Outputs) -> list[tuple[str, str]]:
    """Return titles and SVG of the pictures in a page. Comparisons need several systems."""
    try:
        from event_scoring.report.plots.figures import svg_text

        kinds = {}
        if len(outputs.counts) > 1 and outputs.task != "nuggets":
            kinds = {"f1": "Systems by F1"}
        elif len(outputs.counts) > 1:
            kinds = {
                "accuracies": "Span F1 and attribute accuracies",
                "products": "Span F1 multiplied with accuracies",
                "f1": "Attribute-augmented F1",
            }
        return [(title, svg_text(figures_of(kind, outputs)[""])) for kind, title in kinds.items()]
    except ImportError as missing:
        warnings.warn(f"the page is written without pictures: {missing}", stacklevel=2)
        return []


def figures_of(kind: str, outputs: Outputs) -> dict[str, Any]:
    """Return the figures of a kind by system, or one figure without a name."""
    from event_scoring.report.plots import figures

    results = _best_first(outputs, **(outputs.intervals if kind in ("types", "f1") else {}))
    if kind == "f1" and outputs.task != "nuggets":
        return {"": figures.score_figure(results, figures.main_scores(outputs.layout))}
    of_nuggets = {
        "accuracies": figures.accuracy_figure,
        "products": figures.product_figure,
        "f1": figures.augmented_figure,
    }
    if kind in of_nuggets:
        return {"": of_nuggets[kind](results)}
    if kind == "types":
        return _type_figures(outputs, results)
    if kind in CONFUSIONS:
        return _confusion_figures(kind, outputs, results)
    return {"": _sample_figure(kind, outputs, results)}


def _best_first(outputs: Outputs, **intervals: Any) -> dict[str, Result]:
    """Return the results of the systems, best first."""
    from event_scoring.comparison.systems import scored
    from event_scoring.report.reports import best_first

    results = scored(outputs.counts_with(**intervals), outputs.details)
    return {name: results[name] for name in best_first(outputs.task, results)}


def _type_figures(outputs: Outputs, results: Mapping[str, Result]) -> dict[str, Any]:
    from event_scoring.report.plans import label_score
    from event_scoring.report.plots.figures import type_figure

    if any("per_type" not in result for result in results.values()):
        raise ValueError("--picture types: these options give no scores by type")
    # The scores of all types have the same keys.
    table = next((result["per_type"] for result in results.values() if result["per_type"]), {"": {"f1": 0.0}})
    known = [key for key, value in next(iter(table.values())).items() if isinstance(value, float)]
    score = (outputs.chosen_scores or [label_score(table)])[0]
    if score not in known:
        raise ValueError(f"--scores: {not_among(score, known, bare=True)}")
    return {
        name: type_figure(result["per_type"], score, name, note=result.get("per_type_note", ""))
        for name, result in ((name, with_spelled_types(result)) for name, result in results.items())
    }


def _confusion_figures(kind: str, outputs: Outputs, results: Mapping[str, Result]) -> dict[str, Any]:
    from event_scoring.report.plans import with_unmatched
    from event_scoring.report.plots.figures import confusion_figure

    field = CONFUSIONS[kind]
    if any(field not in result.get("confusion", {}) for result in results.values()):
        raise ValueError(f"--picture {kind}: these options give no confusion of {field}")
    return {
        name: confusion_figure(with_unmatched(result["confusion"][field], result.get(f"per_{field}", {})), name, field)
        for name, result in ((name, with_spelled_types(result)) for name, result in results.items())
    }


def _sample_figure(kind: str, outputs: Outputs, results: Mapping[str, Result]) -> Any:
    """Return a figure of bootstrap samples: the spread of a score, or the share of wins by pair."""
    from event_scoring.comparison.systems import by_median, compare, sampled
    from event_scoring.report.plots.figures import bootstrap_figure, wins_figure
    from event_scoring.scoring.limits import MIN_DOCUMENTS

    headline = next(result.headline.key for result in results.values() if result.headline)
    score = (outputs.chosen_scores or [headline])[0]
    counts = outputs.counts_with()
    documents = len(next(iter(counts.values())))
    if documents < MIN_DOCUMENTS:
        raise ValueError(f"--picture {kind}: samples need at least two documents, got {documents}")
    if kind == "wins":
        data = compare(counts, scores=[score], **outputs.intervals).data
        ((key, title),) = data["titles"].items()
        return wins_figure({name: data["win_fractions"][key][name] for name in by_median(data, key)}, title)
    drawing = {name: value for name, value in outputs.intervals.items() if name != "confidence"}
    samples = sampled(counts, **drawing)
    try:
        key = outputs.layout.key(score, next(iter(samples.values())))
    except ValueError as error:
        raise ValueError(f"--scores: {error}") from None
    rows = {name: row[key] for name, row in samples.items()}
    return bootstrap_figure(rows, outputs.layout.title(key), outputs.intervals["confidence"])


def _path(output: str, name: str) -> str:
    """Return the path of one of several pictures: the system's name goes before the ending."""
    path = Path(output)
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in name)
    return str(path.with_name(f"{path.stem}-{safe}{path.suffix}")) if name else output


Sides = Mapping[str, tuple[Sequence[Any], Sequence[Any]]]
"""System names mapped to (predictions, references)."""


def drawn(
    drawing: NuggetDrawing | EventDrawing | RelationDrawing,
    results: Mapping[str, Any],
    sides: Sides,
    output: str | None,
) -> str:
    """Return a drawing of every document with all systems and a legend, as wide as the terminal."""
    from event_scoring.report.tasks.documents import AnnotatedDocument
    from event_scoring.report.terminal import draw, legend

    pictures = [
        drawing.picture(
            [
                AnnotatedDocument(reference, side[0][place], results[name], place, name, number)
                for number, (name, side) in enumerate(sides.items())
            ]
        )
        for place, reference in enumerate(next(iter(sides.values()))[1])
    ]
    colour = on_terminal(output)
    width = shutil.get_terminal_size((100, 24)).columns if output is None else 100
    return "\n\n".join([*(draw(picture, width, colour) for picture in pictures), legend(pictures, colour)])
