"""The opening of a report: its verdict, the strip of all scorers, and the sum of the lit scorer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

TICKS = (0, 0.2, 0.4, 0.6, 0.8, 1)
DOT = 0.016
"""The width of a dot, relative to the axis."""
MAX_LEVELS = 7
"""Dots stacked in one column before the next column begins."""


class ScorerNumber(NamedTuple):
    """A scorer with its number."""

    name: str
    value: float
    written: str
    is_lit: bool = False


class Dot(NamedTuple):
    """A scorer at its place: to the right in per cents of the axis, and up in dots."""

    scorer: ScorerNumber
    left: float
    level: int
    number: float
    """The place of its number, to which a line leads from a dot beside a full column."""


@dataclass(frozen=True)
class Opening:
    """The sentence and the dots of the page, as on the screen."""

    sentence: str
    verdict: str
    strips: Mapping[str, Sequence[ScorerNumber]]
    """The numbers of all scorers, by system."""
    lit: str = ""
    """The name of the lit scorer with its number."""
    sum: str = ""
    """The arithmetic behind the lit number."""
    why: str = ""
    about: str = ""
    facts: Sequence[tuple[str, str]] = field(default=())
    """Names and values of the facts: the data, the authors and the date of the scoring."""

    def dots(self, system: str) -> list[Dot]:
        """Return the dots of a system. Dots that would touch are stacked in columns."""
        placed: list[Dot] = []
        for one in sorted(self.strips[system], key=lambda scorer: float(scorer.written)):
            at = max(0.0, min(1.0, one.value))
            columns = (at + shift * DOT for shift in (0, 1, -1, 2, -2, 3, -3, 4, -4))
            inside = [column for column in columns if -1e-9 <= column <= 1 + 1e-9]
            spots = ((column, level) for column in inside for level in range(MAX_LEVELS))
            column, level = next((spot for spot in spots if _is_free(spot, placed)), (at, MAX_LEVELS))
            placed.append(Dot(one, round(100 * column, 2), level, round(100 * at, 2)))
        return placed

    def groups(self, system: str) -> list[tuple[str, list[ScorerNumber]]]:
        """Return the scorers of a system in increasing order of their number."""
        groups: dict[str, list[ScorerNumber]] = {}
        for one in sorted(self.strips[system], key=lambda scorer: float(scorer.written)):
            groups.setdefault(one.written, []).append(one)
        return [*groups.items()]


def sentence(numbers: Sequence[str]) -> str:
    """Return the sentence on the numbers of all scorers, as they are written.

    Examples:
        >>> sentence(["0.86", "0.29", "0.59"]), sentence(["1.00"])
        ('The same output is 0.29 or 0.86, depending on who counts.', 'Whoever counts, this output is 1.00.')
    """
    least, most = min(numbers, key=float), max(numbers, key=float)
    if least == most:
        return f"Whoever counts, this output is {most}."
    return f"The same output is {least} or {most}, depending on who counts."


def _is_free(spot: tuple[float, int], placed: Sequence[Dot]) -> bool:
    column, level = spot
    return all(dot.level != level or abs(dot.left / 100 - column) > DOT - 1e-6 for dot in placed)
