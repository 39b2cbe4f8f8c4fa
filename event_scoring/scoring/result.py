"""The result of a score function: a dict of plain values that prints as a table."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from event_scoring.documents.errors import first_names, suggestion
from event_scoring.scoring.layout import EMPTY, ENDS, RATIOS, Score, ScoreLayout
from event_scoring.scoring.tables import Table, score_table, written_cell


class ScoreWarning(UserWarning):
    """The category of the sentences in `result["warnings"]`, which Python's `warnings` gets once for each call."""


def warn_of(sentences: Sequence[str]) -> None:
    """Issue the warnings of a result as one `ScoreWarning` that points at the user's own line."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    warnings.warn("\n".join(sentences), ScoreWarning, stacklevel=level)


_PACKAGE = os.path.join(Path(__file__).parent.parent, "")
"""The folder of the package, with which the paths of its own files begin."""


def with_spelled_types(result: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a result whose tables by type spell the types as the references do.

    Examples:
        >>> result = {"per_type": {"lifedie": {"f1": 1.0}}, "type_names": {"lifedie": "Life.Die"}}
        >>> with_spelled_types(result)["per_type"]
        {'Life.Die': {'f1': 1.0}}
    """
    names = result.get("type_names")
    if not names:
        return result
    shown = {**result, "per_type": {names.get(name, name): row for name, row in result["per_type"].items()}}
    if "type" in (confusion := result.get("confusion", {})):
        rows = {
            names.get(name, name): {names.get(other, other): times for other, times in row.items()}
            for name, row in confusion["type"].items()
        }
        shown["confusion"] = {**confusion, "type": rows}
    return shown


class Result(dict[str, Any]):
    """Scores by name, with `"warnings"` and the `"signature"`.

    Examples:
        >>> print(Result({"span_precision": 0.5, "span_recall": 1.0, "span_f1": 2 / 3, "documents": 2}))
              precision    recall        f1
        ----  ---------  --------  --------
        span     0.5000    1.0000    0.6667
        documents: 2

        >>> Result()["details"]
        Traceback (most recent call last):
        KeyError: 'details; with details=True the details are keys of the result itself'
    """

    layout: ScoreLayout = EMPTY
    """The titles of its scores; none for a result that no task made."""

    def __missing__(self, key: object) -> NoReturn:
        hint = suggestion(key, self) if isinstance(key, str) else ""
        if key == "details":
            hint = "; with details=True the details are keys of the result itself"
        elif isinstance(key, str) and not hint:
            ending = [name for name in self if isinstance(name, str) and name.endswith(f"_{key}")]
            hint = f"; the keys that end so are {first_names(ending)}" if ending else ""
        raise KeyError(f"{key}{hint}" if hint else key)

    @property
    def headline(self) -> Score | None:
        """Its main score."""
        return self.layout.headline(self)

    @property
    def warnings(self) -> list[str]:
        """Sentences to read before trusting the numbers."""
        return list(self.get("warnings", ()))

    def table(self) -> Table:
        """Return precision, recall and F1 of each group of scores."""
        return score_table(self, self.layout.groups_in(self))

    def others(self) -> dict[str, Any]:
        """Return the numbers that belong to no group."""
        prefixes = [f"{group.key}_".lstrip("_") for group in self.layout.groups_in(self)]
        in_table = {f"{prefix}{ratio}" for prefix in prefixes for ratio in RATIOS}
        alone = {one.key for one in self.layout.single}
        return {
            key: value
            for key, value in self.items()
            if isinstance(value, int | float)
            and key not in in_table
            and not key.endswith((*_COUNTS, *ENDS))
            and (key in alone or not key.startswith(self.layout.folded))
        }

    def __str__(self) -> str:
        table = self.table()
        lines = [self._sentence()] if self.headline else []
        lines += [table.text()] if table.rows else []
        lines += [f"{name}: {number}" for name, number in self._numbers()]
        lines += [f"warning: {sentence}" for sentence in self.warnings]
        return "\n".join([*lines, *filter(None, [self.get("signature")])])

    def _repr_html_(self) -> str:
        """Return the HTML that a notebook shows."""
        from html import escape

        table = self.table()
        parts = [f"<p><b>{escape(self._sentence())}</b></p>"] if self.headline else []
        if table.rows:
            rows = [table.header, *([written_cell(cell) for cell in row] for row in table.rows)]
            cells = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
            parts.append("<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>")
        numbers = " · ".join(f"{escape(name)} {number}" for name, number in self._numbers())
        parts += [f"<p>{numbers}</p>"] if numbers else []
        parts += [f"<p>⚠ {escape(sentence)}</p>" for sentence in self.warnings]
        return "".join([*parts, f"<code>{escape(self['signature'])}</code>" if "signature" in self else ""])

    def _sentence(self) -> str:
        return self.headline.sentence(_number(self[self.headline.key])) if self.headline else ""

    def _numbers(self) -> list[tuple[str, str]]:
        """Return the numbers outside the table, without counts that are 0."""
        shown = ((key, value) for key, value in self.others().items() if isinstance(value, float) or value)
        return [(self.layout.title(key), _number(value)) for key, value in shown]


_COUNTS = ("_true_positives", "_false_positives", "_false_negatives")


def _number(value: float) -> str:
    return f"{value:.4f}" if isinstance(value, float) else f"{value:,}"
