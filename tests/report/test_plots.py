"""Charts: their order and labels, their size with many systems, and that files are reproducible."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from event_scoring.extraction.layout import EXTRACTION_LAYOUT
from event_scoring.report.charts import (
    SERIES,
    accuracy_chart,
    augmented_chart,
    bootstrap_chart,
    confusion_chart,
    product_chart,
    save,
    score_chart,
    type_chart,
    wins_chart,
)

pytest.importorskip("matplotlib", reason="pictures need matplotlib")


def result(span: float, of_type: float, realis: float) -> dict[str, float]:
    return {
        "span_f1": span,
        "type_accuracy": of_type,
        "realis_accuracy": realis,
        "type_f1": span * of_type,
        "realis_f1": span * realis,
        "type_realis_f1": span * of_type * realis,
    }


RESULTS = {"low": result(0.3, 0.9, 0.9), "high": result(0.8, 0.3, 0.5), "middle": result(0.5, 0.8, 0.8)}


def rows(figure: Any) -> list[str]:
    """The names of the rows, from above."""
    return [label.get_text().replace(r"\$", "$") for label in figure.axes[0].get_yticklabels()]


def columns(figure: Any) -> list[str]:
    return [label.get_text() for label in figure.axes[0].get_xticklabels()]


def cells(figure: Any) -> dict[tuple[str, str], str]:
    """The number of each cell that has one, by the names of its row and its column."""
    at = [(text.get_position(), text.get_text()) for text in figure.axes[0].texts]
    return {(rows(figure)[int(y)], columns(figure)[int(x)]): number for (x, y), number in at if number}


def legend(figure: Any) -> list[str]:
    return [text.get_text() for text in figure.axes[0].get_legend().get_texts()]


def test_the_figures_of_the_paper_are_sorted_as_there() -> None:
    assert rows(accuracy_chart(RESULTS)) == ["high", "middle", "low"]  # by span F1
    assert rows(product_chart(RESULTS)) == ["middle", "low", "high"]  # by 0.32, 0.243, 0.12
    assert rows(augmented_chart(RESULTS)) == ["middle", "low", "high"]
    assert legend(product_chart(RESULTS)) == ["span F1", "× type", "× realis", "× type × realis"]
    drawn = product_chart(RESULTS).axes[0].get_lines()[3].get_xdata()
    assert list(drawn) == pytest.approx([0.32, 0.243, 0.12])


def test_without_realis_only_types_are_drawn() -> None:
    bare = {"one": {"span_f1": 0.5, "type_accuracy": 0.5, "type_f1": 0.25}}
    assert legend(augmented_chart(bare)) == ["span F1", "type F1"]


LONG = "university-of-somewhere-joint-model-v{}-roberta-large-ensemble-rescored.tbf"


def every_chart(count: int, name: str) -> dict[str, Any]:
    """All kinds of charts of as many systems and types."""
    systems = [name.format(number) for number in range(count)]
    results = {system: result(0.5, 0.5, 0.5) for system in systems}
    bounds = {"type_f1_low": 0.4, "type_f1_high": 0.6}
    main = dict.fromkeys(EXTRACTION_LAYOUT.main, 0.5)
    samples = np.linspace(0.2, 0.4, 200)
    return {
        "accuracies": accuracy_chart(results),
        "products": product_chart(results),
        "f1": augmented_chart({system: {**row, **bounds} for system, row in results.items()}),
        "main": score_chart(dict.fromkeys(systems, main), [(key, EXTRACTION_LAYOUT.title(key)) for key in main]),
        "types": type_chart(
            {system: {"f1": 0.5, "references": 1000, "predictions": 1} for system in systems}, title=systems[0]
        ),
        "confusion": confusion_chart({one: dict.fromkeys(systems, 12_345) for one in systems}, {}, title=systems[0]),
        "bootstrap": bootstrap_chart(dict.fromkeys(systems, samples), "type_f1"),
        "wins": wins_chart({one: {other: 0.5 for other in systems if other != one} for one in systems}, "type_f1"),
    }


@pytest.mark.parametrize(("count", "name"), [(2, LONG), (30, "system {}"), (45, LONG)])
def test_names_and_numbers_of_every_chart_stand_apart(count: int, name: str) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    for kind, figure in every_chart(count, name).items():
        axes, renderer = figure.axes[0], FigureCanvasAgg(figure).get_renderer()
        names = [label.get_window_extent(renderer) for label in axes.get_yticklabels()]
        assert all(below.y1 <= above.y0 + 1 for above, below in pairwise(names)), kind
        assert all(box.x1 <= axes.bbox.x0 for box in names), kind
        by_row: dict[float, list[Any]] = {}
        for text in axes.texts:
            if text.get_text():
                by_row.setdefault(text.get_position()[1], []).append(text)
        for texts in [*by_row.values()][:3]:
            boxes = [text.get_window_extent(renderer) for text in texts]
            assert all(left.x1 <= right.x0 + 1 for left, right in pairwise(boxes)), kind


def test_names_that_differ_late_are_written_whole() -> None:
    names = [LONG.format(number) for number in range(3)]
    assert rows(augmented_chart({name: result(0.5, 0.5, 0.5) for name in names})) == names


def test_scores_of_any_task_are_drawn_sorted_by_the_last() -> None:
    results = {"a": {"score": 0.2, "argument_score": 0.9}, "b": {"score": 0.4, "argument_score": 0.1}}
    titles = [("linking_score", "linking"), ("argument_score", "arguments"), ("score", "score")]
    figure = score_chart(results, titles)
    assert rows(figure) == ["b", "a"]
    assert figure.axes[0].get_title(loc="left") == "Systems sorted by score"
    with pytest.raises(ValueError, match="results: expected linking_score, got none of them"):
        score_chart(results, titles[:1])


def test_wins_keep_their_order_and_need_two_systems() -> None:
    wins = {"b": {"a": 0.75, "c": 0.2}, "a": {"b": 0.25, "c": 0.1}, "c": {"a": 0.9, "b": 0.8}}
    assert rows(wins_chart(wins, "type_f1")) == ["b", "a", "c"]
    assert cells(wins_chart(wins, "type_f1"))["b", "a"] == "0.75"
    with pytest.raises(ValueError, match="win_fractions: expected at least two systems, got 1"):
        wins_chart({"a": {}}, "type_f1")


def test_many_types_of_a_confusion_become_one() -> None:
    confusion = {f"type {number:03d}": {f"type {number:03d}": 500 - number} for number in range(100)}
    labels = rows(confusion_chart(confusion, {}))
    assert len(labels) == 40
    assert labels[0] == "type 000"
    assert labels[-1] == "61 rarer labels"


def test_bars_show_intervals_and_references() -> None:
    figure = type_chart(
        {
            "A": {"f1": 0.5, "f1_low": 0.25, "f1_high": 0.75, "references": 7, "predictions": 1},
            "B": {"f1": 0.1, "references": 9, "predictions": 1},
        }
    )
    axes = figure.axes[0]
    assert rows(figure) == ["B (9)", "A (7)"]
    assert [text.get_text() for text in axes.texts] == ["0.100", "0.500 [0.250, 0.750]"]
    assert [bar.get_width() for bar in axes.patches] == [0.1, 0.5]
    (line,) = axes.collections
    assert [place[0] for place in line.get_segments()[0]] == [0.25, 0.75]


def test_hostile_names_are_drawn_as_they_are(tmp_path: Path) -> None:
    awkward = "$\\frac{1}$_^\u202e\n<b>" + "x" * 300
    figure = augmented_chart({awkward: result(0.5, 0.5, 0.5), "$": result(0.4, 0.5, 0.5)})
    save(figure, str(tmp_path / "hostile.svg"))
    written = (tmp_path / "hostile.svg").read_text(encoding="utf-8")
    assert "$\\frac{1}$_^" in written, "and not as mathematics"
    assert "<b>" not in written
    assert "\u202e" not in written


def test_what_was_missed_is_a_column_and_what_is_invented_a_row() -> None:
    figure = confusion_chart({"A": {"A": 2}}, {"A": {"references": 3, "predictions": 5}})
    assert cells(figure) == {("A", "A"): "2", ("A", "missed"): "1", ("invented", "A"): "3"}


def test_the_same_picture_is_the_same_file(tmp_path: Path) -> None:
    samples = {"a": np.linspace(0.2, 0.4, 200), "b": np.linspace(0.5, 0.6, 200)}
    for draw in (
        lambda: accuracy_chart(RESULTS),
        lambda: bootstrap_chart(samples, "type_f1"),
        lambda: wins_chart({"a": {"b": 1}, "b": {"a": 0}}, "s"),
    ):
        for ending in ("png", "svg", "pdf"):
            first, second = (tmp_path / f"{number}.{ending}" for number in (1, 2))
            for path in (first, second):
                save(draw(), str(path))
            assert first.read_bytes() == second.read_bytes()
            assert first.stat().st_size > 1_000
    assert rows(bootstrap_chart(samples, "type_f1")) == ["b", "a"]


def test_series_are_told_apart_without_colour() -> None:
    """Each has its own marker."""
    assert len({marker for _, marker in SERIES}) == len(SERIES)
    assert len({line.get_marker() for line in accuracy_chart(RESULTS).axes[0].get_lines()}) == 3
