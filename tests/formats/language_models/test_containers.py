"""Two events in every container and every form: both are read, or a note names the loss."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from event_scoring.formats.language_models.answer_reading import read_answer

DIE = {"type": "Die", "trigger": "died"}
ATTACK = {"type": "Attack", "trigger": "fired"}
ROLE = {"role": "Agent", "text": "troops"}
FORMS: dict[str, list[dict[str, Any]]] = {
    "a list of arguments": [{**ATTACK, "arguments": [ROLE]}, {**DIE, "arguments": []}],
    "texts by role": [{**ATTACK, "arguments": {"Agent": "troops"}}, {**DIE, "arguments": {}}],
    "lists by role": [{**ATTACK, "arguments": {"Agent": ["troops"], "Place": []}}, {**DIE, "arguments": {}}],
    "roles beside the type": [{**ATTACK, "Agent": "troops"}, DIE],
    "longer keys": [
        {
            "event_type": "Attack",
            "event_trigger": "fired",
            "event_arguments": [{"role": "Agent", "argument": "troops"}],
        },
        {"event_type": "Die", "event_trigger": "died", "event_arguments": []},
    ],
    "trigger objects": [
        {"type": "Attack", "trigger": {"text": "fired"}, "arguments": [ROLE]},
        {"type": "Die", "trigger": {"text": "died"}, "arguments": []},
    ],
    "entities": [{**ATTACK, "arguments": [{"role": "Agent", "entity": "troops"}]}, {**DIE, "arguments": []}],
    "one in the other": [{**ATTACK, "arguments": [ROLE], "subevents": [{**DIE, "arguments": []}]}],
    "an object a role": [{**ATTACK, "arguments": [{"Agent": "troops"}]}, {**DIE, "arguments": []}],
    "camel case": [
        {"eventType": "Attack", "trigger": "fired", "arguments": [ROLE]},
        {"eventType": "Die", "trigger": "died", "arguments": []},
    ],
}
text = json.dumps


def calls(events: list[Any]) -> list[dict[str, Any]]:
    return [
        {"id": "c", "type": "function", "function": {"name": "add_event", "arguments": text(one)}} for one in events
    ]


def spoken(content: object) -> dict[str, Any]:
    return {"role": "assistant", "content": content}


CONTAINERS: dict[str, Callable[[list[Any]], Any]] = {
    "a list": text,
    "an object": lambda events: text({"events": events}),
    "an indented object": lambda events: text({"events": events}, indent=2),
    "a fence": lambda events: f"Sure:\n```json\n{text(events)}\n```\nDone.",
    "prose": lambda events: f"The events are {text(events)} as asked.",
    "behind thoughts": lambda events: f'<think>Perhaps [{{"type": "Meet", "trigger": "met"}}]</think>\n{text(events)}',
    "before thoughts": lambda events: f"{text(events)}\n<think>Is that all?</think>",
    "JSON in JSON": lambda events: text(text(events)),
    "lines": lambda events: "\n".join(map(text, events)),
    "a numbered list": lambda events: "\n".join(f"{place}. {text(one)}" for place, one in enumerate(events, 1)),
    "names with numbers": lambda events: text({f"event_{place}": one for place, one in enumerate(events, 1)}),
    "a wrapper": lambda events: text({"result": {"events": events}}),
    "Python": str,
    "a trailing comma": lambda events: f"{text(events)[:-1]},]",
    "begun again": lambda events: f"{text(events)[:30]}\n\n```json\n{text(events)}\n```",
    "cut off": lambda events: text(events)[:-3],
    "a chat": lambda events: [{"role": "user", "content": "Find."}, spoken(text(events))],
    "choices": lambda events: {"choices": [{"message": spoken(text({"events": events}))}]},
    "parallel calls": lambda events: {"tool_calls": calls(events)},
    "one call": lambda events: {"tool_calls": calls([{"events": events}])},
    "function calls": lambda events: {
        "output": [
            {"type": "reasoning", "summary": []},
            *({"type": "function_call", "name": "add", "arguments": text(one), "call_id": "c"} for one in events),
        ]
    },
    "a text behind thinking": lambda events: spoken(
        [{"type": "thinking", "thinking": "Well.", "signature": "s"}, {"type": "text", "text": text(events)}]
    ),
    "uses of a tool": lambda events: spoken(
        [{"type": "tool_use", "id": "t", "name": "add", "input": one} for one in events]
    ),
    "calls in turn": lambda events: [
        {"role": "user", "content": "Find."},
        *(
            turn
            for call in calls(events)
            for turn in ({**spoken(None), "tool_calls": [call]}, {"role": "tool", "content": "ok", "tool_call_id": "c"})
        ),
        spoken("I have added all of them."),
    ],
    "calls in a text": lambda events: "\n".join(
        f"<tool_call>\n{text({'name': 'add_event', 'arguments': one})}\n</tool_call>" for one in events
    ),
    "calls in a list": lambda events: (
        f"[TOOL_CALLS] {text([{'name': 'add_event', 'arguments': one} for one in events])}"
    ),
    "a fence for each event": lambda events: "\n\n".join(f"```json\n{text(one)}\n```" for one in events),
    "code that appends": lambda events: "events = []\n" + "\n".join(f"events.append({one})" for one in events),
    "an object by number": lambda events: text({"events": {str(place): one for place, one in enumerate(events)}}),
    "objects of sentences": lambda events: text([{"sentence": "x", "events": [one]} for one in events]),
    "a line of a batch": lambda events: {
        "custom_id": "d",
        "response": {"status_code": 200, "body": {"choices": [{"message": spoken(text(events))}]}},
        "error": None,
    },
}


@pytest.mark.parametrize("container", CONTAINERS)
def test_nothing_is_lost_or_invented(container: str) -> None:
    for form, events in FORMS.items():
        read = read_answer(CONTAINERS[container](events))
        found = [
            (event["type"], event["trigger"]["text"], [(one["role"], one["text"]) for one in event["arguments"]])
            for event in read.events
        ]
        if container == "cut off":
            assert "cut off" in read.repaired, form
            assert {kind for kind, *_ in found} <= {"Attack", "Die"}, form
        else:
            assert sorted(found) == [("Attack", "fired", [("Agent", "troops")]), ("Die", "died", [])], form
