"""Names in charts and in terminals, shortened and distinct."""

from __future__ import annotations

import unicodedata
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
    """Return a label of at most some letters. A long one keeps its last part, the most specific.

    Examples:
        >>> shorter("Movement.Transport-Person", 18), shorter("Attack", 3)
        ('…Transport-Person', 'At…')
    """
    if width(label) <= longest:
        return label
    for start, letter in enumerate(label):
        if letter in ".:/" and start and 3 < len(label) - start <= longest:
            return f"…{label[start + 1 :]}"
    return label[: max(1, longest - 1)] + "…"


def labelled(names: Sequence[str], longest: int = _MAX_NAME_LETTERS) -> list[str]:
    """Return names for an axis. Long names with a common start are shortened to where they differ.

    Examples:
        >>> labelled([f"a-rather-long-name-{number}-of-a-system" for number in (1, 2)], 16)
        ['…name-1-of-a-sy…', '…name-2-of-a-sy…']
    """
    cleaned = [_cleaned(name) for name in names]
    shown = [_elided(name, longest) for name in cleaned]
    for alike in {label for label in shown if shown.count(label) > 1}:
        rows = [row for row, label in enumerate(shown) if label == alike]
        shared = _shared_start([cleaned[row] for row in rows])
        for row in rows:
            shown[row] = _window(cleaned[row], shared, longest)
    seen: dict[str, int] = {}
    for row, label in enumerate(shown):
        seen[label] = seen.get(label, 0) + 1
        if seen[label] > 1:
            shown[row] = f"{label} ({seen[label]})"
    return shown


def shortened(name: str, longest: int = _MAX_NAME_LETTERS) -> str:
    """Return a name for a heading: one line, with the middle of a long name left out.

    Examples:
        >>> shortened("a-rather-long-name", 9)
        'a-ra…name'
    """
    return _elided(_cleaned(name), longest)


def _cleaned(name: str) -> str:
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in name)


def _elided(name: str, longest: int) -> str:
    half = (longest - 1) // 2
    return name if len(name) <= longest else f"{name[:half]}…{name[-half:]}"


def _window(name: str, place: int, longest: int) -> str:
    """Return the part of a name around an index near its start."""
    start = min(max(0, place - longest // 3), max(0, len(name) - longest + 1))
    part = name[start : start + longest - (2 if start + longest - 1 < len(name) else 1)]
    return f"{'…' if start else ''}{part}{'…' if start + len(part) < len(name) else ''}"


def _shared_start(names: Sequence[str]) -> int:
    """Return the length of the longest common prefix of some names."""
    first, last = min(names), max(names)
    alike = (place for place, letters in enumerate(zip(first, last, strict=False)) if letters[0] != letters[1])
    return next(alike, min(len(first), len(last)))
