"""Nugget files on the command line: their forms, which documents of them, and which mentions are paired."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from event_scoring import score_nuggets
from event_scoring.commands.alignment_text import alignment_lines
from event_scoring.commands.main import main
from event_scoring.formats.tbf.writing import tbf_text
from tests.formats.reading import read_tbf

GOLD = [
    {
        "doc_id": "d1",
        "mentions": [
            {"token_ids": [0, 1, 2, 3], "type": "Life.Die", "realis": "Actual", "id": "E1", "text": "Died"},
            {"token_ids": [5, 6, 7], "type": "Attack", "realis": "Other", "id": "E2", "text": "now & then"},
        ],
        "clusters": [["E1", "E2"]],
        "links": [{"type": "After", "source": "E1", "target": "E2"}],
    },
    {"doc_id": "d2", "mentions": [{"token_ids": [0, 1, 2, 3], "type": "Life.Die", "realis": "Actual", "id": "E1"}]},
]
SYSTEM = [
    {"doc_id": "d1", "mentions": [{"token_ids": [0, 1], "type": "Attack", "realis": "Actual", "id": "S1"}]},
    {"doc_id": "d2", "mentions": []},
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.tbf").write_text(tbf_text(GOLD))
    (tmp_path / "system.tbf").write_text(tbf_text(SYSTEM))
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "d1.txt").write_text("Died now.")
    (tmp_path / "texts" / "d2.txt").write_text("Died")
    return tmp_path


def test_alignment_as_text_and_json(folder: Path) -> None:
    assert main(["nuggets", "gold.tbf", "system.tbf", "--alignment", "pairs.txt", "-o", "scores"]) == 0
    sides = [read_tbf(str(folder / name)) for name in ("system.tbf", "gold.tbf")]
    result = score_nuggets(*sides, details=True)
    assert (folder / "pairs.txt").read_text().splitlines() == list(alignment_lines(*sides, result))
    main(["nuggets", "gold.tbf", "system.tbf", "-d", "pairs.json", "--alignment-by", "type", "-o", "scores"])
    first = json.loads((folder / "pairs.json").read_text())[0]
    said = [[pair[side] and pair[side]["id"] for side in ("reference", "prediction")] for pair in first["pairs"]]
    assert (first["doc_id"], said) == ("d1", [["E1", None], ["E2", None], [None, "S1"]])


def test_named_documents_only(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "list.txt").write_text("# documents of one source\nd1\n")
    for documents in ("d1", "list.txt", "@list.txt"):
        assert main(["nuggets", "gold.tbf", "system.tbf", "--documents", documents, "--format", "json"]) == 0
        printed = capsys.readouterr()
        assert json.loads(printed.out)["references"] == 2
        assert "left out" not in printed.err
    assert main(["nuggets", "gold.tbf", "system.tbf", "-dn", "d11"]) == 2
    assert "no reference document is called 'd11'" in capsys.readouterr().err


def test_tokens_to_characters_and_back(folder: Path) -> None:
    assert main(["convert", "texts", "tables", "--to", "tokens"]) == 0
    assert (folder / "tables" / "d1.tab").read_text() == "t1\tDied\t0\t4\nt2\tnow\t5\t8\nt3\t.\t8\t9\n"
    main(["convert", "gold.tbf", "tokens.tbf", "--tokens", "tables", "--from", "char", "--run-id", "mine"])
    lines = (folder / "tokens.tbf").read_text().splitlines()
    assert [line.split("\t")[:4] for line in lines[1:3]] == [["mine", "d1", "E1", "t1"], ["mine", "d1", "E2", "t2"]]
    assert main(["convert", "tokens.tbf", "back.tbf", "--tokens", "tables", "--unit", "char"]) == 0
    spans = [[mention["token_ids"] for mention in one["mentions"]] for one in read_tbf(str(folder / "back.tbf"))]
    assert spans == [[mention["token_ids"] for mention in one["mentions"]] for one in GOLD]


def test_single_brat_files_and_other_endings(folder: Path) -> None:
    annotation = "T1\tLife.Die 0 4\tDied\nE1\tLife.Die:T1\nA1\tRealis E1 Actual\n"
    (folder / "d1.ann").write_text(annotation)
    (folder / "brat").mkdir()
    (folder / "brat" / "d1.ev").write_text(annotation)
    assert main(["convert", "d1.ann", "one.tbf"]) == 0
    assert main(["convert", "brat", "all.tbf", "--annotation-ending", ".ev"]) == 0
    assert (folder / "one.tbf").read_text() == (folder / "all.tbf").read_text()
    assert main(["nuggets", "gold.tbf", "d1.ann", "-o", "scores"]) == 0
