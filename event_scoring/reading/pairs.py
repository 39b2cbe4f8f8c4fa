"""Two sides that were read from files: paired by document, and looked at for having changed places."""

from __future__ import annotations

import os
import re
import warnings
from pathlib import Path
from typing import Any

import pyarrow as pa

from event_scoring.arrays.ragged import any_given
from event_scoring.documents.schema import Record
from event_scoring.formats.pairing import pair_documents
from event_scoring.reading.kinds import FilePath

_REFERENCE_NAME = re.compile(r"(^|[^a-z])(gold|golden|refs?|references?|key|answerkey|truth)([^a-z]|$)", re.IGNORECASE)
_ONLY_REFERENCES = ("trigger_candidates", "argument_candidates", "coreference", "ere")
"""Keys of documents that no system writes."""
_LISTS = ("mentions", "events", "arguments", "responses")


def paired(
    system: Any, references: Any, kind: Record, name: str, files: tuple[FilePath, FilePath] | None = None
) -> tuple[Any, Any, bool]:
    """Both sides in the order of the references, and whether all documents pair; what does not pair is a warning.

    So is, where the files of both are told, a pair that looks as if its sides had changed places.
    """
    swapped = look_swapped(system, references, files) if files is not None else ""
    if swapped:
        warnings.warn(f"{name}: the sides may have changed places: {swapped}; GOLD comes first", stacklevel=2)
    reference_name = "references" if files is None else os.fspath(files[1])
    system, references, said = pair_documents(system, references, kind, name, reference_name)
    for sentence in said:
        warnings.warn(f"{name}: {sentence}", stacklevel=2)
    return system, references, not said


def look_swapped(
    predictions: pa.StructArray, references: pa.StructArray, names: tuple[FilePath | None, FilePath | None]
) -> str:
    """Why the two sides, with the files from which they were read, may have changed places, or an empty string."""
    left, right = (Path(name).name if name is not None else "" for name in names)
    if left and right and _REFERENCE_NAME.search(left) and not _REFERENCE_NAME.search(right):
        return f"the predictions are named {left} and the references {right}"
    for key in _ONLY_REFERENCES:
        if _gives(predictions, key) and not _gives(references, key):
            return f'the predictions give "{key}", which only references do'
    for name in _LISTS:
        if _scored(references, name) and not _scored(predictions, name):
            return f"the references give scores of their {name} and the predictions do not"
    return ""


def _gives(documents: pa.StructArray, key: str) -> bool:
    return documents.type.get_field_index(key) >= 0 and any_given(documents.field(key))


def _scored(documents: pa.StructArray, name: str) -> bool:
    """Whether the items of a list have scores, as those of systems do."""
    if documents.type.get_field_index(name) < 0:
        return False
    lists = documents.field(name)
    items = lists.flatten() if len(lists) and pa.types.is_list(lists.type) else lists
    return pa.types.is_struct(items.type) and _gives(items, "score")
