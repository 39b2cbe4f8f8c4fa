"""Columns of values from the lines of files: keys of rows, and Arrow arrays of lists and records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from event_scoring.array_types import IntArray
from event_scoring.formats.dictionary_encoding import MISSING


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
