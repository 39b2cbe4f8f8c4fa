"""Neighbours of items in overlapping frames: against sets, and at sizes where pairs of neighbours would not do."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring.arguments.rule import link_scores
from tests.generated import examples
from tests.oracles import argument_oracle

ITEMS = 7
MEMBERSHIP = st.lists(st.lists(st.integers(0, 4), max_size=4), min_size=ITEMS, max_size=ITEMS)


def frames(membership: list[list[int]]) -> list[set[int]]:
    """The items of each frame, from the frames of each item."""
    return [{item for item, holding in enumerate(membership) if frame in holding} for frame in range(5)]


@examples(300)
@given(system=MEMBERSHIP, reference=MEMBERSHIP)
def test_against_sets(system: list[list[int]], reference: list[list[int]]) -> None:
    ours, theirs = frames(system), frames(reference)
    links = link_scores(ours, theirs)
    assert links.keys() == {item for item, holding in enumerate(reference) if holding}
    scored = [frame & links.keys() for frame in ours]
    for item, found in links.items():
        wanted = argument_oracle.link_scores(item, scored, theirs) if system[item] else (0.0, 0.0, 0.0)
        assert found == pytest.approx(wanted, abs=1e-15)


def test_no_items() -> None:
    assert link_scores([], []) == {}


def test_large_groups_cost_their_overlaps_not_their_pairs() -> None:
    """20,000 items in one system group: 400,000,000 pairs of neighbours."""
    count = 20_000
    references = [set(range(start, start + 100)) for start in range(0, count, 100)]
    links = link_scores([set(range(count))], references)
    assert len(links) == count
    precision, recall, _ = (np.array(column) for column in zip(*links.values(), strict=True))
    assert np.allclose(precision, 99 / (count - 1))
    assert np.allclose(recall, 1)


@pytest.mark.parametrize("system_frames", [1, 40, 2000])
def test_a_crowded_document_costs_no_pairs(system_frames: int) -> None:
    """2,000 arguments of one role, in one frame, in some, or each alone."""
    arguments = [("Life.Die", "Victim", f"e{number}", "Actual") for number in range(2000)]
    system = [set(arguments[start::system_frames]) for start in range(system_frames)]
    start = time.process_time()
    link_scores(system, [set(arguments[place : place + 10]) for place in range(0, 2000, 10)])
    assert time.process_time() - start < 0.5
