"""The fingerprint of a document: a number that is equal on every machine, and for any order of unordered lists.

The canonical form of a document follows from its schema. Fields are sorted by name, and fields without a value or that
no rule reads are left out. Unordered lists are sorted. An index into a list is replaced by the item. Names are
arbitrary, so the name of an item is replaced by the positions at which it occurs.
"""

from __future__ import annotations

import json
import marshal
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache
from hashlib import blake2b, sha256
from operator import attrgetter, itemgetter
from types import NoneType
from typing import Any, TypeAlias

from event_scoring.documents.schema import Field, Integer, Kind, ListOf, Nested, Record, Text, attribute_of

Names = Mapping[Any, int]
"""The number that replaces each name of an item, and each index into a list, given as (list, index)."""
Canonical = Callable[[Any, Names], Any]
"""A function that returns the canonical form of a value: tuples, lists, texts and numbers, which can be sorted."""
Form: TypeAlias = "tuple[int, Callable[[Any], tuple[Any, ...]], list[tuple[int, Canonical]], bool]"
"""Plan for records with the same fields. It has a bit mask of the fields, the getter of their values, and functions by
index for values that change. The last item is whether no value is a record or an unordered list."""


def fingerprint(value: Any) -> int:
    """Return a hash of 64 bits for a value made of tuples, lists, strings and numbers.

    Examples:
        >>> fingerprint(("Attack", 3)) == fingerprint(("Attack", 3)), fingerprint(1) == fingerprint(2)
        (True, False)
    """
    # A fifth of the time of `repr`. Version 2 of the format depends on nothing but the value.
    return int.from_bytes(blake2b(marshal.dumps(value, 2), digest_size=8).digest(), "little")


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


def document_fingerprint(kind: Record, document: Any) -> int:
    """Return the `fingerprint` of a document's canonical form, without the name of the document.

    Examples:
        >>> from event_scoring.documents.typed import DocumentPart, record_of
        >>> class Types(DocumentPart, frozen=True):
        ...     types: list[str]
        >>> first, second = (document_fingerprint(record_of(Types), Types([*names])) for names in ("AB", "BA"))
        >>> first == second
        True
    """
    names = _names(kind, document) if _has_names(kind) else {}
    lists = []
    for name, of_item in _lists_with_places(kind):
        items = [of_item(item, names) for item in getattr(document, attribute_of(name)) or ()]
        in_order = sorted(items)
        names |= {(name, place): bisect_left(in_order, item) for place, item in enumerate(items)}
        lists.append(in_order)
    return fingerprint((lists, _content(kind)(document, names)))


@cache
def _lists_with_places(kind: Record) -> list[tuple[str, Canonical]]:
    """Return the lists of a document that have indices pointing into them, with the function for their items."""
    names = sorted({leaf.place_in for leaf in _leaves(kind) if isinstance(leaf, Integer) and leaf.place_in})
    return [(name, _canonical(items.item)) for name in names if isinstance(items := kind.field(name).kind, ListOf)]


@cache
def _content(kind: Record) -> Canonical:
    """Return the function for a document without its name and the lists of `_lists_with_places`."""
    elsewhere = {"doc_id", *(name for name, _ in _lists_with_places(kind))}
    return _canonical(Record(*(field for field in kind.fields if field.name not in elsewhere)))


@cache
def _canonical(kind: Kind) -> Canonical:
    if _is_canonical(kind):
        return lambda value, names: value
    if isinstance(kind, Record):
        return _canonical_record(kind)
    if isinstance(kind, ListOf):
        arrange = list if kind.ordered else sorted
        if _is_canonical(kind.item):
            return lambda value, names: arrange(value)
        if isinstance(kind.item, Record) and _is_flat(_fields_read(kind.item.fields)):
            values_of = _field_getter(_fields_read(kind.item.fields))
            return lambda value, names: arrange(map(values_of, value))
        of_item = _canonical(kind.item)
        return lambda value, names: arrange([of_item(item, names) for item in value])
    if isinstance(kind, Nested):
        return lambda value, names: json.dumps(value, sort_keys=True)
    if isinstance(kind, Integer) and kind.place_in:
        return lambda value, names: names.get((kind.place_in, value), value)
    return lambda value, names: str(names.get(value, 0))


def _canonical_record(kind: Record) -> Canonical:
    """Return the function for a record: a mask of its fields that have a value, and the values that a rule reads."""
    flag = next(filter(None, (_flag(field.kind) for field in kind.fields)), "")
    if flag:
        names, texts = (
            _canonical_fields([_with_text(field, text) for field in kind.fields])
            for text in (Text(is_name=True), Text())
        )
        is_flagged = attrgetter(attribute_of(flag))
        return lambda value, names_of: (names if is_flagged(value) else texts)(value, names_of)
    return _canonical_fields(kind.fields)


def _canonical_fields(fields: Iterable[Field]) -> Canonical:
    """Return the function for some fields of a record. A missing field has the value None."""
    in_order = _fields_read(fields)
    values_of = _field_getter(in_order)
    if _is_flat(in_order):
        return lambda value, names: values_of(value)
    plans: dict[tuple[type, ...], Form] = {}  # records of one kind give few sets of fields

    def canonical(value: Any, names: Names) -> Any:
        found = values_of(value)
        types = (*map(type, found),)
        plan = plans.get(types)
        if plan is None:
            plan = plans[types] = _form_of_types(in_order, types)
        number, given, forms, is_flat = plan
        if not forms:
            return number, given(found)
        items = [*given(found)]
        for place, of_field in forms:
            items[place] = of_field(items[place], names)
        return (number, tuple(items)) if is_flat else (number, *items)

    return canonical


def _form_of_types(in_order: list[Field], types: tuple[type, ...]) -> Form:
    """Return the plan for records whose values have these types; NoneType is the type of a field that is not given."""
    places = [place for place, kind in enumerate(types) if kind is not NoneType]
    kinds = [in_order[place].kind for place in places]
    forms = [(at, _canonical(kind)) for at, kind in enumerate(kinds) if not _is_canonical(kind)]
    given: Callable[[Any], tuple[Any, ...]] = (
        itemgetter(*places) if len(places) > 1 else lambda found: (*map(found.__getitem__, places),)
    )
    return sum(2**place for place in places), given, forms, all(map(_is_plain, kinds))


def _is_flat(in_order: Iterable[Field]) -> bool:
    """Whether every field is required and is its own canonical form."""
    return all(field.required and _is_canonical(field.kind) for field in in_order)


def _fields_read(fields: Iterable[Field]) -> list[Field]:
    return sorted((field for field in fields if field.is_read), key=lambda field: field.name)


def _field_getter(fields: list[Field]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that returns the values of some fields of a record."""
    attributes = [attribute_of(field.name) for field in fields]
    if len(attributes) > 1:
        return attrgetter(*attributes)
    return lambda value: tuple(getattr(value, name) for name in attributes)


def _is_canonical(kind: Kind) -> bool:
    """Whether values of a kind are their own canonical form, in which lists of fixed length are tuples."""
    return _is_plain(kind) and not (isinstance(kind, ListOf) and kind.length)


def _is_plain(kind: Kind) -> bool:
    """Whether values of a kind are ordered and contain no records, names or indices."""
    if isinstance(kind, ListOf) and kind.ordered:
        return _is_plain(kind.item)
    return not isinstance(kind, Record | ListOf | Nested) and not _has_names(kind) and not getattr(kind, "place_in", "")


@cache
def _leaves(kind: Kind) -> tuple[Kind, ...]:
    if isinstance(kind, Record):
        return tuple(leaf for field in kind.fields for leaf in _leaves(field.kind))
    return _leaves(kind.item) if isinstance(kind, ListOf) else (kind,)


@cache
def _has_names(kind: Kind) -> bool:
    return any(isinstance(one, Text) and bool(one.is_name or one.is_name_if) for one in _leaves(kind))


@cache
def _flag(kind: Kind) -> str:
    """Return the flag of the record that decides whether the texts of one of its fields are names; "" for none."""
    if isinstance(kind, ListOf):
        return _flag(kind.item)
    return kind.is_name_if if isinstance(kind, Text) else ""


def _with_text(field: Field, text: Text) -> Field:
    """Return a field whose texts, where a flag decides whether they are names, are of this kind."""

    def changed(kind: Kind) -> Kind:
        return ListOf(changed(kind.item), kind.length) if isinstance(kind, ListOf) else text

    return replace(field, kind=changed(field.kind)) if _flag(field.kind) else field


def _names(kind: Record, document: Any) -> dict[Any, int]:
    """Return a fingerprint for each name in a document: of all fields and records in which the name occurs."""
    places: defaultdict[Any, list[Any]] = defaultdict(list)
    _name_collector(kind)(document, "", places)
    return {name: fingerprint(sorted(found, key=repr)) for name, found in places.items()}


@cache
def _name_collector(kind: Kind) -> Callable[[Any, str, dict[Any, list[Any]]], None]:
    """Return a function that collects for each name in a value its fields and the records around it."""
    if isinstance(kind, Text):
        return lambda value, where, places: places[value].append((where, ()))
    if isinstance(kind, ListOf):
        collect_item = _name_collector(kind.item)

        def collect_items(value: Any, where: str, places: dict[Any, list[Any]]) -> None:
            for item in value:
                collect_item(item, where, places)

        return collect_items
    assert isinstance(kind, Record)
    fields = [
        (
            field.name,
            attrgetter(attribute_of(field.name)),
            attrgetter(attribute_of(flag)) if (flag := _flag(field.kind)) else None,
            None if isinstance(field.kind, Text) else _name_collector(field.kind),
        )
        for field in kind.fields
        if _has_names(field.kind)
    ]
    of_record = _canonical(kind)

    def note_fields(value: Any, where: str, places: dict[Any, list[Any]]) -> None:
        for name, get, is_flagged, note in fields:
            item = None if is_flagged and not is_flagged(value) else get(value)
            if item is not None:
                if note:
                    note(item, name, places)
                else:
                    places[item].append((name, of_record(value, {})))

    return note_fields
