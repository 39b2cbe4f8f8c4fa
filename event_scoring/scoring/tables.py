"""Tables of results, in the forms in which people pass them on."""

from __future__ import annotations

import csv
import io
import shutil
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from event_scoring.documents.errors import printable
from event_scoring.scoring.layout import Score

Cell = str | int | float | None
_NAME_LETTERS = 14
"""Letters in a line of the name of a column, where names are broken."""


@dataclass(frozen=True)
class Table:
    """Rows under a header; numbers stay numbers until the table is written.

    Examples:
        >>> print(Table(("", "f1"), (("span", 0.5), ("type", 1.0))).text())
                    f1
        ----  --------
        span    0.5000
        type    1.0000
    """

    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def text(self, digits: int = 4, name_letters: int | None = None) -> str:
        """Return aligned columns: words to the left, numbers to the right. Long names of columns may be broken."""
        rows, widths = self._aligned(digits, name_letters)
        head, rule = len(rows) - len(self.rows), ["-" * width for width in widths]
        return "\n".join("  ".join(row).rstrip() for row in [*rows[:head], rule, *rows[head:]])

    def boxed(self, digits: int = 4) -> str:
        """Return the table with box-drawing lines, for a terminal.

        Examples:
            >>> print(Table(("", "f1"), (("span", 0.5),)).boxed(digits=2))
            ┌──────┬──────────┐
            │      │       f1 │
            ├──────┼──────────┤
            │ span │     0.50 │
            └──────┴──────────┘
        """
        rows, widths = self._aligned(digits)
        lines = [f"│ {' │ '.join(row)} │" for row in rows]
        rules = ["─" * (width + 2) for width in widths]
        top, middle, bottom = (left + between.join(rules) + right for left, between, right in ("┌┬┐", "├┼┤", "└┴┘"))
        return "\n".join([top, lines[0], middle, *lines[1:], bottom])

    def fitted(self, digits: int = 4) -> str:
        """Return the table for a terminal, with intervals beside scores.

        A table that is too wide is turned, written without lines, or cut.

        Examples:
            >>> print(Table(("", "f1", "f1 low", "f1 high"), (("span", 0.5, 0.25, 0.75),)).fitted())
            ┌──────┬───────────────────────┐
            │      │ f1                    │
            ├──────┼───────────────────────┤
            │ span │ 0.5000 [0.250, 0.750] │
            └──────┴───────────────────────┘
        """
        table = self.with_intervals(digits)
        if not table.rows:
            return table.boxed(digits)
        turned = Table(
            (table.header[0], *(written_cell(row[0], digits) for row in table.rows)),
            tuple(zip(table.header[1:], *(row[1:] for row in table.rows), strict=True)),
        )
        drawn = [table.boxed(digits), turned.boxed(digits), table.text(digits), turned.text(digits)]
        widths = [max(map(len, text.split("\n"))) for text in drawn]
        terminal = shutil.get_terminal_size((100, 24)).columns
        fits = (text for text, width in zip(drawn, widths, strict=True) if width <= terminal)
        numeric, fitting = self._numeric(), next(fits, None)
        if fitting is None and True in numeric:
            return table._cut(terminal, digits, labels=numeric.index(True))
        return fitting or drawn[widths.index(min(widths))]

    def _cut(self, width: int, digits: int, labels: int) -> str:
        """Return tables of as many columns as fit a width, one below the other; each begins with the label columns.

        All but the first leave out rows without a cell.

        Examples:
            >>> table = Table(("rule", "span_f1", "mean_over_types_f1"), (("a", 0.5, None), ("b", 0.5, 0.25)))
            >>> print(table._cut(20, digits=2, labels=1))
            rule   span f1
            ----  --------
            a         0.50
            b         0.50
            <BLANKLINE>
                  mean over
            rule   types f1
            ----  ---------
            b          0.25
        """
        widths = self._aligned(digits, _NAME_LETTERS)[1]
        groups, room = list[list[int]](), 0
        for column in range(labels, len(widths)):
            if room < widths[column] + 2:
                groups.append([])
                room = width - sum(widths[:labels]) - 2 * (labels - 1)
            groups[-1].append(column)
            room -= widths[column] + 2
        parts = []
        for group in groups:
            kept = [row for row in self.rows if group is groups[0] or any(row[column] is not None for column in group)]
            header, *rows = (tuple(row[column] for column in (*range(labels), *group)) for row in (self.header, *kept))
            parts.append(Table(header, tuple(rows)).text(digits, _NAME_LETTERS))
        return "\n\n".join(parts)

    def with_intervals(self, digits: int = 4) -> Table:
        """Return the table with bounds in the cells of their scores, with one digit less, and without medians."""
        names = [name.replace("_", " ") for name in self.header]
        place = {name if name not in ("low", "high") else f"value {name}": row for row, name in enumerate(names)}
        ends = {
            place[name]: [place.get(f"{name} {end}") for end in ("low", "high", "median")]
            for name in names
            if {f"{name} low", f"{name} high"} <= place.keys()
        }
        inside = {column for columns in ends.values() for column in columns}
        kept = [column for column in range(len(names)) if column not in inside]

        def cell(row: tuple[Cell, ...], column: int) -> Cell:
            low, high = (None if end is None else row[end] for end in ends.get(column, (None, None))[:2])
            value = written_cell(row[column], digits)
            return row[column] if low is None or high is None else f"{value} {interval_text(low, high, digits)}"

        rows = tuple(tuple(cell(row, column) for column in kept) for row in self.rows)
        return Table(tuple(self.header[column] for column in kept), rows)

    def _aligned(self, digits: int, name_letters: int | None = None) -> tuple[list[list[str]], list[int]]:
        """Return the cells of header and rows, padded to the width of their column, and the widths.

        With ``name_letters`` the header has lines of at most so many letters, unless a word is longer.
        """
        rows = [[written_cell(cell, digits) for cell in row] for row in (self.header, *self.rows)]
        if name_letters is not None:
            names = [
                textwrap.wrap(name.replace("_", " "), name_letters, break_long_words=False)[::-1] for name in rows[0]
            ]
            rows[:1] = [[*line] for line in zip_longest(*names, fillvalue="")][::-1] or rows[:1]
        numeric = self._numeric()
        widths = [
            max(8 if right else 1, *map(len, column))
            for column, right in zip(zip(*rows, strict=True), numeric, strict=True)
        ]
        forms = [f"{'>' if right else '<'}{width}" for right, width in zip(numeric, widths, strict=True)]
        return [[*map(format, row, forms)] for row in rows], widths

    def _numeric(self) -> list[bool]:
        """Whether each column holds numbers; the first never does."""
        return [
            column > 0 and all(not isinstance(row[column], str) for row in self.rows)
            for column in range(len(self.header))
        ]

    def markdown(self, digits: int = 4) -> str:
        r"""Return a table of Markdown.

        Examples:
            >>> print(Table(("", "f1"), (("a|b", 0.5),)).markdown())
            |      | f1     |
            |------|--------|
            | a\|b | 0.5000 |
        """
        rows = [[markdown_escaped(written_cell(cell, digits)) for cell in row] for row in (self.header, *self.rows)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [" | ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)) for row in rows]
        rule = "|".join("-" * (size + 2) for size in widths)
        return "\n".join([f"| {lines[0]} |", f"|{rule}|", *(f"| {line} |" for line in lines[1:])])

    def latex(self, digits: int = 4) -> str:
        r"""Return a table of LaTeX with the rules of booktabs.

        Examples:
            >>> print(Table(("", "f1"), (("a_b", 0.5),)).latex())
            \begin{tabular}{lr}
            \toprule
             & f1 \\
            \midrule
            a\_b & 0.5000 \\
            \bottomrule
            \end{tabular}
        """
        rows = [[latex_escaped(written_cell(cell, digits)) for cell in row] for row in (self.header, *self.rows)]
        return latex_table("".join("r" if right else "l" for right in self._numeric()), rows)

    def csv(self) -> str:
        """Return comma-separated values with all digits."""
        output = io.StringIO()
        writer = csv.writer(output, lineterminator="\n")
        writer.writerow(map(_safe_cell, self.header))
        writer.writerows(map(_safe_cell, row) for row in self.rows)
        return output.getvalue()


def _safe_cell(cell: Cell) -> Cell:
    r"""Return a cell that a spreadsheet reads as text: an apostrophe goes before anything that looks like a formula.

    Examples:
        >>> _safe_cell("=1+1"), _safe_cell("Life.Die"), _safe_cell(-0.5), _safe_cell("a\r=1")
        ("'=1+1", 'Life.Die', -0.5, 'a\\r=1')
    """
    if not isinstance(cell, str):
        return "" if cell is None else cell
    text = "\t".join(map(printable, cell.split("\t")))
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text


def written_cell(cell: Cell, digits: int = 4) -> str:
    """Return a cell as shown to users: fractions with some digits, nothing for None, control characters escaped."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:.{digits}f}"
    return printable(str(cell))


def interval_text(low: Cell, high: Cell, digits: int = 4) -> str:
    """Return an interval as shown to users, with one digit less than its score.

    Examples:
        >>> interval_text(0.25, 0.75)
        '[0.250, 0.750]'
    """
    fewer = max(digits - 1, min(digits, 1))
    return f"[{written_cell(low, fewer)}, {written_cell(high, fewer)}]"


def markdown_escaped(text: str) -> str:
    """Return text escaped for a cell of a Markdown table."""
    for mark in "\\`*_|<>":
        text = text.replace(mark, f"\\{mark}")
    return text.replace("](", "]\\(")


def latex_table(columns: str, rows: Sequence[Sequence[str]]) -> str:
    """Return a LaTeX table with the rules of booktabs; the first row is the header, and columns are such as "llr"."""
    head, *body = (f"{' & '.join(row)} \\\\" for row in rows)
    lines = [f"\\begin{{tabular}}{{{columns}}}", "\\toprule", head, "\\midrule", *body]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}"])


def latex_escaped(text: str) -> str:
    """Return text escaped for LaTeX."""
    return "".join(_LATEX.get(letter, letter) for letter in text)


_LATEX = {
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
}


def score_table(result: Mapping[str, Any], groups: Sequence[Score]) -> Table:
    """Return precision, recall and F1 of groups of scores that a result has."""
    shown = [(f"{group.key}_" if group.key else "", group.title) for group in groups]
    keys = ["precision", "recall", "f1"]
    if any(f"{prefix}f1_low" in result for prefix, _ in shown):
        keys += ["f1_low", "f1_high"]
    rows = tuple((title, *(result.get(f"{prefix}{key}") for key in keys)) for prefix, title in shown)
    return Table(("", *(key.replace("_", " ") for key in keys)), rows)


def records_table(records: Sequence[dict[str, Any]]) -> Table:
    """Return a table with one row for each dict, and an empty cell where a dict lacks a key.

    Examples:
        >>> records_table([{"system": "a"}, {"system": "b", "f1": 0.5}])
        Table(header=('system', 'f1'), rows=(('a', None), ('b', 0.5)))
    """
    header = tuple(dict.fromkeys(key for record in records for key in record))
    return Table(header, tuple(tuple(map(record.get, header)) for record in records))
