"""Relations that hold for every score, whatever the numbers; and that no score was left out of them."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from event_scoring import (
    InputError,
    compare_signatures,
    count_arguments,
    count_responses,
    score_arguments,
    score_counts,
    score_responses,
    sensitivity,
)
from tests.arguments.strategies import OPTIONS, corpora, response_documents
from tests.generated import examples, sides

RATIOS = [
    *("score", "argument_score", "linking_score", "argument_precision", "argument_recall", "argument_f1"),
    *("linking_precision", "linking_recall", "macro_score"),
]
COUNTS = [
    *("true_positives", "false_positives", "false_negatives", "argument_normalizer", "linking_normalizer"),
    "documents",
]
FAST = examples(15)


def argument(filler: str, realis: str | None = None, role: str = "Victim") -> dict[str, Any]:
    found = {"type": "Life.Die", "role": role, "filler": filler}
    return found if realis is None else {**found, "realis": realis}


def document(*fillers: str, frames: list[list[int]] | None = None) -> dict[str, Any]:
    chosen = [list(range(len(fillers)))] if frames is None else frames
    return {"arguments": [argument(filler) for filler in fillers], "frames": chosen}


def test_no_score_is_left_out() -> None:
    result = score_arguments([document("a")], [document("a")])
    assert sorted(result) == sorted([*RATIOS, *COUNTS, "linking_sum", "signature", "warnings", "differences"])


@FAST
@given(corpus=corpora(), options=OPTIONS, order=st.randoms(use_true_random=False))
def test_order_of_documents_arguments_and_frames_changes_nothing(
    corpus: list[Any], options: dict[str, Any], order: Any
) -> None:
    shuffled = []
    for pair in corpus:
        moved = []
        for side in pair:
            places = list(range(len(side["arguments"])))
            order.shuffle(places)
            frames = [[places.index(place) for place in frame] for frame in side["frames"]]
            order.shuffle(frames)
            moved.append({"arguments": [side["arguments"][place] for place in places], "frames": frames})
        shuffled.append(tuple(moved))
    order.shuffle(shuffled)
    assert score_arguments(*sides(shuffled), **options) == score_arguments(*sides(corpus), **options)


@FAST
@given(corpus=corpora(), options=OPTIONS, cut=st.integers(0, 4))
def test_scores_are_plain_fractions_and_pieces_add_up(corpus: list[Any], options: dict[str, Any], cut: int) -> None:
    labels = ["even", "odd", "even", "odd"][: len(corpus)]
    options = {"details": True, "confidence": 0.9, "resamples": 7, **options}
    whole = score_arguments(*sides(corpus), groups=labels, **options)
    for key in RATIOS:
        assert type(whole[key]) is float
        assert whole[key] <= 1 + 1e-12
        assert whole[key] >= 0 or not options["clip"]
    assert all(type(whole[key]) is int for key in COUNTS)
    assert type(whole["linking_sum"]) is float
    parts = [
        count_arguments(*sides(corpus[part]), groups=labels[part], **options) for part in (slice(cut), slice(cut, None))
    ]
    text = json.dumps(whole)  # as text, since the interval of a type that no sample has is not a number
    assert json.dumps(json.loads(text)) == json.dumps(score_counts(parts, details=True)) == text


def test_a_document_has_the_same_sums_in_every_order_and_company() -> None:
    """One TRFR has all of its neighbours, two have an F of 4/5 and one of 1/2: their sum is 3.1 in some orders only."""
    frames = [[0, 2], [0, 1, 3]]
    found = set()
    for order in itertools.permutations(range(4)):
        arguments = [argument("abcd"[place]) for place in order]
        system = {"arguments": arguments, "frames": [[order.index(place) for place in frame] for frame in frames]}
        reference = {"arguments": arguments, "frames": [[0, 1, 2, 3]]}
        # The documents before decide the order of codes.
        before = {"arguments": arguments[::-1], "frames": []}
        counts = count_arguments([before, system], [before, reference])
        found.add(counts.listed("linking_sum")[1])
    assert found == {3.1}


def test_parts_with_and_without_realis_are_refused() -> None:
    with_realis = [{"arguments": [argument("a", "Actual")], "frames": []}]
    parts = [count_arguments(side, side) for side in (with_realis, [document("a")])]
    with pytest.raises(InputError, match="counts: expected a realis for all arguments of all parts or for none"):
        score_counts(parts)


@FAST
@given(corpus=corpora(), options=OPTIONS)
def test_doubling_the_corpus_keeps_every_ratio(corpus: list[Any], options: dict[str, Any]) -> None:
    once, twice = score_arguments(*sides(corpus), **options), score_arguments(*sides(corpus * 2), **options)
    for key in RATIOS:
        assert twice[key] == pytest.approx(once[key], abs=1e-12)
    for key in COUNTS:
        assert twice[key] == 2 * once[key]


@FAST
@given(corpus=corpora(), options=OPTIONS)
def test_swapping_the_sides_swaps_precision_and_recall(corpus: list[Any], options: dict[str, Any]) -> None:
    assume(options["unlinked"] == "count")
    system, reference = sides(corpus)
    one, other = score_arguments(system, reference, **options), score_arguments(reference, system, **options)
    assert one["argument_precision"] == other["argument_recall"]
    assert one["argument_f1"] == pytest.approx(other["argument_f1"], abs=1e-12)


@FAST
@given(corpus=corpora(), neutral=st.booleans())
def test_a_perfect_copy_scores_one(corpus: list[Any], neutral: bool) -> None:
    references = [reference for _, reference in corpus]
    result = score_arguments(references, references, neutralize_realis=neutral)
    for part in ("argument", "linking"):
        assert result[f"{part}_score"] == pytest.approx(float(result[f"{part}_normalizer"] > 0))


@examples(200)
@given(corpus=corpora(), options=OPTIONS, data=st.data())
def test_a_better_extraction_never_lowers_the_score(
    corpus: list[Any], options: dict[str, Any], data: st.DataObject
) -> None:
    """The third desirable property of the proposal: a right argument is added, or a wrong one is removed."""
    assume(corpus)
    assume(options["unlinked"] == "count")
    predictions, references = sides(corpus)
    before = score_arguments(predictions, references, **options)
    place = data.draw(st.integers(0, len(corpus) - 1))
    system, reference = predictions[place], references[place]
    better = list(predictions)
    if data.draw(st.booleans()):
        assume(reference["arguments"])
        right = data.draw(st.sampled_from(reference["arguments"]))
        better[place] = {**system, "arguments": [*system["arguments"], right]}
    else:
        neutral = options["neutralize_realis"]
        names = [{**each, "realis": None} if neutral else each for each in reference["arguments"]]
        wrong = [
            row
            for row, each in enumerate(system["arguments"])
            if ({**each, "realis": None} if neutral else each) not in names
        ]
        assume(wrong)
        gone = data.draw(st.sampled_from(wrong))
        name = {**system["arguments"][gone], "realis": None} if neutral else system["arguments"][gone]
        kept = [
            row
            for row, each in enumerate(system["arguments"])
            if ({**each, "realis": None} if neutral else each) != name
        ]
        better[place] = {
            "arguments": [system["arguments"][row] for row in kept],
            "frames": [[kept.index(row) for row in frame if row in kept] for frame in system["frames"]],
        }
    after = score_arguments(better, references, **options)
    assert after["score"] >= before["score"] - 1e-12


@FAST
@given(corpus=corpora(), options=OPTIONS)
def test_the_grid_is_the_score_of_every_beta_and_lam(corpus: list[Any], options: dict[str, Any]) -> None:
    grid = sensitivity(count_arguments(*sides(corpus), **options), beta=[0, 0.7], lam=[0.2, 1])
    for beta, row in zip(grid["beta"], grid["score"], strict=True):
        for lam, score in zip(grid["lam"], row, strict=True):
            expected = score_arguments(*sides(corpus), **{**options, "beta": beta, "lam": lam})["score"]
            assert score == pytest.approx(expected, abs=1e-12)


@FAST
@given(corpus=corpora(), options=OPTIONS)
def test_a_group_is_scored_as_a_corpus_of_its_own(corpus: list[Any], options: dict[str, Any]) -> None:
    labels = [("forum", "newswire")[row % 2] for row in range(len(corpus))]
    result = score_arguments(*sides(corpus), groups=labels, **options)
    for row, label in enumerate(("forum", "newswire")):
        alone = score_arguments(*sides(corpus[row::2]), **options)
        found = {key.partition("/")[2]: value for key, value in result.items() if key.startswith(f"{label}/")}
        assert found == (
            {key: alone[key] for key in alone if key not in ("signature", "warnings", "differences")}
            if corpus[row::2]
            else {}
        )


@FAST
@given(corpus=st.lists(response_documents(), max_size=3), cut=st.integers(0, 3))
def test_responses_in_pieces(corpus: list[Any], cut: int) -> None:
    predictions, references = sides(corpus)
    whole = score_responses(predictions, references, details=True, preprocess="official-2015")
    parts = [
        count_responses(predictions[part], references[part], details=True, preprocess="official-2015")
        for part in (slice(cut), slice(cut, None))
    ]
    assert json.dumps(score_counts(parts, details=True)) == json.dumps(whole)  # nan is not itself


def test_signatures_tell_options_references_and_tasks_apart() -> None:
    base = score_arguments([document("a")], [document("a")])["signature"]
    assert base.startswith("arguments|docs:1|refs:")
    same = score_arguments([document("b")], [document("a")], beta=0.25)["signature"]
    assert compare_signatures(base, same) == "comparable"
    changed = [
        ({"beta": 0}, "beta"),
        ({"lam": 1}, "lam"),
        ({"clip": False}, "clip"),
        ({"unlinked": "drop"}, "unlinked"),
        ({"neutralize_realis": True}, "neutralize_realis"),
    ]
    for options, name in changed:
        other = score_arguments([document("a")], [document("a")], **options)["signature"]
        assert compare_signatures(base, other).startswith("different: " + name)
    for references in (document("b"), document("a", frames=[])):
        assert "refs" in compare_signatures(base, score_arguments([document("a")], [references])["signature"])


def test_samples_change_no_score_and_must_agree_where_both_results_have_them() -> None:
    def line(**options: Any) -> str:
        return str(score_arguments([document("a")], [document("a")], **options)["signature"])

    three = {"confidence": 0.9, "resamples": 3}
    assert "resamples" not in line()
    assert compare_signatures(line(), line(**three, sampler="java")) == "comparable"
    assert compare_signatures(line(**{**three, "resamples": 4}), line(**three)) == "different: resamples (4, 3)"
    assert compare_signatures(line(**three, seed=1), line(**three)) == "different: seed (1, 0)"


@pytest.mark.parametrize("numbers", [(1, 1.0), (0, 0.0, -0.0)])
def test_equal_numbers_are_one_option(numbers: tuple[float, ...]) -> None:
    lines = {score_arguments([document("a")], [document("a")], lam=lam)["signature"] for lam in numbers}
    assert len(lines) == 1


def test_undefined_scores() -> None:
    empty = document(frames=[])
    result = score_arguments([empty], [empty], details=True)
    assert [result[key] for key in RATIOS] == [0.0] * len(RATIOS)
    assert result["per_document"][0]["score"] is None
    nan = score_arguments([document("a")], [empty], zero_division="nan")
    assert nan["score"] != nan["score"]
    assert nan["argument_precision"] == 0.0
    nothing = score_arguments([], [])
    assert nothing["documents"] == 0
    assert score_arguments([empty] * 2, [empty] * 2, confidence=0.9, resamples=3)["score_median"] == 0.0
