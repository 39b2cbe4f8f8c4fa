"""What is wrong with a file: found once, raised or warned about in reading, listed in validation."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from event_scoring.arrays.ragged import IntArray
from event_scoring.formats.text_lines import FileError


@dataclass(frozen=True, order=True)
class Finding:
    """One problem of a file.

    Examples:
        >>> print(Finding("run.tbf", 3, "error", "a document without an id"))
        run.tbf:3: error: a document without an id
    """

    file: str
    line: int
    level: str
    """"error", "warning", or "note" for what a published validator lets pass."""
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.level}: {self.message}"


@dataclass(frozen=True)
class Check:
    """One kind of problem and the places that have it.

    A file may be good enough to be scored and not good enough to be submitted, so reading and
    validation each have a level of their own; None says nothing.
    """

    lines: IntArray
    """Line numbers, from 1."""
    message: Callable[[int], str]
    """The sentence for one of the places."""
    reading: str | None = "error"
    validating: str | None = "error"

    def findings(self, file: str) -> list[Finding]:
        """All places, as validation lists them."""
        if self.validating is None:
            return []
        return [
            Finding(file, line, self.validating, self.message(index)) for index, line in enumerate(self.lines.tolist())
        ]


def raise_first(file: str, checks: Iterable[Check]) -> None:
    """Raise an `InputError` for the first line that stands in the way of reading."""
    broken = [check for check in checks if check.reading == "error" and len(check.lines)]
    if broken:
        first = min(broken, key=lambda check: int(check.lines.min()))
        index = int(np.argmin(first.lines))
        raise FileError(file, int(first.lines[index]), first.message(index))


def warn_of(file: str, checks: Sequence[Check]) -> None:
    """One Python warning for each kind of oddity that reading tolerates."""
    for check in checks:
        if check.reading == "warning" and len(check.lines):
            index = int(np.argmin(check.lines))
            more = f" (and {len(check.lines) - 1} more like it)" if len(check.lines) > 1 else ""
            warnings.warn(f"{file}:{check.lines[index]}: {check.message(index)}{more}", stacklevel=4)
