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
from event_scoring.adapters import HarnessScore, inspect_scorer, lighteval_metrics

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
    """The class of lighteval.metrics.metrics_sample."""

    @abstractmethod
    def compute(self, model_response: Any, doc: Any, **kwargs: Any) -> Any: ...


class CorpusLevelComputation(ABC):
    """The class of lighteval.metrics.metrics_corpus."""

    @abstractmethod
    def compute_corpus(self, items: list[Any]) -> Any: ...


class SamplingMethod(str, Enum):
    """The class of lighteval.tasks.requests."""

    GENERATIVE = auto()


@dataclass
class CorpusLevelMetric:
    """The class documented in https://huggingface.co/docs/lighteval/package_reference/metrics."""

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
    (metric,) = lighteval_metrics(HarnessScore(json.loads, lambda doc: doc.specific["mentions"], "type_f1"))
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
    with pytest.raises(ValueError, match='task: unknown name .*; did you mean "nuggets"'):
        score(task="nugget")
    with pytest.raises(ValueError, match="keys: expected at least one, got none"):
        HarnessScore(json.loads, lambda doc: doc, [])
    with pytest.raises(TypeError, match='unknown option "typ"'):
        score(options={"typ": 1})


KEYS = ["type_precision", "type_recall", "type_f1", "unparsed"]
BROKEN = ["Sorry, I cannot", '[{"token_ids": ["1"], "type": "Die"}]', "[{]", "null"]


def several() -> HarnessScore:
    return HarnessScore(json.loads, lambda doc: doc["mentions"], KEYS)


def test_answers_that_cannot_be_read_end_no_run() -> None:
    made = several()
    items = [made.process_results(DOCS[0], [answer]) for answer in BROKEN]
    assert all(list(item) == KEYS for item in items)
    found = [item["unparsed"] for item in items] + [made.item(DOCS[0], [ANSWERS[0]])]
    json.dumps(found)
    assert {key: made.aggregation(key)(found) for key in KEYS} == {
        "type_precision": 1.0,
        "type_recall": 0.2,
        "type_f1": pytest.approx(1 / 3),
        "unparsed": 4.0,
    }


def test_the_result_is_that_of_the_corpus_with_the_ids_of_the_references() -> None:
    gold = [{"doc_id": "a", "mentions": DOCS[0]["mentions"]}, {"doc_id": "b", "mentions": []}]
    made = HarnessScore(json.loads, lambda doc: doc, "type_f1")
    result = made.result([made.item(gold[0], ['{"mentions": []}']), made.item(gold[1], ["Sorry"])])
    assert result["warnings"] == ["no document has a prediction: were the predictions read from the right place?"]
    assert "unparsed: 1" in str(result)


@pytest.mark.parametrize("task", ["nuggets", "detection", "extraction", "arguments", "templates"])
def test_every_task_has_a_document_without_predictions(task: str) -> None:
    key = {"nuggets": "mentions", "arguments": "arguments", "templates": "templates"}.get(task, "events")
    reference = {key: [], **({"frames": []} if task == "arguments" else {})}
    made = HarnessScore(json.loads, lambda doc: reference, "unparsed", task=task)
    assert made.aggregate([made.item({}, ["no"])]) == 1.0


def test_one_score_for_all_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    made, calls = several(), []
    score_documents = type(made.task).score_documents
    monkeypatch.setattr(
        type(made.task), "score_documents", lambda self, *given: (calls.append(1), score_documents(self, *given))[1]
    )
    items = [made.item(doc, [answer]) for doc, answer in zip(DOCS, ANSWERS, strict=True)]
    assert [made.aggregation(key)(list(items)) for key in KEYS][2] == EXPECTED
    assert len(calls) == 1
    made.aggregate(items[:1])
    assert len(calls) == 2


def test_in_lm_evaluation_harness_itself() -> None:
    """The evaluator of the harness, with a model that gives these answers, without downloads."""
    evaluator = pytest.importorskip("lm_eval.evaluator")
    from datasets import Dataset, DatasetDict
    from lm_eval.api.model import LM
    from lm_eval.api.task import ConfigurableTask

    answers = [*ANSWERS, BROKEN[0]]
    docs = [*DOCS, DOCS[0]]
    made = several()

    class Answers(LM):
        def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[str]:
            return [answers[request.doc_id] for request in requests]

        def loglikelihood(self, requests: list[Any]) -> list[Any]:
            raise NotImplementedError

        loglikelihood_rolling = loglikelihood

    class Nuggets(ConfigurableTask):
        VERSION = 0

        def __init__(self) -> None:
            super().__init__(
                config={
                    "task": "nuggets",
                    "custom_dataset": lambda **_: DatasetDict({"test": Dataset.from_list(docs)}),
                    "test_split": "test",
                    "output_type": "generate_until",
                    "doc_to_text": "{{text}}",
                    "doc_to_target": "",
                    "process_results": made.process_results,
                    "metric_list": [
                        {"metric": key, "aggregation": made.aggregation(key), "higher_is_better": key != "unparsed"}
                        for key in KEYS
                    ],
                }
            )

    found = evaluator.evaluate(lm=Answers(), task_dict={"nuggets": Nuggets()}, bootstrap_iters=0)
    scores = {key.partition(",")[0]: value for key, value in found["results"]["nuggets"].items()}
    expected = made.result([made.item(doc, [answer]) for doc, answer in zip(docs, answers, strict=True)])
    assert {key: scores[key] for key in KEYS} == {key: expected[key] for key in KEYS}
    assert scores["unparsed"] == 1.0


def test_in_lighteval_itself() -> None:
    pytest.importorskip("lighteval.metrics.metrics_corpus")
    from lighteval.models.model_output import ModelResponse as Response
    from lighteval.tasks.requests import Doc as Request

    metrics = lighteval_metrics(HarnessScore(json.loads, lambda doc: doc.specific["mentions"], KEYS))
    answers, docs = [*ANSWERS, BROKEN[0]], [*DOCS, DOCS[0]]
    made = several()
    expected = made.result([made.item(doc, [answer]) for doc, answer in zip(docs, answers, strict=True)])
    for metric in metrics:
        items = [
            metric.sample_level_fn.compute(
                doc=Request(query="", choices=[], gold_index=0, specific=doc), model_response=Response(text=[answer])
            )
            for doc, answer in zip(docs, answers, strict=True)
        ]
        assert metric.corpus_level_fn.compute_corpus(items) == expected[metric.metric_name]


def test_in_inspect_itself(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    inspect_ai = pytest.importorskip("inspect_ai")
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ModelOutput, get_model

    answers, docs = [*ANSWERS, BROKEN[0]], [*DOCS, DOCS[0]]
    made = HarnessScore(json.loads, lambda state: state.metadata["mentions"], KEYS)
    by_text = several()
    expected = by_text.result([by_text.item(doc, [answer]) for doc, answer in zip(docs, answers, strict=True)])
    outputs = [ModelOutput.from_content("mockllm/model", answer) for answer in answers]
    task = inspect_ai.Task(
        dataset=MemoryDataset([Sample(input=doc["text"], metadata={"mentions": doc["mentions"]}) for doc in docs]),
        scorer=inspect_scorer(made),
    )
    (log,) = inspect_ai.eval(
        task,
        model=get_model("mockllm/model", custom_outputs=outputs),
        log_dir=str(tmp_path),
        display="none",
        max_samples=1,
        max_connections=1,
    )
    assert log.status == "success", log.error
    assert {name: found.value for name, found in log.results.scores[0].metrics.items()} == {
        key: expected[key] for key in KEYS
    }
