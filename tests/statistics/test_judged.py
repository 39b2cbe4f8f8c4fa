"""The corrected score covers the truth as often as it says, where the uncorrected one does not."""

from __future__ import annotations

import math
import os

import numpy as np
import pytest

from event_scoring.statistics.judged import Sample, agreement, corrected_interval

RUNS = 1000 if os.environ.get("LARGE_TESTS") else 120


@pytest.mark.parametrize("accuracy", [0.6, 0.75, 0.9, 0.99])
def test_coverage_of_the_interval(accuracy: float) -> None:
    random = np.random.default_rng(0)

    def corpus(documents: int) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray]:
        base, pairs = random.poisson(2, documents), random.poisson(1.5, documents)
        people = random.random(pairs.sum()) < 0.45
        judge = np.where(random.random(len(people)) < accuracy, people, ~people)
        document = np.repeat(np.arange(documents), pairs)
        yes, no, right = (np.bincount(document[rows], minlength=documents) for rows in (judge, ~judge, people))
        wrong = random.poisson(1, documents), random.poisson(1, documents)
        columns = {"true_positives": base + yes, "predictions": base + pairs + wrong[0], "yes": yes, "no": no}
        return {**columns, "references": base + pairs + wrong[1], "right": base + right}, judge, people

    whole, _, _ = corpus(200_000)
    truth = 2 * whole["right"].sum() / (whole["predictions"].sum() + whole["references"].sum())
    covered = []
    for run in range(RUNS):
        columns, judge, people = corpus(200)
        del columns["right"]
        chosen = np.concatenate([random.permutation(np.flatnonzero(rows))[:100] for rows in (judge, ~judge)])
        sample = Sample.of(judge[chosen], people[chosen])
        covered.append([low <= truth <= high for _, low, high in (
            corrected_interval(columns, sample, 0.95, 300, run),
            corrected_interval(columns, Sample(0, 0, 0, 0), 0.95, 300, run),
        )])  # fmt: skip
    corrected, uncorrected = np.mean(covered, axis=0)
    slack = 3 * math.sqrt(0.05 * 0.95 / RUNS)
    assert 0.93 - slack < corrected < 0.97 + slack
    assert accuracy > 0.6 or uncorrected < 0.93


def test_agreement() -> None:
    one, other = np.array([True, True, False, False]), np.array([True, False, False, False])
    assert agreement(one, other) == (0.75, 0.5)
    assert math.isnan(agreement(one[:2], one[:2])[1])
    assert all(map(math.isnan, agreement(one[:0], one[:0])))
