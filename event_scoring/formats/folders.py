"""Read a file, or all files of one kind in a folder and its subfolders, as documents."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from event_scoring.documents.errors import Description, InputError
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents, documents_of
from event_scoring.formats.text_lines import Source, file_name, none_found, paths_in

MAX_FILES = 100_000
"""Maximal number of files in one folder."""
_ENDING = re.compile(r"\.(?:tml|xml|tsvx|tsv|tab|txt|out)(?=\.|$)", re.IGNORECASE)


def files_in(source: Source, *endings: str) -> list[Source]:
    """Return a single file, or the files of a folder whose names have one of the endings, sorted by name."""
    if isinstance(source, bytes) or not os.path.isdir(source):
        return [source]
    files: list[Source] = []
    for path in paths_in(source, recursive=True):
        if path.name.lower().endswith(endings) and path.is_file():
            files.append(path)
            if len(files) > MAX_FILES:
                got = Description("more")
                raise InputError((file_name(source),), wanted=f"a folder of at most {MAX_FILES:,} files", got=got)
    if not files:
        raise none_found(file_name(source), f"files that end in {' or '.join(endings)}")
    return sorted(files, key=file_name)


def document_name(source: Source) -> str:
    """Return the name of a file up to the first known ending. Other dots belong to it, as in APW19980213.1310.tml.

    Examples:
        >>> document_name("APW19980213.1310.tml"), document_name("1_1ecbplus.xml.base3.out")
        ('APW19980213.1310', '1_1ecbplus')
    """
    return _ENDING.split(Path(file_name(source)).name, maxsplit=1)[0]


def documents_of_files(
    source: Source, kind: Record, endings: tuple[str, ...], read: Callable[[Source], Iterator[dict[str, Any]]]
) -> Documents:
    """Return the documents that a function reads from each file, checked against the schema."""
    documents = [document for file in files_in(source, *endings) for document in read(file)]
    return documents_of(kind, documents, file_name(source))
