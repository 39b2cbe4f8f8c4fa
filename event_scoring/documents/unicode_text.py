"""Whether text that came in bytes is valid Unicode, where the words of a text are, and texts made comparable."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Sequence
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


Run = tuple[int, int]
"""The first token and the token after the last."""


def find_runs(words: Sequence[str], tokens: Sequence[str]) -> list[Run]:
    """Return the places where words are a run of equal tokens; no words have an empty place at every token.

    Examples:
        >>> find_runs(["a"], ["a", "b", "a"]), find_runs([], ["a"])
        ([(0, 1), (2, 3)], [(0, 0), (1, 1)])
    """
    size, wanted = len(words), [*words]
    starts = range(len(tokens) - size + 1)
    if not wanted:
        return [(start, start) for start in starts]
    first = wanted[0]
    return [
        (start, start + size)
        for start in starts
        if tokens[start] == first and [*tokens[start : start + size]] == wanted
    ]


def distance_between_starts(trigger: Run) -> Callable[[Run], int]:
    """Return a function from a place to the distance of its start to that of a trigger."""
    return lambda place: abs(place[0] - trigger[0])


def gap_distance(trigger: Run) -> Callable[[Run], int]:
    """Return a function from a place to its distance from a trigger, as gen-arg and Code4Struct measure it."""
    start, end = trigger
    return lambda place: abs(start - place[1]) if place[0] < start else abs(place[0] - end)


def nearest_run(words: Sequence[str], tokens: Sequence[str], trigger: Run) -> Run | None:
    """Return the place of words with the smallest gap to a trigger, in a tie the leftmost.

    As published, no words are behind the last token, and a gap of as many tokens as the sentence has is too large.

    Examples:
        >>> nearest_run(["a"], ["a", "b", "c", "a"], (2, 3)), nearest_run(["d"], ["a"], (0, 1))
        ((3, 4), None)
    """
    gap = gap_distance(trigger)
    found = [place for place in find_runs(words, tokens) if place[0] < len(tokens) and gap(place) < len(tokens)]
    return min(found, key=gap, default=None)
