"""Output standardization: one label for each candidate (section 4.2 of the paper), in one document.

It has three rules. R1: a span must equal a candidate, boundaries included. R2: of several predictions for one
candidate the most confident one is kept, or the first. R3: equal texts take the places of the text in order of
appearance. C1 to C7 are the cases that it leaves open; see the options.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import structs

from event_scoring.extraction.documents.document import NULL_LABELS
from event_scoring.extraction.documents.text_placement import TextPlacement
from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.items import Document, Item, Span, index_of
from event_scoring.extraction.measure_options import PaperOptions
from event_scoring.extraction.mistakes import Comparison
from event_scoring.extraction.standardization.candidates import (
    Candidates,
    candidates,
    inside_candidates,
    single_spaced,
)

DISCARDS = ("schema", "boundary", "not_found", "surplus", "conflict", "of_trigger")
"""Reasons for which a prediction was discarded.

"schema" is a label outside the schema, "boundary" a span that is not a candidate, and "not_found" a text that is
nowhere. "surplus" is a text with fewer places than predictions, "conflict" a candidate won by another prediction.
"of_trigger" is an argument of a discarded trigger.
"""
KEPT, NULL_LABEL = "kept", "nothing"


class Assigned(NamedTuple):
    """The spans of the predictions of a side, and why each was kept or dropped."""

    spans: Sequence[Span | None]
    """The candidate that each prediction takes or lost to another."""
    reasons: Sequence[str]
    """`KEPT`, `NULL_LABEL` or one of `DISCARDS` for each prediction."""


def null_label_indices(items: Sequence[Item]) -> list[int]:
    """Return the indices of predictions with a null label."""
    return [index for index, item in enumerate(items) if item.label in NULL_LABELS]


def allowed_type(kind: str, options: EventOptions) -> bool:
    """Whether the schema allows a predicted event type (C2); null labels are always allowed."""
    return kind in NULL_LABELS or options.allows_type(kind)


def allowed_role(kind: str, role: str, options: EventOptions) -> bool:
    """Whether the schema allows a predicted role at an event of a type (C2); null labels are always allowed."""
    return role in NULL_LABELS or options.allows_role(kind, role)


def outside_types(items: Sequence[Item], options: EventOptions) -> Sequence[int]:
    """Return the indices of triggers whose type the schema does not allow."""
    if options.allowed_types is None:
        return ()
    return [index for index, item in enumerate(items) if not allowed_type(item.label, options)]


def outside_roles(items: Sequence[Item], types: Sequence[str], options: EventOptions) -> Sequence[int]:
    """Return the indices of arguments whose role the schema does not allow at events of their types."""
    if options.allowed_roles is None:
        return ()
    return [index for index, (item, kind) in enumerate(zip(items, types, strict=True))
            if not allowed_role(kind, item.label, options)]  # fmt: skip


def assign(
    items: Sequence[Item],
    units: Sequence[Hashable],
    of_lost_triggers: Sequence[int],
    outside: Sequence[int],
    allowed: Candidates,
    options: PaperOptions,
) -> Assigned:
    """Give each prediction its candidate and each candidate of a unit its one prediction.

    Args:
        items: The predictions in output order.
        units: The scope of the candidate of each: the document for triggers, the event for arguments.
        of_lost_triggers: Indices of predictions that do not compete because their event is not kept (C6).
        outside: Indices of predictions that the schema does not allow (C2).
        allowed: The spans that may be labelled.
        options: The decisions on the open cases.
    """
    spans = [item.span for item in items]
    reasons = [KEPT] * len(items)
    for index, span in enumerate(spans):  # R1
        if span is not None and span not in allowed.listed and span not in allowed:
            spans[index], reasons[index] = None, "boundary"
    for index in outside:
        reasons[index] = "schema"
    without_label = null_label_indices(items)
    if options.nothing == "ignored":  # C5
        for index in without_label:
            reasons[index] = NULL_LABEL
    for index in of_lost_triggers:
        spans[index], reasons[index] = None, "of_trigger"
    searching = [index for index, span in enumerate(spans) if span is None and reasons[index] is KEPT]
    if searching:
        per_document = options.order_unit == "document"  # C7
        placement = TextPlacement(allowed.of_text)
        for index in searching:
            text = single_spaced(items[index].text or "")
            span, is_surplus = placement.take(text, None if per_document else units[index])  # R3
            if span is None:
                reasons[index] = "not_found"
            elif is_surplus and options.surplus != "last":  # C3
                reasons[index] = "surplus"
            else:
                spans[index] = span
    rivals = [index for index, reason in enumerate(reasons) if reason is KEPT]
    contested = [(units[index], spans[index]) for index in rivals]
    if len(set(contested)) < len(rivals):
        for index, won in zip(
            rivals, winners(contested, [items[index].score for index in rivals], options.conflict), strict=True
        ):
            if not won:
                reasons[index] = "conflict"
    for index in without_label:  # they are not counted, so they are not discarded either
        reasons[index] = NULL_LABEL
    return Assigned(spans, reasons)


def winners(candidates: Sequence[Hashable], scores: Sequence[float | None], conflict: str) -> list[bool]:
    """Choose the prediction of each candidate (R2, C4): the highest score if all have one, else the first.

    Examples:
        >>> winners(["a", "a", "b", "b"], [0.5, 0.7, None, 0.9], "score-or-first")
        [False, True, True, False]
    """
    best: dict[Hashable, int] = {}
    unscored = {one for one, score in zip(candidates, scores, strict=True) if score is None}
    for index, one in enumerate(candidates):
        other = best.setdefault(one, index)
        if conflict != "first" and one not in unscored and scores[index] > scores[other]:  # type: ignore[operator]
            best[one] = index
    won = set(best.values())
    return [index in won for index in range(len(candidates))]


def survivors(items: Sequence[Item], assigned: Assigned, options: PaperOptions) -> Sequence[int]:
    """Return the event that each event is merged into (C6), or itself.

    With ``discarded_trigger="merge"`` it is the event of the same type that won its candidate.
    """
    if options.discarded_trigger != "merge":
        return range(len(items))
    rows = [*zip(items, *assigned, strict=True)]
    kept = {(span, item.label): index for index, (item, span, reason) in enumerate(rows) if reason is KEPT}
    return [
        kept.get((span, item.label), index) if reason == "conflict" else index
        for index, (item, span, reason) in enumerate(rows)
    ]


@dataclass
class Triggers:
    """Predicted triggers, with the event to which the arguments of each belong."""

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
    """The predictions that count, with the span, trigger and type that standardization gave them."""
    references: Sequence[Item]
    """The references that count."""
    every: Sequence[Item]
    """All predictions of the side, counted or not, as they were given."""
    assigned: Assigned
    """The span that each prediction was given, and the reason why it was kept or dropped."""
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


def predicted_triggers(document: Document, options: PaperOptions) -> Triggers:
    """Return the triggers of the system."""
    items = document.predictions.triggers
    outside = outside_types(items, options)
    allowed = candidates(document, "trigger", options)
    assigned = assign(items, [0] * len(items), (), outside, allowed, options)
    return Triggers(items, assigned, survivors(items, assigned, options))


def trigger_items(document: Document, triggers: Triggers, options: PaperOptions) -> ScoredItems:
    """Return predicted and reference triggers."""
    predictions = [
        item if item.span is span else structs.replace(item, trigger=span, span=span)
        for item, span, because in zip(triggers.items, *triggers.assigned, strict=True)
        if because is KEPT
    ]
    return ScoredItems(predictions, counted_triggers(document, options), triggers.items, triggers.assigned)


def argument_items(document: Document, triggers: Triggers, mode: str, options: PaperOptions) -> ScoredItems:
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
    allowed = candidates(document, "argument", options)
    spans, reasons = assigned = assign(every, events, of_lost_triggers, outside, allowed, options)
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


def counted_triggers(document: Document, options: PaperOptions) -> list[Item]:
    """Return the reference triggers that count: those without a null label and, under C1 "drop", candidates."""
    return inside_candidates(document.labelled_references.triggers, document, "trigger", options)


def counted_arguments(document: Document, triggers: Sequence[Item], options: PaperOptions) -> list[Item]:
    """Return the reference arguments that count: the triggers of their events count too."""
    events = {item.event for item in triggers}
    items = [item for item in document.labelled_references.arguments if item.event in events]
    return inside_candidates(items, document, "argument", options)


def _given_triggers(document: Document, counted: Sequence[Item]) -> Triggers:
    """Return the triggers of the references, which gold mode gives to the system."""
    events, items = {item.event for item in counted}, document.references.triggers
    reasons = [KEPT if item.event in events else NULL_LABEL for item in items]
    return Triggers(items, Assigned([item.span for item in items], reasons), document.reference_events)
