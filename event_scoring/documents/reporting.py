"""What a check does about the problems that it finds: refuse the first, or list them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from event_scoring.arrays.ragged import IntArray
from event_scoring.documents.errors import InputError


@dataclass(frozen=True)
class Finding:
    """One problem, and how bad it is."""

    error: InputError
    level: str = "error"
    """"error", "warning", or "note" for what a published validator lets pass and what was repaired."""

    @property
    def file(self) -> str:
        """The file, where there is one."""
        return self.error.source.file if self.error.source else ""

    @property
    def line(self) -> int:
        """The line; 0 stands for the file as a whole."""
        return self.error.source.line if self.error.source else 0

    @property
    def message(self) -> str:
        """What is wrong, without the file."""
        return self.error.message

    def record(self) -> dict[str, Any]:
        """The same for a machine."""
        return {name: getattr(self, name) for name in ("file", "line", "level", "message")}

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.level}: {self.message}"


class Report:
    """Refuses the first problem, as scoring does."""

    wants_remarks = False
    """Whether it takes what may be scored and should not be submitted."""

    def add(self, rows: Sequence[int] | IntArray, error: Callable[[int], InputError], level: str = "error") -> None:
        """Take the problems of one kind: the rows that have it, and what is wrong in a row."""
        if level == "error" and len(rows):
            raise error(int(rows[0]))


REFUSE = Report()


class Listing(Report):
    """Lists all problems."""

    wants_remarks = True

    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def add(self, rows: Sequence[int] | IntArray, error: Callable[[int], InputError], level: str = "error") -> None:
        self.findings += [Finding(error(int(row)), level) for row in rows]
