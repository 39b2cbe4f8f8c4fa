"""JSON Lines of RAMS: sentences of a document, one trigger, links from it to its arguments, ends included."""

from __future__ import annotations

import re
from typing import Any

from event_scoring.documents.errors import Description, Path
from event_scoring.formats.corpora.foreign_record import ForeignRecord
from event_scoring.formats.text_lines import Source, read_lines

_NUMBERED = re.compile(r"evt\d+arg\d+")


def from_rams(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document, whose argument candidates are its ``ent_spans``."""
    record = foreign.record
    foreign.join_sentences()
    events: list[dict[str, Any]] = []
    for where, trigger in foreign.items(record, "evt_triggers"):
        label = foreign.get(foreign.get(foreign.get(trigger, 2, list, where), 0, list, where), 0, str, where)
        events.append({"trigger": {"span": foreign.inclusive(trigger, where)}, "type": label, "arguments": []})
    add_links(foreign, events, 'a span of "evt_triggers"')
    name, candidates = foreign.get(record, "doc_key", str), None
    if "ent_spans" in record:
        candidates = [foreign.inclusive(row, where) for where, row in foreign.items(record, "ent_spans")]
    return foreign.document(name, events, argument_candidates=candidates)


def add_links(foreign: ForeignRecord, events: list[dict[str, Any]], wanted: str) -> None:
    """Add the arguments of ``gold_evt_links`` to the events with the named triggers."""
    for where, link in foreign.items(foreign.record, "gold_evt_links"):
        owners = events_at(foreign, events, link, where, wanted)
        role = role_of(foreign.get(link, 2, str, where))
        for event in owners:
            span = foreign.inclusive(foreign.get(link, 1, list, where), (*where, 1))
            event["arguments"].append({"span": span, "role": role})


def events_at(
    foreign: ForeignRecord, events: list[dict[str, Any]], row: object, where: Path, wanted: str
) -> list[dict[str, Any]]:
    """Return the events whose trigger a row begins with, by its span."""
    trigger, place = foreign.get(row, 0, list, where), (*where, 0)
    span = foreign.inclusive(trigger, place)
    owners = [event for event in events if event["trigger"]["span"] == span]
    if not owners:
        raise foreign.error(place, wanted=wanted, got=Description(trigger[:2]))
    return owners


def role_of(label: str) -> str:
    """Return a role without the numbers of its event and its argument."""
    return _NUMBERED.sub("", label)


def read_role_limits(source: Source) -> dict[str, dict[str, int]]:
    """Return how often an event of a type may have a role, from the file of role multiplicities of RAMS.

    A line is a type, followed by roles with a number each. The last line of a type counts, and the last number of a
    role.
    """
    lines = read_lines(source)
    limits = {}
    for row, line in enumerate(lines.text.to_pylist()):
        kind, *rest = line.split() or [""]
        if not kind:
            continue
        numbers = rest[1::2]
        if len(rest) % 2 or not all(number.isascii() and number.isdigit() and len(number) < 10 for number in numbers):
            raise lines.error(row, wanted="a type, and roles with a number each", got=line)
        limits[kind] = {role: int(number) for role, number in zip(rest[::2], numbers, strict=True)}
    return limits
