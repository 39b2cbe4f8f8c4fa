"""Intervals and comparisons of conventions, from the counts of documents; of tasks in `test_statistics_of_tasks`."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import compare, count_extraction, score_detection, score_extraction


def corpus(wrong: int) -> list[dict[str, Any]]:
    """Documents with one event each; every ``wrong``-th has the wrong type."""
    return [
        {
            "tokens": ["troops", "fired"],
            "events": [
                {
                    "trigger": {"span": [1, 2]},
                    "type": "Die" if wrong and row % wrong == 0 else "Attack",
                    "arguments": [{"span": [0, 1], "role": "Agent"}],
                }
            ],
        }
        for row in range(40)
    ]


GOLD = corpus(0)


@pytest.mark.parametrize("convention", ["paper", "textee", "omnievent", "oneie", "dygie"])
def test_the_sums_give_the_scores(convention: str) -> None:
    options = {"convention": convention, "modes": ["gold", "pipeline"]}
    additive = count_extraction(GOLD, GOLD, **options).additive(range(len(GOLD)))
    scores = additive.scores({name: column.sum() for name, column in additive.columns.items()})
    result = score_extraction(GOLD, GOLD, **options)
    assert {key: float(value) for key, value in scores.items()} == {key: result[key] for key in scores}
    assert "pipeline/argument_classification_f1" in scores


@pytest.mark.parametrize("convention", ["rams", "wikievents"])
def test_conventions_of_given_triggers_have_intervals_and_tests(convention: str) -> None:
    options = {"convention": convention, "resamples": 100}
    result = score_extraction(corpus(2), GOLD, **options, confidence=0.9)
    assert result["argument_classification_f1_low"] <= result["argument_classification_f1"]
    found = compare({"a": corpus(3), "b": corpus(2)}, GOLD, task="extraction", **options)
    assert "argument_classification_f1" in found.data["scores"]


def test_omnievent_forgets_types_in_samples_too() -> None:
    # Differs from the paper as OmniEvent does: Die has no reference, so that no prediction of it counts.
    result = score_detection(corpus(2), GOLD, convention="omnievent", confidence=0.9, resamples=50)
    assert result["trigger_classification_precision"] == 1
    assert result["trigger_classification_f1_high"] <= 1
