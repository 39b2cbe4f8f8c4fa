"""Ctrl-C is one line and exit code 130, whenever it comes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sharded.corpora import corpus_table, write_shards

ROOT = Path(__file__).parents[2]

INTERRUPTED = """
import builtins, os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what runs in the background
plain = builtins.__import__
def hurt(name, *given, **keywords):
    if name == {name!r}:
        os.kill(os.getpid(), signal.SIGINT)
    return plain(name, *given, **keywords)
builtins.__import__ = hurt
from event_scoring.__main__ import run_and_end
run_and_end()
"""


@pytest.mark.parametrize("name", ["numpy", "pyarrow.parquet", "event_scoring.sharded.dataset", "multiprocessing"])
def test_an_interrupted_import_is_one_line(name: str, tmp_path: Path) -> None:
    write_shards(tmp_path, corpus_table("nuggets"), [])
    code = INTERRUPTED.format(name=name)
    command = [sys.executable, "-c", code, "dataset", "nuggets", str(tmp_path), "--workers", "2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "event-score: interrupted\n")


def test_next_to_nothing_is_imported_before_interruptions_are_caught() -> None:
    """An interruption before `run` gives a traceback."""
    code = (
        "import sys; before = set(sys.modules); import event_scoring.__main__; "
        "print(*sorted(name for name in {*sys.modules} - before if name.startswith('event_scoring') or '.' not in name))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"]
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()
    ours = [name for name in found if name.startswith("event_scoring")]
    packages = ["event_scoring", "event_scoring.__main__", "event_scoring.version"]
    assert ours == packages
    assert not {"typing", "json", "numpy", "pyarrow", "argparse", "dataclasses"}.intersection(found)
