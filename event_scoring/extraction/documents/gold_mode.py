"""Mode "gold": for which reference event each predicted event stands."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from event_scoring.documents.errors import InputError, Words, counted, quoted
from event_scoring.extraction.choices import NOTHING

Event: TypeAlias = Mapping[str, Any]


def given_gold(prediction: Mapping[str, Any]) -> tuple[str, Sequence[Event]]:
    """The events of gold mode and their key: those under their own key, or else the events."""
    apart = prediction.get("events_given_gold")
    return ("events", prediction["events"]) if apart is None else ("events_given_gold", apart)


def standing_for(events: Sequence[Event], references: Sequence[Event]) -> Sequence[int]:
    """The reference event for which each predicted event stands: the one at its place, or else one like it.

    The same number of events is needed, and events that are among the references (`unpaired_events`).

    Examples:
        >>> died, fired = {"trigger": {"span": [4, 5]}, "type": "Die"}, {"trigger": {"span": [1, 2]}, "type": "Attack"}
        >>> list(standing_for([died, fired], [fired, died]))
        [1, 0]
    """
    if not any(map(_differs_in, events, references)):
        return range(len(events))
    found = _alike(events, references)
    return range(len(events)) if found is None else found


def unpaired_events(prediction: Mapping[str, Any], reference: Mapping[str, Any]) -> Iterator[InputError]:
    """What keeps predicted events from standing for reference events: another number, or another trigger or type."""
    key, events = given_gold(prediction)
    references = reference["events"]
    if len(events) != len(references):
        wanted = f'{counted(len(references), "event")} in mode "gold", one for each event of the reference'
        yield InputError(("predictions", key), wanted=wanted, got=Words(len(events)), see=("references", "events"))
        return
    differ = [*map(_differs_in, events, references)]
    if not any(differ) or _alike(events, references) is not None:
        return
    field = ("trigger", "span") if ("trigger", "span") in differ else ("type",)
    for number, (event, other) in enumerate(zip(events, references, strict=True)):
        if differ[number] == field:
            yield InputError(
                ("predictions", key, number, *field),
                wanted=f'{quoted(_value(other, field))} in mode "gold"',
                got=_value(event, field),
                see=("references", "events", number, *field),
            )


def _differs_in(event: Event, reference: Event) -> tuple[str, ...]:
    """In what an event differs from a reference: in the span of its trigger, or in its type.

    A trigger without a span and a type that says nothing fit any reference.
    """
    span, kind = (event.get("trigger") or {}).get("span"), event.get("type")
    if span is not None and list(span) != list(reference["trigger"]["span"]):
        return ("trigger", "span")
    if kind is not None and kind != reference["type"] and kind not in NOTHING:
        return ("type",)
    return ()


def _alike(events: Sequence[Event], references: Sequence[Event]) -> list[int] | None:
    """For each event a reference with the same trigger and type, each used once; None if one lacks."""
    places: dict[Hashable, list[int]] = {}
    for number, reference in enumerate(references):
        places.setdefault((*reference["trigger"]["span"], reference["type"]), []).append(number)
    for numbers in places.values():
        numbers.reverse()
    found = []
    for event in events:
        span = (event.get("trigger") or {}).get("span")
        if span is None:
            return None
        free = places.get((*span, event.get("type")))
        if not free:
            return None
        found.append(free.pop())
    return found


def _value(event: Event, field: Sequence[str]) -> Any:
    value: Any = event
    for key in field:
        value = value[key]
    return value
