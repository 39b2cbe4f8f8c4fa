"""Strings of several columns as numbers of one shared vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
import pyarrow as pa

from event_scoring.arrays.ragged import IntArray, integers

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


def codes_together(columns: Sequence[pa.Array]) -> list[IntArray]:
    """As `encode_together`, without the words: of names there are almost as many as rows, and nobody reads them.

    Examples:
        >>> [codes.tolist() for codes in codes_together([pa.array(["b", None]), pa.array(["a", "b"])])]
        [[0, -1], [1, 0]]
    """
    whole = pa.chunked_array(columns, pa.string()).combine_chunks().dictionary_encode()
    codes = integers(whole.indices, MISSING)
    return np.split(codes, np.cumsum([len(column) for column in columns])[:-1])


def coded_text(column: pa.Array) -> pa.DictionaryArray:
    """The strings of a column as codes of its words, in the order in which they are first met; codes stay."""
    return column if pa.types.is_dictionary(column.type) else column.dictionary_encode()


def words_in(column: pa.DictionaryArray) -> pa.StringArray:
    """The words that the rows of a dictionary have, in any order."""
    return column.dictionary.take(column.indices.unique().drop_null())


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


def merge_words(codes: Sequence[IntArray], canonical: Sequence[str]) -> tuple[list[IntArray], list[str]]:
    """The same columns over the vocabulary of canonical words, one for each word, where several may be the same.

    Examples:
        >>> merged, words = merge_words([np.array([0, 1, -1])], ["a", "a"])
        >>> merged[0].tolist(), words
        ([0, 0, -1], ['a'])
    """
    merged = list(dict.fromkeys(canonical))
    number = {word: place for place, word in enumerate(merged)}
    translation = np.array([*map(number.get, canonical), MISSING], dtype=np.int64)  # the last entry serves code -1
    return [translation[column] for column in codes], merged


def canonical_attributes(texts: Iterable[str], *, unless_empty: bool = False) -> list[str]:
    """Attribute strings as the TAC KBP scorer compares them: ASCII letters and digits, lower case.

    A text without any of these becomes empty, or stays as it is where that is asked for.

    Examples:
        >>> canonical_attributes(["Movement_Transport-Person", "事件"])
        ['movementtransportperson', '']
    """
    found = []
    for text in texts:
        plain = _SIGNS.sub("", text).lower()
        found.append(text if unless_empty and not plain else plain)
    return found


_SIGNS = re.compile("[^A-Za-z0-9]")
