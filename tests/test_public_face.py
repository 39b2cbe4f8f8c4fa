"""The names of `event_scoring`: all there, each from one home, none hidden by a module."""

from __future__ import annotations

import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import event_scoring
from docs.make_stubs import DOCUMENT_TYPES, STUB
from event_scoring.scoring.options import declarations
from event_scoring.scoring.task import Task
from event_scoring.tasks import TASKS


def test_every_name_is_found_in_a_process_that_has_seen_nothing() -> None:
    """None of them imports a large library."""
    code = (
        "from event_scoring import *; import sys, event_scoring, event_scoring.adapters;"
        "heavy = {'evaluate', 'datasets', 'transformers', 'torch', 'gradio', 'matplotlib', 'pandas'} & set(sys.modules);"
        "print(*set(event_scoring.__all__) - set(dir()), *heavy)"
    )
    root = Path(event_scoring.__file__).parent.parent
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert run.stdout == "\n"
    assert set(event_scoring.__all__) <= set(dir(event_scoring))


@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
def test_signatures_list_every_option_with_type_and_default(task: Task) -> None:
    for verb in ("score", "count"):
        function = getattr(event_scoring, f"{verb}_{task.name}")
        parameters = inspect.signature(function).parameters
        for one in declarations(task.options):
            assert parameters[one.name].default == one.default
            assert parameters[one.name].annotation == one.annotation
        assert list(parameters)[:3] == ["predictions", "references", "details"]
        if verb == "score":
            assert all(f"{one.name}: {one.meaning}" in function.__doc__ for one in declarations(task.options))


def test_a_misspelt_option_is_refused_at_run_time() -> None:
    with pytest.raises(TypeError, match=r'unknown option "protocl"; did you mean "protocol"\?'):
        event_scoring.score_nuggets([], [], protocl="paper")


def test_mypy_knows_options_and_documents(tmp_path: Path) -> None:
    """Options of functions in the stub, and of metrics for a Trainer, in the modules that declare them."""
    pytest.importorskip("mypy", reason="mypy is not installed")
    script = tmp_path / "script.py"
    script.write_text(
        "from event_scoring import count_nuggets, score_nuggets\n"
        "from event_scoring.adapters import span_classification_metrics, token_classification_metrics\n"
        'score_nuggets([], [], protocl="paper")\n'
        'score_nuggets([], [], protocol="papr")\n'
        'score_nuggets([], [], protocol="pilot", zero_division="nan")\n'
        'count_nuggets([], [], protocl="paper")\n'
        'count_nuggets([], [], protocol="papr")\n'
        'token_classification_metrics([], [], [], protocol="pilot")\n'
        'token_classification_metrics([], [], [], task="detection", convention="textee")\n'
        'token_classification_metrics([], [], [], protocl="pilot")\n'
        'token_classification_metrics([], [], [], protocol="pilott")\n'
        'token_classification_metrics([], [], [], task="detection", coreference=True)\n'
        'span_classification_metrics([], [], [], protocl="pilot")\n'
        "from event_scoring.document_types import NuggetDocument, ValueEntity\n"
        'gold: NuggetDocument = {"mentions": [{"token_ids": {3, 4}, "type": "Die"}]}\n'
        'score_nuggets([gold, {"mentions": ()}], [[{"token_ids": [3], "type": "Die"}], "any"])\n'
        'system: NuggetDocument = {"mentions": [{"tokens": [3, 4], "type": "Die"}]}\n'
        'person: ValueEntity = {"id": "e1", "type": "PER", "subtype": None, "class": 1, "mentions": []}\n'
    )
    # These files alone, so that the check need not read the engine and what it imports.
    adapters = ("__init__.py", "option_types.pyi", "huggingface/span_metrics.py", "huggingface/token_metrics.py")
    command = [sys.executable, "-m", "mypy", "--follow-imports=skip", "--ignore-missing-imports", str(script)]
    command += [str(STUB), str(DOCUMENT_TYPES), *(f"event_scoring/adapters/{name}" for name in adapters)]
    command += [f"--cache-dir={tmp_path / 'cache'}", "--config-file="]
    out = subprocess.run(command, cwd=STUB.parents[1], capture_output=True, text=True, check=False).stdout
    wrong = [line for line in out.splitlines() if ": error:" in line and line.startswith(str(script))]
    assert sorted({int(line.split(":")[1]) for line in wrong}) == [3, 4, 6, 7, 10, 11, 12, 13, 17, 18], out


@pytest.mark.parametrize("name", event_scoring.__all__)
def test_no_module_hides_a_public_name(name: str) -> None:
    assert name not in {module.name for module in pkgutil.iter_modules(event_scoring.__path__)}
    assert not isinstance(getattr(event_scoring, name), ModuleType)


def test_an_unknown_name_is_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="module 'event_scoring' has no attribute 'score_everything'"):
        getattr(event_scoring, "score_" + "everything")


def test_details_are_made_for_who_asks() -> None:
    names = [name for name in event_scoring.__all__ if name.startswith(("count_", "score_"))]
    given = {name: inspect.signature(getattr(event_scoring, name)).parameters.get("details") for name in names}
    assert {name for name, one in given.items() if one is not None and one.default is not False} == set()
