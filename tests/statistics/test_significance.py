"""Intervals and tests in simulations, and where nothing differs; `test_statistics_of_tasks` has the oracle."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import count_nuggets, score_nuggets
from event_scoring.scoring import intervals as scoring_intervals
from event_scoring.scoring.intervals import interval, intervals
from event_scoring.statistics.significance import holm, randomization_p_value, swapped_scores, swaps
from tests.generated import examples
from tests.oracles import resampling_oracle as oracle
from tests.statistics.simulated_corpora import coverage, rejections


def corpus(seed: int, documents: int) -> tuple[list[Any], list[Any], list[Any]]:
    """Two systems and their references."""
    chance = random.Random(seed)

    def mentions(found: float) -> list[dict[str, Any]]:
        return [
            {"token_ids": [token, token + chance.randint(0, 1)], "type": chance.choice("AB"), "realis": "Actual"}
            for token in range(0, 12, 3)
            if chance.random() < found
        ]

    sides = [[mentions(found) for _ in range(documents)] for found in (0.8, 0.5, 0.9)]
    return sides[0], sides[1], sides[2]


@given(st.lists(st.integers(0, 50), min_size=1, max_size=12))
def test_holm_agrees_with_its_definition(hundredths: list[int]) -> None:
    p_values = [number / 100 for number in hundredths]
    assert holm(p_values) == pytest.approx(oracle.holm(p_values))


def test_the_same_seed_gives_the_same_samples() -> None:
    whole = np.concatenate(list(swaps(13, 64, seed=4)))
    assert np.array_equal(whole, np.concatenate(list(swaps(13, 64, seed=4))))
    assert not np.array_equal(whole, np.concatenate(list(swaps(13, 64, seed=5))))
    assert 0.4 < whole.mean() < 0.6


def test_equal_systems_are_never_different() -> None:
    first, _, gold = corpus(3, 9)
    system = count_nuggets(first, gold).additive(range(len(gold)))
    one, other = next(swapped_scores([system, system], [(0, 1)], 9, 100))
    assert randomization_p_value(0.0, one["span_f1"] - other["span_f1"]) == 1.0


def test_undefined_samples_are_left_out() -> None:
    assert interval(np.array([np.nan, 0.5, 0.5]), 0.95) == (0.5, 0.5)
    assert np.isnan(interval(np.array([np.nan]), 0.95)).all()
    assert randomization_p_value(0.3, np.array([np.nan, 0.1])) == 0.5


def test_the_interval_covers_the_truth_in_a_simulation() -> None:
    assert 0.92 <= coverage(documents=100, corpora=400, samples=300) <= 0.98


def test_the_tests_reject_equal_systems_rarely_and_unequal_ones_often() -> None:
    for rejected in rejections(documents=60, corpora=400, samples=300):
        assert 0.02 <= rejected <= 0.08
    for rejected in rejections(documents=60, corpora=40, samples=300, skill=(0.8, 0.6)):
        assert rejected > 0.9


@given(seed=st.integers(0, 10**6), confidence=st.sampled_from([0.5, 0.9, 0.95]))
@examples(50)
def test_intervals_of_columns_are_those_of_each(seed: int, confidence: float) -> None:
    chance = np.random.default_rng(seed)
    samples = chance.integers(0, 30, size=(40, 12)) / 29
    samples[chance.random(samples.shape) < chance.random(12)] = np.nan
    found = intervals(samples, confidence).T.tolist()
    assert np.array_equal(found, [interval(column, confidence) for column in samples.T], equal_nan=True)


def test_labels_in_blocks_have_the_same_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    system, _, reference = corpus(3, 8)
    for side in (system, reference):
        for place, document in enumerate(side):
            for mention in document:
                mention["type"] += str((place + mention["token_ids"][0]) % 5)

    def by_type() -> Any:
        return score_nuggets(system, reference, details=True, confidence=0.9, resamples=50)["per_type"]

    whole = by_type()
    monkeypatch.setattr(scoring_intervals, "MAX_CELLS", 150)
    assert len(whole) > 6
    assert repr(by_type()) == repr(whole)
