"""A bootstrap that needs no list of documents: each is drawn by the hash of its own name.

In a bootstrap sample of a large corpus the number of times that one document is drawn is all but Poisson
distributed with mean 1, and all but independent of the others. Here it is made so exactly: a function of
seed, sample and document id (Hanley and MacGibbon, 2006; Chamandy et al., 2012). Parts of a corpus can
thus be sampled apart, in any order and on any machine, and systems meet the same samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.array_types import FloatArray, IntArray
from event_scoring.hash64 import HashArray, hash_texts, mix

_THRESHOLDS = (24109, 48219, 60273, 64292, 65296, 65497, 65531, 65535)
"""How many of the 2**16 values of a draw give at most 0, 1, 2, … : Poisson with mean exactly 1, cut at 8."""

_PER_WORD = 4
_DOCUMENTS, _WORDS = 8192, 16
"""How many documents, and hashes for each of them, are in work at a time: they fit in the cache."""

_STEP = 0x9E3779B97F4A7C15
_WHOLE, _FRACTION = 20, 32
"""Bits behind the point: those of the whole numbers that are sampled, and those that follow them."""


@dataclass(frozen=True)
class PoissonBootstrap:
    """How many samples there are, and the seed that tells them from others."""

    resamples: int
    seed: int

    def weights(self, document_hashes: HashArray) -> Iterator[tuple[slice, FloatArray]]:
        """Rows of samples: how often each of them draws each document, in blocks.

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

    A column of fractions is kept as two: whole numbers of 2**-20, and of 2**-52 for what remains. The
    rounding of a document to 2**-52 is its own and does not depend on the company it is in.
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
        """For each name the sums of all samples."""
        found: dict[str, FloatArray] = {}
        for place, name in enumerate(self.names):
            found[name] = self.whole[:, place].astype(np.float64)
            if name in self.fractional:
                rest = np.ldexp(self.rest[:, self.fractional.index(name)].astype(np.float64), -_FRACTION)
                found[name] = np.ldexp(found[name] + rest, -_WHOLE)
        return found

    def _carried(self, whole: IntArray, rest: IntArray) -> Samples:
        """Likewise with what is left of the rest after its carry."""
        columns = [self.names.index(name) for name in self.fractional]
        whole[:, columns] += rest >> _FRACTION
        return Samples(self.names, self.fractional, whole, rest & (2**_FRACTION - 1))


def poisson_samples(parts: Mapping[str, NDArray[Any]], doc_ids: pa.StringArray, bootstrap: PoissonBootstrap) -> Samples:
    """The sums of the columns of some documents, all of which have an id, in every sample.

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
    """The outputs of SplitMix64 (Steele, Lea and Flood, 2014) at some states."""
    words = (states ^ (states >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: HashArray = words ^ (words >> np.uint64(31))
    return mixed


def _distinct(columns: Sequence[FloatArray]) -> tuple[FloatArray, IntArray]:
    """The columns that differ, as a matrix, and which of them each column is: many counts agree, or are all 0."""
    number: dict[bytes, int] = {}
    place = np.array([number.setdefault(column.tobytes(), len(number)) for column in columns])
    _, first = np.unique(place, return_index=True)
    return np.column_stack([columns[column] for column in first]), place


def _whole_columns(parts: Mapping[str, NDArray[Any]]) -> tuple[tuple[str, ...], tuple[str, ...], list[FloatArray]]:
    """All columns as whole numbers; those of fractions give what is whole of 2**-20, and at the end the rest."""
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
