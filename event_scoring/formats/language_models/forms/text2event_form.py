"""Text2Event's brackets: `<extra_id_0> <extra_id_0> TYPE trigger <extra_id_0> ROLE text <extra_id_1> …`."""

from __future__ import annotations

from typing import Any

from event_scoring.formats.language_models.answers import ParsedAnswer
from event_scoring.formats.language_models.forms.bracketed import Bracket, filled_brackets, read_tree
from event_scoring.formats.language_models.forms.context import FormContext, leave_out, make_event

ILL_FORMED = "the brackets are not one tree"


def read_text2event(answer: str, context: FormContext) -> ParsedAnswer:
    """Return the events of a linearised tree, whose labels are single words.

    Types and roles outside the schema are left out; an empty schema allows all. The published reader takes roles from
    the second child on. So a role before the trigger's words is lost here. The first role of an event without a trigger
    word is lost in the score, on both sides.

    Examples:
        >>> schema = FormContext(types=frozenset(["Die"]), roles=frozenset(["Victim"]))
        >>> answer = "<extra_id_0> <extra_id_0> Die died <extra_id_0> Victim he <extra_id_1> <extra_id_1> <extra_id_1>"
        >>> read_text2event(answer, schema).events
        [{'type': 'Die', 'trigger': {'text': 'died'}, 'arguments': [{'role': 'Victim', 'text': 'he'}]}]
    """
    tree = read_tree(answer, opening="02", closing="13")
    if tree is None:
        return ParsedAnswer(reason=ILL_FORMED)
    read = ParsedAnswer()
    for event in filled_brackets(tree.children):
        if context.types and event.label not in context.types:
            leave_out(read, "event", "the type is not in types", event.label)
        else:
            read.events.append(make_event(event.label, event.text, _arguments(event, context, read)))
    return read


def _arguments(event: Bracket, context: FormContext, read: ParsedAnswer) -> list[dict[str, Any]]:
    if not event.text:  # the first child is always kept, because the score drops it
        first, others = [child for child in event.children[:1] if isinstance(child, Bracket)], event.children[1:]
        return [{"role": one.label, "text": one.text} for one in first] + _arguments_of_roles(others, context, read)
    for lost in filled_brackets(event.children[:1]):
        leave_out(read, "argument", "the first role of an event without a trigger word is lost", lost.label)
    return _arguments_of_roles(event.children[1:], context, read)


def _arguments_of_roles(
    children: list[Bracket | str], context: FormContext, read: ParsedAnswer
) -> list[dict[str, Any]]:
    arguments = []
    for role in filled_brackets(children):
        if context.roles and role.label not in context.roles:
            leave_out(read, "argument", "the role is not in roles", role.label)
        else:
            arguments.append({"role": role.label, "text": role.text})
    return arguments
