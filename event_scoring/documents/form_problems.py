"""Every place of one document that is not what its description says, found by the checks that refuse the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from event_scoring.documents.checking import check_documents
from event_scoring.documents.errors import InputError, Path, did_you_mean
from event_scoring.documents.schema import Kind, ListOf, Record, Truth


def form_problems(kind: Kind, value: Any, path: Path = ("document",)) -> list[InputError]:
    """What is wrong with a value and with everything in it; nothing if it is right.

    What the checks refuse is taken apart, and each part is checked by itself.
    """
    whole = _refusal(kind, value, path)
    if not whole:
        return []
    parts: list[InputError] = []
    if isinstance(kind, Record) and kind.bare and isinstance(value, list):
        parts = form_problems(kind.field(kind.bare).kind, value, path)
    elif isinstance(kind, Record) and isinstance(value, Mapping):
        parts = _key_problems(kind, value, path)
        for field in kind.fields:
            given = value.get(field.name)
            if field.name in value and (field.required or given is not None):
                parts += form_problems(field.kind, given, (*path, field.name))
    elif isinstance(kind, ListOf) and isinstance(value, list):
        for index in failing(kind.item, value):
            parts += form_problems(kind.item, value[index], (*path, index))
        parts += _refusal(replace(kind, item=Truth()), [True] * len(value), path)
    return parts or whole


def failing(kind: Kind, values: Sequence[Any], first: int = 0) -> list[int]:
    """The places of the values that are not of a kind, found by halving."""
    if not _refusal(ListOf(kind), values, ()):
        return []
    if len(values) == 1:
        return [first]
    middle = len(values) // 2
    return failing(kind, values[:middle], first) + failing(kind, values[middle:], first + middle)


def _refusal(kind: Kind, value: Any, path: Path) -> list[InputError]:
    """The error with which a value is refused, or none."""
    try:
        check_documents(kind, [value], "values")
    except InputError as error:
        return [error.at(path=(*path, *error.path[2:]))]
    return []


def _key_problems(kind: Record, value: Mapping[Any, Any], path: Path) -> list[InputError]:
    """Keys that are missing, and keys that nobody knows, but for those that are a missing one misspelt."""
    lacking = [field for field in kind.fields if field.required and field.name not in value]
    unknown = [] if kind.extra else [key for key in value if key not in kind.names]
    meant = [key for key in unknown if isinstance(key, str) and any(did_you_mean(one.name, [key]) for one in lacking)]
    free = {name: replace(kind.field(name), required=False) for name in kind.names}
    found = []
    for field in lacking:
        fields = tuple(field if name == field.name else free[name] for name in kind.names)
        found += _refusal(Record(*fields), value, path)
    for key in unknown:
        found += [] if key in meant else _refusal(Record(*(free.values())), {key: None}, path)
    return found
