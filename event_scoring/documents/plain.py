"""A few documents at a time: their values in plain lists, where no check of their form can refuse them.

There is one list for each field of numbers or strings, and one for the lengths of each list and for each optional
record or list that says which were given. All the values of a field are looked at together, so that Python takes few
steps for each; what is read is also a copy, at whose end more documents are put, and Arrow takes it as it is.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arrays.ragged import offsets_from_lengths
from event_scoring.documents.arrow_checking import spread
from event_scoring.documents.schema import Integer, Kind, ListOf, Number, Record, Text, arrow_type

Lists = list[list[Any]]
Gather = Callable[[list[Any], Lists], None]
_TYPES = {Text: str, Integer: int, Number: float}
_NONE = type(None)


class UnsureError(Exception):
    """The check of columns knows what these documents may be, and what is wrong with them."""


@cache
def gather(kind: Kind, required: bool = True) -> Gather:
    """A function that puts the values of some documents into lists, or raises `UnsureError`.

    It is sure of dicts, lists, strings and numbers of the right form and of nothing else, nor of True and False.

    Examples:
        >>> into = []
        >>> gather(ListOf(Integer()))([[1, 2], [3]], into)
        >>> into
        [[2, 1], [1, 2, 3]]
        >>> gather(ListOf(Integer()))([[1, 2.0]], into)
        Traceback (most recent call last):
            ...
        event_scoring.documents.plain.UnsureError
    """
    if not isinstance(kind, Record | ListOf):
        return _gather_values(kind, required)
    of_given = _gather_records(kind) if isinstance(kind, Record) else _gather_lists(kind)
    if required:
        return of_given

    def gather_optional(column: list[Any], into: Lists) -> None:
        given = [value for value in column if value is not None]
        into.append([value is not None for value in column])
        of_given(given, into)

    return gather_optional


def _gather_values(kind: Kind, required: bool) -> Gather:
    is_right = _is_right(kind)
    types = {_TYPES.get(type(kind)), None if required else _NONE}

    def gather_values(column: list[Any], into: Lists) -> None:
        found = set(map(type, column))
        given = [value for value in column if value is not None] if _NONE in found else column
        if not found <= types or (given and not is_right(given)):
            raise UnsureError
        into.append(column)

    return gather_values


def _is_right(kind: Kind) -> Callable[[list[Any]], bool]:
    """Whether values of the right type are right."""
    if isinstance(kind, Text):
        return frozenset(kind.choices).issuperset if kind.choices else lambda texts: _is_unicode("".join(texts))
    if isinstance(kind, Integer):
        return lambda numbers: min(numbers) >= -(2**63) and max(numbers) < 2**63
    return lambda numbers: all(map(math.isfinite, numbers))


def _is_unicode(text: str) -> bool:
    """Whether a text can be written: it holds no half of a character."""
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def _gather_lists(kind: ListOf) -> Gather:
    gather_items = gather(kind.item)

    def gather_lists(column: list[Any], into: Lists) -> None:
        if not set(map(type, column)) <= {list}:
            raise UnsureError
        lengths = list(map(len, column))
        if kind.length is not None and not set(lengths) <= {kind.length}:
            raise UnsureError
        into.append(lengths)
        gather_items(list(chain.from_iterable(column)), into)

    return gather_lists


def _gather_records(kind: Record) -> Gather:
    fields = [
        (field.name, itemgetter(field.name), gather(field.kind, field.required), _width(field.kind, field.required))
        for field in kind.fields
    ]
    names, needed, width = frozenset(kind.names), kind.needed, _width(kind)

    def gather_records(column: list[Any], into: Lists) -> None:
        if not column:
            into.extend([[] for _ in range(width)])
            return
        if not set(map(type, column)) <= {dict}:
            raise UnsureError
        found = set().union(*column)
        if not needed <= found or not (kind.extra or found <= names):
            raise UnsureError
        for name, item, gather_field, field_width in fields:
            if name not in found:
                into.append([None] * len(column))
                into.extend([[] for _ in range(field_width - 1)])
                continue
            try:
                values = list(map(item, column))
            except KeyError:
                values = [record.get(name) for record in column]
            gather_field(values, into)

    return gather_records


def _width(kind: Kind, required: bool = True) -> int:
    """How many lists there are for values of a kind."""
    if isinstance(kind, Record):
        return sum(_width(field.kind, field.required) for field in kind.fields) + (not required)
    return _width(kind.item) + 1 + (not required) if isinstance(kind, ListOf) else 1


def sure_array(kind: Kind, lists: Iterator[list[Any]], required: bool = True) -> pa.Array:
    """A typed array of what was gathered."""
    if not isinstance(kind, Record | ListOf):
        return pa.array(next(lists), arrow_type(kind))
    given = None if required else next(lists)
    if isinstance(kind, Record):
        children = [sure_array(field.kind, lists, field.required) for field in kind.fields]
        array = pa.StructArray.from_arrays(children, names=kind.names)
    else:
        offsets = offsets_from_lengths(np.array(next(lists), dtype=np.int64))
        array = pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), sure_array(kind.item, lists))
    return array if given is None else spread(array, np.flatnonzero(given), len(given))


def with_keys(kind: Record, documents: list[Any]) -> list[Any]:
    """The same documents; a list that stands for a whole record is under its key."""
    if kind.bare is None or list not in set(map(type, documents)):
        return documents
    return [{kind.bare: one} if type(one) is list else one for one in documents]


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
