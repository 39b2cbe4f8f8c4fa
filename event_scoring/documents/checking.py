"""Documents at the door: checked against their description, and made one typed Arrow array.

Checking goes column by column: all mentions of all documents at once, then all their types, and so on.
A column is searched for its first bad value only when a cheap test of the whole column fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from operator import itemgetter
from typing import Any, NoReturn

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.ragged import offsets_from_lengths, row_of
from event_scoring.documents.errors import InputError, Path, Words, did_you_mean, quoted
from event_scoring.documents.foreign import as_arrow, as_list, as_scalar, conversion
from event_scoring.documents.schema import Integer, Kind, ListOf, Number, Record, Text, Truth, arrow_type
from event_scoring.documents.unicode_text import is_valid_text

Locate = Callable[[int], Path]
"""From the row of a column to its place in the input."""

_ARROW_LIMIT = 2**31 - 1
_PLAIN = {dict, list, tuple, str, int, float, bool, type(None)}


def check_documents(kind: Kind, documents: object, side: str) -> pa.Array:
    """Check a list, array or column of documents and return it as one typed Arrow array.

    Args:
        kind: What each document must look like, in most cases a `Record`.
        documents: Dicts, a column of pandas, polars or `datasets`, or an Arrow array of structs whose type may lack
            optional fields.
        side: How messages name the list, such as ``"predictions"``.

    Raises:
        InputError: at the first value that is not what ``kind`` says.

    Examples:
        >>> from event_scoring.documents.schema import Field
        >>> kind = Record((Field("tokens", ListOf(Integer("token id"))),))
        >>> check_documents(kind, [{"tokens": [1, 2]}], "predictions").to_pylist()
        [{'tokens': [1, 2]}]
        >>> check_documents(kind, [{"tokens": [1, 1.5]}], "predictions")
        Traceback (most recent call last):
            ...
        event_scoring.InputError: predictions[0]["tokens"][1]: expected an integer token id, got 1.5 (float)
    """

    def place(row: int) -> Path:
        return (side, row)

    array = as_arrow(documents)
    if array is not None:
        return _from_arrow(kind, _one_chunk(array, side), True, place)
    rows = as_list(documents)
    if rows is None:
        raise InputError((side,), wanted="a list of documents", got=documents, hint=conversion(documents))
    return _from_python(kind, rows, True, place)


# ---- from Python objects ----------------------------------------------------------------------------


def _from_python(kind: Kind, column: Sequence[Any], required: bool, locate: Locate) -> pa.Array:
    """A column of Python values as a checked Arrow array; None stands for a missing optional value."""
    found = set(map(type, column))
    if not found <= _PLAIN and any(issubclass(one, pa.Scalar) for one in found):
        column = [value.as_py() if isinstance(value, pa.Scalar) else value for value in column]
        found = set(map(type, column))
    if isinstance(kind, Record | ListOf) and not required and type(None) in found:
        return _sparse(kind, column, locate)
    if isinstance(kind, Record):
        return _records(kind, column, found, locate)
    if isinstance(kind, ListOf):
        return _lists(kind, column, found, locate)
    return _leaves(kind, column, found, required, locate)


def _sparse(kind: Kind, column: Sequence[Any], locate: Locate) -> pa.Array:
    """An optional column of lists or records: build the given values, then spread them out."""
    given = [row for row, value in enumerate(column) if value is not None]
    dense = _from_python(kind, [column[row] for row in given], True, lambda row: locate(given[row]))
    position = np.full(len(column), -1)
    position[given] = np.arange(len(given))
    return dense.take(pa.array(position, mask=position < 0))


def _records(kind: Record, column: Sequence[Any], found: set[type], locate: Locate) -> pa.StructArray:
    bare_rows: set[int] = set()
    if found - {dict}:
        column = list(column)
        for row, value in enumerate(column):
            if isinstance(value, Mapping):
                column[row] = dict(value)
            elif kind.bare and (items := as_list(value)) is not None:
                column[row] = {kind.bare: items}
                bare_rows.add(row)
            else:
                wanted = f"a dict or a list of {kind.bare}" if kind.bare else "a dict"
                raise InputError(locate(row), wanted=wanted, got=value)
    keys_seen = [*map(frozenset, set(map(tuple, column)))]
    found_in_all = frozenset(kind.names).intersection(*keys_seen)
    found_in_some = frozenset().union(*keys_seen)
    if (keys_seen and not kind.needed <= found_in_all) or not (kind.extra or found_in_some.issubset(kind.names)):
        _refuse_keys(kind, column, locate)
    children = []
    for field in kind.fields:
        name = field.name
        if name in found_in_all:
            values = list(map(itemgetter(name), column))
        elif name in found_in_some:
            values = [record.get(name) for record in column]
        else:
            children.append(pa.nulls(len(column), arrow_type(field.kind)))
            continue

        def place(row: int, name: str = name) -> Path:
            return locate(row) if row in bare_rows else (*locate(row), name)

        children.append(_from_python(field.kind, values, field.required, place))
    return _struct(kind, children)


def _refuse_keys(kind: Record, column: Sequence[dict[Any, Any]], locate: Locate) -> NoReturn:
    declared = set(kind.names)  # found by hash: the == of some keys, such as pandas.NA, is no truth value
    for row, record in enumerate(column):
        for field in kind.fields:
            if field.required and field.name not in record:
                unknown = [key for key in record if key not in declared]
                near = did_you_mean(field.name, [key for key in unknown if isinstance(key, str)])
                hint = _by_characters(declared, record) or near.replace("did you mean", "is it misspelt as")
                raise _missing_key(locate(row), field.name, record, hint)
        for key in record:
            if key not in declared and not kind.extra:
                raise _unknown_key(locate(row), key, kind, _by_characters(declared, record))
    raise AssertionError("the records were refused for a reason that no record shows")


def _missing_key(path: Path, name: str, found: Iterable[Any], hint: str = "") -> InputError:
    keys = Words(", ".join(map(quoted, islice(found, 8))) or "no keys")
    return InputError(path, wanted=f'the key "{name}"', got=keys, hint=hint, says=f'missing key "{name}"; found {keys}')


def _unknown_key(path: Path, key: object, kind: Record, hint: str = "") -> InputError:
    known = "the keys are " + ", ".join(f'"{name}"' for name in kind.names)
    says = f"unknown key {quoted(key)}; {known}"
    return InputError(path, wanted=known, got=key, hint=hint or did_you_mean(key, kind.names), says=says)


def _by_characters(declared: set[str], record: dict[Any, Any]) -> str:
    """A hint for spans of characters in the place of token ids, as GLiNER, Prodigy and spaCy write them."""
    if "token_ids" not in declared or not {"start", "end"} <= record.keys():
        return ""
    return "event_scoring.adapters.nuggets_from_spans makes nuggets of spans by characters"


def _lists(kind: ListOf, column: Sequence[Any], found: set[type], locate: Locate) -> pa.ListArray:
    if found - {list, tuple}:
        plain = []
        for row, value in enumerate(column):
            items = as_list(value)
            if items is None:
                hint = conversion(value) if isinstance(value, Iterator) else ""
                raise InputError(locate(row), wanted=kind.wanted, got=value, hint=hint)
            plain.append(items)
        column = plain
    lengths = np.fromiter(map(len, column), dtype=np.int64, count=len(column))
    if kind.length is not None:
        _check_lengths(kind, lengths, locate)
    offsets = offsets_from_lengths(lengths)
    values = _from_python(kind.item, list(chain.from_iterable(column)), True, _item_place(offsets, locate))
    return _list_array(offsets, values, locate)


def _leaves(kind: Kind, column: Sequence[Any], found: set[type], required: bool, locate: Locate) -> pa.Array:
    floats: set[type] = {float, np.float32, np.float64}  # as models return them
    usual: dict[type, set[type]] = {Text: {str}, Integer: {int}, Number: floats, Truth: {bool}}
    if found - usual[type(kind)] - (set() if required else {type(None)}):
        column = [
            None if value is None and not required else _plain_leaf(kind, value, row, locate)
            for row, value in enumerate(column)
        ]
    try:
        array = pa.array(column, type=arrow_type(kind))
    except (OverflowError, UnicodeEncodeError, pa.ArrowException):
        for row, value in enumerate(column):
            try:
                pa.array([value], type=arrow_type(kind))
            except (OverflowError, UnicodeEncodeError, pa.ArrowException):
                reason = "that fits in 64 bits" if isinstance(kind, Integer) else "of valid Unicode text"
                raise InputError(locate(row), wanted=f"{kind.wanted} {reason}", got=value) from None
        raise
    if isinstance(array, pa.ChunkedArray):
        raise InputError(locate(0), says="more than 2 GiB of text in one call", hint="add it in several batches")
    return (
        _check_leaves(kind, array, locate)
        if isinstance(kind, Number) or (isinstance(kind, Text) and kind.choices)
        else array
    )


def _plain_leaf(kind: Kind, value: Any, row: int, locate: Locate) -> Any:
    """The plain Python value of a numpy scalar; anything that is not of the kind is refused."""
    # A string is what it is, not what a subclass such as an Enum prints.
    plain = str.__str__(value) if isinstance(value, str) else as_scalar(value)
    of_kind = {
        Text: isinstance(plain, str),
        Integer: isinstance(plain, int) and not isinstance(plain, bool),
        Number: isinstance(plain, int | float) and not isinstance(plain, bool),
        Truth: isinstance(plain, bool),
    }
    if not of_kind[type(kind)]:
        raise InputError(locate(row), wanted=kind.wanted, got=plain)
    if isinstance(kind, Number) and isinstance(plain, int):
        try:
            return float(plain)
        except OverflowError:
            raise InputError(locate(row), wanted=kind.wanted, got=value) from None
    return plain


# ---- from Arrow -------------------------------------------------------------------------------------


def _from_arrow(kind: Kind, array: pa.Array, required: bool, locate: Locate) -> pa.Array:
    """An Arrow array as a checked array of the declared type."""
    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    is_coded = pa.types.is_dictionary(array.type)
    if is_coded and not (isinstance(kind, Text) and kind.coded and _is_vocabulary(array.dictionary)):
        array, is_coded = array.dictionary_decode(), False
    if required and array.null_count:
        row = int(np.flatnonzero(array.is_null())[0])
        raise InputError(locate(row), wanted=kind.wanted, got=None)
    if is_coded:
        return array.cast(pa.dictionary(pa.int32(), pa.string()))
    if pa.types.is_null(array.type):
        return pa.nulls(len(array), arrow_type(kind))
    if not _arrow_fits(kind, array.type):
        if isinstance(kind, Record) and kind.bare and _is_list(array.type):
            return _bare_from_arrow(kind, array, locate)
        if array.null_count == len(array):
            return pa.nulls(len(array), arrow_type(kind))
        row = int(np.flatnonzero(array.is_valid())[0])
        got = Words(f"{quoted(array[row].as_py())} (Arrow {array.type})")
        raise InputError(locate(row), wanted=kind.wanted, got=got)
    if not isinstance(kind, Record | ListOf):
        return _leaves_from_arrow(kind, array, locate)
    if array.null_count:  # only where it is optional: check the given ones, then spread them out
        given = np.flatnonzero(array.is_valid())
        dense = _from_arrow(kind, array.take(pa.array(given)), True, lambda row: locate(int(given[row])))
        position = np.full(len(array), -1)
        position[given] = np.arange(len(given))
        return dense.take(pa.array(position, mask=position < 0))
    if isinstance(kind, ListOf):
        lengths = np.asarray(pc.list_value_length(array).cast(pa.int64()))
        if kind.length is not None:
            _check_lengths(kind, lengths, locate)
        offsets = offsets_from_lengths(lengths)
        values = _from_arrow(kind.item, array.flatten(), True, _item_place(offsets, locate))
        return _list_array(offsets, values, locate)
    return _records_from_arrow(kind, array, locate)


def _records_from_arrow(kind: Record, array: pa.StructArray, locate: Locate) -> pa.StructArray:
    names = [array.type.field(index).name for index in range(array.type.num_fields)]
    found = {name: index for index, name in enumerate(names)}
    if len(found) < len(names) and len(array):
        twice = next(name for index, name in enumerate(names) if found[name] != index)
        raise InputError(locate(0), wanted="each key once", got=Words(f"{quoted(twice)} twice"))
    columns = array.flatten()
    for name in found:
        if name not in kind.names and len(array) and not kind.extra:
            raise _unknown_key(locate(0), name, kind)
    children = []
    for field in kind.fields:
        if field.name in found:
            place = _key_place(field.name, locate)
            children.append(_from_arrow(field.kind, columns[found[field.name]], field.required, place))
        elif field.required and len(array):
            raise _missing_key(locate(0), field.name, found)
        else:
            children.append(pa.nulls(len(array), arrow_type(field.kind)))
    return _struct(kind, children)


def _bare_from_arrow(kind: Record, array: pa.Array, locate: Locate) -> pa.StructArray:
    children = [
        _from_arrow(field.kind, array, True, locate)
        if field.name == kind.bare
        else pa.nulls(len(array), arrow_type(field.kind))
        for field in kind.fields
    ]
    return _struct(kind, children)


def _leaves_from_arrow(kind: Kind, array: pa.Array, locate: Locate) -> pa.Array:
    try:
        array = array.cast(arrow_type(kind))
    except pa.ArrowInvalid:
        row = next(row for row in range(len(array)) if not _casts(array.slice(row, 1), arrow_type(kind)))
        raise InputError(locate(row), wanted=f"{kind.wanted} that fits in 64 bits", got=array[row].as_py()) from None
    if isinstance(kind, Text) and not is_valid_text(array):
        raise InputError(locate(0), wanted="valid Unicode text in this column")
    return (
        _check_leaves(kind, array, locate)
        if isinstance(kind, Number) or (isinstance(kind, Text) and kind.choices)
        else array
    )


def _is_vocabulary(words: pa.Array) -> bool:
    """Whether the values of a dictionary are different strings of valid text."""
    if not _arrow_fits(Text(), words.type) or words.null_count or not is_valid_text(words):
        return False
    return len(words.unique()) == len(words)


def _casts(array: pa.Array, wanted: pa.DataType) -> bool:
    try:
        array.cast(wanted)
    except pa.ArrowInvalid:
        return False
    return True


def _arrow_fits(kind: Kind, found: pa.DataType) -> bool:
    types = pa.types
    if isinstance(kind, Text):
        return bool(types.is_string(found) or types.is_large_string(found) or types.is_string_view(found))
    if isinstance(kind, Integer):
        return bool(types.is_integer(found))
    if isinstance(kind, Number):
        return bool(types.is_floating(found) or types.is_integer(found))
    if isinstance(kind, Truth):
        return bool(types.is_boolean(found))
    return _is_list(found) if isinstance(kind, ListOf) else bool(types.is_struct(found))


def _is_list(found: pa.DataType) -> bool:
    types = pa.types
    return bool(
        types.is_list(found)
        or types.is_large_list(found)
        or types.is_fixed_size_list(found)
        or types.is_list_view(found)
        or types.is_large_list_view(found)
    )


def _one_chunk(array: pa.Array | pa.ChunkedArray, side: str) -> pa.Array:
    if isinstance(array, pa.Array):
        return array
    whole = array.combine_chunks()
    if isinstance(whole, pa.ChunkedArray):
        if whole.num_chunks > 1:
            raise InputError((side,), says="more than 2 GiB in one call", hint="add it in several batches")
        whole = whole.chunk(0) if whole.num_chunks else pa.array([], type=whole.type)
    return whole


# ---- what both ways share ---------------------------------------------------------------------------


def _check_leaves(kind: Kind, array: pa.Array, locate: Locate) -> pa.Array:
    bad: pa.Array | None = None
    if isinstance(kind, Number):
        bad = pc.invert(pc.is_finite(array))
    elif isinstance(kind, Text) and kind.choices:
        bad = pc.invert(pc.is_in(array, value_set=pa.array(kind.choices)))
        bad = pc.and_(bad, array.is_valid())
    if bad is not None and pc.any(bad.fill_null(False)).as_py():
        row = int(np.flatnonzero(np.asarray(bad.fill_null(False)))[0])
        raise InputError(locate(row), wanted=kind.wanted, got=array[row].as_py())
    return array


def _check_lengths(kind: ListOf, lengths: np.ndarray[Any, Any], locate: Locate) -> None:
    if (lengths != kind.length).any():
        row = int(np.flatnonzero(lengths != kind.length)[0])
        raise InputError(locate(row), wanted=kind.wanted, got=Words(f"{lengths[row]} of them"))


def _key_place(name: str, locate: Locate) -> Locate:
    return lambda row: (*locate(row), name)


def _item_place(offsets: np.ndarray[Any, Any], locate: Locate) -> Locate:
    def place(index: int) -> Path:
        row, position = row_of(offsets, index)
        return (*locate(row), position)

    return place


def _list_array(offsets: np.ndarray[Any, Any], values: pa.Array, locate: Locate) -> pa.ListArray:
    if offsets[-1] > _ARROW_LIMIT:
        raise InputError(locate(0), says="more than 2^31 items in one call", hint="add them in several batches")
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), values)


def _struct(kind: Record, children: list[pa.Array]) -> pa.StructArray:
    return pa.StructArray.from_arrays(children, names=list(kind.names))
