"""Documents that are added one by one, also from several threads."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pyarrow as pa
import pytest

from event_scoring import InputError, score_extraction, score_nuggets
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


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ([{"token_ids": [1.5], "type": "Die"}], r'predictions\[0\]\[0\]\["token_ids"\]\[0\]'),
        ([{"token_ids": [1], "type": None}], "expected a string, got None"),
        ([{"token_ids": [2**70], "type": "Die"}], "64 bits"),
        ({"doc_id": "b", "mentions": []}, "doc_id"),
        ([{"token_ids": [1], "type": "Die", "score": float("nan")}], "finite"),
        ([{"token_ids": [True], "type": "Die"}], "expected an integer"),
        (None, "predictions"),
    ],
)
def test_what_is_wrong_is_refused_at_once(found: object, message: str) -> None:
    metric = evaluate.load("event_nugget_metric")
    metric.add(prediction=FOUND[0], reference=GOLD[0])
    with pytest.raises(InputError, match=message):
        metric.add(prediction=found, reference={"doc_id": "a", "mentions": []})
    assert scores(metric.compute()) == scores(score_nuggets(FOUND[:1], GOLD[:1]))


SPANS = {"doc_id": "é", "tokens": ["he", "died"], "events": [
    {"trigger": {"span": [1, 2]}, "type": "Die", "arguments": [{"span": [0, 1], "role": "Victim", "score": 0.5}]},
]}  # fmt: skip


def test_events_one_by_one() -> None:
    metric = evaluate.load("event_arg_linking_metric", "extraction")
    wrong = {**SPANS, "events": [{"trigger": {"span": [1, 3]}, "type": "Die"}]}
    metric.add(prediction=SPANS, reference=SPANS)
    with pytest.raises(InputError, match=r"expected 0 <= start < end <= 2, the number of tokens"):
        metric.add(prediction=wrong, reference=SPANS)
    assert metric.compute() == score_extraction([SPANS], [SPANS])


LINKED = {"arguments": [{"type": "Die", "role": "Victim", "filler": "he"}], "frames": [[0]]}


@pytest.mark.parametrize(
    ("task", "right", "wrong", "message"),
    [
        (
            "arguments",
            LINKED,
            {**LINKED, "frames": [[1]]},
            r'predictions\[0\]\["frames"\]\[0\]\[0\]: expected an index',
        ),
        ("arguments", LINKED, {"arguments": [{**LINKED["arguments"][0], "realis": "Other"}], "frames": []}, "realis"),
        (
            "templates",
            {"templates": [{"type": "A", "slots": [{"name": "s", "values": ["v"]}]}]},
            {"templates": [{"type": "A", "slots": [{"name": "s", "values": ["v"], "pointer": True}]}]},
            "pointer|template",
        ),
    ],
)
def test_documents_of_other_tasks_one_by_one(task: str, right: Any, wrong: Any, message: str) -> None:
    """Valid documents are held; invalid ones are refused at once."""
    metric = evaluate.load("event_arg_linking_metric", task)
    for _ in range(3):
        metric.add(prediction=right, reference=right)
    assert len(metric) == 3
    with pytest.raises(InputError, match=message):
        metric.add(prediction=wrong, reference=right)
    assert metric.compute() == metric.compute(predictions=[right] * 3, references=[right] * 3)


def test_what_must_hold_between_documents_is_seen_in_the_end() -> None:
    """Elements of one id are one element in the whole corpus of event values; no batch alone shows that two differ."""
    mention = {"level": "NAM", "start": 0, "end": 3, "head_start": 0, "head_end": 3}
    person = {"id": "p", "type": "PER", "subtype": "Individual", "class": "SPC", "mentions": [mention]}
    metric = evaluate.load("event_arg_linking_metric", "values")
    for kind in ("PER", "ORG"):
        document = {"entities": [{**person, "type": kind}], "events": []}
        metric.add_batch(predictions=[document], references=[document])
    with pytest.raises(InputError, match=r'predictions\[1\]\["entities"\]\[0\]\["id"\]: expected an id that no other'):
        metric.compute()
    assert len(metric) == 0


UNCLEAR = {"mentions": [{"token_ids": [1], "type": "Die", "id": "E1"}], "clusters": [["E1", "E2"]]}


@pytest.mark.parametrize(
    ("options", "message"),
    [({}, "E2"), ({"mapping": "best"}, "mapping"), ({"protocl": "paper"}, "protocl"), ({"details": 1}, "details")],
)
def test_a_failed_computation_empties_the_metric(options: dict[str, Any], message: str) -> None:
    """A notebook cell that adds and computes counts each document once, also after it failed."""
    metric = evaluate.load("event_nugget_metric")
    metric.add_batch(predictions=[UNCLEAR], references=[UNCLEAR])
    with pytest.raises((ValueError, TypeError), match=message):
        metric.compute(**options)
    assert len(metric) == 0
    metric.add_batch(predictions=[UNCLEAR], references=[UNCLEAR])
    assert metric.compute(coreference=False)["documents"] == 1


def test_documents_that_compute_refuses_take_those_before_with_them() -> None:
    metric = evaluate.load("event_nugget_metric")
    metric.add(prediction=FOUND[0], reference=GOLD[0])
    with pytest.raises(InputError, match="predictions"):
        metric.compute(predictions=[None], references=[GOLD[0]])
    assert len(metric) == 0


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
