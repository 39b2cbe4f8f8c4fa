"""Write what editors and type checkers see, made from the declared options.

`event_scoring/__init__.pyi` has the signatures, `document_types.pyi` the documents, and `adapters/option_types.pyi` the
keywords of two tasks.
"""

from __future__ import annotations

import inspect
import re
from keyword import iskeyword
from pathlib import Path

import event_scoring
from event_scoring.adapters import token_classification_metrics
from event_scoring.documents.schema import Field, Integer, Kind, ListOf, Nested, Number, Record, Text, Truth
from event_scoring.scoring.options import declarations, written_type
from event_scoring.scoring.task import Task
from event_scoring.tasks import TASKS, named_records

STUB = Path(event_scoring.__file__).with_suffix(".pyi")
OPTION_TYPES = STUB.parent / "adapters" / "option_types.pyi"
DOCUMENT_TYPES = STUB.parent / "document_types.pyi"
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
    kinds = {f"score_{task.name}": task for task in TASKS.values()}
    counting = {f"count_{task.name}": f"score_{task.name}" for task in TASKS.values()}
    imports, functions = [], []
    for home, names in event_scoring._MODULE_NAMES.items():
        for name in names:
            if name in kinds:
                functions.append(_function(name, kinds[name]))
            elif name not in counting:
                imports.append(f"from event_scoring.{home} import {name} as {name}")
    used = {*re.findall(r"\w+", " ".join(functions))} & named_records().keys()
    imports += [
        f"from event_scoring.document_types import {', '.join(sorted(used))}",
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


def document_types() -> str:
    """Return the documents of all tasks as types of dicts, each after the records in it."""
    lines = [
        "# Made by `python -m docs` from the documents that the tasks declare.",
        "",
        "from collections.abc import Sequence, Set",
        "from typing import Any, Literal, TypedDict",
        "",
        "from typing_extensions import NotRequired",
    ]
    for name, record in named_records().items():
        types = {field.name: _type_of_field(field) for field in record.fields}
        if any(map(iskeyword, types)):  # a class cannot have them
            fields = ", ".join(f'"{key}": {kind}' for key, kind in types.items())
            lines += ["", f'{name} = TypedDict("{name}", {{{fields}}})']
            continue
        lines += ["", f"class {name}(TypedDict):", f'    """{inspect.cleandoc(record.struct.__doc__)}"""', ""]
        for field in record.fields:
            lines += [f"    {field.name}: {types[field.name]}"]
            lines += [f'    """{field.meaning}."""'] if field.meaning else []
    return "\n".join([*lines, ""])


def _type_of_field(field: Field) -> str:
    kind = _type_of(field.kind)
    return kind if field.required else f"NotRequired[{kind} | None]"


def _type_of(kind: Kind) -> str:
    """Return the type of the values of a kind, in the forms that users write in literals."""
    if isinstance(kind, Record):
        forms = [next(name for name, record in named_records().items() if record is kind)]
        forms += ["str"] if kind.bare_text else []
        forms += [_type_of(kind.field(kind.bare).kind)] if kind.bare else []
        return " | ".join(forms)
    if isinstance(kind, ListOf):
        item = _type_of(kind.item)
        return f"Sequence[{item}] | Set[{item}]" if kind.takes_sets else f"Sequence[{item}]"
    if isinstance(kind, Text) and kind.choices:
        return "Literal[" + ", ".join(f'"{choice}"' for choice in kind.choices) + "]"
    return {Text: "str", Integer: "int", Number: "float", Truth: "bool", Nested: "Any"}[type(kind)]


def _function(name: str, task: Task) -> str:
    lines = [
        f"def {name}(",
        f"    predictions: Sequence[{_type_of(task.predictions)}] | object,",
        f"    references: Sequence[{_type_of(task.references)}] | object,",
        "    *,",
        "    details: bool = False,",
        "    on_pair: OnPair | None = None,",
    ]
    for one in declarations(task.options):
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
    DOCUMENT_TYPES.write_text(document_types(), encoding="utf-8")


if __name__ == "__main__":
    main()
