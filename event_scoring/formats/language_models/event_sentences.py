"""Read events in brackets and pairs, as InstructUIE writes them, without knowing that the answer has this form."""

from __future__ import annotations

import re
from typing import Any

from event_scoring.documents.answer_texts import bracket_contents
from event_scoring.formats.language_models.forms.instructuie_form import split_pieces
from event_scoring.formats.language_models.keys import ARGUMENTS, NO_TYPES, REMARKS, ROLES, TEXTS, plain_key

_SPACES_AND_COMMAS = re.compile(r"[\s,]")
_INNER_COLON = re.compile(r"\([^()]*:")
"""An inner bracket with a colon, as structured extraction language has them."""
_TYPE_AND_TRIGGER = re.compile(
    r"\s*([A-Z][\w.:&/-]{0,60}(?: [\w.:&/-]{1,40}){0,3}?) ?: ?([^\s:;]{1,40}(?: [^\s:;]{1,40}){0,3})\s*"
)
"""A type and a trigger of at most four words each: with more words it may be a sentence."""
_NO_TYPE = REMARKS | NO_TYPES | {*ARGUMENTS, *ROLES, *TEXTS}
"""Keys that cannot be types."""


def read_instructuie(text: str) -> tuple[list[dict[str, Any]] | None, list[str]]:
    """Return the events of brackets, or of pairs of type and trigger, and the repairs; None for other texts.

    Examples:
        >>> read_instructuie(" ( Attack: hit, Homs: Place) ")
        ([{'type': 'Attack', 'trigger': 'hit', 'arguments': [{'role': 'Place', 'text': 'Homs'}]}], [])
        >>> read_instructuie("Attack: hit; Die: dead")[1]
        ['pairs of type and trigger']
        >>> read_instructuie("(Note: nothing)")
        (None, [])
    """
    if text.lstrip()[:1] == "(":
        return _events_in_brackets(text), []
    pairs = [_TYPE_AND_TRIGGER.fullmatch(piece) for piece in text.strip().rstrip(";").split(";")]
    if len(pairs) < 2:
        return None, []
    events: list[dict[str, Any]] = []
    for pair in pairs:
        if pair is None or plain_key(pair[1]) in _NO_TYPE:
            return None, []
        events.append({"type": pair[1], "trigger": pair[2], "arguments": []})
    return events, ["pairs of type and trigger"]


def _events_in_brackets(text: str) -> list[dict[str, Any]] | None:
    contents = bracket_contents(text)
    # A lone pair in brackets is a remark, or structured extraction language.
    is_lone_pair = len(contents) == 1 and "," not in contents[0]
    is_whole = _SPACES_AND_COMMAS.sub("", text) == _SPACES_AND_COMMAS.sub("", "".join(map("({})".format, contents)))
    if not contents or is_lone_pair or not is_whole:
        return None
    events: list[dict[str, Any]] = []
    for content in contents:
        event = None if _INNER_COLON.search(content) else _event_of_pieces(split_pieces(content))
        if event is None:
            return None
        events.append(event)
    return events


def _event_of_pieces(pieces: list[str]) -> dict[str, Any] | None:
    """Return the event of `TYPE: trigger` and pieces `TEXT: ROLE`; None if a piece is not such a pair."""
    kind, _, trigger = (part.strip() for part in pieces[0].partition(":"))
    others = [] if [piece.lower() for piece in pieces[1:]] == ["none"] else pieces[1:]
    pairs = [[part.strip() for part in piece.rpartition(":")] for piece in others]
    if not kind or not trigger or not all(words and role for words, _, role in pairs):
        return None
    return {"type": kind, "trigger": trigger, "arguments": [{"role": role, "text": words} for words, _, role in pairs]}
