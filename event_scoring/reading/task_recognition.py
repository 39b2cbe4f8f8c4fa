"""Recognise the format of a file or folder, the task that scores it, and the convention of its own scorer."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from event_scoring.documents.errors import InputError
from event_scoring.documents.foreign import names_document, naming_task, refused_document, task_of_document
from event_scoring.formats.text_lines import STANDARD_INPUT, FilePath, paths_in, start_of_file
from event_scoring.reading.file_formats import FILLED_TEMPLATES, file_format_of
from event_scoring.reading.file_samples import Sample, checked_path, first_record

_ENDINGS = {".tbf": "tbf", ".jsonl": "jsonl", ".json": "jsonl", ".ndjson": "jsonl", ".xml": "xml", ".ann": "brat"}


MAX_LOOKED_AT = 20
"""Maximal number of files of a folder that are read to recognise its task."""
RESPONSE_COLUMNS = 8
"""Minimal number of tab-separated columns in a file of responses."""
_TASKS_OF_XML = {"source_file": "values", "deft_ere": "responses"}
"""The tasks of XML files by their root: ACE (apf.xml) and Rich ERE."""
OWN_CONVENTIONS = {
    "UIE data": "uie",
    "Text2Event data": "text2event",
    "TANL data": "tanl",
    "GoLLIE data": "gollie",
    "InstructUIE": "instructuie",
    "IEPile": "iepile",
    "PHEE": "phee",
    "DuEE 1.0": "duee",
    "RAMS": "rams",
    "DyGIE++": "dygie",
    "OmniEvent": "omnievent",
}
"""Convention of the scorer published with each format of references."""
BOTH_SIDES = ("InstructUIE", "IEPile", FILLED_TEMPLATES)
"""Formats whose files hold both references and predictions."""
ONE_PATH = "give one path instead of a list; of several files, join the lists that event_scoring.read gives"


def kind_of(path: FilePath) -> str:
    """Return the kind of file by its name, or else by its start: "tbf", "jsonl", "xml"; "brat" also for folders.

    Examples:
        >>> kind_of("system.tbf"), kind_of("system.jsonl.gz")
        ('tbf', 'jsonl')
    """
    place = checked_path(path)
    if os.path.isdir(place):
        return "brat"
    if ending := _ending(place.name):
        return ending
    start = start_of_file(place).lstrip()
    return "jsonl" if start[:1] in (b"{", b"[") else "xml" if start[:1] == b"<" else "tbf"


def _ending(name: str) -> str:
    """Return the kind of file by the ending of its name; empty for unknown endings."""
    return _ENDINGS.get(Path(name.removesuffix(".gz")).suffix.lower(), "")


def task_of(path: FilePath) -> str | None:
    """Return the name of the task whose documents a path holds; None if that is unclear, as in an empty file.

    Raises:
        InputError: for a path that cannot be read.
    """
    place = checked_path(path)
    file_format = file_format_of(place)
    if file_format is not None:
        return file_format.tasks[0] if file_format.tasks else None
    if os.path.isdir(place):
        return _task_of_folder(place)
    kind = kind_of(path)
    if kind == "brat" or (kind == "tbf" and _is_tbf(place)):
        return "nuggets"
    if kind == "tbf":
        return None
    if kind == "xml":
        return _TASKS_OF_XML.get(Sample(place).root)
    record = first_record(place)
    return task_of_record(record) or _likely_task(record)


def with_format_hint(error: InputError, sides: Mapping[str, object], task: str, advice: str) -> InputError:
    """Return an error about documents in memory, with a hint if they look like those of another task or format.

    The arguments are those of `naming_task`, which is tried last.
    """
    record = refused_document(error, sides)
    if isinstance(record, os.PathLike) or (isinstance(record, str) and (_ending(record) or os.path.isfile(record))):
        return error.at(hint=ONE_PATH)
    if format_name := format_of(record):
        hint = f"this looks like a record of {format_name}: event_scoring.read gives the documents of its file"
        return error.at(hint=hint)
    return naming_task(error, sides, task, advice)


def is_recognised(path: FilePath) -> bool:
    """Whether a file is TBF, brat or JSON, or XML of a root that is known."""
    place, kind = checked_path(path), kind_of(path)
    if kind == "xml":
        return Sample(place).root in _TASKS_OF_XML
    return kind != "tbf" or _is_tbf(place) or not start_of_file(place).strip()


def _is_tbf(path: Path) -> bool:
    """Whether a file of lines is TBF, by its name or its first line."""
    start = start_of_file(path)
    return path.name.removesuffix(".gz").lower().endswith(".tbf") or start.lstrip().startswith(b"#BeginOfDocument")


def _task_of_folder(folder: Path) -> str | None:
    if any(paths_in(folder, ".ann")):
        return "nuggets"
    if any(paths_in(folder, ".apf.xml")):
        return "values"
    paths = sorted(paths_in(folder))
    if any(path.name.endswith((".parquet", ".arrow", ".jsonl", ".json", ".tbf")) for path in paths):
        return None
    return "responses" if any(_belongs_to_store(Sample(path)) for path in paths[:MAX_LOOKED_AT]) else None


def _belongs_to_store(sample: Sample) -> bool:
    """Whether a path is a part of a store by its name, or a file of it: tab-separated responses, or Rich ERE."""
    if sample.is_folder:
        return any(name in sample.name for name in ("argument", "annotation", "linking"))
    has_responses = any(line.count("\t") + 1 >= RESPONSE_COLUMNS for line in sample.lines)
    return has_responses or _TASKS_OF_XML.get(sample.root) == "responses"


def task_of_record(record: Any) -> str | None:
    """Return the task of a document, or of a record of a known format; None if it is not certain."""
    task = task_of_document(record)
    is_of_nuggets = task == "nuggets" and "tokens" not in record
    return "extraction" if not is_of_nuggets and format_of(record) else task


def _likely_task(record: object) -> str | None:
    """Return the task that such documents most often belong to: lists of mentions, and events."""
    if isinstance(record, list):
        return None if record and (names_document(record[0]) or not isinstance(record[0], Mapping)) else "nuggets"
    return "extraction" if isinstance(record, Mapping) and "events" in record else None


def format_of(record: object) -> str:
    """Return the name of a record's extraction format, or an empty string."""
    from event_scoring.formats.corpora.extraction_files import FORMATS, SUBMISSIONS

    keys = set(record) if isinstance(record, Mapping) else set()
    names = [name for name, known, _ in FORMATS if known <= keys and "timex2" not in keys]
    names += [name for name, known, without, _ in SUBMISSIONS if known <= keys and not keys & without]
    return names[0] if names else ""


def own_options(path: str) -> tuple[str, dict[str, str]] | None:
    """Return the format of a file of references, and the options of its own scorer; None if it has no scorer."""
    return own_options_of(_record_of(path))


def _record_of(path: str) -> object:
    """Return the first record of a JSON file, or None for any other file."""
    try:
        return first_record(Path(path)) if path != STANDARD_INPUT and kind_of(path) == "jsonl" else None
    except (InputError, OSError):
        return None  # reading the file raises the error


def with_own_options(path: FilePath | None, options: Mapping[str, object]) -> dict[str, object]:
    """Return options, completed from the file of the references if the convention belongs to its own scorer.

    A file of InstructUIE names its task. Given options are unchanged.
    """
    own = None if path is None or "convention" not in options else own_options(os.fspath(path))
    if own is None or own[1]["convention"] != options["convention"]:
        return dict(options)
    return {**own[1], **options}


def holds_both_sides(path: str) -> str:
    """Return the format of a file whose records hold both reference and prediction; "" for any other file.

    Examples:
        >>> holds_both_sides("no such file")
        ''
    """
    if not os.path.isfile(path):
        return ""
    record, file_format = _record_of(path), file_format_of(path)
    if isinstance(record, Mapping) and {"events", "predicted_events"} <= record.keys():
        return "a prediction file of DyGIE++"
    own = own_options_of(record)
    names = (own[0] if own is not None else "", file_format.name if file_format is not None else "")
    return next((name for name in names if name in BOTH_SIDES), "")


def own_options_of(record: object) -> tuple[str, dict[str, str]] | None:
    """Return the name of a record's format, and the options of its own scorer; None if it has no scorer.

    Examples:
        >>> own_options_of({"text": "He died", "tokens": ["He", "died"], "event": []})
        ('UIE data', {'convention': 'uie'})
        >>> own_options_of({"Task": "EET", "Instance": {}, "Prediction": ""})
        ('InstructUIE', {'convention': 'instructuie', 'task': 'EET'})
    """
    if not isinstance(record, Mapping):
        return None
    name = format_of(record)
    if name == "OneIE, TextEE or WikiEvents data":
        # TextEE's parts of documents are windows, those of OneIE sentences; WikiEvents' scorers need an ontology.
        known = {"wnd_id": ("TextEE data", "textee"), "sent_id": ("OneIE data", "oneie")}
        found = [one for key, one in known.items() if key in record]
        return (found[0][0], {"convention": found[0][1]}) if len(found) == 1 else None
    if name not in OWN_CONVENTIONS:
        return None
    options = {"convention": OWN_CONVENTIONS[name]}
    if name == "InstructUIE" and record.get("Task") in ("EET", "EEA"):
        options["task"] = record["Task"]
    return name, options
