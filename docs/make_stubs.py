"""Write what editors and type checkers see, made from the declared options.

`event_scoring/__init__.pyi` has the signatures, `adapters/option_types.pyi` the keywords of two tasks.
"""

from __future__ import annotations

import inspect
from pathlib import Path

import event_scoring
from event_scoring.adapters import token_classification_metrics
from event_scoring.scoring.options import TaskOptions, declarations, written_type
from event_scoring.tasks import TASKS

STUB = Path(event_scoring.__file__).with_suffix(".pyi")
OPTION_TYPES = STUB.parent / "adapters" / "option_types.pyi"
HEAD = """# Made by `python -m docs` from the options that the tasks declare.

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, ParamSpec

"""
COUNTING = """
_Given = ParamSpec("_Given")

def _counting(score: Callable[_Given, Result]) -> Callable[_Given, Counts]: ...

"""


def stub() -> str:
    """The text of the stub; a function that counts takes what the one that scores does."""
    kinds = {f"score_{task.name}": task.options for task in TASKS.values()}
    counting = {f"count_{task.name}": f"score_{task.name}" for task in TASKS.values()}
    imports, functions = [], []
    for home, names in event_scoring._MODULE_NAMES.items():
        for name in names:
            if name in kinds:
                functions.append(_function(name, kinds[name]))
            elif name not in counting:
                imports.append(f"from event_scoring.{home} import {name} as {name}")
    imports += [
        "from event_scoring.scoring.result import Result",
        "from event_scoring.scoring.rows import OnPair",
        "from event_scoring.scoring.task import Counts",
        "from event_scoring.version import __version__ as __version__",
    ]
    counted = [line for name in sorted(counting) for line in (f"{name} = _counting({counting[name]})", _doc(name))]
    return HEAD + "\n".join([*sorted(imports), COUNTING, *sorted(functions), *counted, ""])


def option_types() -> str:
    """Return the text of the keywords of tasks that metrics of the Trainer pass on."""
    lines = [
        "# Made by `python -m docs` from the options that the tasks declare.",
        "",
        "from collections.abc import Callable, Iterable, Mapping, Sequence",
        "from typing import Any, Literal, TypedDict",
    ]
    own = inspect.signature(token_classification_metrics.__init__).parameters  # a keyword can have one meaning
    for name in ("nuggets", "detection"):
        lines += ["", f"class {name.title()}Keywords(TypedDict, total=False):"]
        options = [one for one in declarations(TASKS[name].options) if one.name not in own]
        lines += [f"    {one.name}: {written_type(one.annotation)}" for one in options]
    return "\n".join([*lines, ""])


def _function(name: str, kind: type[TaskOptions]) -> str:
    lines = [
        f"def {name}(",
        "    predictions: object,",
        "    references: object,",
        "    *,",
        "    details: bool = False,",
        "    on_pair: OnPair | None = None,",
    ]
    for one in declarations(kind):
        lines.append(f"    {one.name}: {written_type(one.annotation)} = {_literal(one.default)},")
    return "\n".join([*lines, ") -> Result:", f"    {_doc(name)}", "    ...", ""])


def _literal(value: object) -> str:
    return repr(value).replace("'", '"')


def _doc(name: str) -> str:
    return f'"""{inspect.cleandoc(getattr(event_scoring, name).__doc__).splitlines()[0]}"""'


def main() -> None:
    """Write the stubs."""
    STUB.write_text(stub(), encoding="utf-8")
    OPTION_TYPES.write_text(option_types(), encoding="utf-8")


if __name__ == "__main__":
    main()
