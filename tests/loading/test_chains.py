"""Clusters and links inside `evaluate`: they are checked before anything is stored, and give the engine's numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, score_nuggets
from tests.heavy import datasets, evaluate
from tests.nuggets.chains import spelled

ROOT = Path(__file__).parents[2]
LINK = {"type": "After", "source": "a", "target": "c"}
PREDICTIONS = [{**spelled("ab c"), "links": [LINK]}, spelled("de"), {"mentions": spelled("f")["mentions"]}]
REFERENCES = [{**spelled("a bc"), "links": [LINK]}, spelled("d e"), {**spelled("f"), "clusters": None}]


@pytest.fixture
def metric(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("evaluate.config.HF_METRICS_CACHE", str(tmp_path / "cache"))
    return evaluate.load(str(ROOT / "event_nugget_metric"))


def test_the_numbers_are_those_of_the_engine(metric: Any) -> None:
    expected = score_nuggets(PREDICTIONS, REFERENCES)
    assert {"conll_f1", "after_f1"} <= expected.keys()
    assert metric.compute(predictions=PREDICTIONS, references=REFERENCES) == expected
    for system, reference in zip(PREDICTIONS, REFERENCES, strict=True):
        metric.add(prediction=system, reference=reference)
    assert metric.compute() == expected
    data = datasets.Dataset.from_dict({"predictions": PREDICTIONS, "references": REFERENCES})
    assert metric.compute(predictions=data["predictions"], references=data["references"]) == expected
    plain = [document["mentions"] for document in PREDICTIONS]
    assert "conll_f1" not in metric.compute(predictions=plain, references=plain)


def test_a_refused_batch_leaves_the_earlier_ones(metric: Any) -> None:
    metric.add_batch(predictions=PREDICTIONS, references=REFERENCES)
    bad = {**spelled("ab"), "clusters": [["a", 3]]}
    with pytest.raises(InputError, match=r'references\[0\]\["clusters"\]\[0\]\[1\]: expected'):
        metric.add(prediction=spelled("ab"), reference=bad)
    assert metric.compute(coreference_mapping="span") == score_nuggets(
        PREDICTIONS, REFERENCES, coreference_mapping="span"
    )


def test_an_option_of_coreference_is_checked(metric: Any) -> None:
    with pytest.raises(ValueError, match="coreference_threshold: expected a number from 0 to 1"):
        metric.compute(predictions=PREDICTIONS, references=REFERENCES, coreference_threshold=2)


def test_clusters_are_refused_only_where_they_are_scored(metric: Any) -> None:
    bad = {**spelled("ab"), "clusters": [["a", "b"], ["b"]]}
    with pytest.raises(InputError, match=r'references\[0\]\["clusters"\]\[1\]\[0\]: expected a mention that is in no'):
        metric.compute(predictions=[spelled("ab")], references=[bad])
    metric.add(prediction=spelled("ab"), reference=bad)
    assert metric.compute(coreference=False)["span_f1"] == 1.0
