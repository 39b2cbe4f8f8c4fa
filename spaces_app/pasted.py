"""Parsers of pasted text: the right answer or a model's answer, in every format of files and models."""

from __future__ import annotations

import contextlib
import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from event_scoring.adapters.mentions import named_as
from event_scoring.documents.errors import InputError, counted
from event_scoring.formats.language_models.answer_documents import documents_from_texts
from event_scoring.formats.language_models.messages import first_answer
from event_scoring.reading.document_reading import Reader
from event_scoring.reading.task_recognition import task_of
from event_scoring.report.views import words_of
from event_scoring.tasks import TASKS
from spaces_app.state import ITEMS, in_form, plain_documents

FILE_SIGNS = (
    *("BeginOfDocument", '"mentions"', '"templates"', '"responses"', '"relations"', '"frames"', '"span"'),
    '"token_ids"',
)
"""Strings that occur in files of documents and not in answers of models."""
TEXT_SIGNS = ('"doc_id"', '"tokens"', '"text"')
"""Strings that occur in files of documents and sometimes in answers of models."""
SYSTEM = "system"
NEEDS_RIGHT = "Nothing is scored without a right answer: paste it into the first box, or choose an example."
MARK_IT = "Drag over words to mark what is right, or paste the right answer as JSON. Then paste the model’s answer."
Request = dict[str, Any]


def right_answer(text: str, request: Mapping[str, Any]) -> tuple[Request, str]:
    """Return the request with the pasted right answer, and a sentence about it.

    Documents and events become the references. Any other text becomes a text to be marked.

    Raises:
        InputError: for events without a text, or words that are not in it.
    """
    task, documents = _documents_in(text, (*FILE_SIGNS, *TEXT_SIGNS))
    if documents and not _is_about_words(documents, request):
        systems = {SYSTEM: [{**_empty(task), **_name_of(document)} for document in documents]}
        if task == request.get("task") and len(documents) == len(request.get("references") or ()):
            systems = request["systems"]
        message = f"The right answer is read: {counted(len(documents), 'document')} of {task}."
        return _changed(request, task, documents, systems), message
    document, message = _read_answer(text)
    if document["events"]:
        reference, systems = _one_document(request)
        words = " ".join(reference.get("tokens") or [str(reference.get("text") or "")])
        triggers = [str((event.get("trigger") or {}).get("text") or "") for event in document["events"]]
        if missing := [trigger for trigger in triggers if trigger not in words]:
            raise InputError(says=f"“{missing[0]}” is not in the text above. Paste its own text first, then this.")
        references, message = [{**reference, "events": document["events"]}], f"The right answer is read: {message}"
    else:
        references, message = [{"tokens": text.split(), "events": []}], MARK_IT
        systems = {SYSTEM: [{"events": []}]}
    return {"task": "extraction", "references": references, "systems": systems}, message


def model_answer(text: str, request: Mapping[str, Any]) -> tuple[Request, str]:
    """Return the request with the pasted answer of a model, and a sentence about it.

    Raises:
        InputError: for a text that cannot be read, with a guess of its form; the request is unchanged.
    """
    references = request.get("references") or []
    document, message = _read_answer(text)
    signs = FILE_SIGNS if len(references) == 1 and document["events"] else (*FILE_SIGNS, *TEXT_SIGNS)
    task, documents = _documents_in(text, signs)
    if documents and task == request.get("task") and references:
        if len(documents) == len(references) and not any(map(_name_of, documents)):
            documents = named_as(documents, [reference.get("doc_id") for reference in references])
        message = f"The model’s answer is read: {counted(len(documents), 'document')} of {task}."
        return _changed(request, task, references, {SYSTEM: documents}), message
    if not document["events"]:
        if documents:
            raise InputError(says=f"Read {counted(len(documents), 'document')} of {task}. {NEEDS_RIGHT}")
        # An answer in a known form may say that there are no events.
        if document["unparsed"]:
            is_data = "```" in text or re.match(r"""\s*(\{|<\w|\[\s*[\[{"'\]])""", text)
            prose = "This answer is prose: no events were read from it, and nothing is scored."
            says = f"No events were found in this answer: {document['unparsed_because']}." if is_data else prose
            raise InputError(says=says)
    reference, _ = _one_document(request)
    system = named_as([{"events": document["events"]}], [reference.get("doc_id")])
    taken = {"task": "extraction", "references": [reference], "systems": {SYSTEM: system}, "answer": text}
    return taken, f"The model’s answer is read: {message}"


def _changed(request: Mapping[str, Any], task: str, references: Sequence[Any], systems: Mapping[str, Any]) -> Request:
    """Return a request about other documents, with its words and the counted items."""
    kept = {name: request[name] for name in ("words", "counted") if request.get(name)}
    return {"task": task, "references": references, "systems": systems, **kept}


def _is_about_words(documents: Sequence[Mapping[str, Any]], request: Mapping[str, Any]) -> bool:
    """Whether documents are events without places, about the one text that the page shows."""
    shown = request.get("references") or ()
    placed = ("tokens", "text", "doc_id")
    is_bare = len(documents) == len(shown) == 1 and not any(documents[0].get(name) for name in placed)
    return is_bare and '"span"' not in json.dumps(documents) and "events" in documents[0]


def _empty(task: str) -> Request:
    """Return a document of a task without content."""
    return {ITEMS[task]: []} | ({"frames": []} if task in ("arguments", "responses") else {})


def _name_of(document: Mapping[str, Any]) -> Request:
    return {"doc_id": document["doc_id"]} if document.get("doc_id") else {}


def _documents_in(text: str, signs: Sequence[str]) -> tuple[str, list[dict[str, Any]]]:
    """Return the task and the documents of a text that is a file of a known form; none if it may be an answer.

    Only a text that holds one of the signs is tried.

    Raises:
        InputError: for a text that only a file can be, and that cannot be read.
    """
    if not any(sign in text for sign in signs):
        return "", []
    content = text
    with contextlib.suppress(ValueError, RecursionError):
        content = json.dumps(json.loads(text))  # one document may be written on several lines
    with tempfile.TemporaryDirectory(prefix="pasted-") as folder:
        path = Path(folder) / ("pasted.tbf" if "BeginOfDocument" in text else "pasted.jsonl")
        path.write_text(content, encoding="utf-8", errors="surrogatepass")
        try:
            task = task_of(path)
            return (task, plain_documents(Reader(TASKS[task], path).read(path))) if task in ITEMS else ("", [])
        except InputError as error:
            is_file = text.lstrip().startswith("{") or path.suffix == ".tbf"
            if _read_answer(text)[0]["events"] or not is_file:
                return "", []
            raise InputError(says=str(error).replace(str(path), "pasted text")) from None


def _read_answer(text: str) -> tuple[dict[str, Any], str]:
    """Return the document of an answer, or of a response of an API, and a sentence about its form and repairs."""
    answer: Any = text
    with contextlib.suppress(ValueError, RecursionError):
        parsed = json.loads(text)
        # JSON that is no response of an API is read as it was written: a dict has only the last of repeated keys.
        answer = text if first_answer(parsed)[0] == parsed else parsed
    (document,) = documents_from_texts([answer])
    document["events"] = [event for event in document["events"] if event.get("type") is not None]
    repaired = ", ".join(document.get("repaired") or ())
    return document, counted(len(document["events"]), "event") + (f"; repaired: {repaired}." if repaired else ".")


def _one_document(request: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """Return the single document of the request, as extraction has it, and its systems.

    Raises:
        InputError: for a missing document.
    """
    references, task, words = request.get("references") or [], request.get("task"), request.get("words") or {}
    if not references:
        raise InputError(says=NEEDS_RIGHT)
    has_words = task == "nuggets" and len(references) == 1 and isinstance(words_of(references[0], words, 1), list)
    if len(references) != 1 or not (has_words or task in ("detection", "extraction")):
        says = "An answer about events is scored against one document with words: paste its right answer first."
        raise InputError(says=says)
    forms = {
        name: in_form([*system], references, TASKS[task], TASKS["extraction"], words)
        for name, system in request["systems"].items()
    }
    reference = next(iter(forms.values()))[1][0]
    return dict(reference), {name: predictions for name, (predictions, _) in forms.items()}
