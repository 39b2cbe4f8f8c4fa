"""Let the public functions take paths, and name the task of documents that belong to another one.

Readers, and the functions that recognise tasks, are imported when they are needed.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Mapping
from importlib import import_module

from event_scoring.documents.errors import InputError

PATHS = (str, os.PathLike)
"""The types of the paths of files and folders."""


def public(name: str, module: str) -> object:
    """Return a public name of a module. Functions that take documents are wrapped so that they take paths too.

    Examples:
        >>> public("compare_signatures", "comparison.signatures").__name__
        'compare_signatures'
    """
    value = getattr(import_module(f"event_scoring.{module}"), name)
    if module.endswith((".score", ".responses")) and name.startswith(("score_", "count_")):
        return takes_paths(value)
    if name == "template_errors":
        return takes_paths(value, "templates")
    if module.endswith(".comparisons"):
        return takes_paths(value, module.partition(".")[0])
    if name == "score":
        return signature_takes_paths(value)
    if name == "score_bio":
        return labels_take_paths(value)
    return comparison_takes_paths(value) if name in ("compare", "compare_runs") else value


def takes_paths(function: Callable[..., object], task: str = "") -> Callable[..., object]:
    """Return a function of two sides that takes the path of a file or folder in place of the documents of a side.

    The names of score and count functions contain the ``task``; for others it must be given.
    """
    does, _, named = function.__name__.partition("_")
    does, task = ("score", task) if task else (does, named)

    @functools.wraps(function)
    def scored(predictions: object, references: object, **options: object) -> object:
        if isinstance(predictions, PATHS) or isinstance(references, PATHS):
            files = import_module("event_scoring.reading.score_files")
            return _warned(files.score_paths(function, task, predictions, references, options))
        try:
            return _warned(function(predictions, references, **options))
        except InputError as error:
            sides = {"predictions": predictions, "references": references}
            kinds = import_module("event_scoring.reading.task_recognition")
            raise kinds.with_format_hint(error, sides, task, f"{does}_{{}} takes them") from None

    # Other processes find it by its name.
    scored.__module__ = "event_scoring"
    scored.__doc__ = _add_paragraph(function.__doc__, _PATHS)
    return scored


def _warned(result: object) -> object:
    """Return a result, after giving its warnings as one `ScoreWarning`, which logs and notebooks show."""
    if isinstance(result, dict) and result.get("warnings"):
        from event_scoring.scoring.result import warn_of  # not above: names are listed without the modules of results

        warn_of(result["warnings"])
    return result


def signature_takes_paths(score: Callable[..., object]) -> Callable[..., object]:
    """Return `score` with paths in place of the documents of a side."""

    @functools.wraps(score)
    def scored(signature: str, predictions: object, references: object, **data: object) -> object:
        task = import_module("event_scoring.comparison.signatures").task_of(signature).name
        return takes_paths(functools.wraps(score)(functools.partial(score, signature)), task)(
            predictions, references, **data
        )

    scored.__module__ = "event_scoring"
    return scored


def comparison_takes_paths(compare: Callable[..., object]) -> Callable[..., object]:
    """Return `compare` with paths in place of the documents of systems or references."""
    of_runs = compare.__name__ == "compare_runs"

    @functools.wraps(compare)
    def compared(systems: object, references: object = None, *, task: str = "nuggets", **options: object) -> object:
        given = [
            run
            for runs in (systems.values() if isinstance(systems, Mapping) else ())
            for run in (runs if of_runs and isinstance(runs, list | tuple) else [runs])
        ]
        if references is not None and any(isinstance(side, PATHS) for side in (*given, references)):
            files = import_module("event_scoring.reading.score_files")
            return files.compare_paths(compare, systems, references, task, options)
        try:
            return compare(systems, references, task=task, **options)
        except InputError as error:
            sides = {"systems": systems, "references": references}
            kinds = import_module("event_scoring.reading.task_recognition")
            raise kinds.with_format_hint(error, sides, task, 'give task="{}"') from None

    compared.__module__ = "event_scoring"
    return compared


def labels_take_paths(score: Callable[..., object]) -> Callable[..., object]:
    """Return `score_bio` with paths of CoNLL columns in place of the labels of a side."""

    @functools.wraps(score)
    def scored(predictions: object, references: object, **options: object) -> object:
        if not (_is_label_file(predictions) or _is_label_file(references)):
            return _warned(score(predictions, references, **options))
        files = import_module("event_scoring.reading.label_files")
        return _warned(files.score_labels_or_files(predictions, references, **options))

    scored.__module__ = "event_scoring"
    scored.__doc__ = _add_paragraph(score.__doc__, _LABEL_PATHS)
    return scored


def _is_label_file(side: object) -> bool:
    """Whether a side is a path. A text that is neither a file nor looks like one is a misplaced label."""
    return isinstance(side, os.PathLike) or (isinstance(side, str) and (os.path.isfile(side) or "." in side))


def _add_paragraph(text: str | None, paragraph: str) -> str | None:
    """Return a docstring with a paragraph added before "Args:", without its indentation, as in Python 3.13."""
    return text and inspect.cleandoc(text).replace("Args:\n", f"{paragraph}\n\nArgs:\n", 1)


_PATHS = """\
Either side may be the path of a file or folder in any format that `event_scoring.read` knows.
Documents are then matched by their ids, and a warning of the result reports unmatched ones."""
_LABEL_PATHS = "Either side may be the path of a file in CoNLL columns, of which the last is read."
