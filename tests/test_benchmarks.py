"""The benchmarks can be called by their names."""

from __future__ import annotations

import ast
import importlib
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.__main__ import BENCHMARKS, main

FOLDER = Path(__file__).parent.parent / "benchmarks"


def test_the_table_names_every_benchmark() -> None:
    modules = {path.stem for path in FOLDER.glob("*.py") if "\ndef main(" in path.read_text(encoding="utf-8")}
    assert modules - {"__main__"} == set(BENCHMARKS)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_what_a_benchmark_imports_of_the_project_is_there(path: Path) -> None:
    """Without the libraries that it measures, which take seconds to import."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("event_scoring"):
            module = importlib.import_module(str(node.module))
            missing = [name.name for name in node.names if not hasattr(module, name.name)]
            assert not [name for name in missing if not find_spec(f"{node.module}.{name}")]


def test_a_name_runs_its_benchmark_with_the_arguments_behind_it(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("seqeval")
    main(["peers", "20"])
    assert re.search("^20 documents\ncall +processor seconds", capsys.readouterr().out.strip())


def test_what_is_no_benchmark_gets_the_table() -> None:
    with pytest.raises(SystemExit, match="no benchmark 'nugget'; there are:\nbounded "):
        main(["nugget"])
