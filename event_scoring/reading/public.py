"""The public score functions take paths too; what reads files is imported when a path comes."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from importlib import import_module
from typing import Any


def takes_paths(score: Callable[..., Any]) -> Callable[..., Any]:
    """A score function that takes the path of a file or folder in place of the documents of a side."""
    task = score.__name__.removeprefix("score_")

    @functools.wraps(score)
    def scored(predictions: object, references: object, **options: Any) -> Any:
        if isinstance(predictions, str | os.PathLike) or isinstance(references, str | os.PathLike):
            files = import_module("event_scoring.reading.scores")
            return files.score_paths(score, task, predictions, references, options)
        return score(predictions, references, **options)

    # So that it is found by its name in another process.
    scored.__module__ = "event_scoring"
    if scored.__doc__:
        scored.__doc__ = scored.__doc__.replace("    Args:\n", f"{_PATHS}\n    Args:\n", 1)
    return scored


_PATHS = """    Either side may be the path of a file or folder in any format that `event_scoring.read` knows.
    Documents are then paired by their ids, and what does not pair is a warning of the result.
"""
