"""Where published scorers and this one could differ: golden cases, each derived by hand."""

from __future__ import annotations

from typing import Any

import pytest

import event_scoring
from event_scoring import InputError
from tests.golden_cases import golden

CASES = [*golden("extraction_differences.json"), *golden("arguments_differences.json")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_golden(case: dict[str, Any]) -> None:
    score = getattr(event_scoring, f"score_{case['score']}")
    sides = (case["predictions"], case["references"])
    if "refused" in case:
        with pytest.raises(InputError, match=case["refused"]):
            score(*sides, **case["options"])
        return
    result = score(*sides, **case["options"])
    for key, value in {**case.get("published", {}), **case.get("here", {})}.items():
        assert result[key] == pytest.approx(value), key
    if "warns" in case:
        assert any(case["warns"] in sentence for sentence in result["warnings"])
