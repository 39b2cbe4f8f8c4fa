"""Every message says where, what came, and what was wanted; nothing is silently changed."""

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
from event_scoring.documents.sides import check_documents
from event_scoring.nuggets.columns import NUGGET_DOCUMENT
from tests.generated import examples
from tests.heavy import datasets

GOOD = {"token_ids": [1], "type": "A"}


class Kind(str, Enum):
    """Members are strings, and print as "Kind.ATTACK"."""

    ATTACK = "A"


def mention(**changes: Any) -> list[Any]:
    return [{"mentions": [{**GOOD, **changes}]}]


BAD = [
    (mention(token_ids=[1, 1.5]), '["mentions"][0]["token_ids"][1]: expected an integer token id, got 1.5 (float)'),
    (mention(token_ids=["3"]), '["mentions"][0]["token_ids"][0]: expected an integer token id, got \'3\' (str)'),
    (mention(token_ids=[True]), '["token_ids"][0]: expected an integer token id, got True (bool)'),
    (mention(token_ids=[None]), '["token_ids"][0]: expected an integer token id, got None'),
    (mention(token_ids=[2**63]), "that fits in 64 bits, got 9223372036854775808 (int)"),
    (mention(token_ids=[-(2**63) - 1]), "that fits in 64 bits, got -9223372036854775809 (int)"),
    (mention(token_ids=np.array([1.5])), '["token_ids"][0]: expected an integer token id, got 1.5 (float)'),
    (mention(token_ids=np.array([True])), '["token_ids"][0]: expected an integer token id, got True (bool)'),
    (mention(token_ids=np.array([2**64 - 1], dtype=np.uint64)), "that fits in 64 bits, got 18446744073709551615"),
    (mention(token_ids=np.array(5)), '["mentions"][0]["token_ids"]: expected a list, got array(5) (ndarray)'),
    (mention(token_ids=np.array([[1]])), '["token_ids"][0]: expected an integer token id, got array([1]) (ndarray)'),
    (mention(token_ids=[np.timedelta64(1)]), '["token_ids"][0]: expected an integer token id, got '),
    (
        mention(token_ids=np.array([1], dtype="M8[ns]")),
        '["token_ids"][0]: expected an integer token id, got ',
    ),
    (mention(token_ids={1}), '["mentions"][0]["token_ids"]: expected a list, got {1} (set)'),
    (mention(token_ids="12"), '["mentions"][0]["token_ids"]: expected a list, got \'12\' (str)'),
    (mention(token_ids=b"12"), '["mentions"][0]["token_ids"]: expected a list, got b\'12\' (bytes)'),
    (mention(token_ids={1: 2}), '["mentions"][0]["token_ids"]: expected a list, got {1: 2} (dict)'),
    (mention(token_ids=None), '["mentions"][0]["token_ids"]: expected a list, got None'),
    (mention(token_ids=7), '["mentions"][0]["token_ids"]: expected a list, got 7 (int)'),
    (mention(type=None), '["mentions"][0]["type"]: expected a string, got None'),
    (mention(type=pa.table({"a": [1]})), "expected a string, got pyarrow.Table a: int64 ---- a: [[1]] (Table)"),
    (mention(type=b"A"), '["mentions"][0]["type"]: expected a string, got b\'A\' (bytes)'),
    (mention(type=3), '["mentions"][0]["type"]: expected a string, got 3 (int)'),
    (mention(type="\ud800"), '["mentions"][0]["type"]: expected a string of valid Unicode text, got \'\\ud800\' (str)'),
    (mention(realis=False), '["mentions"][0]["realis"]: expected a string, got False (bool)'),
    (mention(id=3), '["mentions"][0]["id"]: expected a string, got 3 (int)'),
    (mention(score=float("nan")), '["mentions"][0]["score"]: expected a finite number, got nan (float)'),
    (mention(score=float("inf")), '["mentions"][0]["score"]: expected a finite number, got inf (float)'),
    (mention(score=10**400), '["mentions"][0]["score"]: expected a finite number, got 1000'),
    (mention(score="0.5"), '["mentions"][0]["score"]: expected a finite number, got \'0.5\' (str)'),
    (mention(score=True), '["mentions"][0]["score"]: expected a finite number, got True (bool)'),
    (mention(confidence=1.0), '["mentions"][0]: unknown key \'confidence\'; the keys are "token_ids", "type"'),
    (mention(realise="Actual"), 'did you mean "realis"?'),
    ([{"mentions": [{"type": "A"}]}], '["mentions"][0]: missing key "token_ids"; found \'type\''),
    ([{"mentions": [{"token_ids": [1], "typ": "A"}]}], '; is it misspelt as "typ"?'),
    ([{"mentions": [{}]}], '["mentions"][0]: missing key "token_ids"; found no keys'),
    ([{"mentions": [GOOD, 5]}], '["mentions"][1]: expected a dict, got 5 (int)'),
    ([{"mentions": None}], '["mentions"]: expected a list, got None'),
    ([{"doc_id": "d"}], ": missing key \"mentions\"; found 'doc_id'"),
    ([{"mentions": [], 3: 4}], ": unknown key 3; the keys are"),
    ([{"mentions": [], "doc_id": 4}], '["doc_id"]: expected a string, got 4 (int)'),
    ([{"mentions": [], "clusters": [["a", None]]}], '["clusters"][0][1]: expected a string, got None'),
    ([{"mentions": [], "clusters": ["ab"]}], "[\"clusters\"][0]: expected a list, got 'ab' (str)"),
    (
        [{"mentions": [], "links": [{"type": "Before", "source": "a", "target": "b"}]}],
        '["links"][0]["type"]: expected one of "After", "Subevent", got \'Before\' (str)',
    ),
    ([None], ": expected a dict or a list of mentions, got None"),
    (["text"], ": expected a dict or a list of mentions, got 'text' (str)"),
    ([7], ": expected a dict or a list of mentions, got 7 (int)"),
    ([[[1]]], "[0]: expected a dict, got [1] (list)"),
]


@pytest.mark.parametrize(("documents", "message"), BAD)
def test_messages_name_the_place(documents: list[Any], message: str) -> None:
    with pytest.raises(InputError) as raised:
        check_documents(NUGGET_DOCUMENT, documents, "predictions")
    assert str(raised.value).startswith("predictions[0]")
    assert message in str(raised.value)


@pytest.mark.parametrize(("documents", "message"), BAD)
def test_the_place_counts_through_documents(documents: list[Any], message: str) -> None:
    with pytest.raises(InputError) as raised:
        score_nuggets([[], *[[GOOD]] * 3], [[], {"mentions": [GOOD]}, [], *documents])
    assert str(raised.value).startswith("references[3]")
    assert message in str(raised.value)


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
    checked = check_documents(NUGGET_DOCUMENT, documents, "predictions")
    assert checked.equals(check_documents(NUGGET_DOCUMENT, [[GOOD]], "predictions"))
    assert checked.type == arrow_type(NUGGET_DOCUMENT)


def test_numbers_in_dicts_of_a_numpy_column_are_numbers() -> None:
    """`datasets` gives them as arrays without a dimension."""
    document = {"mentions": [{**GOOD, "score": 0.5}]}
    column = datasets.Dataset.from_dict({"d": [document]}).with_format("numpy")["d"]
    assert isinstance(column[0]["mentions"][0]["score"], np.ndarray)
    checked = check_documents(NUGGET_DOCUMENT, column, "predictions")
    assert checked.equals(check_documents(NUGGET_DOCUMENT, [document], "predictions"))


UNSIGNED = pa.list_(pa.struct([("token_ids", pa.list_(pa.uint64())), ("type", pa.string())]))
ARROW_BAD = [
    (
        pa.array([[{"token_ids": [1.5], "type": "A"}]]),
        '[0]["token_ids"][0]: expected an integer token id, got 1.5 (float)',
    ),
    (
        pa.array([[{"token_ids": [None, 1], "type": "A"}]]),
        '[0]["token_ids"][0]: expected an integer token id, got None',
    ),
    (pa.array([[{"token_ids": [1], "type": None}]]), '[0]["type"]: expected a string, got None'),
    (pa.array([[{"token_ids": [1]}]]), "[0]: missing key \"type\"; found 'token_ids'"),
    (pa.array([[{**GOOD, "other": 1}]]), "[0]: unknown key 'other'"),
    (pa.array([None, [GOOD]]), ": expected a dict or a list of mentions, got None"),
    (pa.array([[None, GOOD]]), "[0]: expected a dict, got None"),
    (pa.array([1]), ": expected a dict or a list of mentions, got 1 (int)"),
    (pa.array([[{"token_ids": 7, "type": "A"}]]), '["token_ids"]: expected a list, got 7 (int)'),
    (pa.array([[{"token_ids": [2**63], "type": "A"}]], UNSIGNED), "that fits in 64 bits, got 9223372036854775808"),
    (pa.array([[{**GOOD, "score": float("inf")}]]), '["score"]: expected a finite number, got inf'),
]


@pytest.mark.parametrize(("documents", "message"), ARROW_BAD)
def test_arrow_input_is_checked_as_well(documents: pa.Array, message: str) -> None:
    with pytest.raises(InputError) as raised:
        check_documents(NUGGET_DOCUMENT, documents, "predictions")
    assert message in str(raised.value)
    assert str(raised.value).startswith("predictions[0]")


def with_types(types: pa.Array) -> pa.Array:
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
    found = check_documents(NUGGET_DOCUMENT, with_types(types), "predictions").field("mentions").values.field("type")
    assert found.to_pylist() == ["A", "B", "A"]
    assert found.type == (pa.dictionary(pa.int32(), pa.string()) if kept else pa.string())


@pytest.mark.parametrize(
    ("types", "message"),
    [
        (pa.array(["A", None]).dictionary_encode(), 'predictions[0][1]["type"]: expected a string, got None'),
        (
            pa.DictionaryArray.from_arrays([0, 1], pa.array(["A", None])),
            'predictions[0][1]["type"]: expected a string, got None',
        ),
        (
            pa.array([1, 2]).dictionary_encode(),
            'predictions[0][0]["type"]: expected a string, got 1 (int)',
        ),
        (
            pa.DictionaryArray.from_arrays([0], pa.array([b"\xff"]).view(pa.string())),
            "predictions[0]: expected valid Unicode text",
        ),
    ],
)
def test_dictionaries_are_checked_as_strings_are(types: pa.Array, message: str) -> None:
    with pytest.raises(InputError) as raised:
        check_documents(NUGGET_DOCUMENT, with_types(types), "predictions")
    assert str(raised.value) == message


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
