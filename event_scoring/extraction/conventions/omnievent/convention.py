"""Convention "omnievent": the candidates and the counting of OmniEvent's code at commit ec72e72.

It leaves the paper where that code does: a span with several reference labels is a candidate for each of
them, argument candidates depend on the reference arguments, and how an output is read depends on the
paradigm (`labels`). Every candidate of every trigger counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.arrays.joins import join_rows
from event_scoring.arrays.ragged import BoolArray, IntArray, parent_rows, sum_rows
from event_scoring.arrays.vocabulary import MISSING, encode_together
from event_scoring.extraction.choices import ArgumentChoices, Choices
from event_scoring.extraction.conventions.frame import Convention
from event_scoring.extraction.conventions.omnievent.candidates import (
    TriggerCandidates,
    argument_candidates,
    trigger_candidates,
)
from event_scoring.extraction.conventions.omnievent.labels import argument_rows, trigger_rows
from event_scoring.extraction.counting import Labels, Outcome, Totals
from event_scoring.extraction.documents.columns import ExtractionColumns
from event_scoring.extraction.documents.document import check_enumerable
from event_scoring.scoring.counts import whole_column


class OmniEvent(Convention):
    """Every candidate has one label; text without a position may look at the references."""

    name = "omnievent"
    no_tiers = "gives each candidate one label, and what is no candidate has none to be right"
    reason = (
        "OmniEvent's code leaves its paper in several places: types that no reference has are no wrong "
        'predictions in detection (but with paradigm="classification"); a text without position takes the '
        "reference's label where it has that label too; argument candidates that overlap a reference argument are "
        "left out, so labelling them is free; a span with several reference labels is judged once for each."
    )
    standardize = (True,)
    modes = ("pipeline", "gold", "legacy", "loose")
    own_options = ("paradigm",)
    open_choices = ("outside_schema", "conflict")
    counting = "candidates"
    standardization = "omnievent-ec72e72"
    position_mapping = "gold-aware"
    every_token = True
    needs_whole_corpus = "leaves out predictions of types that no reference of the corpus has"

    def check(self, system: pa.StructArray, reference: pa.StructArray, options: Choices) -> None:
        super().check(system, reference, options)
        check_enumerable(system, reference, self.name)

    def count(self, columns: ExtractionColumns, options: Choices, details: bool) -> dict[str, Outcome]:
        candidates = trigger_candidates(columns)
        # In extraction the triggers are what detection has settled on, whatever way it wrote them.
        paradigm = None if isinstance(options, ArgumentChoices) else options.paradigm
        row = trigger_rows(columns, candidates, columns.system.events, options, paradigm)
        by_mode = {f"{mode}/": _arguments(columns, candidates, row, mode, options) for mode in options.all_modes}
        return {"": _triggers(columns, candidates, row), **by_mode}

    def parts(self, table: pa.Table, parts: dict[str, NDArray[Any]], options: Choices) -> dict[str, NDArray[Any]]:
        """As OmniEvent, not as the paper: types without references count only for a classifier."""
        if options.paradigm == "classification":
            return parts
        return {**parts, "trigger_classification_predictions": _known_predictions(table)}


def _triggers(columns: ExtractionColumns, candidates: TriggerCandidates, row: IntArray) -> Outcome:
    """Detection: one label for each trigger candidate."""
    label = np.append(columns.system.events.label, MISSING)[row]
    always = np.ones(len(label), dtype=bool)
    return Outcome(
        {
            "trigger_identification": _totals(candidates.owner, candidates.label, label, always, by_label=False),
            "trigger_classification": _totals(candidates.owner, candidates.label, label, always),
        },
        used_triggers=row[row != MISSING],
    )


@dataclass(frozen=True)
class _Visited:
    """The trigger candidates whose arguments a mode looks at."""

    triggers: TriggerCandidates
    event: IntArray
    """The predicted event of each, or `MISSING`."""
    type: IntArray
    """The type of that event, which in gold mode is the reference's, or `MISSING`."""
    skipped_references: IntArray
    """The reference events that the mode leaves out."""
    skipped_predictions: IntArray
    """The predicted events that it leaves out."""

    @property
    def agrees(self) -> BoolArray:
        """Whether it has the type of the reference."""
        agrees: BoolArray = self.type == self.triggers.label
        return agrees


def _arguments(
    columns: ExtractionColumns, candidates: TriggerCandidates, row: IntArray, mode: str, options: Choices
) -> Outcome:
    """Extraction: one label for each argument candidate of each trigger that the mode looks at."""
    side = columns.given_gold if mode == "gold" else columns.system
    visited = _visited_in_gold(columns, candidates) if mode == "gold" else _visited(columns, candidates, row, mode)
    owner, found = join_rows(visited.event, side.arguments.parent)
    arguments = side.arguments.select(found)
    kind = visited.type[owner]
    # D9 of the description: a text on a reference trigger of another type is never looked at.
    of_reference = visited.triggers.reference != MISSING
    unread = (arguments.span == MISSING) & (of_reference & ~visited.agrees)[owner]
    owner = np.where(unread, MISSING, owner)
    classified = argument_candidates(columns, visited.triggers, arguments.span, owner)
    labelling = argument_rows(columns, classified, arguments, owner, kind, options)
    label = np.append(arguments.label, MISSING)[labelling]
    document, agrees = visited.triggers.owner[classified.owner], visited.agrees[classified.owner]
    identification = _totals(document, classified.label, label, agrees, by_label=False)
    classification = _totals(document, classified.label, label, agrees)
    annotated = columns.reference.arguments
    return Outcome(
        {
            # The trigger's candidate is part of what is judged, so that free and attached are the same here.
            "argument_identification": identification,
            "argument_classification": classification,
            "argument_attached_identification": identification,
            "argument_attached_classification": classification,
        },
        ignored_references=annotated.document[np.isin(annotated.parent, visited.skipped_references)],
        ignored_predictions=side.arguments.document[np.isin(side.arguments.parent, visited.skipped_predictions)],
    )


def _visited_in_gold(columns: ExtractionColumns, candidates: TriggerCandidates) -> _Visited:
    """The reference triggers, each with the prediction that stands for it."""
    triggers = candidates.select(candidates.reference != MISSING)
    standing = np.empty(len(columns.reference_event), dtype=np.int64)
    standing[columns.reference_event] = np.arange(len(standing))
    nobody = np.empty(0, dtype=np.int64)
    return _Visited(triggers, standing[triggers.reference], triggers.label, nobody, nobody)


def _visited(columns: ExtractionColumns, candidates: TriggerCandidates, row: IntArray, mode: str) -> _Visited:
    """Triggers that are annotated or predicted, as far as the mode counts them."""
    predicted_type = np.append(columns.system.events.label, MISSING)[row]
    silent, spurious = predicted_type == MISSING, candidates.reference == MISSING
    missed = silent & ~spurious & (mode in ("legacy", "loose"))
    outside = ~silent & spurious & (mode == "loose")
    visited = ~(silent & spurious) & ~missed & ~outside
    return _Visited(
        candidates.select(visited),
        np.where(silent, MISSING, row)[visited],
        predicted_type[visited],
        candidates.reference[missed],
        row[outside],
    )


def _totals(
    document: IntArray, annotated: IntArray, predicted: IntArray, agrees: BoolArray, *, by_label: bool = True
) -> Totals:
    is_annotated, is_predicted = annotated != MISSING, predicted != MISSING
    right = is_annotated & agrees & (predicted == annotated if by_label else is_predicted)
    sides = ((annotated, right), (predicted, is_predicted), (annotated, is_annotated))
    return Totals(*(Labels(document[rows], label[rows]) for label, rows in sides))


def _known_predictions(table: pa.Table) -> NDArray[np.int64]:
    """For each document how many predictions have a type that some reference of the corpus has."""
    lists = whole_column(table, "per_type")
    document = parent_rows(lists)
    rows = lists.flatten()
    (label,), words = encode_together([rows.field("label")])
    known = np.zeros(len(words), dtype=bool)
    known[label[rows.field("references").to_numpy() > 0]] = True
    predictions = rows.field("predictions").to_numpy() * known[label]
    return sum_rows(predictions, document, len(table)).astype(np.int64)


OMNIEVENT = OmniEvent()
