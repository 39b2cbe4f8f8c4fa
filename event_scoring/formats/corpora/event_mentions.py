"""Data of OneIE, TextEE and WikiEvents: records with ``tokens`` and ``event_mentions``, and their outputs."""

from __future__ import annotations

import warnings
from typing import Any

from event_scoring.documents.errors import Description, InputError, Path
from event_scoring.formats.corpora.foreign_record import DOCUMENT, ForeignRecord


def from_event_mentions(page: ForeignRecord) -> dict[str, Any]:
    """A document of a data file: one sentence, window or text a line.

    Arguments have offsets of their own (TextEE) or name an entity mention (OneIE, WikiEvents). Argument
    candidates are the entity mentions.
    """
    record = page.record
    page.tokens = page.words(page.get(record, "tokens", list), ("document", "tokens"))
    entities: dict[Any, list[int]] = {}
    shifted: dict[Any, InputError] = {}
    for where, entity in page.items(record, "entity_mentions", optional=True):
        name = page.get(entity, "id", str, where)
        if name in entities:
            continue  # of mentions with one id the first stands, as in gen-arg
        try:
            entities[name] = _span(page, entity, where)
        except InputError as error:
            entities[name] = page.span(entity.get("start"), entity.get("end"), None, where)
            shifted[name] = error
    events = []
    for where, event in page.items(record, "event_mentions"):
        trigger = page.get(event, "trigger", dict, where)
        arguments = []
        for place, argument in page.items(event, "arguments", where, optional=True):
            role = page.get(argument, "role", str, place)
            if "start" in argument:
                span = _span(page, argument, place)
            else:
                name = page.get(argument, "entity_id", str, place)
                if name not in entities:
                    raise page.error(place, wanted='an id of "entity_mentions"', got=name)
                if name in shifted:
                    raise shifted[name]
                span = entities[name]
            arguments.append({"span": span, "role": role})
        span = _span(page, trigger, (*where, "trigger"))
        events.append(
            {"trigger": {"span": span}, "type": page.get(event, "event_type", str, where), "arguments": arguments}
        )
    for problem in shifted.values():
        warnings.warn(f"{problem}; it is no argument, so that only a candidate is in doubt", stacklevel=2)
    candidates = [list(span) for span in dict.fromkeys(map(tuple, entities.values()))]
    return page.document(_name(page), events, argument_candidates=candidates if "entity_mentions" in record else None)


def from_golden_event_mentions(page: ForeignRecord) -> dict[str, Any]:
    """A sentence of the ACE preprocessing that CrudeOilNews and M2E2 share, with ``golden-event-mentions``."""
    record = page.record
    if "words" in record:
        page.tokens = page.words(record["words"], ("document", "words"))
    else:
        page.tokens = page.get(record, "sentence", str).split()
    entities = []
    for where, one in page.items(record, "golden-entity-mentions", optional=True):
        start, end = (page.get(one, key, int, where) for key in ("start", "end"))
        entities.append(page.span(start, end, None, where))
    events = []
    for where, event in page.items(record, "golden-event-mentions"):
        span = _span(page, page.get(event, "trigger", dict, where), (*where, "trigger"))
        arguments = [
            {"span": _span(page, argument, place), "role": page.get(argument, "role", str, place)}
            for place, argument in page.items(event, "arguments", where, optional=True)
        ]
        label = page.get(event, "event_type", str, where)
        events.append({"trigger": {"span": span}, "type": label, "arguments": arguments})
    candidates = [list(span) for span in dict.fromkeys(map(tuple, entities))]
    is_given = "golden-entity-mentions" in record
    names = [str(record[key]) for key in ("sentence_id", "sent_id", "doc_id", "id") if record.get(key) is not None]
    document = page.document("", events, argument_candidates=candidates if is_given else None)
    return {**document, "doc_id": names[0] if names else None}


def from_graph(page: ForeignRecord) -> dict[str, Any]:
    """A document of OneIE's output: a graph of entities, triggers and roles."""
    record = page.record
    page.tokens = page.words(page.get(record, "tokens", list), ("document", "tokens"))
    graph = page.get(record, "graph", dict)
    where = ("document", "graph")
    spans = [_listed(page, entity, place) for place, entity in page.items(graph, "entities", where)]
    events: list[dict[str, Any]] = []
    for place, trigger in page.items(graph, "triggers", where):
        span, label = _listed(page, trigger, place), page.get(trigger, 2, str, place)
        events.append({"trigger": {"span": span}, "type": label, **_score(trigger, 3), "arguments": []})
    for place, role in page.items(graph, "roles", where):
        event, entity = (page.get(role, index, int, place) for index in (0, 1))
        if not 0 <= event < len(events) or not 0 <= entity < len(spans):
            raise page.error(
                place, wanted="a trigger and an entity of the graph", got=Description(f"{event} and {entity}")
            )
        argument = {"span": spans[entity], "role": page.get(role, 2, str, place), **_score(role, 3)}
        events[event]["arguments"].append(argument)
    return page.document(_name(page), events)


def from_textee_output(page: ForeignRecord) -> dict[str, Any]:
    """A document of TextEE's output: events, triggers, or the arguments of one trigger, as lists."""
    record = page.record
    if "tokens" in record:
        page.tokens = page.words(record["tokens"], ("document", "tokens"))
    if "triggers" in record:
        rows = [(where, {"trigger": trigger}) for where, trigger in page.items(record, "triggers")]
    elif "trigger" in record:
        rows = [(DOCUMENT, {key: record[key] for key in ("trigger", "arguments") if key in record})]
    else:
        rows = page.items(record, "events")
    events = []
    for where, event in rows:
        trigger = page.get(event, "trigger", list, where)
        arguments = [
            {"span": _listed(page, argument, place, 3), "role": page.get(argument, 2, str, place)}
            for place, argument in page.items(event, "arguments", where, optional=True)
        ]
        label = page.get(trigger, 2, str, where)
        events.append({"trigger": {"span": _listed(page, trigger, where, 3)}, "type": label, "arguments": arguments})
    tokens = {"tokens": page.tokens} if page.tokens else {}
    return {"doc_id": _name(page), **tokens, "events": events}


def _span(page: ForeignRecord, mention: object, where: Path) -> list[int]:
    start, end = (page.get(mention, key, int, where) for key in ("start", "end"))
    return page.span(start, end, mention.get("text"), where)  # type: ignore[attr-defined]


def _listed(page: ForeignRecord, row: object, where: Path, text: int | None = None) -> list[int]:
    """A span that a list begins with; without tokens its words cannot be checked."""
    start, end = (page.get(row, index, int, where) for index in (0, 1))
    if not page.tokens:
        return [start, end]
    words = row[text] if text is not None and isinstance(row, list) and len(row) > text else None
    return page.span(start, end, words, where)


def _score(row: list[Any], place: int) -> dict[str, float]:
    return {"score": row[place]} if len(row) > place and isinstance(row[place], float | int) else {}


def _name(page: ForeignRecord) -> str:
    """The document's id, with that of its part, where a line is a part of it."""
    record = page.record
    name = page.get(record, "doc_id", str)
    part = record.get("wnd_id", record.get("sent_id"))
    if part is None or part == name:
        return name
    return part if isinstance(part, str) and part.startswith(name) else f"{name}/{part}"
