"""Whether text that came in bytes is valid Unicode, where the words of a text are, and texts made comparable."""

from __future__ import annotations

import re
import string
from functools import lru_cache

import numpy as np
import pyarrow as pa

_WORD = re.compile(r"\w+|[^\w\s]")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
ARTICLE = re.compile(r"\b(a|an|the)\b")


def is_valid_text(array: pa.Array) -> bool:
    """Whether all strings of a column are valid Unicode; those in ASCII are without being decoded."""
    if array.type == pa.string() and _is_ascii(array):
        return True
    try:
        array.validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True


def is_unicode(text: str) -> bool:
    """Whether a text can be encoded: it has no halves of surrogate pairs."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def words_of(text: str) -> list[tuple[int, int]]:
    """Return the spans of words: runs of letters, digits and underscores, and every other sign by itself."""
    return [word.span() for word in _WORD.finditer(text)]


@lru_cache(maxsize=2**14)
def plain_text(text: str) -> str:
    """Return a text in lower case, without ASCII punctuation and articles, with single spaces as white space.

    Examples:
        >>> plain_text("The  U.S. army's a-n part"), plain_text("a.n")
        ('us armys part', '')
    """
    return " ".join(ARTICLE.sub(" ", text.lower().translate(_NO_PUNCTUATION)).split())


def _is_ascii(array: pa.StringArray) -> bool:
    """Whether a column certainly holds ASCII only, in slices that lie in its buffer."""
    _, offsets, letters = array.buffers()
    if not len(array) or letters is None or not letters.size:
        return False
    ends = np.frombuffer(offsets, np.int32, len(array) + 1, 4 * array.offset)
    if ends[0] < 0 or ends[-1] > letters.size or (ends[1:] < ends[:-1]).any():
        return False
    return bool(np.frombuffer(letters, np.uint8)[ends[0] : ends[-1]].max(initial=0) < 128)
