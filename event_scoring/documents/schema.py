"""The schema of documents: one description that checks, types and documents them.

A `Record` names the fields of a document once. The Arrow type in which documents are stored (`arrow_type`) is made from
it, and `datasets.Features.from_arrow_schema` makes features from that. The checks of input (`documents.sides`) use it
too, and tests compare the documentation with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from keyword import iskeyword
from typing import Any

import pyarrow as pa

from event_scoring.documents.errors import InputError, Path


@dataclass(frozen=True, eq=False)
class Text:
    """A string; one of ``choices`` where they are given.

    A column that is ``coded`` has values that repeat: where it comes as an Arrow dictionary it stays one.
    """

    choices: tuple[str, ...] = ()
    coded: bool = False
    label: str = ""
    """The kind of a label that is compared as written: "type", "subtype", "realis", "role", "slot" or "filler"."""
    may_be_empty: bool = False
    """Whether an empty label of a prediction has a meaning."""

    @property
    def wanted(self) -> str:
        if self.choices:
            return "one of " + ", ".join(f'"{choice}"' for choice in self.choices)
        return "a string"


MIN_INTEGER, MAX_INTEGER = -(2**63), 2**63 - 1
"""The range of 64-bit integers."""


@dataclass(frozen=True, eq=False)
class Integer:
    """An integer that fits in 64 bits; messages name it by its ``noun``."""

    noun: str = ""
    place_in: str = ""
    """The list of the document in which it is a place."""

    @property
    def wanted(self) -> str:
        return f"an integer {self.noun}".rstrip()


@dataclass(frozen=True, eq=False)
class Number:
    """A finite number."""

    wanted = "a finite number"


@dataclass(frozen=True, eq=False)
class Truth:
    """True or False."""

    wanted = "True or False"


@dataclass(frozen=True, eq=False)
class Nested:
    """A text, nothing, or dicts and lists of these, to a depth that no columns have; in Arrow it is JSON."""

    problems: Callable[[object, Path], Iterator[InputError]]
    """Everything that is wrong with a value."""
    wanted: str


@dataclass(frozen=True, eq=False)
class ListOf:
    """A list, tuple, array or column of ``item``; of exactly ``length`` items where that is given."""

    item: Kind
    length: int | None = None
    in_order: bool = False
    """Whether the order of its items matters; in a list of fixed length it always does."""
    takes_sets: bool = False
    """Whether a Python set is accepted as well."""

    @property
    def ordered(self) -> bool:
        """Whether it is more than a set."""
        return self.in_order or self.length is not None

    @property
    def wanted(self) -> str:
        return "a list" if self.length is None else f"a list of {self.length} items"


@dataclass(frozen=True, eq=False)
class Field:
    """One key of a record."""

    name: str
    kind: Kind
    meaning: str = ""
    required: bool = True
    is_read: bool = True
    """Whether some rule reads it; if not, a fingerprint leaves it out."""


def optional(name: str, kind: Kind, meaning: str = "", is_read: bool = True) -> Field:
    """Return the declaration of an optional field."""
    return Field(name, kind, meaning, required=False, is_read=is_read)


@dataclass(frozen=True, init=False, eq=False)
class Record:
    """A dict with declared keys."""

    fields: tuple[Field, ...]
    bare: str | None
    """The field that a bare list is read as."""
    extra: bool
    """Whether undeclared keys pass unread, as in the output of other programs."""
    bare_text: str | None
    """The field that a bare text is read as."""
    struct: type[Any] | None
    """The type of its values, where they are typed."""

    wanted = "a dict"

    def __init__(
        self,
        *fields: Field,
        bare: str | None = None,
        extra: bool = False,
        bare_text: str | None = None,
        struct: type[Any] | None = None,
    ) -> None:
        self.__dict__.update(fields=fields, bare=bare, extra=extra, bare_text=bare_text, struct=struct)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(field.name for field in self.fields)

    @cached_property
    def needed(self) -> frozenset[str]:
        """The names of the fields that no record may leave out."""
        return frozenset(field.name for field in self.fields if field.required)

    def field(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)


Kind = Text | Integer | Number | Truth | Nested | ListOf | Record


def attribute_of(name: str) -> str:
    """Return the attribute of a typed document that has a field: `class_` for "class", a word of Python itself."""
    return f"{name}_" if iskeyword(name) else name


JSON_FIELD = "json"
"""The field of the struct in which Arrow has a nested value, which no plain column of text is."""


@cache
def arrow_type(kind: Kind) -> pa.DataType:
    """Return the Arrow type in which values of ``kind`` are stored."""
    if isinstance(kind, Record):
        return pa.struct([(field.name, arrow_type(field.kind)) for field in kind.fields])
    if isinstance(kind, ListOf):
        return pa.list_(arrow_type(kind.item))
    as_json = pa.struct([(JSON_FIELD, pa.string())])
    plain = {Text: pa.string(), Integer: pa.int64(), Number: pa.float64(), Truth: pa.bool_(), Nested: as_json}
    return plain[type(kind)]


@cache
def has_nested(kind: Kind) -> bool:
    """Whether values of a kind hold nested ones."""
    if isinstance(kind, Record):
        return any(has_nested(field.kind) for field in kind.fields)
    return has_nested(kind.item) if isinstance(kind, ListOf) else isinstance(kind, Nested)


def to_json(kind: Kind, value: Any) -> Any:
    """Return a plain value with its nested values as JSON, the form of Arrow."""
    if isinstance(kind, Nested):
        return {JSON_FIELD: json.dumps(value, ensure_ascii=False, sort_keys=True)}
    if value is None or not has_nested(kind):
        return value
    if isinstance(kind, ListOf):
        return [to_json(kind.item, item) for item in value]
    nested = {field.name: field.kind for field in kind.fields if has_nested(field.kind)}  # type: ignore[union-attr]
    return {name: to_json(nested[name], item) if name in nested else item for name, item in value.items()}
