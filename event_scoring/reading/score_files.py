"""Score, count and compare files."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from event_scoring.documents.errors import InputError
from event_scoring.documents.sides import documents_of, gc_paused
from event_scoring.formats.reader_warnings import collected_warnings
from event_scoring.formats.text_lines import FilePath
from event_scoring.reading.document_reading import Reader, not_standard_input
from event_scoring.reading.file_formats import with_preset
from event_scoring.reading.matched_sides import Pair, paired
from event_scoring.reading.task_recognition import ONE_PATH, with_own_options
from event_scoring.scoring.labels import with_one_swap_warning
from event_scoring.scoring.options import check_choice
from event_scoring.scoring.result import Result
from event_scoring.scoring.task import Task
from event_scoring.tasks import TASKS


class References:
    """The references of a task, which systems are matched with. Each side is a path, or documents."""

    def __init__(self, task: Task, given: object, strict: bool = False) -> None:
        self.kind, self.path = task.predictions, _path(given)
        self.reader = Reader(task, self.path, strict=strict)
        self.documents = (
            documents_of(task.references, _checked_side(given, "references"), "references")
            if self.path is None
            else self.reader.read(self.path)
        )

    def preset(self, options: Mapping[str, object]) -> dict[str, object]:
        """Return the options with those that the file of the references presets."""
        return with_own_options(self.path, with_preset(self.path, options))

    def pair(self, predictions: object) -> Pair:
        """Return a system matched with the references by id, as on the command line."""
        path = _path(predictions)
        system = (
            documents_of(self.kind, _checked_side(predictions, "predictions"), "predictions")
            if path is None
            else self.reader.read(path, predicted=True)
        )
        file_warnings = self.reader.pair_warnings(path)
        return paired(system, self.documents, self.kind, (path, self.path), file_warnings=file_warnings)


@gc_paused()
def score_paths(
    score: Callable[..., Any], task: str, predictions: object, references: object, options: dict[str, Any]
) -> object:
    """Call a score or count function with two sides of which at least one is a path.

    What readers warn of, unmatched documents and sides that look swapped become warnings of the result. Counts have no
    warnings, so they are given as Python warnings there, and so are those of readers if an error follows.
    """
    if score.__name__ != "template_errors":  # whose options are its own
        TASKS[task].options.of({name: value for name, value in options.items() if name not in ("details", "on_pair")})
    try:
        with collected_warnings() as of_readers:
            sides = References(TASKS[task], references, strict=options.get("strict", False))
            options = sides.preset(options)
            pair = sides.pair(predictions)
        with pair.located():
            result = score(pair.system, pair.references, **options)
    except Exception:
        _give(of_readers)
        raise
    sentences = [*dict.fromkeys(of_readers), *pair.messages]
    if isinstance(result, Result):
        result["warnings"] = with_one_swap_warning([*sentences, *result["warnings"]])
    else:
        _give(sentences)
    return result


def _give(sentences: Iterable[str]) -> None:
    for sentence in dict.fromkeys(sentences):
        warnings.warn(sentence, stacklevel=4)


def compare_paths(
    compare: Callable[..., Any], systems: Mapping[str, Any], references: object, task: str, options: dict[str, Any]
) -> object:
    """Compare systems, where some of them or the references are paths."""
    check_choice("task", task, tuple(TASKS), "event_scoring.tasks.TASKS")
    sides = References(TASKS[task], references, strict=options.get("strict", False))
    several = compare.__name__ == "compare_runs"
    for name, sources in systems.items():
        if several and _path(sources) is not None:
            raise InputError(("systems", name), wanted="a list of runs", got=sources, hint="write [path] for one run")
    runs = {name: list(sources) if several else [sources] for name, sources in systems.items()}
    pairs = {name: [sides.pair(predictions) for predictions in sources] for name, sources in runs.items()}
    gold = next((pair.references for of_system in pairs.values() for pair in of_system), sides.documents)
    read = {name: [pair.system for pair in of_system] for name, of_system in pairs.items()}
    comparison = compare(
        read if several else {name: system for name, (system,) in read.items()},
        gold,
        task=task,
        **sides.preset(options),
    )
    for name, of_system in pairs.items():
        sentences = dict.fromkeys(sentence for pair in of_system for sentence in pair.messages)
        comparison.data["warnings"][name] = with_one_swap_warning([*sentences, *comparison.data["warnings"][name]])
    return comparison


def _path(side: object) -> FilePath | None:
    return not_standard_input(side) if isinstance(side, str | os.PathLike) else None


def _checked_side(side: object, name: str) -> object:
    """Return the documents of a side, or raise an `InputError` for several paths."""
    if isinstance(side, list | tuple) and side and isinstance(side[0], str | os.PathLike):
        raise InputError((name, 0), wanted="a document", got=side[0], hint=ONE_PATH)
    return side
