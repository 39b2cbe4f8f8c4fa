"""Documents as types: the annotations of a `msgspec.Struct` are the schema of a document.

Two things are derived from them: the conversion of input, in one pass, and a `Record`, which messages, Arrow, cards and
fingerprints use. Besides the type, an annotation may hold the meaning of the field and the declaration of its kind:

    class Argument(DocumentPart, frozen=True):
        role: Annotated[str, Text(label="role"), "the argument role"]
        span: Annotated[Span | None, "first token and the token after the last"] = None
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, Union, get_args, get_origin

import msgspec

from event_scoring.documents.schema import (
    MAX_INTEGER,
    MIN_INTEGER,
    Field,
    Integer,
    Kind,
    ListOf,
    Nested,
    Number,
    Record,
    Text,
    Truth,
)


def _field_name(attribute: str) -> str:
    """Return the key that an attribute has in documents: "class" for `class_`."""
    return attribute.removesuffix("_")


SETS = frozenset({set, frozenset})
"""The types of sets."""


class DocumentPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename=_field_name):
    """A part of a document, or a document; its keys are declared.

    A key that is a keyword of Python has an attribute with an underscore, such as `class_` for the key "class".
    """

    bare: ClassVar[str | None] = None
    """The field that a bare list is read as."""
    bare_text: ClassVar[str | None] = None
    """The field that a bare text is read as."""

    @staticmethod
    def has_sets(document: Mapping[str, Any]) -> bool:
        """Whether a list of a document, or a list in it, is a set, which has no order.

        Examples:
            >>> DocumentPart.has_sets({"clusters": [["m"], {"n"}]}), DocumentPart.has_sets({"clusters": [["m"], ["n"]]})
            (True, False)
        """
        for part in document.values():
            if type(part) in SETS:
                return True
            holds_lists = type(part) is list and part and type(part[0]) not in (str, dict)
            if holds_lists and not SETS.isdisjoint(map(type, part)):
                return True
        return False


Int = Annotated[int, msgspec.Meta(ge=MIN_INTEGER, le=MAX_INTEGER)]
"""An integer of 64 bits."""
Float = Annotated[float, msgspec.Meta(ge=-sys.float_info.max, le=sys.float_info.max)]
"""A finite number."""
UNREAD = "a field that no rule reads"
"""Marks such a field in an annotation; a fingerprint leaves it out."""
IN_ORDER = "a list whose order matters"
"""Marks such a list in an annotation."""
_MARKS = (UNREAD, IN_ORDER)


@cache
def record_of(document: type[DocumentPart]) -> Record:
    """Return the schema of a document, by its annotations.

    Examples:
        >>> class Died(DocumentPart, frozen=True):
        ...     victims: Annotated[list[str], "who died"]
        ...     score: Float | None = None
        >>> [(field.name, field.meaning, field.required) for field in record_of(Died).fields]
        [('victims', 'who died', True), ('score', '', False)]
    """
    fields = []
    for one in msgspec.structs.fields(document):
        kind, notes = _kind_of(one.type)
        meaning = next((note for note in notes if isinstance(note, str) and note not in _MARKS), "")
        fields.append(Field(one.encode_name, kind, meaning, one.required, is_read=UNREAD not in notes))
    extra = not document.__struct_config__.forbid_unknown_fields
    return Record(*fields, bare=document.bare, extra=extra, bare_text=document.bare_text, struct=document)


def _kind_of(annotation: Any) -> tuple[Kind, list[Any]]:
    """Return the kind of the values of an annotation, and its other metadata."""
    notes: list[object] = []
    while get_origin(annotation) in (Annotated, Union, UnionType):
        if get_origin(annotation) is Annotated:
            annotation, *more = get_args(annotation)
            notes += more
        else:
            (annotation,) = (part for part in get_args(annotation) if part is not NoneType)
        declared = [note for note in notes if isinstance(note, Text | Integer | Number | Truth | Nested | ListOf)]
        if declared:
            return declared[0], notes
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is list:
        return ListOf(_kind_of(parts[0])[0], in_order=IN_ORDER in notes), notes
    if origin is tuple:
        return ListOf(_kind_of(parts[0])[0], length=len(parts)), notes
    if origin is Literal:
        return Text(parts), notes
    if issubclass(annotation, DocumentPart):
        return record_of(annotation), notes
    plain: dict[type, Kind] = {str: Text(), int: Integer(), float: Number(), bool: Truth()}
    return plain[annotation], notes
