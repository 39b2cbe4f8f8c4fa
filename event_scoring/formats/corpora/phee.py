"""JSON Lines of PHEE (`data/json`): arguments of pharmacovigilance events with arguments of their own, and cues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from event_scoring.documents.errors import Path
from event_scoring.formats.corpora.character_offsets import character_document, character_mention
from event_scoring.formats.corpora.foreign_record import ForeignRecord

_SCORED_NAMES = {"Speculated": "Speculation", "Negated": "Negation"}
"""Names that PHEE's scorer gives to cues, by the names in its files."""


def from_phee(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document. The name of a nested role consists of both roles, as in ``Subject.Age``.

    Each part of a discontinuous mention is a mention, as PHEE's scorer counts it. Further triggers of an event are
    events without arguments.
    """
    text = foreign.get(foreign.record, "context", str)
    events = []
    for number, annotation in foreign.items(foreign.record, "annotations"):
        for where, event in foreign.items(annotation, "events", number):
            label, arguments = foreign.get(event, "event_type", str, where), []
            triggers: list[dict[str, Any]] = []
            for role, filler in event.items():
                if isinstance(filler, list):
                    raise foreign.error((*where, role), wanted="an object with the mentions of a role", got=filler)
            for role, argument, place in _nested_roles(foreign, event, where, ""):
                for words, start in _parts(foreign, argument, place):
                    mention = partial(character_mention, foreign, text, words, start, place)
                    if role == "Trigger":
                        triggers.append(mention())
                    else:
                        arguments += [{"role": role, **span} for span in foreign.kept(mention)]
            first = {"trigger": triggers[0]} if triggers else {}
            events.append({"type": label, **first, "arguments": arguments})
            events += [{"type": label, "trigger": trigger, "arguments": []} for trigger in triggers[1:]]
    return character_document(foreign, foreign.get(foreign.record, "id", str), text, events)


def _nested_roles(foreign: ForeignRecord, holder: Any, where: Path, outer: str) -> Iterator[tuple[str, Any, Path]]:
    """Yield each role of an event or argument with its filler, and the roles inside it."""
    for role, filler in holder.items():
        name, place = outer + _SCORED_NAMES.get(role, role), (*where, role)
        if isinstance(filler, Mapping):
            yield name, filler, place
            yield from _nested_roles(foreign, filler, place, f"{name}.")
        elif role == "Combination":
            for spot, combination in foreign.items(holder, role, where):
                # The scorer names these roles without the argument that holds them.
                yield from _nested_roles(foreign, combination, spot, "Combination.")


def _parts(foreign: ForeignRecord, argument: Any, where: Path) -> Iterator[tuple[str, int | None]]:
    """Yield the words and the first character of each part of each mention."""
    starts = foreign.get(argument, "start", list, where) if "start" in argument else None
    for number, (place, parts) in enumerate(foreign.items(argument, "text", where)):
        for part, _ in enumerate(parts):
            words = foreign.get(parts, part, str, place)
            yield words, None if starts is None else foreign.get(starts[number], part, int, (*where, "start", number))
