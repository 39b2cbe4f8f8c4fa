"""The numbers of published programs, and of scorers that were checked against them."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import InputError, score_relations
from tests.relations.cases import CASES, MAVEN_CASES, golden_documents, golden_maven


@pytest.mark.parametrize("name", CASES)
def test_relations(name: str) -> None:
    case = CASES[name]
    options = {key: value for key, value in case["options"].items() if key != "task"}
    result = score_relations(*golden_documents(case), protocol=case["protocol"], details=True, **options)
    for key, wanted in case["expected"].items():
        if key == "per_label":
            for label, scores in wanted.items():
                assert {one: result["per_label"][label][one] for one in scores} == pytest.approx(scores), label
        else:
            assert result[key] == pytest.approx(wanted, rel=1e-9), key


@pytest.mark.parametrize("name", MAVEN_CASES)
def test_maven_ere(name: str) -> None:
    case = MAVEN_CASES[name]
    sides = golden_maven(case)
    for kind, wanted in case["expected"].items():
        if kind == "overall_f1":
            assert 100 * score_relations(*sides, protocol="maven-ere")[kind] == pytest.approx(wanted, rel=1e-9)
        elif wanted.get("raises") == "ValueError":  # a corpus without any pair stops the script
            assert score_relations(*sides, protocol="maven-ere", kinds=[kind])[f"{kind}_f1"] == 0.0
        elif "raises" in wanted:
            with pytest.raises(InputError):
                score_relations(*sides, protocol="maven-ere", kinds=[kind])
        else:
            _check(score_relations(*sides, protocol="maven-ere", kinds=[kind]), wanted)


def _check(result: dict[str, Any], wanted: dict[str, Any]) -> None:
    for key, value in wanted.items():
        assert 100 * result[key.replace("ceaf_", "ceaf_e_")] == pytest.approx(value, rel=1e-9), key
