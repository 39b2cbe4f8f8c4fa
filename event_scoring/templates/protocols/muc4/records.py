"""Fills as documents have them, in dicts, and as the rule compares them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from event_scoring.documents.errors import InputError, Path
from event_scoring.templates.protocols.muc4.fills import (
    UNREADABLE,
    AnyOf,
    Between,
    Location,
    MayLack,
    Named,
    Range,
    Tagged,
    Unreadable,
    Value,
    required,
)
from event_scoring.templates.protocols.muc4.slots import Slot

FillRecord: TypeAlias = str | Mapping[str, Any] | None
"""A fill of a document: a text, nothing, or a dict with one of the sets of keys below."""
MAX_DEPTH = 8
"""Levels of a fill: alternatives of tagged values between places are four."""
_KEYS: tuple[frozenset[str], ...] = (
    *map(frozenset, ({"any"}, {"from", "to"}, {"from"}, {"to"}, {"places"}, {"name", "kind"}, {"between"})),
    *map(frozenset, ({"quoted"}, {"unquoted"}, {"error"})),
)
_VALUED = frozenset({"value", "tag", "optional"})
_FORMS = 'a text, null, {"any": […]}, {"from", "to"}, {"places": […]}, {"name", "kind"} or {"between": [a, b]}'


def _given_keys(fill: Mapping[str, object]) -> frozenset[str]:
    """Return the keys of a fill that have values; in columns every fill has all keys, most of them empty."""
    return frozenset(key for key in fill if fill[key] is not None) or frozenset(fill) & {"from", "to", "value"}


def fill_problems(fill: object, path: Path, depth: int = 0) -> Iterator[InputError]:
    """Yield problems of a fill: a text, alternatives, a range, locations, or a value with a cross-reference."""
    if fill is None or isinstance(fill, str):
        return
    if depth > MAX_DEPTH or not isinstance(fill, Mapping):
        yield InputError(path, wanted=_FORMS, got=fill)
        return
    keys = _given_keys(fill)
    if keys & _VALUED:
        if not keys <= {"value", "tag", "optional"} or not isinstance(fill.get("optional") or False, bool):
            yield InputError(path, wanted='{"value", "tag"?, "optional"?}', got=fill)
            return
        parts: list[tuple[Path, object]] = [((*path, key), fill.get(key)) for key in ("value", "tag")]
    elif keys not in _KEYS:
        yield InputError(path, wanted=_FORMS, got=fill)
        return
    elif keys & {"any", "places", "between"}:
        (key,) = keys
        items = fill[key]
        if not isinstance(items, list | tuple) or not items or (key == "between" and len(items) != 2):
            wanted = "two places" if key == "between" else "a list of at least one item"
            yield InputError((*path, key), wanted=wanted, got=items)
            return
        parts = [((*path, key, place), item) for place, item in enumerate(items)]
    elif keys & {"quoted", "unquoted"}:
        (key,) = keys
        if not isinstance(fill[key], str):
            yield InputError((*path, key), wanted="a string", got=fill[key])
        return
    elif "error" in keys:
        if fill["error"] is not True:
            yield InputError((*path, "error"), wanted="True", got=fill["error"])
        return
    else:
        parts = [((*path, key), fill[key]) for key in sorted(keys)]
    for place, part in parts:
        yield from fill_problems(part, place, depth + 1)


def value_of(fill: FillRecord, slot: Slot, in_tag: bool = False) -> Value:
    """Return a fill of a document as the rule compares it: upper case, in the quotation marks that files have.

    Examples:
        >>> from event_scoring.templates.protocols.muc4.slots import SLOTS
        >>> value_of({"value": "bomb", "tag": "Dynamite"}, SLOTS["inc-instr-type"])
        Tagged(value='BOMB', tag='"DYNAMITE"')
    """
    if fill is None:
        return None
    if isinstance(fill, str):
        return f'"{fill.upper()}"' if in_tag or slot.kind == "string" else fill.upper()
    if _given_keys(fill) & _VALUED:
        value = value_of(fill.get("value"), slot, in_tag)
        if fill.get("tag") is not None:
            value = Tagged(value, value_of(fill["tag"], slot, True))
        return MayLack(required(value)) if fill.get("optional") else value
    if fill.get("quoted") is not None:
        return f'"{fill["quoted"].upper()}"'
    if fill.get("unquoted") is not None:
        return str(fill["unquoted"].upper())
    if fill.get("any") is not None:
        choices = [value_of(one, slot, in_tag) for one in fill["any"]]
        # Alternatives of alternatives are alternatives, as groups in parentheses are in files.
        flat = [each for one in choices for each in (one.choices if isinstance(one, AnyOf) else (one,))]
        return AnyOf(tuple(flat))
    if fill.get("places") is not None:
        return Location(tuple(value_of(one, slot, in_tag) for one in fill["places"]))
    if fill.get("between") is not None:
        first, last = (value_of(one, slot, in_tag) for one in fill["between"])
        return Between(first, last)
    if fill.get("error"):
        return UNREADABLE
    if fill.get("name") is not None:
        return Named(value_of(fill["name"], slot, in_tag), value_of(fill.get("kind"), slot, in_tag))
    return Range(value_of(fill.get("from"), slot, in_tag), value_of(fill.get("to"), slot, in_tag))


def fill_of(value: Value, slot: Slot, in_tag: bool = False) -> FillRecord:
    """Return a value in the form of documents, the inverse of `value_of`.

    Examples:
        >>> from event_scoring.templates.protocols.muc4.slots import SLOTS
        >>> fill_of(MayLack(Tagged("BOMB", '"DYNAMITE"')), SLOTS["inc-instr-type"])
        {'value': 'BOMB', 'tag': 'DYNAMITE', 'optional': True}
    """
    if value is None:
        return None
    if isinstance(value, str):
        is_quoted = len(value) > 1 and value[0] == value[-1] == '"'
        if is_quoted == (in_tag or slot.kind == "string"):
            return value[1:-1] if is_quoted else value
        return {"quoted": value[1:-1]} if is_quoted else {"unquoted": value}
    if isinstance(value, MayLack):
        fill = fill_of(value.value, slot, in_tag)
        valued = fill if isinstance(fill, Mapping) and "value" in fill else {"value": fill}
        return {**valued, "optional": True}
    if isinstance(value, Tagged):
        return {"value": fill_of(value.value, slot, in_tag), "tag": fill_of(value.tag, slot, True)}
    if isinstance(value, Unreadable):
        return {"error": True}
    if isinstance(value, AnyOf | Location):
        key = "any" if isinstance(value, AnyOf) else "places"
        return {key: [fill_of(one, slot, in_tag) for one in value[0]]}
    if isinstance(value, Between):
        return {"between": [fill_of(one, slot, in_tag) for one in value]}
    names = ("name", "kind") if isinstance(value, Named) else ("from", "to")
    return {name: fill_of(one, slot, in_tag) for name, one in zip(names, value, strict=True)}
