"""From documents and counts of systems to a report on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from event_scoring.arguments.errors import ERROR_KINDS as ARGUMENT_KINDS
from event_scoring.comparison.systems import compare, counted, scored
from event_scoring.extraction.mistakes import FORGIVEN
from event_scoring.nuggets.errors import ERROR_KINDS
from event_scoring.report.html import legend_html
from event_scoring.report.page import Section, SystemReport, report_html
from event_scoring.report.tasks.documents import (
    OF_SYSTEM,
    ArgumentDrawing,
    Drawing,
    EventDrawing,
    NuggetDrawing,
    ResponseDrawing,
    Shown,
    TemplateDrawing,
)
from event_scoring.report.tasks.examples import Examples
from event_scoring.report.titles import (
    ARGUMENT_TITLES,
    LINKING_SCORES,
    MAIN_SCORES,
    NUGGET_SCORES,
    NUGGET_TITLES,
    Titles,
    extraction_scores,
    extraction_titles,
)
from event_scoring.tasks import TASKS

EXTRACTION_KINDS = (
    *("correct", "type", "role", "trigger", "filler"),
    *("missed", "spurious", "duplicate", "discarded"),
)
TRIGGER_KINDS = ("correct", "type", "missed", "spurious", "duplicate", "discarded")


def nugget_report(
    systems: Mapping[str, Any],
    references: Any,
    *,
    tokens: Mapping[str, Any] | None = None,
    title: str = "Event nuggets",
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    pictures: Sequence[tuple[str, str]] = (),
    **options: Any,
) -> str:
    """A report on one or several systems, as one HTML page.

    Args:
        systems: By the name of the system its documents, in the order of the references.
        references: The reference documents.
        tokens: By document id its words (a list), its ``(token ids, words)``, or its text where token ids
            count characters. Documents without an entry show token ids.
        title: The heading of the page.
        confidence: The level of the intervals.
        resamples: How many bootstrap samples they use.
        seed: What these are drawn by.
        pictures: Titles and SVG of pictures to show.
        **options: Options of the nugget score.

    Examples:
        >>> gold = [{"doc_id": "d", "mentions": [{"token_ids": [1], "type": "Life.Die"}]}]
        >>> page = nugget_report({"mine": gold}, gold, tokens={"d": ["He", "died"]})
        >>> "died" in page and "src=" not in page and "@import" not in page  # nothing is fetched
        True
    """
    look = _Look(title, ERROR_KINDS, NUGGET_SCORES, NUGGET_TITLES, legend_html(()), pictures)
    return _report(
        "nuggets", systems, references, options, (confidence, resamples, seed), look, NuggetDrawing(tokens or {})
    )


def argument_report(
    systems: Mapping[str, Any],
    references: Any,
    *,
    title: str = "Event arguments",
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    pictures: Sequence[tuple[str, str]] = (),
    **options: Any,
) -> str:
    """A report on event arguments: for each document the event frames of both sides.

    Args:
        systems: By the name of the system its documents, in the order of the references.
        references: The reference documents.
        title: The heading of the page.
        confidence: The level of the intervals.
        resamples: How many bootstrap samples they use.
        seed: What these are drawn by.
        pictures: Titles and SVG of pictures to show.
        **options: Options of the argument score.

    Examples:
        >>> gold = [{"arguments": [{"type": "Life.Die", "role": "Victim", "filler": "e1"}], "frames": [[0]]}]
        >>> "Victim" in argument_report({"mine": gold}, gold)
        True
    """
    look = _Look(title, ARGUMENT_KINDS, LINKING_SCORES, ARGUMENT_TITLES, "", pictures)
    return _report("arguments", systems, references, options, (confidence, resamples, seed), look, ArgumentDrawing())


def response_report(
    systems: Mapping[str, Any],
    references: Any,
    *,
    tokens: Mapping[str, str] | None = None,
    title: str = "Event arguments by assessed responses",
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    pictures: Sequence[tuple[str, str]] = (),
    **options: Any,
) -> str:
    """A report on responses: the event frames of both sides, and the base fillers in the text where it is given.

    Of the key its correct responses are shown.

    Args:
        systems: By the name of the system its documents, in the order of the references.
        references: The key, as `score_responses` takes it.
        tokens: By document id the text in which offsets count.
        title: The heading of the page.
        confidence: The level of the intervals.
        resamples: How many bootstrap samples they use.
        seed: What these are drawn by.
        pictures: Titles and SVG of pictures to show.
        **options: Options of the response score.

    Examples:
        >>> response = {"type": "Life.Die", "role": "Victim", "cas": {"text": "he", "start": 0, "end": 1},
        ...             "base_filler": {"start": 0, "end": 1}, "realis": "Actual",
        ...             "predicate_justifications": [{"start": 0, "end": 6}], "argument_justifications": []}
        >>> right = {"aet": "C", "aer": "C", "cas": "C", "base_filler": "C", "realis": "Actual"}
        >>> key = [{"doc_id": "d", "responses": [{**response, "assessment": right}], "frames": [[0]],
        ...         "coreference": [{"text": "he", "start": 0, "end": 1, "cluster": 1}]}]
        >>> mine = [{"doc_id": "d", "responses": [response], "frames": [[0]]}]
        >>> "Victim" in response_report({"mine": mine}, key, tokens={"d": "He died"})
        True
    """
    legend = legend_html((), gaps=False, note="base fillers, each response once") if tokens else ""
    look = _Look(title, ARGUMENT_KINDS, LINKING_SCORES, ARGUMENT_TITLES, legend, pictures)
    return _report(
        "responses", systems, references, options, (confidence, resamples, seed), look, ResponseDrawing(tokens or {})
    )


def extraction_report(
    systems: Mapping[str, Any],
    references: Any,
    *,
    task: str = "extraction",
    title: str = "",
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    pictures: Sequence[tuple[str, str]] = (),
    **options: Any,
) -> str:
    """A report on triggers and arguments: the text with both annotations, and the events of both sides.

    Args:
        systems: By the name of the system its documents, in the order of the references.
        references: The reference documents; without their ``tokens`` token numbers are shown.
        task: ``"extraction"``, or ``"detection"`` for triggers alone.
        title: The heading of the page.
        confidence: The level of the intervals.
        resamples: How many bootstrap samples they use.
        seed: What these are drawn by.
        pictures: Titles and SVG of pictures to show.
        **options: Options of the score.

    Examples:
        >>> gold = [{"tokens": ["He", "died"], "events": [
        ...     {"trigger": {"span": [1, 2]}, "type": "Die", "arguments": [{"span": [0, 1], "role": "Victim"}]}]}]
        >>> "Victim" in extraction_report({"mine": gold}, gold)
        True
    """
    modes = options.get("modes") or ()
    with_arguments = task == "extraction"
    correct, *kinds = EXTRACTION_KINDS if with_arguments else TRIGGER_KINDS
    tiered = "match" in options or "matching" in options
    look = _Look(
        title or ("Event extraction" if with_arguments else "Event detection"),
        (correct, *([FORGIVEN] if tiered else []), *kinds),
        extraction_scores(with_arguments),
        extraction_titles(modes, with_arguments),
        legend_html((), gaps=False, note="bold: triggers; a number says which event it is, or belongs to"),
        pictures,
    )
    drawing = EventDrawing(with_arguments, gold_mode=(modes[0] if modes else options.get("mode")) == "gold")
    return _report(task, systems, references, options, (confidence, resamples, seed), look, drawing)


def template_report(
    systems: Mapping[str, Any],
    references: Any,
    *,
    title: str = "Templates",
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    pictures: Sequence[tuple[str, str]] = (),
    **options: Any,
) -> str:
    """A report on templates: for each document those of both sides, joined where they stand for each other.

    Args:
        systems: By the name of the system its documents, in the order of the references.
        references: The reference documents.
        title: The heading of the page.
        confidence: The level of the intervals.
        resamples: How many bootstrap samples they use.
        seed: What these are drawn by.
        pictures: Titles and SVG of pictures to show.
        **options: Options of the template score.

    Examples:
        >>> gold = [{"templates": [{"type": "PERSON", "slots": [{"name": "NAME", "values": ["Ada"]}]}]}]
        >>> "Ada" in template_report({"mine": gold}, gold)
        True
    """
    look = _Look(title, (), MAIN_SCORES["templates"], (), "", pictures)
    return _report("templates", systems, references, options, (confidence, resamples, seed), look, TemplateDrawing())


@dataclass(frozen=True)
class _Look:
    """What the page of a task shows."""

    title: str
    kinds: Sequence[str]
    headline: Titles
    groups: Titles
    legend: str
    pictures: Sequence[tuple[str, str]]


def _report(
    task: str,
    systems: Mapping[str, Any],
    references: Any,
    options: Mapping[str, Any],
    sampling: tuple[float, int, int],
    look: _Look,
    drawing: Drawing,
) -> str:
    chosen: dict[str, Any] = dict(zip(("confidence", "resamples", "seed"), sampling, strict=True))
    tables = counted(systems, references, task, {**options, **chosen}, details=True)
    results = scored(tables, details=True)
    prepare = TASKS[task].prepare
    pairs = {
        name: (side, references) if prepare is None else prepare(side, references) for name, side in systems.items()
    }
    sides = {name: _plain(side) for name, (side, _) in pairs.items()}
    gold = _plain(next(iter(pairs.values()))[1])
    types = sorted({name for side in (gold, *sides.values()) for document in side for name in drawing.types(document)})
    type_css = {name: f"es-y{place}" for place, name in enumerate(types)}
    reports = []
    for number, (name, side) in enumerate(sides.items()):
        examples, sections = Examples(look.kinds), []
        for place, pair in enumerate(zip(gold, side, strict=True)):
            shown = Shown(*pair, results[name], place, f"s{number}d{place}", type_css)
            body = drawing.draw(shown, examples)
            sections.append(Section(shown.name, body, _counts(drawing, shown, look.kinds)))
        reports.append(SystemReport(name, results[name], sections, examples.html()))
    judged = any("categories" in result for result in results.values())
    return report_html(
        reports,
        title=look.title,
        headline=look.headline,
        score_names=look.groups,
        legend=look.legend,
        kinds=look.kinds if judged else (),
        types=types,
        comparison=compare(tables, **chosen).data if len(systems) > 1 else None,
        pictures=look.pictures,
    )


def _counts(drawing: Drawing, shown: Shown, kinds: Sequence[str]) -> dict[str, int]:
    """As in the details: pairs count once, by their reference."""
    counts = dict.fromkeys(kinds, 0)
    for categories in drawing.categories(shown):
        for side, rows in categories.items():
            for row in rows:
                if (row["category"] in OF_SYSTEM) == (side == "predictions"):
                    counts[row["category"]] += 1
    return counts


def _plain(side: Any) -> list[Any]:
    documents: list[Any] = side.to_pylist() if isinstance(side, pa.Array | pa.ChunkedArray) else list(side)
    return documents
