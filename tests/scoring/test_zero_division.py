"""Undefined ratios: F1 as scikit-learn defines it, `zero_division` of 0, 1 and nan, and warnings about empty sides."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import score_arguments, score_bio, score_extraction, score_nuggets, score_responses
from event_scoring.scoring.options import NOTHING_TO_SCORE

GOLD, MISSED = ([[{"token_ids": [place], "type": "A"}]] for place in (1, 2))
NONE: list[Any] = [[]]


@pytest.mark.parametrize("given", [0, 0.0, 1, 1.0, "nan"])
@pytest.mark.parametrize(
    ("predictions", "references", "undefined"),
    [(MISSED, GOLD, ()), (NONE, GOLD, ("precision",)), (GOLD, NONE, ("recall",))],
)
def test_f1_is_0_where_only_one_side_has_something(
    given: Any, predictions: Any, references: Any, undefined: tuple[str, ...]
) -> None:
    result = score_nuggets(predictions, references, zero_division=given)
    expected = {name: float(given) if name in undefined else 0.0 for name in ("precision", "recall")}
    for name, value in {**expected, "f1": 0.0}.items():
        assert result[f"span_{name}"] == pytest.approx(value, nan_ok=True)
    assert not any(sentence.startswith("Neither side") for sentence in result.warnings)


@pytest.mark.parametrize("given", [0, 0.0, 1, 1.0, "nan"])
def test_two_empty_sides_have_the_value_that_is_given_and_a_warning(given: Any) -> None:
    said = NOTHING_TO_SCORE.format("to score", float(given))
    for result, start in (
        (score_nuggets(NONE, NONE, zero_division=given), "span"),
        (score_bio([["O"]], [["O"]], zero_division=given), "overall"),
    ):
        for name in ("precision", "recall", "f1"):
            assert result[f"{start}_{name}"] == pytest.approx(float(given), nan_ok=True)
        assert result["warnings"] == [said]


@pytest.mark.parametrize("given", [0, 1, "nan"])
def test_a_score_that_is_no_f1_says_so_too(given: Any) -> None:
    arguments = {"arguments": [], "frames": []}
    responses = {"doc_id": "d", "responses": [], "frames": []}
    for result in (
        score_arguments([arguments], [arguments], zero_division=given),
        score_responses([responses], [{**responses, "coreference": []}], zero_division=given),
    ):
        assert result["score"] == pytest.approx(float(given), nan_ok=True)
        assert result["warnings"] == [NOTHING_TO_SCORE.format("to score", float(given))]
    argument = {"type": "Life.Die", "role": "Victim", "filler": "e1"}
    one_sided = score_arguments([arguments], [{"arguments": [argument], "frames": [[0]]}], zero_division=given)
    assert one_sided["warnings"] == ["no document has a prediction: were the predictions read from the right place?"]


@pytest.mark.parametrize("given", [0, 1, "nan"])
def test_labels_without_a_right_one_have_f1_0(given: Any) -> None:
    assert score_bio([["B-A", "O"]], [["O", "B-A"]], zero_division=given)["overall_f1"] == 0
    assert score_bio([["O", "O"]], [["O", "B-A"]], zero_division=given)["overall_f1"] == 0


def test_the_headline_is_of_what_there_is() -> None:
    bare = [{"tokens": ["a"], "events": [{"trigger": {"span": [0, 1]}, "type": "A"}]}]
    result = score_extraction(bare, bare)
    assert str(result).startswith("trigger classification F1 1.0000")
    empty = "argument identification F1, argument classification F1, attached argument classification F1"
    assert result.warnings == [NOTHING_TO_SCORE.format(f"that counts for {empty}", 0)]
    with_argument = [{**bare[0], "events": [{**bare[0]["events"][0], "arguments": [{"span": [0, 1], "role": "R"}]}]}]
    assert "argument" in str(score_extraction(bare, with_argument)).split("\n")[0]
