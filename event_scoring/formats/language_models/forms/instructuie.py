"""InstructUIE's sentences: `( TYPE: trigger, TEXT: ROLE )` (EE), `TYPE: trigger; …` (EET), `TEXT: ROLE; …` (EEA)."""

from __future__ import annotations

import re
from typing import Any

from event_scoring.formats.language_models.answers import Answer
from event_scoring.formats.language_models.forms.context import FormContext, leave_out, make_event

_NONE = "none"
_HEADING = re.compile(r"arguments\s*:\s*", re.IGNORECASE)
"""Words that the published reader deletes from an event."""


def read_instructuie(answer: str, context: FormContext) -> Answer:
    """Return the events of an answer under its task, without the normalisation, which belongs to the score.

    Under "EE" an event that names no arguments has no key "arguments", and one that says "None" has an empty list:
    the score compares whole answers and tells them apart. For the same reason nothing of an event is left out: a piece
    without a colon is part of the text after it. Under "EET" an empty piece is an event of the empty type.

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
        return Answer(events=[_event(content) for content in bracket_contents(answer)])
    if answer.strip().lower() == _NONE:
        return Answer()
    return Answer(events=[make_event(*_label_first(piece), []) for piece in answer.split(";")])


def _read_arguments(answer: str, given: Any) -> Answer:
    read = Answer()
    arguments = []
    for piece in answer.split(";"):
        if ":" in piece:
            arguments.append(_text_first(piece))
        elif piece.strip():
            leave_out(read, "argument", "no colon between text and role", piece.strip())
    read.events = [{**given, "arguments": arguments}]
    return read


def bracket_contents(answer: str) -> list[str]:
    """Return what stands in the outermost brackets; one opening at the start and one closing at the end may lack.

    Examples:
        >>> bracket_contents("(a: b), (c: d (e))")
        ['a: b', 'c: d (e)']
        >>> bracket_contents("a: b) (c: d"), bracket_contents("() none")
        (['a: b', 'c: d'], [])
    """
    contents = []
    depth, begin = 0, 0
    for bracket in re.finditer(r"[()]", answer):
        if bracket[0] == "(":
            depth += 1
            begin = bracket.end() if depth == 1 else begin
        elif depth:
            depth -= 1
            contents += [answer[begin : bracket.start()]] * (not depth)
        elif not begin and not contents and bracket.start():
            contents.append(answer[: bracket.start()])
    contents += [answer[begin:]] * (depth == 1)
    return [content for content in contents if content]


def split_pieces(content: str) -> list[str]:
    """Return the parts of an event between commas that are in no inner bracket.

    Empty parts are passed over, but a comma at the beginning stays with the part after it, as published.

    Examples:
        >>> split_pieces("Attack: hit, the market (old, new): Target,, ")
        ['Attack: hit', 'the market (old, new): Target']
        >>> split_pieces(", Attack: hit")
        [',Attack: hit']
    """
    pieces = []
    depth, begin = 0, 0
    for sign in re.finditer(r"[(),]", content):
        if sign[0] != ",":
            depth += 1 if sign[0] == "(" else -1
        elif not depth:
            pieces.append(content[begin : sign.start()])
            begin = sign.end()
    stripped = [piece.strip() for piece in [*pieces, content[begin:]]]
    leading = "," if pieces and not stripped[0] else ""
    first, *others = [piece for piece in stripped if piece] or [""]
    return [leading + first, *others]


def _event(content: str) -> dict[str, Any]:
    first, *others = split_pieces(_HEADING.sub("", content))
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
