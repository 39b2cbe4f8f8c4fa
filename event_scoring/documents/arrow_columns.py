"""Input as Arrow arrays: cast to the declared type, and checked for missing values and values out of bounds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, repeat
from typing import Any, cast

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.array_types import IntArray
from event_scoring.documents.errors import InputError
from event_scoring.documents.schema import (
    JSON_FIELD,
    Integer,
    Kind,
    ListOf,
    Nested,
    Number,
    Record,
    Text,
    Truth,
    arrow_type,
)
from event_scoring.documents.unicode_text import is_valid_text

MAX_ITEMS = 2**31 - 1
"""Items that Arrow holds in the lists of one column."""
MAX_VOCABULARY = 1024
"""Words of a dictionary that cost little, be most of them those of other rows."""


class DoubtError(Exception):
    """Raised if a value may be wrong, or has a type that only Python can check."""


def typed_column(kind: Kind, array: pa.Array, required: bool = True) -> pa.Array:
    """Return an Arrow array in the declared type; raise `DoubtError` if a value may be wrong."""
    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    is_coded = pa.types.is_dictionary(array.type)
    if is_coded and not (isinstance(kind, Text) and kind.coded and _is_vocabulary(array)):
        array, is_coded = array.dictionary_decode(), False
    if required and array.null_count:
        raise DoubtError
    if is_coded:
        return array.cast(pa.dictionary(pa.int32(), pa.string()))
    if array.null_count == len(array):
        return pa.nulls(len(array), arrow_type(kind))
    if not _fits(kind, array.type):
        if isinstance(kind, Record) and kind.bare and _fits(kind.field(kind.bare).kind, array.type):
            return _typed_fields(kind, len(array), {kind.bare: array})
        raise DoubtError
    if isinstance(kind, Nested):
        return _typed_nested(kind, array)
    if not isinstance(kind, Record | ListOf):
        return _typed_leaves(kind, array)
    if array.null_count:  # optional: check the values that are there, then scatter them
        given = np.flatnonzero(array.is_valid())
        return scatter_with_nulls(typed_column(kind, array.take(pa.array(given))), given, len(array))
    if isinstance(kind, Record):
        names = [field.name for field in array.type]
        if len({*names}) < len(names) or not (kind.extra or {*names} <= {*kind.names}):
            raise DoubtError
        return _typed_fields(kind, len(array), dict(zip(names, array.flatten(), strict=True)))
    lengths = np.asarray(pc.list_value_length(array).cast(pa.int64()))
    offsets = np.append(0, np.cumsum(lengths))
    if offsets[-1] > MAX_ITEMS or (kind.length is not None and (lengths != kind.length).any()):
        raise DoubtError
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), typed_column(kind.item, array.flatten()))


def _typed_fields(kind: Record, rows: int, columns: dict[str, pa.Array]) -> pa.StructArray:
    if not kind.needed <= columns.keys():
        raise DoubtError
    children = [
        typed_column(field.kind, columns[field.name], field.required)
        if field.name in columns
        else pa.nulls(rows, arrow_type(field.kind))
        for field in kind.fields
    ]
    return pa.StructArray.from_arrays(children, names=kind.names)


def _typed_nested(kind: Nested, array: pa.Array) -> pa.Array:
    """Return nested values as JSON; raise `DoubtError` if one may be wrong."""
    if array.type != arrow_type(kind):
        raise DoubtError
    try:
        values = [json.loads(one[JSON_FIELD]) for one in array.to_pylist() if one is not None]
    except (TypeError, ValueError, RecursionError):
        raise DoubtError from None
    if any(True for value in values for _ in kind.problems(value, ())):
        raise DoubtError
    return array


def _typed_leaves(kind: Kind, array: pa.Array) -> pa.Array:
    try:
        array = array if array.type == arrow_type(kind) else array.cast(arrow_type(kind))
    except pa.ArrowInvalid:
        raise DoubtError from None
    good = True
    if isinstance(kind, Text):
        good = is_valid_text(array)
        if kind.choices:
            good = good and pc.all(pc.is_in(array, value_set=pa.array([*kind.choices, None]))).as_py()
    elif isinstance(kind, Number):
        good = pc.all(pc.is_finite(array)).as_py()
    if good is False:
        raise DoubtError
    return array


def _is_vocabulary(coded: pa.DictionaryArray) -> bool:
    """Whether the values of a dictionary are different strings of valid text, and not those of a much longer column."""
    words = coded.dictionary
    if len(words) > MAX_VOCABULARY + len(coded) or words.null_count:
        return False
    return _fits(Text(), words.type) and is_valid_text(words) and len(words.unique()) == len(words)


def _fits(kind: Kind, found: pa.DataType) -> bool:
    return any(fits(found) for fits in _FITTING[type(kind)])


_FITTING: dict[type, tuple[Callable[[pa.DataType], bool], ...]] = {
    Text: (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view),
    Integer: (pa.types.is_integer,),
    Number: (pa.types.is_floating, pa.types.is_integer),
    Truth: (pa.types.is_boolean,),
    ListOf: (
        *(pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list),
        *(pa.types.is_list_view, pa.types.is_large_list_view),
    ),
    Record: (pa.types.is_struct,),
    Nested: (pa.types.is_struct,),
}
"""The tests of Arrow types that hold values of a kind."""


def typed_rows(kind: Kind, array: pa.Array) -> list[object]:
    """Return the rows of an array of the declared type as typed documents, lists, texts and numbers.

    Optional fields that the type lacks get the value None.

    Examples:
        >>> from event_scoring.nuggets.documents import NUGGET_DOCUMENT
        >>> mentions = [[{"token_ids": [1], "type": "A"}], []]
        >>> documents = typed_rows(NUGGET_DOCUMENT, typed_column(NUGGET_DOCUMENT, pa.array(mentions)))
        >>> [mention.type for document in documents for mention in document.mentions]
        ['A']
    """
    if array.null_count == len(array):
        return [None] * len(array)
    if pa.types.is_dictionary(array.type):
        # Each text is made once; pyarrow makes one for each row.
        words = [*array.dictionary.to_pylist(), None]
        return [words[code] for code in array.indices.fill_null(-1).to_pylist()]
    if isinstance(kind, Integer) and not array.null_count:
        return _shared_integers(array.to_numpy())
    if not isinstance(kind, Record | ListOf | Nested):
        values: list[object] = array.to_pylist()
        return values
    if array.null_count:
        given = iter(typed_rows(kind, array.drop_null()))
        return [next(given) if is_given else None for is_given in array.is_valid().to_pylist()]
    if isinstance(kind, Nested):
        return [*map(json.loads, array.field(JSON_FIELD).to_pylist())]
    if isinstance(kind, ListOf):
        items = typed_rows(kind.item, array.flatten())
        offsets = pc.subtract(array.offsets, array.offsets[0]).to_pylist()
        rows: Iterator[Sequence[object]] = (items[first:end] for first, end in pairwise(offsets))
        return [*rows] if kind.length is None else [*map(tuple, rows)]
    given_columns = dict(zip((field.name for field in array.type), array.flatten(), strict=True))
    columns = (
        typed_rows(field.kind, given_columns[field.name]) if field.name in given_columns else repeat(None)
        for field in kind.fields
    )
    return [*map(_positional(kind), *columns)]


def _shared_integers(numbers: IntArray) -> list[object]:
    """Return integers as Python numbers. Equal ones are one object if they lie close together, as token ids do."""
    low, extent = int(numbers.min()), int(numbers.max()) - int(numbers.min())
    shared = np.arange(low, low + extent + 1, dtype=object)[numbers - low] if extent < len(numbers) else numbers
    found: list[object] = shared.tolist()
    return found


def _positional(kind: Record) -> Callable[..., object]:
    """Return a function that makes a typed value, or a dict where a record has no class, of its fields in order."""
    struct: Any = kind.struct
    if struct is None:
        return lambda *values: dict(zip(kind.names, values, strict=True))
    if len(struct.__match_args__) == len(kind.fields):
        return cast(Callable[..., object], struct)
    names = [field.name for field in msgspec.structs.fields(struct)]
    return lambda *values: struct(**dict(zip(names, values, strict=True)))


def one_chunk(array: pa.Array | pa.ChunkedArray, side: str) -> pa.Array:
    """Return a column as one array."""
    if isinstance(array, pa.Array):
        return array
    whole = array.combine_chunks()
    if isinstance(whole, pa.ChunkedArray):
        if whole.num_chunks > 1:
            raise InputError((side,), says="more than 2 GiB in one call", hint="add it in several batches")
        whole = whole.chunk(0) if whole.num_chunks else pa.array([], type=whole.type)
    return whole


def scatter_with_nulls(dense: pa.Array, given: Sequence[int] | IntArray, rows: int) -> pa.Array:
    """Return a column with values in some rows and nulls in the others."""
    if len(given) == rows:
        return dense
    position = np.full(rows, -1)
    position[given] = np.arange(len(given))
    return dense.take(pa.array(position, mask=position < 0))
