"""The answer in what a client returned: a message, a list of messages, a response, or an object of a model's class."""

from __future__ import annotations

from typing import Any

_INNER = ("message", "content", "text", "generated_text", "output_text", "answer", "response", "output", "parsed")
_LISTS = ("choices", "candidates", "parts", "messages")
_DEEPEST = 12


def answer_in(value: Any) -> Any:
    """A text, or a tree of lists and dicts that is an answer already.

    Examples:
        >>> answer_in([{"role": "user", "content": "Find."}, {"role": "assistant", "content": "[]"}])
        '[]'
        >>> answer_in({"choices": [{"message": {"role": "assistant", "content": "[]"}}]})
        '[]'
        >>> answer_in([{"type": "Die", "trigger": "died"}])
        [{'type': 'Die', 'trigger': 'died'}]
    """
    return _answer(_dumped(value), _DEEPEST)


def _dumped(value: Any, depth: int = _DEEPEST * 2) -> Any:
    """Objects of pydantic as dicts, tuples as lists."""
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
        last = value[-1]
        if "content" in last or "generated_text" in last or "message" in last or "parts" in last:
            return _answer(last, depth - 1)
        texts = [item["text"] for item in value if isinstance(item.get("text"), str) and _is_piece(item)]
        if texts and all(_is_piece(item) for item in value):  # the pieces of one message
            return "".join(texts)
    if not isinstance(value, dict) or "events" in value or "trigger" in value:
        return value
    for call in value.get("tool_calls") or ():
        if isinstance(call, dict) and isinstance(call.get("function"), dict) and not value.get("content"):
            return call["function"].get("arguments")
    for name in _LISTS:
        if isinstance(value.get(name), list) and value[name]:
            items = value[name]
            return _answer(items if name in ("messages", "parts") else items[0], depth - 1)
    for name in _INNER:
        inner = value.get(name)
        if isinstance(inner, str) or (isinstance(inner, list | dict) and inner):
            return _answer(inner, depth - 1)
    return value


def _is_piece(item: dict[str, Any]) -> bool:
    return "trigger" not in item and set(item) <= {"type", "text", "annotations", "citations", "logprobs", "thought"}
