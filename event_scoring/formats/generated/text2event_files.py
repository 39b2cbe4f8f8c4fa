"""Text2Event's data, and the lines that Text2Event and UIE models write (`*_preds_seq2seq.txt`)."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.formats.corpora.foreign_record import ForeignRecord
from event_scoring.formats.generated.generated_answers import read_beside, read_generated, read_texts
from event_scoring.formats.json_lines import JsonDocuments, read_json
from event_scoring.formats.text_lines import FilePath, Source, file_name, whole_lines

SCHEMA = "event.schema"
"""Name of the file, in the folder of the data, that lists types and roles."""
_SEPARATOR = "<extra_id_5>"
"""Separator between a label and its text in lines of UIE. Text2Event writes none."""


class EventSchema(NamedTuple):
    """The types and the roles of an ``event.schema``."""

    types: list[str]
    roles: list[str]


def read_event_schema(source: Source) -> EventSchema:
    r"""Return the labels of a schema: its first line lists the types, its second the roles.

    Examples:
        >>> read_event_schema(b'["Die"]\n["Victim"]\n{"Die": ["Victim"]}\n')
        EventSchema(types=['Die'], roles=['Victim'])
    """
    parsed = read_json(source)
    lists = parsed.documents[:2]
    if len(lists) < 2 or not all(isinstance(labels, list) for labels in lists):
        wanted = f"a line of types and a line of roles, as {SCHEMA} has them"
        raise InputError(wanted=wanted, got=Description("other lines"), source=Place(parsed.file))
    foreign = ForeignRecord(parsed.file, 0, {})
    types, roles = (foreign.words(labels, (name,)) for name, labels in zip(("types", "roles"), lists, strict=True))
    return EventSchema(types, roles)


def schema_beside(path: FilePath) -> EventSchema | None:
    """Return the schema in the folder of a file, if there is one."""
    return read_beside(Path(path).with_name(SCHEMA), read_event_schema)


def from_text2event(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a sentence of Text2Event's data, whose events are written as a model writes them.

    If ``event.schema`` is in the same folder, labels that it lacks are dropped, as in the published scorer.
    """
    text, linear = (foreign.get(foreign.record, key, str) for key in ("text", "event"))
    types, roles = schema_beside(foreign.file) or EventSchema([], [])
    where = ("document", "event")
    document = read_generated(foreign, linear, where, "text2event", is_reference=True, types=types, roles=roles)
    return {**document, "tokens": text.split(), "text": text}


def read_linear_lines(source: Source, kind: Record, *, references: Source | None = None) -> Documents:
    """Return the documents of lines that a model wrote, one for each sentence of the references.

    Types and roles come from ``event.schema`` in the folder of the references, or else of the lines. Without a schema
    the form of Text2Event allows all labels. The form of UIE needs the schema and the tokens of the references. The
    documents have the ids and the full types of the references.
    """
    file, lines = file_name(source), whole_lines(source)
    folders = [path for path in (references, source) if isinstance(path, str | os.PathLike)]
    schema = next((found for found in map(schema_beside, folders) if found is not None), None)
    if not any(_SEPARATOR in line for line in lines):
        types, roles = schema or EventSchema([], [])
        documents = read_texts(lines, form="text2event", types=types, roles=roles)
    elif schema is None:
        hint = f"put {SCHEMA} of the data into the folder of the references"
        raise InputError(wanted=f"a schema beside what UIE wrote ({SCHEMA})", hint=hint, source=Place(file))
    else:
        tokens = None if references is None else _tokens(read_json(references).documents, len(lines))
        types, roles = schema
        documents = read_texts(lines, form="uie", types=types, roles=roles, tokens=tokens)
    if references is not None:
        from event_scoring.formats.corpora.extraction_files import read_extraction

        _beside(documents, read_extraction(references, kind))
    return JsonDocuments(file, documents, [*range(1, len(lines) + 1)]).checked(kind)


def _beside(documents: Sequence[dict[str, Any]], gold: Documents) -> None:
    """Give the documents of lines the ids and the full types of as many references.

    The references of offset scores are data of OneIE or DyGIE++, which say Conflict:Attack where models write Attack.
    """
    types = {event.type for document in gold for event in document.events}
    subtypes = [re.split("[:.]", name)[-1] for name in types]
    full = {short: name for short, name in zip(subtypes, types, strict=True) if subtypes.count(short) == 1}
    ids = [document.doc_id for document in gold]
    has_ids = len(ids) == len(documents) == len({*ids} - {None})
    for number, document in enumerate(documents):
        document |= {"doc_id": ids[number]} if has_ids else {}
        for event in document["events"]:
            event["type"] = event["type"] if event["type"] in types else full.get(event["type"], event["type"])


def _tokens(records: Sequence[Any], number: int) -> list[list[str]] | None:
    """Return the tokens of some sentences; None unless the references are data of UIE for as many answers."""
    tokens = [record.get("tokens") if isinstance(record, Mapping) else None for record in records]
    return tokens if len(tokens) == number and None not in tokens else None  # type: ignore[return-value]
