"""Documents whose form no check can refuse: their values, gathered field by field.

What was gathered has the shape of its kind, but holds all documents at once: of a `Record` there is a dict with the
values of each field, of a `ListOf` are `Lists`, and of an optional field `Optionals`. Numbers are in buffers of their
type, strings in a list, and of strings that are one of some choices there are the places. So
``documents["events"].items["type"]`` are the types of all events, one document's behind the other's.

All the values of a field are looked at together, so that Python takes few steps for each; what is read is also a copy.
"""

from __future__ import annotations

import gc
import math
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain, repeat
from operator import countOf, itemgetter
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from event_scoring.arrays.ragged import offsets_from_lengths
from event_scoring.documents.arrow_columns import scatter_with_nulls as spread
from event_scoring.documents.schema import Integer, Kind, ListOf, Number, Record, Text, Truth, arrow_type

Gathered: TypeAlias = Any
"""The values of some documents: a dict by field, `Lists`, `Optionals`, a buffer or a list of strings."""
Gather = Callable[[list[Any]], Gathered]


_LETTERS = 2**29
"""So many letters fit in one column of Arrow, whatever they are."""


class Lists:
    """Lists, one behind the other."""

    __slots__ = ("items", "lengths")

    def __init__(self, lengths: array[int], items: Gathered) -> None:
        self.lengths = lengths
        self.items = items

    def extend(self, more: Lists) -> None:
        """Put others behind these."""
        self.lengths.extend(more.lengths)
        self.items = extended(self.items, more.items)


class Optionals:
    """What is optional."""

    __slots__ = ("given", "values")

    def __init__(self, given: bytes, values: Gathered) -> None:
        self.given = given
        """1 for what was given and 0 for what was not."""
        self.values = values
        """What was given."""

    def extend(self, more: Optionals) -> None:
        """Put others behind these."""
        if 1 in more.given:
            self.values = extended(self.values, more.values) if 1 in self.given else more.values
        self.given += more.given


def extended(values: Gathered, more: Gathered) -> Gathered:
    """The values of some documents with those of more behind them, in the place of the first or of the others.

    Examples:
        >>> texts = gather(ListOf(Text()))
        >>> extended(texts([["a"], ["b", "c"]]), texts([["d"]])).items
        ['a', 'b', 'c', 'd']
    """
    if not isinstance(values, dict):
        values.extend(more)
    elif isinstance(values, NoRecords):
        return more
    elif not isinstance(more, NoRecords):
        for name, of_field in values.items():
            if type(of_field) is dict:
                extended(of_field, more[name])
            else:
                of_field.extend(more[name])
    return values


class NoRecords(dict[str, Gathered]):
    """What is found in no record: the same for all that have none, so that nothing is ever added to it."""


class UnsureError(Exception):
    """The check of columns knows what these documents may be, and what is wrong with them."""


@cache
def gather(kind: Kind, required: bool = True) -> Gather:
    """A function that gathers the values of some documents, or raises `UnsureError`.

    It is sure of dicts, lists, strings and numbers of the right form and of nothing else, nor of True and False.

    Examples:
        >>> found = gather(ListOf(Integer()))([[1, 2], [3]])
        >>> found.lengths, found.items
        (array('q', [2, 1]), array('q', [1, 2, 3]))
        >>> gather(ListOf(Integer()))([[1, 2.0]])
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


def _are_all(of_type: type | None, column: list[Any]) -> bool:
    return countOf(map(type, column), of_type) == len(column)


def _gather_optional(gather_given: Gather) -> Gather:
    def gather_optional(column: list[Any]) -> Optionals:
        try:
            return Optionals(b"\1" * len(column), gather_given(column))
        except UnsureError:
            given = [value for value in column if value is not None]
            if len(given) == len(column):
                raise
            return Optionals(bytes([value is not None for value in column]), gather_given(given))

    return gather_optional


def _gather_numbers(of_type: type | None, code: str) -> Gather:
    def gather_numbers(column: list[Any]) -> array[Any]:
        if not _are_all(of_type, column) or not (of_type is int or all(map(math.isfinite, column))):
            raise UnsureError
        try:
            return array(code, column)
        except OverflowError:
            raise UnsureError from None

    return gather_numbers


_NUMBERS: dict[type, tuple[type | None, str]] = {Integer: (int, "q"), Number: (float, "d"), Truth: (None, "b")}
"""What a number must be, and the code of its buffer. Of True and False nothing is sure."""


def _gather_choices(choices: tuple[str, ...]) -> Gather:
    place = {choice: number for number, choice in enumerate(choices)}

    def gather_choices(column: list[Any]) -> bytearray:
        try:
            return bytearray(map(place.__getitem__, column))
        except (KeyError, TypeError):
            raise UnsureError from None

    return gather_choices


def _gather_texts(column: list[Any]) -> list[str]:
    """Texts that can be written hold no half of a character."""
    try:
        together = "".join(column)
        if not together.isascii():
            together.encode()
    except (TypeError, UnicodeEncodeError):
        raise UnsureError from None
    if len(together) > _LETTERS:
        raise UnsureError
    return column


def _gather_lists(kind: ListOf) -> Gather:
    gather_items = gather(kind.item)

    def gather_lists(column: list[Any]) -> Lists:
        if not _are_all(list, column):
            raise UnsureError
        lengths = list(map(len, column))
        if kind.length is not None and not set(lengths) <= {kind.length}:
            raise UnsureError
        return Lists(array("q", lengths), gather_items(list(chain.from_iterable(column))))

    return gather_lists


def _gather_records(kind: Record) -> Gather:
    fields = [(field.name, itemgetter(field.name), gather(field.kind, field.required)) for field in kind.fields]
    names, needed = frozenset(kind.names), kind.needed
    of_none = NoRecords({name: gather_field([]) for name, _, gather_field in fields})

    def gather_records(column: list[Any]) -> dict[str, Gathered]:
        if not column:
            return of_none
        if not _are_all(dict, column):
            raise UnsureError
        # Records of as many keys as the first have the same keys, if they have all of its, which are looked up below.
        found = set(column[0])
        if not found <= names or countOf(map(len, column), len(found)) != len(column):
            found = found.union(*column)
        try:
            values = [list(map(getter, column)) if name in found else None for name, getter, _ in fields]
        except KeyError:
            found = found.union(*column)
            values = [[record.get(name) for record in column] if name in found else None for name, _, _ in fields]
        if not needed <= found or not (kind.extra or found <= names):
            raise UnsureError
        none_given = bytes(len(column))
        return {
            name: Optionals(none_given, of_none[name].values) if of_field is None else gather_field(of_field)
            for (name, _, gather_field), of_field in zip(fields, values, strict=True)
        }

    return gather_records


def sure_array(kind: Kind, values: Gathered, required: bool = True) -> pa.Array:
    """A typed array of what was gathered."""
    if not required:
        given = np.frombuffer(values.given, dtype=bool)
        if not given.any():
            return pa.nulls(len(given), arrow_type(kind))
        return spread(sure_array(kind, values.values), np.flatnonzero(given), len(given))
    if isinstance(kind, Record):
        children = [sure_array(field.kind, values[field.name], field.required) for field in kind.fields]
        return pa.StructArray.from_arrays(children, names=kind.names)
    if isinstance(kind, ListOf):
        offsets = pa.array(offsets_from_lengths(np.asarray(values.lengths)), pa.int32())
        return pa.ListArray.from_arrays(offsets, sure_array(kind.item, values.items))
    if isinstance(kind, Text) and kind.choices:
        return pa.array(kind.choices).take(pa.array(np.frombuffer(values, dtype=np.uint8)))
    if isinstance(kind, Text):
        return pa.array(values, arrow_type(kind))
    return pa.array(np.asarray(values)).cast(arrow_type(kind))


def repeated(values: Iterable[Any], times: Iterable[int]) -> list[Any]:
    """Each value so many times.

    Examples:
        >>> repeated("ab", [2, 1])
        ['a', 'a', 'b']
    """
    return list(chain.from_iterable(map(repeat, values, times)))


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
