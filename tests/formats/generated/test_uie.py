"""UIE: data with offsets of tokens, and records of what a model wrote."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, read
from event_scoring.commands.main import main

TOKENS = ["The", "army", "fired", "on", "the", "crowd", "near", "Homs"]
GOLD = {
    "text": " ".join(TOKENS),
    "tokens": TOKENS,
    "record": "<extra_id_0> <extra_id_0> attack <extra_id_5> fired <extra_id_1> <extra_id_1>",
    "entity": [],
    "relation": [],
    "event": [
        {
            "type": "attack",
            "offset": [2],
            "text": "fired",
            "args": [
                {"type": "attacker", "offset": [0, 1], "text": "The army"},
                {"type": "place", "offset": [7], "text": "Homs"},
            ],
        }
    ],
    "spot": ["attack"],
    "asoc": ["attacker", "place"],
    "spot_asoc": [{"span": "fired", "label": "attack", "asoc": [["place", "Homs"]]}],
}
OUTPUT: dict[str, Any] = {
    "entity": {"offset": [], "string": []},
    "relation": {"offset": [], "string": []},
    "event": {
        "offset": [{"type": "attack", "roles": [["attacker", [0, 1]], ["place", [7]]], "trigger": [2]}],
        "string": [{"roles": [["attacker", "The army"], ["place", "Homs"]], "type": "attack", "trigger": "fired"}],
    },
}
EVENT = {
    "type": "attack",
    "trigger": {"text": "fired", "span": [2, 3]},
    "arguments": [
        {"role": "attacker", "text": "The army", "span": [0, 2]},
        {"role": "place", "text": "Homs", "span": [7, 8]},
    ],
}


def written(path: Path, *records: Any) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def test_data(tmp_path: Path) -> None:
    path = written(tmp_path / "test.json", GOLD, {**GOLD, "event": []})
    assert read(path) == [{"tokens": TOKENS, "events": [EVENT]}, {"tokens": TOKENS, "events": []}]


def test_records_of_what_a_model_wrote(tmp_path: Path) -> None:
    assert read(written(tmp_path / "test_preds_record.txt", OUTPUT)) == [{"events": [EVENT]}]


def test_texts_have_no_offsets_where_uie_found_some_of_them_only(tmp_path: Path) -> None:
    output = copy.deepcopy(OUTPUT)
    output["event"]["string"][0]["roles"].insert(0, ["attacker", "soldiers"])
    (document,) = read(written(tmp_path / "test_preds_record.txt", output))
    (event,) = document["events"]
    assert event["trigger"] == {"text": "fired"}
    assert event["arguments"] == [
        {"role": "attacker", "text": "soldiers"},
        *({"role": one["role"], "text": one["text"]} for one in EVENT["arguments"]),  # type: ignore[index]
    ]


def test_lines_are_those_of_the_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = written(tmp_path / "test.json", GOLD, GOLD)
    system = written(tmp_path / "test_preds_record.txt", OUTPUT, {**OUTPUT, "event": {"offset": [], "string": []}})
    assert main([str(gold), str(system), "--format", "json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["trigger_classification_precision"], result["trigger_classification_recall"]) == (1, 0.5)
    assert result["argument_classification_recall"] == 0.5
    written(system, OUTPUT)
    assert main([str(gold), str(system)]) != 0
    assert "expected 2 documents" in capsys.readouterr().err


def test_a_mention_with_a_gap_is_left_out(tmp_path: Path) -> None:
    gold = copy.deepcopy(GOLD)
    gold["event"][0]["args"][0].update(offset=[1, 5], text="army crowd")  # type: ignore[index]
    with pytest.warns(UserWarning, match="'army crowd' at .1, 6.*1 mention of which text and place disagree"):
        (document,) = read(written(tmp_path / "test.json", gold))
    assert [argument["role"] for argument in document["events"][0]["arguments"]] == ["place"]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({**OUTPUT, "event": []}, r'document\["event"\]: expected an object, got \[\]'),
        ({**OUTPUT, "event": {"offset": []}}, 'missing key "string"'),
        ({**OUTPUT, "event": {"offset": [], "string": [{"type": "attack", "roles": []}]}}, 'missing key "trigger"'),
        ({**GOLD, "event": [{"type": "attack", "text": "fired", "offset": [], "args": []}]}, "at least 1 item"),
        ({**GOLD, "event": [{"type": "attack", "text": "fired", "offset": 2, "args": []}]}, "expected a list, got 2"),
        ({**GOLD, "tokens": "The army"}, r'document\["tokens"\]: expected a list'),
    ],
)
def test_wrong_records_are_refused_with_their_place(tmp_path: Path, record: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(written(tmp_path / "file.json", record))
    assert str(caught.value).startswith(f"{tmp_path / 'file.json'}:1: ")
