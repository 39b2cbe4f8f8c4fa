"""Documents that are added one by one, also from several threads."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
import pytest

from event_scoring import score_nuggets
from examples.news import news
from tests.heavy import evaluate

GOLD = [{"doc_id": each["doc_id"], "mentions": each["mentions"]} for each in news(300, seed=2)]
FOUND = [{**each, "mentions": each["mentions"][1:]} for each in GOLD]


def scores(result: dict) -> dict:
    return {key: value for key, value in result.items() if isinstance(value, int | float)}


EXPECTED = scores(score_nuggets(FOUND, GOLD))


def test_one_by_one_and_in_batches() -> None:
    metric = evaluate.load("event_nugget_metric")
    for number, (found, gold) in enumerate(zip(FOUND, GOLD, strict=True)):
        if number % 100 == 50:
            metric.add_batch(predictions=[found], references=[gold])
        elif number % 100 == 51:  # documents that need the whole check
            metric.add(prediction={**found, "clusters": None}, reference=tuple(gold["mentions"]))
        else:
            metric.add(prediction=found, reference=gold)
        if number in (40, 200):  # all wait as values, and some are columns
            metric = pickle.loads(pickle.dumps(metric))  # the test's own object
    assert scores(metric.compute()) == EXPECTED


def test_words_that_are_a_dictionary_of_arrow_beside_others() -> None:
    """Batches may hold their types in different forms and with different dictionaries."""
    metric = evaluate.load("event_nugget_metric")
    for number, kind in enumerate(("A", "B", "A")):
        spans = pa.array([[number]])
        types = pa.array([kind]) if number == 1 else pa.array([kind]).dictionary_encode()
        mentions = pa.StructArray.from_arrays([spans, types], names=["token_ids", "type"])
        column = pa.ListArray.from_arrays(pa.array([0, 1]), mentions)
        metric.add_batch(predictions=column, references=column)
    metric.add(prediction=[{"token_ids": [1], "type": "C"}], reference=[{"token_ids": [1], "type": "D"}])
    result = metric.compute()
    assert (result["documents"], result["span_f1"], result["type_f1"]) == (4, 1, 0.75)


def test_one_object_in_six_threads() -> None:
    metric = evaluate.load("event_nugget_metric")

    def add(first: int) -> None:
        for number in range(first, len(GOLD), 6):
            metric.add(prediction=FOUND[number], reference=GOLD[number])

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(add, range(6)))
    assert scores(metric.compute()) == EXPECTED

    def compute(_: int) -> dict:
        return scores(metric.compute(predictions=FOUND[:50], references=GOLD[:50]))

    with ThreadPoolExecutor(6) as pool:
        results = list(pool.map(compute, range(12)))
    assert all(result == scores(score_nuggets(FOUND[:50], GOLD[:50])) for result in results)


def test_what_is_added_is_kept_as_it_was() -> None:
    metric = evaluate.load("event_nugget_metric")
    mentions = [{"token_ids": [1], "type": "Die"}]
    metric.add(prediction=mentions, reference=mentions)
    mentions[0]["token_ids"].append(2)
    mentions.append({"token_ids": [9], "type": "Meet"})
    assert metric.compute()["references"] == 1


@pytest.mark.parametrize("size", [1, 32, 400])
def test_batches_of_any_size(size: int) -> None:
    """A few documents wait, many are written at once; the order and the scores are the same."""
    metric = evaluate.load("event_nugget_metric")
    for start in range(0, len(GOLD), size):
        metric.add_batch(predictions=FOUND[start : start + size], references=GOLD[start : start + size])
        metric.add(prediction=[], reference=[])
    found = metric.compute(details=True)["per_document"]
    assert [each["doc_id"] for each in found if each["doc_id"]] == [each["doc_id"] for each in GOLD]


@pytest.mark.parametrize("task", ["nuggets", "detection"])
def test_documents_that_fill_up_the_last_batch_are_warned_about(task: str) -> None:
    """Accelerate fills the last batch up with earlier documents, so that all processes get equally many."""
    documents = GOLD[:5] if task == "nuggets" else [{"doc_id": str(row), "events": []} for row in range(5)]
    metric = evaluate.load("event_nugget_metric", task)
    told = "A doc_id occurs twice: in several processes accelerate fills the last batch up"
    for extra in ([], documents[:1]):
        metric.add_batch(predictions=documents, references=documents)
        metric.add_batch(predictions=extra, references=extra)
        result = metric.compute()
        assert result["documents"] == 5 + len(extra)
        assert any(said.startswith(told) for said in result["warnings"]) == bool(extra)
    bare = [{key: value for key, value in each.items() if key != "doc_id"} for each in documents]
    assert not any(said.startswith(told) for said in metric.compute(predictions=bare, references=bare)["warnings"])
