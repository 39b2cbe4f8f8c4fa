"""The fingerprint of a document: a number that is equal on every machine, and for any order of unordered lists.

It is a hash of the document as JSON. Fields that no rule reads are left out, unordered lists are sorted by the JSON of
their items, and an index into a list is replaced by the rank of the item in the sorted list.
"""

from __future__ import annotations

import marshal
from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence
from functools import cache, partial
from hashlib import blake2b, sha256
from itertools import chain, islice
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec

from event_scoring.documents.schema import Integer, Kind, ListOf, Record, attribute_of

Lines: TypeAlias = Callable[[Sequence[Any]], list[bytes]]
"""A function that returns the canonical JSON of each of some values."""
_JSON = msgspec.json.Encoder(order="deterministic")


def fingerprint(value: Any) -> int:
    """Return a hash of 64 bits for a value made of tuples, lists, strings and numbers.

    Examples:
        >>> fingerprint(("Attack", 3)) == fingerprint(("Attack", 3)), fingerprint(1) == fingerprint(2)
        (True, False)
    """
    # A fifth of the time of `repr`. Version 2 of the format depends on nothing but the value.
    return _hash(marshal.dumps(value, 2))


def _hash(content: bytes) -> int:
    return int.from_bytes(blake2b(content, digest_size=8).digest(), "little")


def corpus_fingerprint(hashes: Collection[int]) -> str:
    """Return twelve hexadecimal digits for the fingerprints of some documents, in any order."""
    return fingerprint_of_sum(len(hashes), sum(hashes))


def fingerprint_of_sum(documents: int, total: int) -> str:
    """Return the `corpus_fingerprint` of documents of which only the number and the sum of their hashes were kept.

    Examples:
        >>> fingerprint_of_sum(2, 11) == corpus_fingerprint([5, 6])
        True
    """
    return sha256(f"{documents}:{total % 2**64}".encode()).hexdigest()[:12]


def document_fingerprints(kind: Record, documents: Sequence[object]) -> list[int]:
    """Return the hash of the canonical JSON of each document, without the name of the document.

    Examples:
        >>> from event_scoring.documents.typed import DocumentPart, record_of
        >>> class Types(DocumentPart, frozen=True):
        ...     types: list[str]
        >>> documents = [Types([*names]) for names in ("AB", "BA", "A")]
        >>> first, second, third = document_fingerprints(record_of(Types), documents)
        >>> first == second, first == third
        (True, False)
    """
    pointing, lines_of_content = _encoding(kind)
    found: list[int] = []
    for start in range(0, len(documents), _BLOCK_DOCUMENTS):
        block = documents[start : start + _BLOCK_DOCUMENTS]
        parts = [[content] for content in lines_of_content(block)]
        for items, lines_of_items, places in pointing:
            lists = [getattr(document, items) or () for document in block]
            lines = iter(lines_of_items([*chain.from_iterable(lists)]))
            for of_document, document, given in zip(parts, block, lists, strict=True):
                of_document += _pointed_parts([*islice(lines, len(given))], getattr(document, places) or ())
        found += [_hash(b"\n".join(of_document)) for of_document in parts]
    return found


_BLOCK_DOCUMENTS = 64
"""The number of documents whose values are encoded together; few enough to stay in the processor's cache."""


def _pointed_parts(lines: Sequence[bytes], groups: Sequence[Sequence[int]]) -> list[bytes]:
    """Return the sorted JSON of the items of a list, and that of the lists of indices into it, by the items' ranks."""
    in_order = sorted(lines)
    ranks = [bisect_left(in_order, line) for line in lines]
    return [*in_order, _JSON.encode(sorted([sorted(map(ranks.__getitem__, group)) for group in groups]))]


@cache
def _encoding(kind: Record) -> tuple[list[tuple[str, Lines, str]], Lines]:
    """Return how documents are encoded: lists into which indices point, and all other fields.

    Each such list is (its field, the function for its items, the field with the indices).
    """
    pointing = [(field.name, items) for field in kind.fields if (items := _pointed_list(field.kind))]
    plan = [(items, _lines(kind.field(items).kind.item), places) for places, items in pointing]  # type: ignore[union-attr]
    elsewhere = {"doc_id", *chain.from_iterable(pointing)}
    return plan, _lines(Record(*(field for field in kind.fields if field.name not in elsewhere)))


def _pointed_list(kind: Kind) -> str:
    """Return the list of the document into which lists of indices point; "" for other values."""
    while isinstance(kind, ListOf):
        kind = kind.item
    return kind.place_in if isinstance(kind, Integer) else ""


@cache
def _lines(kind: Kind) -> Lines:
    if _is_canonical(kind):
        return lambda values: _JSON.encode_lines(values).splitlines()
    if isinstance(kind, ListOf):
        return partial(_lines_of_lists, _lines(kind.item), list if kind.ordered else sorted)
    assert isinstance(kind, Record)
    read = [(field.kind, attribute_of(field.name)) for field in kind.fields if field.is_read]
    plain = [name for kind, name in read if _is_canonical(kind)]
    values_of: Callable[[object], object] = attrgetter(*plain) if plain else lambda record: None
    nested = [
        (f',"{name}":'.encode(), attrgetter(name), _lines(kind)) for kind, name in read if not _is_canonical(kind)
    ]
    return partial(_lines_of_records, values_of, nested)


def _lines_of_lists(lines_of_items: Lines, arrange: Callable[..., list[bytes]], lists: Sequence[Any]) -> list[bytes]:
    """Return the JSON of lists; all their items are encoded together."""
    lines = iter(lines_of_items([*chain.from_iterable(lists)]))
    return [b"[%b]" % b",".join(arrange(islice(lines, len(items)))) for items in lists]


def _lines_of_records(
    values_of: Callable[[object], object],
    nested: Sequence[tuple[bytes, Callable[[object], object], Lines]],
    records: Sequence[object],
) -> list[bytes]:
    """Return the JSON of records: their plain values, and then each other field that has a value."""
    lines = _JSON.encode_lines([*map(values_of, records)]).splitlines()
    for key, get, lines_of in nested:
        values = [*map(get, records)]
        rows: Sequence[int] = range(len(values))
        if None in values:
            rows = [row for row in rows if values[row] is not None]
            values = [values[row] for row in rows]
        if values:
            for row, line in zip(rows, lines_of(values), strict=True):
                lines[row] += key + line
    return lines


@cache
def _is_canonical(kind: Kind) -> bool:
    """Whether the JSON of a value is canonical: no list in it is unordered, and each field is read."""
    if isinstance(kind, Record):
        return kind.struct is not None and all(field.is_read and _is_canonical(field.kind) for field in kind.fields)
    return not isinstance(kind, ListOf) or (kind.ordered and _is_canonical(kind.item))
