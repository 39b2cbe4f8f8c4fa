"""What OmniEvent's code classifies: trigger candidates of a document, argument candidates of a trigger."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from event_scoring.arrays.joins import join, join_rows
from event_scoring.arrays.keys import first_of, joint_keys, row_keys
from event_scoring.arrays.ragged import BoolArray, Columns, IntArray
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.extraction.documents.columns import ExtractionColumns
from event_scoring.extraction.standardization.candidates import tokens_outside
from event_scoring.extraction.standardization.standardize import nothing_labels


@dataclass(frozen=True)
class Candidates(Columns):
    """What is classified, in the order in which the code visits it."""

    owner: IntArray
    """The document of a trigger candidate; the trigger of an argument candidate."""
    span: IntArray
    label: IntArray
    """The reference label, or `MISSING` for none."""


@dataclass(frozen=True)
class TriggerCandidates(Candidates):
    """Trigger candidates: the reference triggers of a document in their order, then the others."""

    reference: IntArray
    """The row of the reference event, or `MISSING`."""


def trigger_candidates(columns: ExtractionColumns) -> TriggerCandidates:
    events = columns.reference.events
    nothing = nothing_labels(columns.types)
    reference = np.flatnonzero(~nothing[events.label])
    others = _other_triggers(columns, columns.spans.mask(events.span[reference]))
    missing = np.full(len(others), MISSING)
    candidates = TriggerCandidates(
        np.concatenate([events.document[reference], columns.spans.document[others]]),
        np.concatenate([events.span[reference], others]),
        np.concatenate([events.label[reference], missing]),
        np.concatenate([reference, missing]),
    )
    return candidates.select(np.argsort(candidates.owner, kind="stable"))


def _other_triggers(columns: ExtractionColumns, reference: BoolArray) -> IntArray:
    """Candidates that are no reference triggers, as given; or else the single tokens outside those."""
    given = columns.trigger_lists.span
    listed = given[first_of(given)]
    implied = tokens_outside(columns.spans, reference, columns.trigger_lists.given)
    return np.concatenate([listed[~reference[listed]], np.flatnonzero(implied)])


def argument_candidates(
    columns: ExtractionColumns, triggers: TriggerCandidates, predicted: IntArray, of_trigger: IntArray
) -> Candidates:
    """For each trigger its reference arguments by role, then those other mentions of the document that count.

    Left out are mentions that share a token with a reference argument of the trigger, and with them all mentions of the
    same entity; and those that no prediction for the trigger can label, which count nowhere. The span of a predicted
    argument is `MISSING` for a text that may be anywhere.
    """
    references = columns.reference.arguments
    nothing = nothing_labels(columns.roles)
    owner, row = join_rows(triggers.reference, references.parent)  # `MISSING` is held nowhere
    by_role = np.argsort(np.argsort(np.array(columns.roles, dtype=object)))
    order = np.lexsort((by_role[references.label[row]], owner))
    order = order[~nothing[references.label[row[order]]]]
    row, owner = row[order], owner[order]
    document, span, entity = _mentions(columns)
    mention, mention_owner = _within_reach(columns, triggers, document, span, predicted, of_trigger)
    alike = join(*joint_keys([document[mention], entity[mention]], [document, entity]))
    others = join(mention_owner[alike.row_index], owner)
    left, right = span[alike.values[others.row_index]], references.span[row[others.values]]
    start, end = columns.spans.start, columns.spans.end
    meets = (start[left] < end[right]) & (start[right] < end[left])
    keep = np.ones(len(mention), dtype=bool)
    keep[alike.row_index[others.row_index[meets]]] = False
    owners = np.concatenate([owner, mention_owner[keep]])
    spans = np.concatenate([references.span[row], span[mention[keep]]])
    labels = np.concatenate([references.label[row], np.full(int(keep.sum()), MISSING)])
    return Candidates(owners, spans, labels).select(np.argsort(owners, kind="stable"))


def _within_reach(
    columns: ExtractionColumns,
    triggers: TriggerCandidates,
    document: IntArray,
    span: IntArray,
    predicted: IntArray,
    of_trigger: IntArray,
) -> tuple[IntArray, IntArray]:
    """The mentions that a prediction for a trigger can label, and the trigger, both rising.

    A span labels mentions that start where it starts, in every paradigm; a text, here, any.
    """
    known = of_trigger != MISSING
    owner, place = of_trigger[known], predicted[known]
    anywhere = np.unique(owner[place == MISSING])
    begins = columns.spans.start[place]
    one = first_of(row_keys(owner, begins))
    one = one[(place[one] != MISSING) & ~np.isin(owner[one], anywhere)]
    starting = join(*joint_keys([triggers.owner[owner[one]], begins[one]], [document, columns.spans.start[span]]))
    of_document = join(triggers.owner[anywhere], document)
    mention = np.concatenate([starting.values, of_document.values])
    trigger = np.concatenate([owner[one][starting.row_index], anywhere[of_document.row_index]])
    order = np.lexsort((mention, trigger))
    return mention[order], trigger[order]


def _mentions(columns: ExtractionColumns) -> tuple[IntArray, IntArray, IntArray]:
    """Document, span and entity of the mentions that may be arguments, by document.

    Without a list they are the trigger candidates that are no reference triggers.
    """
    spans, listed = columns.spans, columns.argument_lists.span
    distinct = first_of(row_keys(listed, columns.candidate_entity))
    events = columns.reference.events
    others = _other_triggers(columns, spans.mask(events.span))
    others = others[~columns.argument_lists.given[spans.document[others]]]
    span = np.concatenate([listed[distinct], others])
    entity = np.concatenate([columns.candidate_entity[distinct], -1 - others])
    order = np.argsort(spans.document[span], kind="stable")
    return spans.document[span][order], span[order], entity[order]
