"""Texts as PAIE and MAVEN-Arg compare them: small letters, no ASCII punctuation, no articles, single spaces."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.ragged import count_rows, list_array, parent_rows
from event_scoring.documents.unicode_text import plain_text


def plain_texts(texts: pa.StringArray) -> pa.StringArray:
    """Several texts. Each different word is looked at once, for what a word becomes does not depend on the others."""
    lists = pc.utf8_split_whitespace(texts)
    words = pc.dictionary_encode(lists.flatten())
    plain = pa.array([plain_text(word) for word in words.dictionary.to_pylist()], pa.string()).take(words.indices)
    left = np.asarray(pc.not_equal(plain, ""))
    return pc.binary_join(
        list_array(count_rows(parent_rows(lists)[left], len(lists)), plain.filter(pa.array(left))), " "
    )
