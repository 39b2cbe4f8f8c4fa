"""JSON Lines of UIE: data (`test.json`), and records of a model's output (`*_preds_record.txt`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from event_scoring.documents.errors import Path
from event_scoring.formats.corpora.foreign_record import ForeignRecord

_RECORD: Path = ("document", "event")


def from_uie(foreign: ForeignRecord) -> dict[str, Any]:
    """Return the document of one sentence. Offsets list every token of a mention."""
    record = foreign.record
    foreign.tokens = foreign.words(foreign.get(record, "tokens", list), ("document", "tokens"))
    events = []
    for where, event in foreign.items(record, "event"):
        arguments = [
            {"role": foreign.get(argument, "type", str, place), **mention}
            for place, argument in foreign.items(event, "args", where)
            for mention in foreign.kept(partial(_mention, foreign, argument, place))
        ]
        label, trigger = foreign.get(event, "type", str, where), _mention(foreign, event, where)
        events.append({"type": label, "trigger": trigger, "arguments": arguments})
    return {"tokens": foreign.tokens, "events": events}


def _mention(foreign: ForeignRecord, item: Any, where: Path) -> dict[str, Any]:
    """Return the text and the span of a mention, whose tokens must follow each other."""
    text, tokens = foreign.get(item, "text", str, where), foreign.get(item, "offset", list, where)
    return {"text": text, "span": foreign.span(*_token_bounds(foreign, tokens, where), text, where)}


def from_uie_prediction(foreign: ForeignRecord) -> dict[str, Any]:
    """Return the texts that a model wrote, with their tokens if UIE found each of them.

    UIE drops events and arguments that it does not find. So a shorter list of offsets does not show which ones it has.
    """
    record = foreign.get(foreign.record, "event", dict)
    strings, offsets = (foreign.items(record, key, _RECORD) for key in ("string", "offset"))
    shapes = [
        [(event["type"], [role[0] for role in event["roles"]]) for _, event in rows] for rows in (strings, offsets)
    ]
    is_complete = shapes[0] == shapes[1]
    events = []
    for number, (where, event) in enumerate(strings):
        places: Mapping[str, Any] = offsets[number][1] if is_complete else {}
        trigger = {"text": foreign.get(event, "trigger", str, where), **_span(foreign, places.get("trigger"), where)}
        arguments = []
        for row, (place, role) in enumerate(foreign.items(event, "roles", where)):
            span = _span(foreign, places["roles"][row][1] if places else None, place)
            name, text = (foreign.get(role, column, str, place) for column in (0, 1))
            arguments.append({"role": name, "text": text, **span})
        events.append({"type": foreign.get(event, "type", str, where), "trigger": trigger, "arguments": arguments})
    return {"events": events}


def _span(foreign: ForeignRecord, tokens: Any, where: Path) -> dict[str, Any]:
    return {"span": [*_token_bounds(foreign, tokens, where)]} if tokens else {}


def _token_bounds(foreign: ForeignRecord, tokens: Any, where: Path) -> tuple[int, int]:
    """Return the first token of a list and the token after the last."""
    first, last = (foreign.get(tokens, index, int, where) for index in (0, max(0, len(tokens) - 1)))
    return first, last + 1
