"""Match two sides that were read from files, detect swapped sides, and name files in errors."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from event_scoring.documents import errors
from event_scoring.documents.errors import Description, InputError, Place, quoted
from event_scoring.documents.schema import Record
from event_scoring.formats.document_matching import check_some_pair, pair_documents, repeated_references
from event_scoring.formats.reader_warnings import warn
from event_scoring.formats.text_lines import FilePath
from event_scoring.reading.task_recognition import holds_both_sides
from event_scoring.scoring.labels import SWAPPED, with_one_swap_warning

Files = tuple[FilePath | None, FilePath | None]
"""Paths of a system and of the references; None for documents in memory."""

_REFERENCE_NAME = re.compile(r"(^|[^a-z])(gold|golden|refs?|references?|key|answerkey|truth)([^a-z]|$)", re.IGNORECASE)


@dataclass(frozen=True)
class Pair:
    """A system and the references, document by document."""

    system: Any
    references: Any
    files: Files
    messages: Sequence[str] = ()
    """Warnings about the matching of documents."""
    unpaired: Sequence[str] = ()
    """Messages about documents that are unmatched or given more than once."""
    of_references: Sequence[str] = ()
    """The messages that concern only the references."""

    @property
    def whole(self) -> bool:
        """Whether all documents are matched."""
        return not self.unpaired

    def warn(self, name: str) -> Pair:
        """Give the messages as warnings, those about the system with its name, and return the pair."""
        for sentence in self.messages:
            prefix = "" if sentence in self.of_references else f"{name}: "
            warn(f"{prefix}{sentence}", stacklevel=2)
        return self

    def located(self, given_gold: str | None = None) -> AbstractContextManager[None]:
        """Let errors name files, if both sides come from files; see `located_in_files`."""
        predictions, references = self.files
        if predictions is None or references is None:
            return nullcontext()
        doc_ids = self.references.ids
        return located_in_files(str(predictions), str(references), doc_ids, given_gold)


def paired(
    system: Any,
    references: Any,
    kind: Record,
    files: Files,
    name: str = "predictions",
    file_warnings: Sequence[str] = (),
) -> Pair:
    """Match predictions with the references, in their order, and warn if the file names look swapped.

    The messages end with ``file_warnings``, which the reader found by comparing both files.

    Raises:
        InputError: without references, or if no document of the system has the id of a reference.
    """
    if files[1] is not None and not len(references):
        hint = "a document without events is one with an empty list"
        raise InputError(
            (os.fspath(files[1]),), wanted="at least one reference document", got=Description("none"), hint=hint
        )
    sentences = [*swapped_names(files), *_one_file(files)]
    if files[1] is not None and {"events", "tokens", "text"} <= {*kind.names}:
        sentences += _texts_alone(system, references, os.fspath(files[1]))
    reference_name = "references" if files[1] is None else os.fspath(files[1])
    check_some_pair(system, references, name)
    of_references = repeated_references(references, reference_name)
    system, references, unpaired = pair_documents(system, references, kind, name, reference_name)
    messages = with_one_swap_warning([*sentences, *unpaired, *file_warnings])
    return Pair(system, references, files, messages, unpaired, of_references)


def _texts_alone(system: Any, references: Any, file: str) -> list[str]:
    """Return a warning about references whose events are texts without a document, if the system has documents.

    Some files of predictions hold only texts, such as UIE's records. They are given first by mistake.

    Raises:
        InputError: if these texts have no offsets either, without which references cannot be scored.
    """

    def has_words(document: Any) -> bool:
        return document.tokens is not None or document.text is not None

    first = next((document for document in references if document.events), None)
    trigger = None if first is None or has_words(first) else first.events[0].trigger
    if trigger is None or trigger.text is None or not any(map(has_words, system)):
        return []
    sentence = SWAPPED.format("the references have texts without their documents, and the predictions have documents")
    if trigger.span is None:
        raise InputError(says=sentence.rstrip("."), source=Place(file))
    return [sentence]


def _one_file(files: Files) -> list[str]:
    """Return a warning if the references are scored against themselves, as a pattern such as ``*.tbf`` may do."""
    left, right = files
    if left is None or right is None or not os.path.isfile(left) or os.path.realpath(left) != os.path.realpath(right):
        return []
    if holds_both_sides(os.fspath(left)):
        return []
    return ["this is also the file of the references; give the output of the system"]


def swapped_names(files: Files) -> list[str]:
    """Return a warning if only the file of the predictions has a name such as "gold"."""
    left, right = (Path(file).name if file is not None else "" for file in files)
    if left and right and _REFERENCE_NAME.search(left) and not _REFERENCE_NAME.search(right):
        return [SWAPPED.format("the predictions are read from {} and the references from {}".format(*files))]
    return []


@contextmanager
def located_in_files(
    predictions: str, references: str, doc_ids: Sequence[str | None], given_gold: str | None = None
) -> Iterator[None]:
    """Let an `InputError` about matched documents name files and lines.

    Rows are in the order of the references, which differs from the order in the system's file. Events that the system
    found for the reference triggers may be in another file, ``given_gold``.
    """
    files = {"predictions": predictions, "references": references}

    def located(path: errors.Path) -> tuple[Place | None, errors.Path]:
        if len(path) < 2 or path[0] not in files:
            return None, path
        file, row, keys = Path(files[str(path[0])]), int(path[1]), path[2:]
        if keys[:1] in (("responses",), ("coreference",)) and file.is_dir():
            return _place_in_store(file, str(doc_ids[row]), keys)
        if keys[:1] == ("events_given_gold",) and given_gold is not None:
            file, keys = Path(given_gold), ("events", *keys[1:])
        place, head = _document_place(file, doc_ids[row], row)
        return place, (head, *keys)

    try:
        yield
    except InputError as error:
        source, path = located(error.path)
        other, see = located(error.see)
        raise error.at(source, path, (str(other), *see[1:]) if other else see) from error


def _place_in_store(path: Path, doc_id: str, keys: errors.Path) -> tuple[Place, errors.Path]:
    """Return the file of a document in a store of responses, with the line of one of them."""
    from event_scoring.formats.kbp.kbp_lines import read_store_lines, store_file
    from event_scoring.formats.kbp.store import system_folders

    folder, _ = system_folders(path)
    file = store_file(folder, doc_id)
    lines = read_store_lines([file]).line
    # Derived responses have no line in the file.
    if keys[0] == "responses" and len(keys) > 1 and int(keys[1]) < len(lines):
        return Place(str(file), int(lines[int(keys[1])])), ("response", *keys[2:])
    return Place(str(file)), keys


def _document_place(path: Path, doc_id: str | None, row: int) -> tuple[Place, str]:
    """Return the file of a document, with its line if the file is JSON, and its name; of a repeated name the last."""
    from event_scoring.formats.json_lines import read_json

    lines: list[int] = []
    with suppress(ValueError, OSError):
        parsed = read_json(path)
        records = zip(parsed.lines, parsed.documents, strict=True)
        lines = [line for line, record in records if isinstance(record, Mapping) and record.get("doc_id") == doc_id]
    if doc_id is None:
        line, name = lines[row] if row < len(lines) else 0, str(row + 1)
    else:
        line, name = lines[-1] if lines else 0, quoted(doc_id)
    return Place(str(path), line), "document" if line else f"document {name}"
