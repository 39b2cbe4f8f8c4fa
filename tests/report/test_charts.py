"""Bars, shaded tables, and tables in other languages."""

from __future__ import annotations

import re
from typing import Any

from event_scoring import score_nuggets
from event_scoring.report.drawing.charts import bars_chart, heat_chart
from event_scoring.report.plans import Bar, Heat, confusion_heat, label_bars
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


def test_bars() -> None:
    page = bars_chart([Bar("a", 0.25, 0.1, 0.4, "3"), Bar("b", float("nan")), Bar("<c>", 1.5)], "scores").svg()
    assert [*re.findall(r'<rect class="accent" x="0%" y="[^"]*" width="(.*?)"', page)] == ["25%", "0%", "100%"]
    assert '<line class="ink" x1="10%"' in page
    assert 'x2="40%"' in page
    assert "0.250 [0.100, 0.400]" in page
    assert "&lt;c&gt;" in page


def test_bars_of_many_types_do_not_lie_on_each_other() -> None:
    bars = [Bar(f"type {number:03}", 0.5, 0.4, 0.6) for number in range(400)]
    page = bars_chart(bars, "F1").svg()
    tops = [float(y) for y in re.findall(r'class="accent" x="0%" y="(.*?)"', page)]
    middles = [float(y) for y in re.findall(r'<line .*? y1="(.*?)"', page)]
    assert tops[-1] > 10_000
    assert [middle - top for top, middle in zip(tops, middles, strict=True)] == [5] * 400


def test_heat_is_as_dark_as_the_number_is_large() -> None:
    page = heat_chart(Heat(["a"], ["x", "y", "z"], [[1, 2, None]]), "of x").svg()
    assert re.findall(r'fill-opacity="(.*?)"', page) == ["0.4", "0.8"]
    assert page.count('class="es-cell"') == 2


def test_confusion_counts_every_pair_once() -> None:
    page = heat_chart(confusion_heat(RESULT["confusion"]["type"], {}), "of types").svg()
    assert "&lt;A&gt;" in page
    written = sum(int(number) for number in re.findall(r">(\d+)</text></g>", page))
    assert written == sum(sum(row.values()) for row in RESULT["confusion"]["type"].values())


def test_errors_and_types() -> None:
    assert part("badge", "missed", 1234).count("1,234") == 1
    assert bars_chart(label_bars(RESULT["per_type"]), "F1").svg().count('class="accent"') == 2


def test_tables_in_markdown_and_latex_keep_their_cells_apart() -> None:
    table = Table(("", "a|b"), (("x_1 & y", 0.5), ("[l](u)", None)))
    assert table.markdown().splitlines()[2] == r"| x\_1 & y | 0.5000 |"
    assert r"[l]\(u)" in table.markdown()
    assert r"x\_1 \& y & 0.5000 \\" in table.latex()


def test_a_confusion_has_no_row_of_zeros() -> None:
    per_label = {"A": {"references": 1, "predictions": 1}, "B": {"references": 0, "predictions": 0}}
    heat = confusion_heat({"A": {"A": 1}, "C": {"A": 0}}, per_label)
    assert (heat.rows, heat.columns, heat.values) == (["A"], ["A"], [[1]])
