"""Confidence intervals of corpus scores, by resampling documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import nan

import numpy as np

from event_scoring.array_types import FloatArray
from event_scoring.scoring.counts import Row, Scores, Sums, grouped_scores
from event_scoring.scoring.limits import MIN_DOCUMENTS
from event_scoring.scoring.options import TaskOptions
from event_scoring.scoring.ratios import Ratio
from event_scoring.statistics.resampling import bootstrap_weights, percentile, resampled_groups

MAX_CELLS = 2**22
"""Scores of labels on samples, labels times samples, that are held in memory at a time."""


def is_headline(key: str) -> bool:
    """Whether a key of a result is a score by which systems are ranked: F1 and the scores made of several.

    Examples:
        >>> [key for key in ("span_f1", "span_recall", "macro_score", "f1") if is_headline(key)]
        ['span_f1', 'macro_score', 'f1']
    """
    return key in ("f1", "score", "value") or key.endswith(("_f1", "_score"))


def interval_keys(
    scores: Scores, samples: Mapping[str, object], confidence: float | None, headlines: Sequence[str] = ()
) -> dict[str, float]:
    """Return ``{key}_low``, ``{key}_high`` and ``{key}_median`` of the headline scores, from their bootstrap samples.

    A task names headlines other than F1, such as an accuracy.

    Examples:
        >>> interval_keys({"f1": 0.5}, {"f1": np.array([0.4, 0.5, 0.6])}, 0.5)
        {'f1_low': 0.4, 'f1_high': 0.6, 'f1_median': 0.5}
    """
    if confidence is None:
        return {}
    found: dict[str, float] = {}
    for key in (key for key in scores if is_headline(key) or key in headlines):
        if key in samples:
            values = np.asarray(samples[key], dtype=np.float64)
            found[f"{key}_low"], found[f"{key}_high"] = interval(values, confidence)
            found[f"{key}_median"] = percentile(values, 0.5)
    return found


def interval(samples: FloatArray, confidence: float) -> tuple[float, float]:
    """Return the percentile interval of the scores of bootstrap samples, ignoring undefined ones."""
    low, high = intervals(samples[:, None], confidence)
    return float(low[0]), float(high[0])


def intervals(samples: FloatArray, confidence: float) -> FloatArray:
    """Return the lows and the highs of `interval` for each column of some samples.

    Examples:
        >>> intervals(np.array([[0.4, 0.1], [0.5, np.nan], [0.6, 0.3]]), 0.5).round(2).tolist()
        [[0.4, 0.1], [0.6, 0.3]]
    """
    bounds = np.full((2, samples.shape[1]), np.nan)
    ascending = np.sort(samples, axis=0)  # undefined values (nan) come last
    defined = np.count_nonzero(~np.isnan(samples), axis=0)
    for number in np.unique(defined[defined > 0]).tolist():
        columns = np.flatnonzero(defined == number)
        levels = [(1 - confidence) / 2, (1 + confidence) / 2]
        # Rank level * (n + 1), as for the percentiles of `resampling`.
        bounds[:, columns] = np.quantile(ascending[:number, columns], levels, axis=0, method="weibull")
    return bounds


def label_scores(
    rows: Sequence[Sequence[Row] | None],
    noun: str,
    sums: Sequence[str],
    options: TaskOptions,
    order: Sequence[int],
    entering: Sequence[bool] | None = None,
) -> dict[str, Scores]:
    """Return precision, recall, F1 with its interval, and the sums of each label, by label.

    Args:
        rows: For each document its records, with a label under the name of the noun, and sums.
        noun: The key of the label.
        sums: The names of the sums.
        options: The options of the scores.
        order: The documents in the order in which samples draw them.
        entering: Which documents count; by default all.
    """
    counted = [
        (number, record)
        for number, records in enumerate(rows)
        if entering is None or entering[number]
        for record in records or ()
    ]
    undefined, confidence = options.zero_division, options.confidence if len(rows) >= MIN_DOCUMENTS else None
    bounds = {} if confidence is None else {"f1_low": nan, "f1_high": nan}

    def scores(of_label: Sums) -> Scores:
        return {**_OF_LABEL.scores(of_label, undefined), **bounds, **of_label}

    found = grouped_scores((record for _, record in counted), [noun], sums, scores)
    if confidence is None:
        return found
    labels = [*found]
    code_of = {label: code for code, label in enumerate(labels)}
    draw = np.argsort(order)[[number for number, _ in counted]]
    code = np.array([code_of[record[noun]] for _, record in counted], dtype=np.int64)
    parts = [np.array([record[name] for _, record in counted]) for name in _PARTS]
    at_once = max(1, MAX_CELLS // options.resamples)
    for start in range(0, len(labels), at_once):
        few = labels[start : start + at_once]
        of_few = (code >= start) & (code < start + len(few))
        columns = [part[of_few] for part in parts]
        weights = bootstrap_weights(len(rows), options.resamples, options.seed, options.sampler)
        summed = resampled_groups(draw[of_few], code[of_few] - start, columns, len(few), weights)
        samples = dict(zip(_PARTS, summed, strict=True))
        # A sample without a label has no score of it.
        has_label = samples["predictions"] + samples["references"] > 0
        sampled = np.where(has_label, _OF_LABEL.scores(samples, undefined)["f1"], nan)
        for label, low, high in zip(few, *intervals(sampled, confidence).tolist(), strict=True):
            found[label] |= {"f1_low": low, "f1_high": high}
    return found


_PARTS = ("true_positives", "predictions", "references")
_OF_LABEL = Ratio("", *_PARTS)


def shared_scores(samples: Iterable[Mapping[str, object]]) -> list[str]:
    """Return the scores that every system has, in the order of the first."""
    first, *others = samples
    shared = set(first).intersection(*others)
    return [key for key in first if key in shared]
