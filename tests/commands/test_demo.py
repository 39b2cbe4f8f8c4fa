"""`event-score demo`: what it writes can be scored, and what it opens is opened."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from event_scoring.commands.main import main, parser_of
from event_scoring.commands.registry import overview
from event_scoring.examples import PARAGRAPH
from event_scoring.tasks import TASKS as ALL_TASKS


def test_it_writes_files_of_every_task_with_the_command_that_scores_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert PARAGRAPH.keys() == set(ALL_TASKS) - {"detection"}, "events are for detection too"
    assert main(["demo", "--write", str(tmp_path)]) == 0
    commands = [shlex.split(line)[1:] for line in capsys.readouterr().out.splitlines() if "event-score" in line]
    assert len(commands) == len(PARAGRAPH)
    for task, files in zip(PARAGRAPH, commands, strict=True):
        assert main(files) == 0
        printed = capsys.readouterr()
        assert "(1 is perfect)" in printed.out
        assert printed.err == f"event-score: {files[0]} is for the task {task!r}\n"  # and no warning
        assert main([*files, "--quiet", "--format", "csv"]) == 0
        assert "\n" in capsys.readouterr().out
        assert main(["validate", *files[1:], "--references", files[0], "--quiet"]) == 0
        capsys.readouterr()


def test_the_examples_of_the_first_screen_run_as_they_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["demo", "--write", "trial"])
    examples = [line for line in overview().splitlines() if line.strip().startswith("event-score")]
    assert len(examples) == len(ALL_TASKS)
    for line in examples:
        assert main(shlex.split(line)[1:]) == 0, line


@pytest.mark.parametrize(
    "line",
    [
        "validate SYSTEM --references GOLD",
        "judge GOLD SYSTEM -o out.jsonl",
    ],
)
def test_a_command_takes_every_task_that_it_offers(line: str, demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = line.split()[0]
    (offered,) = (action.choices for action in parser_of(command)._actions if action.dest == "task")
    for task in offered or ():
        if (command, task) == ("judge", "templates"):
            continue  # judges fills of MUC-4, whose slots the templates of the paragraph have not
        stem = {"nuggets": "", "detection": "extraction-"}.get(task, f"{task}-")
        files = {"GOLD": f"{stem}gold.jsonl", "SYSTEM": f"{stem}run1.jsonl"}
        assert main([*(files.get(word, word) for word in line.split()), "--task", task]) == 0, capsys.readouterr().err


@pytest.mark.parametrize("task", ALL_TASKS)
def test_every_task_has_comparisons_pictures_and_pages(
    task: str, demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    stem = {"nuggets": "", "detection": "extraction-"}.get(task, f"{task}-")
    outputs = ["out.txt", "out.png", "out.pdf", "out.html"]
    flags = ["--compare", "--resamples", "5", *(word for name in outputs for word in ("-o", name))]
    assert main([task, f"{stem}gold.jsonl", f"{stem}run1.jsonl", *flags]) == 0
    assert capsys.readouterr().err.endswith(f"event-score: wrote {', '.join(sorted(outputs, key=_place_of))}\n")
    assert all((demo / name).stat().st_size for name in outputs)


def _place_of(name: str) -> int:
    """Texts are written first, and pages last."""
    return {".txt": 0, ".html": 2}.get(Path(name).suffix, 1)


def test_responses_that_are_arguments_score_as_arguments(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for task in ("arguments", "responses"):
        assert main([task, *(f"{task}-{side}.jsonl" for side in ("gold", "run1")), "--brief"]) == 0
    assert len(set(capsys.readouterr().out.split())) == 1


def test_signs_that_the_output_cannot_hold_are_written_in_ascii() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    done = subprocess.run([sys.executable, "-m", "event_scoring", "demo"], env=environment, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u2" in done.stdout
