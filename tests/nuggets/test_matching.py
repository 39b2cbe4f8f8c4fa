"""Matchings against the rule one pair at a time, on graphs large and tied enough to reach every branch."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from event_scoring.arrays.ragged import Ragged
from event_scoring.nuggets.matching import (
    Pairs,
    best_of_runs,
    dice_pairs,
    greedy_one_to_one,
    optimal_one_to_one,
)
from tests.generated import examples

GRAPHS = st.sets(st.tuples(st.integers(0, 24), st.integers(0, 24)), max_size=150).flatmap(
    lambda edges: st.tuples(
        st.just(sorted(edges)), st.lists(st.sampled_from([0.25, 0.5, 1.0]), min_size=len(edges), max_size=len(edges))
    )
)


def as_pairs(graph: tuple[list[tuple[int, int]], list[float]]) -> Pairs:
    edges = np.array(graph[0], dtype=np.int64).reshape(-1, 2)
    return Pairs(edges[:, 0], edges[:, 1], np.array(graph[1]))


def taken_one_at_a_time(pairs: Pairs) -> set[tuple[int, int]]:
    rows = zip(pairs.similarity.tolist(), pairs.system.tolist(), pairs.reference.tolist(), strict=True)
    taken: set[tuple[int, int]] = set()
    for _, system, reference in sorted(rows, key=lambda row: (-row[0], row[1], row[2])):
        if all(system != s and reference != r for s, r in taken):
            taken.add((system, reference))
    return taken


def chosen(pairs: Pairs, mask: np.ndarray) -> set[tuple[int, int]]:
    return set(zip(pairs.system[mask].tolist(), pairs.reference[mask].tolist(), strict=True))


@examples(150)
@given(graph=GRAPHS)
def test_greedy_in_rounds_is_greedy_one_at_a_time(graph: tuple[list[tuple[int, int]], list[float]]) -> None:
    pairs = as_pairs(graph)
    assert chosen(pairs, greedy_one_to_one(pairs)) == taken_one_at_a_time(pairs)


def test_a_long_chain_of_ties() -> None:
    steps = np.arange(300)
    pairs = Pairs(np.repeat(steps, 2), np.stack([steps, steps + 1], axis=1).ravel(), np.full(600, 0.5))
    found = chosen(pairs, greedy_one_to_one(pairs))
    assert found == taken_one_at_a_time(pairs) == {(step, step) for step in range(300)}


@examples(150)
@given(graph=GRAPHS)
def test_optimal_has_the_largest_total(graph: tuple[list[tuple[int, int]], list[float]]) -> None:
    pairs = as_pairs(graph)
    taken = optimal_one_to_one(pairs)
    assert len(set(pairs.system[taken])) == len(set(pairs.reference[taken])) == taken.sum()
    dense = np.zeros((25, 25))
    dense[pairs.system, pairs.reference] = pairs.similarity
    assert pairs.similarity[taken].sum() == pytest.approx(dense[linear_sum_assignment(dense, maximize=True)].sum())


SETS = st.lists(st.tuples(st.integers(0, 2), st.lists(st.integers(-3, 5), max_size=4)), max_size=8)


@examples(150)
@given(left=SETS, right=SETS, spread=st.sampled_from([1, 10**6, 2**60]))
def test_dice_of_every_overlapping_pair(
    left: list[tuple[int, list[int]]], right: list[tuple[int, list[int]]], spread: int
) -> None:
    def ragged(side: list[tuple[int, list[int]]]) -> tuple[Ragged, np.ndarray]:
        values = np.array([value * spread for _, row in side for value in row], dtype=np.int64)
        lengths = np.array([len(row) for _, row in side], dtype=np.int64)
        return Ragged.from_lengths(lengths, values), np.array([group for group, _ in side], dtype=np.int64)

    (system, system_group), (reference, reference_group) = ragged(left), ragged(right)
    found = dice_pairs(system.as_sets(), reference.as_sets(), system_group, reference_group)
    expected = {
        (s, r): 2 * len(set(a) & set(b)) / (len(set(a)) + len(set(b)))
        for s, (g, a) in enumerate(left)
        for r, (h, b) in enumerate(right)
        if g == h and set(a) & set(b)
    }
    rows = zip(found.system.tolist(), found.reference.tolist(), strict=True)
    assert dict(zip(rows, found.similarity.tolist(), strict=True)) == expected


def test_nothing_to_match() -> None:
    nothing = Pairs(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))
    for match in (greedy_one_to_one, optimal_one_to_one):
        assert match(nothing).tolist() == []
    assert best_of_runs(nothing.reference, nothing.similarity).tolist() == []
