"""Intervals and tests against an oracle that copies and swaps documents, and in simulations."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.statistics import coverage, rejections
from event_scoring import count_nuggets, score_nuggets
from event_scoring.scoring import intervals as scoring_intervals
from event_scoring.scoring.intervals import interval, intervals
from event_scoring.statistics.resampling import bootstrap_weights, resampled_scores
from event_scoring.statistics.significance import bootstrap_p_value, holm, randomization_p_value, swapped_scores, swaps
from tests.generated import examples
from tests.oracles import resampling_oracle as oracle

KEYS = ("span_f1", "type_f1", "macro_type_recall", "type_accuracy")


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


def score(key: str, **options: Any) -> oracle.Score:
    return lambda predictions, references: score_nuggets(predictions, references, **options)[key]


@pytest.mark.parametrize("options", [{}, {"protocol": "pilot"}, {"protocol": "evmeval-1.8"}])
def test_intervals_agree_with_copied_documents(options: dict[str, Any]) -> None:
    system, _, gold = corpus(1, 7)
    draws = np.concatenate(list(bootstrap_weights(7, 20, seed=5)))
    table = count_nuggets(system, gold, **options)
    samples = resampled_scores([table.additive()], bootstrap_weights(7, 20, seed=5))[0]
    result = score_nuggets(system, gold, confidence=0.9, resamples=20, seed=5, **options)
    for key in KEYS:
        slow = oracle.bootstrap_scores(system, gold, draws.tolist(), score(key, **options))
        assert samples[key] == pytest.approx(slow, abs=1e-12), key
        bounds = [oracle.percentile(slow, level) for level in (0.05, 0.95)]
        assert interval(samples[key], 0.9) == pytest.approx(bounds, abs=1e-12), key
        if key.endswith("_f1"):
            assert [result[f"{key}_low"], result[f"{key}_high"]] == pytest.approx(bounds, abs=1e-12)


def test_p_values_agree_with_swapped_and_copied_documents() -> None:
    first, second, gold = corpus(2, 6)
    systems = [count_nuggets(side, gold).additive() for side in (first, second)]
    moves = np.concatenate(list(swaps(6, 20, seed=3)))
    draws = np.concatenate(list(bootstrap_weights(6, 20, seed=3)))
    one, other = next(swapped_scores(systems, [(0, 1)], 6, 20, seed=3))
    drawn = resampled_scores(systems, bootstrap_weights(6, 20, seed=3))
    for key in KEYS:
        observed = score(key)(first, gold) - score(key)(second, gold)
        slow = oracle.swapped_differences(first, second, gold, moves.tolist(), score(key))
        assert one[key] - other[key] == pytest.approx(slow, abs=1e-12), key
        assert randomization_p_value(observed, one[key] - other[key]) == oracle.p_value(slow, observed, 0)
        copied = [oracle.bootstrap_scores(side, gold, draws.tolist(), score(key)) for side in (first, second)]
        differences = [a - b for a, b in zip(*copied, strict=True)]
        fast = bootstrap_p_value(observed, drawn[0][key] - drawn[1][key])
        assert fast == oracle.p_value(differences, observed, observed), key


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
    system = count_nuggets(first, gold).additive()
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
