"""From what became of events to their value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arrays.hashes import HashArray, hash_strings, mix, mix_by
from event_scoring.arrays.ragged import count_rows, list_array, struct_array, sum_rows
from event_scoring.documents.errors import counted
from event_scoring.scoring.counts import document_rows, grouped_scores, number_columns
from event_scoring.scoring.options import takes_options
from event_scoring.scoring.result import Headline, Result
from event_scoring.scoring.task import Counts, Sums, Task
from event_scoring.statistics.ratios import f1, ratio
from event_scoring.values.assumptions import with_assumptions, with_elements
from event_scoring.values.checks import check_values, examine_values, sure_values
from event_scoring.values.columns import EVENT_ATTRIBUTES, ValueColumns, value_columns
from event_scoring.values.document import VALUE_DOCUMENT
from event_scoring.values.events import OUTCOMES, event_outcomes
from event_scoring.values.options import ValueOptions

LOWEST = -9.999
"""The published scorer gives no lower value."""
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


def _count(
    predictions: pa.StructArray, references: pa.StructArray, options: ValueOptions, details: bool
) -> dict[str, pa.Array]:
    assumed = np.zeros(len(references), dtype=np.int64)
    if options.missing == "assume":
        columns, assumed = with_assumptions(value_columns(with_elements(predictions, references), references))
    else:
        columns = value_columns(predictions, references)
    found = event_outcomes(columns, options.level, options.argument_pairs, options.event_pairs)
    documents = columns.documents
    counts: dict[str, pa.Array] = {
        "doc_id": columns.doc_id,
        "references": pa.array(count_rows(found.document[found.outcome != 3], documents)),
        "predictions": pa.array(count_rows(found.document[found.outcome != 2], documents)),
        "reference_hash": pa.array(_hashes(columns)),
        "assumed": pa.array(assumed),
        "worthless": pa.array(count_rows(found.document[(found.worth < LITTLE) & (found.outcome != 3)], documents)),
        "reference_value": pa.array(sum_rows(found.worth, found.document, documents)),
    }
    for place, outcome in enumerate(OUTCOMES):
        here = found.outcome == place
        counts[outcome] = pa.array(count_rows(found.document[here], documents))
        counts[f"{outcome}_cost"] = pa.array(sum_rows(found.cost[here], found.document[here], documents))
    if details:
        order = np.argsort(found.document, kind="stable")
        labels = pa.array(columns.labels, pa.string())
        records: dict[str, Any] = {
            name: labels.take(pa.array(found.attributes[order, EVENT_ATTRIBUTES.index(name)]))
            for name in ("type", "subtype", "modality")
        }
        records["source"] = columns.source.take(pa.array(found.document[order]))
        for place, outcome in enumerate(OUTCOMES):
            records[outcome] = (found.outcome == place)[order].astype(np.int64)
        for place, cost in enumerate(COSTS):
            records[cost] = np.where(found.outcome == place, found.cost, 0.0)[order]
        records["reference_value"] = found.worth[order]
        counts["events"] = list_array(count_rows(found.document, documents), struct_array(records))
    return counts


LITTLE = 1e-6
"""An event that is worth less has no argument with any worth."""


def _hashes(columns: ValueColumns) -> HashArray:
    """A number for the references of each document: its events with the places and roles of their arguments."""
    side, labels = columns.references, hash_strings([*columns.labels, ""])
    elements, events = side.elements, side.events
    mention = mix(elements.start, elements.end, elements.level)
    element = mix_by(elements.element, len(elements), mention)
    element = mix(labels[elements.type], labels[elements.subtype], labels[elements.entity_class], element)
    argument = mix_by(events.event, len(events), mix(labels[events.role], element[events.element]))
    extent = mix_by(events.mention_event, len(events), mix(events.start, events.end))
    attributes = [labels[events.attributes[:, place]] for place in range(events.attributes.shape[1])]
    return mix_by(events.document, columns.documents, mix(*attributes, argument, extent))


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
    said = []
    worth = sums["reference_value"]
    lost = sum(sums[name] for name in COSTS)
    if worth and (worth - lost) / worth < LOWEST:
        said.append(f"The value is {(worth - lost) / worth:.3f}; the published scorer gives none below {LOWEST}.")
    if sums["worthless"] * 2 > sums["references"]:
        said.append(
            f"{counted(int(sums['worthless']), 'reference event')} of {int(sums['references']):,} have no argument of "
            "any worth, so that the value hangs on few events."
        )
    if sums["references"] and not sums["predictions"]:
        said.append("There is no predicted event: the published scorer prints no table then, and the value here is 0.")
    if sums["assumed"]:
        said.append(
            f"{counted(int(sums['assumed']), 'gap')} in the predictions filled by assumption: levels, classes, types "
            "or attributes."
        )
    return said


VALUES = Task(
    name="values",
    predictions=VALUE_DOCUMENT,
    references=VALUE_DOCUMENT,
    options=ValueOptions,
    examine=examine_values,
    count=_count,
    result=_result,
    details=_details,
    headlines=(
        Headline(
            "value", "value", "what the predictions are worth of what the references are, below 0 if they do harm"
        ),
    ),
    warnings=_warnings,
    check_options=check_values,
    check_summable=_whole,
    data_facts=lambda sums, fingerprints, documents, options: {"scorer": "ace05-v14"},
    sure=sure_values,
)
