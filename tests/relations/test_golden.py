"""The numbers of published programs, and of scorers that were checked against them."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import InputError, score_dataset, score_nuggets, score_relations
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


KEEPING = [name for name, case in CASES.items() if case["options"].get("singletons") == "keep"]


@pytest.mark.parametrize("name", KEEPING)
def test_nuggets_with_clusters_over_documents(name: str) -> None:
    """Equal clusters of nuggets, which are aligned by their tokens and types."""
    case = CASES[name]
    sides = []
    for side in golden_documents(case):
        documents = []
        for document in side:
            mentions = [
                {"token_ids": [*range(*event["span"])], "type": "A", "cluster": event.get("cluster")}
                for event in document["events"]
            ]
            shared = {key: document[key] for key in ("doc_id", "topic", "subtopic") if key in document}
            documents.append({**shared, "mentions": mentions})
        sides.append(documents)
    result = score_nuggets(*sides, coreference_level=case["options"]["level"])
    wanted = {key: value for key, value in case["expected"].items() if not key.startswith("mention_")}
    assert {key: result[key] for key in wanted} == pytest.approx(wanted, rel=1e-9)


def test_nuggets_whose_unit_is_not_known_are_refused() -> None:
    documents = [{"mentions": [{"token_ids": [1], "type": "A", "cluster": "x"}]}]
    with pytest.raises(InputError, match=r'references\[0\]\["topic"\]: expected a topic'):
        score_nuggets(documents, documents, coreference_level="topic")
    both = [{"mentions": [{"token_ids": [1], "type": "A", "id": "m", "cluster": "x"}], "clusters": [["m"]]}]
    with pytest.raises(InputError, match="none beside"):
        score_nuggets(both, both)
    with pytest.raises(InputError, match="two units"):
        score_nuggets(documents, documents, coreference_level="corpus", confidence=0.9)
    with pytest.raises(ValueError, match="only sums are kept"):
        score_dataset([], task="nuggets", coreference_level="corpus")


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
