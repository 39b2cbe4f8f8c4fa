"""Names of the forms, with the inputs that each needs and the function that reads it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from event_scoring.documents.errors import Description, InputError, counted, not_among
from event_scoring.formats.language_models.answers import ParsedAnswer
from event_scoring.formats.language_models.forms.code4struct_form import read_code4struct
from event_scoring.formats.language_models.forms.context import FormContext
from event_scoring.formats.language_models.forms.gollie_form import read_gollie
from event_scoring.formats.language_models.forms.iepile_form import read_iepile
from event_scoring.formats.language_models.forms.instructuie_form import read_instructuie
from event_scoring.formats.language_models.forms.omnievent_form import read_omnievent
from event_scoring.formats.language_models.forms.tanl_form import read_tanl
from event_scoring.formats.language_models.forms.text2event_form import read_text2event
from event_scoring.formats.language_models.forms.uie_form import read_uie
from event_scoring.formats.language_models.messages import Failure, first_answer

FormName = Literal["uie", "text2event", "gollie", "iepile", "instructuie", "tanl", "code4struct", "omnievent"]
TaskName = Literal["EE", "EET", "EEA", "ED", "EAE"]
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Form:
    """The reader of a form, with the inputs and tasks that it takes."""

    read: Callable[[Any, FormContext], ParsedAnswer]
    needs: tuple[str, ...] = ()
    """The inputs that it always needs."""
    needs_with_given: tuple[str, ...] = ()
    """The inputs that it needs if events are given."""
    takes: tuple[str, ...] = ()
    """The optional inputs."""
    tasks: tuple[str, ...] = ()
    """The tasks that name their events themselves, the default first."""
    tasks_with_given: tuple[str, ...] = ()
    """The tasks of finding the arguments of a given event."""
    adds_up: bool = False
    """Whether several answers to one document add up."""
    votes: bool = False
    """Whether several answers to one event are read together."""


FORMS: dict[str, Form] = {
    "uie": Form(read_uie, takes=("types", "roles", "sentences", "tokens")),
    "text2event": Form(read_text2event, takes=("types", "roles")),
    "gollie": Form(read_gollie, takes=("schema",)),
    "iepile": Form(read_iepile, tasks=("EE", "EEA"), adds_up=True),
    "instructuie": Form(read_instructuie, tasks=("EE", "EET"), tasks_with_given=("EEA",)),
    "tanl": Form(
        read_tanl,
        needs=("tokens",),
        takes=("given", "types", "entity_types", "roles", "schema"),
    ),
    "code4struct": Form(read_code4struct, needs=("given",), votes=True),
    "omnievent": Form(read_omnievent, tasks=("ED",), tasks_with_given=("EAE",)),
}
WANTED = {
    "types": ("the event types of the schema", 'give types=["Attack", …]'),
    "entity_types": ("the entity types of the schema", 'give entity_types=["person", …], or an empty list'),
    "roles": ("the roles of the schema", 'give roles=["Agent", …]'),
    "schema": ("the roles of each type in order", 'give schema={"Attack": ["attacker", …], …}'),
    "tokens": ("the tokens of each sentence", "give tokens= with a list of words for each text"),
    "given": ("the event of each answer", "give given= with a type and a trigger for each text"),
}
"""Descriptions of the inputs in messages, each with an example."""


def form_contexts(
    name: str, number: int, given: Sequence[Mapping[str, Any]] | None, inputs: Mapping[str, Any]
) -> list[FormContext]:
    """Return the context of each answer: the inputs that its form reads.

    Args:
        name: The form.
        number: The number of answers.
        given: For each answer the event that its prompt named, if events were named.
        inputs: The arguments ``task``, ``sentences``, ``tokens``, ``types``, ``entity_types``, ``roles`` and
            ``schema`` as they were given.

    Raises:
        InputError: for inputs that are missing, are not read, or are not lists of strings.
        ValueError: for a form or a task that does not exist.
    """
    form = find_form(name)
    task = _task(name, form, inputs["task"], given is not None)
    needs = (*form.needs, *(() if given is None else form.needs_with_given))
    needs += ("given",) if task in form.tasks_with_given else ()
    values = {**inputs, "given": given}
    del values["task"]
    for key, value in values.items():
        if value is None and key in needs:
            what, hint = WANTED[key]
            wanted = f'{what}, which form "{name}" needs'
            raise InputError((key,), wanted=wanted, got=Description("none"), hint=hint)
        if value is not None and key not in (*needs, *form.takes):
            reader = f'form "{name}"' + (f" under task {task}" if task else "")
            raise InputError((key,), says=f"{reader} does not read it", hint="leave it out")
    tokens = _checked_list("tokens", inputs["tokens"], number, _checked_strings)
    sentences = _checked_list("sentences", inputs["sentences"], number, _string)
    roles = inputs["roles"]
    common = FormContext(
        types=None if inputs["types"] is None else frozenset(_checked_strings(("types",), inputs["types"])),
        entity_types=frozenset(_checked_strings(("entity_types",), inputs["entity_types"] or ())),
        roles=None if roles is None else frozenset(_checked_strings(("roles",), roles)),
        schema=_schema(inputs["schema"]),
        task=task,
    )
    return [
        replace(
            common,
            row=row,
            sentence=" ".join(tokens[row]) if sentences[row] is None and tokens[row] is not None else sentences[row],
            tokens=tokens[row],
            given=None if given is None else given[row],
        )
        for row in range(number)
    ]


def find_form(name: Any) -> Form:
    """Return the form of a name.

    Raises:
        ValueError: for an unknown name.
    """
    if not isinstance(name, str) or name not in FORMS:
        raise ValueError(f"form: {not_among(name, get_args(FormName), 'help(documents_from_texts)')}")
    return FORMS[name]


def read_published(answer: Any, form: Form, context: FormContext) -> ParsedAnswer:
    """Return the events of an answer as its published reader finds them, without raising exceptions.

    Args:
        answer: A text, or a client's return value; a list of texts if the form reads several together.
        form: The form.
        context: The other inputs of the form.
    """
    texts = list(answer) if form.votes and is_list_of_texts(answer) else [answer]
    notes: list[str] = []
    for index, one in enumerate(texts):
        text, several = first_answer(one)
        if not isinstance(text, str):
            return ParsedAnswer(reason=text.why if isinstance(text, Failure) else "no text")
        texts[index] = text
        notes += several
    read = form.read(texts if form.votes else texts[0], context)
    whole = None if read.whole is None else _without_surrogates(read.whole)
    return ParsedAnswer(
        _without_surrogates(read.events), _without_surrogates([*notes, *read.repaired]), whole, read.reason
    )


def is_list_of_texts(answer: Any) -> bool:
    """Whether an answer is several texts."""
    return isinstance(answer, list | tuple) and bool(answer) and all(isinstance(text, str) for text in answer)


def _task(name: str, form: Form, task: Any, has_given: bool) -> str:
    """Return the task of a form, by default the first one that fits given events or their absence."""
    known = (*form.tasks, *form.tasks_with_given)
    if task is None:
        usual = form.tasks_with_given if has_given and form.tasks_with_given else known
        return usual[0] if usual else ""
    if not known:
        raise ValueError(f'task: form "{name}" has no tasks; leave it out')
    if task not in known:
        raise ValueError(f'task: expected one of {", ".join(known)} for form "{name}", got {task!r}')
    return str(task)


def _checked_list(name: str, values: Any, number: int, check: Callable[[tuple[str | int, ...], Any], Any]) -> list[Any]:
    """Return a checked value for each answer, or None for each if the input is not given."""
    if values is None:
        return [None] * number
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise InputError((name,), wanted="a list with an item for each text", got=values)
    items = [check((name, row), value) for row, value in enumerate(values)]
    if len(items) != number:
        raise InputError((name,), wanted=f"{counted(number, 'item')}, one for each text", got=Description(len(items)))
    return items


def _string(path: tuple[str | int, ...], value: Any) -> str:
    if not isinstance(value, str):
        raise InputError(path, wanted="a string", got=value)
    return value


def _checked_strings(path: tuple[str | int, ...], values: Any) -> list[str]:
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise InputError(path, wanted="a list of strings", got=values)
    return [_string((*path, index), value) for index, value in enumerate(values)]


def _schema(schema: Any) -> dict[str, list[str]] | None:
    if schema is None:
        return None
    if not isinstance(schema, Mapping):
        raise InputError(("schema",), wanted="a mapping from types to roles", got=schema)
    return {_string(("schema",), kind): _checked_strings(("schema", kind), roles) for kind, roles in schema.items()}


def _without_surrogates(value: Any) -> Any:
    """Return a value whose texts can be encoded. Half a surrogate pair never equals a text of a reference."""
    if isinstance(value, str):
        return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", value)
    if isinstance(value, Mapping):
        return {_without_surrogates(key): _without_surrogates(item) for key, item in value.items()}
    return [_without_surrogates(item) for item in value] if isinstance(value, list) else value
