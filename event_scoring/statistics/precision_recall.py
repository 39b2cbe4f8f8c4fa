"""Compute ratios with a stated value for undefined ones.

All functions take numbers or arrays: one corpus, many documents, or thousands of bootstrap samples. Numbers give
numbers.
"""

from __future__ import annotations

from math import isnan

import numpy as np

from event_scoring.array_types import Numbers


def ratio(numerator: Numbers, denominator: Numbers, undefined: float = 0.0) -> Numbers:
    """Return ``numerator / denominator``, or ``undefined`` if the denominator is 0.

    Examples:
        >>> ratio([1.0, 1.0], [4, 0]).tolist()
        [0.25, 0.0]
    """
    if isinstance(numerator, int | float) and isinstance(denominator, int | float):
        return numerator / denominator if denominator else float(undefined)
    top, bottom = np.asarray(numerator, dtype=np.float64), np.asarray(denominator, dtype=np.float64)
    result = np.full(np.broadcast(top, bottom).shape, undefined, dtype=np.float64)
    np.divide(top, bottom, out=result, where=bottom != 0)
    return result


def f1(precision: Numbers, recall: Numbers, undefined: float = 0.0) -> Numbers:
    """Return the harmonic mean of precision and recall, as scikit-learn defines it.

    It is 0 without right predictions. It is undefined only if both precision and recall are: without predictions and
    references.

    Examples:
        >>> nan = float("nan")
        >>> f1([0.5, 0.0, nan, nan], [1.0, 0.0, 0.0, nan], nan).tolist()
        [0.6666666666666666, 0.0, 0.0, nan]
    """
    if isinstance(precision, float) and isinstance(recall, float):
        if isnan(precision) and isnan(recall):
            return float(undefined)
        both = precision + recall
        return 0.0 if isnan(both) or both == 0 else 2 * precision * recall / both
    p, r = np.asarray(precision, dtype=np.float64), np.asarray(recall, dtype=np.float64)
    no_predictions, no_references = np.isnan(p), np.isnan(r)
    p, r = np.where(no_predictions, 0, p), np.where(no_references, 0, r)
    return np.where(no_predictions & no_references, undefined, ratio(2 * p * r, p + r))


def precision_recall_f1(
    right: Numbers, predicted: Numbers, wanted: Numbers, undefined: float = 0.0, found: Numbers | None = None
) -> tuple[Numbers, Numbers, Numbers]:
    """Return precision, recall and F1 from the numbers of right predictions, of predictions and of references.

    ``found`` is the number of references found, if it differs from the number of right predictions.

    Examples:
        >>> precision_recall_f1(1, 2, 1)
        (0.5, 1.0, 0.6666666666666666)
    """
    found = right if found is None else found
    if not (isinstance(predicted, int | float) and isinstance(wanted, int | float)):
        precision, recall = ratio(right, predicted, undefined), ratio(found, wanted, undefined)
        return precision, recall, f1(precision, recall, undefined)
    precision = right / predicted if predicted else float(undefined)
    recall = found / wanted if wanted else float(undefined)
    if isnan(precision) and isnan(recall):
        return precision, recall, float(undefined)
    both = precision + recall
    return precision, recall, 0.0 if isnan(both) or both == 0 else 2 * precision * recall / both


def is_any(sums: Numbers) -> bool:
    """Whether a sum, or one of several, is not 0.

    Examples:
        >>> is_any(0), is_any(np.array([0, 2]))
        (False, True)
    """
    return bool(sums) if isinstance(sums, int | float) else bool(np.any(sums))


def is_far_better(count: int, other: int) -> bool:
    """Whether a number of agreements is at least twice another, and more than chance explains.

    Examples:
        >>> is_far_better(9, 0), is_far_better(8, 0), is_far_better(30, 10), is_far_better(30, 16)
        (True, False, True, False)
    """
    return count > other and count >= 2 * other and (count - other) ** 2 >= 9 * (count + other)
