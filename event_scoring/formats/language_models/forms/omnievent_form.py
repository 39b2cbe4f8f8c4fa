"""OmniEvent's generated pairs: `<extra_id_0> TYPE: trigger <extra_id_1>`, or `ROLE: text` of a named event."""

from __future__ import annotations

import re
from typing import Any

from event_scoring.formats.language_models.answers import ParsedAnswer
from event_scoring.formats.language_models.forms.context import FormContext, leave_out, make_event

_SPECIAL = ("</s>", "<pad>")
_BETWEEN = re.compile("<extra_id_[01]>")


def read_omnievent(answer: str, context: FormContext) -> ParsedAnswer:
    """Return the triggers of an answer (task "ED"), or the arguments of the event that was given ("EAE").

    Labels and texts lose their spaces. A piece with other than one colon is left out, so "Time: 10:30" is lost.

    Examples:
        >>> read_omnievent("<extra_id_0> Attack: blew up <extra_id_1></s>", FormContext(task="ED")).events
        [{'type': 'Attack', 'trigger': {'text': 'blewup'}, 'arguments': []}]
    """
    read = ParsedAnswer()
    pairs = []
    for token in _SPECIAL:
        answer = answer.replace(token, "")
    for piece in _BETWEEN.split(answer):
        label, *texts = (part.strip().replace(" ", "") for part in piece.strip().split(":"))
        if len(texts) == 1 and label and texts[0]:
            pairs.append((label, texts[0]))
        elif piece.strip():
            leave_out(read, "pair", "not one label and one text with a colon between", piece.strip())
    if context.given is None:
        read.events = [make_event(label, text, []) for label, text in pairs]
    else:
        arguments: list[dict[str, Any]] = [{"role": label, "text": text} for label, text in pairs]
        read.events = [{**context.given, "arguments": arguments}]
    return read
