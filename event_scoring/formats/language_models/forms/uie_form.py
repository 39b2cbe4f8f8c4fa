"""UIE's brackets: `<extra_id_0> <extra_id_0> TYPE <extra_id_5> trigger <extra_id_0> ROLE <extra_id_5> text …`."""

from __future__ import annotations

from collections.abc import Collection

from event_scoring.documents.answer_texts import UNKNOWN, restore_unknown
from event_scoring.formats.language_models.answers import ParsedAnswer
from event_scoring.formats.language_models.forms.bracketed import Bracket, filled_brackets, read_tree
from event_scoring.formats.language_models.forms.context import FormContext, leave_out, make_event
from event_scoring.formats.language_models.forms.text2event_form import ILL_FORMED

_SEPARATOR = "<extra_id_5>"
_NULL_SPAN = "<extra_id_6>"


def read_uie(answer: str, context: FormContext) -> ParsedAnswer:
    """Return the events of a structured extraction language.

    Missing closing brackets are added. Null spans, and types and roles outside the schema, are left out; a trigger is
    left out with its roles. An empty schema allows nothing. ``<unk>`` is restored from the sentence. Texts outside the
    sentence stay, because the score leaves them out.

    Examples:
        >>> schema = FormContext(types=frozenset(["Be Born"]), roles=frozenset(["Place"]), sentence="born in Kraków")
        >>> answer = "<extra_id_0> <extra_id_0> Be Born <extra_id_5> born <extra_id_0> Place <extra_id_5> Krak<unk>w"
        >>> read_uie(answer, schema).events
        [{'type': 'Be Born', 'trigger': {'text': 'born'}, 'arguments': [{'role': 'Place', 'text': 'Kraków'}]}]
    """
    tree = read_tree(answer, opening="0", closing="1", complete=True)
    if tree is None:
        return ParsedAnswer(reason=ILL_FORMED)
    read = ParsedAnswer()
    for bracket in filled_brackets(tree.children):
        if (head := _head(bracket, context.types, "event", context, read)) is None:
            continue
        arguments = []
        for inner in filled_brackets(bracket.children):
            if (argument := _head(inner, context.roles, "argument", context, read)) is not None:
                arguments.append({"role": argument[0], "text": argument[1]})
        read.events.append(make_event(*head, arguments))
    return read


def _head(
    bracket: Bracket, labels: Collection[str] | None, kind: str, context: FormContext, read: ParsedAnswer
) -> tuple[str, str] | None:
    """Return the label and the text of a bracket; None if it is left out."""
    label, text = bracket.label, bracket.text
    parts = f"{label} {text}".split(_SEPARATOR)
    if len(parts) == 2:  # with two separators the first word is the label, and the text keeps them
        label, text = parts[0].strip(), parts[1].strip()
    if labels is not None and label not in labels:
        leave_out(read, kind, "the label is not in the schema", label)
        return None
    if UNKNOWN in text:
        text = restore_unknown(text, context.require_sentence("which has the words behind <unk>"))
    if text == _NULL_SPAN:
        leave_out(read, kind, "the text is the null span", label)
        return None
    return label, text
