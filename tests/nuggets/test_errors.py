"""Kinds of errors: each mention has one, and the counts, categories and confusions agree."""

from __future__ import annotations

from time import process_time
from typing import Any

from hypothesis import given

from event_scoring import score_nuggets
from event_scoring.nuggets.outcomes import ERROR_KINDS
from tests.generated import examples, sides
from tests.nuggets.strategies import CORPUS, OPTIONS

PAIRED = ("correct", "boundary", "type", "realis", "both")


@examples(80)
@given(corpus=CORPUS, options=OPTIONS)
def test_every_mention_has_one_kind_and_the_counts_add_up(corpus: list[Any], options: dict[str, Any]) -> None:
    system, reference = sides(corpus)
    result = score_nuggets(system, reference, details=True, **options)
    counts = dict.fromkeys(ERROR_KINDS, 0)
    judged = 0
    for row, document in zip(result["categories"], result["per_document"], strict=True):
        kinds = {side: [mention["category"] for mention in row[side]] for side in row}
        assert len(kinds["references"]) == document["references"]
        assert len(kinds["predictions"]) == document["predictions"]
        assert set(kinds["references"]) <= {*PAIRED, "missed"}
        assert set(kinds["predictions"]) <= {*PAIRED, "duplicate", "spurious"}
        for kind in PAIRED:
            assert kinds["references"].count(kind) == kinds["predictions"].count(kind)
            judged += kinds["references"].count(kind)
        for kind in ERROR_KINDS:
            side = "predictions" if kind in ("duplicate", "spurious") else "references"
            counts[kind] += kinds[side].count(kind)
    assert counts == result["errors"]
    for table in result["confusion"].values():
        assert sum(count for row in table.values() for count in row.values()) == judged


def test_confusion_by_hand() -> None:
    gold = [[{"token_ids": [1], "type": "A", "realis": "Actual"}, {"token_ids": [3], "type": "A"}]]
    system = [[{"token_ids": [1], "type": "B", "realis": "Other"}, {"token_ids": [3], "type": "A", "realis": "Actual"}]]
    result = score_nuggets(system, gold, details=True)
    assert result["confusion"] == {
        "type": {"A": {"A": 1, "B": 1}},
        "realis": {"": {"Actual": 1}, "Actual": {"Other": 1}},
    }
    assert result["errors"]["both"] == 1
    assert result["errors"]["correct"] == 1  # a reference without realis agrees with any


def test_intervals_by_type_hold_the_score_and_leave_out_samples_without_the_type() -> None:
    gold = [[{"token_ids": [i], "type": "A"}] for i in range(30)] + [[{"token_ids": [1], "type": "Rare"}]]
    system = [[{"token_ids": [i if i % 3 else 99], "type": "A"}] for i in range(30)] + [gold[-1]]
    rows = score_nuggets(system, gold, details=True, confidence=0.95, resamples=300)["per_type"]
    assert rows["A"]["f1_low"] < rows["A"]["f1"] < rows["A"]["f1_high"]
    assert (rows["Rare"]["f1_low"], rows["Rare"]["f1_high"]) == (1.0, 1.0)
    assert "f1_low" not in score_nuggets(system, gold, details=True)["per_type"]["A"]


def test_details_of_a_long_document_take_linear_time() -> None:
    mentions = [{"token_ids": [token], "type": "A", "realis": "Actual"} for token in range(20_000)]
    start = process_time()
    assert score_nuggets([mentions], [mentions], details=True)["errors"]["correct"] == len(mentions)
    assert process_time() - start < 3
