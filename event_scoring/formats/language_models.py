"""What a language model wrote as documents: JSON is read where there is some, and nothing else is guessed."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from event_scoring.documents.errors import InputError, Words, counted

_FENCED = re.compile(r"```[A-Za-z]*\s*\n(.*?)```", re.DOTALL)


class _UnreadableError(ValueError):
    """Text that holds no events in a form that is known."""


def documents_from_texts(texts: Iterable[str], doc_ids: Sequence[str] | None = None) -> list[dict[str, Any]]:
    """One document for each text of a model, for the predictions' side of detection and extraction.

    The JSON is the text itself, its one fenced block, or the one JSON value within it that holds events. It
    is a list of events or an object with ``events``. An event has ``type`` (or ``event_type``) and
    ``trigger``, a string or an object with ``text``; its ``arguments`` are a list of objects with ``role``
    and ``text``, or an object of a text or texts by role; null, "" and [] mean that there is no argument. A
    ``score`` is taken over, other keys are left out. Offsets that a model writes count only where it writes
    no text. A text that is not of this form becomes a document without events whose ``unparsed`` is 1, so
    that the score counts it.

    Args:
        texts: What the model wrote, one text for each document.
        doc_ids: The documents' names, if wanted.

    Raises:
        InputError: for a text that is no string, and for another number of names than of texts.

    Examples:
        >>> fired = 'Here you are: [{"type": "Attack", "trigger": "fired", "arguments": {"Agent": "troops"}}]'
        >>> documents_from_texts([fired])[0]["events"]
        [{'trigger': {'text': 'fired'}, 'type': 'Attack', 'arguments': [{'text': 'troops', 'role': 'Agent'}]}]
        >>> documents_from_texts(["[{", "I see no events."])
        [{'events': [], 'unparsed': 1}, {'events': [], 'unparsed': 1}]
    """
    written = list(texts)
    if doc_ids is not None and len(doc_ids) != len(written):
        raise InputError(
            ("doc_ids",), wanted=f"{counted(len(written), 'name')}, one for each text", got=Words(len(doc_ids))
        )
    documents = []
    for row, text in enumerate(written):
        if not isinstance(text, str):
            raise InputError(("texts", row), wanted="a string", got=text)
        name = {} if doc_ids is None else {"doc_id": doc_ids[row]}
        try:
            events = _events_of_text(text)
            json.dumps(events, ensure_ascii=False).encode()  # half a character cannot be stored
            documents.append({**name, "events": events, "unparsed": 0})
        except (ValueError, RecursionError):
            documents.append({**name, "events": [], "unparsed": 1})
    return documents


def _events_of_text(text: str) -> list[dict[str, Any]]:
    blocks = _FENCED.findall(text)
    try:
        return _events(_DECODER.decode(blocks[0] if len(blocks) == 1 else text))
    except ValueError:
        found = [events for value in _values(text) if (events := _events_or_none(value)) is not None]
        if len(found) != 1:
            raise _UnreadableError("expected one JSON value with events") from None
        return found[0]


def _values(text: str) -> list[Any]:
    """Every JSON list and object of a text that is not within another."""
    values, at = [], 0
    while (start := min((place for mark in "[{" if (place := text.find(mark, at)) >= 0), default=-1)) >= 0:
        try:
            value, at = _DECODER.raw_decode(text, start)
            values.append(value)
        except ValueError:
            at = start + 1
    return values


def _events_or_none(value: Any) -> list[dict[str, Any]] | None:
    try:
        return _events(value)
    except _UnreadableError:
        return None


def _events(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, dict) and "events" in value:
        value = value["events"]
    if not isinstance(value, list):
        raise _UnreadableError("expected a list of events")
    return [_event(item) for item in value]


def _event(item: Any) -> dict[str, Any]:
    if not isinstance(item, dict):
        raise _UnreadableError("expected an object")
    label = item.get("type", item.get("event_type"))
    if not isinstance(label, str):
        raise _UnreadableError("expected a type")
    arguments = item.get("arguments") or []
    if isinstance(arguments, dict):
        lists = [(role, found if isinstance(found, list) else [found]) for role, found in arguments.items()]
        pairs = [(role, words) for role, found in lists for words in found]
    elif isinstance(arguments, list):
        pairs = [(argument.get("role"), argument) for argument in map(_object, arguments)]
    else:
        raise _UnreadableError("expected arguments")
    return {
        "trigger": _place(item.get("trigger")),
        "type": label,
        **_score(item),
        "arguments": [_argument(role, place) for role, place in pairs if not _is_empty(place)],
    }


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _UnreadableError("expected an object")
    return value


def _argument(role: Any, place: Any) -> dict[str, Any]:
    if not isinstance(role, str):
        raise _UnreadableError("expected a role")
    score = _score(place) if isinstance(place, dict) else {}
    return {**_place(place), "role": role, **score}


def _place(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        span, value = value.get("span"), value.get("text")
        if value is None and _is_span(span):
            return {"span": span}
    if not isinstance(value, str):
        raise _UnreadableError("expected a text")
    return {"text": value}


def _is_empty(place: Any) -> bool:
    if isinstance(place, dict):
        return place.get("span") is None and place.get("text") in (None, "")
    return place in (None, "")


def _is_span(value: Any) -> bool:
    numbers = isinstance(value, list) and len(value) == 2 and all(type(bound) is int for bound in value)
    return numbers and 0 <= value[0] < value[1] < 2**31


def _score(item: dict[str, Any]) -> dict[str, float]:
    score = item.get("score")
    is_number = isinstance(score, int | float) and not isinstance(score, bool) and abs(score) <= sys.float_info.max
    return {"score": float(score)} if is_number else {}  # type: ignore[arg-type]


def _refuse(name: str) -> NoReturn:
    raise _UnreadableError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse)
