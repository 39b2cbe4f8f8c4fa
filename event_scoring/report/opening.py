"""The opening of a report: what the page shows of the sentence, the strip of scorers, and the lit one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SIZES = (1 / 75, 1 / 60, 1 / 40, 1 / 27, 1 / 11)
"""Widths of a dot, relative to the axis, for which dots are placed: from a desktop to a phone."""
MAX_LEVELS = 7
"""Dots stacked in one column before the next column begins."""


@dataclass(frozen=True)
class Opening:
    """The sentence, the strip of scorers and the lit scorer, as the page shows them."""

    drawn: Mapping[str, Any]
    """The answer of the page, which the script draws."""
    scorer: str = ""
    """The name of the lit scorer."""
    facts: Sequence[tuple[str, str]] = ()
    """Names and values of the facts: the data, the authors and the date of the scoring."""

    @property
    def sentence(self) -> str:
        """The sentence on the numbers of the shown system."""
        return sentence([dot["written"][self.drawn["system"]] for dot in self.drawn["dots"]])

    @property
    def lit(self) -> Mapping[str, Any] | None:
        """The lit scorer with its number and its sum, if any."""
        return next((dot for dot in self.drawn["dots"] if dot["name"] == self.scorer), None)

    def groups(self, system: str) -> list[tuple[str, list[str]]]:
        """Return the names of the scorers by their number, in increasing order."""
        groups: dict[str, list[str]] = {}
        for dot in sorted(self.drawn["dots"], key=lambda dot: float(dot["written"][system])):
            groups.setdefault(dot["written"][system], []).append(dot["name"])
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


def placed(values: Sequence[float], size: float) -> list[tuple[float, int]]:
    """Return the place of each dot on an axis from 0 to 1, and its level above the axis.

    A dot stands at its number, over dots of the given size that it would touch. Beside a full column it stands aside.

    Examples:
        >>> placed([0.5, 0.5, 0.51], 0.1)
        [(0.5, 0), (0.5, 1), (0.51, 2)]
    """
    spots: dict[int, tuple[float, int]] = {}
    for number in sorted(range(len(values)), key=lambda number: round(values[number], 2)):
        at = max(0.0, min(1.0, values[number]))
        columns = (at + sign * shift * size for shift in range(len(values)) for sign in (1, -1))
        inside = (column for column in columns if -1e-9 <= column <= 1 + 1e-9)
        free = (
            (column, level)
            for column in inside
            for level in range(MAX_LEVELS)
            if all(level != other or abs(column - x) > size - 1e-6 for x, other in spots.values())
        )
        spots[number] = next(free, (at, MAX_LEVELS))
    return [spots[number] for number in range(len(values))]
