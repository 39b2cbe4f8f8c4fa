"""Predictions and references of one document that are counted: standardized or as given, in each mode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from msgspec import structs

from event_scoring.extraction.counting import Comparison, key_of
from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.items import NO_ARGUMENT, Document, Item, Span
from event_scoring.extraction.standardization.candidates import Candidates, argument_candidates, trigger_candidates
from event_scoring.extraction.standardization.several_places import only_place
from event_scoring.extraction.standardization.spans_by_text import SpansByText
from event_scoring.extraction.standardization.standardize import (
    DISCARDS,
    KEPT,
    NULL_LABEL,
    Assigned,
    assign,
    null_label_indices,
    outside_roles,
    outside_types,
    survivors,
)

Places = Sequence[Span]
"""The spans that a prediction may mean: one, or all spans with its text."""


@dataclass
class Triggers:
    """The events of predicted arguments."""

    items: Sequence[Item]
    assigned: Assigned
    counted_events: Sequence[int]
    """The event under which each event's arguments are counted.

    It is the event itself, unless that was merged into another event or is matched to a reference event.
    """
    places: Sequence[Places] | None = None
    """The alternative spans of each trigger, if any has several."""

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
    places: Sequence[Places] | None = None
    """The alternative spans of each of ``predictions``, if any has several."""
    trigger_places: Sequence[Places] | None = None
    """The alternative spans of the trigger of each of ``predictions``, if any has several."""
    not_candidates: Sequence[Item] = ()
    """Dropped arguments, under the triggers under which they would count; see `Comparison`."""

    @property
    def dropped(self) -> list[Item]:
        """The predictions that were discarded."""
        return [item for item, because in zip(self.every, self.assigned.reasons, strict=True) if because in DISCARDS]

    def comparison(self, triggers: Mapping[int, Span | None] | None = None) -> Comparison:
        """Return the items to compare, from which the category of each prediction is found.

        A text with several places takes the first where it is right, or else the first. ``triggers`` are the spans that
        the events of the predictions took in this way.
        """
        if self.places is None and self.trigger_places is None:
            return Comparison(
                self.predictions, self.references, self.every, self.assigned.spans, not_candidates=self.not_candidates
            )
        all_places = self.places or [only_place(item.span) for item in self.predictions]
        key = key_of("trigger", "type", "span", "label")
        unmatched = Counter(map(key, self.references))
        placed = []
        tried: Counter[Hashable] = Counter()  # a place that is taken stays taken, so each is tried once
        for number, (item, places) in enumerate(zip(self.predictions, all_places, strict=True)):
            nowhere: Any = ("nowhere", number)
            trigger = item.trigger if triggers is None else triggers.get(item.event, nowhere)
            is_trigger = item.argument == NO_ARGUMENT
            kind = (tuple(places[:1]), len(places), None if is_trigger else trigger, item.type, item.label)
            span = places[0] if places else nowhere
            while tried[kind] < len(places):
                place = places[tried[kind]]
                one = (place if is_trigger else trigger, item.type, place, item.label)
                if unmatched[one] > 0:
                    unmatched[one] -= 1
                    span = place
                    break
                tried[kind] += 1
            placed.append(structs.replace(item, trigger=span if is_trigger else trigger, span=span))
        return Comparison(placed, self.references, self.every, self.assigned.spans)


def predicted_triggers(document: Document, options: EventOptions) -> Triggers:
    """Return the triggers of the system."""
    items = document.predictions.triggers
    outside = outside_types(items, options)
    if not options.standardize:
        assigned = _as_given(items, outside)
        return Triggers(
            items, assigned, range(len(items)), _places(document, items, document.references.triggers, options)
        )
    candidates = trigger_candidates(document, options)
    units = range(0) if not items else [0] * len(items)
    assigned = assign(items, units, (), outside, candidates, partial(_texts, document, candidates, options), options)
    return Triggers(items, assigned, survivors(items, assigned, options))


def trigger_items(document: Document, triggers: Triggers, options: EventOptions) -> ScoredItems:
    """Return predicted and reference triggers."""
    spans, reasons = triggers.assigned
    kept = [place for place, because in enumerate(reasons) if because is KEPT]
    places = None if triggers.places is None else [triggers.places[place] for place in kept]
    predictions = [
        item if item.span is span else structs.replace(item, trigger=span, span=span)
        for item, span in ((triggers.items[place], spans[place]) for place in kept)
    ]
    references = counted_triggers(document, options)
    return ScoredItems(predictions, references, triggers.items, triggers.assigned, places=places, trigger_places=places)


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
    places = None
    if options.standardize:
        candidates = argument_candidates(document, options)
        texts = partial(_texts, document, candidates, options)
        spans, reasons = assigned = assign(every, events, of_lost_triggers, outside, candidates, texts, options)
    else:
        spans, reasons = assigned = _as_given(every, outside, of_lost_triggers)
        places = _places(document, every, document.references.arguments, options)
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
        None if places is None else [places[place] for place in scored],
        None if triggers.places is None else [triggers.places[events[place]] for place in scored],
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
    if options.gold_outside != "drop" or not options.standardize:
        return None
    reference = document.reference
    given = reference.trigger_candidates if noun == "trigger" else reference.argument_candidates
    return None if given is None else {*given}


def _as_given(items: Sequence[Item], outside: Sequence[int], of_lost_triggers: Sequence[int] = ()) -> Assigned:
    """Assign predictions without standardization: all count but those with a null label or outside the schema."""
    reasons = [KEPT] * len(items)
    for places, because in (
        (null_label_indices(items), NULL_LABEL),
        (outside, "schema"),
        (of_lost_triggers, "of_trigger"),
    ):
        for place in places:
            reasons[place] = because
    return Assigned([item.span for item in items], reasons)


def _texts(document: Document, candidates: Candidates, options: EventOptions) -> SpansByText:
    """Return the index from texts to the candidates of a document."""
    return SpansByText(document, candidates.in_order(document.tokens or ()), options.matcher)


def _places(
    document: Document, items: Sequence[Item], references: Sequence[Item], options: EventOptions
) -> list[Places] | None:
    """Return the spans of each prediction: its own, or all reference spans with its text; None if all have spans."""
    texts = [item.text or "" for item in items if item.span is None]
    if not texts:
        return None
    found = SpansByText(document, {item.span for item in references if item.span is not None}, options.matcher)
    found.look_up(texts)
    return [found.of(item.text or "") if item.span is None else (item.span,) for item in items]
