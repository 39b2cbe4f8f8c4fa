"""Dice against all pairs of mentions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from event_scoring.nuggets.mapping import dice
from tests.generated import examples

SETS = st.lists(st.lists(st.integers(-3, 5), max_size=4), max_size=8)


def mentions(rows: list[list[int]], spread: int) -> list[frozenset[int]]:
    return [frozenset(value * spread for value in row) for row in rows]


@examples(150)
@given(left=SETS, right=SETS, spread=st.sampled_from([1, 10**6, 2**60]))
def test_dice_of_every_overlapping_pair(left: list[list[int]], right: list[list[int]], spread: int) -> None:
    expected = [
        (s, r, 2 * len(set(a) & set(b)) / (len(set(a)) + len(set(b))))
        for s, a in enumerate(left)
        for r, b in enumerate(right)
        if set(a) & set(b)
    ]
    assert dice(mentions(left, spread), mentions(right, spread)) == expected
