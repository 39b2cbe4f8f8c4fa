"""FAMuS: roles of a frame in a report and in its source; the release, the gold of its prompts, and answers to them.

FACTSlab/FAMuS (9a9c891), `data/cross_doc_role_extraction`, `data/prompts` and `models/cdae`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from event_scoring.documents.errors import InputError, Place, counted
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.formats.corpora.foreign_record import foreign_records
from event_scoring.formats.json_lines import JsonDocuments, read_json
from event_scoring.formats.reader_warnings import warn
from event_scoring.formats.text_lines import FilePath, Source

FRAME = "-frame-"
"""Separator before the frame in the id of an instance."""
_UNREAD = "role-spans-indices-in-all-spans"
Roles = dict[str, list[list[str]]]
"""The entities that fill each role, as lists of mentions."""


def read_famus(
    source: Source, kind: Record, *, side: Literal["report", "source"] = "report", coreference: FilePath | None = None
) -> Documents:
    """Return template documents from a FAMuS file. Each instance has one template, whose type is the frame.

    An answer is a JSON object of lists of texts, and each list is an entity. Any other answer becomes an empty document
    and counts as unreadable. An answer without a filler has no template. Several answers for one instance add up.

    Args:
        source: The release (``train.jsonl``), the gold of prompts (``gold_roles``), or answers (``response``).
        kind: The schema of a document.
        side: Of the release the report or the source.
        coreference: Of the release a file of clusters of mentions; the fillers of a role are then these clusters.
    """
    if side not in ("report", "source"):
        raise ValueError(f'side: expected "report" or "source", got {side!r}')
    parsed = read_json(source)
    clusters = {} if coreference is None else _clusters(coreference, side)
    documents: dict[str, dict[str, Any]] = {}
    lines: dict[str, int] = {}
    single = no_texts = 0
    for foreign in foreign_records(parsed):
        line, record = foreign.line, foreign.record
        name = record.get("instance_id") if isinstance(record, Mapping) else None
        if not isinstance(name, str):
            place = Place(foreign.file, foreign.line)
            raise InputError(wanted='a record of FAMuS with "instance_id"', got=record, source=place)
        with foreign.read_as("a record of FAMuS"):
            if "response" in record:
                roles, is_readable, texts, others = _roles_of_answer(record["response"])
                single += texts
                no_texts += others
                document = _document_of_answer(name, roles, is_readable)
            else:
                document = _document(name, record, side, clusters.get(name, []))
        if name in documents:
            _add(documents[name], document)
        else:
            documents[name], lines[name] = document, line
    if single:
        sentence = f"{counted(single, 'role')} with a text in place of a list is read as one filler"
        warn(f"{parsed.file}: {sentence}; the scorer of FAMuS takes every letter for one", stacklevel=3)
    if no_texts:
        warn(f"{parsed.file}: {counted(no_texts, 'value')} left out; a filler is a text", stacklevel=3)
    return JsonDocuments(parsed.file, [*documents.values()], [*lines.values()]).checked(kind)


def _document(name: str, record: Mapping[str, Any], side: str, clusters: Sequence[list[str]]) -> dict[str, Any]:
    """Return a document of the release or of the gold of prompts, which always has its template."""
    if "gold_roles" in record:
        given = _parsed_json(record["gold_roles"])
        lists = {role: [texts] if isinstance(texts, str) else texts for role, texts in given.items()}
        roles = {role: [[text] for text in texts] for role, texts in lists.items()}
        return _document_with_template(name, _frame(name), roles)
    annotated = record[f"{side}_dict"]["role_annotations"]
    roles = {
        role: _entities([span[0] for span in spans], clusters) for role, spans in annotated.items() if role != _UNREAD
    }
    return _document_with_template(name, record["frame"], roles)


def _entities(texts: Sequence[str], clusters: Sequence[list[str]]) -> list[list[str]]:
    """Return an entity for each text: the text alone, or its cluster, each cluster once."""
    entities: list[list[str]] = []
    for text in texts:
        mentions = next((cluster for cluster in clusters if text in cluster), [text])
        if mentions not in entities:
            entities.append(mentions)
    return entities


def _roles_of_answer(response: object) -> tuple[Roles, bool, int, int]:
    """Return the fillers of an answer, whether it could be read, and two numbers for warnings.

    These are the number of roles with a text instead of a list, and the number of values that are no texts.

    Examples:
        >>> _roles_of_answer('{"Agent": ["the army"], "Place": [], "Time": "May", "Cause": [5, null]}')
        ({'Agent': [['the army']], 'Time': [['May']]}, True, 1, 1)
        >>> _roles_of_answer("I see no roles.")
        ({}, False, 0, 0)
    """
    answer = _parsed_json(response)
    if not isinstance(answer, Mapping):
        return {}, False, 0, 0
    texts = sum(isinstance(values, str) and bool(values) for values in answer.values())
    roles, others = {}, 0
    for role, values in answer.items():
        # Differs from FAMuS: a text in place of a list is one filler, not one a letter.
        listed = values if isinstance(values, list) else [values]
        others += sum(value is not None and not isinstance(value, str) for value in listed)
        fillers = [[value] for value in listed if isinstance(value, str) and (value or listed is values)]
        if fillers:
            roles[str(role)] = fillers
    return roles, True, texts, others


def _parsed_json(value: Any) -> Any:
    """Return the value of a JSON text, or None if it is not JSON. Other values are returned unchanged."""
    try:
        return json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return None


def _document_of_answer(name: str, roles: Roles, is_readable: bool) -> dict[str, Any]:
    if roles:
        return _document_with_template(name, _frame(name), roles)
    return {"doc_id": name, "templates": [], **({} if is_readable else {"unparsed": 1})}


def _document_with_template(name: str, frame: str, roles: Roles) -> dict[str, Any]:
    slots = [{"name": role, "entities": entities} for role, entities in roles.items()]
    return {"doc_id": name, "templates": [{"type": frame, "slots": slots}]}


def _frame(name: str) -> str:
    return name.partition(FRAME)[2]


def _add(document: dict[str, Any], other: Mapping[str, Any]) -> None:
    """Add the values of another line for the same instance."""
    if unparsed := document.get("unparsed", 0) + other.get("unparsed", 0):
        document["unparsed"] = unparsed
    if not document["templates"] or not other["templates"]:
        document["templates"] = document["templates"] or other["templates"]
        return
    slots = document["templates"][0]["slots"]
    known = {slot["name"]: slot for slot in slots}
    for slot in other["templates"][0]["slots"]:
        if slot["name"] in known:
            known[slot["name"]]["entities"] += slot["entities"]
        else:
            slots.append(slot)


def _clusters(path: FilePath, side: str) -> dict[str, list[list[str]]]:
    """Return the clusters of mentions of each instance, for one side."""
    parsed = read_json(path)
    clusters: dict[str, list[list[str]]] = {}
    for foreign in foreign_records(parsed):
        with foreign.read_as("clusters of FAMuS"):
            clusters |= {name: [list(map(str, cluster)) for cluster in of[side]] for name, of in foreign.record.items()}
    return clusters
