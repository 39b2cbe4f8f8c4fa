"""From documents and counts of systems to a report on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.comparison.systems import compare, count_systems, scored
from event_scoring.documents.errors import InputError
from event_scoring.documents.sides import Documents
from event_scoring.report.categories import CATEGORIES, Examples, fills
from event_scoring.report.documents import add_examples, judged_document
from event_scoring.report.drawing.shapes import Drawing as Chart
from event_scoring.report.opening import Opening
from event_scoring.report.page import Section, SystemReport, report_html
from event_scoring.scoring.options import check_choice
from event_scoring.tasks import TASKS


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
        >>> [way for way in (" src=", "@import", "url(") if way in page]  # nothing is fetched
        []
        >>> "died" in page
        True
        >>> gold = [{"templates": [{"type": "PERSON", "slots": [{"name": "NAME", "values": ["Ada"]}]}]}]
        >>> "Ada" in report("templates", {"mine": gold}, gold)
        True
    """
    check_choice("task", task, tuple(TASKS), "help(report)")
    if tokens and task not in TAKES_WORDS:
        raise ValueError(f"tokens: expected none, because documents of {task} hold their words")
    chosen: dict[str, Any] = {"confidence": confidence, "resamples": resamples, "seed": seed}
    drawn_for = chosen if len(references) > 1 else {}  # one document has no interval
    tables = count_systems(systems, references, task, {**options, **drawn_for}, details=True)
    results = scored(tables, details=True)
    order = best_first(task, results)
    ordered = {name: results[name] for name in order}
    # Texts in place of spans, and strings in place of records, are drawn as the rules parse them.
    settings = TASKS[task].options.of(options)
    pairs = {name: _for_views(task, TASKS[task].check(systems[name], references, settings)) for name in order}
    is_as_written = any(gold.as_written for _, gold in pairs.values())
    sides = {name: system.as_dicts() for name, (system, _) in pairs.items()}
    gold = next(iter(pairs.values()))[1].as_dicts()
    examples = [Examples(CATEGORIES) for _ in order]
    documents = []
    for row in range(len(gold)):
        document = judged_document(task, row, gold, sides, ordered, tokens or {}, options, is_as_written)
        counts = []
        for number, (result, of_system) in enumerate(zip(ordered.values(), examples, strict=True)):
            add_examples(document, row, number, of_system)
            counts.append(document.counts(number) or fills((result.get("per_document") or {row: {}})[row]))
        documents.append(Section(document.name, document.data(), counts))
    return report_html(
        [SystemReport(name, results[name], one) for name, one in zip(order, examples, strict=True)],
        documents,
        title=title or (opening.sentence if opening else TASKS[task].layout.heading),
        layout=TASKS[task].layout,
        # Each system has the same letter as in the other formats of the comparison.
        comparison={**compare({name: tables[name] for name in order}, **chosen).data, "given": list(tables)}
        if len(systems) > 1
        else None,
        pictures=pictures,
        opening=opening,
    )


def _for_views(task: str, pair: tuple[Documents, Documents]) -> tuple[Documents, Documents]:
    """Return checked documents as views read them: with the places of their texts, if these have any."""
    try:
        return TASKS[task].check_before_options(*pair)
    except InputError:  # only these options can read them
        return pair


TAKES_WORDS = ("nuggets", "responses")
"""Tasks whose documents hold no words."""


def best_first(task: str, results: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the names of systems by falling main score. All tables and pictures use this order."""
    keys = TASKS[task].layout.headlines
    key = next((key for key in keys if all(key in result for result in results.values())), None)
    return sorted(results, key=lambda name: -results[name][key]) if key else list(results)
