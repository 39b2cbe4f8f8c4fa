"""Data of OneIE, TextEE and WikiEvents: records with ``tokens`` and ``event_mentions``, and their outputs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from event_scoring.documents.errors import Description, InputError, Path, counted
from event_scoring.formats.corpora.foreign_record import DOCUMENT, ForeignRecord
from event_scoring.formats.reader_warnings import warn


def from_event_mentions(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document of a data file: one sentence, window or text a line.

    Arguments have offsets of their own (TextEE) or name an entity mention (OneIE, WikiEvents). The entity mentions are
    the argument candidates.
    """
    record = foreign.record
    foreign.tokens = foreign.words(foreign.get(record, "tokens", list), ("document", "tokens"))
    entities: dict[Any, list[int]] = {}
    shifted: dict[Any, InputError] = {}
    for where, entity in foreign.items(record, "entity_mentions", optional=True):
        name = foreign.get(entity, "id", str, where)
        if name in entities:
            continue  # of mentions with one id the first counts, as in gen-arg
        try:
            entities[name] = _span(foreign, entity, where)
        except InputError as error:
            entities[name] = foreign.span(entity.get("start"), entity.get("end"), None, where)
            shifted[name] = error
    events = []
    for where, event in foreign.items(record, "event_mentions"):
        trigger = foreign.get(event, "trigger", dict, where)
        arguments = []
        for place, argument in foreign.arguments(event, where):
            role = foreign.get(argument, "role", str, place)
            spans = foreign.kept(partial(_argument_span, foreign, argument, place, entities, shifted))
            arguments += [{"span": span, "role": role} for span in spans]
        span = _span(foreign, trigger, (*where, "trigger"))
        events.append(
            {"trigger": {"span": span}, "type": foreign.get(event, "event_type", str, where), "arguments": arguments}
        )
    for problem in shifted.values():
        if any(problem is error for error in foreign.left_out):
            continue
        warn(f"{problem}; it is not an argument, so only a candidate is in doubt", stacklevel=2)
    candidates = [list(span) for span in dict.fromkeys(map(tuple, entities.values()))]
    given = candidates if "entity_mentions" in record else None
    return foreign.document(_name(foreign), events, argument_candidates=given, heads=record.get("heads"))


def from_golden_event_mentions(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a sentence of the ACE preprocessing that CrudeOilNews and M2E2 share, with ``golden-event-mentions``."""
    record = foreign.record
    if "words" in record:
        foreign.tokens = foreign.words(record["words"], ("document", "words"))
    else:
        foreign.tokens = foreign.get(record, "sentence", str).split()
    entities = []
    for where, one in foreign.items(record, "golden-entity-mentions", optional=True):
        start, end = (foreign.get(one, key, int, where) for key in ("start", "end"))
        entities.append(foreign.span(start, end, None, where))
    events = []
    for where, event in foreign.items(record, "golden-event-mentions"):
        span = _span(foreign, foreign.get(event, "trigger", dict, where), (*where, "trigger"))
        arguments = [
            {"span": span, "role": foreign.get(argument, "role", str, place)}
            for place, argument in foreign.arguments(event, where)
            for span in foreign.kept(partial(_span, foreign, argument, place))
        ]
        label = foreign.get(event, "event_type", str, where)
        events.append({"trigger": {"span": span}, "type": label, "arguments": arguments})
    candidates = [list(span) for span in dict.fromkeys(map(tuple, entities))]
    is_given = "golden-entity-mentions" in record
    names = [str(record[key]) for key in ("sentence_id", "sent_id", "doc_id", "id") if record.get(key) is not None]
    if isinstance(record.get("sentence_id", record.get("sent_id")), int) and record.get("doc_id") is not None:
        names = [f"{record['doc_id']}/{names[0]}"]  # sentences of each document are counted from 0
    document = foreign.document("", events, argument_candidates=candidates if is_given else None)
    return {**document, "doc_id": names[0] if names else None}


def from_graph(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document of OneIE's output: a graph of entities, triggers and roles."""
    record = foreign.record
    foreign.tokens = foreign.words(foreign.get(record, "tokens", list), ("document", "tokens"))
    graph = foreign.get(record, "graph", dict)
    where = ("document", "graph")
    spans = [_listed(foreign, entity, place) for place, entity in foreign.items(graph, "entities", where)]
    events: list[dict[str, Any]] = []
    for place, trigger in foreign.items(graph, "triggers", where):
        span, label = _listed(foreign, trigger, place), foreign.get(trigger, 2, str, place)
        events.append({"trigger": {"span": span}, "type": label, **_score(trigger, 3), "arguments": []})
    for place, role in foreign.items(graph, "roles", where):
        event, entity = (foreign.get(role, index, int, place) for index in (0, 1))
        if not 0 <= event < len(events) or not 0 <= entity < len(spans):
            raise foreign.error(
                place,
                wanted="the numbers of a trigger and of an entity of the graph, from 0",
                got=Description(f"{event} and {entity}"),
                hint=f"it has {counted(len(events), 'trigger')} and {counted(len(spans), 'entity')}",
            )
        argument = {"span": spans[entity], "role": foreign.get(role, 2, str, place), **_score(role, 3)}
        events[event]["arguments"].append(argument)
    return foreign.document(_name(foreign), events)


def from_textee_output(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document of TextEE's output: events, triggers, or the arguments of one trigger, as lists."""
    record = foreign.record
    if "tokens" in record:
        foreign.tokens = foreign.words(record["tokens"], ("document", "tokens"))
    if "triggers" in record:
        if record.get("arguments"):
            hint = 'TextEE writes the arguments of each trigger: "events": [{"trigger": …, "arguments": …}]'
            raise foreign.error(("document", "arguments"), says='beside "triggers" they would not be read', hint=hint)
        rows = [(where, {"trigger": trigger}) for where, trigger in foreign.items(record, "triggers")]
    elif "trigger" in record:
        rows = [(DOCUMENT, {key: record[key] for key in ("trigger", "arguments") if key in record})]
    else:
        rows = foreign.items(record, "event_mentions" if "entity_mentions" in record else "events")
    events = []
    for where, event in rows:
        trigger, of_trigger = foreign.get(event, "trigger", list, where), (*where, "trigger")
        span = _listed(foreign, trigger, of_trigger, 3)
        arguments = [
            {"span": _listed(foreign, argument, place, 3), "role": foreign.get(argument, 2, str, place)}
            for place, argument in foreign.arguments(event, where)
        ]
        label = foreign.get(trigger, 2, str, of_trigger)
        events.append({"trigger": {"span": span}, "type": label, "arguments": arguments})
    tokens = {"tokens": foreign.tokens} if foreign.tokens else {}
    return {"doc_id": _name(foreign), **tokens, "events": events}


def _argument_span(
    foreign: ForeignRecord,
    argument: Any,
    where: Path,
    entities: Mapping[Any, list[int]],
    shifted: Mapping[Any, InputError],
) -> list[int]:
    """Return the span of an argument, from its own offsets or from the entity mention that it names."""
    if "start" in argument:
        return _span(foreign, argument, where)
    name = foreign.get(argument, "entity_id", str, where)
    if name not in entities:
        raise foreign.error(where, wanted='an id of "entity_mentions"', got=name)
    if name in shifted:
        raise shifted[name]
    return entities[name]


def _span(foreign: ForeignRecord, mention: object, where: Path) -> list[int]:
    start, end = (foreign.get(mention, key, int, where) for key in ("start", "end"))
    return foreign.span(start, end, mention.get("text"), where)  # type: ignore[attr-defined]


def _listed(foreign: ForeignRecord, row: object, where: Path, text: int | None = None) -> list[int]:
    """Return the span at the begin of a list. Without tokens its words cannot be checked."""
    if isinstance(row, list) and any(isinstance(bound, str) for bound in row[:2]):
        raise foreign.error(where, wanted="a list that begins with start and end", got=row)
    start, end = (foreign.get(row, index, int, where) for index in (0, 1))
    if not foreign.tokens:
        return [start, end]
    words = row[text] if text is not None and isinstance(row, list) and len(row) > text else None
    if words is not None and not isinstance(words, str):
        raise foreign.error((*where, text), wanted="the text of the span", got=words)  # type: ignore[arg-type]
    return foreign.span(start, end, words, where)


def _score(row: list[Any], place: int) -> dict[str, float]:
    return {"score": row[place]} if len(row) > place and isinstance(row[place], float | int) else {}


def _name(foreign: ForeignRecord) -> str:
    """Return the document's id, followed by the id of its part where a line holds only a part."""
    record = foreign.record
    name = foreign.get(record, "doc_id", str)
    part = record.get("wnd_id", record.get("sent_id"))
    if part is None or part == name:
        return name
    return part if isinstance(part, str) and part.startswith(name) else f"{name}/{part}"
