"""Label sequences to nuggets and back."""

from __future__ import annotations

import re
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring.adapters import (
    labels_from_nuggets,
    nuggets_from_labels,
    token_offsets,
)
from event_scoring.adapters.token_labels import model_labels


def nugget(*tokens: int, kind: str = "Die", **more: str) -> dict:
    return {"token_ids": list(tokens), "type": kind, **more}


@pytest.mark.parametrize(
    ("scheme", "labels"),
    [("bio", ["B-Die", "I-Die", "B-Die", "O", "B-Die+"]), ("bioes", ["B-Die", "E-Die", "S-Die", "O", "S-Die+"])],
)
def test_written_and_read(scheme: str, labels: list[str]) -> None:
    document = {"mentions": [nugget(0, 1), nugget(2, 4)]}
    assert labels_from_nuggets([document], [5], scheme=scheme) == ([labels], 0)
    assert nuggets_from_labels([labels]) == [document]


def test_raw_labels_cannot_part_neighbours() -> None:
    labels, lost = labels_from_nuggets([[nugget(0), nugget(1), nugget(3, kind="Meet")]], [4], scheme="raw")
    assert labels == [["Die", "Die", "O", "Meet"]]
    assert lost == 2


def test_what_labels_cannot_express_is_counted() -> None:
    overlapping = [nugget(0, 1), nugget(1, 2), nugget(0, 1, kind="Meet")]
    interleaved = [nugget(0, 4), nugget(2, 6)]
    assert labels_from_nuggets([overlapping, []], [3, 1])[1] == 2
    assert labels_from_nuggets([interleaved], [7])[1] == 2
    assert labels_from_nuggets([[nugget(0, 2)]], [3], continuation=None) == ([["B-Die", "O", "O"]], 1)
    assert labels_from_nuggets([[nugget()]], [3]) == ([["O", "O", "O"]], 1)


def test_realis_in_labels() -> None:
    document = {"mentions": [nugget(0, 2, realis="Actual"), nugget(1, realis="Other")]}
    labels, lost = labels_from_nuggets([document], [3], realis_separator="|")
    assert labels == [["B-Die|Actual", "B-Die|Other", "B-Die|Actual+"]]
    assert lost == 0
    assert nuggets_from_labels(labels, realis_separator="|") == [document]


@given(
    st.lists(
        st.lists(st.sampled_from(["O", "B-A", "I-A", "E-A", "S-A", "B-B", "I-B", "B-A+"]), max_size=8), max_size=4
    ),
    st.sampled_from(["bio", "bioes"]),
)
def test_what_is_read_can_be_written(labels: list[list[str]], scheme: str) -> None:
    documents = nuggets_from_labels(labels)
    written, lost = labels_from_nuggets(documents, list(map(len, labels)), scheme=scheme)
    again = nuggets_from_labels(written)
    if lost == 0:
        assert sorted(map(str, again)) == sorted(map(str, documents))
    assert all((label == "O") == (back == "O") for row, other in zip(labels, written, strict=True)
               for label, back in zip(row, other, strict=True)) or lost  # fmt: skip


def test_offsets_of_words() -> None:
    assert token_offsets("a a  a", ["a", "a", "a"]) == [(0, 1), (2, 3), (5, 6)]


def test_a_model_without_names_of_labels_is_told() -> None:
    with pytest.warns(UserWarning, match="^labels: LABEL_0 .* a model without id2label, and no type will be right$"):
        assert model_labels({0: "LABEL_0", 1: "LABEL_1"}) == ["LABEL_0", "LABEL_1"]


@pytest.mark.parametrize(
    ("labels", "named"),
    [
        (["o", "Die"], "'o' is read as a type"),
        (["o", "b-Die", "i-Die"], "'o', 'b-Die', 'i-Die' are read as types"),
        (["LABEL_0", "LABEL_1"], "'LABEL_0' is read as a type"),
        (["O", "Die", "[PAD]"], "'[PAD]' is read as a type"),
    ],
)
def test_bare_labels_that_are_hardly_types_are_warned_about(labels: list[str], named: str) -> None:
    with pytest.warns(UserWarning, match=f"^labels: {re.escape(named)}, because no label has a prefix such as B-"):
        found = nuggets_from_labels([labels])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert nuggets_from_labels([labels], scheme="raw") == found
        nuggets_from_labels([["O", "Die", "day"]])
