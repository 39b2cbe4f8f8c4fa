"""Read JSON Lines of DuEE 1.0: events in Chinese sentences. Answers to its test set have texts without offsets."""

from __future__ import annotations

from functools import partial
from typing import Any

from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.formats.corpora.character_offsets import character_document, character_mention
from event_scoring.formats.corpora.foreign_record import ForeignRecord
from event_scoring.formats.text_lines import Source


def from_duee(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document. An argument with aliases names an entity whose mentions are its text and the aliases."""
    record = foreign.record
    text = foreign.get(record, "text", str) if "text" in record else ""
    entities: list[dict[str, Any]] = []
    events = []
    for where, event in foreign.items(record, "event_list"):
        arguments = []
        for place, argument in foreign.arguments(event, where):
            words, role = (foreign.get(argument, key, str, place) for key in ("argument", "role"))
            start = argument.get("argument_start_index")
            mention = partial(character_mention, foreign, text, words, start, place)
            aliases = [alias for alias in argument.get("alias") or () if alias in text]
            for mention_record in foreign.kept(mention):
                entity = {"entity": f"entity {len(entities)}"} if aliases and not foreign.predicted else {}
                arguments.append({"role": role, **mention_record, **entity})
                if entity:
                    names = [{"text": name} for name in dict.fromkeys((words, *aliases))]
                    entities.append({"id": entity["entity"], "mentions": names})
        label = foreign.get(event, "event_type", str, where)
        trigger = {}
        if "trigger" in event:
            words, start = foreign.get(event, "trigger", str, where), event.get("trigger_start_index")
            trigger = {"trigger": character_mention(foreign, text, words, start, (*where, "trigger"))}
        events.append({"type": label, **trigger, "arguments": arguments})
    name = foreign.get(record, "id", str)
    if not text:  # answers may leave out the sentence
        return {"doc_id": name, "events": events}
    document = character_document(foreign, name, text, events)
    return {**document, "entities": entities} if entities else document


def read_duee(source: Source, kind: Record) -> Documents:
    """Return the documents of answers, which are alike for DuEE 1.0 and DuEE-fin.

    They are templates if ``kind`` has templates, else events without offsets (DuEE 1.0).
    """
    if "templates" in kind.names:
        from event_scoring.formats.corpora.event_table_files import read_duee_fin

        return read_duee_fin(source, kind)
    from event_scoring.formats.corpora.extraction_files import read_extraction

    return read_extraction(source, kind, predicted=True)
