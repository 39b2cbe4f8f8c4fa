"""Examples that a reader can follow by hand: the proposal's, and those of the published scorer's tests."""

from __future__ import annotations

import json
from typing import Any

import pytest

from event_scoring import score_arguments
from tests.golden_cases import GOLDEN

TABLE = json.loads((GOLDEN / "arguments_table1.json").read_text(encoding="utf-8"))


def linking(*frames: str, generic: str = "") -> dict[str, Any]:
    """Arguments named by letters, in frames of them."""
    letters = sorted({letter for frame in frames for letter in frame})
    arguments = [
        {"type": "T", "role": "R", "filler": letter, "realis": "Generic" if letter in generic else "Actual"}
        for letter in letters
    ]
    return {"arguments": arguments, "frames": [[letters.index(letter) for letter in frame] for frame in frames]}


# The reference, the system, the sum of link F and the score of the document.
LINKINGS = [
    (linking("a", "b", "c", "d"), linking("abcd"), 0, 0.5),
    (linking("a", "b", "c", "d"), linking("a", "b", "c", "d"), 4, 1),
    # a and b have half of their neighbours right; d is with others; g is wrong: (3 - 1/4) / 6.
    (linking("abc", "de", "f"), linking("abd", "g"), 1, 0.5 * 2.75 / 6 + 0.5 / 6),
    (linking("abc", "de", "f"), linking("ab", "c", "g"), 4 / 3, 0.5 * 2.75 / 6 + 0.5 * 4 / 3 / 6),
    # d and e are in two frames: e's neighbours are {d, a}, of which d is right.
    (linking("abc", "de", "f"), linking("de", "dea"), 4 / 3, 13 / 36),
    (linking("abc", "ce", "c"), linking("c"), 0, 0.5 * 1 / 4),
]


@pytest.mark.parametrize(("reference", "system", "link_sum", "score"), LINKINGS)
def test_published_examples_of_linking(
    reference: dict[str, Any], system: dict[str, Any], link_sum: float, score: float
) -> None:
    result = score_arguments([system], [reference])
    assert result["linking_sum"] == pytest.approx(link_sum)
    assert result["score"] == pytest.approx(score)


def test_differs_from_the_published_scorer_in_what_is_not_clipped() -> None:
    """Differs from the published scorer: its reports of single documents are not clipped, the proposal's are."""
    system, reference = [linking("g", "h", "i")], [linking("abc", "de", "f")]
    assert score_arguments(system, reference, details=True)["per_document"][0]["score"] == 0.0
    unclipped = score_arguments(system, reference, details=True, clip=False)
    assert unclipped["per_document"][0]["score"] == pytest.approx(-0.0625)


@pytest.mark.parametrize("row", TABLE["table1"]["rows"], ids=lambda row: row["system"])
def test_table_1_of_the_proposal(row: dict[str, Any]) -> None:
    """A corpus for each row: R of 100 arguments found, wrong ones as P says, and a share of the links right."""
    precision, recall = row["P"], row["R"]
    # The smallest number of which every share is whole.
    asked = next(
        count
        for count in range(100, 10 * 100 * precision + 1, 100)
        if (found := count * recall // 100) % 10 == 0 and found * (100 - precision) % precision == 0
    )
    right = asked * recall // 100
    wrong = right * (100 - precision) // precision

    def arguments(count: int, prefix: str) -> list[dict[str, str]]:
        return [{"type": "T", "role": "R", "filler": f"{prefix}{number}"} for number in range(count)]

    references = [{"arguments": arguments(asked, "right"), "frames": [[place] for place in range(asked)]}]
    said = [*arguments(right, "right"), *arguments(wrong, "wrong")]
    for accuracy in (6, 7, 8):
        alone = right * accuracy // 10  # every reference frame is a singleton: the others are linked wrongly
        frames = [[place] for place in range(alone)] + [list(range(alone, right))]
        result = score_arguments([{"arguments": said, "frames": frames}], references, clip=False)
        assert 100 * result["argument_precision"] == pytest.approx(precision)
        assert 100 * result["argument_recall"] == pytest.approx(recall)
        assert result["linking_score"] == pytest.approx(recall / 100 * accuracy / 10)
        assert f"{100 * result['score']:.1f}" == f"{row[f'proposed_link_0.{accuracy}']:.1f}"
        assert f"{100 * result['argument_f1']:.1f}" == f"{row['F1']:.1f}"


@pytest.mark.parametrize("example", ["example_1", "example_2", "example_3"])
def test_ceaf_examples_of_the_proposal(example: str) -> None:
    key = linking(*("".join(frame) for frame in TABLE["ceaf_examples"]["key"]))
    case = TABLE["ceaf_examples"]["examples"][example]
    result = score_arguments([linking(*("".join(frame) for frame in case["frames"]))], [key])
    expected = case["b3_variant"]
    assert result["linking_sum"] == pytest.approx(expected["link_sum"])
    assert result["linking_normalizer"] == expected["normalizer"]
    assert result["linking_score"] == pytest.approx(expected["score"])
    assert result["linking_precision"] == pytest.approx(expected["java_precision"])
    assert result["linking_recall"] == pytest.approx(expected["java_recall"])
    assert (result["true_positives"], result["false_positives"]) == (case["eae"]["tp"], case["eae"]["fp"])
    assert result["argument_score"] == pytest.approx(case["eae"]["score"])
    assert result["score"] == pytest.approx(case["combined_beta0_25_lambda0_5"])
