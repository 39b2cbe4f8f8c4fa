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
from tests.generated import examples
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


def sides(corpus: list[Any]) -> tuple[list[Any], list[Any]]:
    return [system for system, _ in corpus], [reference for _, reference in corpus]


def equal(first: dict[str, Any], second: dict[str, Any], keys: list[str]) -> None:
    for key in keys:
        if key in first or key in second:
            assert first[key] == pytest.approx(second[key], abs=1e-12, nan_ok=True), key


def test_no_score_is_left_out() -> None:
    assert sorted(score_nuggets(*SAMPLE)) == sorted(
        [*MICRO, *ACCURACIES, *MACRO, *TOTALS, *NUMBERS, "differences", "signature", "warnings"]
    )


@FAST
@given(corpus=CORPUS, options=OPTIONS)
def test_scores_are_fractions_and_plain(corpus: list[Any], options: dict[str, Any]) -> None:
    result = score_nuggets(*sides(corpus), details=True, **options)
    assert json.loads(json.dumps(result)) == result
    for key in [*MICRO, *ACCURACIES, *MACRO]:
        if key in result:
            assert type(result[key]) is float
            assert 0 <= result[key] <= 1 + 1e-12
    assert all(type(result[key]) is int for key in NUMBERS)


@FAST
@given(corpus=CORPUS, options=OPTIONS, order=st.randoms(use_true_random=False))
def test_order_of_documents_changes_nothing(corpus: list[Any], options: dict[str, Any], order: Any) -> None:
    shuffled = list(corpus)
    order.shuffle(shuffled)
    assert score_nuggets(*sides(corpus), **options) == score_nuggets(*sides(shuffled), **options)


@FAST
@given(corpus=CORPUS, options=OPTIONS, cuts=st.lists(st.integers(0, 4), max_size=3))
def test_pieces_add_up_to_the_whole(corpus: list[Any], options: dict[str, Any], cuts: list[int]) -> None:
    whole = score_nuggets(*sides(corpus), details=True, **options)
    edges = [0, *sorted(cuts), len(corpus)]
    parts = [
        count_nuggets(*sides(corpus[start:end]), details=True, **options)
        for start, end in zip(edges, edges[1:], strict=False)
    ]
    assert score_counts(sum_of(parts), details=True) == whole


@FAST
@given(corpus=CORPUS, options=OPTIONS)
def test_doubling_the_corpus_keeps_every_ratio(corpus: list[Any], options: dict[str, Any]) -> None:
    once, twice = score_nuggets(*sides(corpus), **options), score_nuggets(*sides(corpus * 2), **options)
    equal(once, twice, [*MICRO, *ACCURACIES, *MACRO])
    for key in [*TOTALS, *NUMBERS]:
        if key in once:
            assert twice[key] == pytest.approx(2 * once[key])


@FAST
@given(corpus=CORPUS, options=OPTIONS)
def test_tokens_may_be_renumbered(corpus: list[Any], options: dict[str, Any]) -> None:
    def moved(document: list[dict[str, Any]]) -> list[dict[str, Any]]:
        far = [10**15, -4, 3, 2**62, -(2**63), 0, 77, 2**63 - 1]
        return [{**mention, "token_ids": [far[token] for token in mention["token_ids"]][::-1]} for mention in document]

    renumbered = [(moved(system), moved(reference)) for system, reference in corpus]
    found, expected = score_nuggets(*sides(renumbered), **options), score_nuggets(*sides(corpus), **options)
    equal(found, expected, [*MICRO, *ACCURACIES, *MACRO, *TOTALS])


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


@pytest.mark.parametrize("protocol", list(PROTOCOLS))
@FAST
@given(corpus=CORPUS)
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
def test_error_kinds_add_up(corpus: list[Any], options: dict[str, Any]) -> None:
    result = score_nuggets(*sides(corpus), details=True, **{**options, "documents_without_references": "count"})
    errors = result["errors"]
    paired = sum(errors[kind] for kind in ("correct", "boundary", "type", "realis", "both"))
    assert paired + errors["missed"] == result["references"]
    assert paired + errors["duplicate"] + errors["spurious"] == result["predictions"]


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


@FAST
@given(corpus=CORPUS, options=OPTIONS)
def test_order_and_repeats_of_tokens_mean_nothing(corpus: list[Any], options: dict[str, Any]) -> None:
    def repeated(document: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{**mention, "token_ids": mention["token_ids"][::-1] * 2} for mention in document]

    again = [(repeated(system), repeated(reference)) for system, reference in corpus]
    assert score_nuggets(*sides(again), **options) == score_nuggets(*sides(corpus), **options)
