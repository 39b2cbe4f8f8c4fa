"""InstructUIE's sentences: `( TYPE: trigger, TEXT: ROLE )` (EE), `TYPE: trigger; …` (EET), `TEXT: ROLE; …` (EEA)."""

from __future__ import annotations

import re
from typing import Any

from event_scoring.documents.answer_texts import bracket_contents
from event_scoring.formats.language_models.answers import ParsedAnswer
from event_scoring.formats.language_models.forms.context import FormContext, leave_out, make_event

_NONE = "none"
"""The word for no events or no arguments, in small letters."""
_HEADING = re.compile(r"arguments\s*:\s*", re.IGNORECASE)
"""Words that the published reader deletes from an event."""


def read_instructuie(answer: str, context: FormContext) -> ParsedAnswer:
    """Return the events of an answer, or the arguments of the event that was given.

    Under "EE" an event without arguments has no key "arguments", and an event with "None" has an empty list. The score
    compares whole answers and tells the two apart. For the same reason no part of an event is left out: a piece without
    a colon is part of the text after it. Under "EET" an empty piece is an event of the empty type.

    Examples:
        >>> read_instructuie("( Attack: hit, Homs: Place) ", FormContext(task="EE")).events
        [{'type': 'Attack', 'trigger': {'text': 'hit'}, 'arguments': [{'role': 'Place', 'text': 'Homs'}]}]
        >>> read_instructuie("Attack: hit; Die: died", FormContext(task="EET")).events[1]["trigger"]
        {'text': 'died'}
        >>> read_instructuie("(Attack: hit)", FormContext(task="EE")).events
        [{'type': 'Attack', 'trigger': {'text': 'hit'}}]
    """
    if context.given is not None:
        return _read_arguments(answer, context.given)
    if context.task == "EE":
        return ParsedAnswer([_event(content) for content in bracket_contents(answer)], whole=answer)
    pieces = [] if answer.strip().lower() == _NONE else answer.split(";")
    return ParsedAnswer([make_event(*_label_first(piece), []) for piece in pieces], whole=answer)


def _read_arguments(answer: str, event: Any) -> ParsedAnswer:
    read = ParsedAnswer(whole=answer)
    arguments = []
    for piece in answer.split(";"):
        if ":" in piece:
            arguments.append(_text_first(piece))
        elif piece.strip().lower() not in ("", _NONE):
            leave_out(read, "argument", "no colon between text and role", piece.strip())
    read.events = [{**event, "arguments": arguments}]
    return read


def split_pieces(content: str) -> list[str]:
    """Split an event at commas outside inner brackets, and remove the words "arguments:".

    Empty parts are skipped. As published, the comma after an empty first part, or after a part that is only
    "arguments:", is joined to the next part.

    Examples:
        >>> split_pieces("Attack: hit, arguments: the market (old, new): Target,, ")
        ['Attack: hit', 'the market (old, new): Target']
        >>> split_pieces(", Attack: hit, arguments:, Homs: Place")
        [',Attack: hit', ',Homs: Place']
    """
    pieces = []
    depth, begin = 0, 0
    for sign in re.finditer(r"[(),]", content):
        if sign[0] != ",":
            depth += 1 if sign[0] == "(" else -1
        elif not depth:
            pieces.append(content[begin : sign.start()])
            begin = sign.end()
    kept: list[str] = []
    comma = ""
    for index, piece in enumerate([*pieces, content[begin:]]):
        words = _HEADING.sub("", piece).strip()
        if words:
            kept.append(comma + words)
        if piece.strip() or not index:
            comma = "" if words else ","
    return kept or [""]


def _event(content: str) -> dict[str, Any]:
    first, *others = split_pieces(content)
    event_type, trigger = _label_first(first)
    if [other.lower() for other in others] == [_NONE]:
        return make_event(event_type, trigger, [])
    arguments: list[dict[str, Any]] = []
    words: list[str] = []
    for other in others:
        words.append(other)
        if ":" in other:
            arguments.append(_text_first(", ".join(words)))
            words = []
    if words and arguments:
        arguments[-1]["text"] = ", ".join([*words, arguments[-1]["text"]])
    elif words:
        trigger = ", ".join([trigger, *words])
    event = make_event(event_type, trigger, arguments)
    if not arguments:
        del event["arguments"]
    return event


def _label_first(piece: str) -> tuple[str, str]:
    label, _, text = piece.partition(":")
    return label.strip(), text.strip()


def _text_first(piece: str) -> dict[str, Any]:
    text, _, role = piece.rpartition(":")
    return {"role": role.strip(), "text": text.strip()}
