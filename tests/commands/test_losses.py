"""No command replaces what it reads, and what it writes is whole or not there.

Which flags write is found by giving each flag of each parser a new name, and what a command reads by watching it.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from event_scoring.commands.main import main
from tests.commands.flag_files import write_flag_files
from tests.commands.test_flags import CHANGES, OF_TASK, actions_of

pytestmark = pytest.mark.skipif(find_spec("matplotlib") is None, reason="without it there are no pictures")
PATHS = ("FILE", "DIR", "PATH", "LIST", "OUTPUT")
"""How the help calls what is a path."""
FILES = {
    **OF_TASK,
    "validate": "validate gold.tbf",
    "convert": "convert gold.tbf out.jsonl",
    "judge": "judge told.jsonl told-run.jsonl -o out.jsonl",
    "bio": "bio gold.conll run.conll",
    "dataset nuggets": "dataset nuggets nuggets-shards nuggets-again",
}
"""A command line of each command."""
ENDINGS = ("", ".jsonl", ".svg")
"""Endings of names that commands may write to."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    write_flag_files(folder)
    return folder


class Watch:
    """The files that Python opens for reading while it is on; a hook stays for good."""

    on = False
    found: set[str] = set()

    def __call__(self, event: str, given: tuple[object, ...]) -> None:
        if self.on and event == "open" and isinstance(given[0], str) and given[1] in ("r", "rb"):
            Watch.found.add(os.path.realpath(given[0]))


WATCH = Watch()
sys.addaudithook(WATCH)


def ended(line: list[str]) -> int:
    try:
        return main(line)
    except SystemExit as stopped:
        return int(stopped.code or 0)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def states(folder: Path) -> dict[str, tuple[int, int, int, int]]:
    """Properties that change with every write: modes, sizes, times and numbers of all files."""
    found = {str(path): path.stat() for path in folder.rglob("*") if path.is_file()}
    return {name: (one.st_mode, one.st_size, one.st_mtime_ns, one.st_ino) for name, one in found.items()}


def restored(folder: Path, before: set[Path]) -> set[Path]:
    """The new files of a command, which are removed."""
    new = set(folder.iterdir()) - before
    made = sorted(each for path in new for each in (path, *path.rglob("*")))
    for path in reversed(made):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    return set(made)


def base_of(command: str) -> list[str]:
    return shlex.split(FILES[command])


def for_flag(line: list[str], flag: str) -> list[str]:
    """A command line that takes a flag: --alignment wants one system."""
    return [word for word in line if word != "run2.tbf"] if flag == "--alignment" else line


def writers(command: str, folder: Path) -> Iterator[tuple[list[str], str]]:
    """A command line that ends with each flag that writes, and the endings that it takes; also OUTPUT."""
    before = set(folder.iterdir())
    base = base_of(command)
    lines = [base[:-1]] if command == "convert" else []
    for action in {*actions_of(command).values()}:
        if action.option_strings and action.metavar in PATHS:
            lines.append([*for_flag(base, action.option_strings[-1]), action.option_strings[-1]])
    for line in lines:
        for ending in ENDINGS:
            ended([*line, f"fresh{ending}"])
            if any(path.name.startswith("fresh") for path in restored(folder, before)):
                yield line, ending
                break


def slots(command: str, line: list[str]) -> Iterator[tuple[str, str]]:
    """The words of a command line that name something that is there, each with its flag."""
    for before, word in zip(line, line[1:], strict=False):
        path = word.removeprefix("@")
        if os.path.exists(path):
            yield before if before.startswith("-") else "", path


def inputs(command: str, folder: Path) -> Iterator[tuple[list[str], str]]:
    """Command lines, and a file that each of them reads: one for each flag and positional that names files."""
    before, seen = set(folder.iterdir()), set()
    rows = [f"{line} {flag}" for line, flag in CHANGES if line.startswith(command) and "|" not in flag]
    for line in [base_of(command), *map(shlex.split, rows)]:
        new = [slot for slot in slots(command, line) if slot[0] == "" or slot not in seen]
        new = [(flag, word) for flag, word in new if (flag or word) not in seen]
        if not new:
            continue
        WATCH.found.clear()
        WATCH.on = True
        ended(line)
        WATCH.on = False
        restored(folder, before)
        for flag, word in new:
            seen.add(flag or word)
            place = os.path.realpath(word)
            read = {path for path in WATCH.found if path == place or path.startswith(f"{place}{os.sep}")}
            if command.startswith("dataset") and os.path.isdir(word):  # pyarrow opens them
                read |= {str(path) for path in Path(place).rglob("*.jsonl")}
            for path in sorted(read)[:1]:
                yield line, path


@pytest.mark.parametrize("command", sorted(FILES))
def test_what_a_command_reads_it_never_replaces(
    command: str, files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(files)
    writing = list(writers(command, files))
    reading = list(inputs(command, files))
    assert writing
    assert reading
    before, known = contents(files), states(files)
    tried = 0
    for number, (line, path) in enumerate(reading):
        for output, ending in writing:
            words = for_flag(line, output[-1])
            if len(words) < len(line) and path.endswith("run2.tbf"):
                continue
            at = next((place for place, word in enumerate(words) if word.startswith("out.")), 0)
            name = f"other-name{Path(words[at]).suffix if command == 'convert' else ending}"
            target = f"texts/../{name}" if number % 3 else os.path.abspath(name)
            given = [*words, output[-1], target]
            if command == "convert":
                given = [*words[:at], target, *words[at + 1 :]]
            (os.symlink, os.link)[number % 2](path, name)
            capsys.readouterr()
            code, err = ended(given), capsys.readouterr().err
            os.unlink(name)
            assert (code, err.count("error:")) == (2, 1), (given, code, err)
            assert states(files) == known, given
            if "would be lost" in err:
                tried += 1
            else:  # the line takes no such flag, whatever the name
                assert ended([word if word != target else f"fresh{ending}" for word in given]) == 2, (given, err)
    assert contents(files) == before
    assert tried >= len(reading) / 2
