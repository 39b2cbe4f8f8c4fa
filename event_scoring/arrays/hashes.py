"""Numbers that stand for texts, rows and whole corpora, the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.arrays.ragged import Ragged, integers
from event_scoring.arrays.vocabulary import MISSING, coded_text

HashArray = NDArray[np.uint64]


def hash_strings(strings: Iterable[str]) -> HashArray:
    """A 64-bit number for each string, the same on every machine."""
    digests = bytearray()
    for text in strings:
        digests += hashlib.sha256(text.encode()).digest()[:8]
    return np.frombuffer(digests, dtype="<u8").astype(np.uint64)


def hash_texts(texts: pa.StringArray) -> HashArray:
    """A 64-bit number for each string of a column, by array operations; a missing one counts as empty.

    Made for columns with many different strings; it sums a mixed value for each byte and its place.
    """
    encoded = coded_text(texts)
    words = encoded.dictionary.cast(pa.large_binary())
    buffers = words.buffers()
    if not len(words):
        return np.zeros(len(texts), dtype=np.uint64)
    offsets = np.frombuffer(buffers[1], dtype=np.int64)[words.offset : words.offset + len(words) + 1]
    letters = Ragged(offsets, np.frombuffer(buffers[2], dtype=np.uint8) if offsets[-1] else np.empty(0, np.uint8))
    by_word = mix_rows(Ragged(offsets, letters.within * 256 + letters.values[: offsets[-1]]))
    hashes: HashArray = np.append(by_word, np.uint64(0))[integers(encoded.indices, MISSING)]  # "" has 0
    return hashes


_STEP = np.uint64(0x9E3779B97F4A7C15)
_FACTORS = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_SHIFTS = np.uint64(30), np.uint64(27), np.uint64(31)
"""The constants of SplitMix64 (Steele, Lea and Flood, 2014)."""


def mix(*columns: NDArray[np.generic]) -> HashArray:
    """One well-mixed 64-bit number for each row of some integer columns (the order of columns counts).

    Examples:
        >>> mix(np.array([1, 2]), np.array([2, 1])).tolist() == mix(np.array([2, 1]), np.array([1, 2])).tolist()
        False
    """
    mixed = np.full(len(columns[0]), _STEP, dtype=np.uint64)
    with np.errstate(over="ignore"):
        for start in range(0, len(mixed), _BLOCK):
            state = mixed[start : start + _BLOCK]
            for column in columns:
                # Its finalizer.
                state ^= column[start : start + _BLOCK].astype(np.uint64, copy=False)
                state += _STEP
                state ^= state >> _SHIFTS[0]
                state *= _FACTORS[0]
                state ^= state >> _SHIFTS[1]
                state *= _FACTORS[1]
                state ^= state >> _SHIFTS[2]
    return mixed


_BLOCK = 2**15
"""Rows that stay in the cache through all the steps of `mix`."""


def mix_rows(rows: Ragged) -> HashArray:
    """One number for each row, whatever the order of its values: the sum of their mixed values."""
    sums = np.zeros(len(rows.values) + 1, dtype=np.uint64)
    with np.errstate(over="ignore"):
        np.cumsum(mix(rows.values), out=sums[1:])
        return np.diff(sums[rows.offsets])
