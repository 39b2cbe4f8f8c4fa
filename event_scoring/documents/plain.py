"""Documents whose form no check can refuse: their values, one list or buffer for each field.

There is one column for each field of numbers or strings, one for the lengths of each list, and one for all that is
optional, which says what was given. All the values of a field are looked at together, so that Python takes few steps
for each; what is read is also a copy, at whose end more documents are put, and Arrow takes it as it is.
"""

from __future__ import annotations

import gc
import math
from array import array
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
from event_scoring.documents.schema import Integer, Kind, ListOf, Number, Record, Text, Truth, arrow_type

Buffers = list[Any]
"""Columns of values as far as they were read; each has `extend`."""
Gather = Callable[[list[Any], Buffers], None]


_LETTERS = 2**29
"""So many letters fit in one column of Arrow, whatever they are."""


class UnsureError(Exception):
    """The check of columns knows what these documents may be, and what is wrong with them."""


@cache
def gather(kind: Kind, required: bool = True) -> Gather:
    """A function that puts the values of some documents into buffers, or raises `UnsureError`.

    It is sure of dicts, lists, strings and numbers of the right form and of nothing else, nor of True and False.

    Examples:
        >>> into = []
        >>> gather(ListOf(Integer()))([[1, 2], [3]], into)
        >>> into
        [array('q', [2, 1]), array('q', [1, 2, 3])]
        >>> gather(ListOf(Integer()))([[1, 2.0]], into)
        Traceback (most recent call last):
            ...
        event_scoring.documents.plain.UnsureError
    """
    if not required:
        return _gather_optional(gather(kind))
    if isinstance(kind, Record):
        return _gather_records(kind)
    return _gather_lists(kind) if isinstance(kind, ListOf) else _gather_values(kind)


def _gather_optional(gather_given: Gather) -> Gather:
    def gather_optional(column: list[Any], into: Buffers) -> None:
        size = len(into)
        try:
            into.append(bytearray(b"\1") * len(column))
            gather_given(column, into)
        except UnsureError:
            given = [value for value in column if value is not None]
            if len(given) == len(column):
                raise
            into[size:] = [bytearray([value is not None for value in column])]
            gather_given(given, into)

    return gather_optional


def _gather_values(kind: Kind) -> Gather:
    read = _reader(kind)

    def gather_values(column: list[Any], into: Buffers) -> None:
        try:
            into.append(read(column))
        except (TypeError, KeyError, ValueError, OverflowError):
            raise UnsureError from None

    return gather_values


def _reader(kind: Kind) -> Callable[[list[Any]], Any]:
    """A function that makes a buffer of values, or raises an error of Python."""
    if isinstance(kind, Text):
        if kind.choices:
            place = {choice: number for number, choice in enumerate(kind.choices)}
            return lambda column: bytearray(map(place.__getitem__, column))
        return _texts
    of_type, code = _NUMBERS[type(kind)]

    def numbers(column: list[Any]) -> array[Any]:
        if not set(map(type, column)) <= {of_type}:
            raise TypeError
        buffer = array(code, column)
        if of_type is float and not all(map(math.isfinite, column)):
            raise ValueError
        return buffer

    return numbers


_NUMBERS: dict[type, tuple[type | None, str]] = {Integer: (int, "q"), Number: (float, "d"), Truth: (None, "b")}
"""What a number must be, and the code of its buffer. Of True and False nothing is sure."""


def _texts(column: list[Any]) -> list[str]:
    """A column, if it holds texts that can be written: none has half of a character."""
    together = "".join(column)
    if len(together) > _LETTERS:
        raise OverflowError
    if not together.isascii():
        together.encode()
    return column


def _gather_lists(kind: ListOf) -> Gather:
    gather_items = gather(kind.item)

    def gather_lists(column: list[Any], into: Buffers) -> None:
        if not set(map(type, column)) <= {list}:
            raise UnsureError
        lengths = list(map(len, column))
        if kind.length is not None and not set(lengths) <= {kind.length}:
            raise UnsureError
        into.append(array("q", lengths))
        gather_items(list(chain.from_iterable(column)), into)

    return gather_lists


def _gather_records(kind: Record) -> Gather:
    getters = {name: itemgetter(name) for name in kind.names}
    names, needed = frozenset(kind.names), kind.needed
    fields = [(field.name, gather(field.kind, field.required), _of_none(field.kind)) for field in kind.fields]
    of_none = [buffer for field in kind.fields for buffer in _of_none(field.kind, field.required)]

    def gather_records(column: list[Any], into: Buffers) -> None:
        if not column:
            into += [buffer[:] for buffer in of_none]
            return
        if not set(map(type, column)) <= {dict}:
            raise UnsureError
        found = set(column[0])
        try:
            if set(map(len, column)) != {len(found)}:
                raise KeyError
            # As many keys as the first record has, and among them all of its keys, are the same keys.
            values = {name: list(map(getters[name], column)) for name in names & found}
        except KeyError:
            found = set().union(*column)
            values = {name: _under_key(column, getters[name], name) for name in names & found}
        if not needed <= found or not (kind.extra or found <= names):
            raise UnsureError
        for name, gather_field, of_nothing in fields:
            if name in found:
                gather_field(values[name], into)
            else:
                into.append(bytearray(len(column)))
                into += [buffer[:] for buffer in of_nothing]

    return gather_records


def _under_key(column: list[dict[Any, Any]], getter: itemgetter[Any], name: str) -> list[Any]:
    try:
        return list(map(getter, column))
    except KeyError:
        return [record.get(name) for record in column]


@cache
def _of_none(kind: Kind, required: bool = True) -> Buffers:
    """The buffers of no values at all, to be copied."""
    into: Buffers = []
    gather(kind, required)([], into)
    return into


def sure_array(kind: Kind, buffers: Iterator[Any], required: bool = True) -> pa.Array:
    """A typed array of what was gathered."""
    if not required:
        given = np.frombuffer(next(buffers), dtype=bool)
        if not given.any():
            for _ in _of_none(kind):
                next(buffers)
            return pa.nulls(len(given), arrow_type(kind))
        return spread(sure_array(kind, buffers), np.flatnonzero(given), len(given))
    if isinstance(kind, Record):
        children = [sure_array(field.kind, buffers, field.required) for field in kind.fields]
        return pa.StructArray.from_arrays(children, names=kind.names)
    if isinstance(kind, ListOf):
        offsets = offsets_from_lengths(np.asarray(next(buffers)))
        return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), sure_array(kind.item, buffers))
    values = next(buffers)
    if isinstance(kind, Text) and kind.choices:
        return pa.array(kind.choices).take(pa.array(np.frombuffer(values, dtype=np.uint8)))
    if isinstance(kind, Text):
        return pa.array(values, arrow_type(kind))
    return pa.array(np.asarray(values)).cast(arrow_type(kind))


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
