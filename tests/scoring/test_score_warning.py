"""A plausible zero is a warning of Python too, once a call, at the line that called; differences are always there."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import event_nugget_metric
from event_scoring import ScoreWarning, score, score_arguments, score_bio, score_nuggets
from event_scoring.adapters import HarnessScore, token_classification_metrics
from event_scoring.tasks import TASKS
from tests.heavy import evaluate

GOLD = [{"doc_id": "d", "mentions": [{"token_ids": [place], "type": "Life.Die"} for place in range(3)]}]
OTHER_NAMES = [{"doc_id": "d", "mentions": [{"token_ids": [place], "type": "life_die"} for place in range(3)]}]


def of_metric() -> Any:
    metric = evaluate.load(event_nugget_metric.__path__[0])
    metric.add_batch(predictions=OTHER_NAMES, references=GOLD)
    return metric.compute()


def of_trainer() -> Any:
    metrics = token_classification_metrics(GOLD, [[0, 1, 2]], {0: "O", 1: "B-life_die"})
    return metrics(([[[0.0, 1.0]] * 3], None))


def of_harness() -> Any:
    harness = HarnessScore(lambda text: OTHER_NAMES[0], lambda doc: doc, "type_f1")
    return harness.aggregate([harness.item(GOLD[0], ["an answer"])])


@pytest.mark.parametrize(
    "door",
    [
        lambda: score_nuggets(OTHER_NAMES, GOLD),
        lambda: score("nuggets", OTHER_NAMES, GOLD),
        lambda: score_bio([["B-life_die"]], [["B-Life.Die"]]),
        of_metric,
        of_trainer,
        of_harness,
    ],
    ids=["function", "signature", "labels", "metric", "trainer", "harness"],
)
def test_one_warning_a_call(door: Callable[[], Any]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        door()
    (told,) = [one for one in caught if one.category is ScoreWarning]
    assert "life_die" in str(told.message)
    assert Path(told.filename).name == Path(__file__).name


def test_all_sentences_are_in_it() -> None:
    system = [{"doc_id": "d", "mentions": [{"token_ids": [9], "type": " x"} for _ in range(3)]}]
    with pytest.warns(ScoreWarning) as caught:
        result = score_nuggets(system, GOLD)
    assert len(result["warnings"]) > 1
    assert [str(one.message).split("\n") for one in caught] == [result["warnings"]]


def test_what_is_right_warns_of_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        score_nuggets(GOLD, GOLD)
        score_arguments(ARGUED, ARGUED)


ARGUED = [{"arguments": [{"type": "Die", "role": "Victim", "filler": "troops"}], "frames": [[0]]}]


@pytest.mark.parametrize("name", TASKS)
def test_differences_are_always_there(name: str) -> None:
    assert TASKS[name].score_documents([], [], {})["differences"] == []
