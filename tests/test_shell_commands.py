"""The commands of the documents, run by a shell as they are written; those that install are tried at a release."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from docs.__main__ import TEXTS
from docs.make_page_pictures import GOLD, SYSTEM, TEXT
from event_scoring.commands.main import main

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
PROGRAMS = ("event-score", "python", "pip", "mkdocs", "pytest", "twine", "hf", ".ci/run")
NOT_RUN = {
    "pip install": "changes the environment",
    "python -m venv": "changes the environment",
    "pytest": "is this run of the tests",
    ".ci/run": "runs the tests",
    "mkdocs build": "builds what `mkdocs serve` builds in test_site.py",
    "python publish.py": "downloads what the package needs; test_wheel.py has its parts",
    "hf ": "needs an account",
    "twine ": "needs an account",
    "python -m benchmarks": "measures for minutes; test_benchmarks.py has its parts",
    "python -c": "needs a metric on the Hub",
}
"""Beginnings of commands that no test runs, and the reasons."""
WITH_OWN_FILES = {
    *("answerKey", "answerKey/", "key-tst3", "test.json", "answers.jsonl", "tables/", "s3://bucket/shards/"),
    *("shards/", "run1/", "system/"),
}
"""Files that only readers have; `test_commands.py` parses these commands."""
RUN_WITH_FILES = ("event-score ", "python examples/")
"""Beginnings of commands that run in a folder with the files of the demo and the example programs."""
pytestmark = pytest.mark.slow


def commands(path: Path) -> list[str]:
    """Return the lines of a document that are typed into a shell: indented, outside blocks of code."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    lines = re.findall(r"^    (\S.*)$", text.replace("\\\n", " "), flags=re.M)
    return [line for line in lines if line.startswith(tuple(f"{program} " for program in PROGRAMS))]


def steps(line: str) -> list[str]:
    """Return the commands of a line that are run here, without those before them that install."""
    parts = [part.strip() for part in line.split(" && ")]
    return [part for part in parts if not part.startswith((*NOT_RUN, ". ")) and part not in NOT_RUN]


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a terminal in which the environment of this process is active."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "COLUMNS")}
    return {**clean, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "NO_MKDOCS_2_WARNING": "1", **more}


def shell(line: str, folder: Path, **more: str) -> str:
    run = subprocess.run(
        line, shell=True, cwd=folder, env=environment(**more), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, f"{line}\n{run.stdout}{run.stderr}"
    return run.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the project to run commands in."""
    ignored = shutil.ignore_patterns(".git", ".*_cache", "__pycache__", "build", "golden")
    shutil.copytree(ROOT, tmp_path / "checkout", ignore=ignored)
    return tmp_path / "checkout"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the demo under the names that the documents give to them."""
    if not (BIN / "event-score").exists():
        pytest.skip("the package is not installed, so there is no event-score to type")
    folder = tmp_path_factory.mktemp("demo")
    shell("event-score demo --write .", folder, PYTHONPATH=str(ROOT))
    shutil.copytree(ROOT / "examples", folder / "examples")
    (folder / "runs").mkdir()
    copies = {"run1.tbf": ["a.tbf", "runs/crf.tbf"], "run2.tbf": ["b.tbf", "runs/bert.tbf"]}
    copies["run1.jsonl"] = ["system.jsonl", "base-1.jsonl", "base-2.jsonl", "base-3.jsonl"]
    copies["run2.jsonl"] = ["large-1.jsonl", "large-2.jsonl"]
    for source, names in copies.items():
        for name in names:
            shutil.copyfile(folder / source, folder / name)
    for annotator, marks in {"anna": GOLD, "ben": SYSTEM}.items():
        (folder / annotator).mkdir()
        (folder / annotator / "d1.txt").write_text(TEXT, encoding="utf-8")
        (folder / annotator / "d1.ann").write_text(marks, encoding="utf-8")
    return folder


@pytest.fixture
def words_of(tmp_path: Path) -> Callable[[str, Path], list[str]]:
    """A function that returns the words with which a shell in a folder would start `event-score`."""
    program = tmp_path / "bin" / "event-score"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    return lambda line, folder: shell(line, folder, PATH=path).splitlines()


def run_with_files(page: Path) -> list[str]:
    """Return the commands of a page that need no files but those of the demo and the example programs."""
    lines = [step for line in commands(page) for step in steps(line) if step.startswith(RUN_WITH_FILES)]
    return [line for line in lines if not WITH_OWN_FILES & set(shlex.split(line, comments=True))]


def test_every_command_is_run_or_says_why_not() -> None:
    lines = [line for page in PAGES for line in commands(page)]
    typed = [step for line in lines for step in steps(line) if not step.startswith(RUN_WITH_FILES)]
    assert sorted({shlex.join(shlex.split(step, comments=True)) for step in typed}) == ["python -m docs"]
    assert "event-score demo --write trial" in steps(lines[0])


@pytest.mark.parametrize("page", [*filter(run_with_files, PAGES)], ids=lambda page: page.name)
def test_commands_run_in_a_shell_where_the_files_of_the_demo_are(
    page: Path, demo: Path, tmp_path: Path, words_of: Callable[[str, Path], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shell makes the words; those of the README also start the program, the others are run in this process."""
    trial = shutil.copytree(demo, tmp_path / "trial")
    monkeypatch.chdir(trial)
    for line in run_with_files(page):
        if line != "event-score demo --write .":  # is done
            if "--picture" in line:
                pytest.importorskip("matplotlib", reason="pictures need matplotlib")
            if page.name == "README.md" or not line.startswith("event-score "):
                shell(line, trial, PYTHONPATH=str(ROOT))
            else:
                assert main(words_of(line, trial)) == 0, line


def test_what_is_made_from_the_code_is_as_it_is_made(checkout: Path) -> None:
    """`test_docs.py` makes the rest, what commands print."""
    before = {path: path.read_bytes() for path in checkout.rglob("*") if path.suffix in (".md", ".pyi", ".svg")}
    shell(f"python -m docs {' '.join(TEXTS.keys() - {'outputs', 'terminal_pictures'})}", checkout)
    changed = [str(path.relative_to(checkout)) for path, content in before.items() if path.read_bytes() != content]
    assert changed == [], "run python -m docs"
