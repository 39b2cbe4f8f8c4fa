"""The slow scorers of generated events reproduce the numbers of the published code."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.measures import MEASURES as ALL_MEASURES
from tests.golden_cases import golden
from tests.oracles.generative_counts import OriginalStopsError
from tests.oracles.generative_oracle import ORACLES, expected

TOLERANCE = 1e-9
CASES = golden("extraction_generative.json")
MEASURES = [one for one in ALL_MEASURES.values() if isinstance(one, WrittenEvents) and one.published]


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


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_each_measure_names_its_golden_cases_and_its_oracle(measure: WrittenEvents) -> None:
    scorer = measure.name.removesuffix("-seq2seq")
    assert scorer in {case["scorer"] for case in CASES}
    oracle = f"`{ORACLES[scorer].__module__.removeprefix('tests.').replace('.', '/')}.py`"
    for rule in measure.published:
        assert rule.checked_by == f"`golden/extraction_generative.json`, {oracle}"


def test_each_oracle_is_of_a_measure() -> None:
    assert set(ORACLES) <= {measure.name.removesuffix("-seq2seq") for measure in MEASURES}
