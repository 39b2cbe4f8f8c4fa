"""What is wrong with the lines of a file: found once, raised or warned about in reading, listed in validation."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

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
    error: Callable[[int], InputError]
    """What is wrong in a row."""
    reading: str | None = "error"
    validating: str | None = "error"
    lines: IntArray | None = None
    """The line of every row of the table that is checked; without it rows are what `where` below takes."""

    def located(self, row: int, where: Callable[[int], Place]) -> InputError:
        """What is wrong in a row, with its place."""
        return self.error(row).at(where(self.line(row)))

    def line(self, row: int) -> int:
        return row if self.lines is None else int(self.lines[row])


def found_by(checks: Iterable[Check], where: Callable[[int], Place]) -> list[Finding]:
    """Everything that checks find, as validation lists it."""
    return [
        Finding(check.located(row, where), check.validating)
        for check in checks
        if check.validating is not None
        for row in check.rows.tolist()
    ]


def raise_first(checks: Iterable[Check], where: Callable[[int], Place]) -> None:
    """Raise an `InputError` for the first line that stands in the way of reading."""
    broken = [check for check in checks if check.reading == "error" and len(check.rows)]
    if broken:
        first = min(broken, key=lambda check: check.line(int(check.rows.min())))
        raise first.located(int(first.rows.min()), where)


def warn_of(checks: Sequence[Check], where: Callable[[int], Place]) -> None:
    """One Python warning for each kind of oddity that reading tolerates."""
    for check in checks:
        if check.reading == "warning" and len(check.rows):
            more = f" (and {len(check.rows) - 1} more like it)" if len(check.rows) > 1 else ""
            warnings.warn(f"{check.located(int(check.rows.min()), where)}{more}", stacklevel=4)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """By file, line and level, and of each level as they were found, each once."""
    once = {str(finding): finding for finding in findings}
    return sorted(once.values(), key=lambda finding: (finding.file, finding.line, finding.level))
