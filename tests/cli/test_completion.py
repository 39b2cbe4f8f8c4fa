"""What the Tab key completes, tried in a real bash."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from event_scoring.cli.begin.completion import completion_script
from event_scoring.cli.commands import COMMANDS

BASH = shutil.which("bash")
pytestmark = pytest.mark.skipif(BASH is None, reason="there is no bash")


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("completion") / "event-score"
    path.write_text(completion_script())
    return path


def completed(script: Path, *words: str) -> list[str]:
    """What bash has for the last of some words."""
    given = " ".join(f"'{word}'" for word in ("event-score", *words))
    code = f'source {script}; COMP_WORDS=({given}); COMP_CWORD={len(words)}; _event_score; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run([str(BASH), "--norc", "-uc", code], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["nug"], ["nuggets"]),
        (["nuggets", "--prot"], ["--protocol"]),
        (["nuggets", "gold.tbf", "--protocol", ""], ["paper", "pilot", "evmeval-1.8"]),
        (["nuggets", "--protocol", "=", "p"], ["paper", "pilot"]),
        (["nuggets", "--protocol", "="], ["paper", "pilot", "evmeval-1.8"]),
        (["score", "gold.tbf", "--format", "m"], ["markdown"]),
        (["score", "--conv"], ["--convention"]),
        (["compare", "gold.tbf", "--test", "b"], ["bootstrap"]),
        (["plot", "acc"], ["accuracies"]),
        (["arguments", "--brief", "--be"], ["--beta"]),
        (["nuggets", "--protocol", "paper", "--alignment-b"], ["--alignment-by"]),
        (["nuggets", "go"], []),
        (["nothing", "--f"], []),
    ],
)
def test_bash_completes_commands_flags_and_choices(script: Path, words: list[str], expected: list[str]) -> None:
    assert completed(script, *words) == expected


def test_every_command_is_completed(script: Path) -> None:
    assert completed(script, "") == list(COMMANDS)
    for command in COMMANDS:
        assert "--help" in completed(script, command, "--h"), command


def test_the_tab_key_completes_flags_and_names_of_files(script: Path, tmp_path: Path) -> None:
    (tmp_path / "golden.tbf").touch()
    process, terminal = pty.fork()
    if not process:
        os.chdir(tmp_path)
        os.execve(str(BASH), ["bash", "--norc", "--noprofile", "-i"], {"TERM": "dumb", "PATH": os.environ["PATH"]})
    try:
        os.write(terminal, f"source {script}\nevent-score nug\tgold\t --protocol ev\t".encode())
        seen, end = "", time.monotonic() + 60
        while "event-score nuggets golden.tbf  --protocol evmeval-1.8" not in seen and time.monotonic() < end:
            if select.select([terminal], [], [], 1)[0]:
                seen += os.read(terminal, 4096).decode(errors="replace")
        assert "event-score nuggets golden.tbf  --protocol evmeval-1.8" in seen
    finally:
        os.close(terminal)
        os.waitpid(process, 0)


def test_the_command_prints_the_script(script: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "event_scoring.cli", "completion"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout == script.read_text()
