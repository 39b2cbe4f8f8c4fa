"""Inputs of forms: missing and refused ones, hostile answers, and time linear in the length of an answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import documents_from_texts
from event_scoring.formats.language_models.forms.published_forms import FORMS
from tests.generated import examples
from tests.linear_time import check_linear

HIT = {"type": "Attack", "trigger": "hit"}
GIVEN = [{"type": "Attack", "trigger": {"text": "hit"}, "arguments": []}]
"""Document of an unparsed answer about a given event."""
INPUTS: dict[str, dict[str, Any]] = {
    "uie": {"types": ["A"], "roles": ["R"], "sentences": ["a b"]},
    "text2event": {"types": ["A"], "roles": ["R"]},
    "gollie": {"schema": {"A": ["r"]}},
    "iepile": {},
    "instructuie": {},
    "tanl": {"tokens": [["a", "b"]], "types": ["A"], "entity_types": []},
    "code4struct": {"given": [HIT]},
    "omnievent": {},
}
"""Minimal inputs of each form."""


def test_no_answers_are_no_documents() -> None:
    for form, inputs in INPUTS.items():
        name: Any = form
        per_answer = {key: [] for key in ("given", "tokens", "sentences") if key in inputs}
        assert documents_from_texts([], form=name, **{**inputs, **per_answer}) == []
    asked = {**INPUTS["tanl"], "tokens": [], "given": [], "schema": {"A": ["r"]}}
    assert documents_from_texts([], form="tanl", **asked) == []


@pytest.mark.parametrize("form", FORMS)
def test_answers_that_are_no_texts_are_unparsed(form: Any) -> None:
    for answer in (None, 3, b"[]", {"A": []}, [1], object()):
        (document,) = documents_from_texts([answer], form=form, **INPUTS[form])
        assert (document["unparsed"], document["unparsed_because"]) == (1, "no text")
        assert document["events"] == (GIVEN if "given" in INPUTS[form] else [])
    message = {"choices": [{"message": {"role": "assistant", "content": '{"A": []}'}}]}
    (named,) = documents_from_texts([{"doc_id": "d", "answer": message}], form=form, **INPUTS[form])
    assert named == documents_from_texts(['{"A": []}'], ["d"], form=form, **INPUTS[form])[0]
    (failed,) = documents_from_texts([{"error": {"message": "busy"}}], form=form, **INPUTS[form])
    assert failed["unparsed_because"] == "the request failed: busy"


PIECES = st.sampled_from([
    *"[](){}:;,|='\"A rab\n\\#.0",
    *("<extra_id_0>", "<extra_id_1>", "<extra_id_5>", "<unk>", "result = ", "A(", "mention=", "r=", "e = ", '"A"', "None"),
    *("'''", "\ud800", "\\ud800", "\x00", "__import__('os').abort()", "lambda: 1", "*", "**", "1e999", "é", "【"),
])  # fmt: skip


@examples(300)
@given(pieces=st.lists(PIECES, max_size=20))
def test_rubbish_is_read_as_something_or_nothing(pieces: list[str]) -> None:
    answer = "".join(pieces)
    for form in FORMS:
        name: Any = form
        (document,) = documents_from_texts([answer], form=name, **INPUTS[form])
        assert document["unparsed"] in (0, 1)
        assert not document["unparsed"] or document["events"] == (GIVEN if "given" in INPUTS[form] else [])
        json.dumps(document, ensure_ascii=False).encode()


LONG: dict[str, Callable[[int], str]] = {
    "brackets that open": lambda n: "<extra_id_0> " * (n // 13),
    "brackets in brackets": lambda n: "<extra_id_0> A " * (n // 30) + "<extra_id_1> " * (n // 30),
    "events in brackets": lambda n: "<extra_id_0>" + "<extra_id_0> A <extra_id_5> a <extra_id_1>" * (n // 42) + "<extra_id_1>",
    "unknown words": lambda n: "<extra_id_0><extra_id_0>A<extra_id_5>" + "a <unk> " * (n // 8),
    "round brackets": lambda n: "(" * n,
    "round brackets that close": lambda n: "(" * (n // 2) + ")" * (n // 2),
    "square brackets": lambda n: "[" * n,
    "marks in marks": lambda n: "[ a " * (n // 8) + "| A ]" * (n // 8),
    "marked words": lambda n: "[ a | A ] " * (n // 10),
    "tags": lambda n: "[ a | A " + "| r = a " * (n // 8) + "]",
    "pieces": lambda n: "(A: b" + ", a" * (n // 3) + ")",
    "pieces with colons": lambda n: "(A: b" + ", a: b" * (n // 6) + ")",
    "pairs": lambda n: "a: b; " * (n // 6),
    "colons": lambda n: ":" * n,
    "calls": lambda n: "A(" * (n // 2),
    "a list of calls": lambda n: "[" + "A('a', ['b']), " * (n // 15) + "]",
    "a long sum": lambda n: "['a'" + "+'a'" * (n // 4) + "]",
    "minus signs": lambda n: "[" + "-" * n + "1]",
    "attributes": lambda n: "e = a" + ".a" * (n // 2),
    "a list of one role": lambda n: "e = A(r=[" + "'a', " * (n // 5) + "])",
    "different texts of one role": lambda n: "e = A(r=[" + ", ".join(f"'{i}'" for i in range(n // 8)) + "])",
    "backslashes": lambda n: "['" + "\\" * n + "']",
    "arguments in JSON": lambda n: '{"A": [{"arguments": {"r": [' + '"a",' * (n // 4) + '"a"]}}]}',
    "objects in objects": lambda n: '{"A":' * (n // 5),
    "marks of answers": lambda n: "result = " * (n // 9),
    "one word": lambda n: "a" * n,
    "spaces": lambda n: " " * n,
}  # fmt: skip


@pytest.mark.parametrize("make", LONG.values(), ids=LONG)
def test_time_is_linear_in_the_length(make: Callable[[int], str]) -> None:
    def read_in_every_form(answer: str) -> None:
        for form in FORMS:
            name: Any = form
            documents_from_texts([answer], form=name, **INPUTS[form])

    check_linear(read_in_every_form, make, 4_000, room=0.1)
