"""A text that was pasted: an answer of a model, documents of any known form, or the text to be marked."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from event_scoring.adapters.mentions import named_as
from event_scoring.documents.errors import InputError, counted
from event_scoring.formats.language_models.documents import documents_from_texts
from event_scoring.reading.files import Reader
from event_scoring.reading.kinds import task_of
from event_scoring.tasks import TASKS
from spaces_app.forms import in_form
from spaces_app.limits import check_text
from spaces_app.state import ITEMS, plain_documents, words_of

READ_ANYWAY = ("BeginOfDocument", '"mentions"', '"arguments"', '"templates"', '"responses"', '"relations"', '"doc_id"')
"""What a text holds that is a file rather than an answer."""
SYSTEM = "system"


def pasted(text: str, request: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The request with what was pasted in it, and a sentence that says what was read.

    Raises:
        InputError: for a text that is nothing of the kind, with what it may be.
    """
    check_text(text, "text")
    if not text.strip():
        raise InputError(says="Nothing was pasted.")
    if any(sign in text for sign in READ_ANYWAY) and (found := _as_file(text)):
        task, documents = found
        return _with_documents(task, documents, request)
    document = documents_from_texts([text])[0]
    if document["events"] or not document["unparsed"]:
        return _with_answer(text, document, request)
    if text.lstrip()[:1] in ("{", "[", "<") or "```" in text:
        raise InputError(says=f"No events were found in this answer: {document['unparsed_because']}.")
    words = [word for line in text.splitlines() for word in line.split()]
    nothing = [{"tokens": words, "events": []}]
    said = "Drag over words to mark the reference, then the system’s answer."
    return {"task": "extraction", "references": nothing, "systems": {SYSTEM: [{"events": []}]}}, said


def _as_file(text: str) -> tuple[str, list[dict[str, Any]]] | None:
    """The documents of a text that is a file of a known form, and their task."""
    with tempfile.TemporaryDirectory(prefix="pasted-") as folder:
        path = Path(folder) / ("pasted.tbf" if "BeginOfDocument" in text else "pasted.jsonl")
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        try:
            task = task_of(path)
            if task not in ITEMS:
                return None
            return task, plain_documents(Reader(TASKS[task], path).read(path))
        except InputError as error:
            raise InputError(says=str(error).replace(f"{folder}/", "")) from None


def _with_documents(
    task: str, documents: list[dict[str, Any]], request: Mapping[str, Any]
) -> tuple[dict[str, Any], str]:
    """Documents of the task that is looked at are the system's; others begin anew, as references."""
    kept = {name: request[name] for name in ("words", "counted") if request.get(name)}
    if request.get("task") == task and request.get("references"):
        taken = {"task": task, "references": request["references"], "systems": {SYSTEM: documents}}
        return kept | taken, f"Read as the system’s: {counted(len(documents), 'document')} of {task}."
    taken = {"task": task, "references": documents, "systems": {SYSTEM: documents}}
    return taken, f"Read as references: {counted(len(documents), 'document')} of {task}. Now paste those of the system."


def _with_answer(text: str, document: Mapping[str, Any], request: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The answer as the system's, with the references that are there, if they are about events in a text."""
    events = [event for event in document["events"] if event.get("type") is not None]
    repaired = ", ".join(document.get("repaired") or ())
    said = f"Read {counted(len(events), 'event')}" + (f"; repaired: {repaired}." if repaired else ".")
    references, task, words = request.get("references") or [], request.get("task"), request.get("words") or {}
    has_words = task == "nuggets" and len(references) == 1 and isinstance(words_of(references[0], words, 1), list)
    if len(references) != 1 or not (has_words or task in ("detection", "extraction")):
        raise InputError(says="An answer is scored against references: choose an example with words, or paste a text.")
    _, references = in_form([], references, TASKS[task], TASKS["extraction"], words)
    system = named_as([{"events": events}], [references[0].get("doc_id")])
    return {"task": "extraction", "references": references, "systems": {SYSTEM: system}, "answer": text}, said


def pieces_of_answer(text: str, marks: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """An answer in pieces: each says which mark was read from it; what was cut away is so marked.

    Examples:
        >>> mark = {"key": "predictions 0", "text": "quit", "label": "End"}
        >>> pieces_of_answer('{"End": "quit"', [mark])[1:4]
        [{'text': 'End', 'key': 'predictions 0'}, {'text': '": "'}, {'text': 'quit', 'key': 'predictions 0'}]
    """
    taken: list[tuple[int, int, str]] = []
    for mark in marks:
        for part in (mark["label"], mark["text"]):
            at = text.find(part) if part else -1
            while at >= 0 and any(start < at + len(part) and at < end for start, end, _ in taken):
                at = text.find(part, at + 1)
            if at >= 0:
                taken.append((at, at + len(part), mark["key"]))
    pieces: list[dict[str, Any]] = []
    place = 0
    for start, end, key in sorted(taken):
        pieces += [{"text": text[place:start]}] if start > place else []
        pieces.append({"text": text[start:end], "key": key})
        place = end
    if place < len(text):
        repaired = ", ".join(documents_from_texts([text])[0].get("repaired") or ())
        pieces.append({"text": text[place:], "cut": "cut off" in repaired or "left out" in repaired})
    return pieces
