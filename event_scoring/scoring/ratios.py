"""Scores as data: which sums make a precision, a recall and an F1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from event_scoring.statistics.ratios import f1, ratio


@dataclass(frozen=True)
class Ratio:
    """Precision, recall and F1 of one score, by the names of the sums that they are made of.

    Examples:
        >>> of_triggers = Ratio("trigger", "right", "predictions", "references")
        >>> of_triggers.scores({"right": 1, "predictions": 2, "references": 1}, 0.0)["trigger_precision"].item()
        0.5
    """

    name: str
    """What the keys of its scores begin with; empty for the plain keys."""
    right: str
    """What is right, of the predictions and, unless ``found`` says otherwise, of the references."""
    predicted: str
    wanted: str
    found: str = ""
    """What is right of the references, where several predictions may be right by one of them."""

    def scores(self, sums: Mapping[str, Any], zero_division: float) -> dict[str, Any]:
        """The three scores of some sums; arrays of sums give arrays."""
        precision = ratio(sums[self.right], sums[self.predicted], zero_division)
        recall = ratio(sums[self.found or self.right], sums[self.wanted], zero_division)
        start = f"{self.name}_" if self.name else ""
        values = {"precision": precision, "recall": recall, "f1": f1(precision, recall, zero_division)}
        return {f"{start}{key}": value for key, value in values.items()}
