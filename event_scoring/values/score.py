"""From what became of events to their value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import fsum
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.documents.errors import InputError, counted
from event_scoring.scoring.counts import document_rows, grouped_scores, number_columns
from event_scoring.scoring.options import takes_options
from event_scoring.scoring.result import Headline, Result
from event_scoring.scoring.rows import Document, Row, in_row
from event_scoring.scoring.task import Counts, Sums, Task
from event_scoring.statistics.ratios import f1, ratio
from event_scoring.values.assumptions import with_assumptions
from event_scoring.values.document import KINDS, VALUE_DOCUMENT
from event_scoring.values.elements import PairedElements, map_elements, pair_elements
from event_scoring.values.events import (
    EVENT_ATTRIBUTES,
    EventOutcome,
    owners_of_mentions,
    read_event_mentions,
    read_events,
    score_events,
)
from event_scoring.values.options import ValueOptions
from event_scoring.values.problems import corpus_problems, problems, unscorable

LOWEST = -9.999
"""The published scorer gives no lower value."""
OUTCOMES = ("correct", "error", "miss", "false_alarm")
COSTS = tuple(f"{outcome}_cost" for outcome in OUTCOMES)
GROUPINGS = ("type", "subtype", "modality", "source")


@takes_options(ValueOptions)
def score_values(predictions: object, references: object, *, details: bool = False, **options: Any) -> Result:
    """Score events by their value, as the ACE 2005 evaluation did (NIST, ace05-eval-v14).

    An event is worth what its arguments are: an entity 1 if it is specific and named, less if not. A reference that no
    prediction stands for costs its worth, a false alarm three quarters of its own, and a pair what it lacks.

    Args:
        predictions: One document a row: ``{"entities", "timex2", "values", "events"}``, offsets inclusive.
        references: The same documents, in the same order.
        details: Add the same figures by type, subtype, modality, source and document.
        **options: Each by its name.

    Returns:
        ``value``: 1 for a perfect output, 0 for none, and down to -9.999; ``value_precision value_recall value_f1``;
        ``reference_value`` and the costs ``miss_cost error_cost correct_cost false_alarm_cost``; and how many events
        are ``correct error miss false_alarm``.

    Raises:
        InputError: where a document is not what it must be.

    Examples:
        >>> span = {"start": 0, "end": 3}
        >>> person = {"id": "p", "type": "PER", "subtype": "Individual", "class": "SPC",
        ...           "mentions": [{"level": "NAM", "head_start": 0, "head_end": 3}]}
        >>> event = {"type": "Life", "subtype": "Die", "modality": "Asserted", "polarity": "Positive",
        ...          "genericity": "Specific", "tense": "Past", "arguments": [{"role": "Victim", "refid": "p"}],
        ...          "mentions": [{"extent": [0, 20]}]}
        >>> gold = [{"entities": [person], "events": [event]}]
        >>> other = {**event, "modality": "Other"}
        >>> result = score_values([{"entities": [person], "events": [other]}], gold)
        >>> round(result["value"], 6), result["error"]
        (0.75, 1)
    """
    return VALUES.score_documents(predictions, references, options, details)


@takes_options(ValueOptions)
def count_values(predictions: object, references: object, *, details: bool = False, **options: Any) -> Counts:
    """One row of costs and counts for each document; `score_counts` makes scores of them."""
    return VALUES.count_documents(predictions, references, options, details)


def value_rows(
    predictions: Sequence[Document], references: Sequence[Document], options: ValueOptions, details: bool
) -> list[Row]:
    """One row of costs and counts for each document.

    Two things are of the whole corpus: the kinds of elements that any reference has, and which elements stand for each
    other. They come between the elements and the events of each document.
    """
    of_mentions = options.level == "mention"
    filled: list[tuple[Document, int]] = []
    elements: list[PairedElements] = []
    for row, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        with named_document(row):
            gaps = 0
            if options.missing == "assume":
                prediction, gaps = with_assumptions(prediction, reference)
            filled.append((prediction, gaps))
            elements.append(pair_elements(prediction, reference, split=of_mentions))
    kinds = KINDS if of_mentions else {one.kind for of_document in elements for one in of_document.references.values()}
    mapped = set() if of_mentions else map_elements(elements)
    rows = []
    for row, ((prediction, gaps), reference, of_document) in enumerate(zip(filled, references, elements, strict=True)):
        if of_mentions:
            ours = read_event_mentions(reference, of_document.references, owners_of_mentions(reference))
            theirs = read_event_mentions(prediction, of_document.predictions, None)
        else:
            ours = read_events(reference, of_document.references, kinds)
            theirs = read_events(prediction, of_document.predictions, kinds)
        with named_document(row):
            outcomes = score_events(ours, theirs, of_document.pairs, mapped, options)
        source = prediction.get("source") if reference.get("source") is None else reference["source"]
        rows.append({**sums_of_outcomes(outcomes), "assumed": gaps})
        if details:
            rows[-1] |= records_of_outcomes(outcomes, source)
    return rows


@contextmanager
def named_document(row: int) -> Iterator[None]:
    """A document of which an `InputError` says that it is too crowded."""
    try:
        yield
    except InputError as error:
        raise in_row(error, row) from None


def sums_of_outcomes(outcomes: Sequence[EventOutcome]) -> Row:
    """What the events of a document come to: numbers and costs by outcome (section 7)."""
    references = [one for one in outcomes if one.outcome != "false_alarm"]
    row: Row = {
        "references": len(references),
        "predictions": sum(one.outcome != "miss" for one in outcomes),
        "worthless": sum(one.worth < WORTHLESS_BELOW for one in references),
        "reference_value": fsum([one.worth for one in references]),
    }
    for outcome in OUTCOMES:
        costs = [one.cost for one in outcomes if one.outcome == outcome]
        row[outcome], row[f"{outcome}_cost"] = len(costs), fsum(costs)
    return row


def records_of_outcomes(outcomes: Sequence[EventOutcome], source: str | None) -> Row:
    """What details need of a document: the costs of every event, and what became of it."""
    records: list[dict[str, Any]] = []
    items: list[dict[str, Any]] = []
    for one in outcomes:
        attributes = dict(zip(EVENT_ATTRIBUTES, one.event.attributes, strict=True))
        record: dict[str, Any] = {name: attributes[name] for name in ("type", "subtype", "modality")}
        record |= {"source": source, "reference_value": one.worth}
        record |= {outcome: int(one.outcome == outcome) for outcome in OUTCOMES}
        record |= {f"{outcome}_cost": one.cost if one.outcome == outcome else 0.0 for outcome in OUTCOMES}
        records.append(record)
        items += _items(one)
    return {"events": records, "outcomes": items}


def _items(one: EventOutcome) -> Iterator[dict[str, Any]]:
    """An event, with the prediction that stands for it: the category of both, and the share of the worth it keeps."""
    if one.partner is None or one.pair is None:
        side, category = ("references", "missed") if one.outcome == "miss" else ("predictions", "invented")
        yield {"side": side, "index": list(one.event.index), "category": category, "partner": None, "credit": 0.0}
        return
    different = set(one.pair.different)
    if different & {"type", "subtype"}:
        category = "wrong_type"
    elif one.pair.wrong_roles:
        category = "wrong_role"
    elif different:
        category = "wrong_realis"
    else:
        category = "other_words" if one.pair.argument_errors else "right"
    credit = one.pair.value / one.worth
    for side, event, partner in (("references", one.event, one.partner), ("predictions", one.partner, one.event)):
        places = {"index": list(event.index), "partner": list(partner.index)}
        yield {"side": side, "category": category, "credit": credit, **places}


WORTHLESS_BELOW = 1e-6
"""An event that is worth less has no argument with any worth."""


def _figures(sums: Sums, undefined: float) -> dict[str, Any]:
    """The value of sums of costs, and its precision and recall."""
    worth, alarms = sums["reference_value"], sums["false_alarm_cost"]
    kept = worth - sums["miss_cost"] - sums["error_cost"] - sums["correct_cost"]
    # Differs from ace05-eval: it prints no table where one side has no event at all; here there is always a value.
    # As published, false alarms without any reference are worth the lowest value.
    alone = (worth == 0) & (alarms > 0)
    value = np.where(alone, LOWEST, np.maximum(ratio(kept - alarms, worth, undefined), LOWEST))
    earned = np.maximum(kept, 0.0)
    precision = ratio(earned, worth - sums["miss_cost"] + alarms, undefined)
    recall = ratio(earned, worth, undefined)
    ratios = {"value_precision": precision, "value_recall": recall, "value_f1": f1(precision, recall, undefined)}
    numbers = {name: sums[name] for name in ("reference_value", *COSTS, *OUTCOMES)}
    return {"value": value, **ratios, **numbers}


def _result(sums: Sums, options: ValueOptions) -> dict[str, Any]:
    numbers = {name: sums[name] for name in ("documents", "predictions", "references")}
    return {**_figures(sums, float(options.zero_division)), **numbers}


def _details(counts: Counts, result: Mapping[str, Any]) -> dict[str, Any]:
    """The figures by type, subtype, modality, source and document."""
    table, undefined = counts.table, float(counts.options.zero_division)
    summed = (*OUTCOMES, *COSTS, "reference_value")
    found: dict[str, Any] = {
        f"per_{noun}": grouped_scores(table, "events", [noun], summed, lambda sums: _figures(sums, undefined))
        for noun in GROUPINGS
    }
    return {**found, "per_document": document_rows(table, _figures(number_columns(table), undefined))}


def _whole(options: ValueOptions) -> None:
    raise ValueError(
        "values: elements, and the kinds that there are, are looked up in the whole corpus: score it in one call"
    )


def _warnings(sums: Sums, options: ValueOptions) -> list[str]:
    sentences = []
    worth = sums["reference_value"]
    lost = sum(sums[name] for name in COSTS)
    if worth and (worth - lost) / worth < LOWEST:
        sentences.append(f"The value is {(worth - lost) / worth:.3f}; the published scorer gives none below {LOWEST}.")
    if sums["worthless"] * 2 > sums["references"]:
        sentences.append(
            f"{counted(int(sums['worthless']), 'reference event')} of {int(sums['references']):,} have no argument of "
            "any worth, so that the value hangs on few events."
        )
    if sums["references"] and not sums["predictions"]:
        sentences.append(
            "There is no predicted event: the published scorer prints no table then, and the value here is 0."
        )
    if sums["assumed"]:
        sentences.append(
            f"{counted(int(sums['assumed']), 'gap')} in the predictions filled by assumption: levels, classes, types "
            "or attributes."
        )
    return sentences


def _check_corpus(predictions: Sequence[Document], references: Sequence[Document], options: ValueOptions) -> None:
    for problem in corpus_problems(predictions, references):
        raise problem


_TEXTS, _NUMBERS = ("type", "subtype", "modality", "source"), ("reference_value", *COSTS)
_EVENT_RECORD = [
    *((name, pa.string()) for name in _TEXTS),
    *((name, pa.int64()) for name in OUTCOMES),
    *((name, pa.float64()) for name in _NUMBERS),
]
_PLACE = pa.list_(pa.int64())
_ITEM = [
    ("side", pa.string()),
    ("index", _PLACE),
    ("category", pa.string()),
    ("partner", _PLACE),
    ("credit", pa.float64()),
]
RECORDS = {"events": pa.list_(pa.struct(_EVENT_RECORD)), "outcomes": pa.list_(pa.struct(_ITEM))}
VALUES = Task(
    name="values",
    predictions=VALUE_DOCUMENT,
    references=VALUE_DOCUMENT,
    options=ValueOptions,
    rows=value_rows,
    problems=problems,
    unscorable=unscorable,
    check_options=_check_corpus,
    records=RECORDS,
    result=_result,
    details=_details,
    headlines=(
        Headline(
            "value", "value", "what the predictions are worth of what the references are, below 0 if they do harm"
        ),
    ),
    warnings=_warnings,
    check_summable=_whole,
    data_facts=lambda sums, fingerprints, documents, options: {"scorer": "ace05-v14"},
)
