"""Scores by label, shaded tables, and tables in other languages."""

from __future__ import annotations

import re
from typing import Any

from event_scoring import score_nuggets
from event_scoring.report.label_tables import Heat, confusion_heat, label_table
from event_scoring.report.rendering import environment
from event_scoring.scoring.tables import Table

GOLD = [{"token_ids": [0, 1], "type": "<A>", "realis": "Actual"}, {"token_ids": [3], "type": "B", "realis": "Other"}]
SYSTEM = [
    {"token_ids": [0], "type": "<A>", "realis": "Actual"},
    {"token_ids": [1], "type": "B", "realis": "Actual"},
    {"token_ids": [5], "type": "B", "realis": "Other"},
]
RESULT = score_nuggets([SYSTEM], [GOLD], details=True, confidence=0.95, resamples=20)


def part(macro: str, *of: Any) -> str:
    """Return the output of a macro of the templates, without the space between elements."""
    written = str(getattr(environment().get_template("parts.html").module, macro)(*of))
    return re.sub(r">\s+<", "><", written)


def test_scores_by_label_are_a_table_with_the_most_frequent_first() -> None:
    scores = {"f1": 0.25, "f1_low": 0.1, "f1_high": 0.4}
    rows = {
        "<c>": {"f1": 1.0, "references": 3, "predictions": 1},
        "b": {**scores, "references": 1200, "predictions": 7},
    }
    assert label_table(rows, "type") == Table(
        ("type", "references", "predictions", "f1"), (("b", 1200, 7, "0.250 [0.100, 0.400]"), ("<c>", 3, 1, "1.000"))
    )
    assert "&lt;c&gt;" in part("table", label_table(rows, "type"))


def test_a_cell_is_as_dark_as_its_number_is_large() -> None:
    page = part("heat", Heat(["a"], ["x", "y", "z"], [[1, 2, None]]))
    assert re.findall(r'--share:(.*?)"', page) == ["0.5", "1.0"]
    assert page.count("<td></td>") == 1 + 1  # the corner is empty too


def test_confusion_counts_every_pair_once() -> None:
    page = part("heat", confusion_heat(RESULT["confusion"]["type"], {}))
    assert "&lt;A&gt;" in page
    written = sum(int(number) for number in re.findall(r'">(\d+)</td>', page))
    assert written == sum(sum(row.values()) for row in RESULT["confusion"]["type"].values())


def test_errors_have_their_numbers() -> None:
    assert part("badge", "missed", 1234).count("1,234") == 1


def test_tables_in_markdown_and_latex_keep_their_cells_apart() -> None:
    table = Table(("", "a|b"), (("x_1 & y", 0.5), ("[l](u)", None)))
    assert table.markdown().splitlines()[2] == r"| x\_1 & y | 0.5000 |"
    assert r"[l]\(u)" in table.markdown()
    assert r"x\_1 \& y & 0.5000 \\" in table.latex()


def test_a_confusion_has_no_row_of_zeros() -> None:
    per_label = {"A": {"references": 1, "predictions": 1}, "B": {"references": 0, "predictions": 0}}
    heat = confusion_heat({"A": {"A": 1}, "C": {"A": 0}}, per_label)
    assert (heat.rows, heat.columns, heat.values) == (["A"], ["A"], [[1]])
