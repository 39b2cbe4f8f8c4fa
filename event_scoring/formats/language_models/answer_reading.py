"""Read one answer of a model: find the part with the events, its notation, and the repairs that it needs."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

from event_scoring.formats.language_models.answer_events import KEY_BESIDE, find_arguments, find_events
from event_scoring.formats.language_models.answers import (
    ParsedAnswer,
    before_thoughts,
    fenced_blocks,
    outside_fences,
    without_thoughts,
)
from event_scoring.formats.language_models.event_arguments import ParsedEvents
from event_scoring.formats.language_models.event_sentences import read_instructuie
from event_scoring.formats.language_models.keys import NO_TYPES, may_be_type, no_events
from event_scoring.formats.language_models.messages import Calls, Failure, ToolCall, first_answer
from event_scoring.formats.language_models.notations import read_sel, read_tanl, read_xml, read_yaml
from event_scoring.formats.language_models.scanning import HARMLESS, Call, Value, json_value, scan

_NO_EVENTS = "nothing"
_ENCODED = 3
"""JSON in a string of JSON is read to this depth."""
_BETWEEN = re.compile(r"[\s,;.*)\-\d]*\Z")
"""Text allowed between the objects of one answer: line ends, commas, and the marks of a numbered list."""
_STRUCTURE = re.compile(r"[\"'”]\s*[:=]\s*[\"'“\[{(]|\w\s*=\s*[\"'\[]|[\]}]\s*,|[\"”]\s*:\s*(\Z|\n)")
"""Parts of events outside of every value that was read, such as a pair of key and text."""
_HTML = re.compile(r"</?(pre|code|div|span|p|br|details|summary)\b[^<>]{0,200}>", re.IGNORECASE)
"""HTML tags around an answer. Their attributes do not belong to it."""
_TAG = re.compile(r"</?[A-Za-z][\w:.-]{0,40}>|```\w{0,20}")
_NO_PROSE = re.compile(r"[:=|\"{}\[\]]|^[ \t]*[-*]\s", re.MULTILINE)
_IN_BRACKETS = re.compile(r"\[[\w ,.'-]{1,80}\]")
_NO_EVENT = re.compile(r"\b(no|not|none|any)\b[^.\n]{0,60}\b(events?|arguments?|roles?|relations?)\b", re.IGNORECASE)
_NAME = re.compile(r"(?:\A|\n)[^\w\n]{0,9}(\w{1,20}(?: \w{1,20})?)[\s*`]{0,4}[:=][\s*`]*\Z")
_REFUSAL = re.compile(
    r"\b(can ?not|can['’]?t|could not|unable|sorry|refuse|not (sure|able|allowed)|don['’]t know|do not know|kann|"
    r"puedo|peux|posso|могу)\b|抱歉|无法|不能|できません|할 수 없",
    re.IGNORECASE,
)
"""Words of an answer that refuses. An empty list after them does not mean "no events"."""
_ASSIGNED_CALL = re.compile(r"\s*\w{1,60}(?:\s?:\s?\w{1,60})?\s?=\s?[A-Z]\w{0,60}\(")
"""Code that begins with the call of a class whose value is assigned."""
_FINAL = re.compile(
    r"\b(answers?|(final|corrected|revised|actual) (list|events|output|result|json))( is| are)?\s*[:=][\s*`]*\Z",
    re.IGNORECASE,
)
"""Words before a last answer that replaces the answers before it."""


def read_answer(answer: Any, *, strict: bool = False) -> ParsedAnswer:
    r"""Return the events of one answer, a text or a client's return value, without raising exceptions.

    Examples:
        >>> read_answer("```json\n[{'type': 'Die', 'trigger': 'died'},]\n```").repaired
        ['single quotes', 'trailing comma']
        >>> read_answer("I see no events.").reason
        'no events in a known form'
        >>> read_answer("[{'type': 'Die', 'trigger': 'died'},]", strict=True).reason
        'it would need repairs: single quotes, trailing comma'
    """
    content, several = first_answer(answer)
    if isinstance(content, Failure):
        return ParsedAnswer(reason=content.why)
    if isinstance(content, Calls):
        read = _read_calls(content)
    elif isinstance(content, list | dict):
        read = _settled([find_events(content)])
    elif isinstance(content, str):
        read = _read_text(content)
    else:
        return ParsedAnswer(reason="no text" if content is None else f"no text but {type(content).__name__}")
    if read.reason == _NO_EVENTS:
        return ParsedAnswer(reason="no text" if content == "" else "no events in a known form")
    if not read.reason:
        read.repaired[:0] = several
    repairs = [kind for kind in read.repaired if kind != KEY_BESIDE]
    if strict and repairs:
        return ParsedAnswer(reason="it would need repairs: " + ", ".join(dict.fromkeys(repairs)))
    return read


def read_arguments(answer: Any, *, strict: bool = False) -> ParsedAnswer:
    """Return the arguments that an answer gives for the one event of its prompt, with or without naming the event.

    Examples:
        >>> read_arguments('The roles: {"Agent": ["troops"], "Victim": []}').events
        [{'arguments': [{'text': 'troops', 'role': 'Agent'}]}]
        >>> read_arguments("I do not know.").reason
        'no arguments in a known form'
    """
    content, several = first_answer(answer)
    if isinstance(content, Failure):
        return ParsedAnswer(reason=content.why)
    if isinstance(content, Calls):
        content = content.calls[0].arguments if len(content.calls) == 1 else [call.arguments for call in content.calls]
    if content is None or (isinstance(content, str) and not content.strip()):
        return ParsedAnswer(reason="no text")
    if not isinstance(content, str | list | dict):
        return ParsedAnswer(reason=f"no text but {type(content).__name__}")
    values = _trees(content) if isinstance(content, str) else [Value(content, 0, 0, ())]
    read = [(value, parsed) for value in values if (parsed := find_arguments(value.value)) is not None]
    if not read:
        other = read_answer(content, strict=strict)
        if len(other.events) == 1 and other.events[0]["arguments"]:
            return ParsedAnswer([{"arguments": other.events[0]["arguments"]}], other.repaired)
        states_none = isinstance(content, str) and no_events(content, items="arguments")
        return ParsedAnswer([{"arguments": []}]) if states_none else ParsedAnswer(reason="no arguments in a known form")
    full = [pair for pair in read if pair[1].events[0]["arguments"]]
    value, parsed = (full or read)[-1]
    names = NO_TYPES | {"arguments", "roles"}
    if isinstance(content, str) and value.value in ([], {}) and not is_said_empty(content, [value], names):
        return ParsedAnswer(reason="no arguments in a known form")
    several += ["several answers"] * any(other.events != parsed.events for _, other in full)
    repaired = [*several, *value.repairs, *["encoded twice"] * parsed.encoded, *parsed.repairs]
    if strict and repaired:
        return ParsedAnswer(reason="it would need repairs: " + ", ".join(dict.fromkeys(repaired)))
    return ParsedAnswer(parsed.events, repaired)


def _trees(text: str) -> list[Value]:
    """Return the lists and objects of a text outside its thoughts."""
    try:
        return [json_value(text)]
    except (ValueError, RecursionError):
        return scan(without_thoughts(text)) or scan(before_thoughts(text))


def _read_calls(message: Calls) -> ParsedAnswer:
    """Return the events of all calls of a message; if no call has any, the events of its other content."""
    readings = [_read_call(call) for call in message.calls]
    read = [answer for answer in readings if not answer.reason]
    if not read:
        beside = _read_text(message.beside) if isinstance(message.beside, str) and message.beside else readings[-1]
        return beside if not beside.reason else readings[-1]
    lost = ["call left out"] * (len(readings) - len(read))
    events = [event for answer in read for event in answer.events]
    beside_events = _read_text(message.beside).events if isinstance(message.beside, str) and message.beside else []
    lost += ["several answers"] * _adds(beside_events, events)
    return ParsedAnswer(
        events,
        [*dict.fromkeys(kind for answer in read for kind in answer.repaired if kind not in _EACH), *lost]
        + [kind for answer in read for kind in answer.repaired if kind in _EACH],
    )


_EACH = ("event left out", "argument left out", "key left out")
"""Repairs that are named as often as they were made."""


def _read_call(call: ToolCall) -> ParsedAnswer:
    """Return the events of a call. The name of a tool is the type if it takes the trigger and roles of one event."""
    tree = call.arguments
    if isinstance(tree, str):
        parsed = _strict_json(tree)
        if parsed is None or parsed.events or parsed.is_answer:
            return _read_text(tree)
        tree = json_value(tree).value
    answer = _settled([find_events(tree)])
    if not answer.reason or not isinstance(tree, dict) or not may_be_type(call.name):
        return answer
    named = _settled([find_events({call.name: tree})])
    return answer if named.reason else named


def _read_text(text: str) -> ParsedAnswer:
    whole = _strict_json(text)
    if whole is not None:
        return _settled([whole])
    spoken = without_thoughts(text)
    if not spoken.strip():
        spoken = before_thoughts(text)
    blocks = fenced_blocks(spoken)
    answers = [_read_block(block) for block in blocks]
    readings = [answer for answer in answers if not answer.reason]
    if len(readings) > 1 and all(block.strip()[:1] == "{" and len(scan(block)) == 1 for block in blocks):
        return _read_values("\n".join(blocks))  # each event in a fence of its own
    if not readings:
        return _read_block(spoken) if spoken.strip() else ParsedAnswer(reason="no text")
    read = _last(readings)
    beside = _read_values(outside_fences(spoken))
    if not read.events:
        unread = [answer for block, answer in zip(blocks, answers, strict=True) if answer.reason and block.strip()]
        read = unread[-1] if unread else read
        return ParsedAnswer(beside.events, [*beside.repaired, "several answers"]) if beside.events else read
    is_cut = any(answer.reason and _STRUCTURE.search(block) for block, answer in zip(blocks, answers, strict=True))
    is_several = "several answers" not in read.repaired and _adds(beside.events, read.events)
    return ParsedAnswer(read.events, [*["several answers"] * is_several, *read.repaired, *["text left out"] * is_cut])


def _adds(events: list[dict[str, Any]], others: list[dict[str, Any]]) -> bool:
    """Whether an event is missing among the others."""
    known = {json.dumps(event) for event in others} if events else set()
    return any(json.dumps(event) not in known for event in events)


def _last(answers: list[ParsedAnswer]) -> ParsedAnswer:
    """Return the last readable answer, preferring answers with events."""
    full = [answer for answer in answers if answer.events] or answers
    return ParsedAnswer(full[-1].events, ["several answers"] * (len(full) > 1) + full[-1].repaired)


def _read_block(text: str) -> ParsedAnswer:
    """Return the events of one block. Each notation is tried in turn; an empty list counts only if the others fail."""
    if not text.strip():
        return ParsedAnswer(reason=_NO_EVENTS)
    whole = _strict_json(text)
    if whole is not None:
        return _settled([whole])
    if no_events(text):
        return ParsedAnswer()
    best = _read_values(text)
    if best.events:
        return best
    for reader in (read_instructuie, read_sel, read_xml, read_tanl, read_yaml):
        tree, repairs = reader(text)
        if tree is None:
            continue
        parsed = find_events(tree)
        if parsed.events or (reader is read_sel and not tree and not repairs):
            return ParsedAnswer(parsed.events, [*repairs, *parsed.repairs])
        if parsed.left_out and best.reason == _NO_EVENTS:
            best = ParsedAnswer(reason=parsed.left_out[0])
    if best.reason == _NO_EVENTS and _ASSIGNED_CALL.match(text):  # Code4Struct asks about a given event
        return ParsedAnswer(reason="the code names no trigger; the events must be given")
    return best


def _read_values(text: str) -> ParsedAnswer:
    """Return the lists and objects of a text: lone events together, otherwise the last answer of several."""
    groups: list[list[tuple[Value, ParsedEvents]]] = []
    empty: list[Value] = []
    values = scan(text)
    loose = False
    for value in values:
        is_damaged = not HARMLESS.issuperset(value.repairs)
        if not is_damaged and _is_prose(value.value):
            continue
        parsed = find_events(value.value) if value.value else ParsedEvents(is_answer=value.value == [])
        if parsed.is_answer and not parsed.events and not is_damaged:
            empty.append(value)
        elif not parsed.events and not parsed.left_out:
            loose |= parsed.unread > 0 and _is_structure(value.value)
            loose |= is_damaged and _is_structure(value.value, calls=True)
        elif groups and _is_lone(value, parsed) and _is_lone(*groups[-1][-1]):
            groups[-1].append((value, parsed))
        else:
            groups.append([(value, parsed)])
    answers = [_answer_of_group(text, group) for group in groups]
    full = [answer for answer in answers if answer.events]
    lost = [answer for answer in answers if answer.reason]
    if full and empty and empty[-1].start > groups[-1][-1][0].start and is_final(text, empty[-1].start):
        return ParsedAnswer(repaired=["several answers"])
    if full:
        last = _last(full)
        if empty and empty[-1].start > groups[-1][-1][0].start and "several answers" not in last.repaired:
            last.repaired[:0] = ["several answers"] * (not is_named_otherwise(text, empty[-1].start, NO_TYPES))
        noted = [index for index, value in enumerate(values) if "cut off at its beginning" in value.repairs]
        ends = [0, *(value.end for value in values)][noted[0] + 1 if noted else 0 :]
        starts = [*(value.start for value in values), len(text)][-len(ends) :]
        gaps = [text[end:start] for end, start in zip(ends, starts, strict=True)]
        loose |= any(_STRUCTURE.search(_HTML.sub("", gap) if "<" in gap else gap) for gap in gaps)
        return ParsedAnswer(last.events, [*last.repaired, *["event left out"] * len(lost), *["text left out"] * loose])
    if lost:
        return lost[-1]
    return ParsedAnswer() if empty and not loose and is_said_empty(text, empty) else ParsedAnswer(reason=_NO_EVENTS)


def _is_prose(value: Any) -> bool:
    """Whether brackets hold only words, as in prose. A text may have very many of these."""
    if isinstance(value, dict):
        return isinstance(value, Call) and value.keys() == {"type", ""} and (not value[""] or _is_prose(value[""]))
    return bool(value) and not any(isinstance(item, dict | list) or str(item)[:1] in "[{" for item in value)


def is_final(text: str, start: int) -> bool:
    """Whether what begins here is called the last answer."""
    return _FINAL.search(text, max(0, start - 60), start) is not None


def is_named_otherwise(text: str, start: int, names: frozenset[str]) -> bool:
    """Whether the word or two before a list call it something else than these names do: "Entities: []".

    Examples:
        >>> [is_named_otherwise(text, text.index("["), NO_TYPES) for text in ("Entities: []", "Events: []")]
        [True, False]
    """
    match = _NAME.search(text, max(0, start - 60), start)
    return match is not None and names.isdisjoint(match[1].lower().split())


def _is_structure(value: Any, *, calls: bool = False) -> bool:
    """Whether a value holds an object, as an answer does and brackets in prose do not, or a call with keywords."""
    if isinstance(value, list):
        return any(_is_structure(item, calls=calls) for item in value)
    return isinstance(value, dict) and (calls or not isinstance(value, Call) or value.keys() > {"type", ""})


def is_said_empty(text: str, empty: list[Value], names: frozenset[str] = NO_TYPES) -> bool:
    """Whether a text uses empty lists for "no events": they are alone, named so, or next to such words.

    Examples:
        >>> [is_said_empty(text, scan(text)) for text in ("[]", "Events: []", "No events: []", "A, arguments: []")]
        [True, True, True, False]
    """
    before, after = text[: empty[0].start], text[empty[-1].end :]
    outside = _TAG.sub(" ", "\n".join([before, *(text[one.end : two.start] for one, two in pairwise(empty)), after]))
    if not any(map(str.isalnum, outside)):
        return True
    if isinstance(empty[-1].value, dict) and empty[-1].value:
        return not _STRUCTURE.search(outside)
    lead = _TAG.sub(" ", before).rstrip(" \t\r\n*`_:=")
    last = lead.rpartition("\n")[2]
    if _NO_PROSE.search(_IN_BRACKETS.sub(" ", "\n".join([lead, after]))):
        return False
    words = {"".join(filter(str.isalnum, word)) for word in last.lower().split()}
    is_named = len(lead) < len(before.rstrip()) and not words.isdisjoint(names | {"json"})
    if is_named or _NO_EVENT.search(outside):
        return True
    is_last = not any(map(str.isalnum, after)) and not _STRUCTURE.search(outside) and not _REFUSAL.search(outside)
    is_said = bool(words & {"is", "are"} and words & names) or lead[-1:] in (".", "!", "?", "。", "！")
    return is_last and (is_said or not any(map(str.isalpha, before.rpartition("\n")[2])))


def _is_lone(value: Value, parsed: ParsedEvents) -> bool:
    return isinstance(value.value, dict) and len(parsed.events) + len(parsed.left_out) == 1


def _answer_of_group(text: str, group: list[tuple[Value, ParsedEvents]]) -> ParsedAnswer:
    answer = _settled([found for _, found in group])
    if answer.reason:
        return answer
    notes = [kind for value, _ in group for kind in value.repairs]
    apart = any(has_prose_between(text, one, two) for (one, _), (two, _) in pairwise(group))
    return ParsedAnswer(
        answer.events, list(dict.fromkeys([*notes, *["prose between events"] * apart])) + answer.repaired
    )


def has_prose_between(text: str, one: Value, two: Value) -> bool:
    """Whether the text between two values has more than commas, line ends and numbers."""
    return not _BETWEEN.match(text[one.end : min(two.start, one.end + 200)])


def _settled(parses: list[ParsedEvents]) -> ParsedAnswer:
    """Return one answer of several lone events, or of one answer."""
    events = [event for part in parses for event in part.events]
    left_out = [why for part in parses for why in part.left_out]
    if not events and (left_out or not any(part.is_answer for part in parses)):
        return ParsedAnswer(reason=left_out[0] if left_out else _NO_EVENTS)
    repairs = [kind for part in parses for kind in part.repairs]
    lost = sum(not part.events and bool(part.left_out) for part in parses)
    return ParsedAnswer(events, [*repairs, *["event left out"] * lost])


def _strict_json(text: str) -> ParsedEvents | None:
    """Return the events of a text that is JSON as a whole; None for any other text."""
    repairs: list[str] = []
    tree: Any = text
    for _ in range(_ENCODED):
        try:
            value = json_value(tree)
        except (ValueError, RecursionError):
            return None
        tree = value.value
        repairs += value.repairs
        if not isinstance(tree, str):
            break
        repairs.append("encoded twice")
    if not isinstance(tree, list | dict):
        return None
    parsed = find_events(tree)
    parsed.repairs = [*dict.fromkeys(repairs), *parsed.repairs]
    return parsed
