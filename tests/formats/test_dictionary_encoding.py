"""Codes of the strings of several columns, plain ones and dictionaries."""

from __future__ import annotations

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from event_scoring.formats.dictionary_encoding import MISSING, encode_together

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
