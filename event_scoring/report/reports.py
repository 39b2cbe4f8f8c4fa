"""From documents and counts of systems to a report on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from event_scoring.arguments.categories import ERROR_KINDS as ARGUMENT_KINDS
from event_scoring.comparison.systems import compare, count_systems, scored
from event_scoring.documents.sides import Documents
from event_scoring.nuggets.outcomes import ERROR_KINDS
from event_scoring.report.categories import Examples, fills
from event_scoring.report.drawing.layout import Picture, legend_notes
from event_scoring.report.drawing.shapes import Drawing as Chart
from event_scoring.report.opening import Opening
from event_scoring.report.page import Section, SystemReport, report_html
from event_scoring.report.tasks.documents import (
    OF_SYSTEM,
    AnnotatedDocument,
    ArgumentDrawing,
    Drawing,
    EventDrawing,
    NuggetDrawing,
    TemplateDrawing,
)
from event_scoring.report.tasks.relations import RELATION_KINDS, RelationDrawing
from event_scoring.report.tasks.values import ValueDrawing
from event_scoring.scoring.options import check_choice
from event_scoring.tasks import TASKS

EXTRACTION_KINDS = (
    *("correct", "forgiven", "type", "role", "trigger", "filler"),
    *("missed", "spurious", "duplicate", "discarded"),
)
TRIGGER_KINDS = ("correct", "forgiven", "type", "missed", "spurious", "duplicate", "discarded")


def report(
    task: str,
    systems: Mapping[str, Any],
    references: Any,
    *,
    tokens: Mapping[str, Any] | None = None,
    title: str = "",
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    pictures: Sequence[tuple[str, Chart]] = (),
    opening: Opening | None = None,
    **options: Any,
) -> str:
    """Return a report on one or several systems, as one HTML page.

    Args:
        task: "nuggets", "detection", "extraction", "arguments", "responses", "templates", "relations" or "values".
        systems: By the name of the system its documents, in the order of the references.
        references: The reference documents.
        tokens: Of nuggets and responses by document id the words (a list), ``(token ids, words)``, or the text where
            ids count characters. Documents without an entry show token ids; those of other tasks hold their words.
        title: The heading of the page.
        confidence: The level of the intervals.
        resamples: How many bootstrap samples they use.
        seed: What these are drawn by.
        pictures: Titles and charts to show.
        opening: The sentence, strip and sum of the page, as on the screen.
        **options: Options of the score of the task.

    Examples:
        >>> gold = [{"doc_id": "d", "mentions": [{"token_ids": [1], "type": "Life.Die"}]}]
        >>> page = report("nuggets", {"mine": gold}, gold, tokens={"d": ["He", "died"]})
        >>> "died" in page and "src=" not in page and "@import" not in page  # nothing is fetched
        True
        >>> gold = [{"templates": [{"type": "PERSON", "slots": [{"name": "NAME", "values": ["Ada"]}]}]}]
        >>> "Ada" in report("templates", {"mine": gold}, gold)
        True
    """
    check_choice("task", task, DRAWN_TASKS, "help(report)")
    look = _PAGE_LAYOUTS[task]
    if tokens and task not in TAKES_WORDS:
        raise ValueError(f"tokens: expected none, because documents of {task} hold their words")
    chosen: dict[str, Any] = {"confidence": confidence, "resamples": resamples, "seed": seed}
    drawn_for = chosen if len(references) > 1 else {}  # one document has no interval
    tables = count_systems(systems, references, task, {**options, **drawn_for}, details=True)
    results = scored(tables, details=True)
    order = best_first(task, results)
    # Texts in place of spans, and strings in place of records, are drawn as the rules parse them.
    settings = TASKS[task].options.of(options)
    pairs = {name: TASKS[task].check(systems[name], references, settings) for name in order}
    sides = {name: _plain(side) for name, (side, _) in pairs.items()}
    gold = _plain(next(iter(pairs.values()))[1])
    drawing = look.drawing(tokens or {}, options)
    types = sorted({name for side in (gold, *sides.values()) for document in side for name in drawing.types(document)})
    type_css = {name: f"y{place}" for place, name in enumerate(types)}
    examples = [Examples(look.kinds) for _ in order]
    sections, all_lanes = [], list[Picture]()
    for place, document in enumerate(gold):
        systems_of = [
            AnnotatedDocument(document, sides[name][place], results[name], place, name, number, type_css)
            for number, name in enumerate(order)
        ]
        body, lanes = drawing.draw(systems_of, examples)
        all_lanes += [] if lanes is None else [lanes]
        counts = [_counts(drawing, one, look) for one in systems_of]
        sections.append(Section(systems_of[0].name, body, counts))
    occurring = {kind for section in sections for counts in section.counts for kind, count in counts.items() if count}
    return report_html(
        [SystemReport(name, results[name], one) for name, one in zip(order, examples, strict=True)],
        sections,
        title=title or (opening.sentence if opening else TASKS[task].layout.heading),
        layout=TASKS[task].layout,
        legend=legend_notes(all_lanes, look.note),
        kinds=[kind for kind in look.kinds if kind in occurring],
        types=types,
        # Each system has the same letter as in the other formats of the comparison.
        comparison={**compare({name: tables[name] for name in order}, **chosen).data, "given": list(tables)}
        if len(systems) > 1
        else None,
        pictures=pictures,
        opening=opening,
    )


TAKES_WORDS = ("nuggets", "responses")
"""Tasks whose documents hold no words."""


def best_first(task: str, results: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the names of systems by falling main score. All tables and pictures use this order."""
    keys = TASKS[task].layout.headlines
    key = next((key for key in keys if all(key in result for result in results.values())), None)
    return sorted(results, key=lambda name: -results[name][key]) if key else list(results)


@dataclass(frozen=True)
class _PageLayout:
    """The page layout of a task."""

    kinds: Sequence[str]
    drawing: Callable[[Mapping[str, Any], Mapping[str, Any]], Drawing]
    """Makes the drawing of documents from their words and the options."""
    note: str = ""
    """The note about the marks."""


def _is_gold_mode(options: Mapping[str, Any]) -> bool:
    modes = options.get("modes") or [options.get("mode")]
    return bool(modes[0] == "gold")


_EVENTS = "bold: triggers; a number says which event it is, or belongs to"
_PAGE_LAYOUTS: dict[str, _PageLayout] = {
    "nuggets": _PageLayout(ERROR_KINDS, lambda tokens, _: NuggetDrawing(tokens)),
    "detection": _PageLayout(TRIGGER_KINDS, lambda _, options: EventDrawing(False, _is_gold_mode(options)), _EVENTS),
    "extraction": _PageLayout(EXTRACTION_KINDS, lambda _, options: EventDrawing(True, _is_gold_mode(options)), _EVENTS),
    "arguments": _PageLayout(ARGUMENT_KINDS, lambda *_: ArgumentDrawing({})),
    "responses": _PageLayout(
        ARGUMENT_KINDS, lambda tokens, _: ArgumentDrawing(tokens), "base fillers, each response once"
    ),
    "templates": _PageLayout((), lambda *_: TemplateDrawing()),
    "relations": _PageLayout(RELATION_KINDS, lambda _, options: RelationDrawing(options)),
    "values": _PageLayout((), lambda *_: ValueDrawing()),
}

DRAWN_TASKS = tuple(_PAGE_LAYOUTS)
"""Tasks that have reports."""


def _counts(drawing: Drawing, shown: AnnotatedDocument, look: _PageLayout) -> dict[str, int]:
    """Return the count of each category of a document. A pair counts once, by its reference, as in the details."""
    if not look.kinds:
        return fills(shown.result["per_document"][shown.place])
    counts = dict.fromkeys(look.kinds, 0)
    for categories in drawing.categories(shown):
        for side, rows in categories.items():
            for row in rows:
                if (row["category"] in OF_SYSTEM) == (side == "predictions"):
                    counts[row["category"]] += 1
    return counts


def _plain(side: Any) -> list[Any]:
    """Return the documents of a side as dicts and lists."""
    return Documents(side).as_dicts()
