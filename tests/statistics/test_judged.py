"""The corrected score covers the truth as often as it says, where the uncorrected one does not."""

from __future__ import annotations

import math

import numpy as np
import pytest

from event_scoring.statistics.judged import Sample, agreement
from tests.statistics.judged_corpora import coverage


@pytest.mark.parametrize("accuracy", [0.6, 0.75, 0.9, 0.99])
def test_coverage_of_the_interval(accuracy: float) -> None:
    """With room for chance."""
    corrected, uncorrected, _ = coverage(accuracy, 120, resamples=300)
    slack = 3 * math.sqrt(0.05 * 0.95 / 120)
    assert 0.93 - slack < corrected < 0.97 + slack
    assert accuracy > 0.6 or uncorrected < 0.93


@pytest.mark.slow
def test_coverage_where_the_sample_holds_no_mistake() -> None:
    """Most samples of 25 pairs of each kind hold no mistake of a judge that is 99% right."""
    corrected, _, _ = coverage(0.99, 1000, sample=50)
    assert 0.93 <= corrected <= 0.97


@pytest.mark.parametrize("right", [1, 5, 12, 24])
def test_a_share_lies_in_the_middle_of_what_is_plausible(right: int) -> None:
    rates = Sample(right, 25, right, 25).drawn_rates(100_000, np.random.default_rng(0))
    assert [(drawn < right / 25).mean() for drawn in rates] == pytest.approx([0.5, 0.5], abs=0.015)


def test_rates_are_the_shares_of_right_pairs_among_yes_and_among_no() -> None:
    assert Sample(3, 4, 1, 5).rates() == (0.75, 0.2)
    assert Sample(0, 0, 0, 0).rates() == (1.0, 0.0)


def test_agreement() -> None:
    one, other = np.array([True, True, False, False]), np.array([True, False, False, False])
    assert agreement(one, other) == (0.75, 0.5)
    assert math.isnan(agreement(one[:2], one[:2])[1])
    assert all(map(math.isnan, agreement(one[:0], one[:0])))
