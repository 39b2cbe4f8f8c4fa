"""The items of a checked list column: where each stands in the input, and which of them a name means."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.joins import look_up
from event_scoring.arrays.keys import position_in_group
from event_scoring.arrays.ragged import IntArray, list_offsets, parent_rows, row_of
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.documents.errors import InputError, Path, did_you_mean


class Items:
    """A list column, one level of a document, with the places of its items in the input.

    Examples:
        >>> lists = pa.array([["a"], ["b", "c"]])
        >>> Items(lists, "predictions", "names").path(2)
        ('predictions', 1, 'names', 1)
    """

    def __init__(self, column: pa.ListArray, parent: str | Callable[[int], Path], key: str = "") -> None:
        self.values = column.values
        self.offsets = list_offsets(column)
        self.row_index = parent_rows(column)
        self._parent: Callable[[int], Path] = (lambda row: (parent, row)) if isinstance(parent, str) else parent
        self._key = (key,) if key else ()

    def path(self, index: int) -> Path:
        """Where an item stands in the input."""
        row, position = row_of(self.offsets, index)
        return (*self._parent(row), *self._key, position)

    def path_of(self, key: str) -> Callable[[int], Path]:
        """Where one key of each item stands."""
        return lambda index: (*self.path(index), key)

    def id_again(self, index: int, why: str) -> InputError:
        """The error of an item whose id an earlier one of its list has."""
        ids, start = self.values.field("id"), self.offsets[self.row_index[index]]
        first = start + pc.index(ids[start:], ids[index]).as_py()
        path, see = ((*self.path(place), "id") for place in (index, first))
        return InputError(path, wanted=f"an id of its own, because {why}", got=ids[index].as_py(), see=see)

    def id_unknown(self, row: int, path: Path, name: str, wanted: str) -> InputError:
        """The error of a name that is the id of no item of one list."""
        ids = self.values.field("id")[self.offsets[row] : self.offsets[row + 1]]
        return InputError(path, wanted=wanted, got=name, hint=did_you_mean(name, ids.drop_null().to_pylist()))


def find_named(
    group: IntArray, code: IntArray, wanted_group: IntArray, wanted_code: IntArray, words: int
) -> tuple[IntArray, IntArray]:
    """The rows that names mean, where rows of one group (document) may be named by their codes.

    Returns the first row of that name for each used name, `MISSING` where there is none; and the rows whose name an
    earlier row of the group has. Groups rise, and codes are below ``words``, or `MISSING`.

    Examples:
        >>> zero = np.zeros(3, dtype=np.int64)
        >>> rows, repeated = find_named(zero, np.array([5, 7, 5]), zero, np.array([7, 5, 6]), 8)
        >>> rows.tolist(), repeated.tolist()
        ([1, 0, -1], [2])
    """
    rows = np.flatnonzero(code != MISSING)
    keys = group[rows] * words + code[rows]
    found = look_up(wanted_group * words + wanted_code, keys)
    return np.append(rows, MISSING)[found], rows[position_in_group(keys) > 0]
