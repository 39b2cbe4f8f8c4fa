"""Problems with the lines of a file: found once, then raised or warned about by readers, and listed by validation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.array_types import BoolArray, IntArray
from event_scoring.documents.errors import Description, Finding, InputError, Place, quoted
from event_scoring.formats.reader_warnings import warn


@dataclass(frozen=True)
class Check:
    """One kind of problem and the rows that have it.

    A file may be good enough to be scored but not to be submitted. So reading and validation have separate levels; None
    means that the problem is not reported.
    """

    place: Callable[[int], Place]
    """Function from a row to its place in the file."""
    bad: BoolArray | IntArray
    """The rows that have it, as a mask or by their numbers."""
    error: InputError | Callable[[int], InputError]
    """The error for every row, or a function from a row to its error; see `row_error`."""
    reading: str | None = "error"
    validating: str | None = "error"

    @cached_property
    def rows(self) -> IntArray:
        return np.flatnonzero(self.bad) if self.bad.dtype == np.bool_ else self.bad.astype(np.int64, copy=False)

    def located(self, row: int) -> InputError:
        """Return the error of a row with its place."""
        error = self.error if isinstance(self.error, InputError) else self.error(row)
        return error.at(self.place(row))


def row_error(column: pa.Array, *, says: str = "", got: str = "", **parts: Any) -> Callable[[int], InputError]:
    """Return a function from a row to its error: the value is unlike ``wanted``, or fills the braces of a sentence."""

    def error(row: int) -> InputError:
        value = column[row].as_py()
        if says:
            return InputError(says=says.format(quoted(value)), **parts)
        return InputError(got=Description(got.format(quoted(value))) if got else value, **parts)

    return error


@dataclass(frozen=True)
class LineColumns:
    """Columns of the data read from the lines of a file."""

    file: str
    line: IntArray
    """The line of each row."""

    def place(self, row: int) -> Place:
        return Place(self.file, int(self.line[row]))


def found_by(checks: Iterable[Check]) -> list[Finding]:
    """Return all findings of some checks, as validation lists them."""
    return [
        Finding(check.located(row), check.validating)
        for check in checks
        if check.validating is not None
        for row in check.rows.tolist()
    ]


def raise_first(checks: Iterable[Check]) -> None:
    """Raise an `InputError` for the first line that cannot be read."""
    broken = [(check, int(check.rows.min())) for check in checks if check.reading == "error" and len(check.rows)]
    if broken:
        check, row = min(broken, key=lambda one: one[0].place(one[1]))
        raise check.located(row)


def warn_of(checks: Iterable[Check]) -> None:
    """Warn once of each kind of problem that does not keep a file from being read."""
    for check in checks:
        if check.reading == "warning" and len(check.rows):
            warn(with_others(check.located(int(check.rows.min())), len(check.rows)), stacklevel=4)


def with_others(first: InputError, number: int) -> str:
    """Return the first of several problems of one kind, with the number of the others.

    Examples:
        >>> with_others(InputError(says="an empty line"), 3)
        'an empty line (and 2 more like it)'
    """
    return f"{first} (and {number - 1} more like it)" if number > 1 else str(first)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings without repetitions, sorted by file, line and level. Order within a level stays."""
    once = {str(finding): finding for finding in findings}
    return sorted(once.values(), key=lambda finding: (finding.file, finding.line, finding.level))
