"""A JSON schema of answers, for models that write structured outputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from event_scoring.documents.errors import InputError, Path


def json_schema(types: Iterable[str], roles: Iterable[str] | Mapping[str, Iterable[str]] = ()) -> dict[str, Any]:
    """A JSON schema whose instances are documents: they score as predictions without conversion.

    Every object is closed and every key required, as the structured outputs of the common clients demand.

    Args:
        types: The event types.
        roles: The roles of arguments, or the roles of each type.

    Examples:
        >>> schema = json_schema(["Attack", "Die"], {"Attack": ["Agent"], "Die": ["Victim"]})
        >>> [branch["properties"]["type"]["enum"] for branch in schema["properties"]["events"]["items"]["anyOf"]]
        [['Attack'], ['Die']]
        >>> json_schema(["Die"])["properties"]["events"]["items"]["required"]
        ['type', 'trigger', 'arguments']
    """
    if isinstance(types, Mapping):
        hint = "give roles beside the types: json_schema(list(roles), roles)"
        raise InputError(("types",), wanted="a list of strings", got=types, hint=hint)
    kinds = _names(("types",), types)
    if not kinds:
        raise InputError(("types",), wanted="at least one event type", got=types)
    if not isinstance(roles, Mapping):
        event = _event(kinds, _names(("roles",), roles))
    else:
        for kind in roles:
            if kind not in kinds:
                raise InputError(("roles",), wanted="roles of the types", got=kind)
        branches = [_event([kind], _names(("roles", kind), roles.get(kind, ()))) for kind in kinds]
        event = branches[0] if len(branches) == 1 else {"anyOf": branches}
    return _object({"events": {"type": "array", "items": event}})


def _event(kinds: list[str], roles: list[str]) -> dict[str, Any]:
    place = _object({"text": {"type": "string", "description": "words of the text as they stand in it"}})
    role = {"type": "string", "enum": roles} if roles else {"type": "string"}
    argument = _object({"role": role, "text": place["properties"]["text"]})
    kind, arguments = {"type": "string", "enum": kinds}, {"type": "array", "items": argument}
    return _object({"type": kind, "trigger": place, "arguments": arguments})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _names(path: Path, given: object) -> list[str]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InputError(path, wanted="a list of strings", got=given)
    names = list(dict.fromkeys(given))
    for item in names:
        if not isinstance(item, str):
            raise InputError(path, wanted="a list of strings", got=item)
    return names
