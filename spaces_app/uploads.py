"""Uploaded files as documents, by the readers of the command line."""

from __future__ import annotations

import shutil
import tempfile
import threading
import warnings
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from event_scoring.cli.output.writing import unique_names
from event_scoring.cli.words import read_words
from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.formats.tbf.token_tables import SUFFIX as TABLES
from event_scoring.formats.text_lines import GZIP
from event_scoring.reading.files import Reader
from event_scoring.reading.kinds import task_of
from event_scoring.reading.nuggets import NuggetReader
from event_scoring.scoring.task import Task
from event_scoring.tasks import TASKS
from spaces_app.limits import ELSEWHERE, MAX_UPLOAD_BYTES, check_systems, unpack
from spaces_app.tab import Page, Scored, score
from spaces_app.tabs import PAGES

_WARNINGS = threading.Lock()
"""Python's list of caught warnings is one for all threads."""


@dataclass(frozen=True)
class Upload:
    """The files of one evaluation."""

    gold: str | None
    systems: Sequence[str]
    """One file for each system."""
    unit: str = "char"
    """What TBF spans are made of, "char" or "token"; tokens where token tables are given."""
    words: Sequence[str] = ()
    """Token tables (``DOC_ID.tab``), or texts (``DOC_ID.txt``), as files or in an archive; or JSON Lines of tokens."""


def score_files(page: Page, upload: Upload, options: Callable[[Task], dict[str, Any]]) -> dict[str, Scored]:
    """Score uploaded files: the result of each system by the name of its file.

    Args:
        page: Where the visitor is; what the files hold decides.
        upload: The files.
        options: Keywords of the score function of the task that the files turn out to be for.

    Raises:
        InputError: with the name of the file and the line.
    """
    check_systems(len(upload.systems))
    sides = ["reference", *(f"system{number or ''}" for number in range(max(len(upload.systems), 1)))]
    paths = [_present(upload.gold, "reference"), *(_present(path, "system") for path in upload.systems or [""])]
    texts = [_present(path, "words") for path in upload.words]
    folders = [str(path.parent) for path in (*paths, *texts)]
    with tempfile.TemporaryDirectory(prefix="unpacked-") as unpacked:
        folders.append(unpacked)
        try:
            places = [_unpacked(path, Path(unpacked) / side) for path, side in zip(paths, sides, strict=True)]
            words = _gathered(texts, Path(unpacked) / "words")
            with _WARNINGS, warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                found = _read(page, places, upload.unit, words)
                notes = [_without(str(warning.message), folders) for warning in caught]
            chosen = options(found.task)
            names = unique_names([path.name for path in paths[1:]])
            return {
                name: score(found.page, found.task, predictions, found.references, chosen, found.words, notes)
                for name, predictions in zip(names, found.predictions, strict=True)
            }
        except InputError as error:
            raise InputError(says=_without(str(error), folders)) from None


@dataclass(frozen=True)
class _Found:
    """What some files hold."""

    page: Page
    task: Task
    references: Any
    predictions: list[Any]
    words: Mapping[str, Any] = field(default_factory=dict)


def _unpacked(path: Path, folder: Path) -> Path:
    """The file itself, or the folder to which it was unpacked."""
    if not zipfile.is_zipfile(path):
        return path
    folder.mkdir()
    return unpack(path, folder)


def _gathered(texts: Sequence[Path], folder: Path) -> Path | None:
    """The one file or archive of texts, or the folder to which several were brought."""
    if len(texts) == 1 and texts[0].suffix.lower() not in (".txt", TABLES):
        if not zipfile.is_zipfile(texts[0]) and texts[0].suffix.lower() not in (".jsonl", ".json"):
            wanted = "token tables (.tab), texts (.txt), a zip file of them, or JSON Lines of tokens"
            raise InputError(wanted=wanted, source=Place(texts[0].name))
        return _unpacked(texts[0], folder)
    for path in texts:
        folder.mkdir(exist_ok=True)
        shutil.copyfile(path, folder / path.name)
    return folder if texts else None


def _page_of(task: str, page: Page) -> Page:
    """Where a task is shown; files of answers and of events are both of extraction."""
    fitting = [page, *PAGES.values()]
    found = next((each for each in fitting if task in each.rules), None)
    if found is None:
        raise InputError(says=f'files of the task "{task}" are scored by event-score {task}')
    return found


def _read(page: Page, places: Sequence[Path], unit: str, words: Path | None) -> _Found:
    """Files of any known kind; what the references hold decides."""
    gold, *systems = places
    has_tables = words is not None and words.is_dir() and any(path.suffix == TABLES for path in words.iterdir())
    nuggets = NuggetReader.of("token", str(words)) if has_tables else NuggetReader.of(unit, None)
    task = task_of(gold) or page.task.name
    page = _page_of(task, page)
    reader = Reader(TASKS[task], gold, nuggets)
    references = reader.read(gold)
    predictions = [reader.read(system, predicted=True) for system in systems]
    shown: Mapping[str, Any] = {} if words is None or has_tables else read_words(str(words), {})
    if has_tables:
        tables = nuggets.tokens or {}
        shown = {name: (nuggets.numbers.of(each.ids).tolist(), each.texts) for name, each in tables.items()}
    return _Found(page, TASKS[task], references, predictions, shown)


def _present(path: str | None, side: str) -> Path:
    if not path:
        raise InputError(wanted=f"a {side} file", got=Description("none"))
    found = Path(path)
    if found.stat().st_size > MAX_UPLOAD_BYTES:
        raise InputError(wanted=f"at most {MAX_UPLOAD_BYTES:,} bytes", hint=ELSEWHERE, source=Place(found.name))
    with found.open("rb") as file:
        if file.read(len(GZIP)) == GZIP:  # it may unpack to far more than that
            raise InputError(
                wanted="UTF-8 text", got=Description("a gzip file; unpack it first"), source=Place(found.name)
            )
    return found


def _without(message: str, folders: Sequence[str]) -> str:
    """A message that names files as the user called them."""
    for folder in folders:
        message = message.replace(f"{folder}/", "")
    return message
