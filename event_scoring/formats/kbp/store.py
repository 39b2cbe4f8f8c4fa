"""Read the directories of the TAC KBP event argument evaluations of 2014, 2015 and 2016 as documents.

A store is a folder with one file for each document, named after it (an ending ``.tab`` or ``.tsv`` may follow). A line
of an argument store is a response. An annotation store adds its assessment. A line of a linking store is an event
frame. A system of 2014 is an argument store alone. A system of 2015 is a folder with the stores ``arguments`` and
``linking``. In 2016 the latter has frame ids, and there is a folder ``corpusLinking``, which no score uses.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa

from event_scoring.documents.errors import Description, InputError, Place, quoted
from event_scoring.formats.findings import raise_first
from event_scoring.formats.flat_arrays import list_array, struct_array
from event_scoring.formats.kbp.kbp_lines import store_documents, store_file
from event_scoring.formats.kbp.kbp_responses import StoreResponses, read_store_responses
from event_scoring.formats.kbp.linking import StoreFrames, read_store_frames
from event_scoring.formats.reader_warnings import warn
from event_scoring.formats.text_lines import none_found, read_lines

Folder = str | os.PathLike[str]
ARGUMENTS, LINKING = "arguments", "linking"


@dataclass(frozen=True)
class Store:
    """The content of a store's files, with every problem of their lines."""

    responses: StoreResponses
    frames: StoreFrames | None

    def struct(self) -> pa.StructArray:
        """Return the documents as `score_responses` takes them, or raise an `InputError` for the first unreadable
        line.
        """
        raise_first(self.responses.checks)
        raise_first([] if self.frames is None else self.frames.checks)
        documents, responses = self.responses.documents, self.responses.by_document()
        columns = {"doc_id": pa.array(documents, pa.string()), "responses": responses}
        if self.responses.cluster is not None:
            columns["coreference"] = self.responses.coreference()
        empty = list_array(np.zeros(len(documents), dtype=np.int64), pa.array([], pa.list_(pa.int64())))
        columns["frames"] = empty if self.frames is None else self.frames.by_document(responses)
        return struct_array(columns)


def read_system_store(path: Folder, documents: Sequence[str] | None = None) -> pa.StructArray:
    """Return the documents of a system as one Arrow array, which `score_responses` takes as predictions.

    By default all documents of the folder are read, sorted by name. A document without a file of arguments has none. A
    missing linking file is refused.
    """
    arguments, linking = system_folders(path)
    if linking is None:
        raise InputError(
            wanted=f"the folders {ARGUMENTS} and {LINKING} of a system",
            got=Description(f"no {ARGUMENTS}"),
            source=Place(os.fspath(path)),
        )
    store = open_store(arguments, linking, documents, annotated=False)
    found = store.struct()
    if store.frames is not None and store.frames.renamed:
        warn(
            f"{linking}: responses are named by the first column of {arguments}, which does not hold their ids",
            stacklevel=2,
        )
    return found


def read_key_store(
    annotations: Folder,
    linking: Folder | None = None,
    documents: Sequence[str] | None = None,
) -> pa.StructArray:
    """Return the documents of a key as one Arrow array, which `score_responses` takes as references.

    Without a linking store the documents have no frames. A missing file is refused. See `read_system_store`.
    """
    return open_store(annotations, linking, documents, annotated=True).struct()


def read_document_list(path: Folder) -> list[str]:
    """Return the document names in a file, one a line, each once. Empty lines and lines that begin with # are
    skipped.
    """
    lines = read_lines(path)
    lines_by_name: dict[str, int] = {}
    for row, line in enumerate(lines.text.to_pylist()):
        if line and not line.startswith("#"):
            if line in lines_by_name:
                raise lines.error(row, wanted="every document once", got=Description(f"{quoted(line)} again"))
            lines_by_name[line] = row
    if not lines_by_name:
        raise none_found(path, "the names of documents")
    return list(lines_by_name)


def system_folders(path: Folder) -> tuple[Path, Path | None]:
    """Return the argument store of a system, and its linking store if it has one."""
    arguments = Path(path) / ARGUMENTS
    if not Path(path).is_dir():
        raise none_found(path, "the folder of a system")
    if not arguments.is_dir():
        return Path(path), None
    return arguments, Path(path) / LINKING


def open_store(
    responses: Folder,
    linking: Folder | None,
    documents: Sequence[str] | None,
    annotated: bool,
) -> Store:
    """Open the stores of some documents, by default of all, with checks of their lines."""
    every = store_documents(responses)
    documents = every if documents is None else list(documents)
    responses_read = read_store_responses(_files(responses, documents, required=annotated), documents, annotated)
    frames = None
    if linking is not None:
        store_documents(linking)
        files = _files(linking, documents, required=True)
        frames = read_store_frames(files, responses_read.lines.document, responses_read.right_ids, responses_read.ids)
    return Store(responses_read, frames)


def _files(folder: Folder, documents: list[str], required: bool) -> list[Path | None]:
    """Return the files of some documents; None for a document that may lack one and does."""
    files = [store_file(folder, document) for document in documents]
    missing = [document for document, file in zip(documents, files, strict=True) if file is None]
    if missing and required:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise none_found(folder, f"a file for document {quoted(missing[0])}{more}")
    return files
