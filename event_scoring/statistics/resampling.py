"""Draw bootstrap samples of a corpus as weights of its documents.

Scores are functions of sums over documents, so samples are not scored again. A sample is a row of weights: the number
of times that it draws each document. One matrix product of weights and counts gives the sums of all samples. Systems
that share the weights are compared on the same samples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from event_scoring.array_types import FloatArray, IntArray

ROUNDING = 1e-12
"""Largest difference of scores that are equal except for the order of summation."""

MAX_DRAWS = 2**20
"""Maximal number of drawn documents in memory at a time."""


@dataclass(frozen=True)
class Additive:
    """The parts of a corpus score: columns that add up over documents, and the function from sums to scores.

    If clusters run over documents the columns have a row for each unit of documents.
    """

    columns: Mapping[str, IntArray | FloatArray]
    scores: Callable[[Mapping[str, FloatArray]], Mapping[str, FloatArray]]

    @property
    def draws(self) -> int:
        """The number of documents or units that a sample draws."""
        return len(next(iter(self.columns.values())))


def bootstrap_weights(documents: int, samples: int, seed: int = 0, sampler: str = "numpy") -> Iterator[FloatArray]:
    """Yield how often each sample draws each document, in blocks of samples (rows) by documents (columns).

    Examples:
        >>> weights = np.concatenate(list(bootstrap_weights(documents=5, samples=3)))
        >>> weights.shape, weights.sum(axis=1).tolist()
        ((3, 5), [5.0, 5.0, 5.0])
    """
    if not documents:
        yield np.zeros((samples, 0))
        return
    draw = _draws(documents, seed, sampler)
    for count in block_sizes(documents, samples):
        cells = draw(count * documents).reshape(count, documents)
        cells += np.arange(count)[:, None] * documents
        yield np.bincount(cells.ravel(), minlength=count * documents).reshape(count, documents).astype(np.float64)


def block_sizes(documents: int, samples: int) -> Iterator[int]:
    """Yield the number of samples of each block, so that a block fits in memory."""
    rows = max(1, MAX_DRAWS // max(documents, 1))
    for start in range(0, samples, rows):
        yield min(rows, samples - start)


def resampled_scores(systems: Sequence[Additive], weights: Iterable[FloatArray]) -> list[Mapping[str, FloatArray]]:
    """Return the scores of each system on every sample, as arrays. All systems get the same samples.

    Examples:
        >>> mean = Additive({"sum": np.array([1.0, 3.0])}, lambda sums: {"mean": sums["sum"] / 2})
        >>> resampled_scores([mean], [np.array([[2.0, 0.0], [1.0, 1.0]])])[0]["mean"].tolist()
        [1.0, 2.0]
    """
    matrix = np.column_stack([column for system in systems for column in system.columns.values()]).astype(np.float64)
    sums = np.concatenate([block @ matrix for block in weights])
    scores, start = [], 0
    for system in systems:
        stop = start + len(system.columns)
        scores.append(system.scores(dict(zip(system.columns, sums[:, start:stop].T, strict=True))))
        start = stop
    return scores


def sampled_scores(
    system: Additive, samples: int = 1000, seed: int = 0, sampler: str = "numpy"
) -> Mapping[str, FloatArray]:
    """Return the scores of one system on bootstrap samples, as arrays.

    Examples:
        >>> mean = Additive({"sum": np.array([3.0])}, lambda sums: {"mean": sums["sum"]})
        >>> sampled_scores(mean, 2)["mean"].tolist()
        [3.0, 3.0]
    """
    return resampled_scores([system], bootstrap_weights(system.draws, samples, seed, sampler))[0]


def resampled_groups(
    document: IntArray,
    group: IntArray,
    numbers: Sequence[IntArray | FloatArray],
    groups: int,
    weights: Iterable[FloatArray],
) -> list[FloatArray]:
    """Return sums by group on every sample (samples by groups), for some columns of numbers.

    Rows have a document and a group, such as an event type; weights are the numbers of times that each sample draws
    each document.

    Examples:
        >>> weights = [np.array([[2.0, 0.0], [1.0, 1.0]])]
        >>> sums, = resampled_groups(np.array([0, 1]), np.array([0, 1]), [np.array([3.0, 5.0])], 2, weights)
        >>> sums.tolist()
        [[6.0, 0.0], [3.0, 5.0]]
    """
    from scipy.sparse import csr_array

    tables: list[csr_array] = []
    sums: list[list[FloatArray]] = [[] for _ in numbers]
    for block in weights:
        if not tables:
            shape = (groups, block.shape[1])
            tables = [csr_array((column.astype(np.float64), (group, document)), shape=shape) for column in numbers]
        for of_column, table in zip(sums, tables, strict=True):
            of_column.append((table @ block.T).T)
    return [np.concatenate(of_column) for of_column in sums]


def percentile(values: FloatArray, level: float) -> float:
    """Return a percentile of the defined values, by the rule of NIST: rank level * (n + 1), linear in between.

    Examples:
        >>> percentile(np.array([1.0, 2.0, 4.0]), 0.5), percentile(np.array([1.0, 2.0, 4.0]), 0.4)
        (2.0, 1.6)
    """
    defined = values[~np.isnan(values)]
    return float(np.quantile(defined, level, method="weibull")) if len(defined) else float("nan")


def win_fractions(scores: Sequence[FloatArray], rounding: float = 0.0) -> list[list[float]]:
    """Return, for each pair of systems, the share of samples on which the first scores strictly higher.

    Scores are equal if they differ by at most ``rounding``.

    Examples:
        >>> win_fractions([np.array([1.0, 2.0, 3.0]), np.array([1.0, 1.0, 4.0])])
        [[0.0, 0.3333333333333333], [0.3333333333333333, 0.0]]
    """
    return [[float(np.mean(score > other + rounding)) for other in scores] for score in scores]


class JavaRandom:
    """The linear congruential generator of ``java.util.Random``.

    Examples:
        >>> JavaRandom(0).integers(10, 5).tolist()
        [0, 8, 9, 7, 5]
    """

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ _MULTIPLIER) & _MASK

    def integers(self, bound: int, count: int) -> IntArray:
        """Return the next ``count`` results of ``nextInt(bound)``."""
        parts, number = [], 0
        while number < count:
            bits = self._bits(count - number)
            if bound & (bound - 1) == 0:
                part = (bits * bound) >> 31
            else:
                value = bits % bound
                # Draws from the last, incomplete run of the range are drawn again.
                part = value[bits - value + (bound - 1) < 2**31]
            parts.append(part)
            number += len(part)
        return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)

    def _bits(self, count: int) -> IntArray:
        """Return the next ``count`` results of ``next(31)``."""
        factor, addend = np.array([_MULTIPLIER], dtype=np.uint64), np.array([_ADDEND], dtype=np.uint64)
        while len(factor) < count:  # k steps at once are one multiplication and one addition too
            last_factor, last_addend = factor[-1], addend[-1]
            addend = np.concatenate([addend, factor * last_addend + addend])
            factor = np.concatenate([factor, factor * last_factor])
        states = (factor[:count] * np.uint64(self._state) + addend[:count]) & np.uint64(_MASK)
        self._state = int(states[-1])
        bits: IntArray = (states >> np.uint64(17)).astype(np.int64)
        return bits


_MULTIPLIER, _ADDEND, _MASK = 0x5DEECE66D, 0xB, 2**48 - 1


def _draws(documents: int, seed: int, sampler: str) -> Callable[[int], IntArray]:
    """Return a function that draws documents with numpy's generator, or with ``java.util.Random`` as the TAC scorer
    does.
    """
    if sampler == "java":
        java = JavaRandom(seed)
        return lambda count: java.integers(documents, count)
    random = np.random.default_rng(seed)
    return lambda count: random.integers(documents, size=count)
