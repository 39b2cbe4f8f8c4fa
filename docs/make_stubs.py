"""Write `event_scoring/__init__.pyi`: what editors and type checkers see, made from the declared options.

python -m docs.make_stubs
"""

from __future__ import annotations

import inspect
from pathlib import Path

import event_scoring
from event_scoring.scoring.options import TaskOptions, declarations
from event_scoring.tasks import TASKS

STUB = Path(event_scoring.__file__).with_suffix(".pyi")
HEAD = """# Made by `python -m docs.make_stubs` from the options that the tasks declare.

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

"""


def stub() -> str:
    """The text of the stub."""
    kinds = {f"{verb}_{task.name}": task.options for task in TASKS.values() for verb in ("count", "score")}
    imports, functions = [], []
    for home, names in event_scoring._HOMES.items():
        for name in names:
            if name in kinds:
                functions.append(_function(name, kinds[name]))
            else:
                imports.append(f"from event_scoring.{home} import {name} as {name}")
    imports += [
        "from event_scoring.scoring.result import Result",
        "from event_scoring.scoring.task import Counts",
        "from event_scoring.version import __version__ as __version__",
    ]
    return HEAD + "\n".join(sorted(imports)) + "\n\n" + "\n".join(sorted(functions))


def _function(name: str, kind: type[TaskOptions]) -> str:
    lines = [
        f"def {name}(",
        "    predictions: object,",
        "    references: object,",
        "    *,",
        "    details: bool = False,",
    ]
    for one in declarations(kind):
        lines.append(f"    {one.name}: {one.written_type()} = {_literal(one.default)},")
    returned = "Counts" if name.startswith("count") else "Result"
    return "\n".join([*lines, f") -> {returned}:", *_doc(name), "    ...", ""])


def _literal(value: object) -> str:
    return repr(value).replace("'", '"')


def _doc(name: str) -> list[str]:
    text = inspect.cleandoc(getattr(event_scoring, name).__doc__).splitlines()[0]
    return [f'    """{text}"""']


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
