"""Draw bootstrap samples without a list of documents: the hash of its name draws each document.

In a bootstrap sample of a large corpus, draws of a document are almost Poisson distributed with mean 1 and independent.
Here both hold exactly: the number is a function of seed, sample and document id (Hanley and MacGibbon, 2006; Chamandy
et al., 2012). So parts of a corpus can be sampled separately, in any order and on any machine, and all systems get the
same samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from event_scoring.array_types import FloatArray, IntArray
from event_scoring.statistics.hash64 import HashArray, hash_texts, mix

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
    """The sums of every sample by name, as whole numbers, so that they add up exactly in any order.

    A fraction is kept in two: whole numbers of 2**-20, and of 2**-52 for what remains. The rounding of a
    document to 2**-52 is its own and does not depend on the other documents.
    """

    whole: Mapping[str, IntArray]
    rest: Mapping[str, IntArray]
    """The part of each fractional name below its whole units, from 0 to 2**32."""

    def __add__(self, other: Samples) -> Samples:
        zero, fractions, names = np.zeros(1, np.int64), {**self.rest, **other.rest}, {**self.whole, **other.whole}
        rest = {name: self.rest.get(name, zero) + other.rest.get(name, zero) for name in fractions}
        whole = {name: self._units(name, fractions) + other._units(name, fractions) for name in names}
        return _carried(whole, rest)

    def _units(self, name: str, fractions: Mapping[str, IntArray]) -> IntArray:
        """Return the whole numbers of a name that may be a fraction in other documents, or missing in these."""
        numbers = self.whole.get(name, np.zeros(1, np.int64))
        return numbers << _WHOLE if name in fractions and name not in self.rest else numbers

    def sums(self) -> dict[str, FloatArray]:
        """Return the sums of all samples for each name."""
        sums_by_name: dict[str, FloatArray] = {}
        for name, whole in self.whole.items():
            sums_by_name[name] = whole.astype(np.float64)
            if name in self.rest:
                sums_by_name[name] = np.ldexp(
                    sums_by_name[name] + np.ldexp(self.rest[name].astype(np.float64), -_FRACTION), -_WHOLE
                )
        return sums_by_name


def _carried(whole: Mapping[str, IntArray], rest: Mapping[str, IntArray]) -> Samples:
    """Return samples with the carry of the fractional parts moved into the whole numbers."""
    carried = {name: whole[name] + (column >> _FRACTION) for name, column in rest.items()}
    return Samples({**whole, **carried}, {name: column & (2**_FRACTION - 1) for name, column in rest.items()})


def poisson_samples(
    parts: Mapping[str, IntArray | FloatArray], doc_ids: pa.StringArray, bootstrap: PoissonBootstrap
) -> Samples:
    """Return the sums of the columns of documents with ids, in every sample.

    Examples:
        >>> ids, columns = pa.array(["a", "b", "c"]), {"tp": np.array([0.5, 1.0, 0.1])}
        >>> bootstrap = PoissonBootstrap(resamples=5, seed=0)
        >>> together = poisson_samples(columns, ids, bootstrap).sums()["tp"]
        >>> apart = [poisson_samples({"tp": columns["tp"][[row]]}, ids[row:row + 1], bootstrap) for row in (2, 0, 1)]
        >>> bool((together == (apart[0] + apart[1] + apart[2]).sums()["tp"]).all())
        True
    """
    fractions, columns = _whole_columns(parts)
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
    whole, rest = np.split(sums.T[place], [len(parts)])
    return _carried(dict(zip(parts, whole, strict=True)), dict(zip(fractions, rest, strict=True)))


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


def _whole_columns(parts: Mapping[str, IntArray | FloatArray]) -> tuple[list[str], list[FloatArray]]:
    """Return the names of fractions, and all columns as whole numbers; what remains of fractions follows."""
    columns = {name: column.astype(np.float64) for name, column in parts.items()}
    scaled = {name: np.ldexp(columns[name], _WHOLE) for name, column in parts.items() if column.dtype.kind == "f"}
    columns |= {name: np.floor(column) for name, column in scaled.items()}
    rest = [np.rint(np.ldexp(column - columns[name], _FRACTION)) for name, column in scaled.items()]
    return [*scaled], [*columns.values(), *rest]
