"""Files of adjudications: the history that the program of 1992 kept, and JSON that people fill in."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from event_scoring.documents.errors import Description, InputError, Path, Place, shown
from event_scoring.files import register_read
from event_scoring.templates.protocols.muc4.fills import (
    UNREADABLE,
    AnyOf,
    Between,
    Location,
    MayLack,
    Named,
    Range,
    Tagged,
    Value,
)
from event_scoring.templates.protocols.muc4.judgements import VERDICTS, Adjudications, JsonRecord
from event_scoring.templates.protocols.muc4.records import FillRecord, fill_of, fill_problems
from event_scoring.templates.protocols.muc4.slots import SLOTS, Slot

MAX_HISTORY = 2**26
"""Bytes of a file of adjudications."""
MAX_NESTING = 200
"""Lists inside each other in a history."""
UNREADABLE_TEXT = "<ERROR>"
"""The text that a history has for a fill that could not be read."""
_TOKEN = re.compile(r'\s*(?:;[^\n]*\s*)*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+))', re.S)
_ESCAPE = re.compile(r"\\(.)", re.S)
_KEYS = {"doc_id", "template", "slot", "response", "verdict", "key", "keys", "by"}


def check_adjudications(name: str, value: object) -> Adjudications:
    """Return adjudications from records, or from a file: a history or JSON. Raise a ValueError for wrong ones."""
    if isinstance(value, Adjudications):
        return value
    if isinstance(value, str | os.PathLike):
        return read_adjudications(value)
    if isinstance(value, Mapping) and set(value) <= {"judgements", "mappings"}:
        records = {key: value.get(key) or [] for key in ("judgements", "mappings")}
    elif isinstance(value, list | tuple):
        records = {"judgements": [*value], "mappings": []}
    else:
        raise ValueError(f'{name}: expected a path, or {{"judgements": […], "mappings": […]}}, got {shown(value)}')
    for problem in _problems(records, (name,)):
        raise problem
    return Adjudications(records)


def _problems(records: Mapping[str, Sequence[object]], path: Path) -> Iterator[InputError]:
    """Yield problems of records of judgements and mappings."""
    for place, record in enumerate(records["judgements"]):
        yield from judgement_problems(record, (*path, "judgements", place))
    for place, record in enumerate(records["mappings"]):
        where = (*path, "mappings", place)
        doc_id, pairs = map(record.get, ("doc_id", "pairs")) if isinstance(record, Mapping) else (None, None)
        if not isinstance(pairs, list | tuple) or not isinstance(doc_id, str):
            yield InputError(
                where, wanted='{"doc_id": str, "pairs": [[key id or None, response id or None]]}', got=record
            )
        elif not all(isinstance(pair, list | tuple) and len(pair) == 2 and _are_ids(pair) for pair in pairs):
            yield InputError((*where, "pairs"), wanted="pairs of ids of templates, or None", got=pairs)


def _are_ids(pair: Iterable[object]) -> bool:
    return all(one is None or isinstance(one, str) for one in pair)


def judgement_problems(record: object, path: Path) -> Iterator[InputError]:
    """Yield the problems of one judgement. Without a verdict it is still open."""
    if not isinstance(record, Mapping):
        yield InputError(path, wanted="a judgement", got=record)
        return
    for key in record:
        if key not in _KEYS:
            yield InputError(path, wanted=f"the keys {', '.join(sorted(_KEYS))}", got=key)
    for key in ("doc_id", "template", "slot"):
        if not isinstance(record.get(key), str):
            yield InputError((*path, key), wanted="a string", got=record.get(key))
    if "response" not in record:
        yield InputError(path, wanted='a judgement with its "response"', got=Description(", ".join(map(str, record))))
        return
    yield from fill_problems(record["response"], (*path, "response"))
    verdict, key = record.get("verdict"), record.get("key")
    if verdict is not None and verdict not in VERDICTS:
        yield InputError((*path, "verdict"), wanted=f"one of {', '.join(VERDICTS)}", got=verdict)
    if isinstance(key, Mapping) and "all_of" in key:
        if not isinstance(key["all_of"], list | tuple) or not key["all_of"]:
            yield InputError((*path, "key", "all_of"), wanted="a list of fills", got=key["all_of"])
            return
        for place, one in enumerate(key["all_of"]):
            yield from fill_problems(one, (*path, "key", "all_of", place))
    elif key is not None:
        yield from fill_problems(key, (*path, "key"))
    elif verdict not in (None, "fail") and len(record.get("keys") or ()) != 1:
        yield InputError(
            (*path, "key"), wanted=f'the fill for which the response stands, as it is a "{verdict}"', got=None
        )


def read_adjudications(path: str | os.PathLike[str]) -> Adjudications:
    """Return the adjudications in a history file, one JSON object, or JSON Lines of judgements."""
    name = os.fspath(path)
    try:
        with open(name, "rb") as stream:
            register_read(stream)
            data = stream.read(MAX_HISTORY + 1)
        text = data.decode("utf-8-sig") if len(data) <= MAX_HISTORY else ""
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(wanted=f"a file of adjudications that can be read: {reason}", source=Place(name)) from None
    if len(data) > MAX_HISTORY:
        raise InputError(wanted=f"a file of at most {MAX_HISTORY:,} bytes", source=Place(name))
    if text.lstrip().startswith(("(", ";")) or text.strip() in ("", "nil", "NIL"):
        return Adjudications(read_history(text, name))
    try:
        value = json.loads(text)
        is_line = isinstance(value, Mapping) and not set(value) <= {"judgements", "mappings"}
        records: object = [value] if is_line else value
        places = [0] * (len(records) if isinstance(records, list) else 0)
    except (ValueError, RecursionError):
        records, places = _json_lines(text, name)
    try:
        return check_adjudications("adjudications", records)
    except InputError as error:
        line = places[int(error.path[2])] if error.path[1:2] == ("judgements",) and places else 0
        raise error.at(Place(name, line), ("judgement", *error.path[3:])) from None
    except ValueError:
        raise InputError(wanted="a history, or judgements as JSON", source=Place(name)) from None


def _json_lines(text: str, name: str) -> tuple[list[object], list[int]]:
    records, places = [], []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                records.append(json.loads(line))
            except (ValueError, RecursionError) as error:
                raise InputError(wanted=f"a history, or JSON: {error}", source=Place(name, number)) from None
            places.append(number)
    return records, places


def read_history(text: str, name: str = "<history>") -> dict[str, list[JsonRecord]]:
    r"""Return the judgements and mappings of a history in order.

    Examples:
        >>> history = r'(("M1" (":MAP" ("1" . "2")) ("1" (phys-tgt-id ("\"DAM\"" partial "\"MILL\"")))))'
        >>> read_history(history)["mappings"]
        [{'doc_id': 'M1', 'pairs': [['1', '2']]}]
        >>> [one] = read_history(history)["judgements"]
        >>> one["response"], one["verdict"], one["key"]
        ('DAM', 'partial', 'MILL')
    """
    found: dict[str, list[JsonRecord]] = {"judgements": [], "mappings": []}
    try:
        for message in read_lisp(text, name):
            doc_id, *templates = _items(message, name)
            for template in templates:
                number, *rest = _items(template, name)
                if str(number).upper() == ":MAP":
                    pairs = [_pair(_items(one, name)) for one in rest]
                    found["mappings"].append({"doc_id": str(doc_id), "pairs": pairs})
                    continue
                for of_slot in rest:
                    slot, *entries = _items(of_slot, name)
                    if str(slot).lower() not in SLOTS:
                        raise InputError(wanted="the id of a slot, such as inc-type", got=str(slot), source=Place(name))
                    known = SLOTS[str(slot).lower()]
                    for entry in entries:
                        response, verdict, *keys = _items(entry, name)
                        record: JsonRecord = {"doc_id": str(doc_id), "template": str(number), "slot": known.name}
                        record["response"] = fill_of(_value(response), known)
                        record["verdict"] = str(verdict).lower()
                        if keys:
                            record["key"] = _matched_fill(keys[0], known)
                        found["judgements"].append(record)
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(wanted="a history of MUC-4: lists of two or more items", source=Place(name)) from None
    for problem in _problems(found, ("history",)):
        raise problem.at(Place(name))
    return found


class Symbol(str):
    """A word without quotation marks."""

    __slots__ = ()


Lisp: TypeAlias = "str | list[Lisp] | None"
"""A list of a history, a text, a symbol, or None for nil."""


def read_lisp(text: str, name: str) -> list[Lisp]:
    """Return the items of the first Lisp list of a text: lists, texts, symbols, and None for nil."""
    at = 0
    stack: list[list[Lisp]] = [[]]
    while True:
        token = _TOKEN.match(text, at)
        if token is None:
            break
        at = token.end()
        bracket, quoted, symbol = token.groups()
        if bracket == "(":
            if len(stack) > MAX_NESTING:
                raise InputError(wanted=f"lists at most {MAX_NESTING} deep", source=Place(name))
            stack.append([])
        elif bracket == ")":
            if len(stack) == 1:
                break
            done = stack.pop()
            stack[-1].append(done)
        else:
            is_nil = symbol is not None and symbol.lower() == "nil"
            word = _ESCAPE.sub(r"\1", quoted) if quoted is not None else None if is_nil else Symbol(symbol)
            stack[-1].append(word)
    if len(stack) > 1 or text[at:].strip() or len(stack[0]) > 1:
        line = text.count("\n", 0, at) + 1
        raise InputError(
            wanted="one list of messages, with as many closing brackets as opening ones", source=Place(name, line)
        )
    whole = stack[0][0] if stack[0] else []
    return _items(whole, name)


def _items(value: Lisp, name: str) -> list[Lisp]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise InputError(wanted="a list in the history", got=Description(shown(value)), source=Place(name))
    return value


def _pair(items: list[Lisp]) -> list[str | None]:
    """Return the two numbers of ("1" . "2"); either may be missing."""
    ends = [one for one in items if not (isinstance(one, Symbol) and one == ".")]
    first, second = (*ends, None, None)[:2]
    return [None if one is None else str(one) for one in (first, second)]


def _matched_fill(value: Lisp, slot: Slot) -> FillRecord:
    if isinstance(value, list) and value and str(value[0]).lower() == "all-of":
        return {"all_of": [fill_of(_value(one), slot) for one in value[1:]]}
    return fill_of(_value(value), slot)


def _value(item: Lisp) -> Value:
    """Return a fill of the history: a text, or a list of its kind and parts."""
    if isinstance(item, Symbol) or item == UNREADABLE_TEXT:
        return UNREADABLE
    if item is None or isinstance(item, str):
        return item
    head, parts = str(item[0]).lower() if item else "", [_value(one) for one in item[1:]]
    if head in ("or", "any"):
        return AnyOf(tuple(parts))
    if head in ("opt", "optional") and len(parts) == 1:
        return MayLack(parts[0])
    if head.startswith("loc") or head == "places":
        return Location(tuple(parts))
    pairs: dict[str, Callable[[Value, Value], Value]] = {
        "xref": Tagged,
        "range": Range,
        "between": Between,
        "qualified": Named,
        "qual": Named,
    }
    if head in pairs and len(parts) <= 2:
        first, second = (*parts, None, None)[:2]
        return pairs[head](first, second)
    return UNREADABLE
