"""Predictions of one document at their candidates, and the references that count, in each mode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from msgspec import structs

from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.items import Document, Item, Span, index_of
from event_scoring.extraction.mistakes import Comparison
from event_scoring.extraction.standardization.candidates import (
    Candidates,
    argument_candidates,
    listed_candidates,
    trigger_candidates,
)
from event_scoring.extraction.standardization.spans_by_text import SpansByText
from event_scoring.extraction.standardization.standardize import (
    DISCARDS,
    KEPT,
    NULL_LABEL,
    Assigned,
    assign,
    outside_roles,
    outside_types,
    survivors,
)


@dataclass
class Triggers:
    """The events of predicted arguments."""

    items: Sequence[Item]
    assigned: Assigned
    counted_events: Sequence[int]
    """The event under which each event's arguments are counted.

    It is the event itself, unless that was merged into another event or is matched to a reference event.
    """

    @property
    def kept(self) -> list[Item]:
        """The triggers that count."""
        return [item for item, because in zip(self.items, self.assigned.reasons, strict=True) if because is KEPT]


@dataclass
class ScoredItems:
    """Triggers, or arguments in one mode."""

    predictions: Sequence[Item]
    """The predictions that count, with the span, trigger and type under which they count."""
    references: Sequence[Item]
    """The references that count."""
    every: Sequence[Item]
    """All predictions of the side, counted or not, as they were given."""
    assigned: Assigned
    """The span of each prediction, and why it was kept or dropped."""
    ignored_references: int = 0
    """The number of reference arguments that the mode leaves out."""
    ignored_predictions: int = 0
    not_candidates: Sequence[Item] = ()
    """Dropped arguments, under the triggers under which they would count; see `Comparison`."""

    @property
    def dropped(self) -> list[Item]:
        """The predictions that were discarded."""
        return [item for item, because in zip(self.every, self.assigned.reasons, strict=True) if because in DISCARDS]

    def comparison(self) -> Comparison:
        """Return the items to compare, from which the category of each prediction is found."""
        spans = dict(zip(map(index_of, self.every), self.assigned.spans, strict=True))
        return Comparison(self.predictions, self.references, spans, not_candidates=self.not_candidates)


def predicted_triggers(document: Document, options: EventOptions) -> Triggers:
    """Return the triggers of the system."""
    items = document.predictions.triggers
    outside = outside_types(items, options)
    candidates = trigger_candidates(document, options)
    units = range(0) if not items else [0] * len(items)
    assigned = assign(items, units, (), outside, candidates, partial(_texts, document, candidates, options), options)
    return Triggers(items, assigned, survivors(items, assigned, options))


def trigger_items(document: Document, triggers: Triggers, options: EventOptions) -> ScoredItems:
    """Return predicted and reference triggers."""
    spans, reasons = triggers.assigned
    kept = [place for place, because in enumerate(reasons) if because is KEPT]
    predictions = [
        item if item.span is span else structs.replace(item, trigger=span, span=span)
        for item, span in ((triggers.items[place], spans[place]) for place in kept)
    ]
    references = counted_triggers(document, options)
    return ScoredItems(predictions, references, triggers.items, triggers.assigned)


def argument_items(document: Document, triggers: Triggers, mode: str, options: EventOptions) -> ScoredItems:
    """Return predicted and reference arguments in one mode, under predicted or given triggers."""
    reference_triggers = counted_triggers(document, options)
    if mode == "gold":
        every, triggers = document.given_gold.arguments, _given_triggers(document, reference_triggers)
    else:
        every = document.predictions.arguments
    trigger_spans, trigger_reasons = triggers.assigned
    events = [triggers.counted_events[item.event] for item in every]
    types = [triggers.items[event].label for event in events]
    outside = outside_roles(every, types, options)
    of_lost_triggers = [place for place, event in enumerate(events) if trigger_reasons[event] is not KEPT]
    candidates = argument_candidates(document, options)
    texts = partial(_texts, document, candidates, options)
    spans, reasons = assigned = assign(every, events, of_lost_triggers, outside, candidates, texts, options)
    references = counted_references = counted_arguments(document, reference_triggers, options)
    scored = kept = [place for place, because in enumerate(reasons) if because is KEPT]
    if mode in ("legacy", "loose"):
        # Appendix A.2: arguments of reference triggers without any prediction are ignored.
        found = {span for span, because in zip(trigger_spans, trigger_reasons, strict=True) if because is KEPT}
        counted_references = [item for item in references if item.trigger in found]
    if mode == "loose":
        known = {item.span for item in reference_triggers}
        scored = [place for place in kept if trigger_spans[events[place]] in known]
    predictions = []
    for place in scored:
        item, trigger, kind, span = every[place], trigger_spans[events[place]], types[place], spans[place]
        if item.trigger != trigger or item.type != kind or item.span is not span:
            item = structs.replace(item, trigger=trigger, type=kind, span=span)
        predictions.append(item)
    not_candidates = [
        structs.replace(item, trigger=trigger_spans[event], type=kind)
        for item, event, kind, because in zip(every, events, types, reasons, strict=True)
        if because in ("boundary", "not_found")
    ]
    return ScoredItems(
        predictions,
        counted_references,
        every,
        assigned,
        len(references) - len(counted_references),
        len(kept) - len(scored),
        not_candidates,
    )


def counted_triggers(document: Document, options: EventOptions) -> list[Item]:
    """Return the reference triggers that count: those without a null label and, under C1 "drop", candidates."""
    items = document.labelled_references.triggers
    inside = _inside(document, "trigger", options)
    return items if inside is None else [item for item in items if item.span in inside]


def counted_arguments(document: Document, triggers: Sequence[Item], options: EventOptions) -> list[Item]:
    """Return the reference arguments that count: the triggers of their events count too."""
    events = {item.event for item in triggers}
    items = [item for item in document.labelled_references.arguments if item.event in events]
    inside = _inside(document, "argument", options)
    return items if inside is None else [item for item in items if item.span in inside]


def _given_triggers(document: Document, counted: Sequence[Item]) -> Triggers:
    """Return the triggers of the references, which gold mode gives to the system."""
    events, items = {item.event for item in counted}, document.references.triggers
    reasons = [KEPT if item.event in events else NULL_LABEL for item in items]
    return Triggers(items, Assigned([item.span for item in items], reasons), document.reference_events)


def _inside(document: Document, noun: str, options: EventOptions) -> set[Span] | None:
    """Return the given candidates that references must be among under C1 "drop"; None if all references count."""
    given = listed_candidates(document.reference, noun) if options.gold_outside == "drop" else None
    return None if given is None else {*given}


def _texts(document: Document, candidates: Candidates, options: EventOptions) -> SpansByText:
    """Return the index from texts to the candidates of a document."""
    return SpansByText(document, candidates.in_order(document.tokens or ()))
