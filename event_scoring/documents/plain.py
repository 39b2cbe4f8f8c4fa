"""Documents whose form no check can refuse: their values, one list or buffer for each field.

Numbers are in buffers of their type, and of strings that are one of some choices there are the places. Behind the
lengths of lists, and behind what says which optional values were given, stand the buffers of what is in them, as soon
as there is any. All the values of a field are looked at together, so that Python takes few steps for each; what is read
is also a copy, at whose end more documents are put, and Arrow takes it as it is.
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


class Nested:
    """The values in lists, or of what is optional; there are no buffers before there is a value."""

    __slots__ = ("counts", "values")

    def __init__(self, counts: bytearray | array[int], values: Buffers) -> None:
        self.counts = counts
        """The length of each list, or 1 for what was given and 0 for what was not."""
        self.values = values

    def extend(self, more: Nested) -> None:
        """Put others behind these."""
        self.counts.extend(more.counts)
        if not self.values:
            self.values = more.values
        elif more.values:
            for buffer, other in zip(self.values, more.values, strict=True):
                buffer.extend(other)


class UnsureError(Exception):
    """The check of columns knows what these documents may be, and what is wrong with them."""


@cache
def gather(kind: Kind, required: bool = True) -> Gather:
    """A function that puts the values of some documents into buffers, or raises `UnsureError`.

    It is sure of dicts, lists, strings and numbers of the right form and of nothing else, nor of True and False.

    Examples:
        >>> into = []
        >>> gather(ListOf(Integer()))([[1, 2], [3]], into)
        >>> into[0].counts, into[0].values
        (array('q', [2, 1]), [array('q', [1, 2, 3])])
        >>> gather(ListOf(Integer()))([[1, 2.0]], into)
        Traceback (most recent call last):
            ...
        event_scoring.documents.plain.UnsureError
    """
    if not required:
        return _gather_optional(gather(kind))
    if isinstance(kind, Record):
        return _gather_records(kind)
    if isinstance(kind, ListOf):
        return _gather_lists(kind)
    if isinstance(kind, Text):
        return _gather_choices(kind.choices) if kind.choices else _gather_texts
    return _gather_numbers(*_NUMBERS[type(kind)])


def _gather_optional(gather_given: Gather) -> Gather:
    def gather_optional(column: list[Any], into: Buffers) -> None:
        counts = bytearray(b"\1") * len(column)
        values: Buffers = []
        try:
            gather_given(column, values)
        except UnsureError:
            given = [value for value in column if value is not None]
            if len(given) == len(column):
                raise
            counts, values = bytearray([value is not None for value in column]), []
            if given:
                gather_given(given, values)
        into.append(Nested(counts, values))

    return gather_optional


def _gather_numbers(of_type: type | None, code: str) -> Gather:
    def gather_numbers(column: list[Any], into: Buffers) -> None:
        if not set(map(type, column)) <= {of_type} or not (of_type is int or all(map(math.isfinite, column))):
            raise UnsureError
        try:
            into.append(array(code, column))
        except OverflowError:
            raise UnsureError from None

    return gather_numbers


_NUMBERS: dict[type, tuple[type | None, str]] = {Integer: (int, "q"), Number: (float, "d"), Truth: (None, "b")}
"""What a number must be, and the code of its buffer. Of True and False nothing is sure."""


def _gather_choices(choices: tuple[str, ...]) -> Gather:
    place = {choice: number for number, choice in enumerate(choices)}

    def gather_choices(column: list[Any], into: Buffers) -> None:
        try:
            into.append(bytearray(map(place.__getitem__, column)))
        except (KeyError, TypeError):
            raise UnsureError from None

    return gather_choices


def _gather_texts(column: list[Any], into: Buffers) -> None:
    """Texts that can be written hold no half of a character."""
    try:
        together = "".join(column)
        if not together.isascii():
            together.encode()
    except (TypeError, UnicodeEncodeError):
        raise UnsureError from None
    if len(together) > _LETTERS:
        raise UnsureError
    into.append(column)


def _gather_lists(kind: ListOf) -> Gather:
    gather_items = gather(kind.item)

    def gather_lists(column: list[Any], into: Buffers) -> None:
        if not set(map(type, column)) <= {list}:
            raise UnsureError
        lengths = list(map(len, column))
        if kind.length is not None and not set(lengths) <= {kind.length}:
            raise UnsureError
        values: Buffers = []
        if any(lengths):
            gather_items(list(chain.from_iterable(column)), values)
        into.append(Nested(array("q", lengths), values))

    return gather_lists


def _gather_records(kind: Record) -> Gather:
    fields = [(field.name, itemgetter(field.name), gather(field.kind, field.required)) for field in kind.fields]
    names, needed = frozenset(kind.names), kind.needed

    def gather_records(column: list[Any], into: Buffers) -> None:
        if set(map(type, column)) != {dict}:
            raise UnsureError
        # Records of as many keys as the first have the same keys, if they have all of its, which are looked up below.
        found = set(column[0])
        if not found <= names or set(map(len, column)) != {len(found)}:
            found = found.union(*column)
        try:
            values = [list(map(getter, column)) if name in found else None for name, getter, _ in fields]
        except KeyError:
            found = found.union(*column)
            values = [[record.get(name) for record in column] if name in found else None for name, _, _ in fields]
        if not needed <= found or not (kind.extra or found <= names):
            raise UnsureError
        for (_, _, gather_field), of_field in zip(fields, values, strict=True):
            if of_field is None:
                into.append(Nested(bytearray(len(column)), []))
            else:
                gather_field(of_field, into)

    return gather_records


def sure_array(kind: Kind, buffers: Iterator[Any], required: bool = True) -> pa.Array:
    """A typed array of what was gathered."""
    if not required:
        optional = next(buffers)
        if not optional.values:
            return pa.nulls(len(optional.counts), arrow_type(kind))
        given = np.flatnonzero(np.frombuffer(optional.counts, dtype=bool))
        return spread(sure_array(kind, iter(optional.values)), given, len(optional.counts))
    if isinstance(kind, Record):
        children = [sure_array(field.kind, buffers, field.required) for field in kind.fields]
        return pa.StructArray.from_arrays(children, names=kind.names)
    if isinstance(kind, ListOf):
        lists = next(buffers)
        offsets = pa.array(offsets_from_lengths(np.asarray(lists.counts)), pa.int32())
        if not lists.values:
            return pa.ListArray.from_arrays(offsets, pa.array([], arrow_type(kind.item)))
        return pa.ListArray.from_arrays(offsets, sure_array(kind.item, iter(lists.values)))
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
