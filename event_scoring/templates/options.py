"""The choices behind a template score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from event_scoring.scoring.options import TaskOptions, option

ALIGNMENTS = {"muc-6": "greedy", "optimal": "optimal"}
"""The values of the option ``alignment``, and the counts that each of them reads."""


@dataclass(frozen=True, kw_only=True)
class TemplateOptions(TaskOptions):
    """Choices that change a template score; every one of them stands in the signature.

    Examples:
        >>> TemplateOptions(alignment="best")
        Traceback (most recent call last):
            ...
        ValueError: alignment: expected one of "muc-6", "optimal", got 'best' (str)
    """

    alignment: Literal["muc-6", "optimal"] = option(
        "muc-6", "How templates are aligned: greedily by shared slot values, or for the largest credit."
    )
    partial_credit: bool = option(False, "Give one half for texts that share a word.")
