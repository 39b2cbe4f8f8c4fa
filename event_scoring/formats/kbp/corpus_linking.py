"""The corpus linking of a system of 2016: which event frames of different documents are the same event.

A line of ``corpusLinking/corpusLinking`` is the id of a corpus frame, a tab, and the frames of documents with
spaces between, each as ``DOCUMENT-FRAME``, the last dash being the one between.
"""

from __future__ import annotations

from pathlib import Path

from event_scoring.documents.errors import Words, quoted
from event_scoring.documents.reporting import Finding
from event_scoring.formats.kbp.store import Folder, Store
from event_scoring.formats.text_lines import read_lines

CORPUS_LINKING = "corpusLinking"


def corpus_linking_findings(path: Folder, store: Store) -> list[Finding]:
    """What is wrong with the corpus frames of a system whose stores are read."""
    lines = read_lines(Path(path) / CORPUS_LINKING / CORPUS_LINKING)
    known = set(store.documents)
    frame_names = _frame_names(store)
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
        for member in members.split():
            document, _, frame = member.rpartition("-")
            if document not in known:
                wanted = "DOCUMENT-FRAME of a document of this system"
                errors.append(lines.error(row, wanted=wanted, got=member))
            elif (document, frame) not in frame_names:
                errors.append(lines.error(row, wanted=f"a frame of document {quoted(document)}", got=frame))
        findings += map(Finding, errors)
    return findings


def _frame_names(store: Store) -> set[tuple[str, str]]:
    """What the frames are called, each with its document."""
    if store.frames is None or store.frames.ids is None:
        return set()
    documents = (store.documents[document] for document in store.frames.lines.document.tolist())
    return set(zip(documents, store.frames.ids.to_pylist(), strict=True))
