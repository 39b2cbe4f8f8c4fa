"""ChFinAnn and DuEE-fin: what is read, what is left out with a warning, and the scores of files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, read, score_templates

RECORDS = [
    ["r1", "EquityPledge", {"Pledger": "Li", "Pledgee": None, "StartDate": "May 1"}],
    ["r2", "EquityPledge", {"Pledger": "nobody", "Pledgee": None, "StartDate": None}],
    ["r3", "EquityFreeze", {"LegalInstitution": "court", "EquityHolder": "somebody"}],
]
CHFINANN = [
    [
        "100",
        {
            "sentences": ["Li pledged on May 1."],
            "ann_valid_mspans": ["Li", "May 1", "court"],
            "ann_mspan2dranges": {"Li": [[0, 0, 2]]},
            "ann_mspan2guess_field": {"Li": "Pledger"},
            "recguid_eventname_eventdict_list": RECORDS,
        },
    ],
    ["101", {"ann_valid_mspans": [], "recguid_eventname_eventdict_list": []}],
]
PLEDGE = {
    "type": "EquityPledge",
    "slots": [{"name": "Pledger", "values": ["Li"]}, {"name": "StartDate", "values": ["May 1"]}],
}
FREEZE = {"type": "EquityFreeze", "slots": [{"name": "LegalInstitution", "values": ["court"]}]}


def test_chfinann(tmp_path: Path) -> None:
    for text in (json.dumps(CHFINANN), json.dumps(CHFINANN, indent=1)):
        (tmp_path / "test.json").write_text(text)
        with pytest.warns(UserWarning, match="2 values that are not entities of their document, such as .*Pledger"):
            documents = read(tmp_path / "test.json")
        assert documents == [
            {"doc_id": "100", "templates": [PLEDGE, FREEZE], "entities": ["Li", "May 1", "court"]},
            {"doc_id": "101", "templates": [], "entities": []},
        ]


def duee(name: str, *events: tuple[str, list[tuple[str, str]]], **more: Any) -> str:
    listed = [
        {"event_type": kind, "arguments": [{"role": role, "argument": text} for role, text in pairs]}
        for kind, pairs in events
    ]
    return json.dumps({"id": name, "event_list": listed, **more}, ensure_ascii=False)


def test_duee_fin(tmp_path: Path) -> None:
    lines = [
        duee(
            "a",
            ("质押", [("质押方", "甲"), ("质押方", "乙"), ("日期", "五月"), ("Trigger", "质押")]),
            text="甲和乙质押",
        ),
        duee("b", ("质押", []), ("中标", [("金额", "10")]), comments=[]),
    ]
    (tmp_path / "run.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with pytest.warns(UserWarning, match="2 values beside another of the same role, or not in the text"):
        documents = read(tmp_path / "run.jsonl")
    assert documents == [
        {"doc_id": "a", "templates": [{"type": "质押", "slots": [{"name": "质押方", "values": ["乙"]}]}]},
        {"doc_id": "b", "templates": [{"type": "中标", "slots": [{"name": "金额", "values": ["10"]}]}]},
    ]


def test_files_are_scored(tmp_path: Path) -> None:
    gold = [duee("a", ("质押", [("质押方", "甲")])), duee("b", ("中标", [("金额", "10")]))]
    run = [duee("b", ("中标", [("金额", "9")])), duee("a", ("质押", [("质押方", "甲")]))]
    for name, lines in (("gold", gold), ("run", run)):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    result = score_templates(tmp_path / "run.jsonl", tmp_path / "gold.jsonl", protocol="doc2edag")
    assert (result["precision"], result["recall"], result["instance_f1"]) == (0.5, 0.5, 0.5)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (json.dumps([["1", {"recguid_eventname_eventdict_list": []}]]), "ann_valid_mspans"),
        (json.dumps([*CHFINANN, "x"]), "a pair of a name and an object"),
        (
            json.dumps([["1", {**CHFINANN[0][1], "recguid_eventname_eventdict_list": [["r", 3, {"a": "Li"}]]}]]),
            "expected a string, got 3",
        ),
        (duee("a") + "\n7", ":2: expected an object"),
        (json.dumps({"id": "a", "event_list": [{"event_type": "x"}]}), 'missing key "arguments"'),
    ],
)
def test_what_is_broken_is_told_with_its_place(tmp_path: Path, text: str, wanted: str) -> None:
    (tmp_path / "file.json").write_text(text)
    with pytest.raises(InputError, match=wanted):
        read(tmp_path / "file.json")
