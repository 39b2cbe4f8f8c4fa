"""MAVEN-ERE: JSON Lines of references by event, and of predictions by mention."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from event_scoring.documents.errors import Description
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.formats.corpora.foreign_record import ForeignRecord, foreign_records
from event_scoring.formats.corpora.known_keys import unknown_keys, unknown_keys_sentence
from event_scoring.formats.json_lines import JsonDocuments, read_json
from event_scoring.formats.reader_warnings import warn
from event_scoring.formats.text_lines import Source


def read_maven_ere(source: Source, kind: Record) -> Documents:
    """Return the documents of MAVEN-ERE, of either side.

    Mentions are events whose ``cluster`` is the id of their event. TIMEX are times. Relations of references name events
    or times. Relations of predictions name mentions, and their clusters are ``coreference``.
    """
    parsed = read_json(source)
    documents = [_document(foreign) for foreign in foreign_records(parsed)]
    unknown = Counter(key for record in parsed.documents for key in unknown_keys("MAVEN-ERE", record))
    if unknown:
        warn(f"{parsed.file}: {unknown_keys_sentence(unknown, 'MAVEN-ERE')}", stacklevel=3)
    return JsonDocuments(parsed.file, documents, parsed.lines).checked(kind)


def _document(foreign: ForeignRecord) -> dict[str, Any]:
    record = foreign.as_object()
    document: dict[str, Any] = {"doc_id": foreign.get(record, "id", str, ("document",))}
    if "events" in record:
        document["events"] = [*_events(foreign)]
    if "TIMEX" in record:
        document["times"] = [
            {"id": foreign.get(time, "id", str, where), **_place(time, "mention"), **_renamed(time, type="type")}
            for where, time in foreign.items(record, "TIMEX", ("document",))
        ]
    if "coreference" in record:
        document["clusters"] = record["coreference"]
    document["relations"] = [*_relations(foreign)]
    return document


def _events(foreign: ForeignRecord) -> Iterator[dict[str, Any]]:
    for where, event in foreign.items(foreign.record, "events", ("document",)):
        cluster = foreign.get(event, "id", str, where)
        for place, mention in foreign.items(event, "mention", where):
            name = foreign.get(mention, "id", str, place)
            yield {"id": name, "cluster": cluster, **_place(mention, "trigger_word"), **_renamed(event, type="type")}


def _place(record: dict[str, Any], text: str) -> dict[str, Any]:
    """Return the words of a mention and its place, if the record has them."""
    event = _renamed(record, text=text, sentence="sent_id")
    offset = record.get("offset")
    if isinstance(offset, list) and offset and isinstance(offset[0], int):
        event["token"] = offset[0]
    return event


def _renamed(record: dict[str, Any], **names: str) -> dict[str, Any]:
    """Return some values of a record under new keys, given as ``new="old"``, without missing ones."""
    return {name: record[key] for name, key in names.items() if record.get(key) is not None}


def _relations(foreign: ForeignRecord) -> Iterator[dict[str, Any]]:
    for kind in ("temporal", "causal"):
        key = f"{kind}_relations"
        if key in foreign.record:
            for label in foreign.get(foreign.record, key, dict, ("document",)):
                yield from _named_relations(foreign, foreign.record[key], label, ("document", key), label, kind)
    if "subevent_relations" in foreign.record:
        yield from _named_relations(
            foreign, foreign.record, "subevent_relations", ("document",), "SUBEVENT", "subevent"
        )


def _named_relations(
    foreign: ForeignRecord, record: Mapping[str, Any], key: str, where: tuple[str | int, ...], label: str, kind: str
) -> Iterator[dict[str, Any]]:
    for place, pair in foreign.items(record, key, where):
        source, target = foreign.get(pair, 0, str, place), foreign.get(pair, 1, str, place)
        if len(pair) > 2:
            raise foreign.error(place, wanted="two ids", got=Description(len(pair)))
        yield {"type": label, "source": source, "target": target, "kind": kind}
