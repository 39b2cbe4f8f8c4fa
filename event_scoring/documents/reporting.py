"""A problem that validation lists, and how bad it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
