"""IEPile's and OneKE's JSON: `{TYPE: [{"trigger": text, "arguments": {ROLE: text or [text]}}]}`."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from event_scoring.documents.answer_texts import IEPILE_ABSENT
from event_scoring.formats.language_models.answers import ParsedAnswer
from event_scoring.formats.language_models.forms.context import NO_TEXT, FormContext, leave_out, make_event
from event_scoring.formats.language_models.keys import kind_in_words


def read_iepile(answer: str, context: FormContext) -> ParsedAnswer:
    """Return the events of a JSON object by type. Under task "EEA" the items of a type are objects of roles.

    The whole answer must be JSON. "NAN" means that the role has no argument. Null, numbers and other values count as
    predictions that match no reference. Their text is their JSON in angle brackets.

    Examples:
        >>> answer = '{"Die": [{"trigger": "died", "arguments": {"Victim": ["he", "NAN"]}}]}'
        >>> read_iepile(answer, FormContext(task="EE")).events
        [{'type': 'Die', 'trigger': {'text': 'died'}, 'arguments': [{'role': 'Victim', 'text': 'he'}]}]
        >>> read_iepile("Answer: {}", FormContext(task="EE")).reason
        'no JSON'
    """
    read = ParsedAnswer()

    def last_of_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        for key, number in Counter(key for key, _ in pairs).items():
            for _ in range(number - 1):
                leave_out(read, "key", "a later one has its name", key)
        return dict(pairs)

    try:
        by_type = json.loads(answer, object_pairs_hook=last_of_each)
    except (ValueError, RecursionError):
        return ParsedAnswer(reason="no JSON")
    if not isinstance(by_type, dict):
        return ParsedAnswer(reason="JSON that is not an object")
    for event_type, items in by_type.items():
        if not isinstance(items, list):
            leave_out(read, "event", f"expected a list of events, got {kind_in_words(items)}", event_type)
            continue
        for item in items:
            if not isinstance(item, dict):
                leave_out(read, "event", f"expected an object, got {kind_in_words(item)}", event_type)
                continue
            trigger = NO_TEXT if context.task == "EEA" else item.get("trigger", NO_TEXT)
            if not isinstance(trigger, str):
                leave_out(read, "event", f"expected a text as trigger, got {kind_in_words(trigger)}", event_type)
                continue
            roles = item if context.task == "EEA" else item.get("arguments", {})
            read.events.append(make_event(event_type, trigger, _arguments(roles, read)))
    return read


def _arguments(roles: Any, read: ParsedAnswer) -> list[dict[str, Any]]:
    if not isinstance(roles, dict):  # the published reader stops here
        leave_out(read, "argument", f"expected an object of roles, got {kind_in_words(roles)}")
        return []
    arguments = []
    for role, value in roles.items():
        for text in value if isinstance(value, list) else [value]:
            if text == IEPILE_ABSENT:
                continue
            if not isinstance(text, str):
                read.repaired.append(f"argument without a text: {kind_in_words(text)}, {role[:50]}")
            arguments.append({"role": role, "text": text if isinstance(text, str) else f"<{json.dumps(text)}>"})
    return arguments
