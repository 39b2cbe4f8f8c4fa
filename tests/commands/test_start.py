"""Imports of a command: only the modules that it needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from event_scoring.commands.main import main

ROOT = Path(__file__).parents[2]
OTHERS = ("arguments", "extraction", "responses", "templates", "values")
"""Tasks but nuggets."""
STARTED = """
import sys
from event_scoring.__main__ import run
try:
    run()
except SystemExit:
    pass
print(*sorted(sys.modules), file=sys.stderr)
"""


def imported(*arguments: str) -> set[str]:
    """The modules that a new process has after a command."""
    done = subprocess.run(
        [sys.executable, "-c", STARTED, *arguments], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("flag", ["--version", "--help", "--hepl"])
def test_help_needs_no_arrays(flag: str) -> None:
    modules = imported(flag)
    assert "event_scoring.commands.main" in modules
    assert not modules & {
        "numpy",
        "pyarrow",
        "scipy",
        "tqdm",
        "dataclasses",
        "inspect",
        "tempfile",
        "event_scoring.tasks",
    }
    assert flag == "--hepl" or "difflib" not in modules


def test_nuggets_imports_neither_scipy_nor_other_tasks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With clusters too, as long as no group of them is entangled."""
    assert main(["demo", "--write", str(tmp_path)]) == 0
    modules = imported("nuggets", str(tmp_path / "gold.tbf"), str(tmp_path / "run1.tbf"))
    assert "event_scoring.nuggets.score" in modules
    heavy = {
        "scipy.sparse",
        "scipy.optimize",
        "scipy.linalg",
        "pandas",
        "cloudpickle",
        "pydoc",
        "html",
        "jinja2",
        "pyarrow.parquet",
        "tqdm",
        "event_scoring.tasks",
    }
    assert not modules & heavy
    others = ("arguments", "extraction", "templates", "values", "large", "comparison")
    assert not [name for name in modules if name.startswith(tuple(f"event_scoring.{room}" for room in others))]


def test_no_command_imports_all_tasks(tmp_path: Path) -> None:
    """In one process, where what one of them imports stays."""
    assert main(["demo", "--write", str(tmp_path)]) == 0
    code = f"""
import sys
from event_scoring.commands.main import main
for task in {OTHERS}:
    assert main([task, *(f"{tmp_path}/{{task}}-{{side}}.jsonl" for side in ("gold", "run1"))]) == 0
    assert "event_scoring.tasks" not in sys.modules, task
assert "event_scoring.formats.language_models.answer_documents" not in sys.modules  # which no file of these needs
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, timeout=120)


def test_what_is_kept_out_of_the_start_is_there_for_whoever_asks() -> None:
    code = """
from event_scoring.__main__ import start_light
start_light()
import inspect
import sys
import numpy
import pyarrow.compute
inspect.getmodule(inspect.currentframe())
assert type(sys.modules["numpy._core._add_newdocs"]).__name__ == "UnreadDocumentation"
from numpy._core import _add_newdocs
assert _add_newdocs.add_newdoc is numpy._core.function_base.add_newdoc
assert numpy.add(1, 2) == 3
from pyarrow.vendored import docscrape
assert pyarrow.compute.add(1, 2).as_py() == 3
assert "memory_pool" in pyarrow.compute.add.__doc__
assert docscrape.NumpyDocString("Some words.")["Parameters"] == []
assert docscrape.Reader("a").read() == "a"
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=120)


def test_a_public_name_imports_its_own_room_only() -> None:
    code = "import sys; from event_scoring import score_arguments; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    modules = set(done.stdout.split())
    assert "event_scoring.arguments.score" in modules
    assert not modules & {"scipy.sparse", "scipy.optimize", "event_scoring.tasks", "event_scoring.nuggets.score"}
