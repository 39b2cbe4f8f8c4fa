"""Relations that hold for every score, whatever the numbers; and that no score was left out of them."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import count_nuggets, score_counts, score_nuggets
from event_scoring.nuggets.options import PROTOCOLS
from tests.generated import examples, sides
from tests.nuggets.chains import sum_of
from tests.nuggets.strategies import CORPUS, OPTIONS

MICRO = [
    f"{name}_{score}" for name in ("span", "type", "realis", "type_realis") for score in ("precision", "recall", "f1")
]
ACCURACIES = ["type_accuracy", "realis_accuracy", "type_realis_accuracy"]
MACRO = [f"macro_{key}" for key in MICRO + ACCURACIES]
TOTALS = ["span_true_positives", "type_true_positives", "realis_true_positives", "type_realis_true_positives"]
NUMBERS = ["documents", "predictions", "references"]
SAMPLE = (
    [[{"token_ids": [1, 2], "type": "A", "realis": "Actual"}, {"token_ids": [5], "type": "B", "realis": "Other"}], []],
    [[{"token_ids": [2, 3], "type": "A", "realis": "Other"}], [{"token_ids": [1], "type": "A", "realis": "Actual"}]],
)
FAST = examples(60)


def equal(first: dict[str, Any], second: dict[str, Any], keys: list[str]) -> None:
    for key in keys:
        if key in first or key in second:
            assert first[key] == pytest.approx(second[key], abs=1e-12, nan_ok=True), key


def test_no_score_is_left_out() -> None:
    assert sorted(score_nuggets(*SAMPLE)) == sorted(
        [*MICRO, *ACCURACIES, *MACRO, *TOTALS, *NUMBERS, "differences", "signature", "warnings"]
    )


@FAST
@given(corpus=CORPUS, options=OPTIONS, cuts=st.lists(st.integers(0, 4), max_size=3))
def test_scores_are_plain_fractions_and_pieces_add_up(
    corpus: list[Any], options: dict[str, Any], cuts: list[int]
) -> None:
    whole = score_nuggets(*sides(corpus), details=True, **options)
    assert json.loads(json.dumps(whole)) == whole
    for key in [*MICRO, *ACCURACIES, *MACRO]:
        if key in whole:
            assert type(whole[key]) is float
            assert 0 <= whole[key] <= 1 + 1e-12
    assert all(type(whole[key]) is int for key in NUMBERS)
    edges = [0, *sorted(cuts), len(corpus)]
    parts = [
        count_nuggets(*sides(corpus[start:end]), details=True, **options)
        for start, end in zip(edges, edges[1:], strict=False)
    ]
    assert score_counts(sum_of(parts), details=True) == whole


FAR = [10**15, -4, 3, 2**62, -(2**63), 0, 77, 2**63 - 1]


@FAST
@given(corpus=CORPUS, options=OPTIONS, order=st.randoms(use_true_random=False))
def test_order_repetition_and_numbering_mean_nothing(corpus: list[Any], options: dict[str, Any], order: Any) -> None:
    """Order and numbering of documents and tokens change no score; a corpus given twice has the ratios of one."""

    def changed(change: Any) -> dict[str, Any]:
        moved = [[[{**one, "token_ids": change(one["token_ids"])} for one in side] for side in pair] for pair in corpus]
        return score_nuggets(*sides(moved), **options)

    once = score_nuggets(*sides(corpus), **options)
    assert score_nuggets(*sides(order.sample(corpus, len(corpus))), **options) == once
    # Three times, because a token that is written twice, [3, 3], looks like start and end and is warned about.
    assert changed(lambda tokens: tokens[::-1] * 3) == once
    equal(changed(lambda tokens: [FAR[token] for token in tokens][::-1]), once, [*MICRO, *ACCURACIES, *MACRO, *TOTALS])
    twice = score_nuggets(*sides(corpus * 2), **options)
    equal(once, twice, [*MICRO, *ACCURACIES, *MACRO])
    for key in [*TOTALS, *NUMBERS]:
        if key in once:
            assert twice[key] == pytest.approx(2 * once[key])


def test_order_and_repeats_of_tokens_change_no_warning() -> None:
    """Two ids look like start and end, however they are written."""

    def warnings_of(tokens: list[int]) -> list[str]:
        return score_nuggets([[{"token_ids": tokens, "type": "Life.Die"}] * 5], [[]])["warnings"]

    assert warnings_of([0, 2]) == warnings_of([2, 0]) == warnings_of([0, 2, 2, 0]) != []


@FAST
@given(corpus=CORPUS, mapping=st.sampled_from(["one-to-one", "optimal", "exact"]))
def test_swapping_sides_swaps_precision_and_recall(corpus: list[Any], mapping: str) -> None:
    # One-to-one mappings only: Algorithm 1 treats the sides differently. Equal Dice may be taken in another
    # order when sides change, so the greedy mapping is left to corpora without realis or wildcards in the way.
    options = {"mapping": mapping, "unannotated": "literal"}
    if mapping == "one-to-one":
        corpus = [(system[:1], reference) for system, reference in corpus]
    predictions, references = sides(corpus)
    found = score_nuggets(predictions, references, **options)
    swapped = score_nuggets(references, predictions, **options)
    for name in ("span", "type"):
        assert found[f"{name}_precision"] == pytest.approx(swapped[f"{name}_recall"], abs=1e-12)
        assert found[f"{name}_f1"] == pytest.approx(swapped[f"{name}_f1"], abs=1e-12)


@FAST
@given(protocol=st.sampled_from([*PROTOCOLS]), corpus=CORPUS)
def test_identity_is_perfect(protocol: str, corpus: list[Any]) -> None:
    distinct = []
    for _, reference in corpus:
        spans: dict[frozenset[int], Any] = {}
        for mention in reference:
            if mention["token_ids"]:
                spans[frozenset(mention["token_ids"])] = mention
        distinct.append(list(spans.values()))
    if not any(distinct):
        return
    result = score_nuggets(distinct, distinct, protocol=protocol)
    for key in [*MICRO, *ACCURACIES]:
        if key in result:
            assert result[key] == 1.0, key


@FAST
@given(corpus=CORPUS, options=OPTIONS)
def test_optimal_is_never_below_greedy(corpus: list[Any], options: dict[str, Any]) -> None:
    options = {**options, "precision": "system"}
    best = score_nuggets(*sides(corpus), **{**options, "mapping": "optimal"})
    greedy = score_nuggets(*sides(corpus), **{**options, "mapping": "one-to-one"})
    for key in TOTALS:
        if key in best:
            assert best[key] >= greedy[key] - 1e-12


@FAST
@given(corpus=CORPUS, options=OPTIONS)
def test_attributes_never_help_under_algorithm_4(corpus: list[Any], options: dict[str, Any]) -> None:
    """Section 4.2 of the paper: all performances decrease monotonically."""
    result = score_nuggets(*sides(corpus), **{**options, "mapping": "many-to-one"})
    assert result["type_true_positives"] <= result["span_true_positives"] + 1e-12
    if "type_realis_true_positives" in result:
        single = min(result["type_true_positives"], result["realis_true_positives"])
        assert result["type_realis_true_positives"] <= single + 1e-12


@FAST
@given(corpus=CORPUS, options=OPTIONS)
def test_a_prediction_that_overlaps_nothing_never_raises_precision(corpus: list[Any], options: dict[str, Any]) -> None:
    lonely = {"token_ids": [99], "type": "Life.Die", "realis": "Actual"}
    corpus = [*corpus, ([], [{"token_ids": [1], "type": "Life.Die", "realis": "Actual"}])]
    before = score_nuggets(*sides(corpus), **options)
    after = score_nuggets(*sides([*corpus[:-1], ([lonely], corpus[-1][1])]), **options)
    for key in MICRO:
        if key in before and key in after and key.endswith("precision"):
            assert after[key] <= before[key] + 1e-12


@FAST
@given(corpus=CORPUS, options=OPTIONS)
def test_details_agree_with_the_totals(corpus: list[Any], options: dict[str, Any]) -> None:
    result = score_nuggets(*sides(corpus), details=True, **{**options, "documents_without_references": "count"})
    rows = result["per_document"]
    for key in ("references", "predictions", *TOTALS):
        if key in result:
            assert math.fsum(row[key] for row in rows) == pytest.approx(result[key], abs=1e-12)
    types = result["per_type"].values()
    assert math.fsum(row["true_positives"] for row in types) == pytest.approx(result["type_true_positives"])
    assert sum(row["references"] for row in types) == result["references"]
    assert sum(row["predictions"] for row in types) == result["predictions"]
    aligned = [entry for document in result["alignment"] for entry in document["type"]]
    credit = math.fsum(entry["predictions"][0]["dice"] for entry in aligned)
    assert credit == pytest.approx(result["type_true_positives"])
