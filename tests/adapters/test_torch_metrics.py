"""Metrics of torchmetrics against the functions that score a whole corpus; two processes are in `huggingface`."""

from __future__ import annotations

import pickle

import pytest

from event_scoring import score_arguments, score_detection, score_extraction, score_nuggets
from examples.news import news
from tests.heavy import torch_metrics


def nuggets() -> tuple[list, list]:
    gold = [{"doc_id": each["doc_id"], "mentions": each["mentions"]} for each in news(23, seed=4)]
    found = [
        {**each, "mentions": [{**mention, "type": "Life-Die"} for mention in each["mentions"][:2]]} for each in gold
    ]
    return found, gold


def events() -> tuple[list, list]:
    gold, found = [], []
    for number, each in enumerate(news(15, seed=6)):
        made = [
            {
                "trigger": {"span": [mention["token_ids"][0], mention["token_ids"][0] + 1]},
                "type": mention["type"],
                "arguments": [{"span": [0, 1], "role": "Agent"}],
            }
            for mention in each["mentions"]
        ]
        gold.append({"tokens": each["tokens"], "events": made})
        found.append({"events": made[number % 2 :]})
    return found, gold


def arguments() -> tuple[list, list]:
    def document(number: int) -> dict:
        rows = [{"type": "Die", "role": "Victim", "filler": f"f{number + each}"} for each in range(3)]
        return {"arguments": rows, "frames": [[0, 1], [2]]}

    return [document(number // 2) for number in range(9)], [document(number // 3) for number in range(9)]


CASES = {
    "nuggets": ("NuggetMetric", score_nuggets, nuggets, {"mapping": "optimal"}),
    "detection": ("DetectionMetric", score_detection, events, {}),
    "extraction": ("ExtractionMetric", score_extraction, events, {"mode": "legacy"}),
    "arguments": ("ArgumentMetric", score_arguments, arguments, {"beta": 0.5}),
}


@pytest.mark.parametrize("case", CASES)
def test_equals_the_function(case: str) -> None:
    name, score, documents, options = CASES[case]
    kind = getattr(torch_metrics, name)
    found, gold = documents()
    for chosen in ({}, options):
        expected = {key: value for key, value in score(found, gold, **chosen).items() if isinstance(value, int | float)}
        metric = kind(chosen)
        for start in range(0, len(gold), 4):
            metric.update(found[start : start + 4], gold[start : start + 4])
        assert metric.compute() == pytest.approx(expected)
        again = pickle.loads(pickle.dumps(metric))  # the test's own object
        assert again.compute() == metric.compute()
        metric.reset()
        metric.update(found, gold)
        assert metric.compute() == pytest.approx(expected)
    assert metric(found[:2], gold[:2]).keys() == metric.compute().keys()


def test_wrong_options() -> None:
    with pytest.raises(TypeError, match='unknown option "protocl"'):
        torch_metrics.NuggetMetric({"protocl": "paper"})
    with pytest.raises(ValueError, match="confidence: expected None"):
        torch_metrics.NuggetMetric({"confidence": 0.95})
