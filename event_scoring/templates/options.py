"""The choices behind a template score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from event_scoring.scoring.intervals import IntervalOptions
from event_scoring.scoring.options import check_choice, check_flag, check_zero_division, options_from

ALIGNMENTS = {"muc-6": "greedy", "optimal": "optimal"}
"""The values of the option ``alignment``, and the counts that each of them reads."""


@dataclass(frozen=True)
class TemplateOptions(IntervalOptions):
    """Choices that change a template score; every one of them stands in the signature.

    Examples:
        >>> TemplateOptions(alignment="best")
        Traceback (most recent call last):
            ...
        ValueError: alignment: expected one of "muc-6", "optimal", got 'best' (str)
    """

    alignment: str = "muc-6"
    partial_credit: bool = False
    zero_division: float = 0.0

    def __post_init__(self) -> None:
        check_choice("alignment", self.alignment, tuple(ALIGNMENTS))
        check_flag("partial_credit", self.partial_credit)
        object.__setattr__(self, "zero_division", check_zero_division(self.zero_division))
        self.check_intervals()


def template_options(given: Mapping[str, Any]) -> TemplateOptions:
    """Options from keywords; a TypeError or ValueError says what is wrong with them."""
    return options_from(TemplateOptions, given)
