"""Confidence intervals of corpus scores, by resampling documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from event_scoring.arrays.ragged import FloatArray, IntArray
from event_scoring.scoring.options import MOST_SAMPLES, check_count, check_number
from event_scoring.statistics.ratios import precision_recall_f1
from event_scoring.statistics.resampling import Additive, bootstrap_weights, resampled_groups, resampled_scores


@dataclass(frozen=True, kw_only=True)
class IntervalOptions:
    """Whether intervals are given, of which level, and how they are found; a base of a task's options."""

    confidence: float | None = None
    resamples: int = 1000
    seed: int = 0

    def check_intervals(self) -> None:
        """Raise a ValueError unless the level lies between 0 and 1 and the numbers are counts."""
        if self.confidence is not None:
            check_number("confidence", self.confidence, 0, 1)
            if self.confidence in (0, 1):
                raise ValueError(f"confidence: expected a number between 0 and 1, got {self.confidence}")
            object.__setattr__(self, "confidence", float(self.confidence))
        check_count("resamples", self.resamples, 1, MOST_SAMPLES)
        check_count("seed", self.seed)

    def choices(self) -> dict[str, object]:
        """What the signature says: every option, those of intervals only where there are intervals."""
        of_intervals = {field.name for field in fields(IntervalOptions)}
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        own = {name: value for name, value in named.items() if name not in of_intervals}
        if self.confidence is None:
            return own
        return {**own, "interval": "bootstrap-percentile", **{name: named[name] for name in sorted(of_intervals)}}


def is_headline(key: str) -> bool:
    """Whether a key of a result is a score by which systems are ranked: F1 and the scores made of several.

    Examples:
        >>> [key for key in ("span_f1", "span_recall", "macro_score", "f1") if is_headline(key)]
        ['span_f1', 'macro_score', 'f1']
    """
    return key in ("f1", "score") or key.endswith(("_f1", "_score"))


def interval_keys(
    result: Mapping[str, Any], additive: Additive, documents: int, options: IntervalOptions, sampler: str = "numpy"
) -> dict[str, float]:
    """``{key}_low`` and ``{key}_high`` for the headline scores of a result.

    Examples:
        >>> half = Additive({"right": np.array([1.0, 0.0] * 50), "all": np.ones(100)},
        ...                 lambda sums: {"f1": sums["right"] / sums["all"]})
        >>> interval_keys({"f1": 0.5}, half, 100, IntervalOptions(confidence=0.95))
        {'f1_low': 0.4, 'f1_high': 0.6}
    """
    if options.confidence is None:
        return {}
    weights = bootstrap_weights(documents, options.resamples, options.seed, sampler)
    samples = resampled_scores([additive], weights)[0]
    found: dict[str, float] = {}
    for key in filter(is_headline, result):
        if key in samples:
            found[f"{key}_low"], found[f"{key}_high"] = interval(samples[key] / additive.unit, options.confidence)
    return found


def interval(samples: FloatArray, confidence: float) -> tuple[float, float]:
    """The percentile interval of the scores of bootstrap samples, those that are undefined left out.

    Examples:
        >>> interval(np.array([1.0, 2.0, 3.0]), 0.5)
        (1.0, 3.0)
    """
    defined = samples[~np.isnan(samples)]
    if not len(defined):
        return float("nan"), float("nan")
    # Rank level * (n + 1), as for the percentiles of `resampling`.
    low, high = np.quantile(defined, [(1 - confidence) / 2, (1 + confidence) / 2], method="weibull")
    return float(low), float(high)


def group_intervals(
    documents: int,
    document: IntArray,
    group: IntArray,
    numbers: Sequence[NDArray[Any]],
    groups: int,
    options: IntervalOptions,
    undefined: float = 0.0,
    sampler: str = "numpy",
) -> list[dict[str, float]]:
    """``f1_low`` and ``f1_high`` of each group, such as an event type; samples without the group say nothing of it.

    Args:
        documents: How many documents there are.
        document: The document of each row.
        group: The group of each row.
        numbers: What was right, what was said and what was asked in each row.
        groups: How many groups there are.
        options: Those of the intervals; without a level there are none.
        undefined: What an undefined F1 is.
        sampler: How documents are drawn.

    Examples:
        >>> rows, ones = np.arange(100), np.ones(100)
        >>> right = np.array([1.0, 0.0] * 50)
        >>> options = IntervalOptions(confidence=0.95)
        >>> (bounds,) = group_intervals(100, rows, np.zeros(100, int), [right, ones, ones], 1, options)
        >>> {name: round(bound, 3) for name, bound in bounds.items()}
        {'f1_low': 0.4, 'f1_high': 0.6}
    """
    if options.confidence is None:
        return [{} for _ in range(groups)]
    weights = bootstrap_weights(documents, options.resamples, options.seed, sampler)
    right, said, asked = resampled_groups(document, group, numbers, groups, weights)
    sampled = np.where(said + asked > 0, precision_recall_f1(right, said, asked, undefined)[2], np.nan)
    bounds = [interval(sampled[:, place], options.confidence) for place in range(groups)]
    return [{"f1_low": low, "f1_high": high} for low, high in bounds]


def shared_scores(samples: Iterable[Mapping[str, Any]]) -> list[str]:
    """The scores that every system has, in the order of the first.

    Examples:
        >>> shared_scores([{"a": 1, "b": 2}, {"b": 1, "a": 0, "c": 1}])
        ['a', 'b']
    """
    first, *others = samples
    return [key for key in first if all(key in other for other in others)]
