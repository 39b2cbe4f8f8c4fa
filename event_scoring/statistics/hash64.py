"""Hashes of 64 bits for texts and rows, the same on every machine."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

HashArray: TypeAlias = NDArray[np.uint64]


def hash_texts(texts: pa.Array) -> HashArray:
    """Return a hash for each string of a column, by array operations; a missing one counts as empty.

    It sums a mixed value for each byte and its place.
    """
    encoded = texts if pa.types.is_dictionary(texts.type) else texts.dictionary_encode()
    words = encoded.dictionary.cast(pa.large_binary())
    if not len(words):
        return np.zeros(len(texts), dtype=np.uint64)
    _, offsets, letters = words.buffers()
    ends = np.frombuffer(offsets, dtype=np.int64)[words.offset : words.offset + len(words) + 1]
    characters = np.frombuffer(letters, dtype=np.uint8)[: ends[-1]] if ends[-1] else np.empty(0, np.uint8)
    place = np.arange(ends[-1]) - np.repeat(ends[:-1], np.diff(ends))
    sums = np.zeros(len(characters) + 1, dtype=np.uint64)
    with np.errstate(over="ignore"):
        np.cumsum(mix(place * 256 + characters), out=sums[1:])
        by_word = np.diff(sums[ends])
    hashes: HashArray = np.append(by_word, np.uint64(0))[encoded.indices.fill_null(-1).to_numpy()]  # "" has 0
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
