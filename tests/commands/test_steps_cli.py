"""`event-score quoted`, `filter` and `merge`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from event_scoring.arguments.steps.selection import best_responses, select_responses, without_quoted
from event_scoring.commands.main import main
from event_scoring.formats.kbp.store import read_system_store
from tests.golden_cases import GOLDEN

SYSTEMS = GOLDEN / "kbp_store" / "systems"
A, B = (read_system_store(SYSTEMS / name).to_pylist() for name in ("sysA", "sysB"))


def test_filter_takes_the_steps_in_the_official_order(tmp_path: Path) -> None:
    regions = {document["doc_id"]: [[0, 40]] for document in A}
    lines = [json.dumps({"doc_id": name, "quoted": quoted}) for name, quoted in regions.items()]
    (tmp_path / "quoted.jsonl").write_text("\n".join(lines))
    out = ["-o", str(tmp_path / "out")]
    flags = ["--quoted", str(tmp_path / "quoted.jsonl"), "--best", "--types", "Life.Die,Life.Injure"]
    assert main(["stores", "filter", str(SYSTEMS / "sysA"), *out, *flags]) == 0
    expected = best_responses(
        select_responses(without_quoted(A, regions), types=["Life.Die", "Life.Injure"])
    ).as_dicts()
    assert read_system_store(tmp_path / "out").to_pylist() == expected
    assert 0 < sum(len(document["responses"]) for document in expected) < sum(len(one["responses"]) for one in A)


def test_roles_and_realis_are_filtered(tmp_path: Path) -> None:
    for name, field in (("roles", "role"), ("realis", "realis")):
        word = A[0]["responses"][0][field]
        assert main(["stores", "filter", str(SYSTEMS / "sysA"), "-o", str(tmp_path / name), f"--{name}", word]) == 0
        found = [
            one[field] for document in read_system_store(tmp_path / name).to_pylist() for one in document["responses"]
        ]
        assert set(found) == {word}


def test_quoted_finds_regions_of_texts(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "d.txt").write_text("a<quote>b</quote>c")
    assert main(["stores", "quoted", str(tmp_path / "texts"), "-o", str(tmp_path / "quoted.jsonl")]) == 0
    assert json.loads((tmp_path / "quoted.jsonl").read_text()) == {"doc_id": "d", "quoted": [[1, 16]]}


def test_texts_are_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stores", "quoted", str(tmp_path), "-o", str(tmp_path / "out")]) == 2
    assert "expected a folder of texts, got no file" in capsys.readouterr().err
