"""Read answers in published forms from the records of a file, and small files beside it, such as schemas."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, TypeVar

from event_scoring.documents.errors import Path
from event_scoring.formats.corpora.character_offsets import tokens_for_texts
from event_scoring.formats.corpora.foreign_record import ForeignRecord

if TYPE_CHECKING:
    from event_scoring.formats.language_models.forms.published_forms import FormName

Content = TypeVar("Content")


def read_texts(texts: list[Any], **inputs: Any) -> list[dict[str, Any]]:
    """Return the documents of answers, by `documents_from_texts`.

    The readers of all notations are imported here: they take a tenth of the start of a command, and most files have no
    answers.
    """
    from event_scoring.formats.language_models.answer_documents import documents_from_texts

    return documents_from_texts(texts, **inputs)


def read_generated(
    foreign: ForeignRecord, answer: Any, where: Path, form: FormName, *, is_reference: bool, **inputs: Any
) -> dict[str, Any]:
    """Return the document of an answer, or of a reference that is written in the same form.

    Raises:
        InputError: for a reference that cannot be read.
    """
    (document,) = read_texts([answer], form=form, **inputs)
    if not is_reference:
        return document
    if document["unparsed"]:
        hint = document["unparsed_because"]
        raise foreign.error(where, wanted=f'a reference in form "{form}"', got=answer, hint=hint)
    return {"events": document["events"]}


def with_sentence(document: dict[str, Any], sentence: str, *, is_reference: bool) -> dict[str, Any]:
    """Return a document with its sentence. References also get tokens, among which their texts can be found."""
    tokens = {"tokens": tokens_for_texts(sentence, document["events"])} if is_reference else {}
    return {**document, **tokens, "text": sentence}


def read_beside(path: FilePath, read: Callable[[FilePath], Content]) -> Content | None:
    """Return the content of a file as a function reads it, or None if the file does not exist.

    A file is read once, and anew when it has changed.
    """
    if not os.path.isfile(path):
        return None
    state = os.stat(path)
    content: Content = _read_once(path, read, state.st_mtime_ns, state.st_size)
    return content


@lru_cache(maxsize=4)
def _read_once(path: FilePath, read: Callable[[FilePath], Any], changed: int, size: int) -> Any:
    """Read a file, whose time of change and size are part of what is remembered."""
    return read(path)
