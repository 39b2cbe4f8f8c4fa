"""The examples run, and say what they promise."""

from __future__ import annotations

import doctest
import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from examples import news
from tests.heavy import torch, transformers

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


@pytest.mark.slow
def test_the_trainer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """In this process, which has imported torch and transformers; what the program sets of these is put back."""
    logging, threads = transformers.logging, torch.get_num_threads()
    verbosity = logging.get_verbosity()
    folder = tmp_path / "trained"
    monkeypatch.syspath_prepend(ROOT / "examples")
    monkeypatch.setattr(sys, "argv", ["train_nuggets.py", str(folder)])
    try:
        runpy.run_path(str(ROOT / "examples" / "train_nuggets.py"), run_name="__main__")
    finally:
        logging.set_verbosity(verbosity)
        logging.enable_progress_bar()
        torch.set_num_threads(threads)
    printed = capsys.readouterr().out
    scores = json.loads(printed[printed.index("{") :])
    assert printed.count("epoch") == 6
    assert scores["trainer_type_f1"] == scores["pipeline_type_f1"] > 0.6
    assert scores["trainer_span_f1"] == scores["pipeline_span_f1"]
    assert scores["truncated_references"] == 0
    assert scores["best_of_training"] == scores["trainer_type_f1"]
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "tiny" in page
    assert "news-2-0" in page
    written = (folder / "evaluations.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in written.splitlines()]
    assert len(lines) == 7
    assert lines[-1]["type_f1"] == max(line["type_f1"] for line in lines) == scores["trainer_type_f1"]
