"""Rows as numbers: equal exactly where the rows are, ordered as they are, whatever their size."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from event_scoring.core.keys import joint_keys, numbered, position_in_group

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
def test_numbered_and_position_in_group(values: list[int]) -> None:
    keys = np.array(values, dtype=np.int64)
    distinct, place = numbered(keys)
    assert distinct.tolist() == sorted(set(values))
    assert distinct[place].tolist() == values
    assert position_in_group(keys).tolist() == [values[:row].count(value) for row, value in enumerate(values)]
