"""Correct scores that depend on a judge by people's verdicts on a sample (prediction-powered inference)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from event_scoring.array_types import BoolArray, FloatArray, Numbers
from event_scoring.statistics.precision_recall import ratio
from event_scoring.statistics.resampling import bootstrap_weights, percentile

_NEUTRAL = 1 / 3
"""Prior of a proportion, Beta(1/3, 1/3), whose posterior median is close to the observed proportion.

This holds even if the sample is all right or all wrong (Kerman, 2011, Neutral noninformative and informative conjugate
beta and gamma prior distributions). The customary 1/2 makes intervals too wide if a small sample has no mistakes.
"""


@dataclass(frozen=True)
class Sample:
    """People's verdicts on a sample, split by the judge's verdict."""

    yes: int
    yes_of: int
    no: int
    no_of: int

    @classmethod
    def of(cls, judge: BoolArray, people: BoolArray) -> Sample:
        """Count the pairs that both judged."""
        return cls(int((judge & people).sum()), int(judge.sum()), int((~judge & people).sum()), int((~judge).sum()))

    def rates(self) -> tuple[float, float]:
        """Return the proportion of right pairs among yes and among no. Without a sample the judge is believed."""
        yes = self.yes / self.yes_of if self.yes_of else 1.0
        return yes, self.no / self.no_of if self.no_of else 0.0

    def drawn_rates(self, samples: int, random: np.random.Generator) -> tuple[FloatArray, FloatArray]:
        """Return posterior draws of both proportions."""
        yes = _drawn(random, self.yes, self.yes_of, samples) if self.yes_of else np.ones(samples)
        no = _drawn(random, self.no, self.no_of, samples) if self.no_of else np.zeros(samples)
        return yes, no


def _drawn(random: np.random.Generator, right: int, of: int, samples: int) -> FloatArray:
    """Return posterior draws of a proportion, given k of n."""
    return random.beta(right + _NEUTRAL, of - right + _NEUTRAL, samples)


def agreement(judge: BoolArray, people: BoolArray) -> tuple[float, float]:
    """Return the accuracy of a judge, and Cohen's kappa.

    Kappa is undefined (nan) if both always give the same verdict.

    Examples:
        >>> agreement(np.array([True, True, False, False]), np.array([True, False, False, False]))
        (0.75, 0.5)
    """
    if not len(judge):
        return float("nan"), float("nan")
    accuracy = float((judge == people).mean())
    chance = float(judge.mean() * people.mean() + (1 - judge.mean()) * (1 - people.mean()))
    return accuracy, (accuracy - chance) / (1 - chance) if chance < 1 else float("nan")


def corrected_f1(sums: Mapping[str, Numbers], yes_rate: Numbers, no_rate: Numbers) -> Numbers:
    """Return F1 with the number of right pairs that people would find, given both proportions.

    Sums are ``true_positives`` of all tiers, ``predictions``, ``references``, and two numbers of the judge: ``yes``,
    its pairs among the true positives, and ``no``, the pairs that it refused.

    Examples:
        >>> sums = {"true_positives": 6, "predictions": 10, "references": 10, "yes": 4, "no": 4}
        >>> round(float(corrected_f1(sums, 0.5, 0.25)), 3)  # 6 - 2 + 1 of 10 and 10
        0.5
    """
    right = sums["true_positives"] + sums["yes"] * (yes_rate - 1) + sums["no"] * no_rate
    return ratio(2 * right, sums["predictions"] + sums["references"])


def corrected_interval(
    columns: Mapping[str, FloatArray], sample: Sample, level: float, resamples: int, seed: int
) -> tuple[float, float, float]:
    """Return the corrected F1 and its interval.

    Documents are resampled, and both proportions are drawn from their posterior.
    """
    names: Sequence[str] = list(columns)
    matrix = np.column_stack([columns[name] for name in names]).astype(np.float64)
    drawn = np.concatenate([block @ matrix for block in bootstrap_weights(len(matrix), resamples, seed)])
    rates = sample.drawn_rates(resamples, np.random.default_rng(seed + 1))
    scores = np.asarray(corrected_f1(dict(zip(names, drawn.T, strict=True)), *rates))
    whole = float(corrected_f1(dict(zip(names, matrix.sum(axis=0), strict=True)), *sample.rates()))
    low, high = percentile(scores, (1 - level) / 2), percentile(scores, (1 + level) / 2)
    # Draws for a sample that is all yes are below 1; the interval still contains the estimate.
    return whole, min(low, whole), max(high, whole)
