"""Columns of Arrow at the door, and what they share with those of Python: places, and the last checks of values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.ragged import IntArray, offsets_from_lengths, row_of
from event_scoring.documents.errors import InputError, Path, Words, did_you_mean, quoted
from event_scoring.documents.schema import Integer, Kind, ListOf, Number, Record, Text, Truth, arrow_type
from event_scoring.documents.unicode_text import is_valid_text

Locate = Callable[[int], Path]
"""From the row of a column to its place in the input."""

MOST_ITEMS = 2**31 - 1
"""So many items Arrow holds in the lists of one column."""


def checked_arrow(kind: Kind, array: pa.Array, required: bool, locate: Locate) -> pa.Array:
    """An Arrow array as a checked array of the declared type."""
    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    is_coded = pa.types.is_dictionary(array.type)
    if is_coded and not (isinstance(kind, Text) and kind.coded and _is_vocabulary(array)):
        array, is_coded = array.dictionary_decode(), False
    if required and array.null_count:
        row = int(np.flatnonzero(array.is_null())[0])
        raise InputError(locate(row), wanted=kind.wanted, got=None)
    if is_coded:
        return array.cast(pa.dictionary(pa.int32(), pa.string()))
    if pa.types.is_null(array.type):
        return pa.nulls(len(array), arrow_type(kind))
    if not _fits(type(kind), array.type):
        if isinstance(kind, Record) and kind.bare and _fits(ListOf, array.type):
            return _bare_from_arrow(kind, array, locate)
        if array.null_count == len(array):
            return pa.nulls(len(array), arrow_type(kind))
        row = int(np.flatnonzero(array.is_valid())[0])
        got = Words(f"{quoted(array[row].as_py())} (Arrow {array.type})")
        hint = for_list_alone(kind) if _fits(ListOf, array.type) else ""
        raise InputError(locate(row), wanted=kind.wanted, got=got, hint=hint)
    if not isinstance(kind, Record | ListOf):
        return _leaves_from_arrow(kind, array, locate)
    if array.null_count:  # only where it is optional: check the given ones, then spread them out
        given = np.flatnonzero(array.is_valid())
        dense = checked_arrow(kind, array.take(pa.array(given)), True, lambda row: locate(int(given[row])))
        return spread(dense, given, len(array))
    if isinstance(kind, ListOf):
        lengths = np.asarray(pc.list_value_length(array).cast(pa.int64()))
        if kind.length is not None:
            check_lengths(kind, lengths, locate)
        offsets = offsets_from_lengths(lengths)
        if offsets[-1] > MOST_ITEMS:
            raise too_many_items(locate)
        values = checked_arrow(kind.item, array.flatten(), True, partial(item_path, offsets, locate))
        return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), values)
    return _records_from_arrow(kind, array, locate)


def for_list_alone(kind: Kind) -> str:
    """A hint for a list in the place of a record that needs nothing but one list."""
    needed = [field for field in kind.fields if field.required] if isinstance(kind, Record) else []
    if len(needed) != 1 or not isinstance(needed[0].kind, ListOf):
        return ""
    return f'write {{"{needed[0].name}": […]}}'


def _records_from_arrow(kind: Record, array: pa.StructArray, locate: Locate) -> pa.StructArray:
    names = [array.type.field(index).name for index in range(array.type.num_fields)]
    found = {name: index for index, name in enumerate(names)}
    if len(found) < len(names) and len(array):
        twice = next(name for index, name in enumerate(names) if found[name] != index)
        raise InputError(locate(0), wanted="each key once", got=Words(f"{quoted(twice)} twice"))
    columns = array.flatten()
    for name in found:
        if name not in kind.names and len(array) and not kind.extra:
            raise unknown_key(locate(0), name, kind)
    children = []
    for field in kind.fields:
        if field.name in found:
            place = partial(_key_path, field.name, locate)
            children.append(checked_arrow(field.kind, columns[found[field.name]], field.required, place))
        elif field.required and len(array):
            raise missing_key(locate(0), field.name, found)
        else:
            children.append(pa.nulls(len(array), arrow_type(field.kind)))
    return pa.StructArray.from_arrays(children, names=kind.names)


def _bare_from_arrow(kind: Record, array: pa.Array, locate: Locate) -> pa.StructArray:
    children = [
        checked_arrow(field.kind, array, True, locate)
        if field.name == kind.bare
        else pa.nulls(len(array), arrow_type(field.kind))
        for field in kind.fields
    ]
    return pa.StructArray.from_arrays(children, names=kind.names)


def _leaves_from_arrow(kind: Kind, array: pa.Array, locate: Locate) -> pa.Array:
    try:
        if array.type != arrow_type(kind):
            array = array.cast(arrow_type(kind))
    except pa.ArrowInvalid:
        row = next(row for row in range(len(array)) if not _casts(array.slice(row, 1), arrow_type(kind)))
        raise InputError(locate(row), wanted=f"{kind.wanted} that fits in 64 bits", got=array[row].as_py()) from None
    if isinstance(kind, Text) and not is_valid_text(array):
        raise InputError(locate(0), wanted="valid Unicode text in this column")
    return check_leaves(kind, array, locate)


_FEW = 1024
"""A dictionary of no more words costs little, be most of them those of other rows."""


def _is_vocabulary(coded: pa.DictionaryArray) -> bool:
    """Whether the values of a dictionary are different strings of valid text, and not those of a much longer column."""
    words = coded.dictionary
    if len(words) > _FEW + len(coded) or words.null_count:
        return False
    return _fits(Text, words.type) and is_valid_text(words) and len(words.unique()) == len(words)


def _casts(array: pa.Array, wanted: pa.DataType) -> bool:
    try:
        array.cast(wanted)
    except pa.ArrowInvalid:
        return False
    return True


def _fits(kind: type[Kind], found: pa.DataType) -> bool:
    return any(fits(found) for fits in _FITTING[kind])


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
}
"""Which types of Arrow hold values of a kind."""


def one_chunk(array: pa.Array | pa.ChunkedArray, side: str) -> pa.Array:
    if isinstance(array, pa.Array):
        return array
    whole = array.combine_chunks()
    if isinstance(whole, pa.ChunkedArray):
        if whole.num_chunks > 1:
            raise InputError((side,), says="more than 2 GiB in one call", hint="add it in several batches")
        whole = whole.chunk(0) if whole.num_chunks else pa.array([], type=whole.type)
    return whole


def missing_key(path: Path, name: str, found: Iterable[Any], hint: str = "") -> InputError:
    keys = Words(", ".join(map(quoted, islice(found, 8))) or "no keys")
    return InputError(path, wanted=f'the key "{name}"', got=keys, hint=hint, says=f'missing key "{name}"; found {keys}')


def unknown_key(path: Path, key: object, kind: Record, hint: str = "") -> InputError:
    known = "the keys are " + ", ".join(f'"{name}"' for name in kind.names)
    says = f"unknown key {quoted(key)}; {known}"
    # Found by hash, for the == of some keys is no truth value.
    if key in {"tokens", "text"}:
        other = "leave it out: words are for pipelines and reports"
    elif key in {"coreference", "assessment"}:
        other = "only references say this: have the sides changed places?"
    else:
        other = ""
    return InputError(path, wanted=known, got=key, hint=hint or did_you_mean(key, kind.names) or other, says=says)


def spread(dense: pa.Array, given: Sequence[int] | IntArray, rows: int) -> pa.Array:
    """A column with values in the given rows and nothing in the others."""
    if len(given) == rows:
        return dense
    position = np.full(rows, -1)
    position[given] = np.arange(len(given))
    return dense.take(pa.array(position, mask=position < 0))


def check_leaves(kind: Kind, array: pa.Array, locate: Locate) -> pa.Array:
    """The same column of texts or numbers, if they are among the choices, or finite."""
    if isinstance(kind, Number):
        good = pc.is_finite(array)
    elif isinstance(kind, Text) and kind.choices:
        good = pc.is_in(array, value_set=pa.array([*kind.choices, None]))
    else:
        return array
    if pc.any(pc.invert(good)).as_py():
        row = pc.index(good, False).as_py()
        raise InputError(locate(row), wanted=kind.wanted, got=array[row].as_py())
    return array


def check_lengths(kind: ListOf, lengths: np.ndarray[Any, Any], locate: Locate) -> None:
    if (lengths != kind.length).any():
        row = int(np.flatnonzero(lengths != kind.length)[0])
        raise InputError(locate(row), wanted=kind.wanted, got=Words(f"{lengths[row]} of them"))


def _key_path(name: str, locate: Locate, row: int) -> Path:
    return (*locate(row), name)


def item_path(offsets: np.ndarray[Any, Any], locate: Locate, index: int) -> Path:
    """Where an item of a list column stands in the input."""
    row, position = row_of(offsets, index)
    return (*locate(row), position)


def too_many_items(locate: Locate) -> InputError:
    return InputError(locate(0), says="more than 2^31 items in one call", hint="add them in several batches")
