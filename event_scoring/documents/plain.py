"""One document at a time: a copy of those that any check would pass, without the cost of making columns of them."""

from __future__ import annotations

import math
from typing import Any

from event_scoring.documents.schema import Integer, Kind, ListOf, Number, Record, Text


class UnsureError(Exception):
    """Only the check of columns can say whether this is right, and what is wrong with it."""


def plain_copy(kind: Kind, value: Any) -> Any:
    """A copy of a document made of plain dicts, lists, strings and numbers; anything else raises `UnsureError`.

    Examples:
        >>> plain_copy(ListOf(Integer()), [1, 2])
        [1, 2]
        >>> plain_copy(ListOf(Integer()), [1, 2.0])
        Traceback (most recent call last):
            ...
        event_scoring.documents.plain.UnsureError
    """
    found = type(value)
    if found is str:
        if type(kind) is Text and (value in kind.choices if kind.choices else value.isascii() or _is_unicode(value)):
            return value
    elif found is dict:
        if type(kind) is Record and not kind.extra:
            given = dict(value)
            copy = {}
            for field in kind.fields:
                if field.name in given:
                    item = given.pop(field.name)
                    if item is not None or field.required:
                        copy[field.name] = plain_copy(field.kind, item)
                elif field.required:
                    raise UnsureError
            if not given:
                return copy
    elif found is list:
        if type(kind) is ListOf and kind.length in (None, len(value)):
            return [plain_copy(kind.item, item) for item in value]
        if type(kind) is Record and kind.bare:
            return {kind.bare: plain_copy(kind.field(kind.bare).kind, value)}
    elif found is int:
        if type(kind) is Integer and -(2**63) <= value < 2**63:
            return value
    elif found is float and type(kind) is Number and math.isfinite(value):
        return value
    raise UnsureError


def _is_unicode(text: str) -> bool:
    """Whether a text can be written: it holds no half of a character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
