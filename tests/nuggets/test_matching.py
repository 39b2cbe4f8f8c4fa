"""Matchings against the rule one pair at a time, and Dice against all pairs, on graphs with many ties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from event_scoring.matching import largest_total
from event_scoring.nuggets.mapping import Pairs, dice, greedy_one_to_one
from tests.generated import examples

GRAPHS = st.dictionaries(
    st.tuples(st.integers(0, 24), st.integers(0, 24)), st.sampled_from([0.25, 0.5, 1.0]), max_size=150
)


def taken_one_at_a_time(pairs: Pairs) -> set[tuple[int, int]]:
    taken: set[tuple[int, int]] = set()
    for _, system, reference in sorted((-similarity, *pair) for pair, similarity in pairs.items()):
        if all(system != s and reference != r for s, r in taken):
            taken.add((system, reference))
    return taken


@examples(150)
@given(pairs=GRAPHS)
def test_greedy_takes_the_most_similar_free_pair(pairs: Pairs) -> None:
    assert {*greedy_one_to_one(pairs)} == taken_one_at_a_time(pairs)


def test_a_long_chain_of_ties() -> None:
    pairs = {(step, step + more): 0.5 for step in range(300) for more in (0, 1)}
    assert {*greedy_one_to_one(pairs)} == {(step, step) for step in range(300)}


@examples(150)
@given(pairs=GRAPHS)
def test_optimal_has_the_largest_total(pairs: Pairs) -> None:
    taken = largest_total(pairs)
    assert len({system for system, _ in taken}) == len({reference for _, reference in taken}) == len(taken)
    dense = np.zeros((25, 25))
    for pair, similarity in pairs.items():
        dense[pair] = similarity
    best = dense[linear_sum_assignment(dense, maximize=True)].sum()
    assert sum(pairs[pair] for pair in taken) == pytest.approx(best)


SETS = st.lists(st.lists(st.integers(-3, 5), max_size=4), max_size=8)


def mentions(rows: list[list[int]], spread: int) -> list[frozenset[int]]:
    return [frozenset(value * spread for value in row) for row in rows]


@examples(150)
@given(left=SETS, right=SETS, spread=st.sampled_from([1, 10**6, 2**60]))
def test_dice_of_every_overlapping_pair(left: list[list[int]], right: list[list[int]], spread: int) -> None:
    expected = {
        (s, r): 2 * len(set(a) & set(b)) / (len(set(a)) + len(set(b)))
        for s, a in enumerate(left)
        for r, b in enumerate(right)
        if set(a) & set(b)
    }
    found = dice(mentions(left, spread), mentions(right, spread))
    assert found == expected
    assert [*found] == sorted(found)


def test_nothing_to_match() -> None:
    assert greedy_one_to_one({}) == {}
    assert largest_total({}) == []
