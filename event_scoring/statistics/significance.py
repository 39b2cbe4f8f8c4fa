"""Test whether the difference of two systems on the same documents could be chance.

Both tests use sums over documents. Resampling all systems is one matrix product, and every pair of systems is tested on
the same samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from event_scoring.array_types import FloatArray
from event_scoring.statistics.resampling import ROUNDING, Additive, block_sizes

Pair = tuple[int, int]


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number by Holm's step-down procedure (1979).

    Examples:
        >>> holm([0.01, 0.04, 0.03])
        [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    scaled = p[order] * np.arange(len(p), 0, -1)
    corrected = np.empty(len(p))
    corrected[order] = np.minimum(np.maximum.accumulate(scaled), 1)
    return [round(value, 15) for value in corrected.tolist()]


def bootstrap_p_value(observed: float, samples: FloatArray) -> float:
    """Return the two-sided p-value of a difference from its values on bootstrap samples.

    The samples scatter about the observed difference; shifted to scatter about 0, they show what chance
    would do to equal systems (Efron and Tibshirani 1993, chapter 16). The data count as one more sample.

    Examples:
        >>> bootstrap_p_value(0.2, np.array([0.1, 0.2, 0.3, 0.45]))
        0.4
    """
    return _share(np.abs(samples - observed), observed)


def randomization_p_value(observed: float, samples: FloatArray) -> float:
    """Return the two-sided p-value of a difference from its values with documents swapped at random.

    Examples:
        >>> randomization_p_value(0.2, np.array([0.1, -0.2, 0.05, 0.0]))
        0.4
    """
    return _share(np.abs(samples), observed)


def swaps(documents: int, samples: int, seed: int = 0) -> Iterator[FloatArray]:
    """Yield the documents that each sample swaps, in blocks of samples (rows) by documents (columns) of 0 and 1."""
    random = np.random.default_rng(seed)
    for count in block_sizes(documents, samples):
        bits = np.frombuffer(random.bytes((count * documents + 7) // 8), dtype=np.uint8)
        yield np.unpackbits(bits, count=count * documents).reshape(count, documents).astype(np.float64)


def swapped_scores(
    systems: Sequence[Additive], pairs: Sequence[Pair], documents: int, samples: int, seed: int = 0
) -> Iterator[tuple[Mapping[str, FloatArray], Mapping[str, FloatArray]]]:
    """Yield both scores of each pair of systems on samples that swap the documents of some rows.

    This is the paired randomization test of Noreen (1989). If two systems were equal, each document's output could have
    come from either.

    Examples:
        >>> one = Additive({"sum": np.array([1.0, 1.0])}, lambda sums: {"mean": sums["sum"] / 2})
        >>> two = Additive({"sum": np.array([0.0, 0.0])}, one.scores)
        >>> first, second = next(swapped_scores([one, two], [(0, 1)], documents=2, samples=4))
        >>> (first["mean"] + second["mean"]).tolist()
        [1.0, 1.0, 1.0, 1.0]
    """
    shared = set(systems[0].columns).intersection(*(system.columns for system in systems))
    names = [name for name in systems[0].columns if name in shared]
    matrix = np.column_stack([system.columns[name] for system in systems for name in names]).astype(np.float64)
    # Rows of names: for each system and column the sum over all documents, and over the swapped ones.
    total = matrix.sum(axis=0).reshape(len(systems), len(names))
    moved = np.concatenate([block @ matrix for block in swaps(documents, samples, seed)])
    moved = moved.reshape(samples, len(systems), len(names))
    for one, other in pairs:
        exchanged = moved[:, other] - moved[:, one]
        yield (
            systems[one].scores(dict(zip(names, (total[one] + exchanged).T, strict=True))),
            systems[other].scores(dict(zip(names, (total[other] - exchanged).T, strict=True))),
        )


def _share(distances: FloatArray, observed: float) -> float:
    """Return the share of samples at least as extreme as the observed value, which counts as a sample.

    An undefined difference shows no effect: its share is 1.
    """
    if np.isnan(observed):
        return 1.0
    defined = distances[~np.isnan(distances)]
    extreme = int(np.count_nonzero(defined >= abs(observed) - ROUNDING))
    return (extreme + 1) / (len(defined) + 1)
