"""Match the documents of the two sides of an evaluation by id."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from event_scoring.documents.errors import Description, InputError, counted, quoted
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents, blank_document

_SHOWN = 5


_UNPAIRED = {
    "missing": "of the references {is} missing from the system and {counts} as empty",
    "extra": "of the system {is} left out, for the references do not have {it}",
    "repeated_system": "of the system {is} given more than once; the last one{of each} counts",
    "repeated_references": "of {references} {is} given more than once; the last one{of each} counts",
}
_ONE = {"is": "is", "counts": "counts", "it": "it", "of each": ""}
_SEVERAL = {"is": "are", "counts": "count", "it": "them", "of each": " of each"}


def unpaired_sentence(name: str, number: int, ids: Sequence[str], references: str = "the references") -> str:
    """Return the warning about unmatched documents, with their first ids."""
    what = _UNPAIRED[name].format_map({**(_ONE if number == 1 else _SEVERAL), "references": references})
    more = ", …" if number > _SHOWN else ""
    return f"{counted(number, 'document')} {what}: {', '.join(ids[:_SHOWN])}{more}."


def pair_documents(
    system: Sequence[Any],
    references: Sequence[Any],
    kind: Record,
    name: str = "predictions",
    reference_name: str = "references",
) -> tuple[Sequence[Any], Sequence[Any], list[str]]:
    """Return both sides in the order of the references, with a message for each kind of unmatched document.

    A reference document that the system lacks is matched with an empty document. A system document without a reference
    is left out, as in the published scorers. If neither side has ids, both need equally many documents. Messages call
    the sides ``name`` and ``reference_name``.
    """
    system_ids, reference_ids = _ids(system, name), _ids(references, "references")
    if system_ids is None and reference_ids is None:
        if len(system) != len(references):
            raise InputError(
                (name,),
                wanted=f"{counted(len(references), 'document')} as in the references, or a doc_id in each document",
                got=Description(f"{len(system)} without one"),
            )
        return system, references, []
    for side, ids, documents in ((name, system_ids, system), (reference_name, reference_ids, references)):
        if ids is None and len(documents):
            raise InputError((side,), wanted="a doc_id in every document as on the other side", got=Description("none"))
    system_row = {doc_id: row for row, doc_id in enumerate(system_ids or ())}
    reference_row = {doc_id: row for row, doc_id in enumerate(reference_ids or ())}
    order = [system_row.get(doc_id, len(system)) for doc_id in reference_row]
    unpaired = {
        "missing": [doc_id for doc_id in reference_row if doc_id not in system_row],
        "extra": [doc_id for doc_id in system_row if doc_id not in reference_row],
        "repeated_system": _repeated(system_ids or []),
        "repeated_references": _repeated(reference_ids or []),
    }
    called = "the references" if reference_name == "references" else reference_name
    sentences = [unpaired_sentence(name, len(ids), ids, called) for name, ids in unpaired.items() if ids]
    empty = missing_prediction(kind)
    paired = _ordered(references, list(reference_row.values()), list(reference_row), empty)
    return _ordered(system, order, list(reference_row), empty), paired, sentences


def missing_prediction(kind: Record) -> Any:
    """Return the blank document in place of one that the system lacks; where the task asks, it is unanswered."""
    blank = blank_document(kind)
    return replace(blank, unanswered=True) if "unanswered" in kind.names else blank


def repeated_references(references: Sequence[Any], name: str = "references") -> list[str]:
    """Return the warning about references that are given more than once."""
    ids = _repeated(_ids(references, "references") or [])
    called = "the references" if name == "references" else name
    return [unpaired_sentence("repeated_references", len(ids), ids, called)] if ids else []


def check_some_pair(documents: Sequence[Any], of_references: Sequence[Any], name: str = "predictions") -> None:
    """Raise an `InputError` if no document of a system has an id of the references; it names near ones."""
    system, references = _ids(documents, name), _ids(of_references, "references")
    if not system or not references or not set(system).isdisjoint(references):
        return
    near: list[tuple[str, str]] = []
    for loosely in (_loosely, lambda doc_id: _loosely(re.split(r"[/\\]", doc_id)[-1])):
        known = {loosely(doc_id): doc_id for doc_id in references}
        near = near or [(doc_id, known[loosely(doc_id)]) for doc_id in system if loosely(doc_id) in known]
    alike = ", ".join(f"{quoted(one)} ({quoted(other)}?)" for one, other in near[:_SHOWN])
    got = f"none of them, but {_listed(system)} where the references have {_listed(references)}"
    hint = f"these nearly match: {alike}" if alike else "is it the right file?"
    raise InputError((name,), wanted="documents with the ids of the references", got=Description(got), hint=hint)


def _listed(ids: Sequence[str]) -> str:
    return ", ".join([*map(quoted, ids[:2]), *(["…"] if len(ids) > 2 else [])])


def _loosely(doc_id: str) -> str:
    """Return an id without its ending, case, accents and punctuation."""
    # macOS writes accents of file names as signs of their own.
    name = unicodedata.normalize("NFD", re.sub(r"\.[a-zA-Z]\w{0,5}$", "", doc_id))
    return re.sub(r"[\W_]+", "", name).casefold()


def _ordered(documents: Sequence[Any], order: list[int], ids: list[str], empty: Any) -> Sequence[Any]:
    """Return the documents at some rows, each with its id. The row after the last is an empty document."""
    if order == [*range(len(documents))]:
        return documents
    return Documents(
        documents[row] if row < len(documents) else replace(empty, doc_id=doc_id)
        for row, doc_id in zip(order, ids, strict=True)
    )


def _ids(documents: Sequence[Any], side: str) -> list[str] | None:
    """Return the id of each document; None if no document has one."""
    ids = [document.doc_id for document in documents]
    known = [doc_id for doc_id in ids if doc_id is not None]
    if known and len(known) < len(ids):
        row = ids.index(None)
        raise InputError((side, row, "doc_id"), wanted="a doc_id in every document or in none", got=None)
    return known or None


def _repeated(ids: list[str]) -> list[str]:
    return [doc_id for doc_id, times in Counter(ids).items() if times > 1]
