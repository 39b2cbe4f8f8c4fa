"""The names that the TAC KBP event argument evaluations give a response.

Both are functions of everything that makes a response what it is: the document, event type, role,
canonical argument string (CAS) with its offsets, base filler, justifications and realis.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from event_scoring.arrays.ragged import IntArray, Ragged
from event_scoring.documents.errors import InputError

WordArray = NDArray[np.uint32]
_BASE = np.uint32(31)


def java_string_hash(strings: Sequence[str]) -> WordArray:
    """``String.hashCode`` of each string, as unsigned numbers of 32 bits."""
    joined = np.frombuffer("".join(strings).encode("utf-16-le", "surrogatepass"), dtype="<u2").astype(np.uint32)
    lengths = np.fromiter(map(len, strings), dtype=np.int64, count=len(strings))
    if lengths.sum() != len(joined):  # letters beyond the basic plane are two units each
        units = (len(text.encode("utf-16-le", "surrogatepass")) // 2 for text in strings)
        lengths = np.fromiter(units, dtype=np.int64, count=len(strings))
    rows = Ragged.from_lengths(lengths, joined)
    powers = np.ones(int(lengths.max(initial=0)) + 1, dtype=np.uint32)
    with np.errstate(over="ignore"):
        powers[1:] = np.cumprod(np.full(len(powers) - 1, _BASE), dtype=np.uint32)
        return _row_sums(Ragged(rows.offsets, joined * powers[np.repeat(lengths, lengths) - 1 - rows.within]))


def hash_2014(
    document: WordArray,
    event_type: WordArray,
    role: WordArray,
    text: WordArray,
    cas: tuple[IntArray, IntArray],
    base_filler: tuple[IntArray, IntArray],
    predicate: Ragged,
    argument: Ragged,
    span: tuple[IntArray, IntArray],
    realis: WordArray,
) -> IntArray:
    """The response ids of 2014, which also break ties between equally confident responses.

    Words are given by their string hashes, strings and fillers by start and end, and justifications as sets of rows of
    ``span``, which has start and end of each numbered span.
    """
    spans = _combine(*span)
    sets = [_row_sums(Ragged(rows.offsets, spans[rows.values])) for rows in (argument, predicate)]
    whole = _combine(document, event_type, role, _combine(text, _combine(*cas)), _combine(*base_filler), *sets, realis)
    return whole.view(np.int32).astype(np.int64)


def document_hashes(document: Mapping[str, Any]) -> list[int]:
    """The ids of 2014 of a document's responses, as `score_responses` takes them."""
    responses = document["responses"]
    spans: list[tuple[int, int]] = []

    def sets(name: str) -> Ragged:
        rows = [{(span["start"], span["end"]) for span in response[name]} for response in responses]
        first = len(spans)
        spans.extend(chain.from_iterable(rows))
        return Ragged.from_lengths(np.array([*map(len, rows)], dtype=np.int64), np.arange(first, len(spans)))

    def ends(found: Iterable[tuple[int, int]]) -> Any:
        return tuple(np.array([*found], dtype=np.int64).reshape(-1, 2).T)

    predicate, argument = sets("predicate_justifications"), sets("argument_justifications")
    words = [[response[name] for response in responses] for name in ("type", "role", "realis")]
    event_type, role, realis = map(java_string_hash, words)
    cas, base_filler = (
        ends((response[name]["start"], response[name]["end"]) for response in responses)
        for name in ("cas", "base_filler")
    )
    name = java_string_hash([document["doc_id"]] * len(responses))
    text = java_string_hash([response["cas"]["text"] for response in responses])
    numbers = hash_2014(name, event_type, role, text, cas, base_filler, predicate, argument, ends(spans), realis)
    return [*map(int, numbers)]


def sha1_id(
    document: str,
    event_type: str,
    role: str,
    text: str,
    cas: tuple[int, int],
    base_filler: tuple[int, int],
    predicate: Sequence[tuple[int, int]],
    argument: Sequence[tuple[int, int]],
    realis: int,
) -> str:
    """The response id of 2015 and 2016; ``realis`` is 0 for Actual, 1 for Generic, 2 for Other."""
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


def _combine(*parts: NDArray[np.generic]) -> WordArray:
    """``Objects.hash`` of some numbers, row by row."""
    state = np.ones(len(parts[0]), dtype=np.uint32)
    with np.errstate(over="ignore"):
        for part in parts:
            state = state * _BASE + part.astype(np.uint32)
    return state


def _row_sums(rows: Ragged) -> WordArray:
    sums = np.zeros(len(rows.values) + 1, dtype=np.uint32)
    with np.errstate(over="ignore"):
        np.cumsum(rows.values, out=sums[1:], dtype=np.uint32)
        return sums[rows.offsets[1:]] - sums[rows.offsets[:-1]]
