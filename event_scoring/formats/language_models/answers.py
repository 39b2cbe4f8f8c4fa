"""The events that one answer of a model names, with what was repaired or left out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Answer:
    """What an answer says."""

    events: list[dict[str, Any]] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)
    """What had to be repaired, by kind; of events and arguments that were left out one for each."""
    reason: str = ""
    """Why the answer could not be read; empty where it could."""
