"""Prediction files of RAMS and submissions of MAVEN, read beside the references whose places they name."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, score_detection, score_extraction
from event_scoring.commands.main import main
from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
from event_scoring.formats.corpora.extraction_files import read_extraction
from tests.formats.corpora.test_extraction_files import MAVEN, RAMS
from tests.formats.test_document_validation import lines

PREDICTED = {"doc_key": "news-0", "predictions": [[[4, 5], [3, 3, "Attacker", 0.9], [1, 1, "Target", 0.5]]]}
LINKS = {
    "doc_key": "news-0",
    "gold_evt_links": [[[4, 5], [3, 3, 9], "evt001arg01Attacker"], [[4, 5], [1, 1], "Target"]],
}


def maven() -> dict[str, Any]:
    """The document of MAVEN with ids, and a second event of another type."""
    record = copy.deepcopy(MAVEN)
    record["events"][0] |= {"type_id": 12}
    record["events"][0]["mention"][0]["id"] = "m1"
    record["negative_triggers"][0]["id"] = "n1"
    win = {"id": "m2", "trigger_word": "troops", "sent_id": 1, "offset": [0, 1]}
    record["events"].append({"id": "f", "type": "Win", "type_id": 3, "mention": [win]})
    return record


def results(*pairs: tuple[str, int]) -> dict[str, Any]:
    return {"id": "news-0", "predictions": [{"id": name, "type_id": number} for name, number in pairs]}


def read(record: Any, gold: Any) -> Any:
    found = read_extraction(lines(record), EXTRACTION_DOCUMENT, predicted=True, references=lines(gold))
    return found, read_extraction(lines(gold), EXTRACTION_DOCUMENT)


@pytest.mark.parametrize("record", [PREDICTED, LINKS, {**RAMS, **PREDICTED}], ids=["predictions", "links", "in data"])
def test_rams(record: Any) -> None:
    system, gold = read(record, RAMS)
    result = score_extraction(system, gold, mode="gold")
    assert result["argument_classification_true_positives"] == 1
    assert (result["argument_classification_precision"], result["argument_classification_recall"]) == (0.5, 0.5)
    (event,) = system.as_dicts()[0]["events"]
    assert (event["type"], event["trigger"]["span"]) == ("Attack", [4, 6])
    scores = [argument.get("score") for argument in event["arguments"]]
    assert scores == ([None, None] if record is LINKS else [0.9, 0.5])


def test_a_rams_trigger_without_arguments_is_still_given() -> None:
    system, gold = read({"doc_key": "news-0", "predictions": []}, RAMS)
    assert score_extraction(system, gold, mode="gold")["argument_classification_false_negatives"] == 2


def test_maven() -> None:
    """Micro scores over candidates as MAVEN counts them: types 1 to 168, 0 and what is missing predict nothing."""
    system, gold = read(results(("m1", 12), ("n1", 3), ("m2", 77)), maven())
    result = score_detection(system, gold)
    assert [result[f"trigger_classification_{name}"] for name in ("precision", "recall")] == [1 / 3, 0.5]
    assert [event["type"] for event in system.as_dicts()[0]["events"]] == ["Attack", "Win", "77"]
    system, gold = read(results(("m1", 0)), maven())
    assert system.as_dicts()[0]["events"] == []
    assert score_detection(system, gold)["trigger_classification_false_negatives"] == 2


def test_a_candidate_of_maven_has_one_type() -> None:
    with pytest.raises(InputError, match=r"predictions\[1\]: expected every candidate once, got 'm1'"):
        read(results(("m1", 12), ("m1", 0)), maven())


def test_candidates_of_the_test_set() -> None:
    record = maven()
    mentions = [mention for event in record.pop("events") for mention in event["mention"]]
    record["candidates"] = mentions + record.pop("negative_triggers")
    found = read_extraction(
        lines(results(("m1", 12), ("n1", 0))), EXTRACTION_DOCUMENT, predicted=True, references=lines(record)
    )
    assert [event["type"] for event in found.as_dicts()[0]["events"]] == ["12"]


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, system = tmp_path / "test.jsonlines", tmp_path / "pred.jsonl"
    gold.write_bytes(lines(RAMS))
    system.write_bytes(lines(PREDICTED))
    assert main(["extraction", str(gold), str(system), "--modes", "gold", "--format", "json"]) == 0
    assert '"argument_classification_f1": 0.5' in capsys.readouterr().out
    gold = tmp_path / "valid.jsonl"
    gold.write_bytes(lines(maven()))
    system.write_bytes(lines(results(("m1", 12), ("m9", 1))))
    assert main(["validate", str(system), "--task", "detection", "--references", str(gold)]) == 1
    assert f"{system}:1: error: predictions[1]: expected the id of a candidate" in capsys.readouterr().out


def test_predictions_of_maven_arg(tmp_path: Path) -> None:
    data = {
        "id": "d",
        "document": "troops fired",
        "events": [
            {
                "id": "E1",
                "type": "Attack",
                "mention": [{"id": "t", "trigger_word": "fired", "offset": [7, 12]}],
                "argument": {"Agent": [{"content": "troops", "offset": [0, 6]}]},
            }
        ],
        "entities": [],
        "negative_triggers": [{"id": "n", "trigger_word": "troops", "offset": [0, 6]}],
    }
    gold, system = tmp_path / "valid.jsonl", tmp_path / "prediction.jsonl"
    gold.write_text(json.dumps(data))
    system.write_text(json.dumps({"id": "d", "preds": {"t": {"event_type": "Attack", "Agent": ["Troops"]}}}))
    references = read_extraction(str(gold), EXTRACTION_DOCUMENT)
    predictions = read_extraction(str(system), EXTRACTION_DOCUMENT, predicted=True, references=str(gold))
    result = score_extraction(predictions, references, convention="maven-arg", roles={"Attack": ["Agent"]})
    assert (result["mention_em"], result["event_f1"]) == (1, 1)
