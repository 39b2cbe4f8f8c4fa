"""Texts of language models: JSON is read, prose around it is passed over, and nothing is guessed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from event_scoring import InputError, documents_from_texts, score_extraction

FIRED = {"trigger": {"text": "fired"}, "type": "Attack", "arguments": [{"text": "troops", "role": "Agent"}]}
PLAIN = '{"type": "Attack", "trigger": "fired", "arguments": [{"role": "Agent", "text": "troops"}]}'


@pytest.mark.parametrize(
    "text",
    [
        f"[{PLAIN}]",
        f'{{"events": [{PLAIN}]}}',
        f"Sure! Here is the JSON:\n```json\n[{PLAIN}]\n```\nLet me know.",
        f"The events are [{PLAIN}] as asked.",
        f"[see below] {{}} [{PLAIN}]",
        '[{"event_type": "Attack", "trigger": {"text": "fired"}, "arguments": {"Agent": "troops", "Place": null}}]',
        '[{"type": "Attack", "trigger": "fired", "arguments": {"Agent": ["troops"], "Place": []}, "why": "because"}]',
        '[{"type": "Attack", "trigger": "fired", "arguments": [{"role": "Place", "text": null}, '
        '{"role": "Agent", "text": "troops"}]}]',
        '[{"type": "Attack", "trigger": {"text": "fired", "span": [7, 99]}, "arguments": {"Agent": "troops"}}]',
    ],
)
def test_forms_that_are_read(text: str) -> None:
    assert documents_from_texts([text]) == [{"events": [FIRED], "unparsed": 0}]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "There are no events.",
        f"[{PLAIN}",
        f"[{PLAIN}] or rather [{PLAIN}]",
        PLAIN.replace("}]}", "}]"),
        "[1, 2]",
        '{"events": "none"}',
        '[{"type": "Attack"}]',
        '[{"type": null, "trigger": "fired"}]',
        '[{"type": "Attack", "trigger": ["fired"]}]',
        '[{"type": "Attack", "trigger": "fired", "arguments": 3}]',
        '[{"type": "Attack", "trigger": "fired", "arguments": ["troops"]}]',
        '[{"type": "Attack", "trigger": "fired", "arguments": [{"text": "troops"}]}]',
        '[{"type": "Attack", "trigger": "fired", "score": NaN}]',
        '[{"type": "Attack", "trigger": {"span": [3, 2]}}]',
        '[{"type": "Attack", "trigger": "\\ud800"}]',
        "[" * 100_000,
    ],
)
def test_everything_else_is_counted_and_not_guessed(text: str) -> None:
    assert documents_from_texts([text]) == [{"events": [], "unparsed": 1}]


def test_an_empty_list_of_events_is_an_answer() -> None:
    assert documents_from_texts(["[]", '```\n{"events": []}\n```'], ["a", "b"]) == [
        {"doc_id": "a", "events": [], "unparsed": 0},
        {"doc_id": "b", "events": [], "unparsed": 0},
    ]


def test_scores_and_spans() -> None:
    text = '[{"type": "A", "trigger": {"span": [0, 1]}, "score": 1, "arguments": [{"role": "R", "text": "x", "score": "high"}]}]'
    (document,) = documents_from_texts([text])
    assert document["events"][0] == {
        "trigger": {"span": [0, 1]},
        "type": "A",
        "score": 1.0,
        "arguments": [{"text": "x", "role": "R"}],
    }


def test_wrong_arguments() -> None:
    with pytest.raises(InputError, match=r"texts\[1\]: expected a string, got None"):
        documents_from_texts(["[]", None])  # type: ignore[list-item]
    with pytest.raises(InputError, match="doc_ids: expected 1 name, one for each text, got 0"):
        documents_from_texts(["[]"], [])


def test_scored_with_what_could_not_be_read() -> None:
    gold: list[Any] = [{"tokens": ["troops", "fired"], "events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}] * 2
    result = score_extraction(documents_from_texts([f"[{PLAIN}]", "no"]), gold)
    assert (result["unparsed"], result["trigger_classification_recall"]) == (1, 0.5)


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(("events", "type", "trigger", "arguments", "role", "text", "span", "score")), inner
        ),
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(value=VALUES, around=st.text(max_size=8))
def test_any_text_gives_a_document_that_can_be_scored(value: Any, around: str) -> None:
    documents = documents_from_texts([around + json.dumps(value) + around, around])
    gold = [{"tokens": ["a"] * 3, "events": []}] * 2
    for document in documents:
        document["events"] = [
            event
            for event in document["events"]
            if all("text" in place for place in (event["trigger"], *event["arguments"]))
        ]
    assert score_extraction(documents, gold)["documents"] == 2
