"""Uploaded files as documents, by the readers of the command line."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from event_scoring.cli.inputs import NuggetReader
from event_scoring.core.errors import InputError
from event_scoring.formats.json_lines import read_json_lines
from spaces_app.limits import ELSEWHERE, LARGEST_UPLOAD
from spaces_app.pages import NUGGET_PAGE, Page, Scored, score

_WARNINGS = threading.Lock()
"""Python's list of caught warnings is one for all threads."""


def score_files(page: Page, gold: str | None, system: str | None, unit: str, options: dict[str, Any]) -> Scored:
    """Score two uploaded files.

    Args:
        page: What is scored.
        gold: The path of the reference file.
        system: The path of the system's file.
        unit: What TBF spans are made of, "char" or "token".
        options: Keywords of the score function.

    Raises:
        InputError: with the name of the file and the line.
    """
    paths = [_present(path, side) for path, side in ((gold, "reference"), (system, "system"))]
    folders = [str(path.parent) for path in paths]
    try:
        with _WARNINGS, warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            references, predictions = _read(page, paths, unit)
            notes = [_without(str(warning.message), folders) for warning in caught]
        return score(page, predictions, references, options, notes=notes)
    except InputError as error:
        raise InputError(_without(str(error), folders)) from None


def _read(page: Page, paths: Sequence[Path], unit: str) -> list[Any]:
    if page is NUGGET_PAGE:
        reader = NuggetReader.of(unit, None)
        return [reader.read(str(path)) for path in paths]
    return [read_json_lines(path, page.kind) for path in paths]


def _present(path: str | None, side: str) -> Path:
    if not path:
        raise InputError(f"expected a {side} file, got none")
    found = Path(path)
    if found.stat().st_size > LARGEST_UPLOAD:
        raise InputError(f"{found.name}: expected at most {LARGEST_UPLOAD:,} bytes; {ELSEWHERE}")
    return found


def _without(message: str, folders: Sequence[str]) -> str:
    """A message that names files as the user called them."""
    for folder in folders:
        message = message.replace(f"{folder}/", "")
    return message
