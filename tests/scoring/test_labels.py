"""Labels of one side that the other does not have, and what a user is told of them."""

from __future__ import annotations

from event_scoring.scoring.labels import label_remarks


def test_labels_of_signs_alone_are_alike_only_where_they_are_equal() -> None:
    assert label_remarks({"role": ({"?", "Agent"}, {"!", "Agent"})}, None, {}) == []
    assert label_remarks({"role": ({"agent.", "Place"}, {"Agent", "Place"})}, None, {}) != []


def test_the_nearest_label_is_one_that_differs_in_case_or_else_one_that_is_spelled_alike() -> None:
    assert "'attack' ('Attack'?)" in label_remarks({"type": ({"attack"}, {"Attack", "Attach"})}, None, {})[0]
    assert "'Atack' ('Attack'?)" in label_remarks({"type": ({"Atack"}, {"Attack"})}, None, {})[0]
