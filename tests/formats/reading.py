"""Files written and read as tests want them: lines, documents as dicts, and every finding of a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from event_scoring.documents.errors import Finding
from event_scoring.documents.schema import Record
from event_scoring.formats.document_validation import (
    Find,
    Scan,
    scan_file,
    scan_json,
    validate_references,
    validate_system,
)
from event_scoring.formats.tbf.tbf_reading import read_tbf_columns
from event_scoring.formats.tbf.token_tables import TokenNumbers
from event_scoring.formats.text_lines import Source


def written(path: Path, *records: Any) -> Path:
    """Write a file of JSON Lines; a text is a line as it is."""
    lines = [record if isinstance(record, str) else json.dumps(record, ensure_ascii=False) for record in records]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def read_tbf(source: Source, *options: Any, **named: Any) -> list[dict[str, Any]]:
    """The documents of a TBF file as dicts, without what is not given."""
    documents = read_tbf_columns(source, *options, **{"numbers": TokenNumbers(), **named}).to_pylist()
    return [{key: value for key, value in document.items() if value is not None} for document in documents]


def validate_documents(
    source: Source, kind: Record, find: Find | None = None, *, scan: Scan = scan_json, references: bool = False
) -> list[Finding]:
    """The problems of a file of documents, which are references or those of a system."""
    found = scan_file(source, kind, scan)
    return validate_references(found, find) if references else validate_system(found, None, find)
