"""One number for a document as it was given, the same on every machine and whatever the order of what is a set.

The canonical form of a document follows from its schema: keys by name, what is not given left out, lists that are sets
sorted; places in a list stand for what is there, and names of items, which any other names would serve, for where they
occur.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from typing import Any

from event_scoring.documents.schema import Field, Integer, Kind, ListOf, Record, Text

Names = Mapping[Any, int]
"""What stands for each name of an item, and for each place in a list, as (the list, the place)."""
Canonical = Callable[[Any, Names], Any]


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
    content = {key: value for key, value in document.items() if key != "doc_id"}
    return fingerprint(_canonical(kind)(content, _names(kind, content) if _refers(kind) else {}))


@cache
def _canonical(kind: Kind) -> Canonical:
    if isinstance(kind, Record):
        in_order = sorted(kind.fields, key=lambda one: one.name)
        if any(_flag(field.kind) for field in in_order):
            return lambda value, names: [
                (field.name, _canonical(_kind_in(value, field))(value[field.name], names))
                for field in in_order
                if value.get(field.name) is not None
            ]
        fields = [(field.name, _canonical(field.kind)) for field in in_order]
        return lambda value, names: [
            (name, of_field(value[name], names)) for name, of_field in fields if value.get(name) is not None
        ]
    if isinstance(kind, ListOf):
        of_item, arrange = _canonical(kind.item), list if kind.ordered else sorted
        if kind.ordered and isinstance(kind.item, Text | Integer):
            return lambda value, names: value
        return lambda value, names: arrange([of_item(item, names) for item in value])
    if isinstance(kind, Text) and kind.is_name:
        return lambda value, names: names.get(value, 0)
    if isinstance(kind, Integer) and kind.place_in:
        return lambda value, names: names.get((kind.place_in, value), value)
    return lambda value, names: value


@cache
def _leaves(kind: Kind) -> tuple[Kind, ...]:
    if isinstance(kind, Record):
        return tuple(leaf for field in kind.fields for leaf in _leaves(field.kind))
    return _leaves(kind.item) if isinstance(kind, ListOf) else (kind,)


@cache
def _refers(kind: Kind) -> bool:
    """Whether some text in it is a name, or some number a place in a list."""
    leaves = _leaves(kind)
    return any(one.is_name or one.is_name_if if isinstance(one, Text) else _is_place(one) for one in leaves)


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


def _names(kind: Record, document: Mapping[str, Any]) -> Names:
    """What stands for each name and each place that the document mentions: all that is said with that name."""
    said: defaultdict[Any, list[Any]] = defaultdict(list)
    for name in {leaf.place_in for leaf in _leaves(kind) if isinstance(leaf, Integer) and leaf.place_in}:
        items = kind.field(name).kind
        assert isinstance(items, ListOf)
        for place, item in enumerate(document.get(name) or ()):
            said[name, place].append(_canonical(items.item)(item, {}))
    for name, where, record in _named(kind, document, ""):
        said[name].append((where, record))
    return {name: fingerprint(sorted(map(repr, found))) for name, found in said.items()}


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
