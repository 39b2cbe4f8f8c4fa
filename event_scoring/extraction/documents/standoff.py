"""Stand-off documents, whose triggers and entities have character offsets and whose arguments name entities or events.

The BioNLP shared tasks annotate so. Their convention reads these documents as they are; for every other convention an
argument is the words of the entity that it names, or of the trigger of the event that it names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from event_scoring.documents.errors import InputError, Path, did_you_mean
from event_scoring.extraction.documents.text_to_tokens import EVENT_KEYS, prepare

Dict: TypeAlias = Mapping[str, Any]
_ONLY_STANDOFF = frozenset(("modifications", "equivalents", "other_lines"))
"""What no other document has."""


def is_standoff(document: Dict) -> bool:
    """Whether arguments may name entities and events of the document.

    Examples:
        >>> is_standoff({"events": []}), is_standoff({"events": [], "modifications": []})
        (False, True)
    """
    if not _ONLY_STANDOFF.isdisjoint(document) and any(document.get(key) is not None for key in _ONLY_STANDOFF):
        return True
    for entity in document.get("entities") or ():
        if entity.get("start") is not None:
            return True
    for key in EVENT_KEYS:
        for event in document.get(key) or ():
            for argument in event.get("arguments") or ():
                if "event" in argument and argument["event"] is not None:
                    return True
    return False


def place_unless_standoff(
    prediction: dict[str, Any], reference: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Both sides with tokens and positions, as `prepare` makes them; stand-off documents stay as they are."""
    if is_standoff(reference) or is_standoff(prediction):
        return prediction, reference
    return prepare(prediction, reference)


def with_places(prediction: dict[str, Any], reference: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Both sides of a stand-off document, whose arguments have the places of what they name; others as they are.

    Examples:
        >>> gold = {"text": "IL-2 rose", "entities": [{"id": "T1", "type": "Protein", "start": 0, "end": 4}],
        ...         "events": [{"id": "E1", "type": "Rise", "trigger": {"start": 5, "end": 9},
        ...                     "arguments": [{"role": "Theme", "entity": "T1"}]}]}
        >>> with_places(gold, gold)[1]["events"][0]["arguments"]
        [{'role': 'Theme', 'span': [0, 3]}]
    """
    if not (is_standoff(reference) or is_standoff(prediction)):
        return prediction, reference
    given = _entities(reference)
    sides = [
        _with_places(side, {**given, **_entities(side)}, name)
        for side, name in ((prediction, "predictions"), (reference, "references"))
    ]
    return prepare(sides[0], sides[1])


def _entities(document: Dict) -> dict[str, dict[str, Any]]:
    found = {}
    for entity in document.get("entities") or ():
        if entity.get("start") is not None:
            found[entity["id"]] = {"start": entity["start"], "end": entity.get("end")}
    return found


def _with_places(document: dict[str, Any], entities: Mapping[str, Dict], side: str) -> dict[str, Any]:
    placed = {key: value for key, value in document.items() if key not in ("entities", *_ONLY_STANDOFF)}
    for key in EVENT_KEYS:
        if document.get(key) is None:
            continue
        triggers = {event.get("id"): event.get("trigger") for event in document[key]}
        events = []
        for number, event in enumerate(document[key]):
            path = (side, key, number)
            changed = {**event, "trigger": _place(event.get("trigger"))}
            if event.get("arguments") is not None:
                changed["arguments"] = [
                    _argument(argument, entities, triggers, (*path, "arguments", place))
                    for place, argument in enumerate(event["arguments"])
                ]
            events.append(changed)
        placed[key] = events
    return placed


def _argument(argument: Dict, entities: Mapping[str, Dict], triggers: Mapping[str, Dict], path: Path) -> dict[str, Any]:
    """An argument with a place of its own; one that names nothing which has a place is refused."""
    kept = {key: value for key, value in argument.items() if key not in ("entity", "event", "type")}
    if any(argument.get(key) is not None for key in ("span", "start", "text")):
        return kept
    for key, known, wanted in (
        ("event", triggers, "the id of an event of the document"),
        ("entity", entities, "the id of an entity of the document"),
    ):
        name = argument.get(key)
        if name is not None:
            if name not in known:
                raise InputError((*path, key), wanted=wanted, got=name, hint=did_you_mean(name, known))
            return {**kept, **(_place(known[name]) or {})}
    return kept


def _place(item: Dict | None) -> dict[str, Any] | None:
    return None if item is None else {key: value for key, value in item.items() if key not in ("id", "type")}
