"""Rows of several integer columns as one number each, so that rows are compared as quickly as numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from event_scoring.arrays.ragged import BoolArray, IntArray, Ragged
from event_scoring.arrays.vocabulary import MISSING

_ROOM = 2**62


def joint_keys(*tables: Sequence[IntArray]) -> list[IntArray]:
    """One number for each row of some tables that have the same columns.

    Numbers are equal exactly where rows are, in all tables together, and ordered as the rows are
    (by the first column, then the second, and so on). Any integers will do, however large.

    Examples:
        >>> keys = joint_keys([np.array([0, 1]), np.array([7, 2])], [np.array([1]), np.array([2])])
        >>> keys[0][1] == keys[1][0], keys[0][0] < keys[0][1]
        (np.True_, np.True_)
    """
    keys, size = [np.zeros(len(first), dtype=np.int64) for first, *_ in tables], 1
    for column in map(list, zip(*tables, strict=True)):
        low, width = _bounds(column)
        if width > _ROOM // size:
            column = _ranks(column)
            low, width = _bounds(column)
        if width > _ROOM // size:
            keys = _ranks(keys)
            _, size = _bounds(keys)
        for key, part in zip(keys, column, strict=True):
            key *= width
            key += part
            key -= low
        size *= width
    return keys


def row_keys(*columns: IntArray) -> IntArray:
    """The keys of one table."""
    return joint_keys(columns)[0]


def are_rows_of(wanted: Sequence[IntArray], held: Sequence[IntArray]) -> BoolArray:
    """Whether each row of the wanted columns is one of the held rows."""
    keys, known = joint_keys(wanted, held)
    found = np.zeros(len(keys), dtype=bool)
    found[find_keys(np.sort(known), keys)[0]] = True  # that held keys repeat does not change which are found
    return found


def sort_keys(keys: IntArray, rows: IntArray) -> tuple[IntArray, IntArray]:
    """Keys in increasing order, each with its row; equal keys in the order of rows. Both are at least 0.

    One number for both is sorted several times faster than an order of numbers is found.
    """
    if not len(keys):
        return keys, rows
    bits = int(rows.max()).bit_length()
    if int(keys.max()).bit_length() + bits > 63:
        order = np.lexsort((rows, keys))
        return keys[order], rows[order]
    both = np.sort((keys << bits) | rows)
    return both >> bits, both & ((1 << bits) - 1)


def find_keys(distinct: IntArray, wanted: IntArray) -> tuple[IntArray, IntArray]:
    """Which of the wanted keys are among distinct ones that rise from 0 or more, and their places there."""
    if not len(distinct):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    if distinct[-1] < _DENSE * (len(distinct) + len(wanted)):
        # A table of all keys is quicker than a search where it is not much larger than the keys.
        place_of = np.zeros(distinct[-1] + 1, dtype=np.int32)
        place_of[distinct] = np.arange(len(distinct))
        place = place_of.take(wanted, mode="clip")
    else:
        place = np.searchsorted(distinct[:-1], wanted)
    found = np.flatnonzero(distinct.take(place) == wanted)
    return found, place[found]


_DENSE = 16
"""A table may have so many places for each key."""


def run_starts(*columns: NDArray[np.generic]) -> BoolArray:
    """Where a row differs from the one before in any of some columns; the first row does.

    Examples:
        >>> run_starts(np.array([1, 1, 1, 2]), np.array([3, 3, 4, 4])).tolist()
        [True, False, True, True]
    """
    starts = np.zeros(len(columns[0]), dtype=bool)
    starts[:1] = True
    for column in columns:
        starts[1:] |= column[1:] != column[:-1]
    return starts


def numbered(keys: IntArray) -> tuple[IntArray, IntArray]:
    """The distinct keys in increasing order, and for each key its place among them.

    Examples:
        >>> distinct, place = numbered(np.array([9, 3, 9]))
        >>> distinct.tolist(), place.tolist()
        ([3, 9], [1, 0, 1])
    """
    if len(keys) and keys.min() >= 0 and keys.max() < _FULL * len(keys):
        # A table of all keys is quicker than an order where it is about as long as the keys.
        is_held = np.zeros(int(keys.max()) + 1, dtype=bool)
        is_held[keys] = True
        distinct = np.flatnonzero(is_held)
        place_of = np.empty(len(is_held), dtype=np.int64)
        place_of[distinct] = np.arange(len(distinct))
        return distinct, place_of[keys]
    return np.unique(keys, return_inverse=True)


_FULL = 2
"""A table may have so many places for each key that is looked up once."""


def position_in_group(group: IntArray) -> IntArray:
    """For each row how many earlier rows have the same group."""
    order = np.argsort(group, kind="stable")
    grouped = group[order]
    starts = np.flatnonzero(run_starts(grouped))
    position = np.empty(len(group), dtype=np.int64)
    position[order] = np.arange(len(group)) - np.repeat(starts, np.diff(starts, append=len(group)))
    return position


def first_of(group: IntArray) -> IntArray:
    """The row in which each group comes first, in the order of the rows."""
    groups, place = numbered(group)
    first = np.empty(len(groups), dtype=np.int64)
    first[place[::-1]] = np.arange(len(group))[::-1]  # where a group repeats, the last assignment stands
    return np.sort(first)


def set_codes(rows: Ragged) -> IntArray:
    """One number for each row of `Ragged.as_sets`, equal where the sets are equal; empty ones get `MISSING`.

    Neighbouring values are replaced by numbers for the pairs of them until every row has one value
    left, which takes as many rounds as the longest row can be halved.
    """
    codes = np.full(len(rows.offsets) - 1, MISSING, dtype=np.int64)
    single = rows.lengths == 1
    codes[single] = rows.values[rows.offsets[:-1][single]]
    longer = np.flatnonzero(rows.lengths > 1)
    next_code = int(rows.values.max()) + 1 if len(rows.values) else 0
    rest = rows.select(rows.lengths > 1)
    while len(longer):
        lengths = rest.lengths
        half = Ragged.from_lengths((lengths + 1) // 2, np.empty(0))
        left = np.repeat(rest.offsets[:-1], half.lengths) + 2 * half.within
        right = np.full(len(left), MISSING, dtype=np.int64)
        has_right = 2 * half.within + 1 < np.repeat(lengths, half.lengths)
        right[has_right] = rest.values[left[has_right] + 1]
        pairs, numbers = np.unique(row_keys(rest.values[left], right), return_inverse=True)
        rest = Ragged(half.offsets, next_code + numbers)
        next_code += len(pairs)
        done = half.lengths == 1
        codes[longer[done]] = rest.values[rest.offsets[:-1][done]]
        longer, rest = longer[~done], rest.select(~done)
    return codes


def _bounds(parts: Sequence[IntArray]) -> tuple[int, int]:
    """The lowest value of some arrays, and how many integers there are from it to the highest."""
    filled = [*filter(len, parts)]
    if not filled:
        return 0, 1
    low, high = int(min(map(np.minimum.reduce, filled))), int(max(map(np.maximum.reduce, filled)))
    return low, high - low + 1


def _ranks(parts: Sequence[IntArray]) -> list[IntArray]:
    """The values of some arrays replaced by their ranks among all of them."""
    return np.split(numbered(np.concatenate(parts))[1], np.cumsum([len(part) for part in parts])[:-1])
