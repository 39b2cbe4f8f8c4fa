"""The documents of both sides, plain and paired by row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from event_scoring.documents.checking import check_documents
from event_scoring.documents.errors import InputError, quoted
from event_scoring.documents.foreign import as_arrow, as_list, conversion
from event_scoring.documents.schema import ListOf, Record, Text
from event_scoring.documents.validate import plain_documents


class Documents(list[dict[str, Any]]):
    """Plain documents of the right form; ``checked`` says that nothing else is wrong with them either."""

    def __init__(self, documents: Iterable[dict[str, Any]] = (), *, checked: bool = False) -> None:
        super().__init__(documents)
        self.checked = checked


def documents_of(kind: Record, given: object, side: str) -> Documents:
    """A list, array or column of documents as plain dicts of the right form, or an `InputError` at the first bad place.

    Args:
        kind: What each document must look like.
        given: Dicts, a column of pandas, polars or `datasets`, or an Arrow array of structs.
        side: How messages name the list, such as ``"predictions"``.
    """
    if isinstance(given, Documents):
        return given
    array = None if isinstance(given, list | tuple) else as_arrow(given)
    if array is not None:
        return Documents(check_documents(kind, array, side).to_pylist())
    documents = as_list(given)
    if documents is None:
        raise InputError((side,), wanted="a list of documents", got=given, hint=conversion(given))
    return Documents(plain_documents(kind, documents, side))


def check_same_ids(predictions: Iterable[Mapping[str, Any]], references: Iterable[Mapping[str, Any]]) -> None:
    """Raise an `InputError` where both sides name their document and the names differ."""
    for row, (system, reference) in enumerate(zip(predictions, references, strict=True)):
        got, wanted = system.get("doc_id"), reference.get("doc_id")
        if got != wanted and got is not None and wanted is not None:
            raise InputError(
                ("predictions", row, "doc_id"),
                wanted=quoted(wanted),
                got=got,
                see=("references", row, "doc_id"),
                hint="give both sides in the same order",
            )


def blank_document(kind: Record) -> dict[str, Any]:
    """A document that says nothing.

    Examples:
        >>> from event_scoring.documents.schema import Field
        >>> blank_document(Record(Field("doc_id", Text()), Field("events", ListOf(Text()))))
        {'doc_id': '', 'events': []}
    """
    blank: dict[type, Any] = {ListOf: list, Text: str}
    return {field.name: blank[type(field.kind)]() for field in kind.fields if field.required}
