"""Coverage of the intervals of scores corrected by people, on simulated corpora.

Corpora are drawn at random with people's verdicts on every pair. The judge agrees with them at the rate of its
accuracy. People see a sample of pairs, in equal parts from its yes and no. The truth is the F1 of a very large corpus
by people's verdicts. The uncorrected interval is that of the judge's own score.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from event_scoring.array_types import BoolArray
from event_scoring.statistics.judged import Sample, corrected_interval

BELIEVED = Sample(0, 0, 0, 0)
"""A sample without people's verdicts."""


def simulated(
    random: np.random.Generator, documents: int, accuracy: float, right: float
) -> tuple[dict[str, Any], BoolArray, BoolArray]:
    """Return the sums of a corpus by document, and the verdicts of judge and people on each pair."""
    base, pairs = random.poisson(2, documents), random.poisson(1.5, documents)
    people = random.random(pairs.sum()) < right
    judge = np.where(random.random(len(people)) < accuracy, people, ~people)
    document = np.repeat(np.arange(documents), pairs)
    yes, no = (np.bincount(document[rows], minlength=documents) for rows in (judge, ~judge))
    columns = {
        "true_positives": base + yes,
        "predictions": base + pairs + random.poisson(1, documents),
        "references": base + pairs + random.poisson(1, documents),
        "yes": yes,
        "no": no,
    }
    return columns, judge, people


def true_f1(right: float) -> float:
    """Return the F1 of an infinite corpus: 2 pairs of earlier tiers, 1.5 of the judge, and 1 more on either side."""
    return (2 + 1.5 * right) / (2 + 1.5 + 1)


def coverage(
    accuracy: float, corpora: int, *, documents: int = 200, sample: int = 200, right: float = 0.45, resamples: int = 400
) -> tuple[float, float, float]:
    """Return how often the 95% intervals of corrected and uncorrected F1 contain the true one, and the former's
    width.
    """
    random = np.random.default_rng(0)
    truth, covered, width = true_f1(right), np.zeros(2), 0.0
    for number in range(corpora):
        columns, judge, people = simulated(random, documents, accuracy, right)
        chosen = np.concatenate([random.permutation(np.flatnonzero(rows))[: sample // 2] for rows in (judge, ~judge)])
        asked = Sample.of(judge[chosen], people[chosen])
        _, low, high = corrected_interval(columns, asked, 0.95, resamples, number)
        _, own_low, own_high = corrected_interval(columns, BELIEVED, 0.95, resamples, number)
        covered += [low <= truth <= high, own_low <= truth <= own_high]
        width += (high - low) / corpora
    return covered[0] / corpora, covered[1] / corpora, width
