"""Names in charts and in terminals: their width, and their shortened form."""

from __future__ import annotations

import unicodedata


def width(text: str) -> int:
    r"""Return the approximate width of a text in letters. East Asian wide letters count twice, combining marks zero.

    Examples:
        >>> width("ab"), width("日本"), width("e\u0301")
        (2, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def visible(text: str) -> str:
    """Return a text without characters that move the cursor, change colours or reverse the direction."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def shorter(label: str, longest: int) -> str:
    """Shorten a label to at most so many visible letters. A long one keeps its last part, which is the most specific.

    Examples:
        >>> shorter("Movement.Transport-Person", 18), shorter("Attack", 3)
        ('…Transport-Person', 'At…')
    """
    label = visible(label)
    if width(label) <= longest:
        return label
    for start, letter in enumerate(label):
        if letter in ".:/" and start and 3 < len(label) - start <= longest:
            return f"…{label[start + 1 :]}"
    while len(label) > 1 and width(label) >= longest:
        label = label[:-1]
    return f"{label}…"
