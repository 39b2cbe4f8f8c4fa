"""Convention "nervaluate" against the package, whose spans have both ends included."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import score_extraction
from tests.golden_cases import golden

CASES = golden("spans_nervaluate.json")
SCHEMES = ("strict", "exact", "partial", "ent_type")
KEYS = ("correct", "incorrect", "partial", "missed", "spurious", "precision", "recall", "f1")


def documents(side: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Typed spans as triggers."""
    return [
        {"events": [{"trigger": {"span": [one["start"], one["end"] + 1]}, "type": one["label"]} for one in spans]}
        for spans in side
    ]


def score(case: dict[str, Any], **options: Any) -> dict[str, Any]:
    own = {"types": case["tags"], "min_overlap": case["min_overlap"], "details": True}
    return score_extraction(
        documents(case["pred"]), documents(case["true"]), convention="nervaluate", **{**own, **options}
    )


@pytest.mark.parametrize("case", [case for case in CASES if case["true"]], ids=lambda case: case["name"])
def test_golden(case: dict[str, Any]) -> None:
    found, expected = score(case), case["expected"]
    for scheme in SCHEMES:
        for key in KEYS:
            assert found[f"{scheme}_{key}"] == pytest.approx(expected["overall"][scheme][key], rel=1e-12)
            for label, rows in expected["entities"].items():
                got = found["per_type"].get(label, {}).get(f"{scheme}_{key}", 0)
                assert got == pytest.approx(rows[scheme][key], rel=1e-12), label


@pytest.mark.parametrize("case", [case for case in CASES if any(case["true"])], ids=lambda case: case["name"])
def test_references_against_themselves_in_the_best_matching(case: dict[str, Any]) -> None:
    found = score({**case, "pred": case["true"], "tags": None}, matching="optimal")
    assert [found[f"{scheme}_f1"] for scheme in SCHEMES] == [1, 1, 1, 1]


def test_the_order_of_spans_is_told_and_may_be_taken_out() -> None:
    case = next(case for case in CASES if case["name"] == "order-of-gold")
    assert score(case)["strict_correct"] == 0
    assert "depend on the order of the spans" in score(case)["warnings"][0]
    best = score(case, matching="optimal")
    assert best["strict_correct"] == 1
    assert not best["warnings"]
    assert "|matching:optimal|" in best["signature"]


def test_half_credit_may_be_kept() -> None:
    case = next(case for case in CASES if case["name"] == "half-credit-lost-with-two")
    assert [score(case, half_credit=half)["partial_f1"] for half in ("published", "fixed")] == [0, 0.5]
    assert any("Partial spans earn nothing" in sentence for sentence in score(case)["warnings"])


def test_arguments_are_typed_spans_too() -> None:
    arguments = [{"span": [0, 2], "role": "Agent"}]
    gold = [{"events": [{"trigger": {"span": [3, 4]}, "type": "Attack", "arguments": arguments}]}]
    found = score_extraction(gold, gold, convention="nervaluate", counted_items="arguments", details=True)
    assert list(found["per_type"]) == ["Agent"]


def test_only_schemes_are_matched_optimally() -> None:
    with pytest.raises(ValueError, match='matching: convention "paper" does not know "optimal"'):
        score_extraction([], [], matching="optimal")
