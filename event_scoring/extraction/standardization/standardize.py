"""Output standardization: one label for each candidate (section 4.2 of the paper), in one document.

Its three rules are R1 (a span must be a candidate, boundaries and all), R2 (of several predictions for one
candidate the most confident one, or the first) and R3 (a text that stands in several places goes to them
in order of appearance). C1 to C7 are the cases that it leaves open; see the options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple

from event_scoring.extraction.choices import NOTHING, ArgumentChoices, Choices
from event_scoring.extraction.items import Item, Span
from event_scoring.extraction.standardization.candidates import Candidates
from event_scoring.extraction.standardization.text_places import TextPlaces, single_spaced

DISCARDS = ("schema", "boundary", "not_found", "surplus", "conflict", "of_trigger")
"""Why a prediction was discarded: its label is outside the schema, its span is no candidate, its text
stands nowhere, its text has fewer places than predictions, another prediction won its candidate, or its
trigger fell (arguments only)."""
KEPT, NOTHING_PREDICTED = "kept", "nothing"


class Assigned(NamedTuple):
    """What became of a prediction."""

    span: Span | None
    """The candidate that it stands on or lost to another."""
    because: str
    """`KEPT`, `NOTHING_PREDICTED` or one of `DISCARDS`."""


def allowed_type(kind: str, options: Choices) -> bool:
    """Whether the schema allows a predicted event type (C2); to predict nothing is always allowed."""
    schema = options.allowed_types
    return schema is None or kind in schema or kind in NOTHING


def allowed_role(kind: str, role: str, options: Choices) -> bool:
    """Whether the schema allows a predicted role at an event of a type (C2)."""
    schema = options.allowed_roles
    if isinstance(schema, Mapping):
        schema = schema.get(kind, ())
    return schema is None or role in schema or role in NOTHING


def assign(
    items: Sequence[Item],
    units: Sequence[Hashable],
    fallen: Sequence[bool],
    allowed: Sequence[bool],
    candidates: Candidates,
    places: Callable[[], TextPlaces],
    options: Choices,
) -> list[Assigned]:
    """Give each prediction its candidate and each candidate of a unit its one prediction.

    The unit is what a candidate belongs to: the document for triggers, the event for arguments. The ``fallen`` ones do
    not compete, because their event is not kept (C6), and only those that the schema allows do (C2). ``places`` says
    where texts stand; it is not asked where there are none.
    """
    spans: list[Span | None] = []
    reasons: list[str] = []
    searching: list[int] = []
    ignoring = options.nothing == "ignored"
    for place, (item, fell, may) in enumerate(zip(items, fallen, allowed, strict=True)):
        span, because = item.span, KEPT
        if span is not None and span not in candidates:  # R1
            span, because = None, "boundary"
        if not may:
            because = "schema"
        if ignoring and item.label in NOTHING:  # C5
            because = NOTHING_PREDICTED
        if fell:  # C6
            span, because = None, "of_trigger"
        if because is KEPT and span is None:
            searching.append(place)
        spans.append(span)
        reasons.append(because)
    if searching:
        counted_in = units
        if isinstance(options, ArgumentChoices) and options.order_unit == "document":  # C7
            counted_in = [None] * len(items)
        found = places()
        found.look_up([items[place].text or "" for place in searching])
        turns: Counter[Hashable] = Counter()
        for place in searching:
            text = single_spaced(items[place].text or "")
            spans[place], reasons[place] = _by_appearance(found.of(text), turns[counted_in[place], text], options)
            turns[counted_in[place], text] += 1
    rivals = [place for place, because in enumerate(reasons) if because is KEPT]
    won = winners([(units[place], spans[place]) for place in rivals], [items[place].score for place in rivals], options)
    for place, is_winner in zip(rivals, won, strict=True):
        if not is_winner:
            reasons[place] = "conflict"
    for place, item in enumerate(items):
        if item.label in NOTHING:  # never counted, so that they are not discarded either
            reasons[place] = NOTHING_PREDICTED
    return [*map(Assigned, spans, reasons)]


def _by_appearance(places: Sequence[Span], turn: int, options: Choices) -> tuple[Span | None, str]:
    """R3: the place of the text that is predicted for the ``turn``-th time, and why it has none (`KEPT` if it has)."""
    if not places:
        return None, "not_found"
    if len(places) == 1:  # no question of order: all its predictions go there
        return places[0], KEPT
    if turn >= len(places):  # C3
        return (places[-1], KEPT) if options.surplus == "last" else (None, "surplus")
    return places[turn], KEPT


def winners(candidates: Sequence[Hashable], scores: Sequence[float | None], options: Choices) -> list[bool]:
    """R2, C4: for each candidate the highest score if all its predictions have one, ties to the first; else the first.

    Examples:
        >>> winners(["a", "a", "b", "b"], [0.5, 0.7, None, 0.9], Choices())
        [False, True, True, False]
    """
    best: dict[Hashable, int] = {}
    unscored = {one for one, score in zip(candidates, scores, strict=True) if score is None}
    for place, one in enumerate(candidates):
        other = best.setdefault(one, place)
        if options.conflict != "first" and one not in unscored and scores[place] > scores[other]:  # type: ignore[operator]
            best[one] = place
    won = set(best.values())
    return [place in won for place in range(len(candidates))]


def survivors(items: Sequence[Item], assigned: Sequence[Assigned], options: Choices) -> list[int]:
    """For each event itself, or, if the options say so, the event of its type that won its candidate (C6)."""
    found = [*range(len(items))]
    if isinstance(options, ArgumentChoices) and options.discarded_trigger == "merge":
        kept = {(one.span, item.label): place for place, (item, one) in enumerate(zip(items, assigned, strict=True))
                if one.because is KEPT}  # fmt: skip
        for place, (item, one) in enumerate(zip(items, assigned, strict=True)):
            if one.because == "conflict":
                found[place] = kept.get((one.span, item.label), place)
    return found
