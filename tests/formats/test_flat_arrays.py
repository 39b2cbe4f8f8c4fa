"""Lists of different lengths, codes of strings, and keys of rows that are equal exactly where the rows are."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from event_scoring.formats.flat_arrays import (
    MISSING,
    Ragged,
    encode_together,
    first_of,
    look_up,
    position_in_group,
    row_keys,
)
from tests.generated import examples

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


WORDS = st.lists(st.one_of(st.none(), st.sampled_from("abcd")), max_size=8)


@given(columns=st.lists(st.tuples(WORDS, st.permutations("abcdx"), st.booleans()), min_size=1, max_size=3))
def test_dictionaries_are_numbered_as_the_strings_in_them(
    columns: list[tuple[list[str | None], list[str], bool]],
) -> None:
    plain = [pa.array(words, pa.string()) for words, _, _ in columns]
    given_forms = [
        pa.DictionaryArray.from_arrays(
            pa.array([None if word is None else vocabulary.index(word) for word in words], pa.int32()), vocabulary
        )
        if coded
        else column
        for column, (words, vocabulary, coded) in zip(plain, columns, strict=True)
    ]
    wanted, found = encode_together(plain), encode_together(given_forms)
    assert [codes.tolist() for codes in found[0]] == [codes.tolist() for codes in wanted[0]]
    assert found[1] == wanted[1]


@given(
    words=st.integers(1, 5),
    late=st.lists(st.sampled_from(["new", "newer", None]), max_size=3),
    gap=st.booleans(),
)
def test_few_words_are_looked_up_and_later_ones_are_not_missed(words: int, late: list[str | None], gap: bool) -> None:
    column = [None if gap and row % 7 == 3 else f"word {row * row % words}" for row in range(2_000)] + late
    (codes,), found = encode_together([pa.array(column, pa.string())])
    assert found == list(dict.fromkeys(word for word in column if word is not None))
    assert [None if code == MISSING else found[code] for code in codes.tolist()] == column


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
