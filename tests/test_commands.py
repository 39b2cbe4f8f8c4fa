"""The commands of the documents: each is one that the command line takes, and those of the README run as printed."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from event_scoring.commands.main import main, parser_of
from event_scoring.commands.registry import COMMANDS, TASKS

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*/README.md"))]


def commands(text: str) -> list[list[str]]:
    """The arguments of each command: of lines that are indented, and of code between words."""
    lines = [part for line in re.findall(r"^ +(.+?)\\?$", text, flags=re.M) for part in line.split(" && ")]
    found = [line.removeprefix("event-score ") for line in lines if line.startswith("event-score ")]
    found += re.findall(r"`event-score ([^`]+)`", text)
    return [shlex.split(command, comments=True) for command in found]


def epilogs() -> str:
    return "\n".join((parser_of(name).epilog or "").replace("\\\n", "") for name in (*TASKS, *COMMANDS))


def takes(task: str, words: list[str]) -> bool:
    """Whether a task takes these files and flags; the files say which task they are for, and are not there."""
    try:
        parser_of(task).parsed(words)
    except SystemExit:
        return False
    return "." in words[0] or "/" in words[0]


def test_every_command_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in DOCUMENTS}
    texts["the help"] = epilogs()
    checked = wrong = 0
    for place, text in texts.items():
        for command in commands(text):
            if command[1:] == []:
                assert command[0] in parser_of("").format_help(), f"{place}: {command}"
            else:
                try:
                    if command[0] in (*TASKS, *COMMANDS):
                        parser_of(command[0]).parsed(command[1:])
                    elif not any(takes(task, command) for task in TASKS):
                        raise SystemExit(2)
                except SystemExit:
                    wrong += 1
                    print(f"{place}: event-score {shlex.join(command)}")
            checked += 1
    printed = capsys.readouterr()
    assert not wrong, printed.out + printed.err
    assert checked > 40


def test_the_first_command_of_the_readme_prints_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The parts of the line that come after its installation, which `.ci/run` runs too."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^    pip install \. && (.+)$", text, flags=re.M)
    for command in line.split(" && "):
        capsys.readouterr()
        assert main(shlex.split(command)[1:]) == 0, command
    (shown,) = re.findall(r"```text\n(.*?)```", text, flags=re.S)
    printed = capsys.readouterr()
    assert printed.err + printed.out == shown, "run python -m docs"


def test_the_commands_of_a_beginner_run_as_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs/researcher.md").read_text(encoding="utf-8")
    lines = re.findall(r"^    event-score (.+)$", text, flags=re.M)
    assert "demo --write ." in lines
    for line in lines:
        if "answerKey" not in line:
            assert main(shlex.split(line)) == 0, line
            printed = capsys.readouterr().err
            assert "warning" not in printed, line
            lines = [one for one in printed.splitlines() if not one.startswith("event-score: wrote ")]
            assert not lines or lines[-1].endswith("is for the task 'nuggets'"), line
    assert {"gold.tbf", "report.html", "table.tex"} <= {path.name for path in tmp_path.iterdir()}


def test_demo_files_are_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run2.jsonl").write_text("mine")
    assert main(["demo", "--write", str(tmp_path)]) == 2
    assert "already has 1 file of the demo, such as" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["run2.jsonl"]


def test_without_arguments_there_is_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([])
    assert stopped.value.code == 0
    assert "score event nuggets" in capsys.readouterr().out


def test_an_extra_that_is_not_installed_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["demo", "--write", str(tmp_path)]) == 0
    capsys.readouterr()
    gold, run = str(tmp_path / "gold.tbf"), str(tmp_path / "run1.tbf")
    assert main(["nuggets", gold, run, "-o", str(tmp_path / "f1.png")]) == 2
    assert capsys.readouterr().err == ("event-score: error: pictures need matplotlib: pip install matplotlib\n")


def test_a_system_that_is_given_twice_hides_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--write", str(tmp_path)]) == 0
    gold, run = str(tmp_path / "gold.tbf"), str(tmp_path / "run1.tbf")
    capsys.readouterr()
    assert main([gold, run, run, "--compare", "--format", "json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["systems"]) == [run, f"{run} (2)"]
