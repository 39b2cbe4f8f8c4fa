"""CASIE and MAVEN-FACT: events for extraction, nuggets with realis or factuality, and flaws of the corpora."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, read, score_extraction, score_nuggets
from event_scoring.commands.main import main
from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
from event_scoring.formats.corpora.extraction_files import read_extraction

CONTENT = "The firm was hacked. Thieves hacked the firm and want 9 coins."


def mention(text: str, shift: int = 0, index: int = 0, **others: Any) -> dict[str, Any]:
    """A mention of CASIE at a place of its text."""
    start = -1
    for _ in range(index + 1):
        start = CONTENT.index(text, start + 1)
    return {"startOffset": start + shift, "endOffset": start + len(text) + shift, "text": text, **others}


def casie(shift: int = 0) -> dict[str, Any]:
    first = {
        "index": "E1",
        "type": "Attack",
        "subtype": "Databreach",
        "realis": "Actual",
        "nugget": mention("hacked", shift),
    }
    second = {
        **first,
        "index": "E2",
        "nugget": mention("hacked", shift, 1),
        "argument": [
            mention("Thieves", shift, role={"type": "Attacker"}, type="Person"),
            mention("the firm", shift, role={"type": "Victim", "confidence": 2}, type="Organization"),
        ],
    }
    third = {
        "index": "E3",
        "type": "Attack",
        "subtype": "Ransom",
        "realis": "Other",
        "nugget": mention("want", shift),
        "argument": [mention("9 coins", shift, role={"type": "Price"})],
    }
    hoppers = [{"index": 0, "relation": "Same", "events": [first, second]}, {"index": 1, "events": [third]}]
    return {"sourcefile": "7.txt", "info": {}, "content": CONTENT, "cyberevent": {"hopper": hoppers}}


def written(folder: Path, *records: Any) -> Path:
    """A folder with one record in each file."""
    folder.mkdir(exist_ok=True)
    for number, record in enumerate(records, start=1):
        (folder / f"{number}.json").write_text(json.dumps(record, indent=1))
    return folder


def test_a_folder_of_casie_is_scored_as_events(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path / "annotation", casie(), {**casie(), "sourcefile": "8.txt"})
    first, second = read(folder)
    assert (first["doc_id"], second["doc_id"]) == ("7", "8")
    assert [event["type"] for event in first["events"]] == ["Attack:Databreach"] * 2 + ["Attack:Ransom"]
    places = [(one["role"], first["tokens"][slice(*one["span"])]) for one in first["events"][1]["arguments"]]
    assert places == [("Attacker", ["Thieves"]), ("Victim", ["the", "firm"])]
    assert read(folder / "2.json") == [second]
    assert main([str(folder), str(folder), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["argument_attached_classification_f1"] == 1


def test_casie_has_nuggets_with_realis_in_hoppers(tmp_path: Path) -> None:
    (document,) = read(written(tmp_path / "gold", casie()), "nuggets")
    assert document["mentions"][2] == {"token_ids": [10], "type": "Attack:Ransom", "realis": "Other", "id": "E3"}
    assert document["clusters"] == [["E1", "E2"], ["E3"]]
    result = score_nuggets([document], [document])
    assert (result["type_realis_f1"], result["conll_f1"]) == (1, 1)


@pytest.mark.parametrize("shift", [1, -2])
def test_shifted_offsets_of_casie_are_those_of_the_nearest_words(tmp_path: Path, shift: int) -> None:
    """33 of its 1,000 files were annotated on a text with a few characters more."""
    folder = written(tmp_path / "gold", casie(shift))
    with pytest.warns(UserWarning, match=r"1\.json:1: .*6 mentions read where their words are, near the offset"):
        documents = read(folder)
    assert documents == read(written(tmp_path / "right", casie()))
    with pytest.raises(InputError, match="expected 'hacked' at character"):
        read(folder, strict=True)


def test_a_trigger_of_casie_that_is_nowhere_is_left_out(tmp_path: Path) -> None:
    record = casie()
    record["cyberevent"]["hopper"][1]["events"][0]["nugget"]["text"] = "wants"
    with pytest.warns(UserWarning, match="expected 'wants' at .*1 mention of which text and place disagree left out"):
        (document,) = read(written(tmp_path / "gold", record))
    assert [event["id"] for event in document["events"]] == ["E1", "E2"]


SENTENCES = [["He", "may", "resign", "."], ["The", "resignation", "did", "not", "come", "."]]
TEXT = " ".join(word for sentence in SENTENCES for word in sentence)
MAVEN_FACT: dict[str, Any] = {
    "id": "m1",
    "title": "A resignation",
    "document": TEXT,
    "tokens": SENTENCES,
    "sentences": [" ".join(sentence) for sentence in SENTENCES],
    "has_arguments": True,
    "events": [
        {
            "id": "EVENT_1",
            "type": "Quitting",
            "type_id": 4,
            "mention": [
                {"id": "m-1", "trigger_word": "resign", "sent_id": 0, "offset": [2, 3], "factuality": "PS+"},
                {"id": "m-2", "trigger_word": "resignation", "sent_id": 1, "offset": [1, 2], "factuality": "CT-"},
            ],
            "arguments": [{"type": "Agent", "mentions": [{"mention": "He", "offset": [0, 2]}]}],
        },
        {
            "id": "EVENT_2",
            "type": "Arriving",
            "type_id": 9,
            "mention": [{"id": "m-3", "trigger_word": "come", "sent_id": 1, "offset": [4, 5], "factuality": "CT-"}],
            "arguments": [],
        },
    ],
    "TIMEX": [],
    "temporal_relations": {"BEFORE": [["EVENT_1", "EVENT_2"]]},
    "causal_relation": {"CAUSE": [], "PRECONDITION": []},
    "subevent_relations": [],
}


def maven_fact(folder: Path, record: Any) -> Path:
    path = folder / "valid.jsonl"
    path.write_text(json.dumps(record) + "\n")
    return path


def test_factuality_of_maven_fact_is_the_realis_of_nuggets(tmp_path: Path) -> None:
    (gold,) = read(maven_fact(tmp_path, MAVEN_FACT))
    assert gold["mentions"][1] == {"token_ids": [5], "type": "Quitting", "realis": "CT-", "id": "m-2"}
    assert gold["clusters"] == [["m-1", "m-2"], ["m-3"]]
    system = copy.deepcopy(MAVEN_FACT)
    system["events"][0]["mention"][1]["factuality"] = "Uu"
    result = score_nuggets(read(maven_fact(tmp_path, system)), [gold])
    assert result["realis_f1"] == pytest.approx(2 / 3)


def test_maven_fact_has_arguments_for_each_mention(tmp_path: Path) -> None:
    (document,) = read(maven_fact(tmp_path, MAVEN_FACT), "extraction")
    assert [event["trigger"]["span"] for event in document["events"]] == [[2, 3], [5, 6], [8, 9]]
    argument = {"role": "Agent", "text": "He", "span": [0, 1], "entity": "EVENT_1-0"}
    assert [event["arguments"] for event in document["events"]] == [[argument], [argument], []]
    assert score_extraction([document], [document])["argument_classification_f1"] == 1


@pytest.mark.parametrize("record", [casie(), MAVEN_FACT], ids=["casie", "maven-fact"])
def test_files_are_validated(tmp_path: Path, record: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = maven_fact(tmp_path, record)
    assert main(["validate", str(path), "--task", "extraction"]) == 0
    assert "1 file: 0 errors, 0 warnings" in capsys.readouterr().out
    (document,) = read_extraction(path, EXTRACTION_DOCUMENT).as_dicts()
    assert document == read(path, "extraction")[0]
