"""Two sides that were read from files: paired by document, and looked at for having changed places."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from event_scoring.arrays.ragged import any_given
from event_scoring.documents.errors import InputError, Words
from event_scoring.documents.schema import Record
from event_scoring.formats.pairing import pair_documents
from event_scoring.formats.text_lines import FilePath
from event_scoring.reading.locations import located_in_files

Files = tuple[FilePath | None, FilePath | None]
"""The files of a system and of the references; None for documents that were given."""

_REFERENCE_NAME = re.compile(r"(^|[^a-z])(gold|golden|refs?|references?|key|answerkey|truth)([^a-z]|$)", re.IGNORECASE)
_ONLY_REFERENCES = ("trigger_candidates", "argument_candidates", "coreference", "ere")
"""Keys of documents that no system writes."""
_LISTS = ("mentions", "events", "arguments", "responses")


@dataclass(frozen=True)
class Pair:
    """A system and the references, document by document."""

    system: Any
    references: Any
    files: Files
    messages: Sequence[str] = ()
    """What a user should know of their pairing."""
    whole: bool = True
    """Whether all documents pair."""

    def warn(self, name: str) -> Pair:
        """The same; what is to be said of it is said as warnings, as commands do."""
        for sentence in self.messages:
            warnings.warn(f"{name}: {sentence}", stacklevel=2)
        return self

    def located(self, given_gold: str | None = None) -> AbstractContextManager[None]:
        """Lets errors name files, where both sides come from one; see `located_in_files`."""
        predictions, references = self.files
        if predictions is None or references is None:
            return nullcontext()
        doc_ids = self.references.field("doc_id").to_pylist()
        return located_in_files(str(predictions), str(references), doc_ids, given_gold)


def paired(system: Any, references: Any, kind: Record, files: Files, name: str = "predictions") -> Pair:
    """Both sides in the order of the references; a pair that looks as if its sides had changed places is said too."""
    if files[1] is not None and not len(references):
        hint = "a document without events is one with an empty list"
        raise InputError((os.fspath(files[1]),), wanted="at least one reference document", got=Words("none"), hint=hint)
    swapped = "" if None in files else why_swapped(system, references, files)
    said = []
    if swapped:
        which = "On the command line GOLD comes first, in Python the predictions."
        said.append(f"The sides may have changed places: {swapped}. {which}")
    reference_name = "references" if files[1] is None else os.fspath(files[1])
    system, references, unpaired = pair_documents(system, references, kind, name, reference_name)
    return Pair(system, references, files, said + unpaired, not unpaired)


def why_swapped(predictions: pa.StructArray, references: pa.StructArray, files: Files) -> str:
    """Why the two sides, with the files from which they were read, may have changed places, or an empty string."""
    left, right = (Path(file).name if file is not None else "" for file in files)
    if left and right and _REFERENCE_NAME.search(left) and not _REFERENCE_NAME.search(right):
        return "the predictions are read from {} and the references from {}".format(*files)
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
