"""The benchmarks can be called by their names."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from benchmarks.__main__ import BENCHMARKS, main

FOLDER = Path(__file__).parent.parent / "benchmarks"


def test_the_table_names_every_benchmark() -> None:
    modules = {path.stem for path in FOLDER.glob("*.py") if "\ndef main(" in path.read_text(encoding="utf-8")}
    assert modules - {"__main__", "engine_worker"} == set(BENCHMARKS)


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_benchmark_can_be_started(name: str) -> None:
    assert callable(importlib.import_module(f"benchmarks.{name}").main)


def test_a_name_runs_its_benchmark_with_the_arguments_behind_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tasks", "chains: one cluster"])
    assert re.search("^chains: one cluster of 2,000\nscore +seconds", capsys.readouterr().out.strip())


def test_what_is_no_benchmark_gets_the_table() -> None:
    with pytest.raises(SystemExit, match="no benchmark 'nugget'; there are:\ntasks "):
        main(["nugget"])
