"""Response ids of the TAC KBP event argument evaluations, and the judgements an assessor may give.

Both are functions of all fields that identify a response: document, event type, role, canonical argument string (CAS)
with offsets, base filler, justifications and realis.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import TypeAlias

from event_scoring.documents.errors import InputError

Span: TypeAlias = "tuple[int, int]"
"""First and last offset."""

_32_BITS = 2**32 - 1


@lru_cache(maxsize=2**12)
def java_string_hash(text: str) -> int:
    """Return ``String.hashCode`` of a text as an unsigned 32-bit integer.

    Examples:
        >>> java_string_hash("Hi") == 31 * ord("H") + ord("i")
        True
    """
    units = text.encode("utf-16-le", "surrogatepass")  # letters beyond the basic plane are two units each
    code = 0
    for unit in struct.unpack(f"<{len(units) // 2}H", units):
        code = (31 * code + unit) & _32_BITS
    return code


def hash_2014(
    document: str,
    event_type: str,
    role: str,
    text: str,
    cas: Span,
    base_filler: Span,
    predicate: Iterable[Span],
    argument: Iterable[Span],
    realis: str,
) -> int:
    """Return the response id of 2014, a signed 32-bit integer; it also breaks ties of confidence.

    It is ``hashCode`` of `_Response.java`, in which a set has the sum of its members' codes.
    """
    code = _objects_hash(
        java_string_hash(document),
        java_string_hash(event_type),
        java_string_hash(role),
        _objects_hash(java_string_hash(text), _objects_hash(*cas)),
        _objects_hash(*base_filler),
        sum(_objects_hash(*span) for span in set(argument)),
        sum(_objects_hash(*span) for span in set(predicate)),
        java_string_hash(realis),
    )
    return code - 2**32 if code >= 2**31 else code


def sha1_id(
    document: str,
    event_type: str,
    role: str,
    text: str,
    cas: Span,
    base_filler: Span,
    predicate: Sequence[Span],
    argument: Sequence[Span],
    realis: int,
) -> str:
    """Return the response id of 2015 and 2016; ``realis`` is 0 for Actual, 1 for Generic, 2 for Other."""
    numbers = [*cas, *base_filler, 0]
    for spans, end in ((predicate, [1]), (argument, [realis])):
        if len(spans) == 1:
            numbers.extend(spans[0])
        else:
            for pair in sorted(set(spans)):
                numbers.extend(pair)
        numbers.extend(end)
    words = f"{document}{event_type}{role}{text}".encode("utf-8", "surrogatepass")
    try:
        packed = struct.pack(f"<{len(numbers)}i", *numbers)
    except struct.error:
        wanted = f"offsets that fit in 32 bits in a response of {document}"
        raise InputError(wanted=wanted, got=numbers) from None
    return hashlib.sha1(words + packed, usedforsecurity=False).hexdigest()


def _objects_hash(*codes: int) -> int:
    """Return Java's ``Objects.hash`` of objects with these hash codes."""
    state = 1
    for code in codes:
        state = (31 * state + code) & _32_BITS
    return state


CONTRADICTORY = (
    "string, base filler, realis and mention type to be assessed where event type and role are right, and NIL elsewhere"
)


@cache
def is_contradictory(aet: str, aer: str, cas: str, base_filler: str, realis: str, mention_type: str | None) -> bool:
    """Whether an assessment breaks a rule of `_ResponseAssessment.java`.

    The role is judged if the event type is right. String, base filler, realis and mention type are judged if and only
    if event type and role are right. A missing mention type never contradicts.

    Examples:
        >>> is_contradictory("C", "W", "NIL", "NIL", "NIL", None), is_contradictory("C", "W", "C", "C", "Actual", None)
        (False, True)
    """
    type_is_right = aet in ("C", "I")
    if type_is_right and aer == "NIL":
        return True
    not_judged = [verdict == "NIL" for verdict in (cas, base_filler, realis, mention_type) if verdict is not None]
    return any(not_judged) if type_is_right and aer != "W" else not all(not_judged)
