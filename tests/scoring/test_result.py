"""A result is a plain dict that shows itself: the main score in words, the table, the numbers, warnings, the signature."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from event_scoring import score_arguments, score_extraction, score_nuggets

EVENT = {"trigger": {"span": [0, 1]}, "type": "A", "arguments": [{"span": [1, 2], "role": "R"}]}
RESULTS = {
    "nuggets": lambda: score_nuggets([[{"token_ids": [1], "type": "A"}]], [[{"token_ids": [1, 2], "type": "A"}]]),
    "extraction": lambda: score_extraction([{"events": [EVENT]}], [{"tokens": ["a", "b"], "events": [EVENT]}]),
    "arguments": lambda: score_arguments([{"arguments": [], "frames": []}], [{"arguments": [], "frames": []}]),
}


@pytest.mark.parametrize("make", RESULTS.values(), ids=RESULTS)
def test_a_result_shows_itself(make: Any) -> None:
    result = make()
    first, *_, last = str(result).splitlines()
    assert result.headline is not None
    assert first == result.headline.sentence(f"{result[result.headline.key]:.4f}")
    assert last == result["signature"]
    html = result._repr_html_()
    assert html.startswith("<p><b>")
    assert result["signature"] in html
    assert not any(line.endswith(": 0") for line in str(result).splitlines())


def test_a_result_is_a_plain_dict() -> None:
    result = RESULTS["nuggets"]()
    assert json.loads(json.dumps(result)) == result
    assert pickle.loads(pickle.dumps(result)) == result
    assert result.warnings == result["warnings"]


def test_what_a_file_says_is_escaped() -> None:
    result = RESULTS["nuggets"]()
    result["warnings"] = ["<script>alert(1)</script>"]
    assert "<script>" not in result._repr_html_()
    assert "warning: <script>" in str(result)


def test_a_missing_score_names_those_that_may_be_meant() -> None:
    result = RESULTS["nuggets"]()
    for wrong, hint in (("f1", '; did you mean "type_f1"?'), ("Type_f1", '; did you mean "type_f1"?'), ("xyzzy", "")):
        with pytest.raises(KeyError) as caught:
            result[wrong]
        assert caught.value.args == (f"{wrong}{hint}",)
    assert result.get("f1") is None
    assert "f1" not in result
