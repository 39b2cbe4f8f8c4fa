"""Uploaded files as documents, by the readers of the command line."""

from __future__ import annotations

import tempfile
import threading
import warnings
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from event_scoring.arguments.responses import RESPONSES
from event_scoring.cli.comparing.systems import read_words
from event_scoring.cli.files.inputs import NuggetReader, kind_of
from event_scoring.cli.output.writing import unique_names
from event_scoring.documents.errors import InputError, Place, Words
from event_scoring.formats.corpora.files import read_extraction
from event_scoring.formats.json_lines import read_json_lines
from event_scoring.formats.kbp.store import read_key_store, read_system_store
from event_scoring.formats.tbf.token_tables import SUFFIX as TABLES
from event_scoring.scoring.task import Task
from spaces_app.limits import ELSEWHERE, LARGEST_UPLOAD, check_systems, unpack
from spaces_app.page import Page, Scored, score
from spaces_app.pages import ANSWER_PAGE, ARGUMENT_PAGE, EXTRACTION_PAGE, NUGGET_PAGE, TEMPLATE_PAGE

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
    words: str | None = None
    """An archive of token tables (``DOC_ID.tab``), or of texts (``DOC_ID.txt``)."""


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
    paths = [_present(upload.gold, "reference"), *(_present(path, "system") for path in upload.systems or [None])]
    archives = [] if upload.words is None else [_present(upload.words, "words")]
    folders = [str(path.parent) for path in (*paths, *archives)]
    with tempfile.TemporaryDirectory(prefix="unpacked-") as unpacked:
        folders.append(unpacked)
        try:
            places = [_unpacked(path, Path(unpacked) / side) for path, side in zip(paths, sides, strict=True)]
            words = next((_unpacked(path, Path(unpacked) / "words") for path in archives), None)
            with _WARNINGS, warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                page = _page_of(places[0], page)
                found = _read(page, places, upload.unit, words)
                notes = [_without(str(warning.message), folders) for warning in caught]
            chosen = options(found.task)
            names = unique_names([path.name for path in paths[1:]])
            return {
                name: score(page, found.task, predictions, found.references, chosen, found.words, notes)
                for name, predictions in zip(names, found.predictions, strict=True)
            }
        except InputError as error:
            raise InputError(says=_without(str(error), folders)) from None


@dataclass(frozen=True)
class _Found:
    """What some files hold."""

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


_KEYS = (
    (TEMPLATE_PAGE, ("templates",)),
    (ARGUMENT_PAGE, ("frames",)),
    (EXTRACTION_PAGE, ("tokens", "events", "event_mentions", "sentences", "text", "content")),
    (NUGGET_PAGE, ("mentions", "token_ids")),
)
_START = 65_536


def _page_of(place: Path, page: Page) -> Page:
    """The kind of score of some references, by the keys at their start."""
    if place.is_dir():
        is_key = any("linking" in inside.name.lower() for inside in place.iterdir() if inside.is_dir())
        return ARGUMENT_PAGE if is_key else NUGGET_PAGE
    if kind_of(str(place)) == "tbf":
        return NUGGET_PAGE
    with place.open("rb") as file:
        start = file.read(_START)
    found = next((each for each, keys in _KEYS if any(f'"{key}"'.encode() in start for key in keys)), page)
    return page if found.task is page.task and page is ANSWER_PAGE else found


def _read(page: Page, places: Sequence[Path], unit: str, words: Path | None) -> _Found:
    gold, *systems = places
    if page is NUGGET_PAGE:
        return _read_nuggets(gold, systems, unit, words)
    if page.task is EXTRACTION_PAGE.task:
        kind = page.task.predictions
        predictions = [read_extraction(system, kind, predicted=True, references=gold) for system in systems]
        return _Found(page.task, read_extraction(gold, kind), predictions)
    if page is not ARGUMENT_PAGE and any(place.is_dir() for place in places):
        raise InputError(wanted="files of JSON Lines", got=Words("a zip file"))
    if any(gold.is_dir() != system.is_dir() for system in systems):
        raise InputError(wanted="zip files of stores, or files of JSON Lines", got=Words("one of each"))
    if not gold.is_dir():
        kind = page.kind
        return _Found(page.task, read_json_lines(gold, kind), [read_json_lines(system, kind) for system in systems])
    references = read_key_store(*_key_folders(gold))
    documents = references.field("doc_id").to_pylist()
    return _Found(RESPONSES, references, [read_system_store(system, documents) for system in systems])


def _read_nuggets(gold: Path, systems: Sequence[Path], unit: str, words: Path | None) -> _Found:
    """Nugget files, with token tables, which say what the tokens of TBF files are, or with texts to be shown."""
    if words is not None and not words.is_dir():
        raise InputError(wanted="a zip file of token tables (.tab) or texts (.txt)", source=Place(words.name))
    has_tables = words is not None and any(path.suffix == TABLES for path in words.iterdir())
    reader = NuggetReader.of("token", str(words)) if has_tables else NuggetReader.of(unit, None)
    read = [reader.read(str(place)) for place in (gold, *systems)]
    shown: Mapping[str, Any] = {} if words is None or has_tables else read_words(str(words), {})
    if has_tables:
        shown = {
            name: (reader.numbers.of(each.ids).tolist(), each.texts) for name, each in (reader.tokens or {}).items()
        }
    return _Found(NUGGET_PAGE.task, read[0], read[1:], shown)


def _key_folders(folder: Path) -> tuple[Path, Path]:
    """The annotation store and the linking store of a key."""
    found = sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(("_", ".")))
    linking = [path for path in found if "linking" in path.name.lower()]
    others = [path for path in found if path not in linking]
    if len(linking) != 1 or len(others) != 1:
        names = ", ".join(path.name for path in found) or "none"
        wanted = "a folder of annotations and one with linking in its name"
        raise InputError(wanted=wanted, got=Words(f"the folders {names}"), source=Place("the zip file of the key"))
    return others[0], linking[0]


def _present(path: str | None, side: str) -> Path:
    if not path:
        raise InputError(wanted=f"a {side} file", got=Words("none"))
    found = Path(path)
    if found.stat().st_size > LARGEST_UPLOAD:
        raise InputError(wanted=f"at most {LARGEST_UPLOAD:,} bytes", hint=ELSEWHERE, source=Place(found.name))
    return found


def _without(message: str, folders: Sequence[str]) -> str:
    """A message that names files as the user called them."""
    for folder in folders:
        message = message.replace(f"{folder}/", "")
    return message
