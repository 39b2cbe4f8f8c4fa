"""The directories of the TAC KBP event argument evaluations of 2014, 2015 and 2016, as documents.

A store is a folder with one file for each document, called like it (an ending ``.tab`` or ``.tsv`` may follow).
An argument store has a response a line, an annotation store its assessment too, a linking store an event
frame a line. A system of 2015 is a folder with the stores ``arguments`` and ``linking``; one of 2016 has
frame ids in the latter, and ``corpusLinking`` beside it (`kbp_corpus_linking`), which no score uses. A system of
2014 is an argument store alone.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa

from event_scoring.arrays.ragged import IntArray, list_array, struct_array
from event_scoring.documents.errors import InputError, Place, Words, quoted
from event_scoring.formats.kbp.lines import store_documents, store_file
from event_scoring.formats.kbp.linking import StoreFrames, read_store_frames
from event_scoring.formats.kbp.responses import StoreResponses, read_store_responses
from event_scoring.formats.text_lines import read_lines

Folder = str | os.PathLike[str]
ARGUMENTS, LINKING = "arguments", "linking"


@dataclass(frozen=True)
class Store:
    """What the files of a store hold, with everything that is wrong with them."""

    documents: list[str]
    responses: StoreResponses
    frames: StoreFrames | None

    def first_response(self) -> IntArray:
        """The row of each document's first response."""
        counts = np.bincount(self.responses.lines.document, minlength=len(self.documents))
        first: IntArray = np.cumsum(counts) - counts
        return first

    def raise_first(self) -> None:
        """Raise an `InputError` for the first line that cannot be read."""
        self.responses.raise_first()
        if self.frames is not None:
            self.frames.raise_first()

    def struct(self, annotated: bool) -> pa.StructArray:
        """The documents, as `score_responses` takes them."""
        count = len(self.documents)
        columns = {"doc_id": pa.array(self.documents, pa.string()), "responses": self.responses.by_document(count)}
        if annotated:
            columns["coreference"] = self.responses.coreference(count)
        empty = list_array(np.zeros(count, dtype=np.int64), pa.array([], pa.list_(pa.int64())))
        columns["frames"] = empty if self.frames is None else self.frames.by_document(self.first_response(), count)
        return struct_array(columns)


def read_system_store(
    path: Folder, documents: Sequence[str] | None = None, layout: str | None = None
) -> pa.StructArray:
    """The documents of a system, one Arrow array, which `score_responses` takes as predictions.

    By default they are all of the folder, by name. A document without a file of arguments has none; a missing linking
    file is refused. The layout of linking, "2015" or "2016", is told from the files where it is not given.
    """
    arguments, linking = system_folders(path)
    if linking is None:
        raise InputError(
            wanted=f"the folders {ARGUMENTS} and {LINKING} of a system",
            got=Words(f"no {ARGUMENTS}"),
            hint="for a store without frames, event-score link writes a baseline linking",
            source=Place(os.fspath(path)),
        )
    chosen = list(documents) if documents is not None else store_documents(arguments)
    store = open_store(arguments, linking, chosen, annotated=False, layout=layout)
    store.raise_first()
    if store.frames is not None and store.frames.renamed:
        warnings.warn(
            f"{linking}: responses are named by the first column of {arguments}, which does not hold their ids",
            stacklevel=2,
        )
    return store.struct(annotated=False)


def read_argument_store(path: Folder, documents: Sequence[str] | None = None) -> pa.StructArray:
    """The documents of a system, or of an argument store itself, without frames, whether or not it links them."""
    arguments, _ = system_folders(path)
    chosen = list(documents) if documents is not None else store_documents(arguments)
    store = open_store(arguments, None, chosen, annotated=False)
    store.raise_first()
    return store.struct(annotated=False)


def read_key_store(
    annotations: Folder,
    linking: Folder | None = None,
    documents: Sequence[str] | None = None,
    layout: str | None = None,
) -> pa.StructArray:
    """The documents of a key, one Arrow array, which `score_responses` takes as references; see `read_system_store`.

    Without a linking store there are no reference frames. A missing file is refused.
    """
    chosen = list(documents) if documents is not None else store_documents(annotations)
    store = open_store(annotations, linking, chosen, annotated=True, layout=layout)
    store.raise_first()
    return store.struct(annotated=True)


def read_document_list(path: Folder) -> list[str]:
    """The names of documents in a file, one a line and each once; empty lines and lines of # say nothing."""
    lines = read_lines(path)
    found: dict[str, int] = {}
    for row, line in enumerate(lines.text.to_pylist()):
        if line and not line.startswith("#"):
            if line in found:
                raise lines.error(row, wanted="every document once", got=Words(f"{quoted(line)} again"))
            found[line] = row
    if not found:
        raise InputError(wanted="the names of documents", got=Words("none"), source=Place(os.fspath(path)))
    return list(found)


def system_folders(path: Folder) -> tuple[Path, Path | None]:
    """The argument store of a system, and its linking store where there is one."""
    arguments = Path(path) / ARGUMENTS
    if not Path(path).is_dir():
        raise InputError(wanted="the folder of a system", got=Words("none"), source=Place(os.fspath(path)))
    if not arguments.is_dir():
        return Path(path), None
    return arguments, Path(path) / LINKING


def open_store(
    responses: Folder, linking: Folder | None, documents: list[str], annotated: bool, layout: str | None = None
) -> Store:
    """The stores of some documents, with what is wrong with them."""
    if not Path(responses).is_dir():
        raise InputError(
            wanted="a folder with one file for each document", got=Words("none"), source=Place(os.fspath(responses))
        )
    store_documents(responses)
    paths = [store_file(responses, document) for document in documents]
    if annotated:
        _refuse_missing(responses, documents, paths)
    found = read_store_responses(paths, documents, annotated)
    frames = None
    if linking is not None:
        store_documents(linking)
        linking_paths = [store_file(linking, document) for document in documents]
        _refuse_missing(linking, documents, linking_paths)
        frames = read_store_frames(
            linking_paths, found.lines.document, found.response_ids(documents), found.ids, layout
        )
    return Store(documents, found, frames)


def _refuse_missing(folder: Folder, documents: list[str], paths: list[Path | None]) -> None:
    missing = [document for document, path in zip(documents, paths, strict=True) if path is None]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise InputError(
            wanted=f"a file for document {quoted(missing[0])}{more}", got=Words("none"), source=Place(os.fspath(folder))
        )
