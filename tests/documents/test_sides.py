"""Every message has the place, the value and the expectation; input is never silently changed."""

from __future__ import annotations

import json
from collections import OrderedDict
from enum import Enum
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, score_nuggets
from event_scoring.documents.schema import arrow_type
from event_scoring.documents.sides import checked_column
from event_scoring.nuggets.documents import NUGGET_DOCUMENT
from tests.generated import examples
from tests.heavy import datasets
from tests.refusals.transcripts import inputs

GOOD = {"token_ids": [1], "type": "A"}


class Place(int):
    """The index of a token in a library of its own."""


class Kind(str, Enum):
    """Members are strings, and print as "Kind.ATTACK"."""

    ATTACK = "A"


def mention(**changes: Any) -> list[Any]:
    return [{"mentions": [{**GOOD, **changes}]}]


TIMES = [mention(token_ids=[np.timedelta64(1, "ns")]), mention(token_ids=np.array([1], dtype="M8[ns]"))]


def coded(places: list[Any], words: list[Any]) -> Any:
    """Types as a dictionary array: the index of each, and the words, in which bytes are invalid text."""
    column = pa.array(words)
    column = column.view(pa.string()) if isinstance(words[0], bytes) else column
    return with_types(pa.DictionaryArray.from_arrays(pa.array(places, pa.int32()), column))


def test_the_place_counts_through_documents() -> None:
    refused = inputs("nuggets", "checked_column(NUGGET_DOCUMENT, value, 'predictions')")
    assert len(refused) > 40
    for documents in [*refused, *TIMES]:
        with pytest.raises(InputError) as alone:
            checked_column(NUGGET_DOCUMENT, documents, "predictions")
        with pytest.raises(InputError) as among:
            score_nuggets([[], *[[GOOD]] * 3], [[], {"mentions": [GOOD]}, [], *documents])
        assert alone.value.path[:2] == ("predictions", 0)
        assert among.value.path == ("references", 3, *alone.value.path[2:])


@pytest.mark.parametrize("documents", [None, 5, b"bytes", {}, {"mentions": []}, {1, 2}, iter([]), object()])
def test_documents_must_be_a_list(documents: Any) -> None:
    with pytest.raises(InputError, match="references: expected a list of documents, got"):
        score_nuggets([], documents)


def test_document_ids_must_agree_row_by_row() -> None:
    first, second = {"doc_id": "a", "mentions": []}, {"doc_id": "b", "mentions": []}
    with pytest.raises(
        InputError, match=r"predictions\[1\]\[\"doc_id\"\]: expected 'a', got 'b' \(str\) \(see references\[1\]"
    ):
        score_nuggets([first, second], [first, first])
    assert score_nuggets([first, [], second], [first, first, []], details=True)["per_document"][2]["doc_id"] == "b"


def test_repeated_document_ids_are_legal() -> None:
    document = {"doc_id": "a", "mentions": [GOOD]}
    assert score_nuggets([document] * 3, [document] * 3)["documents"] == 3


ACCEPTED = [
    pytest.param([{"mentions": [GOOD]}], id="dict"),
    pytest.param([[GOOD]], id="bare list"),
    pytest.param(((OrderedDict(GOOD),),), id="tuples and other mappings"),
    pytest.param([[{"token_ids": (1,), "type": "A"}]], id="tuple of ids"),
    pytest.param([[{"token_ids": np.array([1], dtype=np.int16), "type": np.str_("A")}]], id="numpy"),
    pytest.param([[{"token_ids": [np.int64(1)], "type": "A"}]], id="numpy scalars"),
    pytest.param([[{"token_ids": [1], "type": Kind.ATTACK}]], id="members of an Enum of strings"),
    pytest.param([[{"token_ids": [Place(1)], "type": "A"}]], id="a subclass of integers"),
    pytest.param([[{"token_ids": pa.array([1]), "type": pa.scalar("A")}]], id="arrow values"),
    pytest.param([[{**GOOD, "realis": None, "id": None, "score": None}]], id="None for not given"),
    pytest.param([{"mentions": [GOOD], "clusters": None, "links": None, "doc_id": None}], id="None documents keys"),
    pytest.param(pa.array([[GOOD]]), id="arrow bare"),
    pytest.param(pa.array([{"mentions": [GOOD]}]), id="arrow structs"),
    pytest.param(pa.chunked_array([pa.array([{"mentions": [GOOD]}])]), id="arrow chunks"),
    pytest.param(pa.array([{"mentions": [GOOD]}] * 3)[1:2], id="arrow slice"),
    pytest.param(
        pa.array(
            [{"mentions": [GOOD], "doc_id": None}],
            pa.struct(
                [
                    ("doc_id", pa.null()),
                    (
                        "mentions",
                        pa.large_list(
                            pa.struct(
                                [("token_ids", pa.list_(pa.uint8(), 1)), ("type", pa.large_string())],
                            )
                        ),
                    ),
                ]
            ),
        ),
        id="other arrow types",
    ),
    pytest.param(lambda: datasets.Dataset.from_dict({"d": [{"mentions": [GOOD]}]})["d"], id="datasets column"),
    pytest.param(
        lambda: datasets.Dataset.from_dict({"d": [[GOOD]]}).with_format("arrow")["d"], id="datasets arrow column"
    ),
    pytest.param(
        lambda: datasets.Dataset.from_dict({"d": [[GOOD]]}).with_format("numpy")["d"], id="datasets numpy column"
    ),
]


@pytest.mark.parametrize("documents", ACCEPTED)
def test_every_legal_form_means_the_same(documents: Any) -> None:
    documents = documents() if callable(documents) else documents
    checked = checked_column(NUGGET_DOCUMENT, documents, "predictions")
    assert checked.equals(checked_column(NUGGET_DOCUMENT, [[GOOD]], "predictions"))
    assert checked.type == arrow_type(NUGGET_DOCUMENT)


def test_numbers_in_dicts_of_a_numpy_column_are_numbers() -> None:
    """`datasets` gives them as arrays without a dimension."""
    document = {"mentions": [{**GOOD, "score": 0.5}]}
    column = datasets.Dataset.from_dict({"d": [document]}).with_format("numpy")["d"]
    assert isinstance(column[0]["mentions"][0]["score"], np.ndarray)
    checked = checked_column(NUGGET_DOCUMENT, column, "predictions")
    assert checked.equals(checked_column(NUGGET_DOCUMENT, [document], "predictions"))


def test_a_column_of_numbers_beyond_64_bits_is_refused() -> None:
    unsigned = pa.list_(pa.struct([("token_ids", pa.list_(pa.uint64())), ("type", pa.string())]))
    with pytest.raises(InputError) as raised:
        checked_column(NUGGET_DOCUMENT, pa.array([[{"token_ids": [2**63], "type": "A"}]], unsigned), "predictions")
    assert raised.value.path == ("predictions", 0, 0, "token_ids", 0)


def with_types(types: pa.Array) -> pa.Array:
    """One document of mentions of these types."""
    mentions = pa.StructArray.from_arrays(
        [pa.array([[row] for row in range(len(types))]), types], names=["token_ids", "type"]
    )
    return pa.ListArray.from_arrays([0, len(types)], mentions)


@pytest.mark.parametrize(
    ("words", "index", "kept"),
    [
        (pa.array(["A", "B"]), pa.int8(), True),
        (pa.array(["A", "B"], pa.large_string()), pa.uint64(), True),
        (pa.array(["A", "B", "never"]), pa.int32(), True),
        (pa.array(["A", "B", None]), pa.int32(), False),
        (pa.array(["A", "B", "A"]), pa.int32(), False),
        (pa.array(["A", "B", *map(str, range(2000))]), pa.int32(), False),
    ],
)
def test_coded_text_stays_a_dictionary_of_different_strings(words: pa.Array, index: pa.DataType, kept: bool) -> None:
    codes = pa.array([0, 1, 0, len(words) - 1], index)
    types = pa.DictionaryArray.from_arrays(codes.slice(0, 3), words)
    found = checked_column(NUGGET_DOCUMENT, with_types(types), "predictions").field("mentions").values.field("type")
    assert found.to_pylist() == ["A", "B", "A"]
    assert found.type == (pa.dictionary(pa.int32(), pa.string()) if kept else pa.string())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["mentions", "token_ids", "type", "realis", "doc_id", "clusters", "links", "x"]), inner
        )
    ),
    max_leaves=12,
)


@examples(300)
@given(document=JSON)
def test_any_json_value_as_a_document_scores_or_is_refused(document: Any) -> None:
    try:
        result = score_nuggets([document], [[]])
    except InputError as error:
        assert str(error).startswith("predictions[0]")
        return
    mentions = document["mentions"] if isinstance(document, dict) else document
    assert result["predictions"] == len(mentions)


def test_deep_and_long_values_are_shown_short() -> None:
    deep: Any = 1
    for _ in range(900):
        deep = [deep]
    for value in (deep, "x" * 10**6, list(range(10**5)), json.loads('{"a":' * 500 + "1" + "}" * 500)):
        with pytest.raises(InputError) as raised:
            score_nuggets([[{"token_ids": [1], "type": value if not isinstance(value, str) else [value]}]], [[]])
        assert len(str(raised.value)) < 300


class Hostile:
    def __repr__(self) -> str:
        raise RuntimeError("no")


def test_a_hostile_repr_does_not_hide_the_message() -> None:
    with pytest.raises(InputError, match=r"\[\"type\"\]: expected a string, got <Hostile instance at|a value"):
        score_nuggets([[{"token_ids": [1], "type": Hostile()}]], [[]])


class Vague:
    """Its == has no truth value, as that of pandas.NA."""

    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> Any:
        return self

    def __bool__(self) -> bool:
        raise TypeError("boolean value is ambiguous")


def test_a_key_without_a_truth_value_is_an_unknown_key() -> None:
    with pytest.raises(InputError, match=r"^predictions\[0\]: unknown key <.*Vague.*; the keys are"):
        score_nuggets([{"mentions": [], Vague(): 1}], [[]])
