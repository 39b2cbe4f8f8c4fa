"""Output standardization: one label for each candidate (section 4.2 of the paper), in one document.

It has three rules. R1: a span must equal a candidate, boundaries included. R2: of several predictions for one
candidate the most confident one is kept, or the first. R3: equal texts take the places of the text in order of
appearance. C1 to C7 are the cases that it leaves open; see the options.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from event_scoring.extraction.documents.document import NULL_LABELS
from event_scoring.extraction.documents.text_placement import TextPlacement
from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.items import Item, Span
from event_scoring.extraction.standardization.candidates import Candidates
from event_scoring.extraction.standardization.spans_by_text import SpansByText, single_spaced

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
    candidates: Candidates,
    places: Callable[[], SpansByText],
    options: EventOptions,
) -> Assigned:
    """Give each prediction its candidate and each candidate of a unit its one prediction.

    Args:
        items: The predictions in output order.
        units: The scope of the candidate of each: the document for triggers, the event for arguments.
        of_lost_triggers: Indices of predictions that do not compete because their event is not kept (C6).
        outside: Indices of predictions that the schema does not allow (C2).
        candidates: The spans that may be labelled.
        places: A function that makes the index of texts; it is only called if there are texts.
        options: The decisions on the open cases.
    """
    spans = [item.span for item in items]
    reasons = [KEPT] * len(items)
    for index, span in enumerate(spans):  # R1
        if span is not None and span not in candidates.listed and span not in candidates:
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
        placement = TextPlacement(places().of)
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
            rivals, winners(contested, [items[index].score for index in rivals], options), strict=True
        ):
            if not won:
                reasons[index] = "conflict"
    for index in without_label:  # they are not counted, so they are not discarded either
        reasons[index] = NULL_LABEL
    return Assigned(spans, reasons)


def winners(candidates: Sequence[Hashable], scores: Sequence[float | None], options: EventOptions) -> list[bool]:
    """Choose the prediction of each candidate (R2, C4): the highest score if all have one, else the first.

    Examples:
        >>> winners(["a", "a", "b", "b"], [0.5, 0.7, None, 0.9], EventOptions())
        [False, True, True, False]
    """
    best: dict[Hashable, int] = {}
    unscored = {one for one, score in zip(candidates, scores, strict=True) if score is None}
    for index, one in enumerate(candidates):
        other = best.setdefault(one, index)
        if options.conflict != "first" and one not in unscored and scores[index] > scores[other]:  # type: ignore[operator]
            best[one] = index
    won = set(best.values())
    return [index in won for index in range(len(candidates))]


def survivors(items: Sequence[Item], assigned: Assigned, options: EventOptions) -> Sequence[int]:
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
