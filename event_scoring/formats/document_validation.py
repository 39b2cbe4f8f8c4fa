"""Validation of documents in JSON Lines: of each document the first problem, with its line."""

from __future__ import annotations

import re
from collections.abc import Callable

import pyarrow as pa

from event_scoring.core.checking import check_documents
from event_scoring.core.errors import InputError
from event_scoring.core.schema import Record
from event_scoring.core.task import stands_alone
from event_scoring.formats.findings import Finding
from event_scoring.formats.json_lines import JsonDocuments, scan_json
from event_scoring.formats.text_lines import FileError, Source, quoted

_SIDE = "documents"
_ROW = re.compile(rf"\b{_SIDE}\[(\d+)\]")


def validate_documents(
    source: Source, kind: Record, check: Callable[[pa.StructArray, str], None] = stands_alone
) -> list[Finding]:
    """The problems of a file of documents as JSON Lines: of each document the first.

    Args:
        source: A path, or the contents of a file as bytes.
        kind: What a document must look like.
        check: Raises an `InputError` for documents that are wrong in another way than in their form.

    Raises:
        InputError: for a file that cannot be read at all.

    Examples:
        >>> from event_scoring.core.schema import Field, Text
        >>> print(*validate_documents(b'{"name": 3}', Record((Field("name", Text()),))))
        <input>:1: error: document["name"]: expected a string, got 3 (int)
    """
    try:
        found, findings = scan_json(source)
    except FileError as error:
        if not error.line:
            raise
        return [Finding(error.file, error.line, "error", error.message)]
    try:
        check(check_documents(kind, found.documents, _SIDE), _SIDE)
    except InputError as error:
        findings += _document_findings(found, kind, check) or [_of_all(found, error)]
    first_line: dict[str, int] = {}
    for document, line in zip(found.documents, found.lines, strict=True):
        doc_id = document.get("doc_id") if isinstance(document, dict) else None
        if isinstance(doc_id, str) and first_line.setdefault(doc_id, line) != line:
            sentence = (
                f"document {quoted(doc_id)} is given again after line {first_line[doc_id]}; only the last one counts"
            )
            findings.append(Finding(found.file, line, "error", sentence))
    return sorted(findings)


def _document_findings(
    found: JsonDocuments, kind: Record, check: Callable[[pa.StructArray, str], None]
) -> list[Finding]:
    findings = []
    for document, line in zip(found.documents, found.lines, strict=True):
        try:
            check(check_documents(kind, [document], _SIDE), _SIDE)
        except InputError as error:
            findings.append(Finding(found.file, line, "error", _ROW.sub("document", str(error))))
    return findings


def _of_all(found: JsonDocuments, error: InputError) -> Finding:
    """What is wrong with the documents together, at the document that it names."""
    named = _ROW.match(str(error))
    line = found.lines[int(named[1])] if named else 0
    return Finding(found.file, line, "error", _ROW.sub("document", str(error)))
