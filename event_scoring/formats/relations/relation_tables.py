"""Relations in columns between tabs: MATRES, TDDiscourse, HiEve, and EventStoryLine's evaluation format."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from event_scoring.documents.errors import Description
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.formats.folders import document_name, documents_of_files
from event_scoring.formats.text_lines import Lines, Source, read_lines

_INSTANCE = re.compile(r"(ei)?\d+")
TDD_LABELS = {"a": "AFTER", "b": "BEFORE", "i": "INCLUDES", "ii": "IS_INCLUDED", "s": "SIMULTANEOUS"}
HIEVE_LABELS = {"SuperSub": "PARENT-CHILD", "SubSuper": "CHILD-PARENT", "Coref": "COREF", "NoRel": "NOREL"}
"""Our names of the labels in the files."""


def read_matres(source: Source, kind: Record) -> Documents:
    """Return the documents of MATRES: document, two verbs, two numbers of event instances, label; ``5`` is ``ei5``.

    The verbs may be missing. The first line may be a header.
    """
    return documents_of_files(source, kind, (".txt", ".tsv"), _matres)


def _matres(source: Source) -> Iterator[dict[str, Any]]:
    found: dict[str, list[dict[str, str]]] = {}
    for row, (name, *_, first, second, label) in _rows(read_lines(source), (4, 6)):
        if row == 0 and not any(map(_INSTANCE.fullmatch, (first, second))):
            continue  # names of columns
        ends = (f"ei{number}" if number.isdecimal() else number for number in (first, second))
        relation = {"type": label, **dict(zip(("source", "target"), ends, strict=True)), "kind": "temporal"}
        found.setdefault(name, []).append(relation)
    yield from ({"doc_id": name, "relations": relations} for name, relations in found.items())


def read_tddiscourse(source: Source, kind: Record) -> Documents:
    """Return the documents of TDDiscourse: document, two ids of events, a label in letters, perhaps a phenomenon."""
    return documents_of_files(source, kind, (".tsv", ".txt"), _tddiscourse)


def _tddiscourse(source: Source) -> Iterator[dict[str, Any]]:
    lines = read_lines(source)
    found: dict[str, list[dict[str, str]]] = {}
    for row, (name, first, second, label, *_) in _rows(lines, (4, 5)):
        relation = {"type": _label(lines, row, label, TDD_LABELS), "source": first, "target": second}
        found.setdefault(name, []).append({**relation, "kind": "temporal"})
    yield from ({"doc_id": name, "relations": relations} for name, relations in found.items())


def read_hieve(source: Source, kind: Record) -> Documents:
    """Return the documents of HiEve (.tsvx): lines of Text, Event and Relation. Numbers of events become ids."""
    return documents_of_files(source, kind, (".tsvx",), _hieve)


def _hieve(source: Source) -> Iterator[dict[str, Any]]:
    lines = read_lines(source)
    events, relations = [], []
    for row, (what, *columns) in _rows(lines, None):
        if what == "Event" and len(columns) >= 2:
            events.append({"id": columns[0], "text": columns[1]})
        elif what == "Relation" and len(columns) >= 3:
            label = _label(lines, row, columns[2], HIEVE_LABELS)
            relations.append({"type": label, "source": columns[0], "target": columns[1]})
        elif what not in ("Text", ""):
            wanted = "a line of Text, of Event with number and word, or of Relation with two numbers and a label"
            raise lines.error(row, wanted=wanted, got=Description(what[:60]))
    yield {"doc_id": document_name(source), "events": events, "relations": relations}


def read_storyline(source: Source, kind: Record) -> Documents:
    """Return the documents of EventStoryLine's evaluation format, a file each: source tokens, target tokens, type."""
    return documents_of_files(source, kind, (".xml", ".out", ".tab", ".txt", ".tsv"), _storyline)


def _storyline(source: Source) -> Iterator[dict[str, Any]]:
    relations = [
        {"type": label, "source": first, "target": second, "kind": "causal"}
        for _, (first, second, label) in _rows(read_lines(source), (3,))
    ]
    yield {"doc_id": document_name(source), "relations": relations}


def _rows(lines: Lines, widths: tuple[int, ...] | None) -> Iterator[tuple[int, list[str]]]:
    """Yield the columns of each line that is not blank, with its row. Other numbers of columns are refused."""
    for row, line in enumerate(lines.text.to_pylist()):
        if not line:
            continue
        columns = [column.strip() for column in line.split("\t")]
        if widths is not None and len(columns) not in widths:
            wanted = f"{' or '.join(map(str, widths))} columns between tabs"
            raise lines.error(row, wanted=wanted, got=Description(str(len(columns))))
        yield row, columns


def _label(lines: Lines, row: int, label: str, known: Mapping[str, str]) -> str:
    """Return our name of a label. A label that has it already is returned unchanged."""
    if label in known.values():
        return label
    if label not in known:
        raise lines.error(row, wanted=f"a label among {', '.join(known)}", got=label)
    return known[label]
