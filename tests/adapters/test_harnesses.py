"""Harness callables against the signatures that the harnesses document."""

from __future__ import annotations

import json
import sys
import types
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

import pytest

from event_scoring import InputError, score_nuggets
from event_scoring.adapters import HarnessScore, lighteval_metric

DOCS = [
    {"text": "Troops attacked", "mentions": [{"token_ids": [1], "type": "Attack"}]},
    {"text": "He died, she died", "mentions": [{"token_ids": [1], "type": "Die"}, {"token_ids": [3], "type": "Die"}]},
]
ANSWERS = [
    '[{"token_ids": [1], "type": "Attack"}]',
    '[{"token_ids": [1], "type": "Die"}, {"token_ids": [2], "type": "Die"}]',
]
EXPECTED = score_nuggets([json.loads(answer) for answer in ANSWERS], [doc["mentions"] for doc in DOCS])["type_f1"]


def score(**options: Any) -> HarnessScore:
    return HarnessScore(json.loads, lambda doc: doc["mentions"], "type_f1", **options)


def test_lm_evaluation_harness() -> None:
    """The evaluator collects each metric's items over documents, then calls the aggregation with the list."""
    made = score()
    process_results, aggregation = made.process_results, made.aggregate
    items: dict[str, list[Any]] = {}
    for doc, answer in zip(DOCS, ANSWERS, strict=True):
        for name, item in process_results(doc, [answer]).items():
            items.setdefault(name, []).append(item)
    json.dumps(items)  # --log_samples writes them
    value = {name: aggregation(found) for name, found in items.items()}
    assert value == {"type_f1": EXPECTED}
    assert type(value["type_f1"]) is float
    means = [score_nuggets([json.loads(a)], [doc["mentions"]])["type_f1"] for a, doc in zip(ANSWERS, DOCS, strict=True)]
    assert value["type_f1"] != pytest.approx(sum(means) / 2)


class SampleLevelComputation(ABC):
    """As in lighteval.metrics.metrics_sample."""

    @abstractmethod
    def compute(self, model_response: Any, doc: Any, **kwargs: Any) -> Any: ...


class CorpusLevelComputation(ABC):
    """As in lighteval.metrics.metrics_corpus."""

    @abstractmethod
    def compute_corpus(self, items: list[Any]) -> Any: ...


class SamplingMethod(str, Enum):
    """As in lighteval.tasks.requests."""

    GENERATIVE = auto()


@dataclass
class CorpusLevelMetric:
    """As documented: https://huggingface.co/docs/lighteval/package_reference/metrics."""

    metric_name: str
    higher_is_better: bool
    category: SamplingMethod
    sample_level_fn: SampleLevelComputation
    corpus_level_fn: CorpusLevelComputation
    batched_compute: bool = False


@dataclass
class ModelResponse:
    """The part of lighteval's that holds texts."""

    text: list[str] = field(default_factory=list)
    text_post_processed: list[str] | None = None

    @property
    def final_text(self) -> list[str]:
        return self.text if self.text_post_processed is None else self.text_post_processed


@dataclass
class Doc:
    """The part of lighteval's that custom tasks fill."""

    query: str
    specific: dict[str, Any]


def test_lighteval(monkeypatch: pytest.MonkeyPatch) -> None:
    contents = {
        "lighteval": {},
        "lighteval.metrics": {},
        "lighteval.metrics.utils": {},
        "lighteval.tasks": {},
        "lighteval.metrics.metrics_corpus": {"CorpusLevelComputation": CorpusLevelComputation},
        "lighteval.metrics.metrics_sample": {"SampleLevelComputation": SampleLevelComputation},
        "lighteval.metrics.utils.metric_utils": {"CorpusLevelMetric": CorpusLevelMetric},
        "lighteval.tasks.requests": {"SamplingMethod": SamplingMethod},
    }
    for name, members in contents.items():
        module = types.ModuleType(name)
        module.__dict__.update(members)
        monkeypatch.setitem(sys.modules, name, module)
    metric = lighteval_metric(HarnessScore(json.loads, lambda doc: doc.specific["mentions"], "type_f1"))
    assert isinstance(metric.sample_level_fn, SampleLevelComputation)
    assert isinstance(metric.corpus_level_fn, CorpusLevelComputation)
    assert (metric.metric_name, metric.higher_is_better, metric.category) == (
        "type_f1",
        True,
        SamplingMethod.GENERATIVE,
    )
    items = [
        metric.sample_level_fn.compute(doc=Doc(doc["text"], doc), model_response=ModelResponse(["x"], [answer]))
        for doc, answer in zip(DOCS, ANSWERS, strict=True)
    ]
    assert metric.corpus_level_fn.compute_corpus(items) == EXPECTED
    plain = metric.sample_level_fn.compute(doc=Doc("", DOCS[0]), model_response=ModelResponse([ANSWERS[0]]))
    assert plain == items[0]


def test_options_and_errors() -> None:
    pair = (DOCS[1]["mentions"], json.loads(ANSWERS[1]))
    assert score(options={"types": ["Die"]}).aggregate([pair]) == 0.5
    with pytest.raises(InputError, match="results: expected a list with the text that the model wrote, got"):
        score().process_results(DOCS[0], [])
    with pytest.raises(InputError, match='key: expected one of .*, got "f2"'):
        HarnessScore(json.loads, lambda doc: doc, "f2").aggregate([pair])
    with pytest.raises(InputError, match='got "signature"'):
        HarnessScore(json.loads, lambda doc: doc, "signature").aggregate([pair])
    with pytest.raises(ValueError, match="task: expected one of nugget"):
        score(task="nuggets")
    with pytest.raises(TypeError, match='unknown option "typ"'):
        score(options={"typ": 1})
