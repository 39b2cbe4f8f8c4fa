"""One number for a document as it was given, the same on every machine and whatever the order of what is a set.

The canonical form of a document follows from its schema: fields by name, what is not given left out, lists that are
sets sorted; places in a list stand for what is there, and names of items, which any other names would serve, for where
they occur.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from operator import itemgetter
from typing import Any

from event_scoring.documents.schema import Integer, Kind, ListOf, Record, Text

Names = Mapping[Any, int]
"""What stands for each name of an item, and for each place in a list, as (the list, the place)."""
Canonical = Callable[[Any, Names], str]
"""The canonical form of a value as text."""


def fingerprint(value: object) -> int:
    """64 bits for a value made of tuples, lists, strings and numbers.

    Examples:
        >>> fingerprint(("Attack", 3)) == fingerprint(("Attack", 3)), fingerprint(1) == fingerprint(2)
        (True, False)
    """
    return int.from_bytes(blake2b(repr(value).encode(), digest_size=8).digest(), "little")


def document_fingerprint(kind: Record, document: Mapping[str, Any]) -> int:
    """The `fingerprint` of a document's canonical form, without the name of the document.

    Examples:
        >>> from event_scoring.documents.schema import Field
        >>> kind = Record(Field("types", ListOf(Text())))
        >>> document_fingerprint(kind, {"types": ["A", "B"]}) == document_fingerprint(kind, {"types": ["B", "A"]})
        True
    """
    names = _names(kind, document) if _refers(kind) else {}
    parts = []
    for name, of_item in _lists_with_places(kind):
        items = [of_item(item, names) for item in document.get(name) or ()]
        ranks = {item: rank for rank, item in enumerate(sorted({*items}))}
        names |= {(name, place): ranks[item] for place, item in enumerate(items)}
        parts.append(f"{name}:{sorted(items)}")
    return fingerprint((*parts, _content(kind)(document, names)))


@cache
def _lists_with_places(kind: Record) -> list[tuple[str, Canonical]]:
    """The lists of a document that others refer to by places, with the canonical form of their items."""
    names = sorted({leaf.place_in for leaf in _leaves(kind) if isinstance(leaf, Integer) and leaf.place_in})
    return [(name, _canonical(items.item)) for name in names if isinstance(items := kind.field(name).kind, ListOf)]


@cache
def _content(kind: Record) -> Canonical:
    """The canonical form of a document but for its name and the lists that others refer to by places."""
    elsewhere = {"doc_id", *(name for name, _ in _lists_with_places(kind))}
    return _canonical(Record(*(field for field in kind.fields if field.name not in elsewhere)))


@cache
def _canonical(kind: Kind) -> Canonical:
    if isinstance(kind, Record):
        return _canonical_record(kind)
    if isinstance(kind, ListOf) and not _is_plain(kind):
        of_item, arrange = _canonical(kind.item), list if kind.ordered else sorted
        return lambda value, names: f"[{','.join(arrange([of_item(item, names) for item in value]))}]"
    if isinstance(kind, Text) and kind.is_name:
        return lambda value, names: repr(names.get(value, 0))
    if isinstance(kind, Integer) and kind.place_in:
        return lambda value, names: repr(names.get((kind.place_in, value), value))
    return lambda value, names: repr(value)


def _canonical_record(kind: Record) -> Canonical:
    fields = sorted(kind.fields, key=lambda field: field.name)
    # Most values are plain and required: their text is made at once.
    plain = [field.name for field in fields if field.required and _is_plain(field.kind)]
    others = [
        (field.name, _canonical(field.kind), _flag(field.kind), _canonical(_of_names(field.kind)))
        for field in fields
        if field.name not in plain
    ]
    plain_values: Callable[[Any], Any] = itemgetter(*plain) if plain else lambda value: ()
    if not others:
        return lambda value, names: repr(plain_values(value))

    def canonical(value: Any, names: Names) -> str:
        parts = [repr(plain_values(value))]
        for name, of_field, flag, of_names in others:
            item = value.get(name)
            if item is not None:
                text = of_names(item, names) if flag and value.get(flag) else of_field(item, names)
                parts.append(f"{name}:{text}")
        return f"{{{','.join(parts)}}}"

    return canonical


def _is_plain(kind: Kind) -> bool:
    """Whether the text of a value is canonical as Python writes it."""
    if isinstance(kind, ListOf):
        return kind.ordered and _is_plain(kind.item)
    return not (isinstance(kind, Record) or getattr(kind, "is_name", False) or getattr(kind, "place_in", ""))


@cache
def _leaves(kind: Kind) -> tuple[Kind, ...]:
    if isinstance(kind, Record):
        return tuple(leaf for field in kind.fields for leaf in _leaves(field.kind))
    return _leaves(kind.item) if isinstance(kind, ListOf) else (kind,)


@cache
def _refers(kind: Kind) -> bool:
    """Whether some text in it is a name."""
    return any(isinstance(one, Text) and bool(one.is_name or one.is_name_if) for one in _leaves(kind))


@cache
def _flag(kind: Kind) -> str:
    """The flag of the record around a value that makes its texts names."""
    return _flag(kind.item) if isinstance(kind, ListOf) else getattr(kind, "is_name_if", "")


@cache
def _of_names(kind: Kind) -> Kind:
    """The same kind of value where such a flag is set."""
    if not _flag(kind):
        return kind
    return ListOf(_of_names(kind.item), kind.length) if isinstance(kind, ListOf) else Text(is_name=True)


def _names(kind: Record, document: Mapping[str, Any]) -> dict[Any, int]:
    """What stands for each name that the document mentions more than once: all that is said with that name."""
    said: defaultdict[Any, list[tuple[str, Record | None, Any]]] = defaultdict(list)
    for name, *where in _named(kind, document, ""):
        said[name].append((where[0], where[1], where[2]))
    return {
        name: fingerprint(
            sorted(f"{where}:{_canonical(kind)(record, {}) if kind else ''}" for where, kind, record in found)
        )
        for name, found in said.items()
        if len(found) > 1
    }


def _named(kind: Kind, value: Any, where: str) -> Iterator[tuple[str, str, Record | None, Any]]:
    """Each name in a value, the field that has it, and the record around it, where it is the name of a record."""
    if isinstance(kind, ListOf):
        for item in value:
            yield from _named(kind.item, item, where)
    elif isinstance(kind, Text):
        yield value, where, None, None
    elif isinstance(kind, Record):
        for name, flag, inner in _referring(kind):
            if value.get(name) is None or (flag and not value.get(flag)):
                continue
            if isinstance(inner, Text):
                yield value[name], name, kind, value
            else:
                yield from _named(inner, value[name], name)


@cache
def _referring(kind: Record) -> list[tuple[str, str, Kind]]:
    """The fields with names, the flag that makes them so if any, and what they hold then."""
    return [(one.name, _flag(one.kind), _of_names(one.kind)) for one in kind.fields if _refers(one.kind)]
