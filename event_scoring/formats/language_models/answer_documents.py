"""Documents for the predictions' side from the answers of a language model."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from event_scoring.documents.errors import Description, InputError, counted
from event_scoring.documents.schema import Record, Text
from event_scoring.documents.sides import Documents, checked_column, documents_of, gc_paused
from event_scoring.formats.language_models.answer_reading import read_answer, read_arguments
from event_scoring.formats.language_models.answers import ParsedAnswer, batch_name
from event_scoring.formats.language_models.forms.published_forms import (
    FormName,
    TaskName,
    find_form,
    form_contexts,
    is_list_of_texts,
    read_published,
)
from event_scoring.formats.text_lines import Source, natural_order, none_found, paths_in, read_bytes


@gc_paused()
def documents_from_texts(
    texts: Iterable[Any],
    doc_ids: Sequence[str] | None = None,
    *,
    given: Sequence[Mapping[str, Any]] | None = None,
    strict: bool = False,
    form: FormName | None = None,
    task: TaskName | None = None,
    sentences: Sequence[str] | None = None,
    tokens: Sequence[Sequence[str]] | None = None,
    types: Iterable[str] | None = None,
    entity_types: Iterable[str] | None = None,
    roles: Iterable[str] | None = None,
    schema: Mapping[str, Iterable[str]] | None = None,
) -> list[dict[str, Any]]:
    """Return one document for each answer of a model, as predictions for detection and extraction.

    JSON is read in prose and fences, after thoughts, by lines, and under wrappers of any name. Other notations are
    calls of Python classes (Code4UIE, GoLLIE), SEL (Text2Event, UIE), marked sentences (TANL), YAML and XML. An event
    has a type and a trigger. Its roles are a list of arguments, an object, or keys of the event. Answers are never
    executed.

    Small mistakes are repaired, and ``repaired`` names each kind of repair. Events, arguments, keys and text that
    cannot be read are left out and named there too. An unreadable answer becomes a document without events whose
    ``unparsed`` is 1, with the reason in ``unparsed_because``. A sentence such as "There are no events." counts as
    unparsed too, because sentences are not interpreted. Prompt for ``[]`` instead. Positions that a model wrote are
    marked ``"claimed": True`` and count only where the document agrees with them.

    With ``form`` answers are read exactly as the published scorer of the form reads them, without repairs. ``repaired``
    lists everything that this reader leaves out, with the reason. The key ``entity_type`` of an argument holds its
    entity type, and ``answer`` holds whole answers of InstructUIE.

    Args:
        texts: The answers, one for each document: texts, messages of chats, objects that a client returned, or objects
            of pydantic. An answer may also be ``{"doc_id": …, "answer": …}``, or a line of the batches of OpenAI,
            Anthropic and vLLM, whose ``custom_id`` is the name. No answer stops the others.
        doc_ids: The documents' names, if wanted.
        given: For prompts about the arguments of a given event: for each answer the event with its ``type`` and
            ``trigger``. Answers are texts by role, and those of one name become one document. Where an answer cannot be
            read, its event has no arguments.
        strict: Repair nothing: an answer that needs it is unparsed.
        form: The form of the answers, to get the numbers of its published scorer.
        task: The task of form "iepile" (EE, EEA), "instructuie" (EE, EET, EEA) or "omnievent" (ED, EAE). By default
            events, or the arguments of the given events.
        sentences: For form "uie": the sentence of each answer. ``<unk>`` in an answer replaces words of it.
        tokens: For form "tanl": the tokens of each answer's sentence; for "uie" in place of ``sentences``.
        types: For forms "uie", "text2event" and "tanl": the event types of the schema; by default all are read.
        entity_types: For form "tanl": the entity types of the schema.
        roles: For forms "uie" and "text2event": the roles of the schema; "tanl" reads no others where they are given.
        schema: For form "gollie": the roles of each class in order; for "tanl" with ``given`` the roles of each type.

    Raises:
        InputError: for a single text in place of a list, for a different number of names and texts, and for a name that
            is not a string. Also for inputs that the form needs, or does not read.

    Examples:
        >>> fired = 'Here you are: [{"type": "Attack", "trigger": "fired", "arguments": {"Agent": "troops"}}]'
        >>> documents_from_texts([fired])[0]["events"]
        [{'trigger': {'text': 'fired'}, 'type': 'Attack', 'arguments': [{'text': 'troops', 'role': 'Agent'}]}]
        >>> documents_from_texts(["[{'type': 'Die', 'trigger': 'died'}, {'type': 'At"])[0]["repaired"]
        ['single quotes', 'cut off']
        >>> documents_from_texts(["I see none."])
        [{'events': [], 'unparsed': 1, 'unparsed_because': 'no events in a known form'}]
        >>> fire = {"type": "Attack", "trigger": {"span": [1, 2]}}
        >>> documents_from_texts(['{"Agent": ["troops"]}'], given=[fire])[0]["events"]
        [{'type': 'Attack', 'trigger': {'span': [1, 2]}, 'arguments': [{'text': 'troops', 'role': 'Agent'}]}]
        >>> documents_from_texts(["( Attack: fired, troops: Agent ) "], form="instructuie")[0]["events"]
        [{'type': 'Attack', 'trigger': {'text': 'fired'}, 'arguments': [{'role': 'Agent', 'text': 'troops'}]}]
    """
    answers = named_answers(texts, doc_ids)
    events = None if given is None else _given_events(given, len(answers))
    inputs = {
        "task": task,
        "sentences": sentences,
        "tokens": tokens,
        "types": types,
        "entity_types": entity_types,
        "roles": roles,
        "schema": schema,
    }
    if form is not None:
        if strict:
            raise ValueError("strict: with form= nothing is repaired; leave it out")
        return _documents_of_form(form, answers, events, inputs)
    for key, value in inputs.items():
        if value is not None:
            raise InputError((key,), says="is read only with form=", hint="name a form, or leave it out")
    if events is None:
        return [_document_of_answer(name, read_answer(answer, strict=strict)) for name, answer in answers]
    read = [read_arguments(answer, strict=strict) for _, answer in answers]
    documents = []
    for (name, _), answer, event in zip(answers, read, events, strict=True):
        answer.events = [{**event, **one} for one in answer.events]
        documents.append(_about_given(event, _document_of_answer(name, answer)))
    return _joined(enumerate(documents))


def _documents_of_form(
    form: FormName,
    answers: list[tuple[str | None, Any]],
    events: list[Mapping[str, Any]] | None,
    inputs: Mapping[str, Any],
) -> list[dict[str, Any]]:
    """Return the documents of answers in a published form. Answers about one document are joined if they add up."""
    reader = find_form(form)
    contexts = form_contexts(form, len(answers), events, inputs)
    documents: list[tuple[int, dict[str, Any]]] = []
    for (name, answer), context in zip(answers, contexts, strict=True):
        for text in answer if reader.adds_up and is_list_of_texts(answer) else [answer]:
            document = _document_of_answer(name, read_published(text, reader, context))
            documents.append((context.row, _about_given(context.given, document)))
    if reader.adds_up or events is not None:
        return _joined(documents)
    return [document for _, document in documents]


def named_answers(texts: Iterable[Any], doc_ids: Sequence[str] | None) -> list[tuple[str | None, Any]]:
    """Return the answers of a model, each with the name of its document, if it has one.

    Examples:
        >>> named_answers([{"doc_id": "d1", "answer": "[]"}, "none"], None)
        [('d1', '[]'), (None, 'none')]
    """
    is_single = isinstance(texts, str | bytes | Mapping) or not getattr(texts, "ndim", 1)
    if is_single or not isinstance(texts, Iterable):
        raise InputError(("texts",), wanted="a list with an answer for each document", got=texts)
    written = list(texts)
    names = None if doc_ids is None else checked_column(Text(), doc_ids, "doc_ids").to_pylist()
    if names is not None and len(names) != len(written):
        wanted = f"{counted(len(written), 'name')}, one for each text"
        raise InputError(("doc_ids",), wanted=wanted, got=Description(len(names)))
    answers = []
    for row, text in enumerate(written):
        name = None
        while _has_name(text):
            if not isinstance(text["doc_id"], str):
                raise InputError(("texts", row, "doc_id"), wanted="a string", got=text["doc_id"])
            name, text = text["doc_id"], text["answer"]
        in_batch = batch_name(text)
        answers.append((names[row] if names is not None else name if in_batch is None else in_batch, text))
    return answers


def _given_events(given: Any, number: int) -> list[Mapping[str, Any]]:
    """Return the events that prompts named, one for each answer."""
    if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
        raise InputError(("given",), wanted="a list with an event for each text", got=given)
    events = [_given_event(event, row) for row, event in enumerate(given)]
    if len(events) != number:
        raise InputError(
            ("given",), wanted=f"{counted(number, 'event')}, one for each text", got=Description(len(events))
        )
    return events


def _given_event(event: Any, row: int) -> Mapping[str, Any]:
    """Return the event that a prompt named: a type, and a trigger, which may be only a text."""
    trigger = event.get("trigger") if isinstance(event, Mapping) else None
    if (
        not isinstance(event, Mapping)
        or not isinstance(event.get("type"), str)
        or not isinstance(trigger, str | Mapping)
    ):
        raise InputError(("given", row), wanted="an event with a type and a trigger", got=event)
    return {"type": event["type"], "trigger": {"text": trigger} if isinstance(trigger, str) else dict(trigger)}


def _about_given(event: Mapping[str, Any] | None, document: dict[str, Any]) -> dict[str, Any]:
    """Return a document of an answer; where it could not be read, with the event of the prompt, without arguments."""
    if document["unparsed"] and event is not None:
        document["events"] = [{**event, "arguments": []}]
    return document


def _joined(documents: Iterable[tuple[int, dict[str, Any]]]) -> list[dict[str, Any]]:
    """Join the documents of one name, or of one row if they have no name, in the order of their first answers."""
    joined: dict[Any, dict[str, Any]] = {}
    for row, document in documents:
        first = joined.setdefault(document.get("doc_id", row), document)
        if first is not document:
            first["events"] = [*first["events"], *document["events"]]
            first["unparsed"] += document["unparsed"]
            first |= {key: document[key] for key in ("unparsed_because",) if key in document}
            if repaired := [*first.get("repaired", ()), *document.get("repaired", ())]:
                first["repaired"] = repaired
    return list(joined.values())


def _has_name(text: Any) -> bool:
    """Whether an answer comes with the name of its document."""
    is_pair = isinstance(text, Mapping) and "answer" in text and "events" not in text
    return is_pair and text.get("doc_id") is not None


def _document_of_answer(name: str | None, answer: ParsedAnswer) -> dict[str, Any]:
    """Return the document of a parsed answer."""
    named = {} if name is None else {"doc_id": name}
    if answer.reason:
        return {**named, "events": [], "unparsed": 1, "unparsed_because": answer.reason}
    repaired = {"repaired": answer.repaired} if answer.repaired else {}
    whole = {} if answer.whole is None else {"answer": answer.whole}
    return {**named, "events": answer.events, "unparsed": 0, **repaired, **whole}


def is_folder_of_answers(folder: Path) -> bool:
    """Whether a folder holds texts (``.txt``) and nothing else."""
    files = [*paths_in(folder)]
    return bool(files) and all(path.suffix == ".txt" and path.is_file() for path in files)


def read_answer_files(source: Source, kind: Record) -> Documents:
    """Return the documents of a folder with one answer of a model in each file, ``DOC_ID.txt``, in natural order."""
    if isinstance(source, bytes):
        raise none_found("<input>", "a folder of answers (DOC_ID.txt)")
    files = sorted(paths_in(source, ".txt"), key=lambda path: natural_order(path.stem))
    texts = [read_bytes(path).decode("utf-8") for path in files]
    return documents_of(kind, documents_from_texts(texts, [path.stem for path in files]), os.fspath(source))
