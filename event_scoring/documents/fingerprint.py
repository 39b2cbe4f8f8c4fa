"""One number for a document as it was given, the same on every machine and whatever the order of what is a set.

The canonical form of a document follows from its schema: fields by name, what is not given left out, lists that are
sets sorted; places in a list stand for what is there, and names of items, which any other names would serve, for where
they occur.
"""

from __future__ import annotations

import marshal
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from operator import itemgetter
from typing import Any

from event_scoring.documents.schema import Field, Integer, Kind, ListOf, Record, Text

Names = Mapping[Any, int]
"""What stands for each name of an item, and for each place in a list, as (the list, the place)."""
Canonical = Callable[[Any, Names], Any]
"""Gives the canonical form of a value: tuples, texts and numbers, of which any two of one kind can be compared."""


def fingerprint(value: Any) -> int:
    """64 bits for a value made of tuples, lists, strings and numbers.

    Examples:
        >>> fingerprint(("Attack", 3)) == fingerprint(("Attack", 3)), fingerprint(1) == fingerprint(2)
        (True, False)
    """
    # A fifth of the time of `repr`. Version 2 of the format depends on nothing but the value.
    return int.from_bytes(blake2b(marshal.dumps(value, 2), digest_size=8).digest(), "little")


def document_fingerprint(kind: Record, document: Mapping[str, Any]) -> int:
    """The `fingerprint` of a document's canonical form, without the name of the document.

    Examples:
        >>> from event_scoring.documents.schema import Field
        >>> kind = Record(Field("types", ListOf(Text())))
        >>> document_fingerprint(kind, {"types": ["A", "B"]}) == document_fingerprint(kind, {"types": ["B", "A"]})
        True
    """
    names = _names(kind, document) if _refers(kind) else {}
    lists = []
    for name, of_item in _lists_with_places(kind):
        items = [of_item(item, names) for item in document.get(name) or ()]
        in_order = sorted({*items})
        ranks = dict(zip(in_order, range(len(in_order)), strict=True))
        names |= {(name, place): ranks[item] for place, item in enumerate(items)}
        lists.append(sorted(items))
    return fingerprint((lists, _content(kind)(document, names)))


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
    if (simple := _simple(kind)) is not None:
        return lambda value, names: simple(value)
    if isinstance(kind, Record):
        return _canonical_record(kind)
    if isinstance(kind, ListOf):
        of_item, arrange = _canonical(kind.item), list if kind.ordered else sorted
        return lambda value, names: (*arrange([of_item(item, names) for item in value]),)
    if isinstance(kind, Integer) and kind.place_in:
        return lambda value, names: names.get((kind.place_in, value), value)
    if isinstance(kind, Text) and kind.is_name:
        return lambda value, names: str(names.get(value, 0))
    return lambda value, names: value


def _simple(kind: Kind) -> Callable[[Any], Any] | None:
    """The canonical form of a value of a kind that has no optional fields and refers to nothing, made at once."""
    if isinstance(kind, ListOf):
        of_item, arrange = _simple(kind.item), tuple if kind.ordered else sorted
        if of_item is not None:
            return lambda value: (*arrange(map(of_item, value)),)
    elif isinstance(kind, Record):
        if len(kind.fields) > 1 and all(field.required and _is_plain(field.kind) for field in kind.fields):
            return itemgetter(*sorted(kind.names))
    elif _is_plain(kind):
        return lambda value: value
    return None


def _canonical_record(kind: Record) -> Canonical:
    """That of a record: its plain fields, the others that it needs, and with their names those that it may have."""
    fields = sorted(kind.fields, key=lambda field: field.name)
    plain = [field.name for field in fields if field.required and _is_plain(field.kind)]
    plain_values: Callable[[Any], Any] = itemgetter(*plain) if plain else lambda value: ()
    others = [(field, None if _flag(field.kind) else _canonical(field.kind)) for field in fields]
    needed = [(field, known) for field, known in others if field.required and field.name not in plain]
    optional = [(field, known) for field, known in others if not field.required]

    def canonical(value: Any, names: Names) -> Any:
        found = [plain_values(value)]
        for field, known in needed:
            of_field = known or _canonical(_kind_in(value, field))
            found.append(of_field(value[field.name], names))
        for field, known in optional:
            item = value.get(field.name)
            if item is not None:
                of_field = known or _canonical(_kind_in(value, field))
                found.append((field.name, of_field(item, names)))
        return (*found,)

    return canonical


def _is_plain(kind: Kind) -> bool:
    """Whether a value is a text or a number that refers to nothing."""
    return not isinstance(kind, Record | ListOf) and not _refers(kind) and not _is_place(kind)


@cache
def _leaves(kind: Kind) -> tuple[Kind, ...]:
    if isinstance(kind, Record):
        return tuple(leaf for field in kind.fields for leaf in _leaves(field.kind))
    return _leaves(kind.item) if isinstance(kind, ListOf) else (kind,)


@cache
def _refers(kind: Kind) -> bool:
    """Whether some text in it is a name, or may be one."""
    return any(isinstance(one, Text) and bool(one.is_name or one.is_name_if) for one in _leaves(kind))


def _is_place(kind: Kind) -> bool:
    return isinstance(kind, Integer) and bool(kind.place_in)


@cache
def _flag(kind: Kind) -> str:
    """The flag of the record around a value that makes its texts names."""
    if isinstance(kind, ListOf):
        return _flag(kind.item)
    return kind.is_name_if if isinstance(kind, Text) else ""


@cache
def _of_names(kind: Kind) -> Kind:
    """The same kind of value, where its texts are names."""
    return ListOf(_of_names(kind.item), kind.length) if isinstance(kind, ListOf) else Text(is_name=True)


def _kind_in(record: Mapping[str, Any], field: Field) -> Kind:
    """What kind of value a field of this record holds."""
    flag = _flag(field.kind)
    return _of_names(field.kind) if flag and record.get(flag) else field.kind


def _names(kind: Record, document: Mapping[str, Any]) -> dict[Any, int]:
    """What stands for each name that the document mentions: all that is said with that name."""
    said: defaultdict[Any, list[Any]] = defaultdict(list)
    for name, where, record in _named(kind, document, ""):
        said[name].append((where, record))
    return {name: fingerprint(sorted(found, key=repr)) for name, found in said.items()}


def _named(kind: Kind, value: Any, where: str) -> Iterator[tuple[str, str, Any]]:
    """Each name in a value, the field that has it, and what the record around it says."""
    if isinstance(kind, ListOf) and _refers(kind):
        for item in value:
            yield from _named(kind.item, item, where)
    elif isinstance(kind, Text) and kind.is_name:
        yield value, where, ()
    elif isinstance(kind, Record):
        for field in kind.fields:
            inner = _kind_in(value, field)
            if value.get(field.name) is None or not _refers(inner):
                continue
            if isinstance(inner, Text):
                yield value[field.name], field.name, _canonical(kind)(value, {})
            else:
                yield from _named(inner, value[field.name], field.name)
