"""Read templates of MUC-4 in the formats of GRIT, GTT and IterX."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from event_scoring.documents.errors import InputError, Path, Place, counted, quoted
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.formats.corpora.foreign_record import foreign_records
from event_scoring.formats.json_lines import JsonDocuments, read_json
from event_scoring.formats.reader_warnings import warn
from event_scoring.formats.text_lines import Source

_NUMBER = re.compile(r"[0-9]{5,}")
_UNREAD = {"incident_type", "template-spans"}


def read_templates(source: Source, kind: Record) -> Documents:
    """Return template documents from a file of GRIT, GTT or IterX, of either side, or from documents of this project.

    Predictions with numbers as names (30001) get the names of the references (TST3-MUC4-0001). Empty entities and
    repeated templates of references are removed. A predicted type that is not a text becomes an attack, as in GTT.
    Predictions have no types if no template of their record has one (SciREX). Lines about one document are joined
    (IterX).
    """
    parsed = read_json(source)
    documents: list[dict[str, Any]] = []
    lines: list[int] = []
    added: dict[object, dict[str, Any]] = {}
    unread: list[str] = []
    for foreign in foreign_records(parsed):
        record = foreign.as_object()
        with foreign.read_as("templates as GRIT, GTT or IterX write them"):
            try:
                entries = _documents(record)
            except InputError as error:
                raise error.at(Place(foreign.file, foreign.line)) from None
            for name, document, adds in entries:
                unread += [key for key in record if adds and key != name]
                if adds and name in added:
                    added[name]["templates"] += document["templates"]
                    continue
                documents.append(document)
                lines.append(foreign.line)
                if adds:
                    added[name] = document
    if unread:
        says = f"{counted(len(unread), 'key')} behind the first one of a line left out, such as {quoted(unread[0])}"
        warn(f"{parsed.file}: {says}; a line of IterX is one document", stacklevel=3)
    return JsonDocuments(parsed.file, documents, lines).checked(kind)


def _documents(record: Mapping[str, Any]) -> list[tuple[str | None, dict[str, Any], bool]]:
    """Return name and document of each entry of a record, and whether it adds to an earlier one of that name."""
    if "docid" in record:
        templates = [{"slots": record["extracts"]}] if "extracts" in record else record["templates"]
        read = [_reference(template, ("templates", place)) for place, template in enumerate(templates)]
        different = [template for index, template in enumerate(read) if template not in read[:index]]
        # The analysis of errors looks for mentions in it.
        text = {"text": record["doctext"]} if isinstance(record.get("doctext"), str) else {}
        return [(record["docid"], {"doc_id": record["docid"], "templates": different, **text}, False)]
    if "templates" in record or "doc_id" in record:
        return [(None, dict(record), False)]
    if record and all(isinstance(value, Mapping) for value in record.values()):
        # Templates of SciREX have no types.
        is_typed = any(
            "incident_type" in template for value in record.values() for template in value.get("pred_templates", ())
        )
        return [(name, _predicted(name, value, is_typed), False) for name, value in record.items()]
    if not record:
        raise KeyError
    name, templates = next(iter(record.items()))  # as IterX, which reads no other key
    read = [
        {"type": template["incident_type"], "slots": _slots(template, (name, place))}
        for place, template in enumerate(templates)
    ]
    return [(name, {"doc_id": name, "templates": read}, True)]


def _reference(template: Mapping[str, Any], where: Path) -> dict[str, Any]:
    """Return a template of the references, whose mentions have offsets."""
    slots = _slots(template.get("slots", template), where)
    for slot in slots:
        place = (*where, slot["name"])
        slot["entities"] = [[_text(mention, place) for mention in entity] for entity in slot["entities"] if entity]
    read: dict[str, Any] = {"slots": slots}
    return {"type": template["incident_type"], **read} if "incident_type" in template else read


def _text(mention: object, where: Path) -> object:
    """Return the text of a mention that is written as a list of text and offset."""
    if not isinstance(mention, list) or not mention:
        raise InputError(where, wanted="mentions with their offsets, such as [text, 0]", got=mention)
    return mention[0]


def _predicted(name: str, record: Mapping[str, Any], is_typed: bool) -> dict[str, Any]:
    document = {"doc_id": document_name(name)}
    if "pred_extracts" in record:
        return {**document, "templates": [{"slots": _slots(record["pred_extracts"], (name, "pred_extracts"))}]}
    templates = []
    for place, template in enumerate(record["pred_templates"]):
        read: dict[str, Any] = {"slots": _slots(template, (name, "pred_templates", place))}
        if is_typed:
            kind = template["incident_type"]
            read["type"] = kind if isinstance(kind, str) else "attack"
        templates.append(read)
    # The spacing of predictions differs from that of the references, which is used instead.
    return {**document, "templates": templates}


def _slots(roles: Mapping[str, Any], where: Path) -> list[dict[str, Any]]:
    """Return the slots of a template. Raise an error for a role whose value is not a list of entities."""
    slots = [{"name": role, "entities": entities} for role, entities in roles.items() if role not in _UNREAD]
    for slot in slots:
        entities = slot["entities"]
        if not isinstance(entities, list) or not all(isinstance(entity, list) for entity in entities):
            hint = "write [] for none" if entities is None else ""
            if isinstance(entities, str):
                hint = 'the type of a template is under "incident_type"'
            wanted = "a list of entities, each a list of its mentions"
            raise InputError((*where, slot["name"]), wanted=wanted, got=entities, hint=hint)
    return slots


def document_name(number: str) -> str:
    """Return the name of the test document that scripts of GRIT and GTT number. Other names are returned unchanged."""
    if not _NUMBER.fullmatch(number) or len(number) > 6:
        return number
    part, place = divmod(int(number), 10_000)
    return f"TST{part}-MUC4-{place:04d}"
