"""The corrected score covers the truth as often as it says, where the uncorrected one does not."""

from __future__ import annotations

import math

import numpy as np
import pytest

from benchmarks.trust import coverage
from event_scoring.statistics.judged import agreement


@pytest.mark.parametrize("accuracy", [0.6, 0.75, 0.9, 0.99])
def test_coverage_of_the_interval(accuracy: float) -> None:
    """A small share of `python -m benchmarks.trust`, with room for chance."""
    corrected, uncorrected, _ = coverage(accuracy, 120, resamples=300)
    slack = 3 * math.sqrt(0.05 * 0.95 / 120)
    assert 0.93 - slack < corrected < 0.97 + slack
    assert accuracy > 0.6 or uncorrected < 0.93


def test_agreement() -> None:
    one, other = np.array([True, True, False, False]), np.array([True, False, False, False])
    assert agreement(one, other) == (0.75, 0.5)
    assert math.isnan(agreement(one[:2], one[:2])[1])
    assert all(map(math.isnan, agreement(one[:0], one[:0])))
