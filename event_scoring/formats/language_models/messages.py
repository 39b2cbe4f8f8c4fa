"""Find the answer in a client's return value: a message, a list of them, a response, or an object of a model's
class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_PREDICTIONS = ("prediction", "generated", "generation", "completion", "model_output", "filtered_resps", "resps")
"""Keys of an answer in evaluation logs, which also hold the question and the expected answer."""
_INNER = (
    *("message", "content", "response", "generated_text", "output_text", "answer", "text", "output", "parsed"),
    *("body", "result"),
)
_LISTS = ("choices", "candidates", "outputs", "parts", "messages", "output")
_SAMPLES = ("choices", "candidates", "outputs")
"""Keys of lists of alternative answers to one request."""
_CALLS = ("function_call", "functionCall", "tool_use", "toolUse", "tool_call")
_THOUGHT = re.compile(r"(redacted_?)?(thinking|reasoning|thought)", re.IGNORECASE)
"""Prefixes of the types and keys of thoughts, for any vendor."""
_BLOCKS = frozenset((*_CALLS, "text", "output_text", "input_text", "message", "refusal"))
"""Types of the blocks of a message."""
_CONTINUE = re.compile(r"\W*(please )?(continue|go on|keep going|carry on|proceed|继续)\b.{0,80}", re.IGNORECASE)
"""Requests of a user for the rest of an answer cut at the token limit."""
_USERS = ("user", "human")
_DEEPEST = 12


@dataclass
class ToolCall:
    """A model's call of a tool."""

    name: str
    arguments: Any
    """A tree, or its JSON."""


@dataclass
class Calls:
    """Tool calls of one message, with its other content as a fallback."""

    calls: list[ToolCall]
    beside: Any = None


@dataclass
class FirstOfSeveral:
    """The first of several answers to one request."""

    answer: Any


@dataclass
class Failure:
    """The reason why an answer is missing."""

    why: str


def extract_answer(value: Any) -> Any:
    """Return the answer in a client's return value: a text, a parsed tree, `Calls`, `FirstOfSeveral`, or a `Failure`.

    Examples:
        >>> extract_answer([{"role": "user", "content": "Find."}, {"role": "assistant", "content": "[]"}])
        '[]'
        >>> extract_answer({"choices": [{"message": {"role": "assistant", "content": "[]"}}]})
        '[]'
        >>> extract_answer([{"type": "thinking", "thinking": ""}, {"type": "tool_use", "name": "events", "input": {}}])
        Calls(calls=[ToolCall(name='events', arguments={})], beside='')
        >>> extract_answer([{"type": "Die", "trigger": "died"}])
        [{'type': 'Die', 'trigger': 'died'}]
    """
    return _answer(_dumped(value), _DEEPEST)


def first_answer(value: Any) -> tuple[Any, list[str]]:
    """Return the answer, or a `Failure`, without raising. Of several answers the first is returned, with a repair."""
    try:
        answer = extract_answer(value)
    except Exception as error:  # the object of a client may raise what it likes
        return Failure(f"its model_dump raised {type(error).__name__}"), []
    return (answer.answer, ["several answers"]) if isinstance(answer, FirstOfSeveral) else (answer, [])


def _dumped(value: Any, depth: int = _DEEPEST * 2) -> Any:
    """Return objects of pydantic as dicts, and tuples as lists."""
    if hasattr(value, "model_dump") and not isinstance(value, type):
        value = value.model_dump()
    if isinstance(value, list | tuple):
        return [_dumped(item, depth - 1) for item in value] if depth else None
    if isinstance(value, dict):
        return {key: _dumped(item, depth - 1) for key, item in value.items()} if depth else None
    return value


def _answer(value: Any, depth: int) -> Any:
    if not depth:
        return value
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        if all(_is_block(item) for item in value):
            return _text_and_calls(value, depth)
        if value[-1].get("role") in _USERS and len(value) > 1:
            return Failure("the chat ends with a question")
        if (pieces := _pieces(value)) is not None:
            return pieces
        spoken = [item for item in value if item.get("role") == "assistant"] or value
        turns = [_answer(item, depth - 1) for item in _turns_after_last_question(value) if item.get("tool_calls")]
        if calls := [call for turn in turns if isinstance(turn, Calls) for call in turn.calls]:
            return Calls(calls, spoken[-1].get("content"))
        if any(key in spoken[-1] for key in ("content", "generated_text", "message", "parts", "tool_calls")):
            return _answer(spoken[-1], depth - 1)
    if not isinstance(value, dict) or "events" in value or "trigger" in value:
        return value
    if (name := next((name for name in _PREDICTIONS if name in value), None)) is not None:
        return _answer_of_samples(value[name], depth)
    if "role" in value or "content" in value:
        value = {key: inner for key, inner in value.items() if not _THOUGHT.match(str(key))}
    if (error := value.get("error")) and not value.get("response"):
        return Failure(f"the request failed: {_message(error)}")
    if value.get("type") in ("expired", "canceled") and "message" not in value:
        return Failure(f"the request is {value['type']}")
    calls = [call for item in value.get("tool_calls") or () if (call := _call(item))]
    calls += [call for name in _CALLS if isinstance(value.get(name), dict) and (call := _call(value))]
    if calls:
        content = value.get("content")
        return Calls(calls, _answer(content, depth - 1) if content else None)
    for name in _LISTS:
        if isinstance(value.get(name), list) and value[name]:
            items = value[name]
            answer = _answer(items[0] if name in _SAMPLES else items, depth - 1)
            return FirstOfSeveral(answer) if name in _SAMPLES and len(items) > 1 else answer
    for name in _INNER:
        inner = value.get(name)
        if isinstance(inner, str) or (isinstance(inner, list | dict) and inner):
            return _answer(inner, depth - 1)
    return value


def _answer_of_samples(value: Any, depth: int) -> Any:
    """Return the answer in an evaluation log, whose lists hold several answers to one request."""
    several = False
    while isinstance(value, list) and value and not isinstance(value[0], dict):
        several |= len(value) > 1
        value = value[0]
    answer = _answer(value, depth - 1)
    return FirstOfSeveral(answer) if several else answer


def _pieces(messages: list[dict[str, Any]]) -> str | None:
    """Return the last answer of a chat as one text, if the model gave it in pieces; None for an answer in one piece."""
    pieces: list[str] = []
    for message in messages[::-1]:
        content = message.get("content")
        if message.get("role") == "assistant" and isinstance(content, str) and not message.get("tool_calls"):
            pieces.append(content)
        elif not (message.get("role") in _USERS and isinstance(content, str) and _CONTINUE.fullmatch(content.strip())):
            break
    return "".join(pieces[::-1]) if len(pieces) > 1 else None


def _turns_after_last_question(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the turns of the model after the last message of a user, between results of its tools."""
    last_question = max((index for index, item in enumerate(messages) if item.get("role") in _USERS), default=-1)
    return [item for item in messages[last_question + 1 :] if item.get("role") == "assistant"]


def _is_block(item: dict[str, Any]) -> bool:
    """Whether a dict is a block of a message and not an event, by its type, or as a part of Gemini."""
    if "trigger" in item or ("role" in item and item.get("type") != "message"):
        return False
    if "type" in item:
        kind = item["type"]
        return isinstance(kind, str) and (kind in _BLOCKS or _THOUGHT.match(kind) is not None)
    others = [key for key in item if key != "text" and not (isinstance(key, str) and _THOUGHT.match(key))]
    return any(name in item for name in _CALLS) or (not others and bool(item))


def _text_and_calls(blocks: list[dict[str, Any]], depth: int) -> Any:
    """Return the text of the blocks of one message, and its calls, without thoughts."""
    texts: list[str] = []
    calls: list[ToolCall] = []
    for block in blocks:
        if _THOUGHT.match(str(block.get("type"))) or block.get("thought") is True:
            continue
        if call := _call(block):
            calls.append(call)
        elif block.get("type") == "message":
            inner = _answer(block.get("content"), depth - 1)
            if isinstance(inner, Calls):
                calls += inner.calls
                inner = inner.beside
            texts += [inner] if isinstance(inner, str) else []
        else:
            texts += [text for name in ("text", "refusal") if isinstance(text := block.get(name), str)]
    return Calls(calls, "".join(texts)) if calls else "".join(texts)


def _call(item: Any) -> ToolCall | None:
    """Return the tool call in a dict as OpenAI (chat or responses), Anthropic or Gemini writes it; None for other
    dicts.
    """
    for arguments in _within(item):
        for name in ("arguments", "input", "args"):
            if name in arguments and isinstance(arguments.get("name"), str):
                return ToolCall(arguments["name"], arguments[name])
    return None


def _within(item: Any) -> Iterator[dict[str, Any]]:
    if isinstance(item, dict):
        yield item
        yield from (item[name] for name in ("function", *_CALLS) if isinstance(item.get(name), dict))


def _message(error: Any) -> str:
    """Return the message of an error, shortened."""
    for _ in range(3):
        if isinstance(error, dict):
            error = error.get("message") or error.get("error") or error.get("type") or "it does not say why"
    return str(error)[:200]
