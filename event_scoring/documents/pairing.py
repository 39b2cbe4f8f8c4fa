"""Two sides of documents, checked and paired row by row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.documents.checking import check_documents
from event_scoring.documents.errors import InputError, Words, counted, quoted
from event_scoring.documents.schema import Record


@dataclass(frozen=True)
class Checked:
    """Documents that were checked, as the references of several systems are by the first of these."""

    documents: pa.StructArray


def check_sides(
    system_kind: Record, reference_kind: Record, predictions: object, references: object
) -> tuple[pa.StructArray, pa.StructArray]:
    """Check both sides, and that row i of one is the document of row i of the other.

    Raises:
        InputError: for a bad document, different numbers of documents, or ids that disagree.

    Examples:
        >>> from event_scoring.documents.schema import Field, Text
        >>> kind = Record((Field("doc_id", Text(), required=False),))
        >>> check_sides(kind, kind, [{"doc_id": "a"}], [{"doc_id": "b"}])
        Traceback (most recent call last):
            ...
        event_scoring.InputError: predictions[0]["doc_id"]: expected 'b', got 'a' (str) \
(see references[0]["doc_id"]); give both sides in the same order
    """
    system = check_documents(system_kind, predictions, "predictions")
    if isinstance(references, Checked):
        reference = references.documents
    else:
        reference = check_documents(reference_kind, references, "references")
    if len(system) != len(reference):
        wanted = f"{counted(len(reference), 'document')}, one for each of the references"
        raise InputError(("predictions",), wanted=wanted, got=Words(len(system)))
    if "doc_id" in system_kind.names and "doc_id" in reference_kind.names:
        left, right = system.field("doc_id"), reference.field("doc_id")
        differ = np.flatnonzero(np.asarray(pc.not_equal(left, right).fill_null(False)))
        if len(differ):
            row = int(differ[0])
            raise InputError(
                ("predictions", row, "doc_id"),
                wanted=quoted(right[row].as_py()),
                got=left[row].as_py(),
                see=("references", row, "doc_id"),
                hint="give both sides in the same order",
            )
    return system, reference
