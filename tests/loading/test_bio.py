"""The configuration for lists of labels gives the numbers of seqeval, or scores the entities as nuggets."""

from __future__ import annotations

import random
from typing import Any

import pytest

from event_scoring import score_nuggets
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
    with_suffix = load().compute(predictions=[["Die-B"]], references=[["Die-B"]], credit="dice", suffix=True)
    assert "|labels:lenient|suffix:yes|" in with_suffix["signature"]


def test_dice_equals_score_bio_where_no_span_is_found_in_part() -> None:
    system, gold = [["B-Die", "O", "B-Meet"], ["O"]], [["B-Die", "O", "O"], ["B-Die"]]
    dice = load().compute(predictions=system, references=gold, credit="dice", confidence=0.9, resamples=20)
    exact = load().compute(predictions=system, references=gold)
    assert [dice[f"type_{name}"] for name in ("precision", "recall", "f1")] == [
        exact[f"overall_{name}"] for name in ("precision", "recall", "f1")
    ]
    assert "type_f1_low" in dice
