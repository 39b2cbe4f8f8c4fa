"""What predictions do not say, from the references that they overlap, or as declared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa

from event_scoring.arrays.matching import best_of_runs
from event_scoring.arrays.ragged import BoolArray, IntArray, count_rows, with_fields
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.values.columns import ENTITY, EVENT_ATTRIBUTES, LEVELS, ValueColumns
from event_scoring.values.document import ATTRIBUTES, KINDS
from event_scoring.values.mapping import LEAST_OVERLAP, overlapping


def with_elements(predictions: pa.StructArray, references: pa.StructArray) -> pa.StructArray:
    """The predictions with the elements of the references where a document gives none of any kind."""
    rows = pa.array(np.arange(len(predictions)) + np.where(without_elements(predictions), len(predictions), 0))
    both = {kind: pa.concat_arrays([predictions.field(kind), references.field(kind)]) for kind in KINDS}
    return with_fields(predictions, {kind: lists.take(rows) for kind, lists in both.items()})


def without_elements(side: pa.StructArray) -> BoolArray:
    """The documents that give no elements of any kind, not even empty lists."""
    absent: BoolArray = np.all([np.asarray(side.field(kind).is_null()) for kind in KINDS], axis=0)
    return absent


def with_assumptions(columns: ValueColumns) -> tuple[ValueColumns, IntArray]:
    """The columns without gaps in the predictions, and how many were filled in each document."""
    ours, theirs = columns.predictions.elements, columns.references.elements
    labels = list(columns.labels)

    def code(label: str) -> int:
        if label not in labels:
            labels.append(label)
        return labels.index(label)

    met = overlapping(ours.spans, theirs.spans, LEAST_OVERLAP)
    best = met.select(best_of_runs(met.system, met.similarity))
    like = np.full(len(ours.element), MISSING)
    like[best.system] = best.reference
    is_entity = ours.kind[ours.element] == ENTITY
    unlevelled = np.isnan(ours.level)
    copied = np.append(theirs.level, LEVELS["NAM"])[like]  # the last stands for mentions that are like none
    level = np.where(unlevelled, copied, ours.level)
    # The element that a prediction is like is that of its first mention that is like any.
    element = np.full(len(ours), MISSING)
    found = np.flatnonzero(like != MISSING)[::-1]
    if len(found):
        element[ours.element[found]] = theirs.element[like[found]]
    filled = count_rows(ours.document[ours.element[unlevelled]], columns.documents)
    traits = {}
    for name, otherwise in (("entity_class", code("SPC")), ("type", MISSING), ("subtype", MISSING)):
        own = getattr(ours, name)
        gap = (own == MISSING) & ((ours.kind == ENTITY) | ((name == "type") & (ours.kind != len(KINDS) - 1)))
        source = np.append(getattr(theirs, name), MISSING)[element]
        taken = np.where(source == MISSING, otherwise, source)
        traits[name] = np.where(gap, taken, own)
        filled = filled + count_rows(ours.document[gap], columns.documents)
    role = np.where(is_entity & (ours.role == MISSING), traits["type"][ours.element], ours.role)
    events = columns.predictions.events
    attributes = events.attributes.copy()
    for name, otherwise_label in ATTRIBUTES.items():
        place = EVENT_ATTRIBUTES.index(name)
        gap = attributes[:, place] == MISSING
        attributes[gap, place] = code(otherwise_label)
        filled = filled + count_rows(events.document[gap], columns.documents)
    side = replace(
        columns.predictions,
        elements=replace(ours, level=level, role=role, **traits),
        events=replace(events, attributes=attributes),
    )
    return replace(columns, predictions=side, labels=labels), filled
