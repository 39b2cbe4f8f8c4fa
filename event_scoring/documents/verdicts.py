"""Verdicts on pairs of a prediction and a reference: the question, and whether the two are the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, TypeAlias

from event_scoring.documents.errors import InputError, Place
from event_scoring.files import register_read

ASKED = ("doc_id", "unit", "type", "role", "prediction", "reference", "context")
"""The keys of a pair, in their order."""
Item: TypeAlias = "tuple[Any, tuple[int, int] | None]"
"""The text of a prediction or a reference, and its span if it has one."""
Identity: TypeAlias = "tuple[Any, ...]"
Verdicts: TypeAlias = "dict[Identity, bool | None]"
_written = json.JSONEncoder(sort_keys=True, ensure_ascii=False).encode


def verdict_key(pair: Mapping[str, object]) -> str:
    """Return the key of a question, sixteen hexadecimal digits."""
    return _key_of({name: pair.get(name) for name in ASKED})


def _key_of(question: Mapping[str, object]) -> str:
    """Return sixteen hexadecimal digits that identify the fields of a question."""
    return hashlib.sha256(_written(question).encode()).hexdigest()[:16]


def identity(pair: Mapping[str, Any]) -> Identity:
    """Return the key of a pair: every field of the question except the context."""
    prediction, reference = (_item_of_verdict(pair.get(side) or {}) for side in ("prediction", "reference"))
    return (pair.get("doc_id"), pair.get("unit"), pair.get("type"), pair.get("role"), *prediction, *reference)


@dataclass(frozen=True)
class Questions:
    """Pairs of a prediction and a reference. The fields of each item are stored once, however many pairs it is in."""

    unit: str
    predictions: Sequence[Item]
    references: Sequence[tuple[str, str, str | None, Item, str]]
    """Document, type, role, the reference itself, and the words around it."""
    pairs: Sequence[tuple[int, int]]

    def identities(self) -> list[Identity]:
        """Return the key of each pair."""
        references = [((name, self.unit, kind, role), item) for name, kind, role, item, _ in self.references]
        return [references[right][0] + self.predictions[left] + references[right][1] for left, right in self.pairs]

    def records(self, chosen: Iterable[int]) -> list[dict[str, Any]]:
        """Return chosen pairs with their keys, in the form that a judge sees."""
        made = []
        predictions = [_as_dict(*item) for item in self.predictions]
        references = [_as_dict(*item) for *_, item, _ in self.references]
        for place in chosen:
            left, right = self.pairs[place]
            name, kind, role, _, context = self.references[right]
            pair = {
                "doc_id": name,
                "unit": self.unit,
                "type": kind,
                "role": role,
                "prediction": {**predictions[left]},
                "reference": {**references[right]},
                "context": context,
            }
            made.append({"key": _key_of(pair), **pair})
        return made


def _item_of_verdict(item: Mapping[str, Any]) -> Item:
    place = item.get("span")
    return item.get("text"), tuple(place) if place else None


def _as_dict(text: object, span: tuple[int, int] | None) -> dict[str, object]:
    return {"text": text} if span is None else {"text": text, "span": [*span]}


def fingerprint_of(verdicts: Verdicts) -> str:
    """Return twelve hexadecimal digits that identify some verdicts, in any order."""
    lines = sorted(repr(item) for item in verdicts.items())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


class JudgedPairs(list[dict[str, Any]]):
    """Verdicts as records, read once from any source; files of counts store them in this form."""

    def __init__(self, given: object, name: str = "verdicts") -> None:
        read = [*_records(given, name)]
        super().__init__(dict(record) for _, record, _ in read)
        self.known = _majorities(read, name)
        """The verdict on each pair."""


def read_verdicts(given: object) -> Verdicts:
    """Return the majority verdict on each pair, from a JSON Lines file or records. A tie gives no verdict.

    Raises:
        InputError: for an invalid verdict, a key of another pair, and a judge with two verdicts on a pair.
    """
    return JudgedPairs(given, "verdicts").known


def _majorities(read: Iterable[tuple[tuple[str | int, ...], Mapping[str, Any], Place | None]], name: str) -> Verdicts:
    """Return the majority verdict on each pair."""
    found: Verdicts = {}
    votes: dict[Identity, dict[str, tuple[bool, str]]] = {}
    for place, record, where in read:
        verdict = record.get("verdict")
        pair = identity(record)
        if verdict is None:
            found[pair] = None
            continue
        by = str(record.get("by", ""))
        by_judge = votes.setdefault(pair, {})
        if by in by_judge and by_judge[by][0] != verdict:
            hint = f"{by_judge[by][1]} says otherwise"
            raise InputError(place, wanted="one verdict of each judge on a pair", got=verdict, hint=hint, source=where)
        by_judge[by] = (verdict, str(where or name + str(list(place[1:]))))
    for pair, by_judge in votes.items():
        yes, every = sum(verdict for verdict, _ in by_judge.values()), len(by_judge)
        found[pair] = None if 2 * yes == every else 2 * yes > every
    return found


def _records(given: object, name: str) -> Iterable[tuple[tuple[str | int, ...], Mapping[str, object], Place | None]]:
    if isinstance(given, str | FilePath):
        for number, line in enumerate(_lines(given, name), 1):
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


def _lines(path: str | FilePath, name: str) -> Iterator[str]:
    """Yield the lines of a file of verdicts."""
    try:
        with open(path, encoding="utf-8-sig") as lines:
            register_read(lines)
            yield from lines
    except (OSError, ValueError) as error:
        if isinstance(error, FileNotFoundError):
            raise InputError((name,), says="no such file", source=Place(str(path))) from None
        says = f"cannot be read: {getattr(error, 'strerror', None) or error}"
        raise InputError((name,), says=says, source=Place(str(path))) from None


def _checked(record: object, place: tuple[str | int, ...], where: Place | None) -> Mapping[str, object]:
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
        hint = "the text before the verdict was changed"
        raise InputError((*place, "key"), wanted=verdict_key(record), got=record["key"], hint=hint, source=where)
    return record
