"""Label sequences to nuggets and back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError
from event_scoring.adapters import (
    align_labels,
    events_from_nuggets,
    labels_from_nuggets,
    nuggets_from_labels,
    token_offsets,
)
from event_scoring.adapters.labels import model_labels


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


def test_places_of_bad_labels() -> None:
    with pytest.raises(InputError, match=r"^labels\[1\]\[2\]: expected a label with a type"):
        nuggets_from_labels([["O", "B-A"], ["O", "O", "I-"]])
    for label in ("B-Die|", "B-|Actual"):
        with pytest.raises(InputError, match=r"^labels\[0\]\[0\]: expected a label with a type"):
            nuggets_from_labels([[label]], realis_separator="|")
    with pytest.raises(InputError, match=r"^labels\[0\]\[1\]: expected a string, got 3 \(int\)"):
        nuggets_from_labels([["O", 3]])
    with pytest.raises(InputError, match=r"^labels\[1\]\[0\]: expected a label with a prefix such as B-, got 'War'"):
        nuggets_from_labels([["O"], ["War"]], scheme="prefixed")
    with pytest.raises(
        InputError, match=r'documents\[0\]\["mentions"\]\[1\]\["token_ids"\]: expected positions from 0'
    ):
        labels_from_nuggets([[nugget(0), nugget(3)]], [3])
    for documents, message in (
        ([[{"token_ids": [0]}]], r'documents\[0\]\[0\]: missing key "type"; found \'token_ids\''),
        ([{"mentions": None}], r'documents\[0\]\["mentions"\]: expected a list, got None'),
        ([{"tokens": ["He"]}], r'documents\[0\]: missing key "mentions"'),
    ):
        with pytest.raises(InputError, match=message):
            labels_from_nuggets(documents, [3])
        with pytest.raises(InputError, match=message):
            events_from_nuggets(documents)
    with pytest.raises(InputError, match=r"word_labels\[0\]: expected a label for each of 2 words, got 1"):
        align_labels([[None, 0, 1, 1, None]], [["O"]], ["O", "B-A"])
    with pytest.raises(InputError, match=r"word_ids\[1\]\[0\]: expected a word number of at least 0, or None, got -1"):
        align_labels([[0], [-1]], [["O"], ["B-A"]], ["O", "B-A"])
    wrong: list[tuple[Any, Any, str]] = [
        (3, [["O"]], "word_ids: expected a list of word numbers for each row, got 3"),
        ([3], [["O"]], r"word_ids\[0\]: expected a list of word numbers, got 3"),
        ([["a"]], [["O"]], r"word_ids\[0\]\[0\]: expected an integer word number or None, got 'a'"),
        ([[0]], [[]], r"word_labels\[0\]: expected a label for each of 1 word, got 0"),
        ([[0]], [3], r"word_labels\[0\]: expected a list, got 3"),
        ([[0]], ["O"], r"word_labels\[0\]: expected a list, got 'O'"),
    ]
    for word_ids, word_labels, message in wrong:
        with pytest.raises(InputError, match=message):
            align_labels(word_ids, word_labels, ["O", "B-A"])
    with pytest.raises(InputError, match="doc_ids: expected 1, one for each text, got 2"):
        nuggets_from_labels([["O"]], doc_ids=["a", "b"])
    with pytest.raises(InputError, match="lengths: expected 1, one for each document, got 2"):
        labels_from_nuggets([[]], [3, 4])
    with pytest.raises(InputError, match=r"lengths\[0\]: expected an integer number of tokens, got 1.5"):
        labels_from_nuggets([[]], [1.5])  # type: ignore[list-item]
    with pytest.raises(InputError, match=r"lengths: expected a list .*, got 3 \(int\)"):
        labels_from_nuggets([[]], 3)  # type: ignore[arg-type]


def test_offsets_of_words() -> None:
    assert token_offsets("a a  a", ["a", "a", "a"]) == [(0, 1), (2, 3), (5, 6)]


def test_a_model_without_names_of_labels_is_told() -> None:
    with pytest.warns(UserWarning, match="^labels: LABEL_0 .* a model without id2label, and no type will be right$"):
        assert model_labels({0: "LABEL_0", 1: "LABEL_1"}) == ["LABEL_0", "LABEL_1"]
