"""The slow scorers of generated events reproduce the numbers of the published code."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden_cases import golden
from tests.oracles.generative_counts import OriginalStopsError
from tests.oracles.generative_oracle import ORACLES, expected

TOLERANCE = 1e-9
CASES = golden("extraction_generative.json")


def assert_same(result: Any, published: Any, path: str = "") -> None:
    """Compare nested results: the same keys, numbers within the tolerance."""
    if isinstance(published, dict):
        assert sorted(result) == sorted(published), path
        for key, value in published.items():
            assert_same(result[key], value, f"{path}.{key}")
    elif isinstance(published, float):
        assert abs(result - published) <= TOLERANCE, path
    else:
        assert result == published, path


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_oracles_reproduce_the_published_scorers(case: dict[str, Any]) -> None:
    if "error" in case["expected"]:
        with pytest.raises(OriginalStopsError):
            expected(case)
    else:
        assert_same(expected(case), case["expected"])


def test_each_published_scorer_has_an_oracle() -> None:
    assert set(ORACLES) == {case["scorer"] for case in CASES}


def test_triggers_alone_are_no_task_of_iepile() -> None:
    case = {"scorer": "iepile", "options": {"task": "EET", "match_mode": "normal"}, "documents": []}
    with pytest.raises(OriginalStopsError):
        expected(case)
