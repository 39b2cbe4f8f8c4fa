"""Mode "gold": for which reference event each predicted event stands."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from event_scoring.documents.errors import InputError, Words, counted, quoted
from event_scoring.extraction.choices import NOTHING


class Item(Protocol):
    """What is compared of the trigger of an event."""

    @property
    def label(self) -> str: ...
    @property
    def span(self) -> tuple[int, int] | None: ...
    @property
    def text(self) -> str | None: ...


def given_gold(prediction: Mapping[str, Any]) -> tuple[str, Sequence[Mapping[str, Any]]]:
    """The key and the events that gold mode reads: those under their own key, or else the events."""
    apart = prediction.get("events_given_gold")
    return ("events", prediction["events"]) if apart is None else ("events_given_gold", apart)


def standing_for(triggers: Sequence[Item], references: Sequence[Item]) -> Sequence[int]:
    """The reference event for which each predicted event stands: the one at its place, or else one like it.

    The same number of events is needed, and triggers that are among the references (`unpaired_events`).
    """
    if not any(map(_differs_in, triggers, references)):
        return range(len(triggers))
    found = _alike(triggers, references)
    return range(len(triggers)) if found is None else found


def unpaired_events(triggers: Sequence[Item], references: Sequence[Item], key: str) -> Iterator[InputError]:
    """What keeps predicted events from standing for reference events: another number, or another trigger or type.

    Args:
        triggers: Of the predictions.
        references: Those of the references.
        key: The key of the predicted events in their document.
    """
    if len(triggers) != len(references):
        wanted = f'{counted(len(references), "event")} in mode "gold", one for each event of the reference'
        yield InputError(("predictions", key), wanted=wanted, got=Words(len(triggers)), see=("references", "events"))
        return
    differ = [*map(_differs_in, triggers, references)]
    if not any(differ) or _alike(triggers, references) is not None:
        return
    field = "span" if "span" in differ else "label"
    path = ("trigger", "span") if field == "span" else ("type",)
    for number, (item, other) in enumerate(zip(triggers, references, strict=True)):
        if differ[number] == field:
            got, wanted = getattr(item, field), getattr(other, field)
            yield InputError(
                ("predictions", key, number, *path),
                wanted=f'{quoted([*wanted] if field == "span" else wanted)} in mode "gold"',
                got=[*got] if field == "span" else got,
                see=("references", "events", number, *path),
            )


def _differs_in(trigger: Item, reference: Item) -> str:
    """In what a trigger differs from a reference: in its span or in its label.

    One without a span and a type that says nothing fit any reference.
    """
    if trigger.span is not None and trigger.span != reference.span:
        return "span"
    if trigger.label is not None and trigger.label != reference.label and trigger.label not in NOTHING:
        return "label"
    return ""


def _alike(triggers: Sequence[Item], references: Sequence[Item]) -> list[int] | None:
    """For each trigger a reference with the same span and type, each used once; None if one lacks."""
    places: dict[Hashable, list[int]] = {}
    for number in reversed(range(len(references))):
        places.setdefault((references[number].span, references[number].label), []).append(number)
    found = []
    for item in triggers:
        free = places.get((item.span, item.label))
        if item.span is None or not free:
            return None
        found.append(free.pop())
    return found
