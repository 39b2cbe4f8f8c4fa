"""The names of the tasks, and where each is: a worker process or a command imports one of them and not all."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from event_scoring.scoring.task import Task

TASK_LOCATIONS = {
    "nuggets": ("nuggets.score", "NUGGETS"),
    "detection": ("extraction.score", "DETECTION"),
    "extraction": ("extraction.score", "EXTRACTION"),
    "arguments": ("arguments.score", "ARGUMENTS"),
    "responses": ("arguments.responses", "RESPONSES"),
    "templates": ("templates.score", "TEMPLATES"),
    "values": ("values.score", "VALUES"),
    "relations": ("relations.score", "RELATIONS"),
}
"""The module of each task, and its name there."""


def load_task(name: str) -> Task:
    """Return a task by its name."""
    module, variable = TASK_LOCATIONS[name]
    task: Task = getattr(import_module(f"event_scoring.{module}"), variable)
    return task
