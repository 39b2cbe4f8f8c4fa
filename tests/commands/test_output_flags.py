"""The flags that all scoring commands share, and that no flag of any command is ignored."""

from __future__ import annotations

import argparse
import csv
import gzip
import io
import json
import sys
from pathlib import Path

import pytest

from event_scoring import score_nuggets
from event_scoring.commands.main import parser_of
from event_scoring.commands.registry import COMMANDS
from event_scoring.examples import PARAGRAPH
from event_scoring.formats import text_lines
from event_scoring.formats.json_lines import write_json_lines
from tests.commands.conftest import Run


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    paths = (str(tmp_path / "gold.jsonl"), str(tmp_path / "run.jsonl"))
    for path, side in zip(paths, (PARAGRAPH["nuggets"].references, PARAGRAPH["nuggets"].predictions), strict=True):
        write_json_lines(side, path)
    return paths


EXPECTED = score_nuggets(PARAGRAPH["nuggets"].predictions, PARAGRAPH["nuggets"].references)


def test_the_main_score_comes_first(files: tuple[str, str], run: Run) -> None:
    _, out, _ = run("nuggets", *files)
    first = out.splitlines()[0]
    assert (
        first
        == f"type F1 {EXPECTED['type_f1']:.4f}: event mentions found at the right place and with the right type (1 is perfect)"
    )
    assert run("nuggets", *files, "-b")[1] == f"{EXPECTED['type_f1']:.4f}\n"
    assert run("nuggets", *files, files[0], "-b")[1] == f"{EXPECTED['type_f1']:.4f}\n1.0000\n"


def test_percent_and_digits(files: tuple[str, str], run: Run) -> None:
    assert run("nuggets", *files, "-b", "--percent")[1] == f"{100 * EXPECTED['type_f1']:.2f}\n"
    assert run("nuggets", *files, "-b", "--digits", "1")[1] == f"{EXPECTED['type_f1']:.1f}\n"
    found = json.loads(run("nuggets", *files, "--percent", "--digits", "3", "--format", "json")[1])
    assert found["type_f1"] == round(100 * EXPECTED["type_f1"], 3)
    assert found["references"] == EXPECTED["references"]
    assert "(100 is perfect)" in run("nuggets", *files, "--percent")[1]


def test_costs_are_no_percentages(tmp_path: Path) -> None:
    from event_scoring.commands.number_format import NumberFormat

    costs = {"miss_cost": 2.5, "value": 0.5, "beta": 0.25, "precision_numerator": 3.0}
    assert NumberFormat(percent=True).of_result(costs) == {**costs, "value": 50.0}


def test_names_and_formats(files: tuple[str, str], run: Run) -> None:
    both = (*files, files[0], "--names", "mine,=theirs")
    rows = list(csv.reader(io.StringIO(run("nuggets", *both, "--format", "csv")[1])))
    assert [row[0] for row in rows[1:]] == ["mine", "'=theirs"]
    assert set(json.loads(run("nuggets", *both, "--format", "json")[1])) == {"mine", "=theirs"}
    assert "| mine " in run("nuggets", *both, "--format", "markdown")[1]
    assert "mine & " in run("nuggets", *both, "--format", "latex")[1]


def test_citation(files: tuple[str, str], run: Run) -> None:
    assert "cite: Liu, Mitamura and Hovy (2015)" in run("nuggets", *files, "--citation")[1]
    assert "Liu" in json.loads(run("nuggets", *files, "--citation", "--format", "json")[1])["citation"]


def test_strict_and_quiet(files: tuple[str, str], tmp_path: Path, run: Run) -> None:
    assert run("nuggets", *files, "--strict")[0] == 0
    (tmp_path / "other.jsonl").write_text(Path(files[1]).read_text() + '{"doc_id": "other", "mentions": []}\n')
    code, out, err = run("nuggets", files[0], str(tmp_path / "other.jsonl"), "--strict", "-b")
    assert (code, out) == (3, f"{EXPECTED['type_f1']:.4f}\n")
    assert "1 document of the system is left out" in err
    assert run("nuggets", files[0], str(tmp_path / "other.jsonl"), "--quiet")[2] == ""


def test_packed_files_and_the_standard_input(files: tuple[str, str], monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    wanted = run("nuggets", *files, "-b")[1]
    data = Path(files[1]).read_bytes()
    Path(files[1] + ".gz").write_bytes(gzip.compress(data))
    assert run("nuggets", files[0], files[1] + ".gz", "-b")[1] == wanted
    text_lines._standard_input.cache_clear()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert run("nuggets", files[0], "-", "-b")[1] == wanted
    text_lines._standard_input.cache_clear()


def test_lines_around_tables_on_a_terminal_only(
    files: tuple[str, str], monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    assert "┌" not in run("nuggets", *files)[1]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "┌" in run("nuggets", *files)[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "┌" not in run("nuggets", *files)[1]


def test_demo_tells_the_score_in_words(run: Run) -> None:
    _, out, _ = run("demo")
    assert "The system found 4 of 5 events: 1 with the wrong type, 1 missed; 1 invented." in out
    assert f"type F1 {EXPECTED['type_f1']:.4f}" in out
    assert out.count("  event-score ") == 3


def flags_of(command: str) -> list[argparse.Action]:
    parser = parser_of(command)
    return [action for action in parser._actions if action.option_strings and action.dest != "help"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_flag_says_what_it_does(command: str) -> None:
    for action in flags_of(command):
        assert action.help, f"{command} {action.option_strings}"


@pytest.mark.parametrize("columns", [80, 100])
def test_tables_fit_the_terminal(columns: int, run: Run, monkeypatch: pytest.MonkeyPatch, demo: Path) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(columns))
    for line in (
        "nuggets gold.tbf run1.tbf --confidence 0.9 --resamples 20",
        "nuggets gold.tbf run1.tbf run2.tbf --confidence 0.9 --resamples 20",
        "nuggets gold.tbf run1.tbf run2.tbf --compare --resamples 20",
        "extraction extraction-gold.jsonl extraction-run1.jsonl --confidence 0.9 --resamples 20",
        "responses responses-gold.jsonl responses-run1.jsonl --confidence 0.9 --resamples 20",
    ):
        shown = run(*line.split())[1]
        tables = [row for row in shown.splitlines() if row.startswith(("│", "┌")) or "  0." in row]
        assert tables
        assert max(map(len, tables)) <= columns, shown
        assert (" [0." in shown) != ("|docs:1|" in shown)  # of one document there are no intervals
