"""How alike two texts are by their words."""

from __future__ import annotations

from collections.abc import Sequence


def likeness(first: Sequence[str], second: Sequence[str]) -> float:
    """Twice the longest common subsequence of two texts in words, by their lengths together.

    Rows of the usual table are kept as the bits of one number each (Hyyrö, 2004).

    Examples:
        >>> likeness(["the", "old", "man"], ["the", "man"])
        0.8
    """
    places: dict[str, int] = {}
    for place, word in enumerate(first):
        places[word] = places.get(word, 0) | 1 << place
    row = full = (1 << len(first)) - 1
    for word in second:
        matched = row & places.get(word, 0)
        row = (row + matched | row - matched) & full
    common = len(first) - row.bit_count()
    return 1 - (len(first) + len(second) - 2 * common) / (len(first) + len(second))
