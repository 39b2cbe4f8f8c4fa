"""Rows of different lengths, empty ones at every place among them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from event_scoring.formats.offsets import Ragged

ROWS = st.lists(st.lists(st.integers(-3, 3), max_size=3), max_size=6)


def ragged(rows: list[list[int]]) -> Ragged:
    values = np.array([value for row in rows for value in row], dtype=np.int64)
    return Ragged.from_lengths(np.array([len(row) for row in rows], dtype=np.int64), values)


def listed(rows: Ragged) -> list[list[int]]:
    return [rows.values[start:end].tolist() for start, end in zip(rows.offsets, rows.offsets[1:], strict=False)]


@given(rows=ROWS)
def test_rows_and_places_of_values(rows: list[list[int]]) -> None:
    found = ragged(rows)
    assert found.row_index.tolist() == [index for index, row in enumerate(rows) for _ in row]
    assert found.within.tolist() == [place for row in rows for place in range(len(row))]


@given(rows=ROWS.filter(bool), picks=st.lists(st.integers(0, 5), max_size=6))
def test_rows_are_taken_in_any_order(rows: list[list[int]], picks: list[int]) -> None:
    picks = [pick % len(rows) for pick in picks]
    assert listed(ragged(rows).take(np.array(picks, dtype=np.int64))) == [rows[pick] for pick in picks]
