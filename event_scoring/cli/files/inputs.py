"""Nugget files of any kind as the two paired sides of a corpus."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from event_scoring.documents.checking import check_documents
from event_scoring.documents.errors import InputError, Place, quoted
from event_scoring.documents.schema import Record
from event_scoring.formats.brat import read_brat
from event_scoring.formats.json_lines import read_json_lines
from event_scoring.formats.pairing import pair_documents
from event_scoring.formats.tbf.reading import read_tbf_columns
from event_scoring.formats.tbf.token_numbers import TokenNumbers
from event_scoring.formats.tbf.token_tables import TokenTable, read_token_tables
from event_scoring.nuggets.columns import NUGGET_DOCUMENT

KINDS = ("tbf", "jsonl", "brat")


def kind_of(path: str) -> str:
    """What a path holds, by what it is called, or else by how it starts.

    Examples:
        >>> kind_of("system.tbf"), kind_of("system.jsonl")
        ('tbf', 'jsonl')
    """
    if not path or "\0" in path:
        raise InputError(wanted="a path", source=Place(quoted(path)))
    place = Path(path)
    if place.is_dir():
        return "brat"
    endings = {".tbf": "tbf", ".jsonl": "jsonl", ".json": "jsonl", ".ndjson": "jsonl"}
    if place.suffix.lower() in endings:
        return endings[place.suffix.lower()]
    try:
        with place.open("rb") as file:
            start = file.read(4096)
    except OSError as error:  # one of reading does not name the file
        raise type(error)(error.errno, error.strerror, path) from None
    return "jsonl" if start.lstrip()[:1] in (b"{", b"[") else "tbf"


@dataclass(frozen=True)
class NuggetReader:
    """Reads the nugget files of one evaluation, so that token ids are numbered alike in all of them."""

    unit: str
    tokens: dict[str, TokenTable] | None
    numbers: TokenNumbers

    @classmethod
    def of(cls, unit: str | None, tokens: str | None) -> NuggetReader:
        """A reader; spans are tokens where token tables are given, characters otherwise."""
        if unit == "char" and tokens is not None:
            raise ValueError("--tokens: token tables go with --unit token, got --unit char")
        tables = None if tokens is None else read_token_tables(tokens)
        chosen = unit or ("char" if tables is None else "token")
        return cls(chosen, tables, TokenNumbers())

    def read(self, path: str) -> pa.StructArray:
        """The documents of one file or brat folder."""
        kind = kind_of(path)
        if kind == "jsonl":
            return read_json_lines(path, NUGGET_DOCUMENT)
        if kind == "brat":
            return check_documents(NUGGET_DOCUMENT, read_brat(path, self.tokens, self.numbers), path)
        return read_tbf_columns(path, self.unit, self.tokens, self.numbers)


def paired(system: Any, references: Any, kind: Record, name: str) -> tuple[Any, Any]:
    """Both sides in the order of the references; what does not pair is a warning."""
    system, references, report = pair_documents(system, references, kind, name)
    for sentence in report.sentences():
        warnings.warn(f"{name}: {sentence}", stacklevel=2)
    return system, references
