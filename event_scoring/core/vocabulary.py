"""Strings of several columns as numbers of one shared vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa

from event_scoring.core.ragged import IntArray

MISSING = -1
"""The code of a value that is not given."""


def encode_together(columns: Sequence[pa.Array]) -> tuple[list[IntArray], list[str]]:
    """Number the strings of some columns by one vocabulary; missing values get `MISSING`.

    Examples:
        >>> codes, words = encode_together([pa.array(["b", None]), pa.array(["a", "b"])])
        >>> [column.tolist() for column in codes], words
        ([[0, -1], [1, 0]], ['b', 'a'])
    """
    chunked = pa.chunked_array(columns, type=pa.string()).dictionary_encode().unify_dictionaries()
    codes, start = [], 0
    whole = chunked.combine_chunks()
    if isinstance(whole, pa.ChunkedArray):
        whole = whole.chunk(0)
    numbers = whole.indices.fill_null(MISSING).to_numpy(zero_copy_only=False).astype(np.int64)
    for column in columns:
        codes.append(numbers[start : start + len(column)])
        start += len(column)
    return codes, whole.dictionary.to_pylist()


def merge_words(
    codes: Sequence[IntArray], words: Sequence[str], canonical: Callable[[str], str]
) -> tuple[list[IntArray], list[str]]:
    """The same columns over the vocabulary of canonical words, where several words may be one.

    Examples:
        >>> merged, words = merge_words([np.array([0, 1, -1])], ["A", "a"], str.lower)
        >>> merged[0].tolist(), words
        ([0, 0, -1], ['a'])
    """
    numbers: dict[str, int] = {}
    new_code = [numbers.setdefault(canonical(word), len(numbers)) for word in words]
    translation = np.array([*new_code, MISSING], dtype=np.int64)  # the last entry serves code -1
    return [translation[column] for column in codes], list(numbers)
