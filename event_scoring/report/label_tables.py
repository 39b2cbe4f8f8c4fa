"""Tables of scores by label and of confusions, which reports and charts show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from event_scoring.arguments.rule import COUNTED
from event_scoring.documents.errors import counted
from event_scoring.scoring.tables import Table

MAX_LABELS = 100
"""Labels that the tables of a report show; of more the most frequent ones."""

_SIDES_OF_ROWS = (
    ("references", "predictions"),
    ("possible", "actual"),
    ("recall_denominator", "precision_denominator"),
)
"""Names of the numbers of references and of predictions in tables by type."""
Number = float | int | None


class Heat(NamedTuple):
    """A shaded table: the larger a number, the darker its cell, and 0 is blank; None is an empty cell."""

    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Sequence[Number]]
    corner: str = ""
    """The text of the corner: the meaning of rows and columns."""

    @property
    def shares(self) -> list[list[float]]:
        """The numbers as shares of the largest one."""
        largest = max((value for row in self.values for value in row if value), default=1)
        return [[(value or 0) / largest for value in row] for row in self.values]


def is_of_nothing(result: Mapping[str, Any], key: str) -> bool:
    """Whether neither side has anything that a score counts.

    Examples:
        >>> counts = dict.fromkeys(("a_true_positives", "a_false_positives", "a_false_negatives"), 0)
        >>> is_of_nothing(counts, "a_f1"), is_of_nothing({**counts, "a_false_negatives": 1}, "a_f1")
        (True, False)
    """
    stem = key.removesuffix("f1")
    numbers = [result[stem + part] for part in COUNTED if stem + part in result]
    return len(numbers) == len(COUNTED) and not any(numbers)


def label_score(per_label: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the key of the score by label: F1, or else the first score that all labels have.

    Examples:
        >>> label_score({"A": {"f1": 1.0}}), label_score({"A": {"strict_recall": 1.0, "strict_f1": 1.0}})
        ('f1', 'strict_f1')
    """
    if all("f1" in row for row in per_label.values()):
        return "f1"
    return next(name for name in next(iter(per_label.values())) if name.endswith("f1") or name == "score")


def by_frequency(per_label: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, int, int, Mapping[str, Any]]]:
    """Return each label with its numbers of references and predictions and its scores, the most frequent label first.

    Examples:
        >>> rows = {"A": {"references": 1, "predictions": 1}, "B": {"references": 1200, "predictions": 7}}
        >>> [row[:3] for row in by_frequency(rows)]
        [('B', 1200, 7), ('A', 1, 1)]
    """
    rows = [(name, *sides_of(row), row) for name, row in per_label.items()]
    return sorted(rows, key=lambda row: (-row[1], row[0]))


def label_table(per_label: Mapping[str, Mapping[str, Any]], label: str) -> Table:
    """Return the scores of the most frequent labels (types, roles or slots), with their intervals."""
    score = label_score(per_label)
    rows = [
        (name, references, predictions, with_interval(row, score))
        for name, references, predictions, row in by_frequency(per_label)[:MAX_LABELS]
    ]
    return Table((label, "references", "predictions", score.replace("_", " ")), tuple(rows))


def with_interval(row: Mapping[str, Any], score: str) -> str:
    """Return a score as text, with its interval if there is one.

    Examples:
        >>> with_interval({"f1": 0.5, "f1_low": 0.25, "f1_high": 0.75}, "f1"), with_interval({"f1": 1.0}, "f1")
        ('0.500 [0.250, 0.750]', '1.000')
    """
    ends = f" [{row[f'{score}_low']:.3f}, {row[f'{score}_high']:.3f}]" if f"{score}_low" in row else ""
    return f"{row[score]:.3f}{ends}"


def confusion_heat(
    confusion: Mapping[str | None, Mapping[str | None, int]],
    per_label: Mapping[str, Mapping[str, Any]],
    most: int = MAX_LABELS,
) -> Heat:
    """Return the heat map of a confusion matrix (``result["confusion"]["type"]``), references in rows.

    The scores by label have the numbers of each side. What no pair has is missed, in the last column, or invented, in
    the last row. Rows and columns have the same labels, the most frequent first; the rarest of many share one.

    Examples:
        >>> heat = confusion_heat({"A": {"A": 2}}, {"A": {"references": 3, "predictions": 5}})
        >>> heat.rows, heat.columns, heat.values
        (['A', 'invented'], ['A', 'missed'], [[2, 1], [3, None]])
    """
    counts, *of_sides = (Counter[Any]() for _ in range(3))
    for reference, row in confusion.items():
        for prediction, number in row.items():
            counts[reference, prediction] = number
            of_sides[0][reference] += number
            of_sides[1][prediction] += number
    for name, of_label in per_label.items():
        references, predictions = sides_of(of_label)
        counts[name, None] += max(0, references - of_sides[0][name])
        counts[None, name] += max(0, predictions - of_sides[1][name])
    totals = Counter[Any]()
    for pair, number in counts.items():
        for name in pair if number else ():
            totals[name] += number
    lone = [None] if totals.pop(None, 0) else []
    names = sorted(totals, key=lambda name: (-totals[name], name))
    kept = names if len(names) <= most else names[: most - 1]
    rest = [counted(len(names) - len(kept), "rarer label")] if len(kept) < len(names) else []
    place = {name: number for number, name in enumerate([*kept, *rest, *lone])}
    cells = Counter[tuple[int, int]]()
    for (reference, prediction), number in counts.items():
        cells[place.get(reference, len(kept)), place.get(prediction, len(kept))] += number
    rows, columns = (
        [unmatched if name is None else name or "none" for name in place] for unmatched in ("invented", "missed")
    )
    values = [[cells[row, column] or None for column in range(len(place))] for row in range(len(place))]
    return Heat(rows, columns, values, corner="reference \\ prediction")


def confusions(result: Mapping[str, Any]) -> dict[str, Heat]:
    """Return the confusion matrices of a result with details, including unmatched items."""
    tables = result.get("confusion", {})
    if "per_label" in result:  # a pair without an answer has no label
        rows = tables.items()
        tables = {"label": {name or None: {other or None: row[other] for other in row} for name, row in rows}}
    elif any(not isinstance(row, Mapping) for table in tables.values() for row in table.values()):
        tables = {"role": tables}  # the only table
    return {name: confusion_heat(table, result.get(f"per_{name}", {})) for name, table in tables.items()}


def sides_of(row: Mapping[str, Any]) -> tuple[int, int]:
    """Return the numbers of references and of predictions in a row of a table by type. Each task names them in its way.

    Examples:
        >>> sides_of({"possible": 4, "actual": 3})
        (4, 3)
        >>> sides_of({"true_positives": 1, "false_negatives": 1, "false_positives": 0})
        (2, 1)
    """
    for reference, prediction in _SIDES_OF_ROWS:
        if reference in row:
            return int(row[reference]), int(row[prediction])
    if "true_positives" in row:
        both, only = row["true_positives"], ("false_negatives", "false_positives")
    elif "false_alarm" in row:  # the values of events
        both, only = row["correct"] + row["error"], ("miss", "false_alarm")
    else:  # MUC counts by several rules. Each of them counts all items, so the first one is used.
        rule = next(key for key in row if key.endswith("_correct")).removesuffix("correct")
        both = sum(row[f"{rule}{kind}"] for kind in ("correct", "incorrect", "partial"))
        only = (f"{rule}missed", f"{rule}spurious")
    return int(both + row[only[0]]), int(both + row[only[1]])
