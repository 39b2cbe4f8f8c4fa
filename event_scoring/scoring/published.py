"""Facts about a published rule: a row of docs/every-evaluation.md and a choice of docs/which-score.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Published:
    """A published rule, declared once, next to the function that implements it.

    All of them are in `event_scoring.tasks.published_rules`. The tables of the documentation are made of them by
    ``python -m docs``. Texts are in Markdown.
    """

    name: str
    year: str
    users: str
    """The users of the rule."""
    choose_for: str
    """The purposes for which to choose it."""
    counts: str
    """The items that it compares, in a phrase."""
    faults: str
    """Its faults, and the causes that change its numbers."""
    original: str
    """The paper or the program that it follows, with the commit."""
    checked_by: str
    """The tests of the rule, as names of files in backticks below the folder ``tests``. Golden cases are numbers
    printed by the published program; oracles are slow scorers of our own."""
    rule: Callable[..., object]
    """The function that is the rule."""
    steps: tuple[Callable[..., object], ...] = ()
    """Functions that come before it, after it or inside it, as far as a reader of the paper looks for them."""
    options: Mapping[str, object] = field(default_factory=dict)
    """The options that give it; empty for the default of the score function."""
    needs: str = ""
    """Input that the rule needs in addition to these options."""
