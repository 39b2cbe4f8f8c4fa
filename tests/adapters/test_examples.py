"""The examples run, and say what they promise; `tests/test_wheel.py` runs the one that trains."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from pathlib import Path

from examples import news

ROOT = Path(__file__).parent.parent.parent


def run(script: str, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HF_HUB_OFFLINE": "1"}
    command = [sys.executable, str(ROOT / "examples" / script), *arguments]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True, timeout=280).stdout


def test_the_generated_news() -> None:
    failed, tried = doctest.testmod(news)
    assert (failed, tried) == (0, 3)


def test_arguments_from_llm() -> None:
    """6 of 7 triggers are found, one with a type outside the schema is discarded; 8 of 14 arguments are found."""
    lines = run("arguments_from_llm.py").splitlines()
    assert lines[:10] == [
        "trigger_classification: precision 1.000, recall 0.857, F1 0.923",
        "argument_classification: precision 1.000, recall 0.571, F1 0.727",
        "argument_attached_classification: precision 1.000, recall 0.571, F1 0.727",
        "answers that could not be read: 2",
        "discarded_triggers: 1",
        "discarded_trigger_schema: 1",
        "discarded_arguments: 3",
        "discarded_argument_schema: 1",
        "discarded_argument_not_found: 2",
        "document 1, event 1: 'the mine' is not in the text",
    ]
    assert all("answers could not be read" in line or "not counted: " in line for line in lines[10:-1])
    assert lines[-1].startswith("extraction|convention:paper|types:Conflict.Attack")
