"""Files with other content are named once, with advice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from event_scoring import InputError
from event_scoring.commands.main import main
from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
from event_scoring.formats.corpora.extraction_files import read_extraction

FILES = {
    "GTT": [{"30001": {"pred_templates": [], "gold_templates": []}}],
    "infer": [{"text": "He died", "events": [{"type": "Die", "trigger": "died", "offset": [3, 7], "arguments": []}]}],
    "MAVEN-ERE": [{"id": str(number), "tokens": [], "events": [], "temporal_relations": {}} for number in range(3)],
    "DocEE": [["a title", "the text", "Floods", '[{"start": 0, "end": 3}]']],
}


@pytest.mark.parametrize("name", FILES)
def test_what_a_file_is(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file.json"
    path.write_text(json.dumps(FILES[name]))
    with pytest.raises(InputError, match=name):
        read_extraction(path, EXTRACTION_DOCUMENT)
    for task in ("extraction", "nuggets", "responses"):
        assert main(["validate", str(path), "--task", task]) == 1
        printed = capsys.readouterr().out
        assert name in printed
        assert "1 file: 1 error, 0 warnings" in printed


def test_gtt_is_what_templates_are_read_from(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text(json.dumps({"docid": "TST3-MUC4-0001", "doctext": "x", "templates": []}))
    assert main(["templates", str(path), str(path), "--protocol", "gtt", "-o", str(tmp_path / "scores")]) == 0
