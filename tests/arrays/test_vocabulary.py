"""Keys and codes of rows: equal where the rows are, in 64 bits, whatever the values."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from event_scoring.arrays.hashes import hash_texts, mix
from event_scoring.arrays.keys import row_keys
from event_scoring.arrays.vocabulary import MISSING, encode_together
from tests.generated import examples

WIDE = st.one_of(st.integers(-3, 3), st.integers(-(2**62), 2**62))


def same_classes(codes: list[int], values: list[object]) -> bool:
    return len(set(zip(codes, values, strict=True))) == len(set(codes)) == len(set(values))


@examples(200)
@given(table=st.lists(st.tuples(*[WIDE] * 5), max_size=12))
def test_row_keys(table: list[tuple[int, ...]]) -> None:
    columns = [np.array([row[place] for row in table], dtype=np.int64) for place in range(5)]
    keys = row_keys(*columns).tolist()
    assert same_classes(keys, list(table))
    assert [table[row] for row in np.argsort(keys, kind="stable")] == sorted(table)


@given(texts=st.lists(st.one_of(st.none(), st.text(max_size=6)), max_size=8))
def test_hashes_of_texts(texts: list[str | None]) -> None:
    hashes = hash_texts(pa.array(texts, pa.string())).tolist()
    assert same_classes(hashes, [text or "" for text in texts])
    # They are the same wherever the text stands, so that fingerprints of parts agree.
    assert hashes == [hash_texts(pa.array([text], pa.string()))[0] for text in texts]


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


def test_rows_are_mixed_alike_in_every_block() -> None:
    columns = [np.arange(-50_000, 50_000), np.arange(100_000) % 7]
    rows = np.array([0, 2**15 - 1, 2**15, 99_999])
    assert mix(*columns)[rows].tolist() == mix(*(column[rows] for column in columns)).tolist()
    # Signatures hold what follows from these numbers, so they stay.
    assert mix(np.array([1, -1])).tolist() == [16834447057089888969, 13029008266876403067]
