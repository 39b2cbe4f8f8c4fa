"""The documents of both sides: plain or as Arrow arrays, of the right form, and matched by row."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping, Sized
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar, cast

import msgspec
import pyarrow as pa

from event_scoring.documents.arrow_columns import DoubtError, one_chunk, typed_column, typed_rows
from event_scoring.documents.errors import Description, InputError, counted, quoted
from event_scoring.documents.foreign import as_arrow, as_list, how_to_convert
from event_scoring.documents.schema import Kind, ListOf, Record, Text, arrow_type, has_nested, to_json
from event_scoring.documents.validate import plain_documents

Function = TypeVar("Function", bound=Callable[..., Any])


class Documents(list[Any]):
    """Documents of the right form.

    Those that are ``checked`` have no problem. Those that are also ``as_written`` were checked for measures that
    compare texts; their references may have no place in the document.
    """

    checked = False
    as_written = False

    @classmethod
    def after_checks(cls, documents: Iterable[object], *, as_written: bool = False) -> Documents:
        """Return documents that were checked before."""
        found = cls(documents)
        found.checked, found.as_written = True, as_written
        return found

    @property
    def ids(self) -> list[str | None]:
        """The ``doc_id`` of each document."""
        return [document.doc_id for document in self]

    def as_dicts(self) -> list[Any]:
        """Return the documents as dicts and lists; typed documents without their missing fields."""
        documents: list[object] = msgspec.json.decode(msgspec.json.encode([*self]))
        return documents


@dataclass(frozen=True)
class PackedDocuments:
    """Documents as immutable bytes, which garbage collection does not visit.

    Examples:
        >>> from event_scoring.nuggets.documents import NuggetDocument
        >>> packed = PackedDocuments.of(Documents.after_checks([NuggetDocument(doc_id="d", mentions=[])]))
        >>> len(packed), packed.documents().ids
        (1, ['d'])
    """

    data: bytes
    number: int
    kind: type[object] | None
    """The type of the documents (``list`` for labels of tokens); None without documents."""
    checked: bool
    as_written: bool

    @classmethod
    def of(cls, documents: Documents) -> PackedDocuments:
        """Return some checked documents as bytes."""
        kind = type(documents[0]) if documents else None
        return cls(msgspec.msgpack.encode([*documents]), len(documents), kind, documents.checked, documents.as_written)

    def documents(self) -> Documents:
        """Return the documents again."""
        found = msgspec.msgpack.decode(self.data, type=list[self.kind or Any])  # type: ignore[misc]
        documents = Documents(found)
        documents.checked, documents.as_written = self.checked, self.as_written
        return documents

    def __len__(self) -> int:
        return self.number


def documents_of(kind: Kind, given: object, side: str) -> Documents:
    """Return documents in any form as plain, well-formed ones; raise `InputError` at the first problem.

    Args:
        kind: What each document must look like, in most cases a `Record`.
        given: A list of dicts, a column of pandas, polars or `datasets`, or an Arrow array of structs.
        side: How messages name the list, such as ``"predictions"``.
    """
    if isinstance(given, list | tuple) and not isinstance(given, Documents):
        return Documents(plain_documents(kind, given, side))
    found = well_formed(kind, given, side)
    return found if isinstance(found, Documents) else documents_in(kind, found)


def documents_in(kind: Kind, column: pa.Array, *, checked: bool = False) -> Documents:
    """Return the documents of an Arrow array of the declared type."""
    with gc_paused():
        rows = typed_rows(kind, column)
    return Documents.after_checks(rows) if checked else Documents(rows)


def checked_column(kind: Kind, given: object, side: str) -> pa.Array:
    """Return values in any form as one Arrow array of a kind, or raise an `InputError` at the first bad place."""
    return as_column(kind, well_formed(kind, given, side))


def well_formed(kind: Kind, given: object, side: str) -> Documents | pa.Array:
    """Return well-formed documents: an Arrow array if one was given, and plain documents otherwise."""
    if isinstance(given, Documents):
        return given
    array = as_arrow(given)
    if array is not None:
        return _typed_array(kind, one_chunk(array, side), side)
    documents = as_list(given)
    if documents is None:
        is_path = isinstance(given, str) and side in ("predictions", "references")
        hint = "event_scoring.read(path) gives the documents of a file" if is_path else how_to_convert(given)
        raise InputError((side,), wanted="a list of documents", got=given, hint=hint)
    return Documents(plain_documents(kind, documents, side))


_EXPLAINED = 1024
"""The number of rows of an Arrow array that are checked as Python values at once, until a problem appears."""


def _typed_array(kind: Kind, array: pa.Array, side: str) -> pa.Array:
    """Return an Arrow array in the declared type. If that may fail, its rows are checked as Python values."""
    try:
        return typed_column(kind, array)
    except DoubtError:
        pass
    blocks = []
    for first in range(0, len(array), _EXPLAINED):
        try:
            rows = array.slice(first, _EXPLAINED).to_pylist()
        except UnicodeDecodeError:
            raise InputError((side, first), wanted="valid Unicode text") from None
        except ValueError:  # a struct with two fields of one name
            raise InputError((side, first), wanted="each key once", got=Description("a field twice")) from None
        blocks.append(_as_arrow(kind, plain_documents(kind, rows, side, first)))
    return pa.concat_arrays(blocks)


def as_column(kind: Kind, side: Documents | pa.Array) -> pa.Array:
    """Return well-formed documents as one Arrow array."""
    if not isinstance(side, Documents):
        return side
    with gc_paused():
        column = _as_arrow(kind, side)
    if isinstance(column, pa.ChunkedArray):
        raise InputError(says="more than 2 GiB of text in one call", hint="add it in several batches")
    return column


def _as_arrow(kind: Kind, documents: list[object]) -> pa.Array | pa.ChunkedArray:
    """Return plain documents as an Arrow array, in chunks if there are very many."""
    plain = msgspec.to_builtins(documents) if documents and isinstance(documents[0], msgspec.Struct) else documents
    values = [to_json(kind, document) for document in plain] if has_nested(kind) else plain
    return pa.array(values, arrow_type(kind))


def check_parallel(predictions: Sized, references: Sized) -> None:
    """Refuse another number of predicted documents than there are references."""
    if len(predictions) != len(references):
        wanted = f"{counted(len(references), 'document')}, one for each of the references"
        raise InputError(
            ("predictions",), wanted=wanted, got=Description(len(predictions)), hint=_missing(predictions, references)
        )


def _missing(predictions: Sized, references: Sized) -> str:
    """Return advice about the first reference that no prediction names, if both sides name their documents."""
    if not isinstance(predictions, Documents) or not isinstance(references, Documents):
        return ""
    known = {*predictions.ids}
    first = next((name for name in references.ids if name is not None and name not in known), None)
    if first is None or known <= {None}:
        return ""
    return f"{quoted(first)} is missing; give a document without annotations for it"


def check_same_ids(predictions: Documents, references: Documents) -> None:
    """Raise an `InputError` where both sides name their document and the names differ."""
    for row, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        got, wanted = prediction.doc_id, reference.doc_id
        if got != wanted and got is not None and wanted is not None:
            raise InputError(
                ("predictions", row, "doc_id"),
                wanted=quoted(wanted),
                got=got,
                see=("references", row, "doc_id"),
                hint=(
                    "give both sides in the same order"
                    if {*predictions.ids} == {*references.ids}
                    else "give documents the same doc_id on both sides"
                ),
            )


def blank_document(kind: Record) -> Any:
    """Return a document without annotations.

    Examples:
        >>> from event_scoring.arguments.argument_documents import ARGUMENT_DOCUMENT
        >>> blank_document(ARGUMENT_DOCUMENT)
        ArgumentDocument(doc_id=None, arguments=[], frames=[])
    """
    blank: Mapping[type, Any] = {ListOf: list, Text: str}
    assert kind.struct is not None
    return kind.struct(**{field.name: blank[type(field.kind)]() for field in kind.fields if field.required})


class gc_paused:  # noqa: N801 - named as contexts of contextlib are, of which those that are decorators cost more
    """Pause garbage collection while many objects are made, because it can take longer than making them."""

    def __enter__(self) -> None:
        self._was_enabled = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._was_enabled:
            gc.enable()

    def __call__(self, function: Function) -> Function:
        """Return a function that runs in such a pause."""

        @wraps(function)
        def paused(*given: Any, **options: Any) -> Any:
            with gc_paused():
                return function(*given, **options)

        return cast(Function, paused)
