"""Run commands as users do, and the files of the demo."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from event_scoring.commands.main import main
from tests.formats import reading

Run = Callable[..., tuple[int, str, str]]
"""A command's words -> its exit code, what it prints, and what it says beside that."""


def written(path: Path, *records: Any) -> str:
    """Write a file of JSON Lines or of other lines; return its path as a word of a command."""
    return str(reading.written(path, *records))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run commands in this process."""

    def run_words(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        try:
            code = main(words)
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        return (code, *capsys.readouterr())

    return run_words


@pytest.fixture(scope="session")
def written_demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the demo, which tests copy."""
    folder = tmp_path_factory.mktemp("demo")
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        assert main(["demo", "--write", str(folder)]) == 0
    return folder


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written_demo: Path) -> Path:
    """A folder, the current one, with the files of the demo."""
    monkeypatch.chdir(tmp_path)
    for file in written_demo.iterdir():
        shutil.copyfile(file, tmp_path / file.name)
    return tmp_path
