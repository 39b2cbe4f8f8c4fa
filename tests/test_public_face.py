"""The names of `event_scoring`: all there, each from one home, none hidden by a module."""

from __future__ import annotations

import ast
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import event_scoring

STUB = Path(event_scoring.__file__).with_suffix(".pyi").read_text(encoding="utf-8")


def test_every_name_is_found_in_a_process_that_has_seen_nothing() -> None:
    code = "from event_scoring import *; import event_scoring; print(sorted(set(event_scoring.__all__) - set(dir())))"
    root = Path(event_scoring.__file__).parent.parent
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["[]"]
    assert set(event_scoring.__all__) <= set(dir(event_scoring))


def test_what_type_checkers_see_is_what_is_found() -> None:
    seen = {
        (node.module, name.name)
        for node in ast.walk(ast.parse(STUB))
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    homes = {(f"event_scoring.{home}", name) for home, names in event_scoring._HOMES.items() for name in names}
    homes.add(("event_scoring.version", "__version__"))
    assert seen == homes
    assert {name for _, name in homes} == set(event_scoring.__all__)


@pytest.mark.parametrize("name", event_scoring.__all__)
def test_no_module_hides_a_public_name(name: str) -> None:
    assert name not in {module.name for module in pkgutil.iter_modules(event_scoring.__path__)}
    assert not isinstance(getattr(event_scoring, name), ModuleType)


def test_an_unknown_name_is_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="module 'event_scoring' has no attribute 'score_everything'"):
        getattr(event_scoring, "score_" + "everything")
