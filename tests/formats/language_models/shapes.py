"""The shapes in which models answer: what is read, with which repairs, or why not."""

from __future__ import annotations

import json
from typing import Any

A = '{"type": "Attack", "trigger": "fired", "arguments": [{"role": "Agent", "text": "troops"}]}'
D = '{"type": "Die", "trigger": "died", "arguments": []}'
ATTACK = {"trigger": {"text": "fired"}, "type": "Attack", "arguments": [{"text": "troops", "role": "Agent"}]}
DIE = {"trigger": {"text": "died"}, "type": "Die", "arguments": []}
BARE = {**ATTACK, "arguments": []}


def _at(**position: Any) -> dict[str, Any]:
    return {**ATTACK, "trigger": {"text": "fired", **position, "claimed": True}}


def _called(arguments: str, name: str = "events") -> dict[str, Any]:
    return {"id": "c", "type": "function", "function": {"name": name, "arguments": arguments}}


def _with(*arguments: tuple[str, str]) -> dict[str, Any]:
    return {**BARE, "arguments": [{"text": text, "role": role} for role, text in arguments]}


NOTHING_KNOWN = "no events in a known form"
Shape = tuple[str, Any, Any, tuple[str, ...]]

READ: list[Shape] = [
    ("a list of events", f"[{A}]", [ATTACK], ()),
    ("an object with events", f'{{"events": [{A}]}}', [ATTACK], ()),
    ("an empty list", "[]", [], ()),
    ("an object with an empty list", '{"events": []}', [], ()),
    ("one event as an object", A, [ATTACK], ()),
    ("a wrapper of another name", f'{{"result": [{A}]}}', [ATTACK], ()),
    ("a wrapper in a wrapper", f'{{"data": {{"output": {{"events": [{A}]}}}}}}', [ATTACK], ()),
    ("each event in an object of its own", f'[{{"event": {A}}}, {{"event": {D}}}]', [ATTACK, DIE], ()),
    ("type and trigger in `event`, arguments beside it",
     '[{"event": {"type": "Attack", "trigger": "fired"}, "arguments": {"Agent": "troops"}}]', [ATTACK], ()),
    ("objects by type", '{"Attack": [{"trigger": "fired", "arguments": {"Agent": "troops"}}], "Die": []}', [ATTACK], ()),
    ("one object by type", '{"Attack": {"trigger": "fired", "Agent": "troops"}}', [ATTACK], ()),
    ("empty lists by type", '{"Attack": [], "Die": []}', [], ()),
    ("N/A alone", "N/A", [], ()),
    ("None alone, in a fence", "```\nNone\n```", [], ()),
    ("no events, in words", "No events.", [], ()),
    ("a word in place of events", '{"events": "none"}', [], ()),
    ("lists of events in a list", f"[[{A}], [{D}]]", [ATTACK, DIE], ()),
    ("fenced JSON", f"```json\n[{A}]\n```", [ATTACK], ()),
    ("a fence without a language", f"```\n[{A}]\n```", [ATTACK], ()),
    ("a fence on one line", f"```json [{A}]```", [ATTACK], ()),
    ("a fence of tildes", f"~~~json\n[{A}]\n~~~", [ATTACK], ()),
    ("a fence that does not end", f"Here:\n```json\n[{A}]", [ATTACK], ()),
    ("prose around a fence", f"Sure! Here is the JSON:\n```json\n[{A}]\n```\nLet me know.", [ATTACK], ()),
    ("prose around JSON", f"The events are [{A}] as asked.", [ATTACK], ()),
    ("brackets in the prose", f"[see below] {{}} [{A}]", [ATTACK], ()),
    ("prose and an empty list", "The text has no events: []", [], ()),
    ("thoughts before the answer", f"<think>Maybe [{D}]? No.</think>\n[{A}]", [ATTACK], ()),
    ("thoughts without a beginning", f"So [{D}]?</think>[{A}]", [ATTACK], ()),
    ("the answer in a tag", f"<answer>[{A}]</answer>", [ATTACK], ()),
    ("several fences", f"```json\n[{D}]\n```\nBetter:\n```json\n[{A}]\n```", [ATTACK], ("several answers",)),
    ("several lists", f"[{D}] or rather [{A}]", [ATTACK], ("several answers",)),
    ("several lists, the last empty", f"[{A}]\nRelations: []", [ATTACK], ()),
    ("JSON Lines", f"{A}\n{D}\n", [ATTACK, DIE], ()),
    ("JSON Lines in a fence", f"```jsonl\n{A}\n{D}\n```", [ATTACK, DIE], ()),
    ("objects with commas between", f"{A}, {D}", [ATTACK, DIE], ()),
    ("a numbered list of objects", f"1. {A}\n2. {D}", [ATTACK, DIE], ()),
    ("objects in prose", f"Event one: {A} Event two: {D}", [ATTACK, DIE], ("prose between events",)),
    ("a trailing comma", f"[{A},]", [ATTACK], ("trailing comma",)),
    ("single quotes, as Python prints", str([{"type": "Attack", "trigger": "fired", "arguments": {"Agent": "troops"}}]),
     [ATTACK], ("single quotes",)),
    ("curly quotes", "[{“type”: “Attack”, “trigger”: “fired”, “arguments”: {“Agent”: “troops”}}]", [ATTACK],
     ("curly quotes",)),
    ("an apostrophe in single quotes", "[{'type': 'Attack', 'trigger': 'fired', 'arguments': {'Agent': 'Gorno's men'}}]",
     [{**ATTACK, "arguments": [{"text": "Gorno's men", "role": "Agent"}]}], ("single quotes", "quotes within text")),
    ("quotes in quotes", '[{"type": "Attack", "trigger": "fired", "arguments": {"Agent": "the "good" men"}}]',
     [{**ATTACK, "arguments": [{"text": 'the "good" men', "role": "Agent"}]}], ("quotes within text",)),
    ("keys without quotes", '[{type: "Attack", trigger: "fired", arguments: {Agent: "troops"}}]', [ATTACK], ("unquoted",)),
    ("comments", f"[\n// the first\n{A}, # and\n/* the\nlast */ {D}]", [ATTACK, DIE], ("comment",)),
    ("a missing comma", f"[{A} {D}]", [ATTACK, DIE], ("missing comma",)),
    ("Python's None", '[{"type": "Attack", "trigger": "fired", "arguments": {"Agent": "troops", "Place": None}}]', [ATTACK],
     ("constant",)),
    ("NaN", '[{"type": "Attack", "trigger": "fired", "score": NaN}]', [BARE], ("constant",)),
    ("a line break in a text", '[{"type": "Attack", "trigger": "fired", "arguments": {"Agent": "the\ntroops"}}]',
     [{**ATTACK, "arguments": [{"text": "the\ntroops", "role": "Agent"}]}], ("line break in text",)),
    ("a bracket too many", f"[{A}]]", [ATTACK], ()),
    ("a bracket of another kind", f'{{"events": [{A}}}', [ATTACK], ("brackets",)),
    ("a list cut off between events", f"[{A}, {D},", [ATTACK, DIE], ("cut off",)),
    ("a list cut off within an event", f'[{A}, {{"type": "Die", "trigger": "di', [ATTACK], ("cut off", "event left out")),
    ("an object cut off", f'{{"events": [{A}, {{"ty', [ATTACK], ("cut off",)),
    ("an event without a trigger among others", f'[{A}, {{"type": "Die"}}]', [ATTACK], ("event left out",)),
    ("a text among events", f'[{A}, "and so on"]', [ATTACK], ("event left out",)),
    ("a trigger that is a number", f'[{{"type": "Die", "trigger": 3}}, {A}]', [ATTACK], ("event left out",)),
    ("an argument without a role", '[{"type": "Attack", "trigger": "fired", "arguments": [{"text": "x"}, '
     '{"role": "Agent", "text": "troops"}]}]', [ATTACK], ("argument left out",)),
    ("arguments that are a number", '[{"type": "Attack", "trigger": "fired", "arguments": 3}]', [BARE],
     ("argument left out",)),
    ("the same role twice", '[{"type": "Attack", "trigger": "fired", "arguments": {"Agent": "troops", "Agent": "men"}}]',
     [{**ATTACK, "arguments": [*ATTACK["arguments"], {"text": "men", "role": "Agent"}]}], ("repeated key",)),
    ("other names of the keys", '[{"event_type": "Attack", "trigger_word": "fired", "args": '
     '[{"argument_role": "Agent", "mention": "troops"}]}]', [ATTACK], ()),
    ("keys that say of what they are", '[{"event_type": "Attack", "trigger_mention": "fired", "arguments": '
     '[{"argument_type": "Agent", "argument_text": "troops"}]}]', [ATTACK], ()),
    ("participants", '[{"type": "Attack", "trigger": "fired", "participants": {"Agent": "troops"}}]', [ATTACK], ()),
    ("roles as keys of the event", '[{"type": "Attack", "trigger": "fired", "Agent": "troops", "why": "so"}]', [ATTACK], ()),
    ("a role with a list", '[{"type": "Attack", "trigger": "fired", "arguments": {"Agent": ["troops"], "Place": []}}]',
     [ATTACK], ()),
    ("a role with objects", '[{"type": "Attack", "trigger": "fired", "arguments": {"Agent": [{"text": "troops"}]}}]',
     [ATTACK], ()),
    ("pairs of role and text", '[{"type": "Attack", "trigger": "fired", "arguments": [["Agent", "troops"]]}]', [ATTACK], ()),
    ("objects of one role each", '[{"type": "Attack", "trigger": "fired", "arguments": [{"Agent": "troops"}]}]', [ATTACK], ()),
    ("null, N/A and None", '[{"type": "Attack", "trigger": "fired", "arguments": {"Agent": "troops", "Place": null, '
     '"Time": "N/A", "Target": ["None", ""]}}]', [ATTACK], ()),
    ("a trigger object", '[{"type": "Attack", "trigger": {"text": "fired"}, "arguments": {"Agent": "troops"}}]', [ATTACK], ()),
    ("a type in the trigger", '[{"trigger": {"text": "fired", "type": "Attack"}, "arguments": {"Agent": "troops"}}]',
     [ATTACK], ()),
    ("character offsets", '[{"type": "Attack", "trigger": {"text": "fired", "start": 7, "end": 12}, "arguments": '
     '{"Agent": "troops"}}]', [_at(start=7, end=12)], ()),
    ("character offsets by other names", '[{"type": "Attack", "trigger": {"text": "fired", "offset": [7, 12]}, "arguments": '
     '{"Agent": "troops"}}]', [_at(start=7, end=12)], ()),
    ("token offsets", '[{"type": "Attack", "trigger": {"text": "fired", "span": [1, 2]}, "arguments": {"Agent": "troops"}}]',
     [_at(span=[1, 2])], ()),
    ("scores", '[{"type": "Attack", "trigger": "fired", "confidence": 1, "arguments": [{"role": "Agent", "text": "troops", '
     '"score": 0.5}]}]',
     [{**ATTACK, "score": 1.0, "arguments": [{"text": "troops", "role": "Agent", "score": 0.5}]}], ()),
    ("Code4UIE: calls with `trigger`", 'result = [\n    Attack(trigger="fired", agent=["troops"]),\n    # no more\n]',
     [{**ATTACK, "arguments": [{"text": "troops", "role": "agent"}]}], ()),
    ("Code4UIE: fillers as calls", "Attack(trigger='fired', Agent=[Person('troops')], Place=None)", [ATTACK], ()),
    ("GoLLIE: calls with `mention`", 'result = [Attack(mention="fired", Agent=["troops"], Place=[]), Die(mention="died")]',
     [ATTACK, DIE], ()),
    ("code with its classes", "```python\nclass Attack(Event):\n    mention: str\n\nresult = [Attack(mention='fired')]\n```",
     [BARE], ()),
    ("code that is cut off", 'result = [Attack(mention="fired", Agent=["troops"]), Die(mention="di',
     [ATTACK], ("cut off", "event left out")),
    ("Text2Event", "((Attack fired (Agent troops)) (Die died))", [ATTACK, DIE], ()),
    ("UIE with sentinels", "<extra_id_0> <extra_id_0> Attack <extra_id_5> fired <extra_id_0> Agent <extra_id_5> troops "
     "<extra_id_1> <extra_id_1> <extra_id_1>", [ATTACK], ()),
    ("Text2Event without events", "()", [], ()),
    ("Text2Event cut off", "((Attack fired (Agent troops)) (Die di", [ATTACK], ("cut off",)),
    ("TANL", "[ troops | person | Agent = fired ] [ fired | Attack ] on Monday", [ATTACK], ()),
    ("YAML", "events:\n- type: Attack\n  trigger: fired\n  arguments:\n    Agent: troops\n    Place: null\n", [ATTACK], ()),
    ("YAML in a fence", "```yaml\n- type: Attack\n  trigger: 'fired'\n  arguments:\n  - role: Agent\n    text: troops\n```",
     [ATTACK], ()),
    ("XML with attributes", '<events><event type="Attack"><trigger>fired</trigger><argument role="Agent">troops</argument>'
     "</event></events>", [ATTACK], ()),
    ("XML with elements", "<event><type>Attack</type><trigger>fired</trigger><arguments><argument><role>Agent</role>"
     "<text>troops</text></argument></arguments></event>", [ATTACK], ()),
    ("XML by type", "<events><Attack><trigger>fired</trigger><Agent>troops</Agent></Attack></events>", [ATTACK], ()),
    ("a list of dicts", [{"type": "Attack", "trigger": "fired", "arguments": {"Agent": "troops"}}], [ATTACK], ()),
    ("a chat", [{"role": "user", "content": "Find."}, {"role": "assistant", "content": f"[{A}]"}], [ATTACK], ()),
    ("a message in pieces", {"role": "assistant", "content": [{"type": "text", "text": f"[{A}"}, {"type": "text", "text": "]"}]},
     [ATTACK], ()),
    ("a response with choices", {"id": "x", "choices": [{"message": {"role": "assistant", "content": f"[{A}]"}}]}, [ATTACK], ()),
    ("a call of a tool", {"role": "assistant", "content": None,
     "tool_calls": [{"function": {"name": "events", "arguments": f'{{"events": [{A}]}}'}}]}, [ATTACK], ()),
    ("several calls of a tool", {"role": "assistant", "content": None, "tool_calls": [_called(A), _called(D)]},
     [ATTACK, DIE], ()),
    ("a tool for each type", {"role": "assistant", "content": "", "tool_calls":
     [_called('{"trigger": "fired", "Agent": "troops"}', "Attack"), _called('{"trigger": "died"}', "Die")]},
     [ATTACK, DIE], ()),
    ("calls, one of which says no event", {"tool_calls": [_called(A), _called('{"query": 3}', "search")]},
     [ATTACK], ("call left out",)),
    ("a response of OpenAI with reasoning and a text", {"output": [{"type": "reasoning", "summary": []}, {"type": "message",
     "role": "assistant", "content": [{"type": "output_text", "text": f"[{A}]", "annotations": []}]}],
     "error": None, "text": {"format": {"type": "text"}}}, [ATTACK], ()),
    ("a response of OpenAI with calls", {"output": [{"type": "function_call", "name": "events", "arguments": one,
     "call_id": "c"} for one in (A, D)]}, [ATTACK, DIE], ()),
    ("a message of Anthropic with thinking", {"type": "message", "role": "assistant", "content":
     [{"type": "thinking", "thinking": f"[{D}]?", "signature": "s"}, {"type": "text", "text": f"[{A}]"}]}, [ATTACK], ()),
    ("a message of Anthropic with tools", {"role": "assistant", "content": [{"type": "text", "text": "I call."},
     *({"type": "tool_use", "id": "t", "name": "events", "input": json.loads(one)} for one in (A, D))]},
     [ATTACK, DIE], ()),
    ("a call of Gemini", {"candidates": [{"content": {"role": "model", "parts":
     [{"functionCall": {"name": "events", "args": {"events": [json.loads(A)]}}}]}}]}, [ATTACK], ()),
    ("a line of a batch of OpenAI or vLLM", {"custom_id": "d", "response": {"status_code": 200, "body":
     {"choices": [{"message": {"role": "assistant", "content": f"[{A}]"}}]}}, "error": None}, [ATTACK], ()),
    ("a line of a batch of Anthropic", {"custom_id": "d", "result": {"type": "succeeded", "message":
     {"role": "assistant", "content": [{"type": "text", "text": f"[{A}]"}]}}}, [ATTACK], ()),
    ("JSON in a string of JSON", json.dumps(f"[{A}]"), [ATTACK], ("encoded twice",)),
    ("events as a string", json.dumps({"events": f"[{A}]"}), [ATTACK], ("encoded twice",)),
    ("a list of strings of JSON", json.dumps([A, D]), [ATTACK, DIE], ("encoded twice",)),
    ("arguments as a string", '[{"type": "Attack", "trigger": "fired", "arguments": "{\\"Agent\\": \\"troops\\"}"}]',
     [ATTACK], ("encoded twice",)),
    ("the answer before thoughts", f"[{A}]\n<think>Is [{D}] one?</think>", [ATTACK], ()),
    ("events in an event", json.dumps([{**json.loads(A), "subevents": [json.loads(D)]}]), [ATTACK, DIE], ()),
    ("a role beside the arguments", json.dumps([{**json.loads(A), "Victim": "he"}]), [ATTACK], ("key left out",)),
    ("roles beside an empty list", '[{"type": "Attack", "trigger": "fired", "arguments": [], "Agent": "troops"}]',
     [ATTACK], ()),
    ("triggers and arguments apart", '{"triggers": [{"type": "Attack", "text": "fired"}], "arguments": [{"role": "Agent", '
     '"text": "troops", "trigger": "fired"}]}', [ATTACK], ()),
    ("arguments apart that name no trigger", '{"triggers": [{"type": "Attack", "text": "fired"}], "arguments": [{"role": '
     '"Agent", "text": "troops"}]}', [BARE], ("argument left out",)),
    ("dict(…) in code", 'result = [dict(event_type="Attack", trigger="fired", Agent="troops")]', [ATTACK], ()),
    ("a class that says its type", 'Event(event_type="Attack", trigger="fired", Agent="troops")', [ATTACK], ()),
    ("CDATA in XML", '<event type="Attack"><trigger><![CDATA[fired]]></trigger></event>', [BARE], ()),
    ("an empty trigger among events", f'[{A}, {{"type": "Die", "trigger": ""}}]', [ATTACK], ("event left out",)),
    ("Text2Event without the outer brackets", "(Attack fired (Agent troops))\n(Die died)", [ATTACK, DIE], ("brackets",)),
    ("a list whose beginning is missing", f'igger": "fell", "arguments": []}}, {A}]', [ATTACK],
     ("cut off at its beginning",)),
    ("an answer that begins again", f'[{{"type": "Attack", "trigger": "fi\n\n```json\n[{A}, {D}]\n```', [ATTACK, DIE], ()),
    ("several choices", {"choices": [{"message": {"content": f"[{A}]"}}, {"message": {"content": f"[{D}]"}}]}, [ATTACK],
     ("several answers",)),
    ("a call, and other events beside it", {"content": f"[{D}]", "tool_calls": [_called(A)]}, [ATTACK],
     ("several answers",)),
    ("a call in a text, named after the type", '<tool_call>{"name": "Attack", "arguments": {"trigger": "fired", '
     '"Agent": "troops"}}</tool_call>', [ATTACK], ()),
    ("strings of code with a letter before them", "[Attack(mention=f'fired', agent=[r\"troops\"])]",
     [_with(("agent", "troops"))], ()),
    ("code that prints", "print(extract(" + repr([json.loads(A)]) + "))", [ATTACK], ()),
    ("a call without keywords among others", "[Attack('fired', ['troops']), Die(mention='died')]", [DIE],
     ("event left out",)),
    ("a class of all events, its type without a keyword", "Event('Attack', trigger='fired', Agent='troops')", [ATTACK], ()),
    ("a wrapper that could be a type", '{"results": [{"type": "Attack", "trigger": "fired", "Agent": "troops"}]}',
     [ATTACK], ()),
    ("arguments under another key", '[{"type": "Attack", "trigger": "fired", "fillers": [{"role": "Agent", "text": '
     '"troops"}]}]', [ATTACK], ()),
    ("arguments within triggers", '{"triggers": [{"type": "Attack", "text": "fired", "arguments": {"Agent": "troops"}}]}',
     [ATTACK], ()),
    ("arguments by trigger", '{"triggers": [{"type": "Attack", "text": "fired"}], "arguments": {"fired": {"Agent": '
     '"troops"}}}', [ATTACK], ()),
    ("quotes of another keyboard", "[{`type`: `Attack`, `trigger`: `fired`, `arguments`: {`Agent`: `troops`}}]", [ATTACK],
     ("unquoted",)),
    ("InstructUIE", " ( Attack: fired, troops: Agent) ,( Die: died, None) ", [ATTACK, DIE], ()),
    ("InstructUIE: pairs of type and trigger", " Attack: fired; Die: died", [BARE, DIE], ("pairs of type and trigger",)),
    ("Text2Event with quotes", '((Attack "fired" (Agent "troops")))', [ATTACK], ()),
    ("the output of a pipeline", [{"generated_text": f"[{A}]"}], [ATTACK], ()),
    ("other events beside the list", f'{{"events": [{A}], "additional_events": [{D}]}}', [ATTACK, DIE], ()),
    ("other things beside the list", f'{{"events": [{A}], "entities": [{{"text": "troops"}}]}}', [ATTACK],
     ("key beside the events",)),
    ("roles named like other keys", '[{"type": "Attack", "trigger": "fired", "Agent": "troops", "Position": "hill", "Event": '
     '"war"}]', [_with(("Agent", "troops"), ("Position", "hill"), ("Event", "war"))], ()),
    ("a key that may be a role or a note", '[{"type": "Attack", "trigger": "fired", "reason": "oil"}]', [BARE],
     ("key left out",)),
    ("an escape that JSON does not have", r'[{"type": "Attack", "trigger": "fired", "Agent": "$\alpha$-troops"}]',
     [_with(("Agent", r"$\alpha$-troops"))], ("backslash",)),
    ("guillemets", "[{« type »: « Attack », « trigger »: « fired », « Agent »: « troops »}]", [ATTACK], ("guillemets",)),
    ("a quote that is missing", '[{"type": "Attack", "trigger": "fired", "arguments: [{"role": "Agent", "text": "troops"}]}]',
     [ATTACK], ("missing quote",)),
    ("the last half key of YAML", "- type: Attack\n  trigger: fired\n  argu", [BARE], ("cut off",)),
    ("TANL with half a bracket", "[ troops | Agent = fired ] [ fired | Attack ] [ died | Di", [ATTACK],
     ("cut off", "text left out")),
    ("a chat whose answer goes on", [{"role": "user", "content": "Find."}, {"role": "assistant", "content": f"[{A[:20]}"},
     {"role": "user", "content": "continue"}, {"role": "assistant", "content": f"{A[20:]}]"}], [ATTACK], ()),
    ("a last answer that takes all back", f"[{A}]\nIt is negated. Final answer: []", [], ("several answers",)),
]  # fmt: skip

UNPARSED: list[tuple[str, Any, str]] = [
    ("nothing", "", "no text"),
    ("prose", "There are no events in this text.", NOTHING_KNOWN),
    ("a refusal", "I'm sorry, but I can't help with that.", NOTHING_KNOWN),
    ("a table of Markdown", "| type | trigger |\n|---|---|\n| Attack | fired |", NOTHING_KNOWN),
    ("a list of Markdown", "- **Attack**: fired\n  - Agent: troops", NOTHING_KNOWN),
    ("thoughts that do not end", f"<think>Perhaps [{A}]", "no text"),
    ("an event cut off", A[:40], "the text ends within the event"),
    ("numbers", "[1, 2]", NOTHING_KNOWN),
    ("a number in place of events", '{"events": 3}', NOTHING_KNOWN),
    ("a type alone", '[{"type": "Attack"}]', "the event has no trigger that is a text"),
    ("a trigger alone", '[{"trigger": "fired"}]', "the event has no type"),
    ("half a character", '[{"type": "Attack", "trigger": "\\ud800"}]', "the event holds half a character"),
    ("brackets without end", "[" * 1000, NOTHING_KNOWN),
    ("no answer", None, "no text"),
    ("a number", 3, "no text but int"),
    ("arguments alone", '{"arguments": [{"role": "Agent", "text": "troops"}]}', "the arguments belong to no event"),
    (
        "code that assigns a call without a trigger",
        'e = Meet(\n    entity=[PER("John")],\n)',
        "the code names no trigger; the events must be given",
    ),
    ("triggers without types", '{"triggers": ["fired"], "arguments": []}', "expected an event, got a text"),
    ("an empty trigger", '[{"type": "Attack", "trigger": ""}]', "the event has no trigger that is a text"),
    ("two triggers", '[{"type": "Attack", "trigger": "fired", "trigger": "shot"}]', "the event has several triggers"),
    ("Lisp with keywords", '(event :type "Attack" :trigger "fired")', NOTHING_KNOWN),
    ("a wrapper that is no type", '{"results": [{"trigger": "fired"}]}', "the event has no type"),
    (
        "a call of a tool without a type",
        {"tool_calls": [_called('{"trigger": "fired"}', "add_event")]},
        "the event has no type",
    ),
    ("Lisp with keys", "(event (type Attack) (trigger fired))", "the event has no trigger that is a text"),
    (
        "a request of a batch that failed",
        {"custom_id": "d", "response": {"status_code": 400, "body": {"error": {"message": "too long"}}}, "error": None},
        "the request failed: too long",
    ),
    ("a request of a batch that ended", {"custom_id": "d", "result": {"type": "expired"}}, "the request is expired"),
    ("an empty list beside something else", "Attack: fired, arguments: []", NOTHING_KNOWN),
    ("an empty list after a refusal", "I cannot answer this. []", NOTHING_KNOWN),
    ("marks alone", "...", NOTHING_KNOWN),
    (
        "a chat that ends with a question",
        [{"role": "assistant", "content": f"[{A}]"}, {"role": "user", "content": "And here?"}],
        "the chat ends with a question",
    ),
]

PLACEHOLDERS = (
    *(
        "NAN",
        "nan",
        "unknown",
        "无",
        "未提及",
        "—",
        "not mentioned",
        "Not mentioned in the text.",
        "not applicable",
        "N/A",
    ),
    *("non précisé", "Non mentionnée dans le texte", "não informado", "no se menciona", "nicht bekannt", "nie podano"),
    *("не указано", "None/Unknown", "N/A | none", "n / a", "non specificato", "niet vermeld", "該当なし", "언급 없음"),
    *("not provided", "unspecified", "<none>", "(none)", "None mentioned", "...", "[]", '""', "not explicitly stated"),
)
"""Texts that mean a missing filler."""
EMPTY = (
    *(
        "Events: []",
        "result = []",
        "<answer>[]</answer>",
        "Sure! Here is the JSON:\n[]",
        "There are no events here.\n[]",
    ),
    *(
        "[]\n\nThe text does not mention any events.",
        *(
            "Sure! []",
            "The answer is []",
            "1. []",
            "イベントはありません。[]",
            "The text [a report] has no events.\n[]",
        ),
        '{"events": {}}',
        "```json\n[]\n```\nI see none.",
        "(No events: [])",
    ),
)
"""Answers that only state the absence of events."""
NOT_EMPTY = (
    *('"type": "Attack", "trigger": "fired", "arguments": []}', '[[events]]\ntype = "Attack"\narguments = []'),
    *(
        "type,trigger\nAttack,fired,[]",
        "| Attack | fired | [] |",
        "- type: Attack\n  trigger: >\n    fired\n  arguments: []",
    ),
    *('"', "!!!", '""', '{"arguments": []}', '{"events": [], "entities": ["he"]}', '{"events": [], "Die": "died"}'),
    *('{"type": null, "trigger": null, "arguments": []}', '{"events": []:}'),
    *(
        [{"role": "assistant", "content": None, "reasoning_content": f"[{A}]"}],
        {"gold": f"[{A}]", "prediction": "I see none."},
    ),
    {
        "doc": {"text": "Troops fired."},
        "target": f"[{A}]",
        "resps": [["I see none."]],
        "filtered_resps": ["I see none."],
    },
)
"""Answers that are unparsed, although an empty list or nothing but marks is what can be read of them."""
NOTED: dict[str, list[dict[str, Any]]] = {
    '{"Attack": ["fired"], "Die": [{"trigger": "died"}]}': [DIE],
    '{"Attack": [{"trigger": "fired"}], "Die": "died"}': [BARE],
    '{"Attack": [{"trigger": "fired"}], "Die": [{"Victim": "he"}]}': [BARE],
    '[{"type": "Attack", "trigger": "fired", "arguments": {"Agent": "troops"}, "participants": {"Victim": "he"}}]': [ATTACK],
    '[{"type": "Attack", "trigger": "fired", "arguments": [{"role": "Agent", "text": "troops", "Victim": "he"}]}]': [ATTACK],
    f'{{"events": [{A}], "rejected_events": [{D}]}}': [ATTACK],
    f'{{"events": [{A}], "gold": [{D}]}}': [ATTACK],
    f'{{"accepted": [{A}], "rejected": [{D}]}}': [ATTACK],
    f'[{A}, {{"type": null, "trigger": null, "arguments": {{"Agent": "he"}}}}]': [ATTACK],
    f"Candidates: [{A}]\nAfter checking, none of them is an event: []": [ATTACK],
    f'{{"entities": [{A}], "events": [{D}]}}': [DIE],
    '{"events": [{"type": "Attack", "trigger": "fired", "Trigger": "shot"}]}': [BARE],
    '[{"type" => "Attack", "trigger" => "fired"}]': [],
    '{"triggers": ["shots", {"type": "Attack", "text": "fired"}], "arguments": []}': [BARE],
    f't = "war"\n[{A}]': [ATTACK],
    '[Attack(mention="fired), Die(mention="died", Victim=["he"])]':
        [{"trigger": {"text": 'fired), Die(mention="died'}, "type": "Attack", "arguments": [{"text": "he", "role": "Victim"}]}],
    'who = Person("troops", 3)\nresult = [Attack(mention="fired", Agent=[who])]': [BARE],
    f'{A}\n"type": "Die", "trigger": "died", "arguments": []}}': [ATTACK],
    f"[{D}]\n```json\n[{A}]\n```": [ATTACK],
    '[{"type": "Attack", "trigger": "fired"}, # {"type": "Die", "trigger": "died"}\n]': [BARE],
    '[{"type": "Attack", "trigger": "fired", "Agent": "troops", "Comment": "a role?"}]': [ATTACK],
    "- type: Attack\n  trigger: fired\n  type: Die\n": [],
    "((Attack fired (Agent troops)) (Die died)))": [ATTACK, DIE],
    "((Attack fired (Agent troops) at night))": [ATTACK],
    "[ troops | Agent = fired ] [ fired | Attack ] died | Die ]": [ATTACK],
    "[ fired | Attack ] [ troops | Agent  fired ]": [BARE, {"trigger": {"text": "troops"}, "type": "Agent  fired", "arguments": []}],
}  # fmt: skip
"""Answers of which something is not read, and what is: each has a note, or is unparsed."""
READ_TOO: list[tuple[Any, list[dict[str, Any]]]] = [
    ('who = Person("troops")\nresult = [Attack(mention="fired", Agent=[who])]', [ATTACK]),
    ('result = [Attack(mention="fired", Agent=["the " "troops"])]', [_with(("Agent", "the troops"))]),
    (f'{{"Event": {A}, "event": {D}}}', [ATTACK, DIE]),
    (f'<pre><code class="language-json">[{A}]</code></pre>', [ATTACK]),
    ('<event type="Attack"><trigger>fired</trigger><roles><role name="Agent">troops</role></roles></event>', [ATTACK]),
    ('<event type="Attack"><trigger>fired</trigger><role name="Agent">troops</role></event>', [ATTACK]),
    ('<event type="Attack" trigger="fired"><argument type="Agent">troops</argument></event>', [ATTACK]),
    ('<event type="Attack" trigger="fired"><participants><participant name="Agent">troops</participant></participants>'
     "</event>", [ATTACK]),
    (f'{{"events": [], "event_list": [{A}]}}', [ATTACK]),
    (f'{{"Events": [{A}], "events": [{D}]}}', [ATTACK, DIE]),
    (f'{{"type": "Attack", "trigger": "fired", "events": [{D}]}}', [BARE, DIE]),
    (f'{{"type": "Attack", "trigger": "fired", "event_mentions": [{D}]}}', [BARE, DIE]),
    (f'{{"type": "Attack", "trigger": "fired", "event": {D}}}', [BARE, DIE]),
    ('[{"type": "Attack", "trigger": "fired", "arguments": [], "participants": {"Agent": "troops"}}]', [ATTACK]),
    ('[Attack(mention="fired", Agent=["troops"], position=["hill"], reason=["oil"])]',
     [_with(("Agent", "troops"), ("position", "hill"), ("reason", "oil"))]),
    ('[{"type": "Attack", "trigger": "fired", "agent": "troops", "position": "hill"}]',
     [_with(("agent", "troops"), ("position", "hill"))]),
    ('[{"type": "Attack", "trigger": "fired", ' + ", ".join(f'"{role}": "x"' for role in (
        "Sentence", "Reason", "Label", "Category", "Start", "End", "Text", "Summary", "Description", "Evidence", "Anchor"))
     + "}]", [_with(*((role, "x") for role in (
        "Sentence", "Reason", "Label", "Category", "Start", "End", "Text", "Summary", "Description", "Evidence", "Anchor")))]),
    ('[{"type": "Attack", "trigger": "fired", "Agent": "troops", "sentence": "Troops fired.", "event_id": "e"}]', [ATTACK]),
    ('[{"text": "fired", "label": "Attack", "start": 7, "end": 12}]',
     [{**BARE, "trigger": {"text": "fired", "start": 7, "end": 12, "claimed": True}}]),
    ('- type: Attack\n  trigger: "fir\\u0065d"', [BARE]),
    ("- type: Attack\n  trigger: 'fired'", [BARE]),
    ('<!-- <event type="Die"><trigger>died</trigger></event> --><event type="Attack"><trigger>fired</trigger></event>', [BARE]),
    ({"candidates": [{"content": {"role": "model", "parts": [
        {"text": f"[{D}]", "thought": True}, {"text": f"[{A}]", "thoughtSignature": "y"}]}}]}, [ATTACK]),
    ({"output": {"message": {"role": "assistant", "content": [
        {"reasoningContent": {"reasoningText": {"text": f"[{D}]"}}}, {"text": f"[{A}]"}]}}}, [ATTACK]),
    (f"[THINK]Maybe [{D}]?[/THINK][{A}]", [ATTACK]),
    (f"<|channel|>analysis<|message|>[{D}]?<|end|><|start|>assistant<|channel|>final<|message|>[{A}]", [ATTACK]),
    ({"input": "Troops fired.", "output": f"[{D}]", "generated": f"[{A}]"}, [ATTACK]),
    ({"text": "Troops fired.", "reference": f"[{D}]", "response": f"[{A}]"}, [ATTACK]),
    ([{"role": "user", "content": "Find."}, {"role": "assistant", "content": f"[{D}]"},
      {"role": "user", "content": "Sure?"}, {"role": "assistant", "content": f"[{A}]"}], [ATTACK]),
]  # fmt: skip
"""Answers that are read without a word, beside those of the documentation."""
LOST_LETTERS = {"[‘Attack’]": "Attack", "[« Attack »]": "Attack", "[„Attack“]": "Attack", r'["\d+\\"]': "\\d+\\",
                "[‘Gorno’s men’]": "Gorno’s men", '["a\\u12"]': "a\\u12", r'["caf\u00e9", "caf': ["café", "caf"],
                r"['caf\u00e9']": "café", r'["""caf\u00e9"""]': "café", '[""""""]': "",
                r'["\ud83d\ude00\U0001F600"': "😀😀",
                r"[“caf\xe9\t”]": "café\t", r'["\U99999999"]': r"\U99999999"}  # fmt: skip
"""Texts with quotes and escapes of many kinds, and what they say."""

ROLES: list[tuple[str, Any, list[tuple[str, str]] | None]] = [
    ("texts by role", '{"Agent": ["troops"], "Victim": [], "Place": null}', [("Agent", "troops")]),
    ("in a fence", '```json\n{"Agent": "troops"}\n```', [("Agent", "troops")]),
    ("after a thought", '<think>{"Agent": "he"}</think>{"Agent": "troops"}', [("Agent", "troops")]),
    ("a list of roles and texts", '[{"role": "Agent", "text": "troops"}]', [("Agent", "troops")]),
    ("pairs", '[["Agent", "troops"]]', [("Agent", "troops")]),
    ("under a key", '{"arguments": {"Agent": ["troops"]}}', [("Agent", "troops")]),
    ("beside the type", '{"event_type": "Attack", "Agent": "troops"}', [("Agent", "troops")]),
    ("the whole event", A, [("Agent", "troops")]),
    ("under the type", '{"Attack": {"Agent": ["troops"], "Place": []}}', [("Agent", "troops")]),
    ("under the word answer", '{"answer": {"Agent": "troops"}}', [("Agent", "troops")]),
    ("a list with the whole event", f'{{"events": [{A}]}}', [("Agent", "troops")]),
    ("objects with places", '{"Agent": [{"text": "troops", "start": 3, "end": 9}]}', [("Agent", "troops")]),
    ("a call", {"tool_calls": [_called('{"Agent": ["troops"]}')]}, [("Agent", "troops")]),
    ("roles whose names are other keys", '{"Entity": ["x"], "Label": ["y"]}', [("Entity", "x"), ("Label", "y")]),
    ("roles whose names are notes elsewhere", '{"Agent": "troops", "Position": "hill", "Reason": "oil", "Type": ["gun"]}',
     [("Agent", "troops"), ("Position", "hill"), ("Reason", "oil"), ("Type", "gun")]),
    ("small roles whose names are notes elsewhere", '{"agent": "troops", "reason": "oil"}',
     [("agent", "troops"), ("reason", "oil")]),
    ("a note beside roles", '{"Agent": "troops", "explanation": "They did."}', [("Agent", "troops")]),
    ("an empty list after words", "I cannot say. []", None),
    ("nothing in every role", '{"Agent": null, "Place": "N/A"}', []),
    ("an empty object", "{}", []),
    ("an empty list", "[]", []),
    ("N/A", "N/A", []),
    ("no arguments, in words", "No arguments.", []),
    ("prose", "I do not know.", None),
    ("nothing", "", None),
    ("code that assigns a call", 'e = Attack(\n    Agent=[PER("troops"), PER(name="he"), "she"],\n)',
     [("Agent", "troops"), ("Agent", "he"), ("Agent", "she")]),
    ("texts before roles", "troops: Agent; he: Victim", None),
    ("a text without a role", "Agent(troops)", None),
    ("a role and a text in brackets", "(Agent troops)", None),
]  # fmt: skip
"""Answers to prompts that name the event: what is read as its arguments; None where nothing can be."""


def table() -> str:
    """Return the shapes as a table for the documentation."""
    rows = ["| the answer is | is read as |", "|---|---|"]
    for name, _, events, repaired in READ:
        kinds = ", ".join(f"`{kind}`" for kind in repaired)
        count = "no events" if not events else "1 event" if len(events) == 1 else f"{len(events)} events"
        rows.append(f"| {name} | {count}{f', repaired: {kinds}' if kinds else ''} |")
    rows += [f"| {name} | unparsed: {reason} |" for name, _, reason in UNPARSED]
    return "\n".join(rows)
