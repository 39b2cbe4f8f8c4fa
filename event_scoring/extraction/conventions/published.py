"""What is known of a published rule: a row of docs/every-evaluation.md and a choice of which-score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Published:
    """A rule as papers know it."""

    name: str
    year: str
    users: str
    """Who uses it."""
    counts: str
    """What it counts."""
    faults: str
    """What is wrong with it, or what moves its numbers."""
    original: str
    """The program or the paper that it follows, with the commit."""
    checked_by: str
    """What holds it: golden cases are numbers that the published program printed, oracles slow scorers of our own."""
    option: str
    """What gives it here, in Markdown."""
    rule: Callable[..., Any]
    """The function that is the rule."""
