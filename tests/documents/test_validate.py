"""One walk of a schema: what is right, what is wrong, and what of it a rule gets to see."""

from __future__ import annotations

import copy
from enum import Enum
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, score_responses
from event_scoring.documents.schema import Field, Integer, ListOf, Number, Record, Text, arrow_type, optional
from event_scoring.documents.sides import Documents, checked_column, documents_of
from event_scoring.documents.validate import plain, plain_documents, problems
from event_scoring.formats.json_lines import without_nulls
from event_scoring.tasks import TASKS
from tests.formats.test_document_validation import DOCUMENTS, changed
from tests.generated import examples

RELATIONS = {
    "doc_id": "a",
    "topic": "1",
    "events": [{"id": "e1", "span": [0, 1], "cluster": "x", "class": "STATE"}, {"id": "e2", "sentence": 0, "token": 3}],
    "times": [{"id": "t0", "dct": True}],
    "relations": [{"type": "BEFORE", "source": "e1", "target": "e2", "kind": "temporal", "score": 0.5}],
}
PAIRS = {**DOCUMENTS, "relations": ({**RELATIONS, "topic": None}, RELATIONS)}
"""A right prediction and a right reference of each task."""
ODD = st.sampled_from(
    [None, [], {}, "", "x", "\ud800", -1, 0, 3, 2**31, 2**63, True, 0.5, float("nan"), [0], [1, 0], (0, 1), {1}, ["x"]]
).map(copy.deepcopy)


def as_dicts(document: Any) -> Any:
    """A document in dicts and lists, be it typed or not."""
    return Documents([document]).as_dicts()[0] if isinstance(document, msgspec.Struct) else document


@pytest.mark.parametrize("name", TASKS)
def test_documents_of_every_task_are_right(name: str) -> None:
    for kind, document in zip((TASKS[name].predictions, TASKS[name].references), PAIRS[name], strict=True):
        assert not [*problems(kind, document, ("side", 0))]
        (read,) = plain_documents(kind, [document], "side")
        assert read is document or without_nulls([as_dicts(read)]) == without_nulls([document])


@pytest.mark.parametrize("name", TASKS)
@given(data=st.data())
@examples(400)
def test_documents_are_refused_if_they_have_a_problem(name: str, data: Any) -> None:
    place = data.draw(st.integers(0, 1))
    kind, document = (TASKS[name].predictions, TASKS[name].references)[place], PAIRS[name][place]
    document = data.draw(changed(document, ODD))
    found = [*problems(kind, document, ("side", 0))]
    if found:
        with pytest.raises(InputError) as refused:
            plain_documents(kind, [document], "side")
        assert str(refused.value) == str(found[0])
    else:
        (cleaned,) = plain_documents(kind, [document], "side")
        cleaned = as_dicts(cleaned)
        assert not [*problems(kind, cleaned, ("side", 0))]
        # Arrow makes an equal document of it, except for missing fields.
        column = checked_column(kind, pa.array([cleaned], arrow_type(kind)), "side")
        assert without_nulls([*map(as_dicts, documents_of(kind, column, "side"))]) == without_nulls([cleaned])


class Kind(str, Enum):
    DIE = "Die"


RECORD = Record(
    Field("type", Text()),
    Field("tokens", ListOf(Integer())),
    optional("score", Number()),
    optional("realis", Text(choices=("Actual", "Other"))),
    optional("trigger", Record(optional("text", Text()), bare_text="text")),
)


@pytest.mark.parametrize(
    "given",
    [
        {"type": Kind.DIE, "tokens": np.array([1, 2]), "score": 1, "trigger": "died"},
        {"type": np.str_("Die"), "tokens": (np.int64(1), 2), "score": np.float32(1), "trigger": {"text": "died"}},
        pa.scalar({"type": "Die", "tokens": [1, 2], "score": 1.0, "trigger": {"text": "died"}}),
        {"type": "Die", "tokens": pa.array([1, 2]), "score": np.array(1), "trigger": "died"},
    ],
)
def test_values_of_other_libraries_become_plain(given: Any) -> None:
    assert not [*problems(RECORD, given, ("one",))]
    found = plain(RECORD, given)
    assert found == {"type": "Die", "tokens": [1, 2], "score": 1.0, "trigger": {"text": "died"}}
    assert type(found["type"]) is str
    assert {*map(type, found["tokens"])} == {int}
    assert type(found["score"]) is float


def test_all_that_is_wrong_is_told_in_order() -> None:
    wrong = {"typ": "A", "tokens": [1, "2", True], "score": float("inf"), "realis": "", "trigger": {"text": 3, "x": 1}}
    paths = [problem.path for problem in problems(RECORD, wrong, ("one",))]
    assert paths == [
        ("one",),
        ("one", "tokens", 1),
        ("one", "tokens", 2),
        ("one", "score"),
        ("one", "realis"),
        ("one", "trigger"),
        ("one", "trigger", "text"),
    ]


def test_the_spans_that_justify_a_response_are_a_set() -> None:
    """In any order, and repeated, they equal those of the key; other spans make a response that is not assessed."""
    system, key = copy.deepcopy(PAIRS["responses"])
    spans = [{"start": 0, "end": 60}, {"start": 70, "end": 2**31}, {"start": 70, "end": 80}]
    for response in (*system["responses"], *key["responses"]):
        response["predicate_justifications"] = spans
    expected = score_responses([system], [key])["score"]
    for named in (spans[::-1], [*spans, spans[0]]):
        system["responses"][0]["predicate_justifications"] = named
        assert score_responses([system], [key])["score"] == expected
    system["responses"][0]["predicate_justifications"] = spans[:2]
    with pytest.raises(InputError, match="references assess"):
        score_responses([system], [key])


def test_documents_given_as_lists_are_looked_at_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = TASKS["nuggets"].predictions
    monkeypatch.setattr("event_scoring.documents.validate.problems", None)  # which looks at one after the other
    mentions = [{"token_ids": [1], "type": "A"}]
    read = plain_documents(kind, [[], mentions] * 300, "predictions")
    assert [*map(as_dicts, read)] == [{"mentions": []}, {"mentions": mentions}] * 300


def test_token_ids_may_be_a_set() -> None:
    mention = {"token_ids": {4, 3}, "type": "Die"}
    (read,) = plain_documents(TASKS["nuggets"].predictions, [{"mentions": [mention]}], "side")
    assert read.spans == [(3, 4)]


def test_strings_of_numpy_are_strings_of_typed_documents() -> None:
    relation = {"type": np.str_("BEFORE"), "source": "a", "target": "b"}
    (read,) = plain_documents(TASKS["relations"].predictions, [{"relations": [relation]}], "predictions")
    assert type(read.relations[0].type) is str
