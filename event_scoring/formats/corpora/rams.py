"""JSON Lines of RAMS: sentences of a document, one trigger, links from it to its arguments, ends included."""

from __future__ import annotations

import re
from typing import Any

from event_scoring.documents.errors import Words
from event_scoring.formats.corpora.page import Page
from event_scoring.formats.text_lines import Source, read_lines

_NUMBERED = re.compile(r"evt\d+arg\d+")


def from_rams(page: Page) -> dict[str, Any]:
    """A document; argument candidates are its ``ent_spans``.

    Examples:
        >>> record = {"doc_key": "d", "sentences": [["troops", "fired"]], "evt_triggers": [[1, 1, [["attack", 1.0]]]],
        ...           "gold_evt_links": [[[1, 1], [0, 0], "evt001arg01attacker"]]}
        >>> from_rams(Page("test.jsonlines", 1, record))["events"]
        [{'trigger': {'span': [1, 2]}, 'type': 'attack', 'arguments': [{'span': [0, 1], 'role': 'attacker'}]}]
    """
    record = page.record
    page.tokens = [word for where, words in page.items(record, "sentences") for word in page.words(words, where)]

    events: list[dict[str, Any]] = []
    for where, trigger in page.items(record, "evt_triggers"):
        label = page.get(page.get(page.get(trigger, 2, list, where), 0, list, where), 0, str, where)
        events.append({"trigger": {"span": page.inclusive(trigger, where)}, "type": label, "arguments": []})
    for where, link in page.items(record, "gold_evt_links"):
        trigger_span = page.inclusive(page.get(link, 0, list, where), (*where, 0))
        owners = [event for event in events if event["trigger"]["span"] == trigger_span]
        if not owners:
            raise page.error(where, wanted='a span of "evt_triggers"', got=Words(trigger_span))
        role = role_of(page.get(link, 2, str, where))
        argument = {"span": page.inclusive(page.get(link, 1, list, where), (*where, 1)), "role": role}
        for event in owners:
            event["arguments"].append(argument)
    document: dict[str, Any] = {"doc_id": page.get(record, "doc_key", str), "tokens": page.tokens, "events": events}
    if "ent_spans" in record:
        document["argument_candidates"] = [page.inclusive(row, where) for where, row in page.items(record, "ent_spans")]
    return document


def role_of(label: str) -> str:
    """A role without the numbers of its event and its argument.

    Examples:
        >>> role_of("evt089arg02victim"), role_of("victim")
        ('victim', 'victim')
    """
    return _NUMBERED.sub("", label)


def read_role_limits(source: Source) -> dict[str, dict[str, int]]:
    """How often an event of a type may have a role, from RAMS's file of role multiplicities.

    A line is a type and then roles with a number each; of a repeated type the last line counts, of a repeated role the
    last number.

    Examples:
        >>> read_role_limits(b"life.die victim 1 place 2")
        {'life.die': {'victim': 1, 'place': 2}}
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
