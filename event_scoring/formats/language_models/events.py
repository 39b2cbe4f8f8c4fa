"""Events in a tree of lists and dicts, under whatever keys a model gave them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from event_scoring.formats.language_models.scanning import DEEPEST, Call, Truncated


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Keys as `_plain` writes them.
WRAPPERS = _words("events eventlist eventmentions extractedevents predictedevents")
TYPES = _words("type eventtype event eventclass class category label")
TRIGGERS = _words("trigger triggerword triggertext triggerspan triggerphrase eventtrigger mention anchor")
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


@dataclass
class ParsedEvents:
    """The events of one answer."""

    events: list[dict[str, Any]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    """For each event and argument that could not be read, what it lacks."""
    repairs: list[str] = field(default_factory=list)
    encoded: bool = False
    """Whether some of it was a text of JSON in JSON."""
    is_answer: bool = False
    """Whether this says which events there are, if only that there are none."""


def find_events(tree: Any) -> ParsedEvents:
    """The events of a tree, and what of it could not be read.

    Examples:
        >>> found = find_events({"result": [{"event_type": "Die", "trigger": "died", "Victim": ["he", "N/A"]}, 3]})
        >>> found.events
        [{'trigger': {'text': 'died'}, 'type': 'Die', 'arguments': [{'text': 'he', 'role': 'Victim'}]}]
        >>> found.left_out
        ['expected an event, got a number']
    """
    found = ParsedEvents()
    for raw, label in _raw_events(tree, None, DEEPEST, found):
        if isinstance(raw, Truncated):
            found.left_out.append("the text ends within the event")
        elif isinstance(raw, dict):
            _read_event(raw, label, found)
        elif raw is not None:
            found.left_out.append(f"expected an event, got {_named(raw)}")
    found.is_answer = bool(found.events) or (not found.left_out and _says_nothing(tree))
    if not found.events:
        found.repairs = []
    elif found.left_out:
        found.repairs += ["event left out"] * sum(not why.startswith("argument") for why in found.left_out)
    if found.encoded and found.events:
        found.repairs.insert(0, "encoded twice")
    return found


def find_arguments(tree: Any) -> ParsedEvents | None:
    """The arguments in a tree that gives texts by role, as those of one event that nobody names; None for another.

    Examples:
        >>> find_arguments({"Agent": ["troops"], "Place": None}).events
        [{'arguments': [{'text': 'troops', 'role': 'Agent'}]}]
    """
    found = ParsedEvents(is_answer=True)
    tree = _parsed_if_json(tree, found)
    keys = plain_keys(tree) if isinstance(tree, dict) else {}
    if any(name in keys for name in ARGUMENTS[:-4]):
        tree = _parsed_if_json(_first(keys, ARGUMENTS), found)
    elif keys and _first_text(keys, ROLES[:4]) is None:
        tree = {key: value for key, value in tree.items() if isinstance(value, list) or _plain(key) not in REMARKS}
    if not isinstance(tree, list | dict) or (isinstance(tree, dict) and not tree and keys):
        return None
    arguments = list(_arguments({"arguments": tree}, {"arguments": tree}, found))
    if not arguments and found.left_out:
        return None
    found.events = [{"arguments": arguments}]
    return found


def _raw_events(tree: Any, label: str | None, depth: int, found: ParsedEvents) -> Iterator[tuple[Any, str | None]]:
    """Whatever stands where an event should, with the type that a key around it says."""
    if isinstance(tree, list):
        items = [_parsed_if_json(item, found) for item in tree]
        holds_events = any(isinstance(item, dict) for item in items)
        for item in items:
            if isinstance(item, dict | list):
                yield from _raw_events(item, label, depth - 1, found) if depth else ()
            elif holds_events:
                yield item, None
        return
    if not isinstance(tree, dict):
        return
    keys = plain_keys(tree)
    triggers = keys.get("triggers", keys.get("eventtriggers"))
    if isinstance(triggers, list) and not any(name in keys for name in (*TRIGGERS, *WRAPPERS)):
        yield from _events_from_triggers(triggers, _first(keys, ARGUMENTS), found)
        return
    inner = _parsed_if_json(_first(keys, WRAPPERS), found)
    if isinstance(inner, list | dict):
        yield from _raw_events(inner, None, depth - 1, found) if depth else ()
        return
    nested = keys.get("event")
    if isinstance(nested, dict) and (_first(plain_keys(nested), TYPES) or _first(keys, TRIGGERS)):
        merged = {**{key: value for key, value in tree.items() if _plain(key) != "event"}, **nested}
        yield (Truncated(merged) if isinstance(tree, Truncated) else merged), label
        yield from _nested_events(merged, depth, found)
    elif isinstance(_first(keys, TYPES), str) or any(name in keys for name in TRIGGERS):
        if not (isinstance(tree, Call) and not any(name in keys for name in TRIGGERS)):
            yield tree, label
            yield from _nested_events(tree, depth, found)
    elif depth:
        for key, value in tree.items():
            value = _parsed_if_json(value, found)
            if _plain(key) in ARGUMENTS and value:
                found.left_out.append("the arguments belong to no event")
            elif isinstance(value, dict | list):
                yield from _raw_events(value, key, depth - 1, found)


def _nested_events(event: dict[str, Any], depth: int, found: ParsedEvents) -> Iterator[tuple[Any, str | None]]:
    """The events under the keys of an event, such as its subevents; arguments and triggers are none."""
    for key, value in event.items():
        if depth and isinstance(value, list | dict) and _plain(key) not in (*ARGUMENTS, *TRIGGERS, "event"):
            inner = [item for item in (value if isinstance(value, list) else [value]) if _is_event(item)]
            yield from _raw_events(inner, None, depth - 1, found)


def _is_event(value: Any) -> bool:
    if not isinstance(value, dict) or isinstance(value, Call):
        return False
    keys = plain_keys(value)
    return any(name in keys for name in TRIGGERS) and any(name in keys for name in TYPES)


def _events_from_triggers(triggers: list[Any], arguments: Any, found: ParsedEvents) -> Iterator[tuple[Any, str | None]]:
    """Events that an answer gives as triggers, and beside them arguments that name their trigger."""
    events = []
    for item in triggers:
        if not isinstance(item, dict) or isinstance(item, Truncated):
            yield item, None
            continue
        keys = plain_keys(item)
        trigger = _first(keys, (*TRIGGERS, *TEXTS[:-3]))
        events.append({"type": _first_text(keys, TYPES), "trigger": trigger, "arguments": [], **_score(keys)})
    for item in arguments if isinstance(arguments, list) else []:
        keys = plain_keys(item) if isinstance(item, dict) else {}
        named = _first(keys, ("trigger", "triggertext", "event", "eventtrigger"))
        of = [event for event in events if isinstance(named, str) and named in (event["trigger"], event["type"])]
        if len(of) == 1:
            of[0]["arguments"].append({key: value for key, value in item.items() if value != named})
        else:
            _leave_out(found, "argument: expected the trigger of one event")
    yield from ((event, None) for event in events)


def _parsed_if_json(value: Any, found: ParsedEvents) -> Any:
    """A list or an object that stands as a text of JSON in place of itself."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("[", "{"):
        return value
    try:
        tree = json.loads(value)
    except (ValueError, RecursionError):
        return value
    found.encoded = True
    return tree


def _says_nothing(tree: Any) -> bool:
    """Whether a list, or every list of an object, is empty, or a word in place of events says that there are none."""
    if isinstance(tree, dict) and tree and not isinstance(tree, Truncated):
        inner = _first(plain_keys(tree), WRAPPERS, missing=tree)
        if inner is not tree:
            return no_events(inner) if isinstance(inner, str) else _is_nothing(inner)
        return all(value is None or (isinstance(value, list | dict) and not value) for value in tree.values())
    return isinstance(tree, list) and not tree


def _read_event(raw: dict[str, Any], label: str | None, found: ParsedEvents) -> None:
    keys = plain_keys(raw)
    trigger = _first(keys, TRIGGERS)
    # What a call says of its type in a keyword goes before its name.
    kind = _first_text(keys, TYPES[1:]) if isinstance(raw, Call) else None
    kind = _first_text(keys, TYPES) if kind is None else kind
    if kind is None and isinstance(trigger, dict):
        kind = _first_text(plain_keys(trigger), TYPES)
    kind = label if kind is None else kind
    if _is_nothing(kind) and _is_nothing(trigger):
        return
    place = _place(trigger)
    if place is None or "text" not in place:
        position = _position({key: value for key, value in keys.items() if key not in OFFSETS})
        place = {**(place or {}), **position} if place or (trigger is None and position) else place
    if not isinstance(kind, str):
        found.left_out.append("the event has no type")
    elif place is None or (_is_nothing(place.get("text", "x")) and len(place) == 1):
        found.left_out.append("the event has no trigger that is a text")
    elif not (_is_text(kind) and _is_text(place.get("text", ""))):
        found.left_out.append("the event holds half a character")
    else:
        arguments = list(_arguments(raw, keys, found))
        found.events.append({"trigger": place, "type": kind, **_score(keys), "arguments": arguments})


def _arguments(raw: dict[str, Any], keys: Tree, found: ParsedEvents) -> Iterator[dict[str, Any]]:
    given = _parsed_if_json(_first(keys, ARGUMENTS), found)
    beside = [(key, value) for key, value in raw.items() if _plain(key) not in REMARKS and _plain(key) not in ARGUMENTS]
    beside = [
        (key, value) for key, value in beside if not any(map(_is_event, value if isinstance(value, list) else [value]))
    ]
    if _is_nothing(given):
        pairs = beside
    else:
        pairs = list(_role_pairs(given, found))
        found.repairs += ["key left out"] * sum(not _is_nothing(value) for _, value in beside)
    for role, value in pairs:
        for item in value if isinstance(value, list) and not _position({"offset": value}) else [value]:
            if _is_nothing(item):
                continue
            place = _place(item)
            if place is None or not _is_text(role + place.get("text", "")):
                _leave_out(found, f'argument: expected a text for "{role[:50]}", got {_named(item)}')
            elif not _is_nothing(place.get("text", "x")) or "text" not in place:
                yield {**place, "role": role, **(_score(plain_keys(item)) if isinstance(item, dict) else {})}


def _role_pairs(value: Any, found: ParsedEvents) -> Iterator[tuple[str, Any]]:
    """The roles of an event and what each is said to be."""
    if isinstance(value, dict):
        keys = plain_keys(value)
        inner = _first(keys, ARGUMENTS)
        if len(value) == 1 and isinstance(inner, list | dict):  # <arguments><argument>…
            yield from _role_pairs(inner, found)
        elif isinstance(_first(keys, ROLES[:5]), str):  # one argument where a list was wanted
            yield from _role_pairs([value], found)
        else:
            yield from value.items()
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict) and not isinstance(item, Truncated):
                keys = plain_keys(item)
                role = _first_text(keys, ROLES)
                texts = [name for name in (*TEXTS, *OFFSETS, "start", "charstart", "startoffset") if name in keys]
                if role is not None and texts:
                    yield role, item
                elif item and not texts and not any(name in keys for name in ROLES):
                    yield from item.items()  # {"Agent": "troops"}
                else:
                    _leave_out(found, "argument: expected a role and a text")
            elif isinstance(item, list) and len(item) == 2 and all(isinstance(part, str) for part in item):
                yield item[0], item[1]
            elif not _is_nothing(item):
                _leave_out(found, f"argument: expected a role and a text, got {_named(item)}")
    elif not _is_nothing(value):
        _leave_out(found, f"argument: expected roles, got {_named(value)}")


def _leave_out(found: ParsedEvents, why: str) -> None:
    found.left_out.append(why)
    found.repairs.append("argument left out")


def _place(value: Any) -> dict[str, Any] | None:
    """A text, with the position that the model claims for it, or a position alone."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, str):
        return {"text": value}
    if not isinstance(value, dict) or isinstance(value, Truncated):
        return None
    keys = plain_keys(value)
    text = _first_text(keys, TEXTS)
    positional = keys.get("")
    if text is None and isinstance(positional, list) and positional and isinstance(positional[0], str):
        text = positional[0]
    found = {**({} if text is None else {"text": text}), **_position(keys)}
    return found or None


def _position(keys: Tree) -> dict[str, Any]:
    """The tokens or letters that a model claims, if these are numbers in order."""
    claims: list[tuple[bool, Any]] = [
        *((names in TOKENS, [keys.get(name) for name in names]) for names in (*TOKENS, *LETTERS)),
        *((name == "span", keys.get(name)) for name in ("span", *OFFSETS)),
    ]
    for of_tokens, bounds in claims:
        if _is_range(bounds):
            place = {"span": [*bounds]} if of_tokens else {"start": bounds[0], "end": bounds[1]}
            return {**place, "claimed": True}
    within = next((value for name in OFFSETS if isinstance(value := keys.get(name), dict)), {})
    return _position({key: bound for key, bound in plain_keys(within).items() if key not in OFFSETS}) if within else {}


def _is_range(value: Any) -> bool:
    numbers = isinstance(value, list) and len(value) == 2 and all(type(bound) is int for bound in value)
    return numbers and 0 <= value[0] < value[1] < 2**31


def _score(keys: Tree) -> dict[str, float]:
    for name in SCORES:
        score = keys.get(name)
        if isinstance(score, int | float) and not isinstance(score, bool) and abs(score) <= sys.float_info.max:
            return {"score": float(score)}
    return {}


def plain_keys(tree: dict[str, Any]) -> dict[str, Any]:
    """The values under plain keys; of keys that become equal the first."""
    keys: dict[str, Any] = {}
    for key, value in tree.items():
        keys.setdefault(_plain(key), value)
    return keys


def _plain(key: Any) -> str:
    return "".join(filter(str.isalnum, key)).lower() if isinstance(key, str) and len(key) < 100 else "?"


def _first(keys: Tree, names: tuple[str, ...], missing: Any = None) -> Any:
    return next((keys[name] for name in names if name in keys), missing)


def no_events(text: str) -> bool:
    """Whether a text says nothing but that there are no events.

    Examples:
        >>> no_events("N/A"), no_events("**No events.**"), no_events("No idea.")
        (True, True, False)
    """
    return len(text) < 50 and text.strip(" \t\r\n.!*`\"'").lower() in NO_EVENTS


def _first_text(keys: Tree, names: tuple[str, ...]) -> str | None:
    return next((value for name in names if isinstance(value := keys.get(name), str)), None)


def _is_nothing(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) < 50 and value.strip().lower() in NOTHING
    return value is None or (isinstance(value, list | dict) and not value)


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _named(value: Any) -> str:
    names = {str: "a text", bool: "a truth value", list: "a list", int: "a number", float: "a number"}
    return names.get(type(value), "an object")
