"""Lists of different lengths as one flat array with offsets, the layout that Arrow uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
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
        """Return some rows, in the order in which they are named."""
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
