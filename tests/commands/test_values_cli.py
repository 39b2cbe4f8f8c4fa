"""`event-score values`: apf.xml files, folders and JSON Lines give what `score_values` gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from event_scoring import score_values
from event_scoring.commands.main import main
from tests.values.test_values import APF, gold


def test_files_of_both_kinds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "gold").mkdir()
    (tmp_path / "gold" / "d.apf.xml").write_text(APF, encoding="utf-8")
    system = tmp_path / "system.jsonl"
    wrong = gold()
    wrong["events"][0]["modality"] = "Asserted"
    system.write_text(json.dumps(wrong) + "\n", encoding="utf-8")
    assert main(["values", str(tmp_path / "gold"), str(system), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == score_values([wrong], [gold()])["value"]
    assert main(["values", str(tmp_path / "gold"), str(system), "--per-type", "--level", "mention"]) == 0
    shown = capsys.readouterr().out
    assert "per type" in shown
    assert "Life" in shown
    bad = tmp_path / "bad.xml"
    bad.write_text(APF.replace('START="0"', 'START="x"'), encoding="utf-8")
    assert main(["values", str(tmp_path / "gold"), str(bad)]) == 2
    assert "bad.xml:5: expected an offset in START, got 'x'" in capsys.readouterr().err
