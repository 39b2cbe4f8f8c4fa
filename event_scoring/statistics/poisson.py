"""Draw bootstrap samples without a list of documents: the hash of its name draws each document.

In a bootstrap sample of a large corpus the number of draws of one document is almost Poisson distributed with mean 1,
and almost independent of the others. Here both hold exactly: the number is a function of seed, sample and document id
(Hanley and MacGibbon, 2006; Chamandy et al., 2012). So parts of a corpus can be sampled separately, in any order and on
any machine, and all systems get the same samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.arrays.hashes import HashArray, hash_texts, mix
from event_scoring.arrays.ragged import FloatArray, IntArray

_THRESHOLDS = (24109, 48219, 60273, 64292, 65296, 65497, 65531, 65535)
"""Numbers of the 2**16 values of a draw that give at most 0, 1, 2, …: Poisson with mean exactly 1, cut at 8."""

_PER_WORD = 4
_DOCUMENTS, _WORDS = 8192, 16
"""Documents, and hashes for each, in work at a time. They fit in the cache."""

_STEP = 0x9E3779B97F4A7C15
_WHOLE, _FRACTION = 20, 32
"""Binary places of sampled whole numbers, and of the fractions after them."""


@dataclass(frozen=True)
class PoissonBootstrap:
    """The number of samples and their seed."""

    resamples: int
    seed: int

    def weights(self, document_hashes: HashArray) -> Iterator[tuple[slice, FloatArray]]:
        """Yield rows of samples in blocks: the number of times that each sample draws each document.

        Examples:
            >>> hashes = hash_texts(pa.array([f"document {number}" for number in range(1000)]))
            >>> blocks = [weights for _, weights in PoissonBootstrap(100, seed=0).weights(hashes)]
            >>> weights = np.concatenate(blocks)
            >>> weights.shape, bool(abs(weights.mean() - 1) < 0.02), bool(abs(weights.var() - 1) < 0.02)
            ((100, 1000), True, True)
        """
        with np.errstate(over="ignore"):
            start = mix(np.full(len(document_hashes), self.seed), document_hashes)
            shift = np.arange(0, 64, 64 // _PER_WORD, dtype=np.uint64)[None, :, None]
            for first in range(0, -(-self.resamples // _PER_WORD), _WORDS):
                step = np.arange(first + 1, first + 1 + _WORDS, dtype=np.uint64) * np.uint64(_STEP)
                words = mix_steps(start[None, :] + step[:, None])
                draws = (words[:, None, :] >> shift).astype(np.uint16).reshape(-1, len(start))
                rows = slice(first * _PER_WORD, min(first * _PER_WORD + len(draws), self.resamples))
                times = np.zeros(draws.shape, dtype=np.uint8)
                for threshold in _THRESHOLDS:
                    times += draws >= threshold
                yield rows, times[: rows.stop - rows.start].astype(np.float64)


@dataclass(frozen=True, eq=False)
class Samples:
    """The sums of every sample, as whole numbers, so that they add up exactly in any order.

    A column of fractions is kept as two: whole numbers of 2**-20, and of 2**-52 for the rest. The rounding of a
    document to 2**-52 does not depend on other documents.
    """

    names: tuple[str, ...]
    fractional: tuple[str, ...]
    whole: IntArray
    """Samples by names."""
    rest: IntArray
    """Samples by fractional names; from 0 to 2**32."""

    def __add__(self, other: Samples) -> Samples:
        return self._carried(self.whole + other.whole, self.rest + other.rest)

    def sums(self) -> dict[str, FloatArray]:
        """Return the sums of all samples for each name."""
        found: dict[str, FloatArray] = {}
        for place, name in enumerate(self.names):
            found[name] = self.whole[:, place].astype(np.float64)
            if name in self.fractional:
                rest = np.ldexp(self.rest[:, self.fractional.index(name)].astype(np.float64), -_FRACTION)
                found[name] = np.ldexp(found[name] + rest, -_WHOLE)
        return found

    def _carried(self, whole: IntArray, rest: IntArray) -> Samples:
        """Return normalised sums: the overflow of the rest is carried into the whole numbers."""
        columns = [self.names.index(name) for name in self.fractional]
        whole[:, columns] += rest >> _FRACTION
        return Samples(self.names, self.fractional, whole, rest & (2**_FRACTION - 1))


def poisson_samples(parts: Mapping[str, NDArray[Any]], doc_ids: pa.StringArray, bootstrap: PoissonBootstrap) -> Samples:
    """Return the sums of the columns of documents with ids, in every sample.

    Examples:
        >>> ids, columns = pa.array(["a", "b", "c"]), {"tp": np.array([0.5, 1.0, 0.1])}
        >>> bootstrap = PoissonBootstrap(resamples=5, seed=0)
        >>> together = poisson_samples(columns, ids, bootstrap).sums()["tp"]
        >>> apart = [poisson_samples({"tp": columns["tp"][[row]]}, ids[row:row + 1], bootstrap) for row in (2, 0, 1)]
        >>> bool((together == (apart[0] + apart[1] + apart[2]).sums()["tp"]).all())
        True
    """
    names, fractional, columns = _whole_columns(parts)
    matrix, place = _distinct(columns)
    largest = int(np.abs(matrix).max(initial=1))
    # A document is drawn 8 times at most, and sums below 2**53 are exact.
    rows = min(_DOCUMENTS, 2**49 // largest)
    if not rows:
        raise ValueError(f"confidence: expected documents with counts below 2^49, got {largest}")
    sums = np.zeros((bootstrap.resamples, matrix.shape[1]), dtype=np.int64)
    hashes = hash_texts(doc_ids)
    for start in range(0, len(matrix), rows):
        block = matrix[start : start + rows]
        for samples, weights in bootstrap.weights(hashes[start : start + rows]):
            sums[samples] += (weights @ block).astype(np.int64)
    sums = sums[:, place]
    whole, rest = sums[:, : len(names)].copy(), sums[:, len(names) :]
    return Samples(names, fractional, whole, rest)._carried(whole, rest)


def mix_steps(states: HashArray) -> HashArray:
    """Return the outputs of SplitMix64 (Steele, Lea and Flood, 2014) at some states."""
    words = (states ^ (states >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: HashArray = words ^ (words >> np.uint64(31))
    return mixed


def _distinct(columns: Sequence[FloatArray]) -> tuple[FloatArray, IntArray]:
    """Return the distinct columns as a matrix, and the index of each column in it. Many counts agree, or are all 0."""
    number: dict[bytes, int] = {}
    place = np.array([number.setdefault(column.tobytes(), len(number)) for column in columns])
    _, first = np.unique(place, return_index=True)
    return np.column_stack([columns[column] for column in first]), place


def _whole_columns(parts: Mapping[str, NDArray[Any]]) -> tuple[tuple[str, ...], tuple[str, ...], list[FloatArray]]:
    """Return all columns as whole numbers. Fractions are split into multiples of 2**-20 and a remainder column at the
    end.
    """
    whole: list[FloatArray] = []
    rest: list[FloatArray] = []
    fractional: list[str] = []
    for name, column in parts.items():
        values = column.astype(np.float64)
        if column.dtype.kind == "f":
            fractional.append(name)
            values = np.ldexp(values, _WHOLE)
            floor = np.floor(values)
            rest.append(np.rint(np.ldexp(values - floor, _FRACTION)))
            values = floor
        whole.append(values)
    return tuple(parts), tuple(fractional), [*whole, *rest]
