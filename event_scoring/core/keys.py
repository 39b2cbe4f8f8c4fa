"""Rows of several integer columns as one number each, so that rows are compared as quickly as numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from event_scoring.core.ragged import IntArray

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
    columns = [np.concatenate(parts).astype(np.int64) for parts in zip(*tables, strict=True)]
    rows = len(columns[0])
    key, size = np.zeros(rows, dtype=np.int64), 1
    for column in columns if rows else []:
        low, high = int(column.min()), int(column.max())
        if high - low >= _ROOM // size:
            column, low, high = numbered(column)[1], 0, rows - 1
        if high - low >= _ROOM // size:
            key, size = numbered(key)[1], rows
        key = key * (high - low + 1) + (column - low)
        size *= high - low + 1
    ends = np.cumsum([len(table[0]) for table in tables])[:-1]
    return np.split(key, ends)


def numbered(keys: IntArray) -> tuple[IntArray, IntArray]:
    """The distinct keys in increasing order, and for each key its place among them.

    Examples:
        >>> distinct, place = numbered(np.array([9, 3, 9]))
        >>> distinct.tolist(), place.tolist()
        ([3, 9], [1, 0, 1])
    """
    order = np.argsort(keys)
    ordered = keys[order]
    is_new = np.ones(len(keys), dtype=bool)
    is_new[1:] = ordered[1:] != ordered[:-1]
    place = np.empty(len(keys), dtype=np.int64)
    place[order] = np.cumsum(is_new) - 1
    return ordered[is_new], place


def position_in_group(group: IntArray) -> IntArray:
    """For each row how many earlier rows have the same group.

    Examples:
        >>> position_in_group(np.array([4, 7, 4, 4])).tolist()
        [0, 0, 1, 2]
    """
    order = np.argsort(group, kind="stable")
    grouped = group[order]
    starts = np.flatnonzero(np.concatenate([[True], grouped[1:] != grouped[:-1]])) if len(group) else order
    position = np.empty(len(group), dtype=np.int64)
    position[order] = np.arange(len(group)) - np.repeat(starts, np.diff(starts, append=len(group)))
    return position
