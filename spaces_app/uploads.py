"""Uploaded files as documents, by the readers of the command line."""

from __future__ import annotations

import tempfile
import threading
import warnings
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from event_scoring.arguments.responses import RESPONSES
from event_scoring.cli.inputs import NuggetReader
from event_scoring.core.errors import InputError
from event_scoring.core.task import Task
from event_scoring.formats.extraction_files import read_extraction
from event_scoring.formats.json_lines import read_json_lines
from event_scoring.formats.kbp_store import read_key_store, read_system_store
from spaces_app.limits import ELSEWHERE, LARGEST_UPLOAD, unpack
from spaces_app.pages import EXTRACTION_PAGE, NUGGET_PAGE, Page, Scored, score

SIDES = ("reference", "system")
_WARNINGS = threading.Lock()
"""Python's list of caught warnings is one for all threads."""


def score_files(
    page: Page, gold: str | None, system: str | None, unit: str, options: Callable[[Task], dict[str, Any]]
) -> Scored:
    """Score two uploaded files.

    Args:
        page: What is scored.
        gold: The path of the reference file.
        system: The path of the system's file.
        unit: What TBF spans are made of, "char" or "token".
        options: Keywords of the score function of the task that the files turn out to be for.

    Raises:
        InputError: with the name of the file and the line.
    """
    paths = [_present(path, side) for path, side in zip((gold, system), SIDES, strict=True)]
    folders = [str(path.parent) for path in paths]
    with tempfile.TemporaryDirectory(prefix="unpacked-") as unpacked:
        folders.append(unpacked)
        try:
            places = [_unpacked(path, Path(unpacked) / side) for path, side in zip(paths, SIDES, strict=True)]
            with _WARNINGS, warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                task, references, predictions = _read(page, places, unit)
                notes = [_without(str(warning.message), folders) for warning in caught]
            return score(page, task, predictions, references, options(task), notes=notes)
        except InputError as error:
            raise InputError(_without(str(error), folders)) from None


def _unpacked(path: Path, folder: Path) -> Path:
    """The file itself, or the folder to which it was unpacked."""
    if not zipfile.is_zipfile(path):
        return path
    folder.mkdir()
    return unpack(path, folder)


def _read(page: Page, places: Sequence[Path], unit: str) -> tuple[Task, Any, Any]:
    """The task, the references and the predictions."""
    gold, system = places
    if page is NUGGET_PAGE:
        reader = NuggetReader.of(unit, None)
        return page.task, reader.read(str(gold)), reader.read(str(system))
    if page is EXTRACTION_PAGE:
        kind = page.task.predictions
        return page.task, read_extraction(gold, kind), read_extraction(system, kind, predicted=True, references=gold)
    if gold.is_dir() != system.is_dir():
        raise InputError("expected two zip files of stores, or two files of JSON Lines, got one of each")
    if not gold.is_dir():
        return page.task, read_json_lines(gold, page.kind), read_json_lines(system, page.kind)
    references = read_key_store(*_key_folders(gold))
    return RESPONSES, references, read_system_store(system, references.field("doc_id").to_pylist())


def _key_folders(folder: Path) -> tuple[Path, Path]:
    """The annotation store and the linking store of a key."""
    found = sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(("_", ".")))
    linking = [path for path in found if "linking" in path.name.lower()]
    others = [path for path in found if path not in linking]
    if len(linking) != 1 or len(others) != 1:
        names = ", ".join(path.name for path in found) or "none"
        wanted = "a folder of annotations and one with linking in its name"
        raise InputError(f"the zip file of the key: expected {wanted}, got the folders {names}")
    return others[0], linking[0]


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
