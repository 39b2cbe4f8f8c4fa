"""`event-score templates`: the numbers of Python, from files."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import score_templates
from event_scoring.commands.main import main


def person(name: str, *jobs: str) -> dict[str, Any]:
    return {
        "type": "PERSON",
        "id": name,
        "slots": [{"name": "NAME", "values": [name]}, {"name": "JOB", "values": list(jobs)}],
    }


def succession(who: str) -> dict[str, Any]:
    return {"type": "SUCCESSION", "slots": [{"name": "WHO", "values": [who], "pointer": True}]}


REFERENCES = [
    {"doc_id": "a", "templates": [person("Ada", "chief executive", "chair"), succession("Ada")]},
    {"doc_id": "b", "templates": [person("Bo", "clerk"), person("Cy", "clerk")]},
]
PREDICTIONS = [
    {"doc_id": "a", "templates": [person("Ada", "executive"), succession("Ada")]},
    {"doc_id": "b", "templates": [person("Cy", "clerk")]},
]


def written(path: Path, records: list[Any]) -> str:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return str(path)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    return written(tmp_path / "gold.jsonl", REFERENCES), written(tmp_path / "system.jsonl", PREDICTIONS[::-1])


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["templates", *arguments])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_tables(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *files, "--per-type", "--per-slot", "--per-document", "--confidence", "0.9")
    result = score_templates(PREDICTIONS, REFERENCES, details=True, confidence=0.9)
    assert code == 0
    fills = next(line for line in out.splitlines() if line.startswith("fills"))
    assert fills.split()[1:4] == [f"{result[key]:.4f}" for key in ("precision", "recall", "f1")]
    for title in (
        "per type",
        "per slot",
        "per document",
        "PERSON.JOB",
        "SUCCESSION.WHO",
        "what greedy alignment loses",
    ):
        assert title in out
    assert "2 documents, 4 references, 3 predictions" in out
    assert result["signature"] in out


def test_csv_of_slots(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(run(capsys, *files, "--format", "csv", "--per-slot")[1])))
    assert [row["slot"] for row in rows] == ["PERSON.JOB", "PERSON.NAME", "SUCCESSION.WHO"]


def test_several_systems_and_a_missing_document(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = written(tmp_path / "other.jsonl", REFERENCES[:1])
    code, out, err = run(capsys, *files, other)
    assert code == 0
    assert "other.jsonl: 1 document of the references is missing from the system and counts as empty: b." in err
    assert [line.split()[0] for line in out.splitlines()[2:6]] == ["system", "-" * 12, "system.jsonl", "other.jsonl"]
    found = json.loads(run(capsys, *files, other, "--format", "json")[1])
    empty = {"doc_id": "b", "templates": []}
    assert found["other.jsonl"] == score_templates([REFERENCES[0], empty], REFERENCES)


def test_a_pointer_to_nothing(files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pointing = written(tmp_path / "bad.jsonl", [{"doc_id": "a", "templates": [succession("Bo")]}])
    code, out, err = run(capsys, files[0], pointing)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith(
        f'event-score: error: {pointing}:1: document["templates"][0]["slots"][0]["values"][0]: expected the id of a'
    )
