"""Verdicts on pairs of a prediction and a reference: what was asked, and whether they are the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path as FilePath
from typing import Any, TypeAlias

from event_scoring.documents.errors import InputError, Place

ASKED = ("doc_id", "unit", "type", "role", "prediction", "reference", "context")
"""The keys of a pair, in their order."""
Identity: TypeAlias = "tuple[Any, ...]"
Verdicts: TypeAlias = "dict[Identity, bool | None]"


_written = json.JSONEncoder(sort_keys=True, ensure_ascii=False).encode


def verdict_key(pair: Mapping[str, Any]) -> str:
    """Sixteen digits for what is asked."""
    asked = _written({name: pair.get(name) for name in ASKED})
    return hashlib.sha256(asked.encode()).hexdigest()[:16]


def identity(pair: Mapping[str, Any]) -> Identity:
    """By what a pair is known: everything that is asked but the context."""
    said, asked = pair.get("prediction") or {}, pair.get("reference") or {}
    place, wanted = said.get("span"), asked.get("span")
    return (
        *(pair.get("doc_id"), pair.get("unit"), pair.get("type"), pair.get("role")),
        *(said.get("text"), tuple(place) if place else None, asked.get("text"), tuple(wanted) if wanted else None),
    )


def fingerprint_of(verdicts: Verdicts) -> str:
    """Twelve digits for some verdicts, whatever their order."""
    lines = sorted(repr(item) for item in verdicts.items())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def read_verdicts(given: object, name: str = "verdicts") -> Verdicts:
    """The verdicts of a file of JSON Lines, or of records; of several judges the majority, and none where they tie.

    Raises:
        InputError: for what is no verdict, a key that is not that of its pair, and one judge who says both.

    Examples:
        >>> pair = {"doc_id": "a", "unit": "trigger", "type": "Die", "prediction": {"text": "dead"},
        ...         "reference": {"text": "died"}, "verdict": True, "by": "me"}
        >>> list(read_verdicts([pair]).values())
        [True]
    """
    votes: dict[Identity, dict[str, tuple[bool, str]]] = {}
    nothing_said: Verdicts = {}
    for place, record, where in _records(given, name):
        verdict = record.get("verdict")
        asked = identity(record)
        if verdict is None:
            nothing_said[asked] = None
            continue
        by = str(record.get("by", ""))
        said = votes.setdefault(asked, {})
        if by in said and said[by][0] != verdict:
            raise InputError(
                place, wanted="one verdict of each judge on a pair", got=verdict, hint=f"{said[by][1]} says otherwise",
                source=where,
            )  # fmt: skip
        said[by] = (verdict, str(where or name + str(list(place[1:]))))
    found = dict(nothing_said)
    for asked, said in votes.items():
        yes, every = sum(verdict for verdict, _ in said.values()), len(said)
        found[asked] = None if 2 * yes == every else 2 * yes > every
    return found


def _records(given: object, name: str) -> Iterable[tuple[tuple[str | int, ...], Mapping[str, Any], Place | None]]:
    if isinstance(given, str | FilePath):
        with open(given, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    where = Place(str(given), number)
                    try:
                        record = json.loads(line)
                    except (ValueError, RecursionError):
                        raise InputError((name,), wanted="JSON", got=line[:60], source=where) from None
                    yield (name,), _checked(record, (name,), where), where
        return
    if isinstance(given, Mapping) or not isinstance(given, Iterable):
        raise InputError((name,), wanted="a path, or a list of verdicts", got=given)
    for number, record in enumerate(given):
        yield (name, number), _checked(record, (name, number), None), None


def _checked(record: object, place: tuple[str | int, ...], where: Place | None) -> Mapping[str, Any]:
    if not isinstance(record, Mapping):
        raise InputError(place, wanted="a verdict, a dict", got=record, source=where)
    if record.get("verdict") is not None and not isinstance(record["verdict"], bool):
        raise InputError((*place, "verdict"), wanted="true, false or null", got=record["verdict"], source=where)
    for side in ("prediction", "reference"):
        item = record.get(side)
        if not isinstance(item, Mapping) or not isinstance(item.get("text", ""), str):
            raise InputError((*place, side), wanted='a dict with "text"', got=item, source=where)
        span = item.get("span")
        if span is not None and not (isinstance(span, list | tuple) and all(type(bound) is int for bound in span)):
            raise InputError((*place, side, "span"), wanted="two integers", got=span, source=where)
    for name in ("doc_id", "unit", "type", "role", "by"):
        if record.get(name) is not None and not isinstance(record[name], str):
            raise InputError((*place, name), wanted="a string", got=record[name], source=where)
    if record.get("key") is not None and record["key"] != verdict_key(record):
        hint = "what stands before the verdict was changed"
        raise InputError((*place, "key"), wanted=verdict_key(record), got=record["key"], hint=hint, source=where)
    return record
