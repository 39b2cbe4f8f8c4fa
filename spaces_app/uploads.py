"""Reads the inputs of the page: its state, a pasted text, or files with the readers of the command line."""

from __future__ import annotations

import re
import shutil
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from event_scoring.commands.output_flags import unique_names
from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.formats.reader_warnings import collected_warnings
from event_scoring.formats.tbf.token_tables import SUFFIX as TABLES
from event_scoring.formats.text_lines import GZIP
from event_scoring.reading.document_reading import Reader
from event_scoring.reading.document_texts import read_words
from event_scoring.reading.nugget_files import NuggetReader
from event_scoring.reading.task_recognition import kind_of, task_of
from event_scoring.report.views import SIDES
from event_scoring.tasks import TASKS
from spaces_app.limits import check_systems, check_text, unpack
from spaces_app.pasted import model_answer, right_answer
from spaces_app.state import State, chosen, plain_documents

_SIDES = (*SIDES, "words", "none")
_IS_TEXT = re.compile(r"\.(txt|tab)$|(text|token|word)s?[^/]*\.(zip|jsonl)$", re.I)
_IS_GOLD = re.compile(r"gold|ref|key|truth|annotat", re.I)


def state_of(request: Mapping[str, Any]) -> tuple[State | None, dict[str, Any]]:
    """Return the state of a request and notes on reading it. The state is None while a side is missing."""
    if request.get("files"):
        return _state_of_files(request)
    for key, read in (("pasted", model_answer), ("right", right_answer)):
        if request.get(key) is not None:
            text = check_text(str(request[key]), "text")
            if not text.strip():
                raise InputError(says="Nothing was pasted.")
            new_request, message = read(text, request)
            return State.of(new_request), {"said": message, "answer": new_request.get("answer", "")}
    return State.of(request), {}


def _state_of_files(request: Mapping[str, Any]) -> tuple[State | None, dict[str, Any]]:
    files = _with_sides([dict(file) for file in request["files"]])
    gold, systems, texts = (
        [file for file in files if file["side"] == side] for side in ("references", "predictions", "words")
    )
    taken: dict[str, Any] = {"files": files}
    check_systems(systems)
    names = unique_names([str(file["name"]) for file in systems])
    with tempfile.TemporaryDirectory(prefix="unpacked-") as folder:
        paths, words = ([_present(file) for file in of_side] for of_side in ((*gold, *systems), texts))
        unpacked = [Path(folder) / str(number) for number in range(len(paths))]
        folders = [*map(str, unpacked), folder, *(str(path.parent) for path in (*paths, *words))]
        with collected_warnings() as sentences:
            try:
                places = [_unpacked(path, own / path.name) for path, own in zip(paths, unpacked, strict=True)]
                if len(gold) != 1 or not systems:
                    for number, place in enumerate(places):
                        _read_alone(place, number >= len(gold))
                    missing = "the system’s file" if gold else "the right answer"
                    dropped = ", ".join(str(Description(str(file.get("name")))) for file in files)
                    return None, taken | {"said": f"Now drop the other side: {missing}. {dropped} can be read."}
                state = _read(places, names, _gathered(words, Path(folder) / "words"), request)
            except InputError as error:
                return None, taken | {"error": _without(in_page_words(error), folders)}
        state.notes = [_without(sentence, folders) for sentence in sentences]
        state.gold = str(gold[0]["name"])
    return state.checked(), taken


def _with_sides(files: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the files with their sides, guessed from their names unless the visitor chose."""
    for file in files:
        name = str(file.get("name") or "")
        guess = "words" if _IS_TEXT.search(name) else "references" if _IS_GOLD.search(name) else "predictions"
        file["side"] = file["side"] if file.get("side") in _SIDES else guess
    annotated = [file for file in files if file["side"] in SIDES]
    if len(annotated) > 1 and not any(file["side"] == "references" for file in annotated):
        annotated[0]["side"] = "references"
    return files


def _read(places: Sequence[Path], names: Sequence[str], words: Path | None, request: Mapping[str, Any]) -> State:
    """Return the state of files of any known format. The references decide the task."""
    gold, *systems = places
    has_tables = words is not None and words.is_dir() and any(path.suffix == TABLES for path in words.iterdir())
    nuggets = NuggetReader.of("token", str(words)) if has_tables else NuggetReader.of("char")
    name = _task_of(gold)
    if name not in TASKS:
        raise InputError(says=f'files of the task "{name}" are scored by event-score {name}')
    reader = Reader(TASKS[name], gold, nuggets)
    references = plain_documents(reader.read(gold))
    predictions = {title: plain_documents(reader.read(path, True)) for title, path in zip(names, systems, strict=True)}
    shown = nuggets.words(gold) if words is None or has_tables else read_words(str(words))
    return State(TASKS[name], references, predictions, shown, **chosen(request))


def _read_alone(path: Path, predicted: bool) -> None:
    """Raise an `InputError` for a file that no other side could be scored with; its spans may be tokens or characters.

    If only the other side shows the task, the file is read as nuggets, because these readers name unsupported files.
    """
    task = TASKS.get(_task_of(path), TASKS["nuggets"])
    if not len(Reader(task, path, NuggetReader.of("token")).read(path, predicted)):
        raise InputError(says="holds no document", source=Place(path.name))


def _task_of(gold: Path) -> str:
    """Return the task of the references. Brat events with arguments belong to extraction."""
    task = task_of(gold) or "nuggets"
    if task == "nuggets" and gold.is_dir() and kind_of(gold) == "brat":
        documents = plain_documents(Reader(TASKS["extraction"], gold).read(gold))
        if any(event.get("arguments") for document in documents for event in document["events"]):
            return "extraction"
    return task


def _unpacked(path: Path, folder: Path) -> Path:
    """Return the file itself, or the folder to which it was unpacked."""
    return unpack(path, folder) if zipfile.is_zipfile(path) else path


def _gathered(texts: Sequence[Path], folder: Path) -> Path | None:
    """Return the one file or archive of texts, or the folder to which several were copied."""
    if len(texts) == 1 and texts[0].suffix.lower() not in (".txt", TABLES):
        return _unpacked(texts[0], folder)
    for path in texts:
        folder.mkdir(exist_ok=True)
        for name in {path.name, path.name.replace(f".txt{TABLES}", TABLES)}:  # some call a table after the text
            shutil.copyfile(path, folder / name)
    return folder if texts else None


def _present(file: Mapping[str, Any]) -> Path:
    """Return the path of an uploaded file. Raise if it is gone or compressed."""
    from gradio.utils import get_upload_folder

    path, name = Path(str(file.get("path"))).resolve(), Description(str(file.get("name")))
    if not path.is_relative_to(Path(get_upload_folder()).resolve()) or not path.is_file():
        raise InputError(says=f"{name} is no longer here: drop it again")
    with path.open("rb") as opened:
        if opened.read(len(GZIP)) == GZIP:  # it may unpack to more than the upload limit
            got = Description("a gzip file; unpack it first")
            raise InputError(wanted="UTF-8 text", got=got, source=Place(path.name))
    return path


def in_page_words(error: InputError) -> str:
    """Return the message of an error with advice for visitors in place of flags, arguments and pages.

    Examples:
        >>> print(in_page_words(InputError(says="a picture", hint="docs/files.md lists the files that are read")))
        a picture; TBF, JSON Lines and zipped brat are read here
    """
    hints = dict.fromkeys(filter(None, map(_page_hint, error.hint.split("; "))))
    message = str(error.at(hint="; ".join(hints)))
    return re.sub(r'a file for the task "\w+"', "a file of annotations", message)


def _page_hint(hint: str) -> str:
    if 'unit="token"' in hint:
        return "for spans of token ids drop the token tables (.tab) too"
    if "docs/files.md" in hint or "that page" in hint:
        return "TBF, JSON Lines and zipped brat are read here"
    return "" if "--" in hint or "Python" in hint else hint


def _without(message: str, folders: Sequence[str]) -> str:
    """Return a message with the visitor's file names in place of the stored ones."""
    for folder in folders:
        message = message.replace(f"{folder}/", "")
    return message
