"""Predictions and references of one document that are counted: standardized or as given, in each mode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from event_scoring.extraction.choices import NOTHING, Choices
from event_scoring.extraction.counting import Comparison
from event_scoring.extraction.items import Document, Item, Span
from event_scoring.extraction.standardization.candidates import argument_candidates, trigger_candidates
from event_scoring.extraction.standardization.standardize import (
    DISCARDS,
    KEPT,
    NOTHING_PREDICTED,
    Assigned,
    allowed_role,
    allowed_type,
    assign,
    survivors,
)
from event_scoring.extraction.standardization.text_places import TextPlaces

Places = Sequence[Span]
"""The spans for which a prediction may stand: one, or, of a text, any that read so."""


@dataclass(frozen=True)
class Triggers:
    """The events under which predicted arguments stand."""

    assigned: Sequence[Assigned]
    places: Sequence[Places]
    types: Sequence[str]
    standing_for: Sequence[int]
    """For each event of the arguments the one under which they are counted: itself, unless it was merged into another
    or stands for a reference event."""

    @cached_property
    def kept(self) -> list[bool]:
        """Whether each is counted."""
        return [one.because is KEPT for one in self.assigned]


@dataclass(frozen=True)
class ScoredItems:
    """Triggers, or arguments in one mode."""

    predictions: Sequence[Item]
    """Those that count, on the spans on which they stand and under the triggers and types under which they count."""
    references: Sequence[Item]
    """Those that count."""
    every: Sequence[Item]
    """All predictions of the side, counted or not, as they were given."""
    assigned: Sequence[Assigned]
    """What became of each of them."""
    trigger_places: Sequence[Places]
    """For each of ``predictions`` the spans for which its trigger may stand."""
    places: Sequence[Places]
    """For each of ``predictions`` the spans for which it may stand itself."""
    ignored_references: int = 0
    """How many reference arguments the mode leaves out."""
    ignored_predictions: int = 0

    @property
    def dropped(self) -> list[Item]:
        """The predictions that were discarded."""
        return [item for item, one in zip(self.every, self.assigned, strict=True) if one.because in DISCARDS]

    @property
    def comparison(self) -> Comparison:
        """What is needed to tell what is wrong with each prediction."""
        spans = {(item.event, item.argument): one.span for item, one in zip(self.every, self.assigned, strict=True)}
        return Comparison(self.predictions, self.references, spans)


def predicted_triggers(document: Document, options: Choices) -> Triggers:
    """The triggers of the system."""
    items = document.predictions.triggers
    types = [item.label for item in items]
    allowed = [allowed_type(kind, options) for kind in types]
    if not options.standardize:
        assigned = [_as_given(item, may) for item, may in zip(items, allowed, strict=True)]
        places = _places(document, items, document.references.triggers, options)
        return Triggers(assigned, places, types, range(len(items)))
    candidates = trigger_candidates(document, options)

    def texts() -> TextPlaces:
        return TextPlaces(document, candidates.in_order(document.tokens or ()), options.matcher)

    assigned = assign(items, [0] * len(items), [False] * len(items), allowed, candidates, texts, options)
    return Triggers(assigned, [_alone(one.span) for one in assigned], types, survivors(items, assigned, options))


def trigger_items(document: Document, triggers: Triggers, options: Choices) -> ScoredItems:
    """Predicted and reference triggers."""
    every, assigned = document.predictions.triggers, triggers.assigned
    kept = [place for place, keep in enumerate(triggers.kept) if keep]
    places = [triggers.places[place] for place in kept]
    return ScoredItems(
        [every[place]._replace(trigger=assigned[place].span, span=assigned[place].span) for place in kept],
        counted_triggers(document, options),
        every,
        assigned,
        places,
        places,
    )


def argument_items(document: Document, triggers: Triggers, mode: str, options: Choices) -> ScoredItems:
    """Predicted and reference arguments in one mode, of the predicted triggers or of those that the mode gives."""
    side = document.given_gold if mode == "gold" else document.predictions
    if mode == "gold":
        triggers = _given_triggers(document, options)
    every = side.arguments
    events = [triggers.standing_for[item.event] for item in every]
    allowed = [allowed_role(triggers.types[event], item.label, options) for item, event in zip(every, events, strict=True)]
    fallen = [not triggers.kept[event] for event in events]
    if options.standardize:
        candidates = argument_candidates(document, options)

        def texts() -> TextPlaces:
            return TextPlaces(document, candidates.in_order(document.tokens or ()), options.matcher)

        assigned = assign(every, events, fallen, allowed, candidates, texts, options)
        places: Sequence[Places] = [_alone(one.span) for one in assigned]
    else:
        assigned = [
            Assigned(item.span, "of_trigger") if fell else _as_given(item, may)
            for item, fell, may in zip(every, fallen, allowed, strict=True)
        ]
        places = _places(document, every, document.references.arguments, options)
    references = counted_arguments(document, options)
    heard = [one.because is KEPT for one in assigned]
    wanted = references
    if mode in ("legacy", "loose"):
        # Appendix A.2: the arguments of reference triggers without any prediction are not asked for.
        found = {one.span for one in triggers.assigned if one.because is KEPT}
        wanted = [item for item in references if item.trigger in found]
    kept = sum(heard)
    if mode == "loose":
        known = {item.span for item in counted_triggers(document, options)}
        heard = [hear and triggers.assigned[event].span in known for hear, event in zip(heard, events, strict=True)]
    said = [place for place, hear in enumerate(heard) if hear]
    return ScoredItems(
        [
            every[place]._replace(
                trigger=triggers.assigned[events[place]].span,
                type=triggers.types[events[place]],
                span=assigned[place].span,
            )
            for place in said
        ],
        wanted,
        every,
        assigned,
        [triggers.places[events[place]] for place in said],
        [places[place] for place in said],
        len(references) - len(wanted),
        kept - len(said),
    )


def counted_triggers(document: Document, options: Choices) -> list[Item]:
    """The reference triggers that count: those that say something and, under C1 "drop", are candidates."""
    inside = _inside(document, "trigger", options)
    return [
        item
        for item in document.references.triggers
        if item.label not in NOTHING and (inside is None or item.span in inside)
    ]


def counted_arguments(document: Document, options: Choices) -> list[Item]:
    """The reference arguments that count: their event counts too."""
    events = {item.event for item in counted_triggers(document, options)}
    inside = _inside(document, "argument", options)
    return [
        item
        for item in document.references.arguments
        if item.event in events and item.label not in NOTHING and (inside is None or item.span in inside)
    ]


def _given_triggers(document: Document, options: Choices) -> Triggers:
    """The triggers of the references, which gold mode gives to the system."""
    counted = {item.event for item in counted_triggers(document, options)}
    items = document.references.triggers
    assigned = [Assigned(item.span, KEPT if item.event in counted else NOTHING_PREDICTED) for item in items]
    return Triggers(assigned, [_alone(item.span) for item in items], [item.label for item in items], document.standing_for)


def _inside(document: Document, noun: str, options: Choices) -> set[Span] | None:
    """Under C1 "drop" the candidates that the references give; None where all references count."""
    given = document.reference.get(f"{noun}_candidates")
    if given is None or not options.standardize or options.gold_outside != "drop":
        return None
    return {(start, end) for start, end in given}


def _as_given(item: Item, allowed: bool) -> Assigned:
    """Without standardization every prediction counts, unless it predicts nothing or the schema does not allow it."""
    if not allowed:
        return Assigned(item.span, "schema")
    return Assigned(item.span, NOTHING_PREDICTED if item.label in NOTHING else KEPT)


def _places(document: Document, items: Sequence[Item], references: Sequence[Item], options: Choices) -> list[Places]:
    """The span of each prediction, or, where it is a text, every reference span that reads so."""
    texts = [item.text or "" for item in items if item.span is None]
    if not texts:
        return [_alone(item.span) for item in items]
    found = TextPlaces(document, {item.span for item in references if item.span is not None}, options.matcher)
    found.look_up(texts)
    return [found.of(item.text or "") if item.span is None else (item.span,) for item in items]


def _alone(span: Span | None) -> Places:
    return () if span is None else (span,)
