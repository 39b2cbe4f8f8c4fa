"""Apply the rule: one row of counts and costs for each document of a corpus.

ace05-eval-v14.pl (BBN-E/serif, commit 1e2662d): elements, their mapping over the corpus, events, counts and costs.
`value_rows` has the steps in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import fsum

from event_scoring.scoring.measure import each_document
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Match, Row, outcomes_of
from event_scoring.values.assumptions import with_assumptions
from event_scoring.values.documents import KINDS, ValueDocument
from event_scoring.values.elements import PairedElements, map_elements, pair_elements, pair_value
from event_scoring.values.events import (
    EVENT_ATTRIBUTES,
    EventOutcome,
    has_other_words,
    owners_of_mentions,
    pair_of_events,
    read_event_mentions,
    read_events,
    score_events,
)
from event_scoring.values.options import ValueOptions

OUTCOMES = ("correct", "error", "miss", "false_alarm")
COSTS = tuple(f"{outcome}_cost" for outcome in OUTCOMES)
WORTHLESS_BELOW = 1e-6
"""An event worth less has no argument with any worth."""


def value_rows(
    predictions: Sequence[ValueDocument], references: Sequence[ValueDocument], options: ValueOptions, details: bool
) -> list[Row]:
    """Return one row of costs and counts for each document.

    Two steps need the whole corpus: the kinds of elements that any reference has, and the mapping of elements. They
    come between the elements and the events of each document.
    """
    of_mentions, gaps = options.level == "mention", [0] * len(predictions)
    if options.missing == "assume":
        filled = each_document(with_assumptions, predictions, references)
        predictions, gaps = [prediction for prediction, _ in filled], [number for _, number in filled]
    elements = each_document(partial(pair_elements, split=of_mentions), predictions, references)
    kinds = KINDS if of_mentions else {one.kind for of_document in elements for one in of_document.references.values()}
    mapped, names_of_kinds = set() if of_mentions else map_elements(elements), " ".join(sorted(kinds))

    def count(prediction: ValueDocument, reference: ValueDocument, of_document: PairedElements, gaps: int) -> Row:
        if of_mentions:
            reference_events = read_event_mentions(reference, of_document.references, owners_of_mentions(reference))
            predicted_events = read_event_mentions(prediction, of_document.predictions, None)
        else:
            reference_events = read_events(reference, of_document.references, kinds)
            predicted_events = read_events(prediction, of_document.predictions, kinds)
        outcomes = score_events(reference_events, predicted_events, of_document.pairs, mapped, options)
        source = prediction.source if reference.source is None else reference.source
        row = {**sums_of_outcomes(outcomes), "assumed": gaps, "kinds": names_of_kinds}
        return row | records_of_outcomes(outcomes, source) if details else row

    return each_document(count, predictions, references, elements, gaps)


def sums_of_outcomes(outcomes: Sequence[EventOutcome]) -> Row:
    """Return numbers and costs of a document's events by outcome."""
    worths: list[float] = []
    costs: dict[str, list[float]] = {outcome: [] for outcome in OUTCOMES}
    for event in outcomes:
        costs[event.outcome].append(event.cost)
        if event.outcome != "false_alarm":
            worths.append(event.worth)
    row: Row = {
        "references": len(worths),
        "predictions": len(outcomes) - len(costs["miss"]),
        "worthless": sum([worth < WORTHLESS_BELOW for worth in worths]),
        "reference_value": fsum(worths),
    }
    for outcome, of_outcome in costs.items():
        row[outcome], row[f"{outcome}_cost"] = len(of_outcome), fsum(of_outcome)
    return row


def records_of_outcomes(outcomes: Sequence[EventOutcome], source: str | None) -> Row:
    """Return the details of a document: the costs of every event, and its outcome."""
    records: list[Row] = []
    for result in outcomes:
        attributes = dict(zip(EVENT_ATTRIBUTES, result.event.attributes, strict=True))
        record: Row = {name: attributes[name] for name in ("type", "subtype", "modality")}
        record |= {"source": source, "reference_value": result.worth}
        record |= {outcome: int(result.outcome == outcome) for outcome in OUTCOMES}
        record |= {f"{outcome}_cost": result.cost if result.outcome == outcome else 0.0 for outcome in OUTCOMES}
        records.append(record)
    items = outcomes_of(map(_match, outcomes), sides=(1, 0))
    return {"events": records, "outcomes": [*items], "argument_values": [*_argument_values(outcomes)]}


def _argument_values(outcomes: Sequence[EventOutcome]) -> Iterator[Row]:
    """Yield the mapped argument pairs of events, with the value that each earns."""
    for result in outcomes:
        event, partner, pair = result.event, result.partner, result.pair
        if partner is not None and pair is not None:
            for (predicted, expected), earned in zip(pair.arguments, pair.gains, strict=True):
                ends = {"prediction": [*partner.index, predicted], "reference": [*event.index, expected]}
                yield {**ends, "earned": earned}


def _match(result: EventOutcome) -> Match:
    """Return an event and its prediction, with the category of both, and the share of the worth that the pair keeps."""
    event, partner, pair = result.event, result.partner, result.pair
    if partner is None or pair is None:
        return Match(None, event.index) if result.outcome == "miss" else Match(event.index, None)
    attributes = zip(EVENT_ATTRIBUTES, event.attributes, partner.attributes, strict=True)
    different = {name for name, expected, predicted in attributes if expected != predicted}
    if different & {"type", "subtype"}:
        category = "wrong_type"
    elif any(role_share != 1 for role_share, _, _ in pair.arguments.values()):
        category = "wrong_role"
    elif different:
        category = "wrong_realis"
    else:
        category = "other_words" if has_other_words(event, partner, pair) else "right"
    return Match(partner.index, event.index, category, pair.value / result.worth)


_EVENT_VALUE = Published(
    name="ACE event value (VDR)",
    year="2005",
    users="ACE 2005",
    choose_for="events",
    counts="Cost of misses, errors and false alarms, weighted by the worth of arguments",
    faults="May be far below 0; one number mixes many errors",
    original="`ace05-eval-v14.pl` (NIST), in BBN-E/serif 1e2662d",
    checked_by="`golden/ace_event_value.json`, `oracles/value_oracle.py`",
    options={"level": "event"},
    rule=pair_of_events,
    steps=(pair_value, map_elements, score_events, sums_of_outcomes, value_rows),
)
PUBLISHED = (
    _EVENT_VALUE,
    replace(
        _EVENT_VALUE,
        name="ACE event mention value (VMD)",
        choose_for="mentions of events",
        counts="As above, for each mention of an event",
        options={"level": "mention"},
        steps=(pair_value, read_event_mentions, score_events, sums_of_outcomes, value_rows),
    ),
)
