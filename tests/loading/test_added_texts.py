"""Documents that are added score as those given to compute, also where their texts are compared as written."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import score_extraction
from event_scoring.extraction.measures import MEASURES
from tests.heavy import evaluate

TEXT = "He was re-elected by U.S. troops; don't enter the café"


def event(text: str) -> dict[str, Any]:
    return {"type": "A", "trigger": text, "arguments": [{"role": "R", "text": text}]}


REFERENCES = [{"text": TEXT, "events": [event(text)]} for text in ("re-elected", "U.S. troops", "don't", "café")]
PREDICTIONS = [{"events": [event(text)]} for text in ("re-elected", "U . S . troops", "DON'T", "café")]


@pytest.mark.parametrize("convention", sorted(set(MEASURES) - {"maven-arg", "bionlp", "phee"}))
@pytest.mark.parametrize("predictions", [PREDICTIONS, [{"events": one["events"]} for one in REFERENCES]])
def test_added_texts_score_as_texts_given_to_compute(convention: Any, predictions: list[Any]) -> None:
    metric = evaluate.load("event_arg_linking_metric", "extraction")
    metric.add_batch(predictions=predictions[:1], references=REFERENCES[:1])
    for prediction, reference in zip(predictions[1:], REFERENCES[1:], strict=True):
        metric.add(prediction=prediction, reference=reference)
    expected = score_extraction(predictions, REFERENCES, convention=convention, details=True)
    assert metric.compute(convention=convention, details=True) == expected
