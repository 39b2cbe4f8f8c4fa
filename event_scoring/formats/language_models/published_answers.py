"""Answers of a language model, parsed in the format of one published scorer."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from event_scoring.documents.errors import InputError, Place, quoted
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.documents.unicode_text import words_of
from event_scoring.formats.json_lines import JsonDocuments, read_json
from event_scoring.formats.language_models.answer_documents import (
    documents_from_texts,
    is_folder_of_answers,
    named_answers,
)
from event_scoring.formats.language_models.answers import batch_name
from event_scoring.formats.language_models.forms.published_forms import FormName, find_form
from event_scoring.formats.reader_warnings import warn
from event_scoring.formats.text_lines import FilePath, paths_in, read_bytes, start_of_file, whole_lines

MAX_SHOWN = 3
"""Unparsed answers whose reason a warning gives. The result counts all of them."""


def read_answers(
    path: FilePath,
    kind: Record,
    form: FormName,
    references: Callable[[], Documents],
    *,
    task: Any = None,
    types: Sequence[str] | None = None,
    roles: Any = None,
) -> Documents:
    """Return the documents of a file of answers, read as the scorer of the form reads them.

    Args:
        path: JSON Lines of ``{"doc_id", "answer"}`` or of a batch, a text with an answer in each line, or a folder of
            texts, ``DOC_ID.txt``.
        kind: The documents of a system.
        form: The answer format that the prompt requested.
        references: Reads the references, whose sentences some forms need.
        task: The task of the form, if it has several.
        types: The event types of the schema.
        roles: The roles of the schema, also by type; form "gollie" reads them by type.

    Raises:
        InputError: for records that are not answers.
        ValueError: for a task whose answers are about events that the prompt names, which no file says.
    """
    reader = find_form(form)
    if "given" in reader.needs or task in reader.tasks_with_given:
        raise ValueError(
            f"form: answers in the form {quoted(form)} are about events that the prompt names here; in Python "
            "documents_from_texts reads them with the events as `given`"
        )
    answers, lines = _answers(path)
    by_type = roles if isinstance(roles, Mapping) else None
    every_role = roles if by_type is None else sorted({role for listed in by_type.values() for role in listed})
    known: dict[str, Any] = {"types": types, "roles": every_role, "schema": by_type}
    inputs = {name: value for name, value in known.items() if name in (*reader.needs, *reader.takes)}
    if "tokens" in reader.needs:
        inputs["tokens"] = _of_references(answers, references(), _words)
    elif "sentences" in reader.takes:
        inputs["sentences"] = _of_references(answers, references(), _sentence)
    texts = [answer if name is None else {"doc_id": name, "answer": answer} for name, answer in answers]
    documents = documents_from_texts(texts, form=form, task=task, **inputs)
    # Answers about one document may be merged, so there can be fewer documents than lines.
    named = [(name, line) for (name, _), line in zip(answers, lines, strict=True) if name is not None]
    first_line = dict(reversed(named))
    places = [first_line.get(str(one.get("doc_id")), line) for one, line in zip(documents, lines, strict=False)]
    unread = [(line, one) for line, one in zip(places, documents, strict=True) if one["unparsed"]]
    for line, document in unread[:MAX_SHOWN]:
        name = quoted(document["doc_id"]) if "doc_id" in document else "it"
        why = f"could not be read, {document['unparsed_because']}; no event is predicted for {name}"
        warn(str(InputError(says=why, source=Place(os.fspath(path), line))), stacklevel=2)
    return JsonDocuments(os.fspath(path), documents, places).checked(kind)


def _answers(path: FilePath) -> tuple[list[tuple[str | None, Any]], list[int]]:
    """Return each answer with the name of its document, if it has one, and its line."""
    if os.path.isdir(path):
        if not is_folder_of_answers(Path(path)):
            raise InputError(wanted="a folder of answers alone (DOC_ID.txt)", source=Place(os.fspath(path)))
        files = sorted(paths_in(path, ".txt"))
        return [(file.stem, read_bytes(file).decode("utf-8")) for file in files], [1] * len(files)
    if start_of_file(path).lstrip()[:1] not in (b"{", b"["):
        texts = whole_lines(path)
        return [(None, text) for text in texts], [*range(1, len(texts) + 1)]
    found = read_json(path)
    for record, line in zip(found.documents, found.lines, strict=True):
        is_answer = isinstance(record, str) or (isinstance(record, Mapping) and "answer" in record)
        if not is_answer and batch_name(record) is None:
            wanted = 'an answer, {"doc_id": …, "answer": …}, or a line of a batch'
            raise InputError(("document",), wanted=wanted, got=record, source=Place(os.fspath(path), line))
    return named_answers([_without_empty_name(record) for record in found.documents], None), found.lines


def _without_empty_name(record: Any) -> Any:
    """Return the answer of a record that names no document, and every other record as it is."""
    is_nameless = isinstance(record, Mapping) and "answer" in record and record.get("doc_id") is None
    return record["answer"] if is_nameless else record


def _of_references(
    answers: Sequence[tuple[str | None, Any]], references: Documents, value: Callable[[Mapping[str, Any]], Any]
) -> list[Any]:
    """Return the value of the reference of each answer: that of the same name, otherwise of the same row."""
    rows = references.as_dicts()
    by_name = {row["doc_id"]: row for row in rows if row.get("doc_id") is not None}
    nothing: dict[str, Any] = {}
    return [
        value(by_name.get(name, nothing) if name is not None else rows[row] if row < len(rows) else nothing)
        for row, (name, _) in enumerate(answers)
    ]


def _words(document: Mapping[str, Any]) -> list[str]:
    """Return the tokens of a document, or the words of its text."""
    tokens, text = document.get("tokens"), document.get("text") or ""
    return list(tokens) if tokens is not None else [text[start:end] for start, end in words_of(text)]


def _sentence(document: Mapping[str, Any]) -> str:
    """Return the text of a document, or its tokens with spaces between."""
    text = document.get("text")
    return str(text) if text is not None else " ".join(document.get("tokens") or ())
