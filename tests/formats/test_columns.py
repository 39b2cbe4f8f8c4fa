"""Keys of rows: equal exactly where the rows are, in 64 bits, whatever the values."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from event_scoring.formats.arrow_rows import first_of, look_up, position_in_group, row_keys
from tests.generated import examples

WIDE = st.one_of(st.integers(-3, 3), st.integers(-(2**63), 2**63 - 1))


@examples(200)
@given(table=st.lists(st.tuples(*[WIDE] * 5), max_size=12))
def test_row_keys(table: list[tuple[int, ...]]) -> None:
    columns = [np.array([row[place] for row in table], dtype=np.int64) for place in range(5)]
    keys = row_keys(*columns).tolist()
    assert len({*zip(keys, table, strict=True)}) == len({*keys}) == len({*table})


@given(values=st.lists(st.integers(-3, 3), max_size=12))
def test_places_in_groups(values: list[int]) -> None:
    group = np.array(values, dtype=np.int64)
    assert position_in_group(group).tolist() == [values[:row].count(value) for row, value in enumerate(values)]
    assert first_of(group).tolist() == [row for row, value in enumerate(values) if value not in values[:row]]


SMALL_OR_LARGE = st.one_of(st.integers(0, 9), st.integers(0, 2**63 - 1))


@given(held=st.lists(SMALL_OR_LARGE, max_size=12), wanted=st.lists(SMALL_OR_LARGE, max_size=12))
def test_a_look_up_finds_the_first_place(held: list[int], wanted: list[int]) -> None:
    left, right = np.array(wanted, dtype=np.int64), np.array(held, dtype=np.int64)
    places = [[place for place, key in enumerate(held) if key == asked] for asked in wanted]
    assert look_up(left, right).tolist() == [row[0] if row else -1 for row in places]
