"""The scorer that the codebase of a file has: its convention, to be offered where none is named."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from event_scoring.documents.errors import InputError
from event_scoring.formats.text_lines import STANDARD_INPUT
from event_scoring.reading.kinds import format_of, kind_of
from event_scoring.reading.sample import first_record

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
"""The convention of each format of references whose codebase scores it by one."""


def own_options(path: str) -> tuple[str, dict[str, str]] | None:
    """Return what a file of references is called, and the options of its own scorer; None where it has none."""
    if path == STANDARD_INPUT:
        return None
    try:
        return own_options_of(first_record(Path(path)) if kind_of(path) == "jsonl" else None)
    except (InputError, OSError):
        return None  # reading the file says what is wrong with it


def own_options_of(record: Any) -> tuple[str, dict[str, str]] | None:
    """Return the name of a record's format, and the options of its own scorer; None where it has none.

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
