"""Intervals and tests the slow way: documents are copied or swapped one by one and scored anew."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

Score = Callable[[list[Any], list[Any]], float]


def bootstrap_scores(
    predictions: list[Any], references: list[Any], draws: list[list[int]], score: Score
) -> list[float]:
    """The score of each sample; ``draws`` says how often each sample has each document."""
    found = []
    for weights in draws:
        system, gold = [], []
        for prediction, reference, times in zip(predictions, references, weights, strict=True):
            for _ in range(int(times)):
                system.append(prediction)
                gold.append(reference)
        found.append(score(system, gold))
    return found


def swapped_differences(
    first: list[Any], second: list[Any], references: list[Any], swaps: list[list[int]], score: Score
) -> list[float]:
    """The difference of two systems when some documents of theirs change places."""
    found = []
    for swap in swaps:
        one = [b if moved else a for a, b, moved in zip(first, second, swap, strict=True)]
        other = [a if moved else b for a, b, moved in zip(first, second, swap, strict=True)]
        found.append(score(one, references) - score(other, references))
    return found


def percentile(values: list[float], level: float) -> float:
    """Rank level * (n + 1) of the ordered values, linear between two of them."""
    ordered = sorted(values)
    rank = level * (len(ordered) + 1)
    if rank <= 1:
        return ordered[0]
    if rank >= len(ordered):
        return ordered[-1]
    below = math.floor(rank)
    return ordered[below - 1] + (rank - below) * (ordered[below] - ordered[below - 1])


def p_value(differences: list[float], observed: float, centre: float) -> float:
    """The share of differences at least as far from ``centre`` as the observed one from 0, itself included."""
    extreme = 1
    for difference in differences:
        if abs(difference - centre) >= abs(observed) - 1e-12:
            extreme += 1
    return extreme / (len(differences) + 1)


def holm(p_values: list[float]) -> list[float]:
    """Each p-value times how many are not smaller; never less than for a smaller one, never over 1."""
    corrected = []
    for p in p_values:
        best = 0.0
        for smaller in (other for other in p_values if other <= p):
            rank = sum(1 for other in p_values if other < smaller)
            best = max(best, smaller * (len(p_values) - rank))
        corrected.append(min(best, 1.0))
    return corrected
