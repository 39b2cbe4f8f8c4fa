"""PHEE, DuEE 1.0 and CASIE's sentences: mentions by characters, those of parts of words too, and flaws of references."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from event_scoring import read, score_extraction, score_templates
from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
from event_scoring.formats.corpora.extraction_files import read_extraction

CONTEXT = "A 5-year-old girl took aspirin and codeine, and severe, possibly long-term rashes followed."


def phee(text: str, **argument: Any) -> dict[str, Any]:
    """A filler of PHEE, whose text is in CONTEXT."""
    return {"text": [[text]], "start": [[CONTEXT.index(text)]], "entity_id": ["T1"], **argument}


DRUGS = {
    "text": [["aspirin"], ["codeine"]],
    "start": [[CONTEXT.index("aspirin")], [CONTEXT.index("codeine")]],
    "entity_id": ["T6", "T7"],
}
EVENT = {
    "event_id": "E1",
    "event_type": "Adverse_event",
    "Trigger": phee("followed"),
    "Subject": phee("A 5-year-old girl", Age=phee("5-year-old"), Gender=phee("girl")),
    "Treatment": phee(
        "aspirin and codeine",
        Drug=DRUGS,
        Combination=[{"event_id": "E2", "event_type": "Combination", "Trigger": phee("and"), "Drug": DRUGS}],
    ),
    "Effect": {
        "text": [["severe", "ong-term rashes"]],
        "start": [[CONTEXT.index("severe"), CONTEXT.index("ong-term")]],
        "entity_id": ["T5"],
    },
    "Speculated": phee("possibly", value=True),
    "Negated": phee("A", value=True),
    "Severity": phee("severe", value="High"),
}
RECORD: dict[str, Any] = {"id": "p1", "context": CONTEXT, "annotations": [{"events": [EVENT]}]}


def lines(*records: Any) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def documents(*records: Any, **options: Any) -> list[dict[str, Any]]:
    return read_extraction(lines(*records), EXTRACTION_DOCUMENT, **options).as_dicts()


def arguments(event: dict[str, Any]) -> list[tuple[str, str]]:
    return [(argument["role"], argument["text"]) for argument in event["arguments"]]


def test_roles_of_phee_inside_others_are_named_as_its_scorer_names_them() -> None:
    (event,) = documents(RECORD)[0]["events"]
    assert (event["type"], event["trigger"]["text"]) == ("Adverse_event", "followed")
    drugs = ["aspirin", "codeine"]
    assert arguments(event) == [
        ("Subject", "A 5-year-old girl"),
        ("Subject.Age", "5-year-old"),
        ("Subject.Gender", "girl"),
        ("Treatment", "aspirin and codeine"),
        *(("Treatment.Drug", drug) for drug in drugs),
        ("Combination.Trigger", "and"),
        *(("Combination.Drug", drug) for drug in drugs),
        ("Effect", "severe"),
        ("Effect", "ong-term rashes"),
        ("Speculation", "possibly"),
        ("Negation", "A"),
        ("Severity", "severe"),
    ]


def test_a_mention_may_begin_inside_a_word() -> None:
    (document,) = documents(RECORD)
    effect = document["events"][0]["arguments"][10]
    assert document["tokens"][slice(*effect["span"])] == ["ong", "-", "term", "rashes"]
    assert "l" in document["tokens"]
    result = score_extraction(documents(RECORD, predicted=True), documents(RECORD), convention="textee")
    assert result["argument_attached_classification_f1"] == 1


def test_further_triggers_of_an_event_of_phee_are_events() -> None:
    record = copy.deepcopy(RECORD)
    start = CONTEXT.index
    record["annotations"][0]["events"][0]["Trigger"] = {
        "text": [["took", "followed"]],
        "start": [[start("took"), start("followed")]],
    }
    first, second = documents(record)[0]["events"]
    assert (first["trigger"]["text"], second["trigger"]["text"]) == ("took", "followed")
    assert (len(first["arguments"]), second["arguments"]) == (len(arguments(documents(RECORD)[0]["events"][0])), [])


def test_predictions_of_phee_need_no_offsets_and_offsets_are_claims() -> None:
    record = copy.deepcopy(RECORD)
    event = record["annotations"][0]["events"][0]
    del event["Trigger"]["start"]
    (document,) = documents(record, predicted=True)
    assert document["events"][0]["trigger"] == {"text": "followed"}
    assert document["events"][0]["arguments"][0] == {
        "role": "Subject",
        "text": "A 5-year-old girl",
        "start": 0,
        "end": 17,
        "claimed": True,
    }
    assert "tokens" not in document
    result = score_extraction([document], documents(RECORD), convention="textee")
    assert result["trigger_classification_f1"] == 1
    event["Trigger"] = phee("took")
    result = score_extraction(documents(record, predicted=True), documents(RECORD), convention="textee")
    assert result["trigger_classification_f1"] == 0


SENTENCE = "昨日华为公司在深圳裁员1000人"
DUEE_ZH = {
    "id": "d1",
    "text": SENTENCE,
    "event_list": [
        {
            "event_type": "组织关系-裁员",
            "class": "组织关系",
            "trigger": "裁员",
            "trigger_start_index": SENTENCE.index("裁员"),
            "arguments": [
                {"argument": "华为公司", "argument_start_index": 2, "role": "裁员方", "alias": ["华为", "not there"]},
                {"argument": "1000人", "argument_start_index": SENTENCE.index("1000"), "role": "裁员人数", "alias": []},
            ],
        }
    ],
}
ANSWER = {
    "id": "d1",
    "event_list": [{"event_type": "组织关系-裁员", "arguments": [{"role": "裁员方", "argument": "华为公司"}]}],
}


def test_duee_has_offsets_of_characters_and_aliases() -> None:
    (document,) = documents(DUEE_ZH)
    assert document["tokens"][:4] == ["昨", "日", "华", "为"]
    firm, number = document["events"][0]["arguments"]
    assert (firm["span"], firm["entity"]) == ([2, 6], "entity 0")
    assert document["tokens"][slice(*number["span"])] == ["1000", "人"]
    assert "entity" not in number
    assert document["entities"] == [{"id": "entity 0", "mentions": [{"text": "华为公司"}, {"text": "华为"}]}]
    assert score_extraction([document], [document], convention="textee")["argument_classification_f1"] == 1


def test_answers_to_the_test_set_of_duee_have_texts(tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    path.write_bytes(lines(ANSWER))
    events = [{"type": "组织关系-裁员", "arguments": [{"role": "裁员方", "text": "华为公司"}]}]
    assert read(path, "extraction") == [{"doc_id": "d1", "events": events}]
    path.write_bytes(lines({**ANSWER, "text": SENTENCE}))
    assert read(path, "extraction") == [{"doc_id": "d1", "text": SENTENCE, "events": events}]


def test_the_same_answers_are_templates_of_duee_fin(tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    path.write_bytes(lines(ANSWER))
    (document,) = read(path)
    assert document["templates"][0]["slots"] == [{"name": "裁员方", "values": ["华为公司"]}]
    roles = {"组织关系-裁员": ["裁员方"]}
    assert score_templates(str(path), str(path), protocol="doc2edag", roles=roles)["f1"] == 1
