"""The configuration for lists of labels gives the numbers of seqeval, or scores the entities as nuggets."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from event_scoring import InputError, score_bio, score_nuggets
from event_scoring.scoring.options import declarations
from tests.heavy import evaluate

LABELS = ["O", "O", "O", "B-Die", "I-Die", "B-Meet", "I-Meet"]


def corpus(sentences: int, seed: int) -> tuple[list[list[str]], list[list[str]]]:
    """Sentences of random labels, and the same with some labels changed."""
    draw = random.Random(seed)
    gold = [[draw.choice(LABELS) for _ in range(draw.randint(0, 9))] for _ in range(sentences)]
    system = [[label if draw.random() < 0.8 else draw.choice(LABELS) for label in labels] for labels in gold]
    return system, gold


def load() -> Any:
    return evaluate.load("event_nugget_metric", "bio")


@pytest.mark.parametrize("scheme", [None, "IOB2"])
def test_scores_are_those_of_seqeval(scheme: str | None) -> None:
    metrics = pytest.importorskip("seqeval.metrics", reason="seqeval is not installed")
    from seqeval.scheme import IOB2

    strict = {} if scheme is None else {"mode": "strict", "scheme": IOB2}
    for seed in range(20):
        system, gold = corpus(30, seed)
        options = {} if scheme is None else {"mode": "strict", "scheme": scheme}
        result = load().compute(predictions=system, references=gold, **options)
        for name in ("precision", "recall", "f1"):
            published = getattr(metrics, f"{name}_score")(gold, system, **strict)
            assert result[f"overall_{name}"] == pytest.approx(published, abs=1e-12)
        assert result["overall_accuracy"] == pytest.approx(metrics.accuracy_score(gold, system))


def nuggets(sentences: list[list[str]]) -> list[list[dict[str, Any]]]:
    sequence_labeling = pytest.importorskip("seqeval.metrics.sequence_labeling", reason="seqeval is not installed")
    get_entities = sequence_labeling.get_entities
    return [
        [{"token_ids": [*range(first, last + 1)], "type": kind} for kind, first, last in get_entities(labels)]
        for labels in sentences
    ]


@pytest.mark.parametrize("seed", range(20))
def test_dice_scores_the_entities_as_nuggets(seed: int) -> None:
    system, gold = corpus(30, seed)
    result = load().compute(predictions=system, references=gold, credit="dice", details=True)
    expected = score_nuggets(nuggets(system), nuggets(gold), details=True)
    for key in ("signature", "outcomes", "alignment", "categories"):  # entities are listed in another order
        result.pop(key), expected.pop(key)
    assert result == expected
    with_scheme = load().compute(predictions=system, references=gold, credit="dice", scheme="IOB2")
    assert "|labels:IOB2|" in with_scheme["signature"]


def test_dice_equals_score_bio_where_no_span_is_found_in_part() -> None:
    system, gold = [["B-Die", "O", "B-Meet"], ["O"]], [["B-Die", "O", "O"], ["B-Die"]]
    dice = load().compute(predictions=system, references=gold, credit="dice", confidence=0.9, resamples=20)
    exact = load().compute(predictions=system, references=gold)
    assert [dice[f"type_{name}"] for name in ("precision", "recall", "f1")] == [
        exact[f"overall_{name}"] for name in ("precision", "recall", "f1")
    ]
    assert "type_f1_low" in dice


def test_every_way_to_add() -> None:
    system, gold = corpus(40, 1)
    expected = score_bio(system, gold)
    metric = load()
    assert metric.compute(predictions=system, references=gold) == expected
    assert metric.compute(predictions=pa.array(system), references=pa.array(gold)) == expected
    assert metric.compute(predictions=[np.array(labels) for labels in system], references=gold) == expected
    for labels, reference in zip(system[:10], gold[:10], strict=True):
        metric.add(prediction=labels, reference=reference)
    metric.add_batch(predictions=system[10:25], references=gold[10:25])
    assert metric.compute(predictions=system[25:], references=gold[25:]) == expected
    assert str(expected).startswith("              precision")


def test_what_is_refused() -> None:
    metric = load()
    cases: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"predictions": [["O"]], "references": [["O", "O"]]}, InputError, r"predictions\[0\]: expected 2 labels"),
        ({"predictions": [[1]], "references": [["O"]]}, InputError, "give labels, not numbers"),
        ({"predictions": ["O"], "references": [["O"]]}, InputError, "give a list of labels for each sentence"),
        ({"predictions": [["Die"]], "references": [["O"]]}, InputError, "expected O or a label such as B-Attack"),
        ({"scheme": "BIO"}, ValueError, "expected \"IOB2\", as seqeval calls it, got 'BIO'"),
        ({"credit": "partial"}, ValueError, 'credit: expected one of "exact", "dice"'),
        ({"protocol": "paper"}, TypeError, 'unknown option "protocol"'),
        ({"confidence": 0.9}, ValueError, 'confidence: intervals are given with credit="dice" only'),
        ({"on_pair": print}, ValueError, 'on_pair: pairs are compared with credit="dice" only'),
        (
            {"predictions": [{"mentions": []}], "references": [{"mentions": []}]},
            InputError,
            'document of the task "nuggets": load the configuration "nuggets"',
        ),
    ]
    for call, error, message in cases:
        with pytest.raises(error, match=message):
            metric.compute(**{"predictions": [["O"]], "references": [["O"]], **call})
    with pytest.raises(InputError, match='the configuration "bio" of event_nugget_metric'):
        evaluate.load("event_nugget_metric").compute(predictions=[["O"]], references=[["O"]])


CONFIGURATIONS = {
    "event_nugget_metric": ("nuggets", "detection", "relations", "bio"),
    "event_arg_linking_metric": ("arguments", "responses", "extraction", "templates", "values"),
}


@pytest.mark.parametrize("metric", CONFIGURATIONS)
def test_every_configuration_describes_itself(metric: str) -> None:
    loaded = {name: evaluate.load(metric, name) for name in CONFIGURATIONS[metric]}
    assert set(loaded) == set(next(iter(loaded.values())).configurations)
    for field in ("inputs_description", "description"):
        assert len({getattr(one, field) for one in loaded.values()}) == len(loaded)
    for name, one in loaded.items():
        for option in declarations(one.task.options):
            assert f"    {option.name}: " in one.inputs_description
        assert f'"{name}")' in one.inputs_description or name in ("nuggets", "arguments")
        assert one.citation
        assert one.license == "Apache-2.0"
        assert all(url.startswith("https://github.com/") for url in one.codebase_urls)
        assert one.codebase_urls
        assert max(map(len, one.inputs_description.splitlines())) <= 120
    words = {
        "nuggets": ["`mentions`", "`token_ids`", "`clusters`"],
        "detection": ["`events`", "`trigger`", "`trigger_candidates`"],
        "relations": ["`relations`", "`source`"],
        "bio": ["a list of labels", "overall_f1"],
        "templates": ["`templates`", "`slots`"],
        "values": ["`entities`", "`modality`"],
        "responses": ["`responses`", "`assessment`"],
    }
    for name, one in loaded.items():
        assert all(word in one.inputs_description for word in words.get(name, []))
