"""Neighbours of items in overlapping groups: against sets, and at sizes where pairs of neighbours would not do."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from event_scoring.arrays.ragged import Ragged
from event_scoring.statistics import linking
from event_scoring.statistics.linking import link_scores
from tests.generated import examples

ITEMS = 7
MEMBERSHIP = st.lists(st.lists(st.integers(0, 4), max_size=4), min_size=ITEMS, max_size=ITEMS)


def rows(lists: list[list[int]]) -> Ragged:
    return Ragged.from_lengths(np.array(list(map(len, lists))), np.array([x for row in lists for x in row], dtype=int))


def expected(system: list[list[int]], reference: list[list[int]]) -> list[tuple[float, float, float]]:
    scored = [item for item in range(ITEMS) if reference[item]]

    def near(groups: list[list[int]], item: int) -> set[int]:
        return {other for other in scored if other != item and set(groups[other]) & set(groups[item])}

    found = []
    for item in range(ITEMS):
        if item not in scored or not system[item]:
            found.append((0.0, 0.0, 0.0))
            continue
        mine, theirs = near(system, item), near(reference, item)
        if not mine and not theirs:
            found.append((1.0, 1.0, 1.0))
            continue
        both = len(mine & theirs)
        p, r = both / max(len(mine), 1), both / max(len(theirs), 1)
        found.append((p, r, 2 * p * r / (p + r) if p + r else 0.0))
    return found


@examples(300)
@given(system=MEMBERSHIP, reference=MEMBERSHIP, block=st.sampled_from([1, 10, 2**23]))
def test_against_sets(system: list[list[int]], reference: list[list[int]], block: int) -> None:
    whole = linking._BLOCK
    linking._BLOCK = block
    try:
        found = link_scores(rows(system), rows(reference))
    finally:
        linking._BLOCK = whole
    assert np.allclose(np.column_stack(found), np.array(expected(system, reference)), atol=1e-15)


def test_no_items() -> None:
    assert [column.tolist() for column in link_scores(rows([]), rows([]))] == [[], [], []]


def test_large_groups_cost_their_overlaps_not_their_pairs() -> None:
    """200,000 items in one system group: 40,000,000,000 pairs of neighbours."""
    count = 200_000
    system = Ragged.from_lengths(np.ones(count, dtype=int), np.zeros(count, dtype=int))
    reference = Ragged.from_lengths(np.ones(count, dtype=int), np.arange(count) // 100)
    precision, recall, _ = link_scores(system, reference)  # all pairs would fit into no memory
    assert np.allclose(precision, 99 / (count - 1))
    assert np.allclose(recall, 1)
