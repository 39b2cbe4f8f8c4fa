"""Labels of one side that the other lacks, and the warnings about them."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import count_nuggets, score_extraction, score_nuggets
from event_scoring.scoring.labels import label_remarks


def test_labels_of_punctuation_alone_are_alike_only_where_they_are_equal() -> None:
    assert label_remarks({"role": ({"?", "Agent"}, {"!", "Agent"})}, None, {}) == []
    assert label_remarks({"role": ({"agent.", "Place"}, {"Agent", "Place"})}, None, {}) != []


def test_the_nearest_label_is_one_that_differs_in_case_or_else_one_that_is_spelled_alike() -> None:
    assert "'attack' ('Attack'?)" in label_remarks({"type": ({"attack"}, {"Attack", "Attach"})}, None, {})[0]
    assert "'Atack' ('Attack'?)" in label_remarks({"type": ({"Atack"}, {"Attack"})}, None, {})[0]


MENTION = {"token_ids": [1], "type": "Die"}
EVENT = {"trigger": {"span": [0, 1]}, "type": "Die"}
VICTIM = {"span": [1, 2], "role": "Victim"}


@pytest.mark.parametrize(
    ("score", "system", "gold", "why"),
    [
        (score_nuggets, [{**MENTION, "score": 0.0}], [MENTION], "the references give scores of their mentions"),
        (
            score_extraction,
            {"events": [{**EVENT, "arguments": [{**VICTIM, "score": 0.5}]}]},
            {"events": [{**EVENT, "arguments": [VICTIM]}]},
            "the references give scores of their arguments",
        ),
        (score_extraction, {"events": [], "repaired": ["a"]}, {"events": []}, 'the references give "repaired"'),
        (
            score_extraction,
            {"events": []},
            {"events": [], "argument_candidates": [[0, 1]]},
            'the predictions give "argument_candidates"',
        ),
    ],
)
def test_documents_whose_sides_changed_places_are_noticed(score: Any, system: Any, gold: Any, why: str) -> None:
    swapped = "The sides may have changed places: "
    assert not any(swapped in line for line in score([system], [gold])["warnings"])
    (said,) = [line for line in score([gold], [system])["warnings"] if swapped in line]
    assert said.startswith(swapped + why)
    assert not any(swapped in line for line in score([system], [system])["warnings"])


def test_what_one_batch_gives_of_a_side_is_given_by_the_whole() -> None:
    plain, scored = [[MENTION]], [[{**MENTION, "score": 0.5}]]
    both = count_nuggets(plain, scored) + count_nuggets(scored, plain)
    assert not any("changed places" in line for line in both.score()["warnings"])
