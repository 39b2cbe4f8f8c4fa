"""One row of sums for each document, by the rule of a convention. All scores are computed from their totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain

from msgspec.structs import replace

from event_scoring.documents.errors import InputError
from event_scoring.extraction.counting import PARTS, Comparison, Outcome, label_of
from event_scoring.extraction.data_facts import document_facts
from event_scoring.extraction.documents.document import Event, ExtractionDocument, Span
from event_scoring.extraction.documents.text_to_tokens import texts_not_found
from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.items import Document, Side
from event_scoring.extraction.mistakes import (
    ARGUMENT_MISTAKES,
    TRIGGER_MISTAKES,
    find_mistakes,
    item_records,
)
from event_scoring.matching import Count
from event_scoring.scoring.rows import Row, in_row


def unscorable(
    prediction: ExtractionDocument, reference: ExtractionDocument, options: EventOptions
) -> Iterator[InputError]:
    """Yield the errors for which the mode or the convention cannot score a document."""
    rule = options.measure
    try:
        yield from rule.problems_as_read(*with_events_only(*rule.read(prediction, reference), options), options)
    except InputError as error:
        yield error


def extraction_rows(
    predictions: Sequence[ExtractionDocument],
    references: Sequence[ExtractionDocument],
    options: EventOptions,
    details: bool,
) -> list[Row]:
    """Return the rows of checked documents; columns of arguments begin with their mode."""
    rule = options.measure
    documents = (
        rule.document(*with_events_only(*rule.read(prediction, reference), options), number, options)
        for number, (prediction, reference) in enumerate(zip(predictions, references, strict=True))
    )
    counted: Iterable[tuple[Document, Mapping[str, Outcome]]] = rule.count_all(documents, options, details)
    if details:
        counted = [*counted]  # a list, because it is read once for rows and once for details
    rows: list[Row] = [{} for _ in predictions]
    with_labels = details or bool(options.measure.needs_whole_corpus)
    for document, found in counted:
        rows[document.number] = _row(document, found, options, with_labels=with_labels)
    if details:
        _add_details(rows, counted, options)
    return rows


def with_events_only(
    prediction: ExtractionDocument, reference: ExtractionDocument, options: EventOptions
) -> tuple[ExtractionDocument, ExtractionDocument]:
    """Return both sides, without predictions in documents or sentences that have no reference event, if so configured.

    Examples:
        >>> from event_scoring.extraction.documents.document import Trigger
        >>> system = ExtractionDocument(events=[Event(trigger=Trigger(span=(0, 1)), type="Die")])
        >>> options = EventOptions(documents_without_references="skip")
        >>> with_events_only(system, ExtractionDocument(events=[]), options)[0].events
        []
    """
    if options.documents_without_references == "count" and options.sentences == "all":
        return prediction, reference
    sentences = reference.sentences if options.sentences == "with-events" else None
    if sentences is None or not reference.events:
        return prediction if reference.events else replace(prediction, events=[]), reference
    read = [sentence for sentence in sentences if any(_is_within(event, sentence) for event in reference.events)]
    events = [event for event in prediction.events if any(_is_within(event, sentence) for sentence in read)]
    return replace(prediction, events=events), reference


def _is_within(event: Event, sentence: Span) -> bool:
    """Whether the trigger of an event begins in a sentence; a trigger without a place may be in any."""
    span = None if event.trigger is None else event.trigger.span
    return span is None or sentence[0] <= span[0] < sentence[1]


def _row(document: Document, found: Mapping[str, Outcome], options: EventOptions, *, with_labels: bool) -> Row:
    """Return the sums of a document, with those of each label if requested: triggers by type, arguments by role."""
    prediction = document.prediction
    row: Row = {
        "unparsed": prediction.unparsed or 0,
        "word_rule": int(document.reference.word_rule is not None),
        "repaired": min(len(prediction.repaired or ()), 1),
    }
    row.update(document_facts(document, found[""].used_triggers if "" in found else (), options))
    for prefix, outcome in found.items():
        names = _column_names(prefix, tuple(outcome.counts), tuple(outcome.discarded), tuple(outcome.sums))
        numbers = map(len, chain.from_iterable(outcome.counts.values()))
        row.update(zip(names, chain(numbers, outcome.discarded.values(), outcome.sums.values()), strict=True))
        row[f"{prefix}nothing"] = outcome.null_labelled
        if prefix:
            row[f"{prefix}ignored_references"] = outcome.ignored_references
            row[f"{prefix}ignored_predictions"] = outcome.ignored_predictions
        shown = options.measure.by_role if prefix else "trigger_classification"
        if with_labels and shown in outcome.counts:
            row[f"{prefix}per_role" if prefix else "per_type"] = by_label(outcome.counts[shown])
    return row


@cache
def _column_names(prefix: str, scores: Iterable[str], discarded: Iterable[str], sums: Iterable[str]) -> tuple[str, ...]:
    """Return the columns of scores, of discards by reason, and of other sums."""
    counts = (f"{name}_{part}" for name in scores for part in PARTS)
    return tuple(f"{prefix}{name}" for name in (*counts, *map("discarded_{}".format, discarded), *sums))


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
            label = label_of(item)
            if label not in numbers:
                numbers[label] = {"label": label, **dict.fromkeys(reversed(PARTS), 0)}
            numbers[label][part] += 1
    return [numbers[label] for label in sorted(numbers)]


def _add_details(
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
    mistakes = find_mistakes(compared, kinds, tiered=options.tiered, tokens=document.tokens)
    items = {name: side.arguments if prefix else side.triggers for name, side in _sides(document, prefix).items()}
    if with_errors:
        row = rows[document.number]
        row |= {f"{prefix}errors_{kind}": number for kind, number in mistakes.counts(items).items()}
        row[f"{prefix}confusion"] = mistakes.confusion(items)
    positions: dict[str, list[tuple[int, int]]] = {name: [] for name in items}
    for member in document.rows or (document,):
        for name, side in _sides(member, prefix).items():
            positions[name] += [(member.number, event) for event in range(len(side.listed))]
        if with_errors:
            rows[member.number][f"{prefix}categories"] = {name: [] for name in items}
    for number, name, record, outcome in item_records(mistakes, compared, items, positions, document.tokens):
        if with_errors:
            rows[number][f"{prefix}categories"][name].append(record)
        if outcome is not None and prefix in ("", f"{options.main_mode}/"):
            rows[number]["outcomes"].append(outcome)


def _sides(document: Document, prefix: str) -> dict[str, Side]:
    """Return both sides by name; mode "gold" reads the predictions on given triggers."""
    predictions = document.given_gold if prefix == "gold/" else document.predictions
    return {"predictions": predictions, "references": document.references}
