"""Charts: their order and labels, their size with many systems, and that files are reproducible."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from event_scoring.extraction.layout import EXTRACTION_LAYOUT
from event_scoring.report.drawing.charts import (
    accuracy_chart,
    augmented_chart,
    bootstrap_chart,
    confusion_chart,
    product_chart,
    score_chart,
    type_chart,
    wins_chart,
)
from event_scoring.report.drawing.names import labelled, width
from event_scoring.report.drawing.shapes import MARKERS, SIZE, Cell, Drawing, Line, Marker, Text, save


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


def texts(drawing: Drawing, anchor: str = "end") -> list[str]:
    """The texts of a drawing with an anchor: labels of rows end before the axis."""
    return [shape.text for shape in drawing.shapes if isinstance(shape, Text) and shape.anchor == anchor]


def legend(drawing: Drawing) -> list[str]:
    """The titles of the series, next to the first markers."""
    at = [(shape.x + 10, shape.y + 4.5) for shape in drawing.shapes if isinstance(shape, Marker)]
    return [shape.text for shape in drawing.shapes if isinstance(shape, Text) and (shape.x, shape.y) in at]


def marked(drawing: Drawing, css: str) -> list[float]:
    """The scores of a series, from the places of its markers on the axis from 0 to 1."""
    ticks = {shape.text: shape.x for shape in drawing.shapes if isinstance(shape, Text) and shape.anchor == "middle"}
    zero, one = ticks["0"], ticks["1"]
    places = [shape.x for shape in drawing.shapes if isinstance(shape, Marker) and shape.css == css]
    return [(place - zero) / (one - zero) for place in places[1:]]  # the first is that of the legend


def test_the_figures_of_the_paper_are_sorted_as_there() -> None:
    assert texts(accuracy_chart(RESULTS)) == ["high", "middle", "low"]  # by span F1
    assert texts(product_chart(RESULTS)) == ["middle", "low", "high"]  # by 0.32, 0.243, 0.12
    assert texts(augmented_chart(RESULTS)) == ["middle", "low", "high"]
    assert legend(product_chart(RESULTS)) == ["span F1", "× type", "× realis", "× type × realis"]
    assert marked(product_chart(RESULTS), "s3") == pytest.approx([0.32, 0.243, 0.12])


def test_without_realis_only_types_are_drawn() -> None:
    bare = {"one": {"span_f1": 0.5, "type_accuracy": 0.5, "type_f1": 0.25}}
    assert legend(augmented_chart(bare)) == ["span F1", "type F1"]


LONG = "university-of-somewhere-joint-model-v{}-roberta-large-ensemble-rescored.tbf"


def every_chart(count: int, name: str) -> dict[str, Drawing]:
    """All kinds of charts of as many systems and types."""
    systems = [name.format(number) for number in range(count)]
    results = {system: result(0.5, 0.5, 0.5) for system in systems}
    bounds = {"type_f1_low": 0.4, "type_f1_high": 0.6}
    main = dict.fromkeys(EXTRACTION_LAYOUT.main, 0.5)
    return {
        "accuracies": accuracy_chart(results),
        "products": product_chart(results),
        "f1": augmented_chart({system: {**row, **bounds} for system, row in results.items()}),
        "main": score_chart(dict.fromkeys(systems, main), [(key, EXTRACTION_LAYOUT.title(key)) for key in main]),
        "types": type_chart(
            {system: {"f1": 0.5, "references": 1000, "predictions": 1} for system in systems}, title=systems[0]
        ),
        "confusion": confusion_chart({one: dict.fromkeys(systems, 12_345) for one in systems}, {}, title=systems[0]),
        "bootstrap": bootstrap_chart(dict.fromkeys(systems, np.linspace(0.2, 0.4, 200)), "type_f1"),
        "wins": wins_chart({one: {other: 0.5 for other in systems if other != one} for one in systems}, "type_f1"),
    }


def box(text: Text) -> tuple[float, float, float, float]:
    """The place of a text, with letters as wide as those of DejaVu, one of the widest usual fonts."""
    long, high = 0.6 * SIZE * width(text.text), SIZE
    if text.is_turned:
        return text.x - high, text.y - long, text.x, text.y
    left = text.x - {"start": 0, "middle": long / 2, "end": long}[text.anchor]
    return left, text.y - high, left + long, text.y


@pytest.mark.parametrize(("count", "name"), [(1, "system {}"), (2, LONG), (30, "system {}"), (45, LONG), (120, "s{}")])
def test_every_text_of_every_chart_is_inside_and_apart(count: int, name: str) -> None:
    charts = every_chart(count, name) if count > 1 else {"f1": augmented_chart({name: result(1, 1, 1)})}
    for kind, chart in charts.items():
        written = [shape for shape in chart.shapes if isinstance(shape, Text)]
        boxes = [box(text) for text in written]
        for text, (left, top, right, bottom) in zip(written, boxes, strict=True):
            assert left >= -1, (kind, text)
            assert right <= chart.width + 1, (kind, text)
            assert top >= -1, (kind, text)
            assert bottom <= chart.height, (kind, text)
        for place, (left, top, right, bottom) in enumerate(boxes):
            for other in boxes[place + 1 :]:
                apart = right <= other[0] + 1 or other[2] <= left + 1 or bottom <= other[1] + 1 or other[3] <= top + 1
                assert apart, (kind, written[place], other)
        for shape in chart.shapes:
            if isinstance(shape, Marker):
                assert 5 <= shape.x <= chart.width - 5, kind


def test_long_names_that_look_alike_show_what_tells_them_apart() -> None:
    labels = texts(augmented_chart({LONG.format(number): result(0.5, 0.5, 0.5) for number in range(3)}))
    assert [f"-v{number}-" in label for number, label in enumerate(sorted(labels))] == [True] * 3
    twins = labelled([f"{'x' * 50}{end}{'y' * 50}" for end in ("a", "ab", "b")], 20)
    assert len(set(twins)) == 3
    assert max(map(len, twins)) <= 20


def test_scores_of_any_task_are_drawn_sorted_by_the_last() -> None:
    rows = {"a": {"score": 0.2, "argument_score": 0.9}, "b": {"score": 0.4, "argument_score": 0.1}}
    titles = [("linking_score", "linking"), ("argument_score", "arguments"), ("score", "score")]
    chart = score_chart(rows, titles)
    assert texts(chart) == ["b", "a"]
    assert texts(chart, "start")[0] == "Systems sorted by score"
    with pytest.raises(ValueError, match="results: expected linking_score, got none of them"):
        score_chart(rows, titles[:1])


def test_wins_keep_their_order_and_need_two_systems() -> None:
    wins = {"b": {"a": 0.75, "c": 0.2}, "a": {"b": 0.25, "c": 0.1}, "c": {"a": 0.9, "b": 0.8}}
    assert texts(wins_chart(wins, "type_f1")) == ["row beats column", "b", "a", "c"]
    with pytest.raises(ValueError, match="win_fractions: expected at least two systems, got 1"):
        wins_chart({"a": {}}, "type_f1")


def test_many_types_of_a_confusion_become_one() -> None:
    confusion = {f"type {number:03d}": {f"type {number:03d}": 500 - number} for number in range(100)}
    _, *labels = texts(confusion_chart(confusion, {}))
    assert len(labels) == 40
    assert labels[0] == "type 000"
    assert labels[-1] == "61 rarer labels"


def test_bars_show_intervals_and_references() -> None:
    chart = type_chart(
        {
            "A": {"f1": 0.5, "f1_low": 0.25, "f1_high": 0.75, "references": 7, "predictions": 1},
            "B": {"f1": 0.1, "references": 9, "predictions": 1},
        }
    )
    assert texts(chart, "start")[1:] == ["B (9)", "A (7)"]
    assert texts(chart) == ["0.100", "0.500 [0.250, 0.750]"]
    lines = [(shape.x / chart.width, shape.to_x / chart.width) for shape in chart.shapes if isinstance(shape, Line)]
    assert lines[0] == (0.25, 0.75)


def test_numbers_of_a_file_are_on_the_lines_of_their_types() -> None:
    """A page may be as narrow as a phone and needs two lines; a file is as wide as it is."""
    scores = {"f1": 0.5, "f1_low": 0.25, "f1_high": 0.75, "references": 7, "predictions": 1}
    chart = type_chart({"Movement.Transport-Person": scores, "Die": scores})
    assert [y for shape in chart.shapes if isinstance(shape, Text) and shape.anchor == "end" for y in [shape.y]] == [
        shape.y for shape in chart.shapes if isinstance(shape, Text) and shape.anchor == "start"
    ][1:]


def test_hostile_names_are_drawn_as_they_are(tmp_path: Path) -> None:
    awkward = "$\\frac{1}$_^\u202e\n<b>" + "x" * 300
    chart = augmented_chart({awkward: result(0.5, 0.5, 0.5), "$": result(0.4, 0.5, 0.5)})
    assert "<b>" not in chart.svg()
    assert "\u202e" not in chart.svg()
    pytest.importorskip("matplotlib", reason="PNG needs matplotlib")
    save(chart, str(tmp_path / "hostile.png"))
    assert (tmp_path / "hostile.png").read_bytes().startswith(b"\x89PNG")


def test_what_was_missed_is_a_column_and_what_is_spurious_a_row() -> None:
    chart = confusion_chart({"A": {"A": 2}}, {"A": {"references": 3, "predictions": 5}})
    cells = {(shape.row, shape.column): shape.text for shape in chart.shapes if isinstance(shape, Cell)}
    assert cells == {("A", "A"): "2", ("A", "missed"): "1", ("spurious", "A"): "3"}


def test_the_same_picture_is_the_same_file(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="PNG and PDF need matplotlib")
    samples = {"a": np.linspace(0.2, 0.4, 200), "b": np.linspace(0.5, 0.6, 200)}
    charts = (
        accuracy_chart(RESULTS),
        bootstrap_chart(samples, "type_f1"),
        wins_chart({"a": {"b": 1}, "b": {"a": 0}}, "s"),
    )
    for chart in charts:
        for ending in ("png", "svg", "pdf"):
            first, second = (tmp_path / f"{number}.{ending}" for number in (1, 2))
            for path in (first, second):
                save(chart, str(path))
            assert first.read_bytes() == second.read_bytes()
            assert first.stat().st_size > 1_000
    assert texts(charts[1]) == ["b", "a"]


def test_a_file_holds_the_chart_of_the_page(tmp_path: Path) -> None:
    save(accuracy_chart(RESULTS), str(tmp_path / "a.svg"))
    chart = accuracy_chart(RESULTS)
    more = ' xmlns="http://www.w3.org/2000/svg"'
    file = (tmp_path / "a.svg").read_text()
    assert more in file
    assert file.replace(more, "") == f"{chart.svg()}\n"


def test_series_are_told_apart_without_colour() -> None:
    """Each has its own marker."""
    assert len({re.sub(r"[\d.]", "", path) + kind for path, kind in MARKERS.values()}) == len(MARKERS)
    series = {shape.css for shape in accuracy_chart(RESULTS).shapes if isinstance(shape, Marker)}
    assert len(series) == 3
