"""Read folders of the BioNLP shared tasks: text, given entities and events in a file each (``.txt``, ``.a1``,
``.a2``).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents, documents_of
from event_scoring.formats.text_lines import (
    FilePath,
    files_without_subfolders,
    natural_order,
    none_found,
    read_lines,
    read_text,
)

GIVEN, EVENTS, TEXT = ".a1", ".a2", ".txt"
_TERM = re.compile(r"(T[0-9-]+)\t(\S+) +([0-9]{1,15}) +([0-9]{1,15})(?:\t[^\t]*)?")
_EVENT = re.compile(r"(E[0-9-]+)\t([^\s:]+):([^\s:]+)((?: +[^\s:]+:[^\s:]+)*) *")
_MODIFICATION = re.compile(r"(M[0-9-]+)\t(\S+) +(\S+)")
_EQUIVALENTS = re.compile(r"\*\tEquiv((?: +\S+)+)")
_COMMENT = re.compile(r"\s*#.*")


def read_bionlp(path: FilePath, kind: Record) -> Documents:
    """Return the documents of `bionlp_documents` as an Arrow array."""
    return documents_of(kind, bionlp_documents(path), os.fspath(path))


def bionlp_documents(path: FilePath) -> list[dict[str, Any]]:
    r"""Return extraction documents from a folder of ``.a2`` files, in natural order, or from a single file.

    The text and the given entities (``.txt``, ``.a1``) are read too where these files exist. Answers of systems come
    without them. Events, arguments and terms keep their ids and their order. Other lines than terms, events,
    modifications and groups of equal terms are kept unchanged. The published scripts treat such lines differently.

    Examples:
        >>> import pathlib, tempfile
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> _ = (folder / "1.a2").write_text("T2\tBinding 5 9\tbind\nE1\tBinding:T2 Theme:T1\n")
        >>> bionlp_documents(folder)[0]["events"][0]["arguments"]
        [{'role': 'Theme', 'entity': 'T1'}]
    """
    place = Path(path)
    files = files_without_subfolders(place, EVENTS) if place.is_dir() else [place]
    if not files:
        raise none_found(path, f"a folder of BioNLP annotations ({EVENTS})")
    return [_document(one) for one in sorted(files, key=lambda one: natural_order(one.name))]


def _document(file: Path) -> dict[str, Any]:
    """Return the document of a file of events, with the text and the given entities in the same folder."""
    name = file.name.removesuffix(EVENTS)
    document: dict[str, Any] = {"doc_id": name}
    entities: list[dict[str, Any]] = []
    other_lines: list[dict[str, Any]] = []
    text, given_file = (file.with_name(f"{name}{ending}") for ending in (TEXT, GIVEN))
    if text.is_file():
        document["text"] = read_text(text)
    if given_file.is_file():
        for number, line in enumerate(read_lines(given_file).text.to_pylist(), 1):
            term = _term(line)
            if term is None:
                other_lines.append({"line": number, "text": line, "given": True})
            else:
                entities.append(term)
    _read_events(file, document, entities, other_lines)
    document["entities"] = entities
    if other_lines:
        document["other_lines"] = other_lines
    return document


def _read_events(
    file: Path, document: dict[str, Any], entities: list[dict[str, Any]], other_lines: list[dict[str, Any]]
) -> None:
    """Add the events and modifications of a file to a document."""
    lines: list[str] = read_lines(file).text.to_pylist()
    terms = {term["id"]: term for term in map(_term, lines) if term is not None}
    events: list[dict[str, Any]] = []
    modifications: list[dict[str, str]] = []
    groups: list[list[str]] = []
    after: list[int] = []
    for number, line in enumerate(lines, 1):
        term, event = _term(line), _EVENT.fullmatch(_COMMENT.sub("", line))
        modification, equivalents = _MODIFICATION.fullmatch(line), _EQUIVALENTS.fullmatch(line)
        if term is not None:
            entities.append({**term, "given": False})
        elif event is not None:
            events.append(_event(event, terms))
        elif modification is not None:
            modifications.append({"id": modification[1], "type": modification[2], "event": modification[3]})
        elif equivalents is not None:
            groups.append(equivalents[1].split())
            after.append(len(events))
        else:
            other_lines.append({"line": number, "text": line})
    document |= {"events": events, "modifications": modifications}
    if groups:
        document["equivalents"] = groups
    if any(after):
        document["equivalents_after"] = after


def _term(line: str) -> dict[str, Any] | None:
    match = _TERM.fullmatch(line)
    return match and {"id": match[1], "type": match[2], "start": int(match[3]), "end": int(match[4])}


def _event(match: re.Match[str], terms: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return an event. Arguments whose id begins with E are events, all others terms."""
    trigger: dict[str, Any] = {"id": match[3]}
    if match[3] in terms:
        trigger |= {key: terms[match[3]][key] for key in ("start", "end")}
    arguments = []
    for argument in match[4].split():
        role, _, name = argument.partition(":")
        arguments.append({"role": role, "event" if name.startswith("E") else "entity": name})
    return {"id": match[1], "type": match[2], "trigger": trigger, "arguments": arguments}
