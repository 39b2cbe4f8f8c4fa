"""Read one answer in a published form from a record of a file, for either side."""

from __future__ import annotations

from typing import Any

from event_scoring.documents.errors import Path
from event_scoring.formats.corpora.foreign_record import ForeignRecord
from event_scoring.formats.generated.character_offsets import tokens_for_texts
from event_scoring.formats.language_models.answer_documents import documents_from_texts
from event_scoring.formats.language_models.forms.published_forms import FormName


def read_generated(
    foreign: ForeignRecord, answer: Any, where: Path, form: FormName, *, is_reference: bool, **inputs: Any
) -> dict[str, Any]:
    """Return the document of an answer, or of a reference that is written in the same form.

    Raises:
        InputError: for a reference that cannot be read.
    """
    (document,) = documents_from_texts([answer], form=form, **inputs)
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
