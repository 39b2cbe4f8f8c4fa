"""What is wrong with the lines of a file: found once, raised or warned about in reading, listed in validation."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from event_scoring.arrays.ragged import IntArray
from event_scoring.documents.errors import InputError, Place
from event_scoring.documents.reporting import Finding


@dataclass(frozen=True)
class Check:
    """One kind of problem and the rows that have it.

    A file may be good enough to be scored and not good enough to be submitted, so reading and
    validation each have a level of their own; None says nothing.
    """

    rows: IntArray
    """Line numbers, or whatever `where` of the functions below takes."""
    error: Callable[[int], InputError]
    """What is wrong in one of them."""
    reading: str | None = "error"
    validating: str | None = "error"


def found_by(checks: Iterable[Check], where: Callable[[int], Place]) -> list[Finding]:
    """Everything that checks find, as validation lists it."""
    return [
        Finding(check.error(index).at(where(row)), check.validating)
        for check in checks
        if check.validating is not None
        for index, row in enumerate(check.rows.tolist())
    ]


def raise_first(checks: Iterable[Check], where: Callable[[int], Place]) -> None:
    """Raise an `InputError` for the first line that stands in the way of reading."""
    broken = [check for check in checks if check.reading == "error" and len(check.rows)]
    if broken:
        first = min(broken, key=lambda check: int(check.rows.min()))
        index = int(np.argmin(first.rows))
        raise first.error(index).at(where(int(first.rows[index])))


def warn_of(checks: Sequence[Check], where: Callable[[int], Place]) -> None:
    """One Python warning for each kind of oddity that reading tolerates."""
    for check in checks:
        if check.reading == "warning" and len(check.rows):
            index = int(np.argmin(check.rows))
            more = f" (and {len(check.rows) - 1} more like it)" if len(check.rows) > 1 else ""
            warnings.warn(f"{check.error(index).at(where(int(check.rows[index])))}{more}", stacklevel=4)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """By file, line and level, and of each level as they were found, each once."""
    once = {str(finding): finding for finding in findings}
    return sorted(once.values(), key=lambda finding: (finding.file, finding.line, finding.level))
