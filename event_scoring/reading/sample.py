"""What can be seen of a file or folder without reading all of it."""

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
    """What can be seen of a file or folder without reading all of it."""

    path: Path

    @cached_property
    def is_folder(self) -> bool:
        return os.path.isdir(self.path)

    @cached_property
    def name(self) -> str:
        """The name in small letters, without the ending of a packed file."""
        return self.path.name.lower().removesuffix(".gz")

    @cached_property
    def start(self) -> bytes:
        """How a file begins, unpacked; nothing for a folder."""
        return b"" if self.is_folder else start_of_file(self.path)

    @cached_property
    def text(self) -> str:
        """How a file begins, as text without a byte order mark; what is no UTF-8 gives other characters."""
        return self.start.decode("utf-8", "replace").removeprefix("\ufeff")

    @cached_property
    def lines(self) -> list[str]:
        """The first lines that are not blank, the last of which may be cut."""
        return [line for line in self.text.splitlines() if line.strip()]

    @cached_property
    def root(self) -> str:
        """The name of the root element of an XML file."""
        found = _ROOT.search(self.text) if self.text.lstrip().startswith("<") else None
        return found[1] if found else ""

    @cached_property
    def record(self) -> Any:
        """The first JSON value of a file, or the first item of the array that it is; None for other files."""
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
        found = [value for line in whole if line.endswith("\n") for value in scan_json(line.encode())[0].documents]
        return found or [self.record]

    def has_keys(self, *names: str) -> bool:
        """Whether the first record is an object with all of some keys."""
        return isinstance(self.record, Mapping) and all(name in self.record for name in names)


MAX_RECORDS = 20
"""Lines of JSON from which a format is recognised where the first record has too few keys."""
_ROOT = re.compile(r"<([A-Za-z_][\w.:-]*)")


def first_record(path: Path) -> Any:
    """The first JSON value of a file, without reading the rest where it is on a line of its own."""
    start = start_of_file(path).lstrip()
    line, newline, _ = start.partition(b"\n")
    documents = scan_json(line)[0].documents if start[:1] == b"{" and newline else []
    documents = documents or scan_json(path)[0].documents
    return documents[0] if documents else None


def checked_path(path: FilePath) -> Path:
    """A path that the system can open, or an `InputError`."""
    text = os.fspath(path)
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        text = ""
    if not text or "\0" in text:
        raise InputError(wanted="a path", source=Place(quoted(text)))
    return Path(text)
