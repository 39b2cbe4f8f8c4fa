"""Columns of values as flat arrays: lists of different lengths, strings as codes, keys of rows, Arrow records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from event_scoring.array_types import IntArray


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
        """Return rows of the given lengths over ``values``."""
        return cls(np.append(0, np.cumsum(lengths)), values)

    @classmethod
    def from_arrow(cls, array: pa.ListArray) -> Ragged:
        """Return the rows of a list array of numbers that is not a slice of another."""
        return cls(array.offsets.to_numpy(), array.values.to_numpy(zero_copy_only=False))

    @property
    def lengths(self) -> IntArray:
        return np.diff(self.offsets)

    @property
    def row_index(self) -> IntArray:
        """For each value, the row that holds it."""
        return np.repeat(np.arange(len(self.offsets) - 1), self.lengths)

    @property
    def within(self) -> IntArray:
        """For each value, its index in its row."""
        return np.arange(self.offsets[-1]) - np.repeat(self.offsets[:-1], self.lengths)

    def take(self, rows: IntArray) -> Ragged:
        """Return the rows with the given indices, in the order of the indices."""
        starts = self.offsets[rows]
        lengths = self.offsets[rows + 1] - starts
        return Ragged.from_lengths(lengths, self.values[ranges(starts, lengths)])


def row_of(offsets: NDArray[Any], index: int) -> tuple[int, int]:
    """Return the row that holds a value, and the index of the value in it.

    Examples:
        >>> row_of(np.array([0, 2, 2, 3]), 2)
        (2, 0)
    """
    row = int(np.searchsorted(offsets, index, side="right")) - 1
    return row, int(index - offsets[row])


def ranges(first: IntArray, lengths: IntArray) -> IntArray:
    """Return the numbers ``first, first + 1, …`` of each row, ``lengths`` of them, after each other.

    Examples:
        >>> ranges(np.array([5, 2]), np.array([2, 1])).tolist()
        [5, 6, 2]
    """
    starts = np.cumsum(lengths) - lengths
    numbers: IntArray = np.arange(lengths.sum()) + np.repeat(first - starts, lengths)
    return numbers


MISSING = -1
"""The code of a value that is not given."""


def encode_together(columns: Sequence[pa.Array]) -> tuple[list[IntArray], list[str]]:
    """Number the strings of some columns by one dictionary, in the order in which they are first met.

    Values that are not given get `MISSING`.

    Examples:
        >>> codes, words = encode_together([pa.array(["b", None]), pa.array(["a", "b"])])
        >>> [column.tolist() for column in codes], words
        ([[0, -1], [1, 0]], ['b', 'a'])
    """
    strings = [column.dictionary_decode() if pa.types.is_dictionary(column.type) else column for column in columns]
    encoded = pa.concat_arrays(strings).dictionary_encode()
    codes = encoded.indices.fill_null(MISSING).to_numpy().astype(np.int64)
    return np.split(codes, np.cumsum([*map(len, columns)])[:-1]), encoded.dictionary.to_pylist()


def row_keys(*columns: IntArray) -> IntArray:
    """Return one number for each row of some columns; numbers are equal exactly where rows are.

    Examples:
        >>> row_keys(np.array([1, 2, 1]), np.array([7, 7, 7])).tolist()
        [0, 1, 0]
    """
    return np.unique(np.column_stack(columns), axis=0, return_inverse=True)[1].reshape(-1)


def look_up(wanted: IntArray, held: IntArray) -> IntArray:
    """Return the first index of each wanted key among the held ones, or `MISSING`.

    Examples:
        >>> look_up(np.array([5, 4, 3]), np.array([3, 5, 3])).tolist()
        [1, -1, 0]
    """
    places: IntArray = pc.index_in(pa.array(wanted), value_set=pa.array(held)).fill_null(MISSING).to_numpy()
    return places


def first_of(group: IntArray) -> IntArray:
    """Return the row in which each group comes first, in the order of the rows."""
    return np.sort(np.unique(group, return_index=True)[1])


def position_in_group(group: IntArray) -> IntArray:
    """Return, for each row, how many earlier rows have the same group.

    Examples:
        >>> position_in_group(np.array([3, 5, 3, 3])).tolist()
        [0, 0, 1, 2]
    """
    order = np.argsort(group, kind="stable")
    _, first, sizes = np.unique(group[order], return_index=True, return_counts=True)
    position = np.empty(len(group), dtype=np.int64)
    position[order] = np.arange(len(group)) - np.repeat(first, sizes)
    return position


def list_array(lengths: NDArray[Any], values: pa.Array, missing: pa.BooleanArray | None = None) -> pa.ListArray:
    """Return an Arrow list array with rows of the given lengths, of which some are missing."""
    return pa.ListArray.from_arrays(pa.array(np.append(0, np.cumsum(lengths)).astype(np.int32)), values, mask=missing)


def struct_array(columns: Mapping[str, Any]) -> pa.StructArray:
    """Return an Arrow array of records from columns of numpy or of Arrow."""
    arrays = [column if isinstance(column, pa.Array) else pa.array(column) for column in columns.values()]
    return pa.StructArray.from_arrays(arrays, names=list(columns))
