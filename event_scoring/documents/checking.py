"""Documents at the door: checked against their description, and made one typed Arrow array.

Checking goes column by column: all mentions of all documents at once, then all their types, and so on.
A column is searched for its first bad value only when a cheap test of the whole column fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import Any, NoReturn

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.documents.arrow_checking import (
    MOST_ITEMS,
    Locate,
    check_leaves,
    check_lengths,
    checked_arrow,
    for_list_alone,
    item_path,
    missing_key,
    one_chunk,
    spread,
    too_many_items,
    unknown_key,
)
from event_scoring.documents.errors import InputError, Path, Words, counted, did_you_mean, quoted
from event_scoring.documents.foreign import as_arrow, as_list, as_scalar, conversion
from event_scoring.documents.plain import UnsureError, gather, sure_array
from event_scoring.documents.schema import Integer, Kind, ListOf, Number, Record, Text, Truth, arrow_type

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
    """

    def place(row: int) -> Path:
        return (side, row)

    if isinstance(documents, list | tuple):
        return _in_blocks(kind, documents, place)
    array = as_arrow(documents)
    if array is not None:
        return checked_arrow(kind, one_chunk(array, side), True, place)
    rows = as_list(documents)
    if rows is None:
        raise InputError((side,), wanted="a list of documents", got=documents, hint=conversion(documents))
    return _in_blocks(kind, rows, place)


@dataclass(frozen=True)
class Checked:
    """Documents that were checked, as the references of several systems are by the first of these."""

    documents: pa.StructArray


def check_sides(
    system_kind: Record, reference_kind: Record, predictions: object, references: object
) -> tuple[pa.StructArray, pa.StructArray]:
    """Check both sides, and that row i of one is the document of row i of the other."""
    system = check_documents(system_kind, predictions, "predictions")
    if isinstance(references, Checked):
        reference = references.documents
    else:
        reference = check_documents(reference_kind, references, "references")
    check_parallel(system, reference)
    if "doc_id" in system_kind.names and "doc_id" in reference_kind.names:
        left, right = system.field("doc_id"), reference.field("doc_id")
        differ = np.flatnonzero(np.asarray(pc.not_equal(left, right).fill_null(False)))
        if len(differ):
            row = int(differ[0])
            raise InputError(
                ("predictions", row, "doc_id"),
                wanted=quoted(right[row].as_py()),
                got=left[row].as_py(),
                see=("references", row, "doc_id"),
                hint="give both sides in the same order",
            )
    return system, reference


def check_parallel(predictions: Sized, references: Sized) -> None:
    """Refuse another number of predicted documents than there are references."""
    if len(predictions) != len(references):
        wanted = f"{counted(len(references), 'document')}, one for each of the references"
        raise InputError(("predictions",), wanted=wanted, got=Words(len(predictions)))


# ---- from Python objects ----------------------------------------------------------------------------


_BLOCK = 512
"""Of so many documents all dicts stay in the processor's cache, while one key after the other is read of them."""


def _in_blocks(kind: Kind, documents: Sequence[Any], locate: Locate) -> pa.Array:
    """A column of documents as a checked Arrow array."""
    if len(documents) <= _BLOCK:
        return _from_python(kind, documents, True, locate)
    blocks, are_plain = [], True
    for first in range(0, len(documents), _BLOCK):
        block = list(documents[first : first + _BLOCK])
        try:
            if are_plain:
                blocks.append(sure_array(kind, gather(kind)(block)))
        except UnsureError:
            are_plain = False  # like one document are most others
        if not are_plain:
            blocks.append(_from_python(kind, block, True, partial(_later, locate, first)))
    try:
        return pa.concat_arrays(blocks)
    except pa.ArrowInvalid:
        says = "more than 2 GiB of text or 2^31 items in one call"
        raise InputError(locate(0), says=says, hint="add them in several batches") from None


def _later(locate: Locate, first: int, row: int) -> Path:
    return locate(first + row)


def _from_python(kind: Kind, column: Sequence[Any], required: bool, locate: Locate) -> pa.Array:
    """A column of Python values as a checked Arrow array; None stands for a missing optional value."""
    found = set(map(type, column))
    if not found <= _PLAIN and any(issubclass(one, pa.Scalar) for one in found):
        column = [value.as_py() if isinstance(value, pa.Scalar) else value for value in column]
        found = set(map(type, column))
    if isinstance(kind, Record | ListOf):
        if not required and type(None) in found:
            given = [row for row, value in enumerate(column) if value is not None]
            dense = _from_python(kind, [column[row] for row in given], True, lambda row: locate(given[row]))
            return spread(dense, given, len(column))
        if isinstance(kind, Record):
            return _records(kind, column, found, locate)
        return _lists(kind, column, found, locate)
    if found - _USUAL[type(kind)] - (set() if required else {type(None)}):
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
    is_bounded = isinstance(kind, Number) or (isinstance(kind, Text) and kind.choices)
    return check_leaves(kind, array, locate) if is_bounded else array


_USUAL: dict[type, set[type]] = {
    Text: {str},
    Integer: {int},
    Number: {float, np.float32, np.float64},  # as models return them
    Truth: {bool},
}
_TYPES = {Text: str, Integer: int, Number: int | float, Truth: bool}


def _records(kind: Record, column: Sequence[Any], found: set[type], locate: Locate) -> pa.StructArray:
    bare_rows: set[int] = set()
    if found - {dict}:
        column = list(column)
        for row, value in enumerate(column):
            if type(value) is dict:
                continue
            if kind.bare and (items := as_list(value)) is not None:
                column[row] = {kind.bare: items}
                bare_rows.add(row)
            elif isinstance(value, Mapping):
                column[row] = dict(value)
            else:
                wanted = f"a dict or a list of {kind.bare}" if kind.bare else "a dict"
                raise InputError(locate(row), wanted=wanted, got=value, hint=_instead_of_dict(kind, value))
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
    return pa.StructArray.from_arrays(children, names=kind.names)


def _refuse_keys(kind: Record, column: Sequence[dict[Any, Any]], locate: Locate) -> NoReturn:
    declared = set(kind.names)  # found by hash: the == of some keys, such as pandas.NA, is no truth value
    for row, record in enumerate(column):
        for field in kind.fields:
            if field.required and field.name not in record:
                unknown = [key for key in record if key not in declared]
                near = did_you_mean(field.name, [key for key in unknown if isinstance(key, str)])
                hint = _by_characters(declared, record) or near.replace("did you mean", "is it misspelt as")
                raise missing_key(locate(row), field.name, record, hint)
        for key in record:
            if key not in declared and not kind.extra:
                raise unknown_key(locate(row), key, kind, _by_characters(declared, record))
    raise AssertionError("the records were refused for a reason that no record shows")


def _by_characters(declared: set[str], record: dict[Any, Any]) -> str:
    """A hint for spans of characters in the place of token ids, as pipelines, GLiNER, Prodigy and spaCy write them."""
    if "token_ids" not in declared or not {"start", "end"} <= record.keys():
        return ""
    if not {"entity", "entity_group"}.isdisjoint(record):
        return "event_scoring.adapters.nuggets_from_pipeline makes nuggets of what a pipeline returns"
    return "event_scoring.adapters.nuggets_from_spans makes nuggets of spans by characters"


def _instead_of_dict(kind: Record, value: object) -> str:
    """A hint for JSON that was not parsed, labels such as B-Attack in the place of nuggets, bare spans and lists."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        return "json.loads(…) makes a dict of it"
    if isinstance(value, str) and "token_ids" in kind.names:
        return "event_scoring.adapters.nuggets_from_labels makes nuggets of labels"
    if isinstance(value, list | tuple) and [*map(type, value)] == [int, int] and "span" in kind.names:
        return f'write {{"span": {quoted(list(value))}}}'
    return "" if as_list(value) is None else for_list_alone(kind)


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
    offsets = np.fromiter(chain((0,), map(len, column)), dtype=np.int64, count=len(column) + 1).cumsum()
    if offsets[-1] > MOST_ITEMS:
        raise too_many_items(locate)
    if kind.length is not None:
        check_lengths(kind, np.diff(offsets), locate)
    values = _from_python(kind.item, list(chain.from_iterable(column)), True, partial(item_path, offsets, locate))
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), values)


def _plain_leaf(kind: Kind, value: Any, row: int, locate: Locate) -> Any:
    """The plain Python value of a numpy scalar; anything that is not of the kind is refused."""
    # A string is what it is, not what a subclass such as an Enum prints.
    plain = str.__str__(value) if isinstance(value, str) else as_scalar(value)
    if not isinstance(plain, _TYPES[type(kind)]) or isinstance(plain, bool) != isinstance(kind, Truth):
        raise InputError(locate(row), wanted=kind.wanted, got=plain)
    if isinstance(kind, Number) and isinstance(plain, int):
        try:
            return float(plain)
        except OverflowError:
            raise InputError(locate(row), wanted=kind.wanted, got=value) from None
    return plain
