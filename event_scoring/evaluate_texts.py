"""Write the input descriptions of the metric configurations from the declarations of their tasks."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from event_scoring.documents.schema import Kind, ListOf, Record
from event_scoring.label_task import LabelTask
from event_scoring.scoring.options import declarations
from event_scoring.scoring.task import Task

_LETTERS = 116
"""Longest line of the text, in characters."""


def configuration_info(
    task: Task | LabelTask,
    *,
    description: str,
    examples: str,
    citation: str = "",
    returns: str = "",
    reference_urls: Sequence[str] = (),
    codebase_urls: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the keywords of ``evaluate.MetricInfo`` for one configuration, except its features.

    Args:
        task: The task of the configuration.
        description: The description of the metric.
        examples: Lines of a doctest.
        citation: The citation; by default that of the task's layout, also for each protocol.
        returns: The keys of the result; by default those that the layout names.
        reference_urls: Papers and pages.
        codebase_urls: Programs whose numbers it gives; by default those that its published rules name.
    """
    return {
        "description": description,
        "citation": citation or _citation(task),
        "inputs_description": inputs_description(task, examples, returns),
        "license": "Apache-2.0",
        "codebase_urls": [*(codebase_urls or _codebases(task))],
        "reference_urls": [*reference_urls],
    }


def _citation(task: Task | LabelTask) -> str:
    """Name what to cite, also for each protocol or convention that has a paper of its own."""
    assert isinstance(task, Task)
    others = [f"{name}: {text}" for name, text in task.layout.citations.items()]
    return "\n".join([task.layout.citation, *others])


def _codebases(task: Task | LabelTask) -> list[str]:
    """Return the code repositories of the published scorers of a task."""
    assert isinstance(task, Task)
    originals = (re.sub("`[^`]*`", "", rule.original) for rule in task.published)
    names = [name.rstrip(".") for original in originals for name in re.findall(r"[\w-]+/[\w.-]+", original)]
    return [f"https://github.com/{name}" for name in dict.fromkeys(names)]


def inputs_description(task: Task | LabelTask, examples: str, returns: str = "") -> str:
    """Return the ``inputs_description`` of one configuration: arguments, results and examples.

    Args:
        task: The task of the configuration.
        examples: Lines of a doctest.
        returns: The keys of the result; by default those that the task's layout names.
    """
    lines = ["", "Args:"]
    for side in ("predictions", "references"):
        kind = getattr(task, side)
        items = "documents, each a dict" if isinstance(kind, Record) else "sentences, each a list of labels"
        order = "" if side == "predictions" else ", in the order of the predictions"
        lines += _wrapped(f"{side}: a list of {items}{order}.", 1)
        if side == "predictions" or kind is not task.predictions:
            lines += _key_lines(kind, 2)
    for one in declarations(task.options):
        lines += _wrapped(f"{one.name}: {one.meaning} ({one.default!r})", 1)
    lines += _wrapped("details: Add tables by type and by document to the result. (False)", 1)
    lines += ["", "Returns:", *_wrapped(returns or _keys(task), 1)]
    return "\n".join([*lines, "", "Examples:", "", textwrap.indent(inspect.cleandoc(examples), "    "), ""])


def _wrapped(text: str, level: int) -> list[str]:
    """Return a text as lines, with later lines indented further."""
    first = "    " * level
    return textwrap.wrap(text, _LETTERS, initial_indent=first, subsequent_indent=f"{first}    ", break_on_hyphens=False)


def _key_lines(kind: Kind, level: int) -> Iterator[str]:
    """Yield a line for each key of a record and of the records in it."""
    if isinstance(kind, ListOf):
        yield from _key_lines(kind.item, level)
    elif isinstance(kind, Record):
        for field in kind.fields:
            name = f"`{field.name}`" if field.required else f"`{field.name}` (optional)"
            yield from _wrapped(f"{name}: {field.meaning or field.kind.wanted}", level)
            yield from _key_lines(field.kind, level + 1)


def _keys(task: Task | LabelTask) -> str:
    """Name the keys that the layout of a task has."""
    assert isinstance(task, Task)
    groups = ", ".join(
        f"{group.key}_ ({group.title})" if group.key else f"none ({group.title})" for group in task.layout.groups
    )
    single = ", ".join(f"{one.key} ({one.title})" for one in task.layout.single)
    text = f"A flat dict. The keys precision, recall and f1 have these prefixes: {groups}."
    return f"{text} Single numbers are {single}. Which of them a result has depends on the documents and the options."
