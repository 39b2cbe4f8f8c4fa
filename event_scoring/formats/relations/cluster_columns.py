"""Clusters in CoNLL columns: the last column has brackets, and a ``#begin document`` line begins a unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from event_scoring.documents.errors import Description, InputError, quoted
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.formats.folders import documents_of_files
from event_scoring.formats.text_lines import Lines, Source, cells_of, read_lines

_BEGIN, _END = "#begin document", "#end document"
_NULL_LABELS = ("-", "_", "*", "")
_PART = re.compile(r"(\()?([^()|]+)(\))?")


def read_conll_clusters(source: Source, kind: Record) -> Documents:
    """Return the documents of CoNLL columns. Spans count the lines of a document, and labels are read whole.

    A unit is a topic. If the third column names documents, as in the files of Cattan et al., a unit has several, and
    the second column is their subtopic.
    """
    return documents_of_files(source, kind, (".conll", ".v4_gold_conll", ".txt"), _documents)


def _documents(source: Source) -> Iterator[dict[str, Any]]:
    lines = read_lines(source)
    documents: dict[tuple[str, str], _Document] = {}
    unit: str | None = None
    block = 0
    for row, line in enumerate(lines.text.to_pylist()):
        if line.startswith(_BEGIN):
            unit = line.removeprefix(_BEGIN).strip()
            block += 1
        elif line.startswith("#") or not line:
            continue
        else:
            if unit is None:
                raise lines.error(row, wanted=f'a line "{_BEGIN}" before the first word', got=Description("none"))
            columns = line.split("\t") if "\t" in line else cells_of(line)
            # In CoNLL 2012 the third column is the number of the word and the fifth its part of speech.
            is_number = [column.strip().isdecimal() for column in columns[2:5]]
            has_documents = len(columns) > 3 and (not is_number[0] or is_number[2:] == [True])
            name = columns[2].strip() if has_documents else unit
            document = documents.get((unit, name))
            if document is None:
                shared = {"doc_id": name, "topic": unit}
                shared |= {"subtopic": columns[1].strip()} if has_documents else {}
                document = documents[unit, name] = _Document(lines, shared, block)
            elif document.block != block:
                raise lines.error(row, says=f"document {quoted(name)} is given again", hint="an id is one document")
            document.add(row, columns[-1].strip())
    if not documents:
        raise lines.error(0, wanted=f'a line "{_BEGIN}" and words below it', got=Description("none"))
    for document in documents.values():
        yield document.whole()


class _Document:
    """The words of a document so far, with the brackets that are open."""

    def __init__(self, lines: Lines, shared: dict[str, str], block: int) -> None:
        self.lines, self.shared, self.block = lines, shared, block
        self.words = 0
        self.open: dict[str, list[tuple[int, int]]] = {}
        """For each label the word and the row at which its open brackets begin."""
        self.events: list[dict[str, Any]] = []

    def add(self, row: int, brackets: str) -> None:
        """Add one word."""
        for part in [] if brackets in _NULL_LABELS else brackets.split("|"):
            match = _PART.fullmatch(part.strip())
            if match is None or not (match[1] or match[3]):
                raise self.lines.error(row, wanted="brackets such as (12), (12 or 12), between |", got=part)
            label = match[2]
            if match[1]:
                self.open.setdefault(label, []).append((self.words, row))
            if match[3]:
                self._close(row, label)
        self.words += 1

    def _close(self, row: int, label: str) -> None:
        starts = self.open.get(label)
        if not starts:
            raise self.lines.error(row, wanted=f'a bracket "({label}" before this one', got=Description(f'"{label})"'))
        start, _ = starts.pop()
        self.events.append({"span": [start, self.words + 1], "cluster": label})

    def whole(self) -> dict[str, Any]:
        """Return the document, or raise an `InputError` at a bracket that is not closed."""
        for label, starts in self.open.items():
            if starts:
                raise self._unclosed(label, starts[0][1])
        return {**self.shared, "events": self.events}

    def _unclosed(self, label: str, row: int) -> InputError:
        return self.lines.error(
            row, wanted=f'a bracket "{label})" after this one', got=Description("the document's end")
        )
