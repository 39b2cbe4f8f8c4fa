"""Coverage of intervals and error rates of tests, on simulated corpora whose true F1 is known.

Documents are drawn at random, each with a difficulty of its own that both systems share.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from event_scoring.scoring.intervals import interval
from event_scoring.statistics.precision_recall import f1, ratio
from event_scoring.statistics.resampling import Additive, bootstrap_weights, resampled_scores
from event_scoring.statistics.significance import bootstrap_p_value, randomization_p_value, swapped_scores


def f1_of(sums: Any) -> dict[str, Any]:
    return {"f1": f1(ratio(sums["hits"], sums["predicted"]), ratio(sums["hits"], sums["expected"]))}


def simulated(random: np.random.Generator, documents: int, skill: tuple[float, ...]) -> list[Additive]:
    """Return systems on one corpus with about 30 references a document, found by chance of skill and difficulty."""
    expected = random.poisson(30, documents)
    ease = random.beta(8, 4, documents)
    systems = []
    for chance in skill:
        hits = random.binomial(expected, chance * ease)
        predicted = hits + random.poisson(10, documents)
        systems.append(Additive({"hits": hits, "predicted": predicted, "expected": expected}, f1_of))
    return systems


def true_f1(skill: float) -> float:
    hits = 30 * skill * 8 / 12
    return 2 * hits / (hits + 10 + 30)


def observed(system: Additive) -> float:
    return float(f1_of({name: column.sum() for name, column in system.columns.items()})["f1"])


def coverage(documents: int, corpora: int, samples: int = 1000) -> float:
    """Return the share of corpora whose 95% interval contains the true F1."""
    random = np.random.default_rng(1)
    inside = 0
    for number in range(corpora):
        (system,) = simulated(random, documents, (0.8,))
        weights = bootstrap_weights(documents, samples, seed=number)
        low, high = interval(resampled_scores([system], weights)[0]["f1"], 0.95)
        inside += low <= true_f1(0.8) <= high
    return inside / corpora


def rejections(
    documents: int, corpora: int, samples: int = 1000, skill: tuple[float, float] = (0.8, 0.8)
) -> tuple[float, float]:
    """Return the shares of corpora in which the randomization and the bootstrap test reject equality at 0.05."""
    random = np.random.default_rng(2)
    rejected = np.zeros(2)
    for number in range(corpora):
        systems = simulated(random, documents, skill)
        difference = observed(systems[0]) - observed(systems[1])
        one, other = next(swapped_scores(systems, [(0, 1)], documents, samples, seed=number))
        first, second = resampled_scores(systems, bootstrap_weights(documents, samples, seed=number))
        rejected += [
            randomization_p_value(difference, one["f1"] - other["f1"]) < 0.05,
            bootstrap_p_value(difference, first["f1"] - second["f1"]) < 0.05,
        ]
    return rejected[0] / corpora, rejected[1] / corpora
