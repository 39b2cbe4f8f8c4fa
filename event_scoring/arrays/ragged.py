"""Lists of different lengths as one flat array with offsets, the layout that Arrow uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True)
class Ragged:
    """Rows of different lengths: row ``i`` is ``values[offsets[i]:offsets[i + 1]]``.

    Examples:
        >>> rows = Ragged.from_lengths(np.array([2, 0, 1]), np.array([7, 8, 9]))
        >>> rows.lengths.tolist(), rows.row_index.tolist()
        ([2, 0, 1], [0, 0, 2])
        >>> rows.within.tolist()
        [0, 1, 0]
    """

    offsets: IntArray
    values: NDArray[Any]

    @classmethod
    def from_lengths(cls, lengths: NDArray[Any], values: NDArray[Any]) -> Ragged:
        """Rows of the given lengths over ``values``."""
        return cls(offsets_from_lengths(lengths), values)

    @classmethod
    def from_arrow(cls, array: pa.ListArray) -> Ragged:
        """The rows of a checked list array of numbers (as `documents.sides` returns them)."""
        return cls(array.offsets.to_numpy().astype(np.int64), array.values.to_numpy(zero_copy_only=False))

    @classmethod
    def of_lists(cls, lists: pa.ListArray) -> Ragged:
        """The rows of a checked list array, without its values."""
        return cls(list_offsets(lists), np.empty(0))

    @property
    def lengths(self) -> IntArray:
        return np.diff(self.offsets)

    @property
    def row_index(self) -> IntArray:
        """For each value, the row that holds it."""
        begun = np.bincount(self.offsets[1:-1], minlength=self.offsets[-1])[: self.offsets[-1]]
        return np.cumsum(begun, out=begun)

    @property
    def within(self) -> IntArray:
        """For each value, its place in its row."""
        return np.arange(self.offsets[-1]) - np.repeat(self.offsets[:-1], self.lengths)

    def sums(self) -> FloatArray:
        """The sum of each row.

        Examples:
            >>> Ragged(np.array([0, 2, 2, 3]), np.array([0.5, 1.0, 2.0])).sums().tolist()
            [1.5, 0.0, 2.0]
        """
        sums = np.zeros(len(self.offsets) - 1)
        full = np.flatnonzero(self.offsets[1:] > self.offsets[:-1])
        if len(full):
            sums[full] = np.add.reduceat(self.values, self.offsets[full])
        return sums

    def as_sets(self) -> Ragged:
        """Rows without repeated values, in increasing order; the rows themselves where they are so already."""
        rises = np.ones(len(self.values) + 1, dtype=bool)
        np.greater(self.values[1:], self.values[:-1], out=rises[1:-1])
        rises[self.offsets] = True  # a row may begin with any value
        if rises.all():
            return self
        row = self.row_index
        order = np.lexsort((self.values, row))
        values, row = self.values[order], row[order]
        is_new = np.ones(len(values), dtype=bool)
        is_new[1:] = (values[1:] != values[:-1]) | (row[1:] != row[:-1])
        return Ragged.from_lengths(np.bincount(row[is_new], minlength=len(self.offsets) - 1), values[is_new])

    def select(self, keep: BoolArray) -> Ragged:
        """Only the rows where ``keep`` is true."""
        lengths = self.lengths
        return Ragged.from_lengths(lengths[keep], self.values[np.repeat(keep, lengths)])

    def take(self, rows: IntArray) -> Ragged:
        """Some rows, in the order in which they are named."""
        starts = self.offsets[rows]
        lengths = self.offsets[rows + 1] - starts
        return Ragged(offsets_from_lengths(lengths), self.values[ranges(starts, lengths)])


Rows = TypeVar("Rows", bound="Columns")


class Columns:
    """A base of dataclasses whose fields are columns of one table, a row for each thing.

    Examples:
        >>> @dataclass
        ... class Tokens(Columns):
        ...     start: IntArray
        ...     words: Ragged
        >>> tokens = Tokens(np.array([0, 3]), Ragged(np.array([0, 1, 3]), np.array([7, 8, 9])))
        >>> len(tokens), tokens.select(np.array([1])).words.values.tolist()
        (2, [8, 9])
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __len__(self) -> int:
        return len(getattr(self, next(iter(self.__dataclass_fields__))))

    def select(self: Rows, rows: BoolArray | IntArray) -> Rows:
        """The rows at a mask or at positions."""
        places: IntArray = np.flatnonzero(rows) if rows.dtype == np.bool_ else rows.astype(np.int64, copy=False)
        return type(self)(*(_taken(getattr(self, name), places) for name in self.__dataclass_fields__))


def _taken(column: Any, places: IntArray) -> Any:
    if isinstance(column, np.ndarray):
        return column[places]
    return column.take(places if isinstance(column, Ragged) else pa.array(places))


def offsets_from_lengths(lengths: NDArray[Any]) -> IntArray:
    """Where each row starts, and where the last one ends."""
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def list_offsets(array: pa.ListArray) -> IntArray:
    """The offsets of a checked list array, as 64-bit integers."""
    offsets: IntArray = array.offsets.to_numpy().astype(np.int64)
    return offsets


def parent_rows(array: pa.ListArray) -> IntArray:
    """For each item of a list array the row that holds it.

    Examples:
        >>> parent_rows(pa.array([["a"], [], ["b", "c"]])).tolist()
        [0, 2, 2]
    """
    rows: IntArray = pc.list_parent_indices(array).to_numpy()
    return rows


def row_of(offsets: NDArray[Any], index: int) -> tuple[int, int]:
    """The row that holds one value, and the value's place in it."""
    row = int(np.searchsorted(offsets, index, side="right")) - 1
    return row, int(index - offsets[row])


def ranges(first: IntArray, lengths: IntArray) -> IntArray:
    """The numbers ``first, first + 1, …`` of each row, ``lengths`` of them, after each other.

    Examples:
        >>> ranges(np.array([5, 2]), np.array([2, 1])).tolist()
        [5, 6, 2]
    """
    ends = np.cumsum(lengths)
    numbers: IntArray = np.arange(ends[-1] if len(ends) else 0)
    numbers += np.repeat(first - ends + lengths, lengths)
    return numbers


def list_array(lengths: NDArray[Any], values: pa.Array, missing: pa.BooleanArray | None = None) -> pa.ListArray:
    """An Arrow list array with rows of the given lengths, of which some are missing."""
    return pa.ListArray.from_arrays(pa.array(offsets_from_lengths(lengths).astype(np.int32)), values, mask=missing)


def struct_array(columns: Mapping[str, Any]) -> pa.StructArray:
    """An Arrow array of records from columns of numpy or of Arrow."""
    arrays = [column if isinstance(column, pa.Array) else pa.array(column) for column in columns.values()]
    return pa.StructArray.from_arrays(arrays, names=list(columns))


def with_fields(records: pa.StructArray, columns: Mapping[str, Any]) -> pa.StructArray:
    """Records that are all given, with other columns in place of some."""
    return struct_array({**{field.name: records.field(field.name) for field in records.type}, **columns})


def integers(column: pa.Array, missing: int = 0) -> IntArray:
    """A column of Arrow as integers of numpy; ``missing`` stands where nothing is given."""
    numbers: IntArray = column.fill_null(missing).to_numpy(zero_copy_only=False).astype(np.int64)
    return numbers


def pairs_of(spans: pa.ListArray) -> IntArray:
    """The two numbers of each list of two that is given, as rows."""
    pairs: IntArray = pc.list_flatten(spans).to_numpy(zero_copy_only=False).reshape(-1, 2)
    return pairs


def sum_rows(weights: NDArray[Any], row_index: NDArray[Any], rows: int) -> FloatArray:
    """The sum of ``weights`` in each row; rows without values get 0."""
    # numpy gives integers for no weights at all.
    return np.bincount(row_index, weights=weights, minlength=rows).astype(np.float64)


def count_rows(row_index: NDArray[Any], rows: int) -> IntArray:
    """How many values fall in each row."""
    return np.bincount(row_index, minlength=rows)
