"""The evaluator on a stand-in for a pipeline."""

from __future__ import annotations

import pytest

from event_scoring import InputError, score_nuggets
from event_scoring.adapters import NuggetEvaluator
from event_scoring.adapters.huggingface.evaluator import load_metric
from examples.news import news
from tests.heavy import datasets, evaluate

DOCUMENTS = news(30, seed=8)


def classify(inputs: list, is_split_into_words: bool = False) -> list[list[dict]]:
    """Finds some words: those with an "a" in their second place are attacks."""
    outputs = []
    for words in inputs:
        text, start, output = (" ".join(words) if is_split_into_words else words), 0, []
        for word in text.split(" "):
            if word[1:2] in "at":
                output.append({"entity": "B-Conflict-Attack", "score": 0.5, "start": start, "end": start + len(word)})
            start += len(word) + 1
        outputs.append(output)
    return outputs


def test_a_pipeline_that_knows_no_words_says_what_to_do() -> None:
    def older(inputs: list) -> list:
        return classify(inputs)

    with pytest.raises(TypeError, match=r"upgrade transformers, or name the column of texts with text_column="):
        NuggetEvaluator().compute(older, data=DOCUMENTS, metric="event_nugget_metric")


def expected_documents() -> list[list[dict]]:
    return [
        [
            {"token_ids": [number], "type": "Conflict-Attack"}
            for number, word in enumerate(document["tokens"])
            if word[1:2] in "at"
        ]
        for document in DOCUMENTS
    ]


REFERENCES = [document["mentions"] for document in DOCUMENTS]


@pytest.mark.parametrize("form", ["list", "dataset", "text"])
def test_scores_of_a_pipeline(form: str) -> None:
    expected = score_nuggets(expected_documents(), REFERENCES, mapping="optimal")
    data = [{**each, "text": " ".join(each["tokens"])} for each in DOCUMENTS]
    result = NuggetEvaluator().compute(
        classify,
        datasets.Dataset.from_list(data) if form == "dataset" else data,
        metric="event_nugget_metric",
        text_column="text" if form == "text" else None,
        id_column="doc_id",
        mapping="optimal",
    )
    assert 0 < expected["type_f1"] < 1
    assert {key: result[key] for key in expected} == expected
    assert set(result) - set(expected) == {"total_time_in_seconds", "samples_per_second", "latency_in_seconds"}


def test_intervals() -> None:
    settings = {"strategy": "bootstrap", "n_resamples": 200, "random_state": 4}
    result = NuggetEvaluator().compute(classify, DOCUMENTS, **settings)
    score = result["type_f1"]
    low, high = score["confidence_interval"]
    assert low < score["score"] < high
    assert score["score"] == score_nuggets(expected_documents(), REFERENCES)["type_f1"]
    assert 0 < score["standard_error"] < high - low
    assert result["documents"] == 30
    assert isinstance(result["signature"], str)
    again = NuggetEvaluator().compute(classify, DOCUMENTS, **settings)
    assert again["type_f1"] == score
    narrow = NuggetEvaluator().compute(classify, DOCUMENTS, **settings, confidence_level=0.5)
    assert narrow["type_f1"]["confidence_interval"][0] > low


def test_our_metrics_are_drawn_like_those_of_others() -> None:
    """One count of each document serves all samples."""

    class Slow:
        def compute(self, predictions: list, references: list) -> dict:
            return score_nuggets(predictions, references)

    settings = {"strategy": "bootstrap", "n_resamples": 20, "random_state": 3}
    fast = NuggetEvaluator().compute(classify, DOCUMENTS, **settings)
    slow = NuggetEvaluator().compute(classify, DOCUMENTS, Slow(), **settings)
    for key in ("type_f1", "span_precision", "macro_type_recall"):
        assert fast[key]["confidence_interval"] == pytest.approx(slow[key]["confidence_interval"])
        assert fast[key]["standard_error"] == pytest.approx(slow[key]["standard_error"])


def test_metrics_of_others_are_drawn_too() -> None:
    class Share:
        def compute(self, predictions: list, references: list) -> dict[str, float]:
            return {"share": sum(bool(each["mentions"]) for each in predictions) / len(references)}

    result = NuggetEvaluator().compute(classify, DOCUMENTS, Share(), strategy="bootstrap", n_resamples=50)
    assert result["share"]["confidence_interval"][0] <= result["share"]["score"]


def test_metrics_by_name(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = evaluate.load("event_nugget_metric")
    assert load_metric(loaded) is loaded
    monkeypatch.chdir(str(tmp_path))
    assert load_metric("event_nugget_metric").name == loaded.name
    with pytest.raises(InputError, match="metric: expected the name of a metric or a loaded one, got 3"):
        load_metric(3)


@pytest.mark.parametrize(
    ("model", "data", "message"),
    [
        (classify, [{"tokens": ["a"]}], r'data\[0\]: expected a dict with the key "mentions", got'),
        (classify, lambda: datasets.Dataset.from_dict({"mentions": []}), 'data: expected a column "tokens", got'),
        (lambda inputs, **_: [], DOCUMENTS, "outputs: expected 30 lists, one for each text, got 0"),
        (3, DOCUMENTS, "model_or_pipeline: expected a model or a pipeline, got 3"),
    ],
)
def test_wrong_input(model: object, data: object, message: str) -> None:
    data = data() if callable(data) else data
    with pytest.raises(InputError, match=message):
        NuggetEvaluator().compute(model, data)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"strategy": "jackknife"}, 'strategy: expected one of "simple", "bootstrap"'),
        ({"confidence_level": 95}, "confidence_level: expected a number from 0 to 1, got 95"),
        ({"n_resamples": 0}, "n_resamples: expected an integer of at least 1, got 0"),
    ],
)
def test_wrong_options(arguments: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        NuggetEvaluator().compute(classify, DOCUMENTS, **arguments)
