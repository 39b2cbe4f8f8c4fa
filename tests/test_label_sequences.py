"""`score_bio` gives seqeval's numbers and its table, for every scheme and for labels that no scheme allows."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from event_scoring import score_bio
from tests.heavy import seqeval

GOLD = [["B-Die", "I-Die", "O", "B-Meet"], ["O", "B-Attack"]]
RUN = [["B-Die", "I-Die", "O", "O"], ["B-Attack", "B-Attack"]]
SCHEMES = {"IOB1": "IOB", "IOB2": "IOB", "IOE1": "IOE", "IOE2": "IOE", "IOBES": "IOBES", "BILOU": "BILOU"}


def corpora(letters: str, rows: int = 40) -> tuple[list[list[str]], list[list[str]]]:
    """Random labels of a few types, right ones and wrong ones alike."""
    draw = np.random.default_rng(sum(map(ord, letters)))
    labels = ["O", *(f"{letter}-{kind}" for letter in letters if letter != "O" for kind in ("A", "B"))]
    sizes = draw.integers(1, 9, rows)
    gold = [draw.choice(labels, size).tolist() for size in sizes]
    # Half of the labels of the system are those of the references.
    run = [[one if draw.random() < 0.5 else str(draw.choice(labels)) for one in row] for row in gold]
    return run, gold


def published(run: Sequence[Any], gold: Sequence[Any], **options: Any) -> dict[str, float]:
    found = {"overall_accuracy": seqeval.metrics.accuracy_score(gold, run)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, average in (("overall", "micro"), ("macro", "macro"), ("weighted", "weighted")):
            for score in ("precision", "recall", "f1"):
                of = getattr(seqeval.metrics, f"{score}_score")
                found[f"{name}_{score}"] = of(gold, run, average=average, zero_division=0, **options)
    return found


def table(run: Sequence[Any], gold: Sequence[Any], **options: Any) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text: str = seqeval.metrics.classification_report(gold, run, zero_division=0, **options)
    return text


@pytest.mark.parametrize("letters", ["IOB", "IOE", "IOBES", "OBI"])
@pytest.mark.parametrize("suffix", [False, True])
def test_numbers_and_table_are_seqevals(letters: str, suffix: bool) -> None:
    run, gold = corpora(letters)
    if suffix:
        run, gold = ([["-".join(label.split("-")[::-1]) for label in row] for row in side] for side in (run, gold))
    result = score_bio(run, gold, suffix=suffix)
    for name, value in published(run, gold, suffix=suffix).items():
        assert result[name] == pytest.approx(value, abs=1e-12), name
    assert str(result).startswith(table(run, gold, suffix=suffix))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_strict_schemes_are_seqevals(scheme: Any) -> None:
    run, gold = corpora(SCHEMES[scheme])
    options = {"mode": "strict", "scheme": getattr(seqeval.scheme, scheme)}
    result = score_bio(run, gold, scheme=scheme, details=True)
    for name, value in published(run, gold, **options).items():
        assert result[name] == pytest.approx(value, abs=1e-12), name
    assert str(result).startswith(table(run, gold, **options))
    assert set(result["per_type"]) == {"A", "B"}


DASHES = ["O", "B-Attack-", "I-Attack", "B--Attack", "I-Attack-", "B-At-tack", "I-At-tack", "BAt-tack", "B-", "B"]


@pytest.mark.parametrize("scheme", [None, "IOB2"])
@pytest.mark.parametrize("suffix", [False, True])
def test_dashes_in_types_are_read_as_by_seqeval(scheme: Any, suffix: bool) -> None:
    draw = np.random.default_rng(7)
    labels = [label[1:].strip() + label[0] if suffix and label != "O" else label for label in DASHES]
    gold, run = ([draw.choice(labels, 4).tolist() for _ in range(300)] for _ in range(2))
    options = {"mode": "strict", "scheme": getattr(seqeval.scheme, scheme)} if scheme else {}
    result = score_bio(run, gold, scheme=scheme, suffix=suffix)
    for name, value in published(run, gold, suffix=suffix, **options).items():
        assert result[name] == pytest.approx(value, abs=1e-12), name


@pytest.mark.parametrize("letters", ["IOB", "OB", "IOE", "OE", "IOBES", "OBES", "BILOU", "OBL"])
def test_strict_finds_the_scheme_as_the_table_of_seqeval_does(letters: str) -> None:
    run, gold = corpora(letters)
    assert str(score_bio(run, gold, mode="strict")).startswith(table(run, gold, mode="strict"))
    single = [["S-A", "S-B"], ["S-A"]]
    assert str(score_bio(single, single, mode="strict")).startswith(table(single, single, mode="strict"))


def test_lengths_by_hand() -> None:
    result = score_bio(RUN, GOLD, details=True)
    assert (result["overall_precision"], result["overall_recall"], result["overall_accuracy"]) == (2 / 3, 2 / 3, 4 / 6)
    assert (result["true_positives"], result["predictions"], result["references"]) == (2, 3, 3)
    assert result["per_type"]["Meet"] == {"precision": 0.0, "recall": 0.0, "f1": 0.0, "number": 1}
    assert re.fullmatch(r"bio\|docs:2\|refs:[0-9a-f]{12}\|version:.*", result["signature"])
    assert "|scheme:IOB2|" in score_bio(RUN, GOLD, scheme="IOB2")["signature"]


def test_nothing_at_all() -> None:
    empty = score_bio([], [])
    assert (empty["overall_f1"], empty["warnings"]) == (0, ["No document was scored, so the scores are meaningless."])
    assert score_bio([["O"]], [["O"]])["macro_f1"] == 0
    assert np.isnan(score_bio([["O"]], [["O"]], zero_division="nan")["overall_f1"])


def test_a_type_that_no_reference_has_is_a_warning() -> None:
    assert score_bio([["B-Dei"]], [["B-Die"]]).warnings == ["No reference has the predicted type Dei."]
