"""FAMuS: data of the release, gold of its prompts, and answers of language models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import event_scoring
from event_scoring import InputError, score_templates
from tests.formats.reading import written

NAME = "42-0-frame-Using"
RELEASED: dict[str, Any] = {
    "instance_id": NAME,
    "frame": "Using",
    "report_dict": {
        "doctext": "The army used Sarin gas.",
        "role_annotations": {
            "Agent": [["The army", 0, 7, 0, 1, "Agent"]],
            "Place": [],
            "role-spans-indices-in-all-spans": [[0]],
        },
    },
    "source_dict": {"role_annotations": {"Instrument": [["Sarin gas", 14, 22, 3, 4, "Instrument"]]}},
}


def slots(document: dict[str, Any]) -> dict[str, Any]:
    (template,) = document["templates"]
    assert template["type"] == "Using"
    return {slot["name"]: slot["entities"] for slot in template["slots"]}


def test_the_release_has_two_sides(tmp_path: Path) -> None:
    path = written(tmp_path / "dev.jsonl", RELEASED)
    (report,), (source,) = event_scoring.read(path), event_scoring.read(path, side="source")
    assert report["doc_id"] == source["doc_id"] == NAME
    assert slots(report) == {"Agent": [["The army"]], "Place": []}
    assert slots(source) == {"Instrument": [["Sarin gas"]]}


def test_coreference_makes_entities_of_several_mentions(tmp_path: Path) -> None:
    path = written(tmp_path / "dev.jsonl", RELEASED)
    clusters = written(tmp_path / "clusters.json", {NAME: {"report": [["The army", "they"]], "source": []}})
    assert slots(event_scoring.read(path, coreference=clusters)[0])["Agent"] == [["The army", "they"]]


@pytest.mark.parametrize("form", [dict, json.dumps])
def test_the_gold_of_prompts(tmp_path: Path, form: Any) -> None:
    roles = {"Agent": ["The army"], "Place": []}
    path = written(tmp_path / "prompts.json", {"instance_id": NAME, "gold_roles": form(roles)})
    assert slots(event_scoring.read(path)[0]) == {"Agent": [["The army"]], "Place": []}


def test_a_text_in_place_of_a_list_is_one_filler_of_the_gold_too(tmp_path: Path) -> None:
    path = written(tmp_path / "prompts.json", {"instance_id": NAME, "gold_roles": {"Agent": "The army"}})
    assert slots(event_scoring.read(path)[0]) == {"Agent": [["The army"]]}


def answers(*responses: str) -> list[dict[str, str]]:
    return [{"instance_id": NAME, "response": response} for response in responses]


def test_answers_of_one_instance_add_up(tmp_path: Path) -> None:
    path = written(
        tmp_path / "answers.jsonl", *answers('{"Agent": ["a"], "Place": []}', '{"Agent": ["b"], "Time": ["c"]}')
    )
    assert slots(event_scoring.read(path)[0]) == {"Agent": [["a"], ["b"]], "Time": [["c"]]}


@pytest.mark.parametrize(
    ("response", "unread"), [("no JSON", 1), ('"a text"', 1), ("3", 1), ("{}", 0), ('{"Agent": []}', 0)]
)
def test_an_answer_without_fillers_has_no_template(tmp_path: Path, response: str, unread: int) -> None:
    path = written(tmp_path / "answers.jsonl", *answers(response))
    gold = written(tmp_path / "dev.jsonl", RELEASED)
    assert event_scoring.read(path)[0]["templates"] == []
    result = score_templates(path, gold, protocol="ceaf-rme", preset="famus")
    assert ("1 answer could not be read: nothing is predicted there." in result["warnings"]) == bool(unread)
    assert result["recall_denominator"] == 1


def test_a_text_in_place_of_a_list_is_one_filler(tmp_path: Path) -> None:
    path = written(tmp_path / "answers.jsonl", *answers('{"Agent": "The army"}'))
    with pytest.warns(UserWarning, match="1 role with a text in place of a list"):
        assert slots(event_scoring.read(path)[0]) == {"Agent": [["The army"]]}


def test_what_is_no_record_names_its_line(tmp_path: Path) -> None:
    path = written(tmp_path / "dev.jsonl", RELEASED, {"instance_id": NAME, "frame": "Using"})
    with pytest.raises(
        InputError, match=r"dev.jsonl:2: expected a record of FAMuS, got a record without 'report_dict'"
    ):
        event_scoring.read(path)
    (tmp_path / "a.a2").write_text("")
    with pytest.raises(ValueError, match="side: BioNLP"):
        event_scoring.read(tmp_path / "a.a2", side="report")


def test_values_of_an_answer_that_are_no_texts_bring_a_warning(tmp_path: Path) -> None:
    path = written(tmp_path / "run.jsonl", *answers('{"Agent": ["he", 5, null], "Place": {"city": "Homs"}}'))
    with pytest.warns(UserWarning, match="run.jsonl: 2 values left out; a filler is a text"):
        assert slots(event_scoring.read(path)[0]) == {"Agent": [["he"]]}
