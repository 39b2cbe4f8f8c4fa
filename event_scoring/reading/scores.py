"""Scores of files."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pyarrow as pa

from event_scoring.formats.pairing import pair_documents
from event_scoring.reading.files import Reader
from event_scoring.reading.kinds import FilePath
from event_scoring.reading.locations import located_in_files
from event_scoring.reading.nuggets import NuggetReader
from event_scoring.reading.pairs import look_swapped
from event_scoring.tasks import TASKS


def score_paths(
    score: Callable[..., Any], task: str, predictions: object, references: object, options: dict[str, Any]
) -> Any:
    """The result of a score function for two sides of which one or both are paths.

    Documents are paired by their ids, as on the command line; what does not pair, and a pair that looks as if its sides
    had changed places, is a warning of the result.
    """
    TASKS[task].options.of({name: value for name, value in options.items() if name != "details"})
    files = (_path(predictions), _path(references))
    reader = Reader(task, NuggetReader.of(None, None), files[1])
    gold = _documents(references) if files[1] is None else reader.read(files[1])
    system = _documents(predictions) if files[0] is None else reader.read(files[0], predicted=True)
    swapped = ""
    named: AbstractContextManager[None] = nullcontext()
    both = files[0] is not None and files[1] is not None
    if both:
        swapped = look_swapped(system, gold, files)
    system, gold, unpaired = pair_documents(system, gold, TASKS[task].predictions)
    if both:
        doc_ids = pa.array(gold).field("doc_id").to_pylist()
        named = located_in_files(str(files[0]), str(files[1]), doc_ids)
    with named:
        result = score(system, gold, **options)
    said = unpaired.sentences()
    if swapped:
        said.append(f"The sides may have changed places: {swapped}. Predictions come first.")
    result["warnings"] = [*said, *result["warnings"]]
    return result


def _path(side: object) -> FilePath | None:
    return side if isinstance(side, str | os.PathLike) else None


def _documents(side: Any) -> Any:
    """Documents that were given and not read, in a form in which they can be paired."""
    if isinstance(side, pa.ChunkedArray):
        return side.combine_chunks()
    return side if isinstance(side, pa.Array) else list(side)
