"""The configurations "detection" and "extraction" inside `evaluate`, and what only options can refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, score_detection, score_extraction
from tests.extraction.golden_documents import paper_sides
from tests.golden_cases import golden
from tests.heavy import datasets, evaluate

ROOT = Path(__file__).parents[2]
CASE = golden("extraction_random.json")[2]
PREDICTIONS, REFERENCES = paper_sides(CASE)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files of `evaluate` in a folder of the test, so that leftovers can be seen."""
    monkeypatch.setattr("evaluate.config.HF_METRICS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def load(**settings: Any) -> Any:
    return evaluate.load(str(ROOT / "event_nugget_metric"), "detection", **settings)


def test_compute_add_and_add_batch() -> None:
    expected = score_detection(PREDICTIONS, REFERENCES, types=CASE["types"], details=True)
    metric = load()
    options = {"types": CASE["types"], "details": True}
    assert metric.compute(predictions=PREDICTIONS, references=REFERENCES, **options) == expected
    for system, gold in zip(PREDICTIONS[:2], REFERENCES[:2], strict=True):
        metric.add(prediction=system, reference=gold)
    metric.add_batch(predictions=PREDICTIONS[2:], references=REFERENCES[2:])
    assert metric.compute(**options) == expected


def test_columns_of_datasets() -> None:
    sides = datasets.Dataset.from_dict({"predictions": PREDICTIONS, "references": REFERENCES})
    found = load().compute(predictions=sides["predictions"], references=sides["references"])
    assert found == score_detection(PREDICTIONS, REFERENCES)


def test_a_judge_reaches_the_engine() -> None:
    gold = [{"tokens": ["fired"], "events": [{"trigger": {"span": [0, 1]}, "type": "Attack"}]}]
    system = [{"events": [{"trigger": {"text": "shot"}, "type": "Attack"}]}]

    def alike(pairs: list[dict[str, Any]]) -> list[bool]:
        return [True for _ in pairs]

    metric = load()
    assert metric.compute(predictions=system, references=gold)["trigger_classification_f1"] == 0
    result = metric.compute(predictions=system, references=gold, match=["span", "judged"], judge=alike)
    assert result["trigger_classification_f1"] == 1


def test_what_only_the_options_refuse_is_refused_before_anything_is_stored(own_cache: Path) -> None:
    metric = load()
    metric.add_batch(predictions=REFERENCES, references=REFERENCES)
    bare = [{"events": [{"trigger": {"span": [0, 1]}, "type": "A"}]}]
    with pytest.raises(InputError, match='convention "omnievent" judges every candidate'):
        metric.compute(predictions=bare, references=bare, convention="omnievent")
    assert len(metric) == 0
    metric.add_batch(predictions=REFERENCES, references=REFERENCES)
    assert metric.compute(convention="textee") == score_detection(REFERENCES, REFERENCES, convention="textee")
    assert not list(own_cache.rglob("*.arrow"))


def test_extraction(own_cache: Path) -> None:
    metric = evaluate.load(str(ROOT / "event_arg_linking_metric"), "extraction")
    options = {"modes": ["pipeline", "gold"], "roles": CASE["roles"], "details": True}
    expected = score_extraction(PREDICTIONS, REFERENCES, **options)
    assert metric.compute(predictions=PREDICTIONS, references=REFERENCES, **options) == expected
    metric.add_batch(predictions=PREDICTIONS, references=REFERENCES)
    with pytest.raises(InputError, match='predictions\\[5\\]\\["events"\\]: expected 3 events in mode "gold"'):
        metric.compute(predictions=[{"events": []}], references=REFERENCES[:1], mode="gold")
    metric.add_batch(predictions=PREDICTIONS, references=REFERENCES)
    assert metric.compute() == score_extraction(PREDICTIONS, REFERENCES)
    assert not list(own_cache.rglob("*.arrow"))
