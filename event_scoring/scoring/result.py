"""What a score function returns: a dict of plain values that prints as a table."""

from __future__ import annotations

from html import escape
from typing import Any

from event_scoring.scoring.tables import Table, score_table


class Result(dict[str, Any]):
    """Scores by name, with `"warnings"` and the `"signature"`.

    Examples:
        >>> print(Result({"span_precision": 0.5, "span_recall": 1.0, "span_f1": 2 / 3, "documents": 2}))
              precision    recall        f1
        ----  ---------  --------  --------
        span     0.5000    1.0000    0.6667
        documents: 2
    """

    @property
    def warnings(self) -> list[str]:
        """What a user should know before trusting the numbers, in sentences."""
        return list(self.get("warnings", ()))

    def table(self) -> Table:
        """Precision, recall and F1 of each group of scores."""
        prefixes = [key.removesuffix("f1").rstrip("_") for key in self if key == "f1" or key.endswith("_f1")]
        return score_table(self, [(prefix, prefix.replace("_", " ")) for prefix in prefixes])

    def others(self) -> dict[str, Any]:
        """The numbers that stand in no group."""
        in_table = {f"{prefix}{suffix}" for prefix in self._prefixes() for suffix in _SUFFIXES}
        return {
            key: value
            for key, value in self.items()
            if isinstance(value, int | float) and key not in in_table and not key.endswith(_COUNTS)
        }

    def __str__(self) -> str:
        table = self.table()
        lines = [table.text()] if table.rows else []
        lines += [f"{key.replace('_', ' ')}: {_number(value)}" for key, value in self.others().items()]
        lines += [f"warning: {sentence}" for sentence in self.warnings]
        return "\n".join([*lines, *filter(None, [self.get("signature")])])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    def _prefixes(self) -> list[str]:
        return [key.removesuffix("f1") for key in self if key == "f1" or key.endswith("_f1")]


_SUFFIXES = ("precision", "recall", "f1", "f1_low", "f1_high", "f1_median")
_COUNTS = ("_true_positives", "_false_positives", "_false_negatives", "_low", "_high", "_median")


def _number(value: float) -> str:
    return f"{value:.4f}" if isinstance(value, float) else f"{value:,}"
