"""Mode "gold": for which reference event each predicted event stands."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

from event_scoring.documents.errors import InputError, Words, counted, quoted
from event_scoring.extraction.documents.document import NOTHING


class Item(Protocol):
    """What is compared of the trigger of an event."""

    @property
    def label(self) -> str: ...
    @property
    def span(self) -> tuple[int, int] | None: ...
    @property
    def text(self) -> str | None: ...


def standing_for(triggers: Sequence[Item], references: Sequence[Item], key: str) -> Sequence[int]:
    """The reference event for which each predicted event stands: the one at its place, or else one like it.

    Args:
        triggers: Of the predictions.
        references: Those of the references.
        key: The key of the predicted events in their document.

    Raises:
        InputError: for another number of events, or for triggers or types that are not those of the references.
    """
    if len(triggers) != len(references):
        wanted = f'{counted(len(references), "event")} in mode "gold", one for each event of the reference'
        raise InputError(("predictions", key), wanted=wanted, got=Words(len(triggers)), see=("references", "events"))
    differ = [*map(_differs_in, triggers, references)]
    if not any(differ):
        return range(len(triggers))
    found = _alike(triggers, references)
    if found is not None:
        return found
    field = "span" if "span" in differ else "label"
    path = ("trigger", "span") if field == "span" else ("type",)
    number = differ.index(field)
    got, wanted = getattr(triggers[number], field), getattr(references[number], field)
    raise InputError(
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
