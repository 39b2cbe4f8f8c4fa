"""The keys under which models write events, and the words that they write where there is nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Keys as `plain` writes them.
WRAPPERS = _words("events eventlist eventmentions extractedevents predictedevents")
TYPES = _words("type eventtype event eventclass class category label frame")
TRIGGERS = _words("trigger triggerword triggertext triggerspan triggerphrase eventtrigger mention anchor")
NO_TYPES = frozenset(_words("result results data output outputs answer answers response items list frames annotations "
                            "extractions predictions mentions sentences documents")) | frozenset(WRAPPERS)  # fmt: skip
"""Keys around events that are not their type, as they may be in an object by type."""
ARGUMENTS = _words("arguments args argument arg participants participant roles eventarguments argumentroles")
ROLES = _words("role argumentrole rolename rolelabel roletype type label name")
TEXTS = _words("text mention filler value word words span phrase content argument entity name")
TOKENS = (("tokenstart", "tokenend"), ("starttoken", "endtoken"))
LETTERS = (
    *(("start", "end"), ("startoffset", "endoffset"), ("offsetstart", "offsetend"), ("charstart", "charend")),
    *(("startchar", "endchar"), ("startcharacter", "endcharacter"), ("startindex", "endindex")),
    *(("startpos", "endpos"), ("begin", "end")),
)
OFFSETS = _words("offset offsets charspan characteroffsets charoffsets position positions")
SCORES = _words("score confidence probability")
REMARKS = frozenset(("",)).union(
    *(WRAPPERS, TYPES, TRIGGERS, SCORES, OFFSETS, *TOKENS, *LETTERS),
    _words("span id eventid docid sentence sentenceid context text"),
    _words("why reason reasoning explanation rationale evidence description definition summary comment note notes"),
    _words("realis modality polarity tense genericity subtype"),
)
"""Keys of an event that are no roles where its roles are keys of its own."""
NOTHING = frozenset(("", "-", "n/a", "na", "none", "null", "nil", "not mentioned", "not specified"))
"""What models write where there is nothing."""
NO_EVENTS = NOTHING | {"no event", "no events", "no events found", "none found"}
"""What they write in place of events where there are none."""
Tree = Mapping[str, Any]
_VERBS = ("extract", "record", "add", "report", "submit", "save", "annotate", "function", "return", "output", "answer")


def plain_keys(tree: dict[str, Any]) -> dict[str, Any]:
    """The values under plain keys; of keys that become equal the first."""
    keys: dict[str, Any] = {}
    for key, value in tree.items():
        keys.setdefault(plain(key), value)
    return keys


def plain(key: Any) -> str:
    """A key in small letters, without spaces and punctuation."""
    return "".join(filter(str.isalnum, key)).lower() if isinstance(key, str) and len(key) < 100 else "?"


def first(keys: Tree, names: tuple[str, ...], missing: Any = None) -> Any:
    """The value under the first of some names that there is."""
    return next((keys[name] for name in names if name in keys), missing)


def no_events(text: str) -> bool:
    """Whether a text says nothing but that there are no events.

    Examples:
        >>> no_events("N/A"), no_events("**No events.**"), no_events("No idea.")
        (True, True, False)
    """
    return len(text) < 50 and text.strip(" \t\r\n.!*`\"'").lower() in NO_EVENTS


def first_text(keys: Tree, names: tuple[str, ...]) -> str | None:
    """The value under the first of some names that has a text."""
    return next((value for name in names if isinstance(value := keys.get(name), str)), None)


def is_nothing(value: Any) -> bool:
    """Whether a value is what models write where there is nothing."""
    if isinstance(value, str):
        return len(value) < 50 and value.strip().lower() in NOTHING
    return value is None or (isinstance(value, list | dict) and not value)


def is_text(text: str) -> bool:
    """Whether a text can be written in a file: it has no half characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def named_kind(value: Any) -> str:
    """What a value is, in words."""
    names = {str: "a text", bool: "a truth value", list: "a list", int: "a number", float: "a number"}
    return names.get(type(value), "an object")


def may_be_type(name: str) -> bool:
    """Whether the name of a tool may be the type of the event that it takes, and does not say what the tool does.

    Examples:
        >>> may_be_type("Conflict.Attack"), may_be_type("add_event"), may_be_type("extract")
        (True, False, False)
    """
    return "event" not in name.lower() and not name.lower().startswith(_VERBS)
