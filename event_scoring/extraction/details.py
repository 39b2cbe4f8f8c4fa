"""The contents of `details`: scores by type, role and document, categories and confusion of items."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from event_scoring.documents.errors import InputError
from event_scoring.extraction.counting import PARTS, Outcome
from event_scoring.extraction.documents.text_to_tokens import texts_not_found
from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.items import Document, Side
from event_scoring.extraction.mistakes import (
    ACCEPTED_BY_TIER,
    ARGUMENT_MISTAKES,
    OTHER_KINDS,
    TRIGGER_MISTAKES,
    Comparison,
    find_mistakes,
    item_records,
)
from event_scoring.extraction.tiers.judge_agreement import tier_scores
from event_scoring.matching import Count
from event_scoring.scoring.counts import Row, Scores, confusion_counts, document_rows, plain
from event_scoring.scoring.intervals import label_scores
from event_scoring.scoring.rows import SIDES, in_row
from event_scoring.scoring.task import Counts


def extraction_details(counts: Counts, scores: Scores) -> Scores:
    """Return scores by type, role and document."""
    options = counts.options
    result: Scores = {}
    for name, column in (("per_type", "per_type"), ("per_role", f"{options.main_mode}/per_role")):
        if counts.has(column):
            order = counts.drawing_order(options.sampler)
            result[name] = label_scores(counts.listed(column), "label", PARTS, options, order)
            # The mean over the labels of references and predictions, each with the same weight.
            of_labels = [row["f1"] for row in result[name].values()]
            result[f"macro_{name.removeprefix('per_')}_f1"] = sum(of_labels) / len(of_labels) if of_labels else 0.0
    if options.measure.lists_not_found:
        result["not_found"] = records_with_documents(counts, "not_found")
    if options.tiered:
        result["tiers"] = tier_scores(counts)
    result["per_document"] = document_rows(counts.rows, options.measure.document_scores(counts.parts, options))
    result.update(_mistakes(counts, options))
    result.update(options.measure.own_details(counts, options))
    return result


def records_with_documents(counts: Counts, *names: str) -> list[Row]:
    """Return the records of all rows under some names, each with the number and the name of its document."""
    return [
        {"document": number, "doc_id": row["doc_id"], **record}
        for number, row in enumerate(counts.rows)
        for name in names
        for record in row.get(name) or ()
    ]


def _mistakes(counts: Counts, options: EventOptions) -> Scores:
    """Return the counts of each kind of error, the category of each item, and the confusion of labels."""
    sides = {"trigger": ("", "type"), "argument": (f"{options.main_mode}/", "role")}
    errors, confusion, categories = {}, {}, {}
    for name, (prefix, label) in sides.items():
        if not counts.has(f"{prefix}confusion"):
            continue
        start = f"{prefix}errors_"
        errors[name] = {
            column.removeprefix(start): plain(numbers.sum())
            for column, numbers in counts.numbers.items()
            if column.startswith(start)
        }
        pairs = counts.records(f"{prefix}confusion")
        confusion[label] = confusion_counts((pair["reference"], pair["prediction"]) for pair in pairs)
        categories[name] = counts.listed(f"{prefix}categories")
    if not errors:
        return {}
    by_document = [dict(zip(categories, row, strict=True)) for row in zip(*categories.values(), strict=True)]
    return {"errors": errors, "confusion": confusion, "categories": by_document}


def by_label(count: Count) -> list[Row]:
    """Return the parts of a count for each label, by the label.

    Examples:
        >>> from event_scoring.extraction.items import Item
        >>> fired = Item(0, -1, (1, 2), "Attack", (1, 2), "Attack")
        >>> by_label(Count([], [fired], []))
        [{'label': 'Attack', 'references': 0, 'predictions': 1, 'true_positives': 0}]
    """
    numbers: dict[str, Row] = {}
    for part, items in zip(PARTS, count, strict=True):
        for item in items:
            label = _label_of(item)
            if label not in numbers:
                numbers[label] = {"label": label, **dict.fromkeys(reversed(PARTS), 0)}
            numbers[label][part] += 1
    return [numbers[label] for label in sorted(numbers)]


def _label_of(counted: Any) -> str:
    """Return the label of an item, or the last of its compared parts where tuples of parts count."""
    label = getattr(counted, "label", None)
    return counted[-1] if label is None else label  # type: ignore[no-any-return]


def add_details(
    rows: Sequence[Row], counted: Iterable[tuple[Document, Mapping[str, Outcome]]], options: EventOptions
) -> None:
    """Add the lists of rules, the texts not found, and the category of each trigger and, by mode, each argument."""
    with_errors = options.measure.tells_errors(options)
    for row in rows:
        row["outcomes"] = []
    for document, found in counted:
        row = rows[document.number]
        try:
            if options.measure.lists_not_found:
                row["not_found"] = [*texts_not_found(document.prediction, document.tokens)]
        except InputError as error:
            raise in_row(error, document.number) from None
        for prefix, outcome in found.items():
            row.update({f"{prefix}{name}": items for name, items in outcome.lists.items()})
            row["outcomes"] += outcome.outcomes
            if outcome.comparison is not None:
                _add_mistakes(rows, outcome.document or document, prefix, outcome.comparison, options, with_errors)


def _add_mistakes(
    rows: Sequence[Row],
    document: Document,
    prefix: str,
    compared: Comparison,
    options: EventOptions,
    with_errors: bool,
) -> None:
    """Add the categories of the triggers, or of a mode's arguments; a merged document adds them to each of its rows."""
    kinds = ARGUMENT_MISTAKES if prefix else TRIGGER_MISTAKES
    items = [side.arguments if prefix else side.triggers for side in _sides(document, prefix)]
    mistakes = find_mistakes(compared, items, kinds, document.tokens)
    if with_errors:
        row, tiers = rows[document.number], [ACCEPTED_BY_TIER] if options.tiered else []
        names = ("correct", *kinds, *OTHER_KINDS[1:], *tiers)
        row |= {f"{prefix}errors_{kind}": number for kind, number in mistakes.counts(names).items()}
        row[f"{prefix}confusion"] = mistakes.confusion(items, next(iter(kinds)))
    positions: list[list[tuple[int, int]]] = [[], []]
    for member in document.rows or (document,):
        for events, of_member in zip(positions, _sides(member, prefix), strict=True):
            events += [(member.number, event) for event in range(len(of_member.listed))]
        if with_errors:
            rows[member.number][f"{prefix}categories"] = {name: [] for name in SIDES}
    for number, side, record, outcome in item_records(mistakes, compared, items, positions, document.tokens):
        if with_errors:
            rows[number][f"{prefix}categories"][SIDES[side]].append(record)
        if prefix in ("", f"{options.main_mode}/"):
            rows[number]["outcomes"] += outcome


def _sides(document: Document, prefix: str) -> tuple[Side, Side]:
    """Return both sides; mode "gold" reads the predictions on given triggers."""
    return document.given_gold if prefix == "gold/" else document.predictions, document.references
