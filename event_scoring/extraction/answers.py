"""What is asked and what is said, as tuples: standardized or as given, in each mode."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from event_scoring.arrays.ragged import BoolArray, IntArray, Ragged
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.extraction.candidates import argument_candidates, trigger_candidates
from event_scoring.extraction.columns import CandidateLists, ExtractionColumns, Labelled
from event_scoring.extraction.grounding import find_texts
from event_scoring.extraction.options import DetectionOptions
from event_scoring.extraction.standardize import (
    DISCARDS,
    KEPT,
    NOTHING_PREDICTED,
    Assigned,
    assign,
    label_masks,
    standardize_arguments,
    surviving_events,
)
from event_scoring.extraction.tallies import Tuples


@dataclass(frozen=True)
class Triggers:
    """The events under which predicted arguments stand."""

    fates: Assigned
    places: Ragged
    """The spans that each may stand for."""
    type: IntArray
    standing_for: IntArray
    """The event under which each event's arguments are counted: itself, unless it was merged into another."""


@dataclass(frozen=True)
class Answers:
    """Triggers, or arguments in one mode."""

    said: Tuples
    said_row: IntArray
    """Where each prediction stands among those of its side, counted or not."""
    triggers: Ragged
    """The spans that the trigger of each prediction may stand for."""
    spans: Ragged
    """The spans that it may stand for itself."""
    asked: Tuples
    asked_row: IntArray
    """Where each reference stands among all references."""
    fates: Assigned
    """What became of each prediction, counted or not."""
    ignored_references: IntArray
    """The documents of reference arguments that the mode leaves out."""
    ignored_predictions: IntArray
    """The documents of predicted arguments that the mode leaves out."""


def predicted_triggers(columns: ExtractionColumns, options: DetectionOptions) -> Triggers:
    """The triggers of the system."""
    events = columns.system.events
    if options.standardize:
        candidates = trigger_candidates(columns, options)
        fates = assign(columns, events, events.document, candidates, columns.types, options.allowed_types, options)
        return Triggers(fates, _alone(fates.span), events.label, surviving_events(events, fates, options))
    fates = _as_given(events, columns.types, options.allowed_types)
    places = _places(columns, events, columns.reference.events, options)
    return Triggers(fates, places, events.label, np.arange(len(events)))


def given_triggers(columns: ExtractionColumns, options: DetectionOptions) -> Triggers:
    """The triggers of the references, which gold mode gives to the system."""
    events = columns.reference.events
    fates = Assigned(events.span, np.where(_asked_events(columns, options), KEPT, NOTHING_PREDICTED))
    return Triggers(fates, _alone(events.span), events.label, np.arange(len(events)))


def trigger_answers(columns: ExtractionColumns, triggers: Triggers, options: DetectionOptions) -> Answers:
    """What is asked and said of triggers."""
    events, kept = columns.system.events, triggers.fates.kept
    said = Tuples(events.document, triggers.fates.span, triggers.type, triggers.fates.span, triggers.type)
    places = triggers.places.select(kept)
    reference = columns.reference.events
    asked = Tuples(reference.document, reference.span, reference.label, reference.span, reference.label)
    asked_row = np.flatnonzero(_asked_events(columns, options))
    nobody = np.empty(0, dtype=np.int64)
    return Answers(
        said.select(kept),
        np.flatnonzero(kept),
        places,
        places,
        asked.select(asked_row),
        asked_row,
        triggers.fates,
        nobody,
        nobody,
    )


def argument_answers(columns: ExtractionColumns, triggers: Triggers, mode: str, options: DetectionOptions) -> Answers:
    """What is asked and said of arguments in one mode."""
    arguments = (columns.given_gold if mode == "gold" else columns.system).arguments
    event = triggers.standing_for[arguments.parent]
    if options.standardize:
        candidates = argument_candidates(columns, options)
        fates = standardize_arguments(columns, arguments, event, triggers.fates.kept, candidates, options)
        places = _alone(fates.span)
    else:
        fates = _as_given(arguments, columns.roles, options.allowed_roles)
        fates.fate[~triggers.fates.kept[event]] = DISCARDS.index("of_trigger")
        places = _places(columns, arguments, columns.reference.arguments, options)
    said = Tuples(arguments.document, triggers.fates.span[event], triggers.type[event], fates.span, arguments.label)
    asked, asked_row = _asked_arguments(columns, options)
    heard = fates.kept
    counted = np.ones(len(asked), dtype=bool)
    if mode in ("legacy", "loose"):
        # Appendix A.2: the arguments of reference triggers without any prediction are not asked for.
        counted = columns.spans.mask(triggers.fates.span[triggers.fates.kept])[asked.trigger]
    if mode == "loose":
        spurious = ~np.append(columns.spans.mask(trigger_spans(columns, options)), False)[said.trigger]
        heard = heard & ~spurious
    return Answers(
        said.select(heard),
        np.flatnonzero(heard),
        triggers.places.take(event[heard]),
        places.select(heard),
        asked.select(counted),
        asked_row[counted],
        fates,
        asked.document[~counted],
        arguments.document[fates.kept & ~heard],
    )


def trigger_spans(columns: ExtractionColumns, options: DetectionOptions) -> IntArray:
    """The spans of the reference triggers that are asked for."""
    return columns.reference.events.span[_asked_events(columns, options)]


def _asked_arguments(columns: ExtractionColumns, options: DetectionOptions) -> tuple[Tuples, IntArray]:
    """The arguments that are asked for, and where each stands among all references."""
    events, arguments = columns.reference.events, columns.reference.arguments
    event = arguments.parent
    nothing, _ = label_masks(columns.roles, None)
    asked = _asked_events(columns, options)[event] & ~nothing[arguments.label]
    asked &= _inside(columns, columns.argument_lists, arguments, options)
    row = np.flatnonzero(asked)
    tuples = Tuples(arguments.document, events.span[event], events.label[event], arguments.span, arguments.label)
    return tuples.select(row), row


def _asked_events(columns: ExtractionColumns, options: DetectionOptions) -> BoolArray:
    events = columns.reference.events
    nothing, _ = label_masks(columns.types, None)
    asked: BoolArray = ~nothing[events.label] & _inside(columns, columns.trigger_lists, events, options)
    return asked


def _inside(
    columns: ExtractionColumns, lists: CandidateLists, references: Labelled, options: DetectionOptions
) -> BoolArray:
    """Under C1 "drop" the references that are candidates, otherwise all of them."""
    if not options.standardize or options.gold_outside != "drop":
        return np.ones(len(references), dtype=bool)
    inside: BoolArray = columns.spans.mask(lists.span)[references.span] | ~lists.given[references.document]
    return inside


def _as_given(rows: Labelled, words: list[str], schema: tuple[str, ...] | None) -> Assigned:
    """Without standardization every prediction counts, unless it predicts nothing or its label is not in the schema."""
    nothing, allowed = label_masks(words, schema)
    fate = np.where(nothing[rows.label], NOTHING_PREDICTED, KEPT)
    fate[~allowed[rows.label]] = DISCARDS.index("schema")
    return Assigned(rows.span, fate)


def _places(columns: ExtractionColumns, rows: Labelled, references: Labelled, options: DetectionOptions) -> Ragged:
    """The span of each prediction, or, where it is a text, every reference span that reads so."""
    texts = np.flatnonzero(rows.span == MISSING)
    if not len(texts):
        return _alone(rows.span)
    matcher = options.matcher if callable(options.matcher) else None
    found = find_texts(
        columns, rows.document[texts], rows.text.take(texts), columns.spans.mask(references.span), matcher
    )
    lengths = np.ones(len(rows), dtype=np.int64)
    lengths[texts] = found.lengths
    values = np.repeat(rows.span, lengths)
    values[np.repeat(rows.span == MISSING, lengths)] = found.values
    return Ragged.from_lengths(lengths, values)


def _alone(span: IntArray) -> Ragged:
    return Ragged(np.arange(len(span) + 1), span)
