"""Where each task is, so that a worker process or a command imports only its own."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from event_scoring.scoring.task import Task

TASK_LOCATIONS = {
    "nuggets": "nuggets.score:NUGGETS",
    "detection": "extraction.score:DETECTION",
    "extraction": "extraction.score:EXTRACTION",
    "arguments": "arguments.score:ARGUMENTS",
    "responses": "arguments.responses:RESPONSES",
    "templates": "templates.score:TEMPLATES",
    "values": "values.score:VALUES",
    "relations": "relations.score:RELATIONS",
}
"""The import path of each task."""


def loaded(place: str) -> Any:
    """Return the object at an import path such as ``nuggets.score:NUGGETS``."""
    module, _, name = place.partition(":")
    return getattr(import_module(f"event_scoring.{module}"), name)


def load_task(name: str) -> Task:
    """Return a task by its name."""
    task: Task = loaded(TASK_LOCATIONS[name])
    return task
