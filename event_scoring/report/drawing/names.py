"""Names in charts and in terminals, shortened and distinct."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

_MAX_NAME_LETTERS = 38


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


def shorter(label: str, longest: int) -> str:
    """Return a label of at most some letters, all of them visible. A long one keeps its last part, the most specific.

    Examples:
        >>> shorter("Movement.Transport-Person", 18), shorter("Attack", 3)
        ('…Transport-Person', 'At…')
    """
    label = _cleaned(label)
    if width(label) <= longest:
        return label
    for start, letter in enumerate(label):
        if letter in ".:/" and start and 3 < len(label) - start <= longest:
            return f"…{label[start + 1 :]}"
    while len(label) > 1 and width(label) >= longest:
        label = label[:-1]
    return f"{label}…"


def labelled(names: Sequence[str], longest: int = _MAX_NAME_LETTERS) -> list[str]:
    """Return distinct names for an axis. Long names with a common start are shortened to where they differ.

    Examples:
        >>> labelled([f"a-rather-long-name-{number}-of-a-system" for number in (1, 2)], 16)
        ['…-1-of-a-system', '…-2-of-a-system']
    """
    cleaned = [_cleaned(name) for name in names]
    start = _shared_start(cleaned) if max(map(len, cleaned), default=0) > longest else 0
    shown = [f"…{name[start:]}" if start else name for name in cleaned]
    shown = [name if len(name) <= longest else f"{name[: longest - 1]}…" for name in shown]
    seen = Counter[str]()
    for row, label in enumerate(shown):
        seen[label] += 1
        if seen[label] > 1:
            shown[row] = f"{label} ({seen[label]})"
    return shown


def _shared_start(names: Sequence[str]) -> int:
    """Return where the first word begins in which names differ; 0 if one of them begins another."""
    first, last = min(names), max(names)
    alike = next((place for place, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), 0)
    word = max(first.rfind(sign, 0, alike) for sign in "-_./ ")
    return alike if word < 0 else word


def _cleaned(name: str) -> str:
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in name)
