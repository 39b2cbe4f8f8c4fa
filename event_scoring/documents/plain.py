"""A few documents at a time: whether any check would pass them, without the cost of making columns of them."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import pyarrow as pa

from event_scoring.documents.schema import Integer, Kind, ListOf, Number, Record, Text, arrow_type


@cache
def sure(kind: Kind) -> Callable[[Any], bool]:
    """A function that says whether a value of plain dicts, lists, strings and numbers has the right form.

    Of anything else, and of True and False, which say more than a form, it is not sure: the check of columns knows
    what it may be, and what is wrong with it.

    Examples:
        >>> is_right = sure(ListOf(Integer()))
        >>> is_right([1, 2]), is_right([1, 2.0])
        (True, False)
    """
    if isinstance(kind, Record):
        return _sure_record(kind)
    if isinstance(kind, ListOf):
        is_right, length = sure(kind.item), kind.length
        if length is None:
            return lambda value: type(value) is list and all(map(is_right, value))
        return lambda value: type(value) is list and len(value) == length and all(map(is_right, value))
    if isinstance(kind, Text):
        if choices := frozenset(kind.choices):
            return lambda value: type(value) is str and value in choices
        return lambda value: type(value) is str and (value.isascii() or _is_unicode(value))
    if isinstance(kind, Integer):
        return lambda value: type(value) is int and -(2**63) <= value < 2**63
    if isinstance(kind, Number):
        return lambda value: type(value) is float and math.isfinite(value)
    return lambda value: False


def _sure_record(kind: Record) -> Callable[[Any], bool]:
    known = {field.name: (sure(field.kind), field.required) for field in kind.fields}
    needed = len(kind.needed)

    def is_right(value: Any) -> bool:
        if type(value) is not dict:
            return False
        found = 0
        for name, item in value.items():
            if name in known:
                is_right_item, required = known[name]
                if (item is not None or required) and not is_right_item(item):
                    return False
                found += required
            elif not kind.extra:
                return False
        return found == needed

    return is_right


def with_keys(kind: Record, documents: list[Any]) -> list[Any]:
    """The same documents; a list that stands for a whole record is under its key."""
    if kind.bare is None or list not in set(map(type, documents)):
        return documents
    return [{kind.bare: one} if type(one) is list else one for one in documents]


def sure_array(kind: Record, documents: Sequence[Any]) -> pa.StructArray:
    """A typed array of documents that are surely right."""
    return pa.array(documents, arrow_type(kind))


@contextmanager
def without_collecting() -> Iterator[None]:
    """Keep Python from looking for garbage cycles among the many objects that are being made, which can take longer."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _is_unicode(text: str) -> bool:
    """Whether a text can be written: it holds no half of a character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
