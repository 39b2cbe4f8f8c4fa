"""Code4Struct's code: `event = Meet(entity=[PER("John")], place=[GPE("Rome")])` for an event that was given."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from event_scoring.documents.answer_texts import MAX_FILLERS, MERGED, merge_similar
from event_scoring.formats.language_models.answers import ParsedAnswer
from event_scoring.formats.language_models.forms.context import FormContext, leave_out
from event_scoring.formats.language_models.forms.python_values import UnreadableCodeError, parse_code


def read_code4struct(answers: Sequence[str], context: FormContext) -> ParsedAnswer:
    """Return the given event with the arguments that one or more answers about it name.

    Answers that cannot be read do not count. Similar arguments of a role are merged. Of several answers, arguments
    remain that more than half of them name. Entity types are under the key "entity_type".

    Examples:
        >>> context = FormContext(given={"type": "Meet", "trigger": {"text": "met"}})
        >>> read_code4struct(['e = Meet(entity=[PER("John"), "Mary"])'], context).events[0]["arguments"]
        [{'role': 'Entity', 'text': 'John', 'entity_type': 'PER'}, {'role': 'Entity', 'text': 'Mary'}]
    """
    read = ParsedAnswer()
    arguments: list[dict[str, Any]] = []
    readable, reason = 0, "no answer"
    for answer in answers:
        try:
            arguments += _arguments(answer, read)
            readable += 1
        except UnreadableCodeError as error:
            reason = str(error)
    texts: dict[str, set[str]] = {}
    for argument in arguments:
        texts.setdefault(argument["role"], set()).add(argument["text"])
    if any(len(different) > MAX_FILLERS for different in texts.values()):
        return ParsedAnswer(reason=f"more than {MAX_FILLERS} different texts of one role")
    if not readable:
        return ParsedAnswer(reason=reason)
    read.repaired += ["answer left out: no readable code"] * (len(answers) - readable)
    merged = merge_similar(arguments, readable)
    read.repaired += [MERGED] * (readable > 1 or merged != arguments)
    read.events = [{**(context.given or {}), "arguments": merged}]
    return read


def _arguments(answer: str, read: ParsedAnswer) -> list[dict[str, Any]]:
    """Return the arguments of the call that the first statement of an answer assigns."""
    statements = parse_code(_useful_lines(answer)).body
    if not statements or not isinstance(statements[0], ast.Assign | ast.AnnAssign):
        raise UnreadableCodeError("the first statement assigns nothing")
    call = statements[0].value
    if isinstance(call, ast.Tuple) and call.elts:
        call = call.elts[0]
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise UnreadableCodeError("no call of a class is assigned")
    arguments = []
    left_out = ParsedAnswer()
    for _ in call.args:
        leave_out(left_out, "argument", "without the name of a role")
    for keyword in call.keywords:
        if isinstance(keyword.value, ast.List | ast.Call):
            items = keyword.value.elts if isinstance(keyword.value, ast.List) else [keyword.value]
            entities = [entity for item in items if (entity := _entity(item, left_out)) is not None]
            if entities and keyword.arg is None:
                raise UnreadableCodeError("an unpacked value")
            role = keyword.arg or ""
            arguments += [{"role": role[:1].upper() + role[1:], **entity} for entity in entities]
        else:
            leave_out(left_out, "argument", "neither a list nor a call", keyword.arg or "")
    read.repaired += left_out.repaired
    return arguments


def _useful_lines(answer: str) -> str:
    """Return an answer without fences and double brackets, up to the first line that begins with a closing one."""
    lines = answer.replace("```", "").replace("[[", "[").replace("]]", "]").split("\n")
    last = next((index for index, line in enumerate(lines) if line.startswith(")")), len(lines))
    return "\n".join(lines[: last + 1])


def _entity(item: ast.expr, left_out: ParsedAnswer) -> dict[str, Any] | None:
    """Return the text and the entity type of an item; None for an item that is left out.

    Raises:
        UnreadableCodeError: for an item that makes the whole answer unreadable.
    """
    entity_type = None
    if isinstance(item, ast.Call):
        entity_type = item.func.id if isinstance(item.func, ast.Name) else None
        value = _called_with(item)
        if value is None:
            leave_out(left_out, "argument", "the call has other keywords than one name", entity_type or "")
            return None
    else:
        value = item
    if not isinstance(value, ast.Constant):
        raise UnreadableCodeError("an item that is neither a text nor a call with a text")
    if value.value is None or value.value is ...:
        return None
    text = {"text": " ".join(str(value.value).split())}
    return text if entity_type is None else {**text, "entity_type": entity_type}


def _called_with(call: ast.Call) -> ast.expr | None:
    """Return the one value that a call holds, alone or as its name; None for other keywords."""
    if not call.keywords:
        if len(call.args) != 1:
            raise UnreadableCodeError(f"a call with {len(call.args)} values")
        return call.args[0]
    if len(call.keywords) != 1 or call.keywords[0].arg != "name":
        return None
    value = call.keywords[0].value
    if isinstance(value, ast.List) and len(value.elts) == 1:
        return value.elts[0]
    return value if isinstance(value, ast.Constant) else None
