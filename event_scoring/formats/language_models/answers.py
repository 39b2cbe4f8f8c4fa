"""The events named by one answer of a model, with notes about repairs and omissions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class ParsedAnswer:
    """Events read from one answer, with notes about repairs."""

    events: list[dict[str, Any]] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)
    """One note for each kind of repair, and one for each event or argument that was left out."""
    whole: str | None = None
    """The whole answer as written, for scores that compare whole answers."""
    reason: str = ""
    """The reason why the answer could not be read; empty if it was read."""
