"""Files of the field that hold something else than what is scored: what they are, and what to do with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.formats.json_lines import JsonDocuments

_GTT = {"doctext", "pred_templates", "gold_templates"}


def foreign_form(record: Any) -> tuple[str, str] | None:
    """What a record is, if it is of one of these files, and what to do; None for any other."""
    if isinstance(record, list):
        is_docee = len(record) == 4 and all(isinstance(item, str) for item in record) and record[3][:1] in "[{"
        return _DOCEE if is_docee else None
    if not isinstance(record, Mapping):
        return None
    keys = set(record)
    if keys & {"temporal_relations", "causal_relations"}:
        return (
            "a document of MAVEN-ERE, whose relations between events are not scored",
            "its events can be scored from the files of MAVEN; as links of nuggets, After and Subevent can be scored",
        )
    inside = next(iter(record.values()), None)
    if keys & _GTT or (isinstance(inside, Mapping) and set(inside) & _GTT):
        return (
            "a document of GTT or GRIT, which hold templates",
            "score it with event-score templates --protocol gtt, or ceaf-ree",
        )
    if {"title", "text", "event_type", "arguments"} <= keys and "events" not in keys:
        return _DOCEE
    events = record.get("events")
    first = events[0] if isinstance(events, list) and events else None
    if "text" in keys and "id" not in keys and isinstance(first, Mapping) and {"type", "offset"} <= set(first):
        return (
            "what OmniEvent's infer returns, with offsets beside its texts",
            'write "trigger": {"text": …, "start": …, "end": …} and likewise each argument, with its "role"',
        )
    return None


_DOCEE = (
    "a document of DocEE, which has one event, no trigger, and arguments in characters of the text",
    'write "events": [{"type": …, "arguments": [{"text": …, "start": …, "end": …, "role": …}]}] and score mode gold',
)


def check_form(found: JsonDocuments) -> None:
    """Raise an `InputError` for the values of one of these files."""
    known = foreign_form(found.documents[0]) if found.documents else None
    if known is not None:
        what, hint = known
        raise InputError(
            wanted="documents that are scored",
            got=Description(what),
            hint=hint,
            source=Place(found.file, found.lines[0]),
        )
