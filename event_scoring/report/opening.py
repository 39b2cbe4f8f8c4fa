"""The opening of a report: what the page shows of the sentence, the strip of scorers, and the lit one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Opening:
    """The sentence, the strip of scorers and the lit scorer, as the page shows them."""

    drawn: Mapping[str, Any]
    """The answer of the page, which the script draws."""
    scorer: str = ""
    """The name of the lit scorer."""
    facts: Sequence[tuple[str, str]] = ()
    """Names and values of the facts: the data, the authors and the date of the scoring."""


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
