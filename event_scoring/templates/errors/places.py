"""Where mentions stand in a text, counted in its letters and digits, and how far apart two places are."""

from __future__ import annotations

import re
from functools import lru_cache

_ARTICLES = re.compile(r"\b(a|an|the)\b")
Place = tuple[int, int]
"""The first and the last character, both included."""
NOWHERE = (1, 0)
"""The place of every mention that is not in the text: all of these are at one place."""


@lru_cache(2**14)
def letters(text: str) -> str:
    """The letters and digits of a text in lower case, without articles.

    Examples:
        >>> letters("The power-station")
        'powerstation'
    """
    return "".join(sign for sign in _ARTICLES.sub(" ", text.lower()) if sign.isalnum())


def letters_of_text(text: str) -> str:
    """The same of the text of a document, in which word pieces are joined.

    Examples:
        >>> letters_of_text("The car ##bomb")
        'carbomb'
    """
    return letters(text.replace(" ##", ""))


def place_of(mention: str, page: str) -> Place:
    """Where the characters of a mention are first found in those of a text, word boundaries or not.

    Examples:
        >>> place_of("the car", "carbomb"), place_of("truck", "carbomb")
        ((0, 2), (1, 0))
    """
    wanted = letters(mention)
    first = page.find(wanted) if wanted else -1
    return (first, first + len(wanted) - 1) if first >= 0 else NOWHERE


def distance(one: Place, other: Place) -> float:
    """0 for one place, 1 for places that do not overlap, and between them by how much they do.

    Lengths are one less than the number of characters, so that a single character overlaps nothing.

    Examples:
        >>> distance((0, 6), (0, 2)), distance((0, 2), (2, 4)), distance((3, 3), (0, 6))
        (0.6666666666666667, 1.0, 1.0)
    """
    if one == other:
        return 0.0
    area = (one[1] - one[0]) * (other[1] - other[0])
    shared = max(min(one[1], other[1]) - max(one[0], other[0]), 0)
    return 1 - shared**2 / area if area else 1.0
