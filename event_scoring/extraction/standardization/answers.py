"""Predictions and references as tuples that can be compared: standardized or as given, in each mode."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from event_scoring.arrays.ragged import BoolArray, IntArray, Ragged
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.extraction.choices import Choices
from event_scoring.extraction.counting import Comparison, Tuples, none
from event_scoring.extraction.documents.columns import CandidateLists, ExtractionColumns, Labelled
from event_scoring.extraction.standardization.candidates import candidate_spans
from event_scoring.extraction.standardization.grounding import find_texts
from event_scoring.extraction.standardization.standardize import (
    DISCARDS,
    KEPT,
    NOTHING_PREDICTED,
    Assigned,
    allowed_arguments,
    allowed_events,
    assign,
    nothing_labels,
    surviving_events,
)


@dataclass(frozen=True)
class Triggers:
    """The events under which predicted arguments stand."""

    fates: Assigned
    places: Ragged
    """The spans that each may stand for."""
    type: IntArray
    standing_for: IntArray
    """For each event of the arguments the one under which they are counted: itself, unless it was merged into another
    or stands for a reference event."""


@dataclass(frozen=True)
class Answers:
    """Triggers, or arguments in one mode."""

    predictions: Tuples
    prediction_row: IntArray
    """Where each prediction stands among those of its side, counted or not."""
    event: IntArray
    """The event of each prediction among those of `Triggers`."""
    trigger_places: Ragged
    """The spans that each of those events may stand for."""
    places: Ragged
    """The spans that each of all predictions may stand for."""
    references: Tuples
    reference_row: IntArray
    """Where each reference stands among all references."""
    rows: Labelled
    """All predictions of the side, counted or not."""
    fates: Assigned
    """What became of each of them."""
    ignored_references: IntArray = field(default_factory=none)
    """The documents of reference arguments that the mode leaves out."""
    ignored_predictions: IntArray = field(default_factory=none)
    """The documents of predicted arguments that the mode leaves out."""

    @cached_property
    def triggers(self) -> Ragged:
        """The spans that the trigger of each prediction may stand for."""
        return self.trigger_places.take(self.event)

    @cached_property
    def spans(self) -> Ragged:
        """The spans that each prediction may stand for itself."""
        return self.places.take(self.prediction_row)

    def comparison(self) -> Comparison:
        """What is needed to tell what is wrong with each prediction."""
        return Comparison(self.predictions, self.prediction_row, self.references, self.reference_row, self.fates.span)


def predicted_triggers(columns: ExtractionColumns, options: Choices) -> Triggers:
    """The triggers of the system."""
    events = columns.system.events
    allowed = allowed_events(columns, events, options)
    if options.standardize:
        candidates = candidate_spans(columns, columns.trigger_lists, columns.reference.events, "trigger", options)
        types, fallen = columns.types, np.zeros(len(events), dtype=bool)
        fates = assign(columns, events, events.document, fallen, candidates, types, allowed, options)
        return Triggers(fates, _alone(fates.span), events.label, surviving_events(events, fates, options))
    fates = _as_given(events, columns.types, allowed)
    places = _places(columns, events, columns.reference.events, options)
    return Triggers(fates, places, events.label, np.arange(len(events)))


def _given_triggers(columns: ExtractionColumns, options: Choices) -> Triggers:
    """The triggers of the references, which gold mode gives to the system."""
    events = columns.reference.events
    fates = Assigned(events.span, np.where(_counted_events(columns, options), KEPT, NOTHING_PREDICTED))
    return Triggers(fates, _alone(events.span), events.label, columns.reference_event)


def trigger_answers(columns: ExtractionColumns, triggers: Triggers, options: Choices) -> Answers:
    """Predicted and reference triggers."""
    events, kept = columns.system.events, triggers.fates.kept
    predictions = Tuples(events.document, triggers.fates.span, triggers.type, triggers.fates.span, triggers.type)
    said = np.flatnonzero(kept)
    annotated = columns.reference.events
    references = Tuples(annotated.document, annotated.span, annotated.label, annotated.span, annotated.label)
    row = np.flatnonzero(_counted_events(columns, options))
    return Answers(
        predictions.select(said),
        said,
        said,
        triggers.places,
        triggers.places,
        references.select(row),
        row,
        events,
        triggers.fates,
    )


def argument_answers(columns: ExtractionColumns, triggers: Triggers, mode: str, options: Choices) -> Answers:
    """Predicted and reference arguments in one mode, of the predicted triggers or of those that the mode gives."""
    if mode == "gold":
        triggers = _given_triggers(columns, options)
    arguments = (columns.given_gold if mode == "gold" else columns.system).arguments
    event = triggers.standing_for[arguments.parent]
    allowed = allowed_arguments(columns, arguments, triggers.type[event], options)
    if options.standardize:
        lists, annotated = columns.argument_lists, columns.reference.arguments
        candidates = candidate_spans(columns, lists, annotated, "argument", options)
        roles, fallen = columns.roles, ~triggers.fates.kept[event]
        fates = assign(columns, arguments, event, fallen, candidates, roles, allowed, options)
        places = _alone(fates.span)
    else:
        fates = _as_given(arguments, columns.roles, allowed)
        fates.fate[~triggers.fates.kept[event]] = DISCARDS.index("of_trigger")
        places = _places(columns, arguments, columns.reference.arguments, options)
    predictions = Tuples(
        arguments.document, triggers.fates.span[event], triggers.type[event], fates.span, arguments.label
    )
    references, row = _reference_arguments(columns, options)
    heard = fates.kept
    counted = np.ones(len(references), dtype=bool)
    if mode in ("legacy", "loose"):
        # Appendix A.2: the arguments of reference triggers without any prediction are not asked for.
        counted = columns.spans.mask(triggers.fates.span[triggers.fates.kept])[references.trigger]
    if mode == "loose":
        asked = columns.spans.mask(columns.reference.events.span[_counted_events(columns, options)])
        spurious = ~np.append(asked, False)[predictions.trigger]
        heard = heard & ~spurious
    said = np.flatnonzero(heard)
    return Answers(
        predictions.select(said),
        said,
        event[said],
        triggers.places,
        places,
        references.select(counted),
        row[counted],
        arguments,
        fates,
        references.document[~counted],
        arguments.document[fates.kept & ~heard],
    )


def _reference_arguments(columns: ExtractionColumns, options: Choices) -> tuple[Tuples, IntArray]:
    """The reference arguments that count, and where each stands among all of them."""
    events, arguments = columns.reference.events, columns.reference.arguments
    event = arguments.parent
    nothing = nothing_labels(columns.roles)
    counted = _counted_events(columns, options)[event] & ~nothing[arguments.label]
    counted &= _inside(columns, columns.argument_lists, arguments, options)
    row = np.flatnonzero(counted)
    tuples = Tuples(arguments.document, events.span[event], events.label[event], arguments.span, arguments.label)
    return tuples.select(row), row


def _counted_events(columns: ExtractionColumns, options: Choices) -> BoolArray:
    events = columns.reference.events
    nothing = nothing_labels(columns.types)
    counted: BoolArray = ~nothing[events.label] & _inside(columns, columns.trigger_lists, events, options)
    return counted


def _inside(columns: ExtractionColumns, lists: CandidateLists, references: Labelled, options: Choices) -> BoolArray:
    """Under C1 "drop" the references that are candidates, otherwise all of them."""
    if not options.standardize or options.gold_outside != "drop":
        return np.ones(len(references), dtype=bool)
    inside: BoolArray = columns.spans.mask(lists.span)[references.span] | ~lists.given[references.document]
    return inside


def _as_given(rows: Labelled, words: list[str], allowed: BoolArray) -> Assigned:
    """Without standardization every prediction counts, unless it predicts nothing or the schema does not allow it."""
    fate = np.where(nothing_labels(words)[rows.label], NOTHING_PREDICTED, KEPT)
    fate[~allowed] = DISCARDS.index("schema")
    return Assigned(rows.span, fate)


def _places(columns: ExtractionColumns, rows: Labelled, references: Labelled, options: Choices) -> Ragged:
    """The span of each prediction, or, where it is a text, every reference span that reads so."""
    texts = np.flatnonzero(rows.span == MISSING)
    if not len(texts):
        return _alone(rows.span)
    allowed = columns.spans.mask(references.span)
    found = find_texts(columns, rows.document[texts], rows.text.take(texts), allowed, options.matcher)
    lengths = np.ones(len(rows), dtype=np.int64)
    lengths[texts] = found.lengths
    values = np.repeat(rows.span, lengths)
    values[np.repeat(rows.span == MISSING, lengths)] = found.values
    return Ragged.from_lengths(lengths, values)


def _alone(span: IntArray) -> Ragged:
    return Ragged(np.arange(len(span) + 1), span)
