"""Matchings against the rule one pair at a time, an enumeration of all matchings, or a solver of dense tables."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from itertools import chain, repeat

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from event_scoring.matching import (
    best_ranked,
    connected_groups,
    extendable,
    greedy_one_to_one,
    largest_total,
    most_matched,
)
from tests.generated import examples

Worth = dict[tuple[int, int], float]
GRAPHS = st.dictionaries(
    st.tuples(st.integers(0, 24), st.integers(0, 24)), st.sampled_from([0.25, 0.5, 1.0]), max_size=150
)


def taken_one_at_a_time(pairs: Worth) -> set[tuple[int, int]]:
    taken: set[tuple[int, int]] = set()
    for _, system, reference in sorted((-similarity, *pair) for pair, similarity in pairs.items()):
        if all(system != s and reference != r for s, r in taken):
            taken.add((system, reference))
    return taken


@examples(150)
@given(pairs=GRAPHS)
def test_greedy_takes_the_most_similar_free_pair(pairs: Worth) -> None:
    assert {*greedy_one_to_one(pairs)} == taken_one_at_a_time(pairs)


def test_a_long_chain_of_ties() -> None:
    pairs = {(step, step + more): 0.5 for step in range(300) for more in (0, 1)}
    assert {*greedy_one_to_one(pairs)} == {(step, step) for step in range(300)}


@examples(150)
@given(pairs=GRAPHS)
def test_optimal_has_the_largest_total(pairs: Worth) -> None:
    taken = largest_total(pairs)
    assert len({system for system, _ in taken}) == len({reference for _, reference in taken}) == len(taken)
    dense = np.zeros((25, 25))
    for pair, similarity in pairs.items():
        dense[pair] = similarity
    best = dense[linear_sum_assignment(dense, maximize=True)].sum()
    assert sum(pairs[pair] for pair in taken) == pytest.approx(best)


def test_nothing_to_match() -> None:
    assert greedy_one_to_one({}) == []
    assert largest_total({}) == []


@examples(150)
@given(pairs=GRAPHS)
def test_groups_share_no_end_and_hang_together(pairs: Worth) -> None:
    groups = connected_groups([*pairs])
    assert sorted(chain.from_iterable(groups)) == sorted(pairs)
    for side in (0, 1):
        ends = [{pair[side] for pair in group} for group in groups]
        assert sum(map(len, ends)) == len(set().union(*ends))
    for first, *others in groups:
        reached, ends = [first], [*others]
        for pair in reached:  # grows
            reached += [other for other in ends if other[0] == pair[0] or other[1] == pair[1]]
            ends = [other for other in ends if other not in reached]
        assert not ends


Edges = dict[tuple[int, int], int]


def best(edges: Edges, tiers: int) -> tuple[int, ...]:
    """The number of pairs of the best matching, and how many of them each tier has."""
    found = (0,) * (tiers + 1)
    for size in range(1, len(edges) + 1):
        for chosen in itertools.combinations(edges, size):
            if len({left for left, _ in chosen}) == len({right for _, right in chosen}) == size:
                counts = [sum(edges[edge] == tier for edge in chosen) for tier in range(tiers)]
                found = max(found, (size, *counts))
    return found


def random_document(chance: random.Random) -> Edges:
    cells = list(itertools.product(range(chance.randint(1, 4)), range(chance.randint(1, 4))))
    return dict(
        sorted((cell, chance.randrange(3)) for cell in chance.sample(cells, min(len(cells), chance.randint(0, 7))))
    )


def test_matching_against_all_matchings_of_random_documents() -> None:
    chance = random.Random(0)
    for _ in range(2000):
        edges = random_document(chance)
        taken = best_ranked(edges)
        tiers = [*taken.values()]
        assert (len(taken), *map(tiers.count, range(3))) == best(edges, 3)
        assert len({left for left, _ in taken}) == len({right for _, right in taken}) == len(taken)


def test_further_pairs_that_could_count() -> None:
    chance = random.Random(1)
    for _ in range(300):
        edges = dict.fromkeys(random_document(chance), 0)
        size = best(edges, 1)[0]
        free = extendable(edges, best_ranked(edges), 4, 4)
        for edge in itertools.product(range(4), range(4)):
            if edge not in edges:
                larger = best({**edges, edge: 0}, 1)[0] > size
                assert larger == (edge[0] in free[0] and edge[1] in free[1])


def test_a_crowd_of_ties_is_exact_enough() -> None:
    pairs = {(left, right): (left + right) % 6 for left, right in itertools.product(range(60), range(60))}
    taken = best_ranked(pairs)
    assert len(taken) == 60
    assert set(taken.values()) == {0}


KEYS = "abcd"


@example([(1, ["a", "b"]), (1, ["a", "c"]), (1, ["a", "c"])], dict.fromkeys(KEYS, 1))
@examples(300)
@given(
    st.lists(
        st.tuples(st.integers(1, 2), st.sets(st.sampled_from(KEYS), min_size=2).map(sorted)), min_size=3, max_size=6
    ),
    st.fixed_dictionaries(dict.fromkeys(KEYS, st.integers(1, 2))),
)
def test_as_many_are_matched_as_by_an_assignment_of_single_items(
    offers: list[tuple[int, list[str]]], wanted: dict[str, int]
) -> None:
    taken = most_matched(offers, wanted)
    assert all(set(of_kind) <= set(keys) for of_kind, (_, keys) in zip(taken, offers, strict=True))
    assert all(sum(of_kind.values()) <= number for of_kind, (number, _) in zip(taken, offers, strict=True))
    total = sum((Counter(of_kind) for of_kind in taken), Counter[str]())
    assert all(total[key] <= wanted[key] for key in total)
    items = [keys for number, keys in offers for _ in range(number)]
    places = [*chain.from_iterable(repeat(key, number) for key, number in wanted.items())]
    fits = np.array([[place in keys for place in places] for keys in items], dtype=int).reshape(len(items), len(places))
    assert sum(total.values()) == fits[linear_sum_assignment(-fits)].sum()
