"""Number formats: percentages and digits."""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from event_scoring.comparison.systems import Comparison

MAX_DIGITS = 15
_SCORE_FIELDS = ("value", "mean", "standard_deviation", "runs", "low", "high", "median", "difference")
"""The fields of a comparison that are scores, an end of an interval, or a difference of two."""
_FRACTIONS = ("precision", "recall", "f1", "accuracy", "score", "value", "em", "loss", "low", "high", "median")
"""The last words of the keys of fractions. Costs, sums and weights have other keys."""
_PARTS = ("_numerator", "_denominator")
"""The ends of the keys of parts of a ratio, which are counts except under rules with partial credit."""


@dataclass(frozen=True)
class NumberFormat:
    """The number format of scores: percentages or fractions, and digits."""

    percent: bool = False
    digits: int | None = None

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> NumberFormat:
        """Return the settings of the flags."""
        digits = arguments.digits
        if digits is not None and not 0 <= digits <= MAX_DIGITS:
            raise ValueError(f"--digits: expected a number from 0 to {MAX_DIGITS}, got {digits}")
        return cls(arguments.percent, digits)

    def of_result(self, value: Any, key: str = "") -> Any:
        """Return a result, or a part of one, with its fractions as they are shown.

        Examples:
            >>> numbers = NumberFormat(percent=True, digits=1)
            >>> numbers.of_result({"f1": 0.5, "cost": 0.25, "per_type": {"A": {"f1": 1.0}}})
            {'f1': 50.0, 'cost': 0.2, 'per_type': {'A': {'f1': 100.0}}}
        """
        if isinstance(value, Mapping):
            return {name: self.of_result(part, str(name)) for name, part in value.items()}
        if isinstance(value, list):
            return [self.of_result(part, key) for part in value]
        if not isinstance(value, float) or math.isnan(value):
            return value
        return self.of_score(value, key)

    def of_score(self, value: float, key: str) -> float:
        """Return the number of a key as it is shown; only fractions become percentages, and counts are whole."""
        if key.endswith(_PARTS) and value.is_integer():
            return int(value)
        if self.percent and key.rsplit("/")[-1].rsplit("_")[-1] in _FRACTIONS:
            value *= 100
        return value if self.digits is None else round(value, self.digits)

    def of_comparison(self, comparison: Comparison, exact_pairs: bool) -> Comparison:
        """Return a comparison with rounded scores. ``exact_pairs`` leaves the differences between systems unrounded."""
        of_pairs = replace(self, digits=None) if exact_pairs else self
        data = comparison.data

        def row_of(key: str, row: dict[str, Any], form: NumberFormat) -> dict[str, Any]:
            return {name: form.of_result(value, key) if name in _SCORE_FIELDS else value for name, value in row.items()}

        scores = {
            key: {name: row_of(key, row, self) for name, row in of_key.items()}
            for key, of_key in data["scores"].items()
        }
        tests = {key: [row_of(key, row, of_pairs) for row in rows] for key, rows in data["tests"].items()}
        return replace(comparison, data={**data, "scores": scores, "tests": tests})

    @property
    def shown_digits(self) -> int:
        """Digits after the point in tables."""
        return self.digits if self.digits is not None else 2 if self.percent else 4
