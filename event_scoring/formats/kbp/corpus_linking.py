"""The corpus linking of a system of 2016: which event frames of different documents are the same event.

A line of ``corpusLinking/corpusLinking`` is the id of a corpus frame, a tab, and the frames of documents with
spaces between, each as ``DOCUMENT-FRAME``, the last dash being the one between.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from event_scoring.documents.errors import InputError, Place, Words, quoted
from event_scoring.documents.reporting import Finding
from event_scoring.formats.kbp.lines import store_documents
from event_scoring.formats.kbp.store import Folder, Store, open_store, system_folders
from event_scoring.formats.text_lines import read_lines, write_text

CORPUS_LINKING = "corpusLinking"


def read_corpus_linking(path: Folder) -> list[dict[str, Any]]:
    """The corpus frames of a system: ``{"id": "c1", "frames": [{"doc_id": "d", "frame": 0}]}``.

    A ``frame`` is the place in the ``frames`` of the document that `read_system_store` reads.

    Args:
        path: The folder of a system.

    Raises:
        InputError: with file and line, for what cannot be read, and for a frame that no document has.
    """
    arguments, linking = system_folders(path)
    if linking is None:
        raise InputError(
            wanted="the folder of a system", got=Words("no folder of arguments in it"), source=Place(str(path))
        )
    store = open_store(arguments, linking, store_documents(arguments), annotated=False, layout="2016")
    store.raise_first()
    frames, findings = corpus_frames(path, store)
    if findings:
        raise InputError(says=findings[0].message, source=Place(findings[0].file, findings[0].line))
    return frames


def write_corpus_linking(path: Folder, frames: Iterable[Mapping[str, Any]]) -> None:
    """Write corpus frames, in the form that `read_corpus_linking` returns, beside a linking store of 2016.

    Args:
        path: The folder of a system, whose linking store `write_system_store` writes with ``layout="2016"``.
        frames: Corpus frames; where they have no ``id``, their number is it.

    Raises:
        InputError: for an id that is no word, or is given twice.
    """
    lines, seen = [], set()
    for number, frame in enumerate(frames):
        name = str(frame.get("id", number))
        if name in seen or not name or any(sign in name for sign in "\t\n\r") or name.startswith("#"):
            raise InputError(("frames", number, "id"), wanted="a word that no other frame has", got=name)
        seen.add(name)
        members = " ".join(f"{member['doc_id']}-{member['frame']}" for member in frame["frames"])
        lines.append(f"{name}\t{members}\n")
    folder = Path(path) / CORPUS_LINKING
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / CORPUS_LINKING, "".join(lines))


def corpus_frames(path: Folder, store: Store) -> tuple[list[dict[str, Any]], list[Finding]]:
    """The corpus frames of a system whose stores are read, and what is wrong with their lines."""
    lines = read_lines(Path(path) / CORPUS_LINKING / CORPUS_LINKING)
    places = _frame_places(store)
    known = set(store.documents)
    frames: list[dict[str, Any]] = []
    findings: list[Finding] = []
    first_line: dict[str, int] = {}
    for row, line in enumerate(lines.text.to_pylist()):
        if not line or line.startswith("#"):
            continue
        name, tab, members = line.partition("\t")
        errors = []
        if not (tab and members and "\t" not in members):
            errors.append(lines.error(row, wanted="a corpus frame id, a tab, and frames"))
        if first_line.setdefault(name, row + 1) != row + 1:
            got = Words(f"{quoted(name)} of line {first_line[name]} again")
            errors.append(lines.error(row, wanted="every corpus frame once", got=got))
        found = []
        for member in members.split():
            document, _, frame = member.rpartition("-")
            if document not in known:
                wanted = "DOCUMENT-FRAME of a document of this system"
                errors.append(lines.error(row, wanted=wanted, got=member))
            elif (document, frame) not in places:
                errors.append(lines.error(row, wanted=f"a frame of document {quoted(document)}", got=frame))
            else:
                found.append({"doc_id": document, "frame": places[document, frame]})
        findings += map(Finding, errors)
        frames.append({"id": name, "frames": found})
    return frames, findings


def _frame_places(store: Store) -> dict[tuple[str, str], int]:
    """By document and frame id, the place of each frame in its document."""
    if store.frames is None or store.frames.ids is None:
        return {}
    places: dict[tuple[str, str], int] = {}
    before: dict[str, int] = {}
    documents: Sequence[int] = store.frames.lines.document.tolist()
    for document, name in zip(documents, store.frames.ids.to_pylist(), strict=True):
        doc_id = store.documents[document]
        places.setdefault((doc_id, name), before.setdefault(doc_id, 0))
        before[doc_id] += 1
    return places
