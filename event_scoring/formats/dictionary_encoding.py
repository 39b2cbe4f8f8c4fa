"""Strings of several columns as numbers of one dictionary."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from event_scoring.array_types import IntArray

MISSING = -1
"""The code of a value that is not given."""


def encode_together(columns: Sequence[pa.Array]) -> tuple[list[IntArray], list[str]]:
    """Number the strings of some columns by one dictionary, in the order in which they are first met.

    Values that are not given get `MISSING`.

    Examples:
        >>> codes, words = encode_together([pa.array(["b", None]), pa.array(["a", "b"])])
        >>> [column.tolist() for column in codes], words
        ([[0, -1], [1, 0]], ['b', 'a'])
    """
    strings = [column.dictionary_decode() if pa.types.is_dictionary(column.type) else column for column in columns]
    encoded = pa.concat_arrays(strings).dictionary_encode()
    codes = encoded.indices.fill_null(MISSING).to_numpy().astype(np.int64)
    return np.split(codes, np.cumsum([*map(len, columns)])[:-1]), encoded.dictionary.to_pylist()
