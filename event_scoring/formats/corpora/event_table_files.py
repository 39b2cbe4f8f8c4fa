"""Files of event tables: ChFinAnn as Doc2EDAG reads it, and DuEE-fin as its answers are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from event_scoring.documents.errors import InputError, Place, counted
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.formats.corpora.foreign_record import ForeignRecord, foreign_records
from event_scoring.formats.json_lines import JsonDocuments, read_json
from event_scoring.formats.reader_warnings import warn
from event_scoring.formats.text_lines import Source

RECORDS = "recguid_eventname_eventdict_list"
NO_ROLE = "Trigger"
"""Role that the preparation of DuEE-fin adds to records and removes from answers."""


def read_chfinann(source: Source, kind: Record) -> Documents:
    """Return the documents of a ChFinAnn file, a list of ``[id, {…}]``.

    Values that are not entities of the document (``ann_valid_mspans``) are left out. So are records that have no other
    value. A warning counts the values.
    """
    says = "{values} that are not entities of their document, such as {first}, are left out"
    return _read(source, kind, _chfinann_document, says)


def _read(
    source: Source, kind: Record, document_of: Callable[[ForeignRecord, list[str]], dict[str, Any]], says: str
) -> Documents:
    """Return the documents of a file's records, and warn with the number of values left out."""
    parsed = read_json(source)
    dropped: list[str] = []
    documents = [document_of(foreign, dropped) for foreign in foreign_records(parsed)]
    if dropped:
        sentence = says.format(values=counted(len(dropped), "value"), first=dropped[0])
        warn(f"{parsed.file}: {sentence}", stacklevel=3)
    return JsonDocuments(parsed.file, documents, parsed.lines).checked(kind)


def _chfinann_document(foreign: ForeignRecord, dropped: list[str]) -> dict[str, Any]:
    if not isinstance(foreign.record, list) or len(foreign.record) != 2:
        raise InputError(
            wanted="a pair of a name and an object", got=foreign.record, source=Place(foreign.file, foreign.line)
        )
    name, annotated = foreign.get(foreign.record, 0, str), foreign.get(foreign.record, 1, dict)
    entities = foreign.get(annotated, "ann_valid_mspans", list, ("document", 1))
    known = {text for text in entities if isinstance(text, str)}
    templates = []
    for where, row in foreign.items(annotated, RECORDS, ("document", 1)):
        values = foreign.get(row, 2, dict, where)
        filled = {role: text for role, text in values.items() if text is not None}
        kept = {role: text for role, text in filled.items() if not isinstance(text, str) or text in known}
        dropped += [f"{foreign.file}:{foreign.line}: {role}" for role in filled if role not in kept]
        if kept:
            templates.append({"type": foreign.get(row, 1, str, where), "slots": _slots(kept)})
    return {"doc_id": name, "templates": templates, "entities": entities}


def read_duee_fin(source: Source, kind: Record) -> Documents:
    """Return the documents of lines of ``{"id", "event_list"}`` in the form of DuEE-fin, of either side.

    Of several values of one role the last one that occurs in the text is kept. A warning has the number of values left
    out. Records without any value are left out.
    """
    says = "{values} beside another of the same role, or not in the text, such as {first}, left out"
    return _read(source, kind, _duee_document, says)


def _duee_document(foreign: ForeignRecord, dropped: list[str]) -> dict[str, Any]:
    record = foreign.as_object()
    text = record.get("text")
    is_there: Callable[[str], bool] = (lambda value: value in text) if isinstance(text, str) else lambda value: True
    templates = []
    for where, event in foreign.items(record, "event_list"):
        values: dict[str, str] = {}
        for place, argument in foreign.items(event, "arguments", where):
            role, value = (foreign.get(argument, key, str, place) for key in ("role", "argument"))
            if role == NO_ROLE:
                continue
            if role in values or not is_there(value):
                dropped.append(f"{foreign.file}:{foreign.line}: {role}")
            if is_there(value):
                values[role] = value
        if values:
            templates.append({"type": foreign.get(event, "event_type", str, where), "slots": _slots(values)})
    return {"doc_id": foreign.get(record, "id", str), "templates": templates}


def _slots(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"name": role, "values": [text]} for role, text in values.items()]
