"""Rows of several integer columns as one number each, so that rows are compared as quickly as numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from event_scoring.arrays.ragged import BoolArray, IntArray
from event_scoring.arrays.vocabulary import MISSING

_MAX_KEYS = 2**62


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
        low, width = _value_range(column)
        if width > _MAX_KEYS // size:
            column = _ranks(column)
            low, width = _value_range(column)
        if width > _MAX_KEYS // size:
            keys = _ranks(keys)
            _, size = _value_range(keys)
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
    if distinct[-1] < _MAX_CELLS_A_KEY * (len(distinct) + len(wanted)):
        # A table of all keys is quicker than a search where it is not much larger than the keys.
        place_of = np.zeros(distinct[-1] + 1, dtype=np.int32)
        place_of[distinct] = np.arange(len(distinct))
        place = place_of.take(wanted, mode="clip")
    else:
        place = np.searchsorted(distinct[:-1], wanted)
    found = np.flatnonzero(distinct.take(place) == wanted)
    return found, place[found]


_MAX_CELLS_A_KEY = 16
"""Cells of a table of all keys, for each key that is looked up in it."""


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


def unique_inverse(keys: IntArray) -> tuple[IntArray, IntArray]:
    """The distinct keys in increasing order, and for each key its place among them.

    Examples:
        >>> distinct, place = unique_inverse(np.array([9, 3, 9]))
        >>> distinct.tolist(), place.tolist()
        ([3, 9], [1, 0, 1])
    """
    if len(keys) and keys.min() >= 0 and keys.max() < _MAX_CELLS_A_LOOK_UP * len(keys):
        # A table of all keys is quicker than an order where it is about as long as the keys.
        is_held = np.zeros(int(keys.max()) + 1, dtype=bool)
        is_held[keys] = True
        distinct = np.flatnonzero(is_held)
        place_of = np.empty(len(is_held), dtype=np.int64)
        place_of[distinct] = np.arange(len(distinct))
        return distinct, place_of[keys]
    return np.unique(keys, return_inverse=True)


_MAX_CELLS_A_LOOK_UP = 2
"""The same where each key is looked up once."""


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
    groups, place = unique_inverse(group)
    first = np.empty(len(groups), dtype=np.int64)
    first[place[::-1]] = np.arange(len(group))[::-1]  # where a group repeats, the last assignment stands
    return np.sort(first)


def look_up(wanted: IntArray, held: IntArray) -> IntArray:
    """For each wanted key the first place where it is held, `MISSING` where there is none; keys are at least 0.

    Examples:
        >>> look_up(np.array([5, 4, 3]), np.array([3, 5, 3])).tolist()
        [1, -1, 0]
    """
    keys, starts, place = _places_by_key(held)
    known, group = find_keys(keys, wanted)
    found = np.full(len(wanted), MISSING)
    found[known] = place[starts[group]]
    return found


def _places_by_key(held: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """The different keys, rising, where each starts in an order of the places by key, and that order."""
    keys, place = sort_keys(held, np.arange(len(held)))
    starts = np.flatnonzero(run_starts(keys))
    return keys[starts], starts, place


def _value_range(parts: Sequence[IntArray]) -> tuple[int, int]:
    """The lowest value of some arrays, and how many integers there are from it to the highest."""
    filled = [*filter(len, parts)]
    if not filled:
        return 0, 1
    low, high = int(min(map(np.minimum.reduce, filled))), int(max(map(np.maximum.reduce, filled)))
    return low, high - low + 1


def _ranks(parts: Sequence[IntArray]) -> list[IntArray]:
    """The values of some arrays replaced by their ranks among all of them."""
    return np.split(unique_inverse(np.concatenate(parts))[1], np.cumsum([len(part) for part in parts])[:-1])
