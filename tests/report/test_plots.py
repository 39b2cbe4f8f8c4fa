"""Pictures: their order and labels, their size with many systems, and that files are reproducible."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from event_scoring.extraction.layout import EXTRACTION_LAYOUT
from event_scoring.report.plots.figures import (
    accuracy_figure,
    augmented_figure,
    bootstrap_figure,
    confusion_figure,
    product_figure,
    save_figure,
    score_figure,
    svg_text,
    type_figure,
    wins_figure,
)
from event_scoring.report.plots.labels import labelled

pytestmark = pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")


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


def names(figure: Any) -> list[str]:
    return [label.get_text() for label in figure.axes[0].get_yticklabels()]


def test_the_figures_of_the_paper_are_sorted_as_there() -> None:
    assert names(accuracy_figure(RESULTS)) == ["high", "middle", "low"]  # by span F1
    assert names(product_figure(RESULTS)) == ["middle", "low", "high"]  # by 0.32, 0.243, 0.12
    assert names(augmented_figure(RESULTS)) == ["middle", "low", "high"]
    legend = [text.get_text() for text in product_figure(RESULTS).axes[0].get_legend().get_texts()]
    assert legend == ["span F1", "× type", "× realis", "× type × realis"]
    values = {line.get_label(): line.get_xdata() for line in product_figure(RESULTS).axes[0].get_lines()}
    assert values["× type × realis"] == pytest.approx([0.32, 0.243, 0.12])


def test_without_realis_only_types_are_drawn() -> None:
    bare = {"one": {"span_f1": 0.5, "type_accuracy": 0.5, "type_f1": 0.25}}
    legend = [text.get_text() for text in augmented_figure(bare).axes[0].get_legend().get_texts()]
    assert legend == ["span F1", "type F1"]


@pytest.mark.parametrize("count", [1, 15, 120])
def test_labels_do_not_overlap_whatever_their_number(count: int) -> None:
    figure = augmented_figure({f"system {number} with a name": result(0.5, 0.5, 0.5) for number in range(count)})
    figure.canvas.draw()
    boxes = sorted((label.get_window_extent() for label in figure.axes[0].get_yticklabels()), key=lambda box: box.y0)
    assert len(boxes) == count
    for lower, upper in zip(boxes, boxes[1:], strict=False):
        assert lower.y1 <= upper.y0 + 1


LONG = "university-of-somewhere-joint-model-v{}-roberta-large-ensemble-rescored.tbf"


def every_figure(count: int, name: str) -> dict[str, Any]:
    """All kinds of pictures of as many systems and types."""
    systems = [name.format(number) for number in range(count)]
    results = {system: result(0.5, 0.5, 0.5) for system in systems}
    bounds = {"type_f1_low": 0.4, "type_f1_high": 0.6}
    main = dict.fromkeys(EXTRACTION_LAYOUT.main, 0.5)
    return {
        "accuracies": accuracy_figure(results),
        "products": product_figure(results),
        "f1": augmented_figure({system: {**row, **bounds} for system, row in results.items()}),
        "main": score_figure(dict.fromkeys(systems, main), [(key, EXTRACTION_LAYOUT.title(key)) for key in main]),
        "types": type_figure({system: {"f1": 0.5, "references": 1000} for system in systems}, title=systems[0]),
        "confusion": confusion_figure({one: dict.fromkeys(systems, 12_345) for one in systems}, title=systems[0]),
        "bootstrap": bootstrap_figure(dict.fromkeys(systems, np.linspace(0.2, 0.4, 200)), "type_f1"),
        "wins": wins_figure({one: {other: 0.5 for other in systems if other != one} for one in systems}, "type_f1"),
    }


def drawn_labels(axis: Any) -> list[Any]:
    """The labels of ticks that lie within the axes."""
    low, high = sorted(axis.get_view_interval())
    ticks = zip(axis.get_majorticklocs(), axis.get_ticklabels(), strict=True)
    return [label for place, label in ticks if low <= place <= high and label.get_text()]


@pytest.mark.slow
@pytest.mark.parametrize(("count", "name"), [(2, LONG), (30, "system {}"), (45, LONG)])
def test_every_text_of_every_picture_is_inside_and_apart(count: int, name: str) -> None:
    for kind, figure in every_figure(count, name).items():
        figure.draw_without_rendering()
        inside = figure.bbox.padded(2)
        for axes in figure.axes:
            if not axes.get_visible():
                continue
            legend = axes.get_legend()
            sides = [drawn_labels(axis) for axis in (axes.xaxis, axes.yaxis)]
            others = [
                axes.title,
                axes._left_title,
                axes.xaxis.label,
                axes.yaxis.label,
                *(legend.get_texts() if legend else ()),
            ]
            for text in [*sides[0], *sides[1], *others, *figure.texts]:
                if text.get_text():
                    box = text.get_window_extent()
                    assert inside.contains(box.x0, box.y0), (kind, text.get_text())
                    assert inside.contains(box.x1, box.y1), (kind, text.get_text())
            for along, labels in zip("xy", sides, strict=True):
                boxes = sorted(
                    (label.get_window_extent() for label in labels), key=lambda box: getattr(box, f"{along}0")
                )
                for first, second in zip(boxes, boxes[1:], strict=False):
                    assert getattr(first, f"{along}1") <= getattr(second, f"{along}0") + 1, (kind, along)
            assert len(sides[1]) == len({label.get_text() for label in sides[1]}), kind


def test_long_names_that_look_alike_show_what_tells_them_apart() -> None:
    labels = names(augmented_figure({LONG.format(number): result(0.5, 0.5, 0.5) for number in range(3)}))
    assert [f"-v{number}-" in label for number, label in enumerate(sorted(labels))] == [True] * 3
    twins = labelled([f"{'x' * 50}{end}{'y' * 50}" for end in ("a", "ab", "b")], 20)
    assert len(set(twins)) == 3
    assert max(map(len, twins)) <= 20


def test_scores_of_any_task_are_drawn_sorted_by_the_last() -> None:
    rows = {"a": {"score": 0.2, "argument_score": 0.9}, "b": {"score": 0.4, "argument_score": 0.1}}
    titles = [("linking_score", "linking"), ("argument_score", "arguments"), ("score", "score")]
    figure = score_figure(rows, titles)
    assert names(figure) == ["b", "a"]
    assert figure.axes[0].get_title(loc="left") == "Systems sorted by score"
    with pytest.raises(ValueError, match="results: expected linking_score, got none of them"):
        score_figure(rows, titles[:1])


def test_wins_keep_their_order_and_need_two_systems() -> None:
    wins = {"b": {"a": 0.75, "c": 0.2}, "a": {"b": 0.25, "c": 0.1}, "c": {"a": 0.9, "b": 0.8}}
    assert names(wins_figure(wins, "type_f1")) == ["b", "a", "c"]
    with pytest.raises(ValueError, match="win_fractions: expected at least two systems, got 1"):
        wins_figure({"a": {}}, "type_f1")


def test_many_types_of_a_confusion_become_one() -> None:
    confusion = {f"type {number:03d}": {f"type {number:03d}": 500 - number} for number in range(100)}
    labels = names(confusion_figure(confusion))
    assert len(labels) == 40
    assert labels[0] == "type 000"
    assert labels[-1] == "61 rarer labels"


def test_bars_show_intervals_and_references() -> None:
    figure = type_figure(
        {"A": {"f1": 0.5, "f1_low": 0.25, "f1_high": 0.75, "references": 7}, "B": {"f1": 0.1, "references": 9}}
    )
    assert names(figure) == ["B  (9)", "A  (7)"]
    assert [0.25, 0.75] in [list(line.get_xdata()) for line in figure.axes[0].get_lines()]


def test_hostile_names_are_drawn_as_they_are(tmp_path: Path) -> None:
    awkward = "$\\frac{1}$_^\u202e\n<b>" + "x" * 300
    figure = augmented_figure({awkward: result(0.5, 0.5, 0.5), "$": result(0.4, 0.5, 0.5)})
    save_figure(figure, str(tmp_path / "hostile.png"))
    assert (tmp_path / "hostile.png").read_bytes().startswith(b"\x89PNG")


def test_what_was_missed_is_a_column_and_what_is_spurious_a_row() -> None:
    axes = confusion_figure({"A": {"A": 2, "missed": 1}, "spurious": {"A": 3}}).axes[0]
    found = [[label.get_text() for label in axis.get_ticklabels()] for axis in (axes.yaxis, axes.xaxis)]
    assert found == [["A", "spurious"], ["A", "missed"]]


def test_other_pictures(tmp_path: Path) -> None:
    figures = {
        "boot.png": bootstrap_figure({"a": np.linspace(0.2, 0.4, 200), "b": np.linspace(0.5, 0.6, 200)}, "type_f1"),
        "wins.svg": wins_figure({"a": {"b": 0.25}, "b": {"a": 0.75}}, "type_f1"),
        "wins.pdf": wins_figure({"a": {"b": 0.25}, "b": {"a": 0.75}}, "type_f1"),
    }
    assert names(figures["boot.png"]) == ["b", "a"]
    for name, figure in figures.items():
        save_figure(figure, str(tmp_path / name))
        assert (tmp_path / name).stat().st_size > 2_000


def test_the_same_picture_is_the_same_file(tmp_path: Path) -> None:
    for ending in ("png", "svg", "pdf"):
        first, second = (tmp_path / f"{number}.{ending}" for number in (1, 2))
        for path in (first, second):
            save_figure(accuracy_figure(RESULTS), str(path))
        assert first.read_bytes() == second.read_bytes()
    assert svg_text(accuracy_figure(RESULTS)) == svg_text(accuracy_figure(RESULTS))


def test_series_are_told_apart_without_colour() -> None:
    """Each has its own marker."""
    assert (
        len({line.get_marker() for line in accuracy_figure(RESULTS).axes[0].get_lines() if line.get_label()[0] != "_"})
        == 3
    )
