"""The events that one answer of a model names, with what was repaired or left out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class ParsedAnswer:
    """Events read from one answer, with notes about repairs."""

    events: list[dict[str, Any]] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)
    """Notes: one for each kind of repair, and one for each event or argument that was left out."""
    whole: str | None = None
    """The answer as it was written, where scores compare whole answers."""
    reason: str = ""
    """The reason why the answer could not be read; empty if it was read."""
