"""GoLLIE's code: `result = [Attack(mention="hit", attacker=[], target=["market"])]`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from event_scoring.formats.language_models.answers import ParsedAnswer
from event_scoring.formats.language_models.forms.context import MAX_SHOWN, FormContext, leave_out, make_event
from event_scoring.formats.language_models.forms.python_values import (
    NameOrCall,
    UnreadableCodeError,
    evaluate_literals,
)

_RESULT = "result = "
_MENTION = "mention"


def read_gollie(answer: str, context: FormContext) -> ParsedAnswer:
    """Return the events of a list of calls, which are parsed and never executed.

    Items that are not calls are left out, and so are calls of classes outside the schema. Without a schema every class
    is read. Some mistakes make the whole answer unreadable. These are a syntax error, a missing role, a role that the
    class lacks, and a value that is not a literal. Mentions and fillers of other types become texts as published: a
    list gives its first item.

    Examples:
        >>> context = FormContext(schema={"Die": ["victim"]})
        >>> read = read_gollie("[Raid(), Die(mention='died', victim=['he', 5])]", context)
        >>> read.events
        [{'type': 'Die', 'trigger': {'text': 'died'}, 'arguments': [{'role': 'victim', 'text': 'he'}, \
{'role': 'victim', 'text': '5'}]}]
        >>> read.repaired
        ['event left out: no class of the schema, Raid']
        >>> read_gollie("[Die(mention='died')]", context).reason
        'Die lacks victim'
    """
    schema = context.schema
    try:
        items = evaluate_literals(answer.rpartition(_RESULT)[2], lambda call: _check_fields(call, schema))
    except UnreadableCodeError as error:
        return ParsedAnswer(reason=str(error))
    if not isinstance(items, list | tuple | set | dict | str):  # the published reader stops here
        return ParsedAnswer(reason="a single value in place of a list")
    read = ParsedAnswer()
    for item in items:
        if isinstance(item, NameOrCall) and item.is_call and (schema is None or item.name in schema):
            _add_event(item.name, _values_by_field(item, () if schema is None else schema[item.name]), read)
        elif isinstance(item, NameOrCall):
            leave_out(read, "event", "no class of the schema" if item.is_call else "a name and no call", item.name)
        else:
            leave_out(read, "event", "no call")
    return read


def _values_by_field(call: NameOrCall, roles: Sequence[str]) -> dict[str, Any]:
    return {**dict(zip((_MENTION, *roles), call.positional, strict=False)), **call.keywords}


def _check_fields(call: NameOrCall, schema: Mapping[str, Sequence[str]] | None) -> None:
    """Raise for a call with fields that its class lacks. Without a schema, roles must be keywords."""
    if schema is None and len(call.positional) + (_MENTION in call.keywords) != 1:
        raise UnreadableCodeError(f"{call.name} has no mention, or a role without its name")
    if schema is None or call.name not in schema:
        return
    names = (_MENTION, *schema[call.name])
    by_place = names[: len(call.positional)]
    if len(call.positional) > len(names) or not call.keywords.keys().isdisjoint(by_place):
        raise UnreadableCodeError(f"{call.name} has a field twice, or too many")
    for name in call.keywords:
        if name not in names:
            raise UnreadableCodeError(f"{call.name} has no {name[:MAX_SHOWN]}")
    for name in names[len(by_place) :]:
        if name not in call.keywords:
            raise UnreadableCodeError(f"{call.name} lacks {name}")


def _add_event(event_type: str, fields: dict[str, Any], read: ParsedAnswer) -> None:
    mention = _published_text(fields.pop(_MENTION))
    arguments = []
    for role, value in fields.items():
        for filler in value if isinstance(value, list) else [value]:
            text = _published_text(filler)
            if text is None:
                leave_out(read, "argument", "a name and no text", role)
            else:
                arguments.append({"role": role, "text": text})
    if mention is None:
        leave_out(read, "event", "the mention is a name and no text", event_type)
    else:
        read.events.append(make_event(event_type, mention, arguments))


def _published_text(value: Any) -> str | None:
    """Return a value as the published reader converts it to a text; None if it holds a name, which no sentence has."""
    if isinstance(value, list):
        value = value[0] if value else ""
    return None if any(isinstance(part, NameOrCall) for part in _parts(value)) else str(value)


def _parts(value: Any) -> Iterator[Any]:
    yield value
    inner = [*value, *value.values()] if isinstance(value, dict) else value
    if isinstance(inner, list | tuple | set):
        for item in inner:
            yield from _parts(item)
