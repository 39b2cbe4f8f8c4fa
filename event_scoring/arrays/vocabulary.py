"""Strings of several columns as numbers of one shared vocabulary."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from event_scoring.arrays.ragged import IntArray

MISSING = -1
"""The code of a value that is not given."""


def encode_together(columns: Sequence[pa.Array]) -> tuple[list[IntArray], list[str]]:
    """Number the strings of some columns by one vocabulary; missing values get `MISSING`.

    Examples:
        >>> codes, words = encode_together([pa.array(["b", None]), pa.array(["a", "b"])])
        >>> [column.tolist() for column in codes], words
        ([[0, -1], [1, 0]], ['b', 'a'])
    """
    coded, given = [], False
    for column in columns:
        given |= pa.types.is_dictionary(column.type)
        coded.append(coded_text(column))
    shared, codes = pa.chunked_array(coded).unify_dictionaries().chunks, []
    for column in shared:
        codes.append(column.indices.fill_null(MISSING).to_numpy(zero_copy_only=False).astype(np.int64))
    words = shared[0].dictionary.to_pylist()
    return _as_first_codes_as_met(codes, words) if given else (codes, words)


def coded_text(column: pa.Array) -> pa.DictionaryArray:
    """The strings of a column as codes of its words, in the order in which they are first met; codes stay."""
    return column if pa.types.is_dictionary(column.type) else column.dictionary_encode()


def _as_first_codes_as_met(codes: Sequence[IntArray], words: Sequence[str]) -> tuple[list[IntArray], list[str]]:
    """The same columns numbered as if strings had come: words in the order of the rows, and no others."""
    used = _codes_as_met(np.concatenate(codes), len(words))
    if np.array_equal(used, np.arange(len(words))):
        return [*codes], [*words]
    translation = np.full(len(words) + 1, MISSING)
    translation[used] = np.arange(len(used))
    return [translation[column] for column in codes], [words[word] for word in used]


def _codes_as_met(rows: IntArray, words: int) -> IntArray:
    """The codes that some rows have, in the order in which they are first met."""
    first = np.full(words + 1, len(rows))
    first[rows[::-1]] = np.arange(len(rows))[::-1]  # of several rows with a word the last one here stays: the first
    order = np.argsort(first[:-1], kind="stable")
    return order[first[order] < len(rows)]
