"""Texts of language models: JSON is read, and prose around it is skipped without guesses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, ScoreWarning, documents_from_texts, read, score_extraction
from event_scoring.formats.corpora.extraction_files import scan_extraction
from tests.generated import examples

FIRED: dict[str, Any] = {
    "trigger": {"text": "fired"},
    "type": "Attack",
    "arguments": [{"text": "troops", "role": "Agent"}],
}
PLAIN = '{"type": "Attack", "trigger": "fired", "arguments": [{"role": "Agent", "text": "troops"}]}'


def test_an_empty_list_of_events_is_an_answer() -> None:
    assert documents_from_texts(["[]", '```\n{"events": []}\n```'], ["a", "b"]) == [
        {"doc_id": "a", "events": [], "unparsed": 0},
        {"doc_id": "b", "events": [], "unparsed": 0},
    ]


def test_positions_are_claims() -> None:
    text = (
        '[{"type": "A", "trigger": {"span": [0, 1]}, "arguments": [{"role": "R", "text": "x", "start": 3, "end": 4}]}]'
    )
    (document,) = documents_from_texts([text])
    assert document["events"][0] == {
        "trigger": {"span": [0, 1], "claimed": True},
        "type": "A",
        "arguments": [{"text": "x", "start": 3, "end": 4, "claimed": True, "role": "R"}],
    }


def test_no_answer_stops_the_others() -> None:
    class Broken:
        def model_dump(self) -> None:
            raise RuntimeError

    answers = [f"[{PLAIN}]", None, b"[]", Broken(), object(), [PLAIN], {"type": object()}]
    documents = documents_from_texts(answers)
    assert [document["unparsed"] for document in documents] == [0, 1, 1, 1, 1, 0, 1]
    assert documents[5]["repaired"] == ["encoded twice"]
    assert documents[3]["unparsed_because"] == "its model_dump raised RuntimeError"


def test_scored_with_what_could_not_be_read() -> None:
    gold: list[Any] = [{"tokens": ["troops", "fired"], "events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}] * 2
    result = score_extraction(documents_from_texts([f"[{PLAIN}]", "no"]), gold)
    assert (result["unparsed"], result["trigger_classification_recall"]) == (1, 0.5)


class Argument:
    def __init__(self, role: str, text: str) -> None:
        self.role, self.text = role, text

    def model_dump(self) -> dict[str, str]:
        return {"role": self.role, "text": self.text}


class Event(Argument):
    def model_dump(self) -> dict[str, Any]:
        return {"type": self.role, "trigger": self.text, "arguments": [Argument("Agent", "troops")]}


def test_objects_with_model_dump() -> None:
    assert (
        documents_from_texts([[Event("Attack", "fired")], (Event("Attack", "fired"),)])
        == [{"events": [FIRED], "unparsed": 0}] * 2
    )


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


@examples(200)
@given(value=VALUES, around=st.text(max_size=8))
def test_any_text_gives_a_document_that_can_be_scored(value: Any, around: str) -> None:
    documents = documents_from_texts([around + json.dumps(value) + around, around, value])[:2]
    gold = [{"tokens": ["a"] * 3, "events": []}] * 2
    for document in documents:
        document["events"] = [
            event
            for event in document["events"]
            if not any("claimed" in place for place in (event["trigger"], *event["arguments"]))
        ]
    assert score_extraction(documents, gold)["documents"] == 2


def test_lines_of_answers_keep_their_names() -> None:
    lines = [{"doc_id": "a", "answer": '[{"type": "Die", "trigger": "died"}]'}, {"doc_id": "b", "answer": "Who knows?"}]
    found = documents_from_texts(lines)
    assert [(one["doc_id"], len(one["events"]), one["unparsed"]) for one in found] == [("a", 1, 0), ("b", 0, 1)]
    assert documents_from_texts(lines, ["x", "y"])[1]["doc_id"] == "y"


GOLD_OF_ONE = [{"text": "Troops fired.", "events": [{"type": "Attack", "trigger": "fired"}]}]


@pytest.mark.parametrize("record", [{"doc_id": "a", "response": "[]"}, {"doc_id": "a", "events": "[]"}, "[]"])
def test_a_file_of_answers_in_another_form_is_refused_with_the_form(record: Any, tmp_path: Path) -> None:
    gold, answers = tmp_path / "gold.jsonl", tmp_path / "answers.jsonl"
    gold.write_text(json.dumps({"doc_id": "a", **GOLD_OF_ONE[0]}), encoding="utf-8")
    answers.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(InputError, match='lines of {"doc_id": …, "answer": …}'):
        score_extraction(answers, gold)


def test_answers_of_a_file_that_say_nothing_are_told_with_their_reason(tmp_path: Path) -> None:
    gold, answers = tmp_path / "gold.jsonl", tmp_path / "answers.jsonl"
    gold.write_text("".join(json.dumps({"doc_id": name, **GOLD_OF_ONE[0]}) + "\n" for name in "abcd"), encoding="utf-8")
    said = ["| type | trigger |", None, "Sorry.", "Who knows?"]
    lines = [{"doc_id": name, "answer": answer} for name, answer in zip("abcd", said, strict=True)]
    answers.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with pytest.warns(ScoreWarning, match="could not be read"):
        result = score_extraction(answers, gold)
    assert [text.removeprefix(f"{answers}:") for text in result["warnings"][:3]] == [
        "1: document[\"answer\"]: could not be read, no events in a known form: '| type | trigger |'; "
        "no event is predicted for 'a'",
        "2: document[\"answer\"]: could not be read, no text: None; no event is predicted for 'b'",
        "3: document[\"answer\"]: could not be read, no events in a known form: 'Sorry.'; "
        "no event is predicted for 'c'",
    ]
    assert "4 answers could not be read: no events are predicted there." in result.warnings
    found, findings = scan_extraction(answers, predicted=True)
    assert [(finding.line, finding.level) for finding in findings] == [(line, "warning") for line in (1, 2, 3, 4)]
    assert len(found.documents) == 4


@pytest.mark.parametrize("name", ["id", "docid", "document_id"])
def test_an_id_of_another_name_is_told(name: str, tmp_path: Path) -> None:
    gold, answers = tmp_path / "gold.jsonl", tmp_path / "answers.jsonl"
    gold.write_text(json.dumps({"doc_id": "a", **GOLD_OF_ONE[0]}), encoding="utf-8")
    answers.write_text(json.dumps({name: "a", "answer": "[]"}), encoding="utf-8")
    hint = f":1: document: no key \"doc_id\"; is it misspelt as '{name}'\\?$"
    with pytest.warns(UserWarning, match=hint), pytest.raises(InputError, match="a doc_id in every document"):
        score_extraction(answers, gold)


FIRE, FALL = ({"type": "Attack", "trigger": {"span": [1, 2]}}, {"type": "Die", "trigger": "fell"})


def test_answers_to_prompts_that_name_the_event() -> None:
    """Answers about events of one document, which its name says, become one document."""
    answers = ['{"Agent": ["troops"]}', "I do not know.", "{'Victim': 'he'}", '{"Agent": []}']
    documents = documents_from_texts(answers, ["a", "a", "b", "a"], given=[FIRE, FALL, FALL, FALL])
    attack = {**FIRE, "arguments": [{"text": "troops", "role": "Agent"}]}
    die = {"type": "Die", "trigger": {"text": "fell"}}
    assert documents == [
        {
            "doc_id": "a",
            "events": [attack, {**die, "arguments": []}, {**die, "arguments": []}],
            "unparsed": 1,
            "unparsed_because": "no arguments in a known form",
        },
        {
            "doc_id": "b",
            "events": [{**die, "arguments": [{"text": "he", "role": "Victim"}]}],
            "unparsed": 0,
            "repaired": ["single quotes"],
        },
    ]
    (strict,) = documents_from_texts(["{'Victim': 'he'}"], given=[FALL], strict=True)
    assert strict["unparsed_because"] == "it would need repairs: single quotes"
    assert [one["events"] for one in documents_from_texts(["{}", "{}"], given=[FIRE, FIRE])] == [
        [{**FIRE, "arguments": []}]
    ] * 2
    with pytest.raises(InputError, match=r"given: expected 1 event, one for each text, got 2"):
        documents_from_texts(["{}"], given=[FIRE, FALL])
    for bad in ("Attack", {"type": "Attack"}, {"trigger": "fell"}, {"type": 3, "trigger": "fell"}):
        with pytest.raises(InputError, match=r"given\[0\]: expected an event with a type and a trigger"):
            documents_from_texts(["{}"], given=[bad])  # type: ignore[list-item]


def test_lines_of_a_batch_name_their_documents(tmp_path: Path) -> None:
    body = {"choices": [{"message": {"role": "assistant", "content": f"[{PLAIN}]"}}]}
    lines = [
        {"id": "x", "custom_id": "a", "response": {"status_code": 200, "body": body}, "error": None},
        {"id": "y", "custom_id": "b", "response": {"status_code": 500, "body": {"error": {"message": "busy"}}}},
    ]
    documents = documents_from_texts(lines)
    assert [(one["doc_id"], len(one["events"]), one["unparsed"]) for one in documents] == [("a", 1, 0), ("b", 0, 1)]
    path = tmp_path / "batch.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with pytest.warns(UserWarning, match="could not be read, the request failed: busy"):
        assert [one["doc_id"] for one in read(path, "extraction", predicted=True)] == ["a", "b"]


def test_a_folder_with_an_answer_in_each_file(tmp_path: Path) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text(
        "".join(
            json.dumps({"doc_id": name, "tokens": ["Troops", "fired"], "events": []}) + "\n" for name in ("d2", "d10")
        )
    )
    folder = tmp_path / "answers"
    folder.mkdir()
    (folder / "d10.txt").write_text(f"Here:\n[{PLAIN}]", encoding="utf-8")
    (folder / "d2.txt").write_text("I cannot help.", encoding="utf-8")
    documents = read(folder, predicted=True)
    assert [(one["doc_id"], len(one["events"]), one["unparsed"]) for one in documents] == [("d2", 0, 1), ("d10", 1, 0)]
    result = score_extraction(folder, gold)
    assert (result["documents"], result["unparsed"]) == (2, 1)


def test_a_list_on_each_line_is_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(f"[{PLAIN}]\n[]\n", encoding="utf-8")
    assert [len(one["events"]) for one in read(path, "extraction", predicted=True)] == [1, 0]
