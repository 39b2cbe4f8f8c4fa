"""Rows as numbers: equal exactly where the rows are, ordered as they are, whatever their size."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from event_scoring.arrays.keys import (
    find_keys,
    joint_keys,
    look_up,
    position_in_group,
    sort_keys,
    unique_inverse,
)

VALUES = st.one_of(st.integers(0, 3), st.integers(-(2**63), 2**63 - 1))
ROWS = st.lists(st.tuples(VALUES, VALUES, VALUES, VALUES), max_size=12)


def columns(rows: list[tuple[int, ...]]) -> list[np.ndarray]:
    return [np.array([row[place] for row in rows], dtype=np.int64) for place in range(4)]


@given(first=ROWS, second=ROWS)
def test_keys_compare_as_rows_do(first: list[tuple[int, ...]], second: list[tuple[int, ...]]) -> None:
    keys = [int(key) for part in joint_keys(columns(first), columns(second)) for key in part]
    rows = first + second
    for left, one in zip(keys, rows, strict=True):
        for right, other in zip(keys, rows, strict=True):
            assert (left < right) == (one < other)
            assert (left == right) == (one == other)


@given(values=st.lists(st.integers(-3, 3), max_size=12))
def test_unique_inverse_and_position_in_group(values: list[int]) -> None:
    keys = np.array(values, dtype=np.int64)
    distinct, place = unique_inverse(keys)
    assert distinct.tolist() == sorted(set(values))
    assert distinct[place].tolist() == values
    assert position_in_group(keys).tolist() == [values[:row].count(value) for row, value in enumerate(values)]


SMALL_OR_LARGE = st.one_of(st.integers(0, 9), st.integers(0, 2**63 - 1))


@given(held=st.sets(SMALL_OR_LARGE, max_size=12), wanted=st.lists(SMALL_OR_LARGE, max_size=12))
def test_keys_are_found_in_a_table_and_by_search(held: set[int], wanted: list[int]) -> None:
    distinct = np.array(sorted(held), dtype=np.int64)
    found, place = find_keys(distinct, np.array(wanted, dtype=np.int64))
    assert found.tolist() == [row for row, key in enumerate(wanted) if key in held]
    assert [wanted[row] for row in found] == distinct[place].tolist()


@given(pairs=st.lists(st.tuples(SMALL_OR_LARGE, SMALL_OR_LARGE), max_size=12))
def test_keys_are_sorted_with_their_rows(pairs: list[tuple[int, int]]) -> None:
    keys, rows = (np.array([pair[side] for pair in pairs], dtype=np.int64) for side in (0, 1))
    assert list(zip(*(column.tolist() for column in sort_keys(keys, rows)), strict=True)) == sorted(pairs)


@given(held=st.lists(SMALL_OR_LARGE, max_size=12), wanted=st.lists(SMALL_OR_LARGE, max_size=12))
def test_a_look_up_finds_the_first_place(held: list[int], wanted: list[int]) -> None:
    left, right = np.array(wanted, dtype=np.int64), np.array(held, dtype=np.int64)
    places = [[place for place, key in enumerate(held) if key == asked] for asked in wanted]
    assert look_up(left, right).tolist() == [row[0] if row else -1 for row in places]
