"""What a score function returns: a dict of plain values that prints as a table."""

from __future__ import annotations

from typing import Any, NamedTuple

from event_scoring.scoring.tables import Table, score_table, written_cell


class Headline(NamedTuple):
    """The main score of a task: its key, its title, and what it is the share of or measures."""

    key: str
    title: str
    meaning: str

    def sentence(self, number: str, perfect: str = "1") -> str:
        """The score and what it means."""
        return f"{self.title} {number}: {self.meaning} ({perfect} is perfect)"


class Result(dict[str, Any]):
    """Scores by name, with `"warnings"` and the `"signature"`.

    Examples:
        >>> print(Result({"span_precision": 0.5, "span_recall": 1.0, "span_f1": 2 / 3, "documents": 2}))
              precision    recall        f1
        ----  ---------  --------  --------
        span     0.5000    1.0000    0.6667
        documents: 2
    """

    headlines: tuple[Headline, ...] = ()
    """The main scores of its task, where it was made by one."""

    @property
    def headline(self) -> Headline | None:
        """The first of the main scores that it has, with its key here: that of the first mode where there are some."""
        for one in self.headlines:
            for key in self:
                if key == one.key or key.endswith(f"/{one.key}"):
                    return one._replace(key=key)
        return None

    @property
    def warnings(self) -> list[str]:
        """What a user should know before trusting the numbers, in sentences."""
        return list(self.get("warnings", ()))

    def table(self) -> Table:
        """Precision, recall and F1 of each group of scores."""
        return score_table(self, [(prefix, prefix.replace("_", " ")) for prefix in self._prefixes()])

    def others(self) -> dict[str, Any]:
        """The numbers that stand in no group."""
        in_table = {f"{prefix}_{suffix}".lstrip("_") for prefix in self._prefixes() for suffix in _SUFFIXES}
        return {
            key: value
            for key, value in self.items()
            if isinstance(value, int | float) and key not in in_table and not key.endswith(_COUNTS)
        }

    def __str__(self) -> str:
        table = self.table()
        lines = [self._sentence()] if self.headline else []
        lines += [table.text()] if table.rows else []
        lines += [f"{name}: {number}" for name, number in self._numbers()]
        lines += [f"warning: {sentence}" for sentence in self.warnings]
        return "\n".join([*lines, *filter(None, [self.get("signature")])])

    def _repr_html_(self) -> str:
        """What a notebook shows."""
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
        """The numbers beside the table, without counts of what did not happen."""
        shown = ((key, value) for key, value in self.others().items() if isinstance(value, float) or value)
        return [(key.replace("_", " "), _number(value)) for key, value in shown]

    def _prefixes(self) -> list[str]:
        return [key.removesuffix("f1").rstrip("_") for key in self if key == "f1" or key.endswith("_f1")]


_SUFFIXES = ("precision", "recall", "f1", "f1_low", "f1_high", "f1_median")
_COUNTS = ("_true_positives", "_false_positives", "_false_negatives", "_low", "_high", "_median")


def _number(value: float) -> str:
    return f"{value:.4f}" if isinstance(value, float) else f"{value:,}"
