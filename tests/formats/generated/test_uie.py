"""UIE: data with offsets of tokens, and records of what a model wrote."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import read
from event_scoring.commands.main import main
from tests.formats.reading import written

TOKENS = ["The", "army", "fired", "on", "the", "crowd", "near", "Homs"]
UIE = {
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
UIE_OUTPUT: dict[str, Any] = {
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


def test_data(tmp_path: Path) -> None:
    path = written(tmp_path / "test.json", UIE, {**UIE, "event": []})
    assert read(path) == [{"tokens": TOKENS, "events": [EVENT]}, {"tokens": TOKENS, "events": []}]


def test_records_of_what_a_model_wrote(tmp_path: Path) -> None:
    assert read(written(tmp_path / "test_preds_record.txt", UIE_OUTPUT)) == [{"events": [EVENT]}]


def test_texts_have_no_offsets_where_uie_found_some_of_them_only(tmp_path: Path) -> None:
    output = copy.deepcopy(UIE_OUTPUT)
    output["event"]["string"][0]["roles"].insert(0, ["attacker", "soldiers"])
    (document,) = read(written(tmp_path / "test_preds_record.txt", output))
    (event,) = document["events"]
    assert event["trigger"] == {"text": "fired"}
    assert event["arguments"] == [
        {"role": "attacker", "text": "soldiers"},
        *({"role": one["role"], "text": one["text"]} for one in EVENT["arguments"]),  # type: ignore[index]
    ]


def test_lines_are_those_of_the_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = written(tmp_path / "test.json", UIE, UIE)
    system = written(
        tmp_path / "test_preds_record.txt", UIE_OUTPUT, {**UIE_OUTPUT, "event": {"offset": [], "string": []}}
    )
    assert main([str(gold), str(system), "--format", "json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["trigger_classification_precision"], result["trigger_classification_recall"]) == (1, 0.5)
    assert result["argument_classification_recall"] == 0.5
    written(system, UIE_OUTPUT)
    assert main([str(gold), str(system)]) != 0
    assert "expected 2 documents" in capsys.readouterr().err


def test_a_mention_with_a_gap_is_left_out(tmp_path: Path) -> None:
    gold = copy.deepcopy(UIE)
    gold["event"][0]["args"][0].update(offset=[1, 5], text="army crowd")  # type: ignore[index]
    with pytest.warns(UserWarning, match="'army crowd' at .1, 6.*1 mention of which text and place disagree"):
        (document,) = read(written(tmp_path / "test.json", gold))
    assert [argument["role"] for argument in document["events"][0]["arguments"]] == ["place"]
