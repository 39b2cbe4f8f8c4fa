"""Token ids as integers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from event_scoring.formats.tbf.token_tables import TokenNumbers

tokens = st.lists(st.one_of(st.text(max_size=3), st.from_regex("t[0-9]{1,3}", fullmatch=True)), max_size=20)


@given(tokens, st.sampled_from(["t", "", "w."]))
def test_numbers_stand_for_token_ids_one_to_one(names: list[str], prefix: str) -> None:
    numbering = TokenNumbers(prefix)
    numbers = numbering.of(names).tolist()
    assert numbering.names(numbers) == names
    assert numbering.of(names).tolist() == numbers
    assert len(set(numbers)) == len(set(names))


def test_ordinary_ids_keep_their_number() -> None:
    assert TokenNumbers().of(["t0", "t12", "t999999999999999999"]).tolist() == [0, 12, 999999999999999999]
    assert TokenNumbers("").of(["12", "t12"]).tolist() == [12, -1]
    assert TokenNumbers().of(["t1", "t01", "12", " t1", "", "t9999999999999999999", "t١"]).tolist() == [
        1, -1, -2, -3, -4, -5, -6,
    ]  # fmt: skip


def test_a_number_that_nothing_has_has_no_name() -> None:
    assert TokenNumbers().names([-1]) == [None]
