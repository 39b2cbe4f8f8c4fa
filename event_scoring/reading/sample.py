"""Sample a file or folder without reading all of it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from event_scoring.documents.errors import InputError, Place, quoted
from event_scoring.formats.json_lines import scan_json
from event_scoring.formats.text_lines import FilePath, start_of_file


@dataclass(frozen=True)
class Sample:
    """The first bytes, lines and records of a file, read on demand."""

    path: Path

    @cached_property
    def is_folder(self) -> bool:
        return os.path.isdir(self.path)

    @cached_property
    def name(self) -> str:
        """The name in lower case, without the ending of a packed file."""
        return self.path.name.lower().removesuffix(".gz")

    @cached_property
    def start(self) -> bytes:
        """The first bytes of a file, unpacked; empty for a folder."""
        return b"" if self.is_folder else start_of_file(self.path)

    @cached_property
    def text(self) -> str:
        """The start of a file as text without a byte order mark. Bytes that are not UTF-8 are replaced."""
        return self.start.decode("utf-8", "replace").removeprefix("\ufeff")

    @cached_property
    def lines(self) -> list[str]:
        """The first lines that are not blank. The last one may be cut."""
        return [line for line in self.text.splitlines() if line.strip()]

    @cached_property
    def root(self) -> str:
        """The name of the root element of an XML file."""
        match = _ROOT.search(self.text) if self.text.lstrip().startswith("<") else None
        return match[1] if match else ""

    @cached_property
    def record(self) -> Any:
        """The first JSON value of a file, or the first item if it is an array; None for other files."""
        if self.is_folder or self.text.lstrip()[:1] not in ("{", "["):
            return None
        try:
            return first_record(self.path)
        except InputError:
            return None

    @cached_property
    def records(self) -> list[Any]:
        """The first records of JSON Lines, or the first record of any other JSON file."""
        if self.is_folder or not self.text.lstrip().startswith("{"):
            return [self.record]
        whole = self.text.splitlines(keepends=True)[:MAX_RECORDS]
        records_read = [
            value for line in whole if line.endswith("\n") for value in scan_json(line.encode())[0].documents
        ]
        return records_read or [self.record]

    def has_keys(self, *names: str) -> bool:
        """Whether the first record is an object with all of some keys."""
        return isinstance(self.record, Mapping) and all(name in self.record for name in names)


MAX_RECORDS = 20
"""Maximal number of JSON lines read to recognise a format if the first record has too few keys."""
_ROOT = re.compile(r"<([A-Za-z_][\w.:-]*)")


def first_record(path: Path) -> Any:
    """Return the first JSON value of a file, reading only its line if it is alone there."""
    start = start_of_file(path).lstrip()
    line, newline, _ = start.partition(b"\n")
    documents = scan_json(line)[0].documents if start[:1] == b"{" and newline else []
    documents = documents or scan_json(path)[0].documents
    return documents[0] if documents else None


def checked_path(path: FilePath) -> Path:
    """Return a path that the system can open, or raise an `InputError`."""
    text = os.fspath(path)
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        raise InputError(says="the path holds half a surrogate pair") from None
    if not text:
        raise InputError(says="the path is empty")
    if "\0" in text:
        raise InputError(says="a path cannot hold a NUL", source=Place(quoted(text)))
    return Path(text)
