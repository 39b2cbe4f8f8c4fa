"""Every failure gives one line with the file on the terminal, and exit code 2."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from event_scoring.commands import scoring_run
from event_scoring.commands.main import main
from event_scoring.scoring.tables import Table
from event_scoring.scoring.task import Task

GOLD = '{"doc_id": "d", "mentions": [{"token_ids": [1], "type": "Die"}]}\n'


@pytest.fixture
def gold(tmp_path: Path) -> str:
    path = tmp_path / "gold.jsonl"
    path.write_text(GOLD, encoding="utf-8")
    return str(path)


def refused(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> str:
    assert main(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("event-score: error: ")
    return line


@pytest.mark.parametrize(
    "error", [MemoryError(), KeyError("key"), RuntimeError("no"), RecursionError("deep"), OverflowError()]
)
def test_no_error_is_a_traceback(
    error: Exception, gold: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(scoring_run, "run_task", fail)
    assert type(error).__name__ in refused(capsys, ["nuggets", gold, gold])


def test_what_was_read_is_named_when_the_memory_is_full(
    gold: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise MemoryError("Unable to allocate 28. GiB")

    monkeypatch.setattr(Task, "count_checked", fail)
    said = "(Unable to allocate 28. GiB); cut documents or files into parts"
    message = f"event-score: error: out of memory after reading {gold} {said}"
    assert refused(capsys, ["nuggets", gold, gold, "--quiet"]) == message


def test_a_pipe_among_token_tables_is_not_waited_for(
    gold: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = tmp_path / "tables"
    tables.mkdir()
    os.mkfifo(tables / "d.tab")
    line = refused(capsys, ["nuggets", gold, gold, "--tokens", str(tables)])
    assert line == f"event-score: error: {tables / 'd.tab'}: expected a file, got none"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t"])
def test_no_cell_of_csv_is_a_formula(start: str) -> None:
    written = Table(("type", start), ((f"{start}cmd()", -0.5),)).csv()
    assert [cell[:2] for line in written.splitlines() for cell in line.replace('"', "").split(",")] == [
        "ty",
        f"'{start}",
        f"'{start}",
        "-0",
    ]


@pytest.mark.parametrize("seed", [str(2**64), str(10**400)])
def test_a_seed_out_of_bounds_is_one_line(seed: str, gold: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "seed" in refused(capsys, ["nuggets", gold, gold, "--confidence", "0.9", "--seed", seed])
