"""Events in a tree of lists and dicts, under whatever keys a model gave them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from event_scoring.documents.unicode_text import is_unicode
from event_scoring.formats.language_models.keys import (
    ARGUMENTS,
    LETTERS,
    NO_TYPES,
    OFFSETS,
    REMARKS,
    ROLES,
    SCORES,
    TEXTS,
    TOKENS,
    TRIGGERS,
    TYPES,
    WRAPPERS,
    ParsedAnswer,
    Tree,
    is_blank,
    kind_in_words,
    may_be_type,
    no_events,
    plain_key,
    plain_keys,
    text_of_first,
    value_of_first,
)
from event_scoring.formats.language_models.scanning import DEEPEST, Call, Truncated


@dataclass
class ParsedEvents(ParsedAnswer):
    """The events of one answer."""

    events: list[dict[str, Any]] = field(default_factory=list)
    encoded: bool = False
    """Whether some of it was a text of JSON in JSON."""


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
            found.left_out.append(f"expected an event, got {kind_in_words(raw)}")
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
    tree = _without_wrapper(_parsed_if_json(tree, found))
    keys = plain_keys(tree) if isinstance(tree, dict) else {}
    if any(name in keys for name in ARGUMENTS[:-4]):
        tree = _parsed_if_json(value_of_first(keys, ARGUMENTS), found)
    elif keys and text_of_first(keys, ROLES[:4]) is None:
        tree = {
            key: value
            for key, value in tree.items()
            if key and (isinstance(value, list) or plain_key(key) not in REMARKS)
        }
    if not isinstance(tree, list | dict) or (isinstance(tree, dict) and not tree and keys):
        return None
    arguments = list(_arguments({"arguments": tree}, {"arguments": tree}, found))
    if not arguments and found.left_out:
        return None
    found.events = [{"arguments": arguments}]
    return found


def _without_wrapper(tree: Any) -> Any:
    """The object under the only key of another one, where that key is "answer" or the like, or the event's type."""
    for key, value in tree.items() if isinstance(tree, dict) and len(tree) == 1 else ():
        inner = value[0] if isinstance(value, list) and len(value) == 1 else value
        if isinstance(inner, dict) and inner and not isinstance(inner, Call):
            of_lists = all(value is None or isinstance(value, list) for value in inner.values())
            if plain_key(key) in NO_TYPES or (of_lists and plain_key(key) not in ARGUMENTS):
                return inner
    return tree


def _raw_events(tree: Any, label: str | None, depth: int, found: ParsedEvents) -> Iterator[tuple[Any, str | None]]:
    """Whatever stands where an event should, with the type that a key around it says."""
    if isinstance(tree, list):
        items = [_parsed_if_json(item, found) for item in tree]
        holds_events = any(isinstance(item, dict) for item in items)
        for item in items:
            if _is_call_without_keywords(item):
                yield item, None
            elif isinstance(item, dict | list):
                yield from _raw_events(item, label, depth - 1, found) if depth else ()
            elif holds_events:
                yield item, None
        return
    if not isinstance(tree, dict):
        return
    if depth and (of_call := list(_of_called_tool(tree, depth, found))):
        yield from of_call
        return
    keys = plain_keys(tree)
    triggers = keys.get("triggers", keys.get("eventtriggers"))
    if isinstance(triggers, list) and not any(name in keys for name in (*TRIGGERS, *WRAPPERS)):
        yield from _events_from_triggers(triggers, value_of_first(keys, ARGUMENTS), found)
        return
    inner = _parsed_if_json(value_of_first(keys, WRAPPERS), found)
    if isinstance(inner, list | dict):
        yield from _raw_events(inner, None, depth - 1, found) if depth else ()
        return
    nested = keys.get("event")
    if isinstance(nested, dict) and (value_of_first(plain_keys(nested), TYPES) or value_of_first(keys, TRIGGERS)):
        merged = {**{key: value for key, value in tree.items() if plain_key(key) != "event"}, **nested}
        yield (Truncated(merged) if isinstance(tree, Truncated) else merged), label
        yield from _nested_events(merged, depth, found)
    elif isinstance(value_of_first(keys, TYPES), str) or any(name in keys for name in TRIGGERS):
        if not (isinstance(tree, Call) and not any(name in keys for name in TRIGGERS)):
            yield tree, label
            yield from _nested_events(tree, depth, found)
        elif depth:  # such as events.append({…})
            inner = [item for item in tree.get("") or () if isinstance(item, dict | list)]
            yield from _raw_events(inner, None, depth - 1, found)
    elif depth:
        for key, value in tree.items():
            value = _parsed_if_json(value, found)
            if plain_key(key) in ARGUMENTS and value:
                found.left_out.append("the arguments belong to no event")
            elif isinstance(value, dict | list):
                yield from _raw_events(value, label if plain_key(key) in NO_TYPES else key, depth - 1, found)


def _is_call_without_keywords(item: Any) -> bool:
    """Whether an item is a call such as `Attack("fired")`, of which nobody can say which text is what."""
    words = item.get("") or () if isinstance(item, Call) else ()
    return any(isinstance(word, str) for word in words) and not value_of_first(plain_keys(item), TRIGGERS)


def _of_called_tool(tree: dict[str, Any], depth: int, found: ParsedEvents) -> Iterator[tuple[Any, str | None]]:
    """The events of a tool call that is written out in an answer: its name, and what the tool is given."""
    keys = plain_keys(tree)
    given = [name for name in ("arguments", "parameters", "input", "args") if name in keys]
    if isinstance(keys.get("name"), str) and len(given) == 1 and keys.keys() <= {"name", "id", "type", *given}:
        inner = _parsed_if_json(keys[given[0]], found)
        yield from _raw_events(inner, keys["name"] if may_be_type(keys["name"]) else None, depth - 1, found)


def _nested_events(event: dict[str, Any], depth: int, found: ParsedEvents) -> Iterator[tuple[Any, str | None]]:
    """The events under the keys of an event, such as its subevents; arguments and triggers are none."""
    for key, value in event.items():
        if depth and isinstance(value, list | dict) and plain_key(key) not in (*ARGUMENTS, *TRIGGERS, "event"):
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
        trigger, own = value_of_first(keys, (*TRIGGERS, *TEXTS[:-3])), value_of_first(keys, ARGUMENTS)
        own = [{role: value} for role, value in own.items()] if isinstance(own, dict) else own
        given = [*own] if isinstance(own, list) else [own] if own else []
        events.append({"type": text_of_first(keys, TYPES), "trigger": trigger, "arguments": given, **_score(keys)})
    by_trigger = [(name, of) for name, of in arguments.items()] if isinstance(arguments, dict) else []
    apart = arguments if isinstance(arguments, list) else []
    for name, item in [*by_trigger, *((None, item) for item in apart)]:
        keys = plain_keys(item) if isinstance(item, dict) else {}
        named = name if name is not None else value_of_first(keys, ("trigger", "triggertext", "event", "eventtrigger"))
        of = [event for event in events if isinstance(named, str) and named in (event["trigger"], event["type"])]
        if len(of) == 1 and isinstance(item, dict):
            of[0]["arguments"].append({key: value for key, value in item.items() if value != named})
        elif len(of) == 1 and isinstance(item, list):
            of[0]["arguments"] += item
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
        inner = value_of_first(plain_keys(tree), WRAPPERS, missing=tree)
        if inner is not tree:
            return no_events(inner) if isinstance(inner, str) else is_blank(inner)
        return all(value is None or (isinstance(value, list | dict) and not value) for value in tree.values())
    return isinstance(tree, list) and not tree


def _read_event(raw: dict[str, Any], label: str | None, found: ParsedEvents) -> None:
    keys = plain_keys(raw)
    trigger = value_of_first(keys, TRIGGERS)
    # What a call says of its type in a keyword goes before its name.
    kind = text_of_first(keys, TYPES[1:]) if isinstance(raw, Call) else None
    kind = text_of_first(keys, TYPES) if kind is None else kind
    if kind is None and isinstance(trigger, dict):
        kind = text_of_first(plain_keys(trigger), TYPES)
    kind = label if kind is None else kind
    words = raw.get("") or [] if isinstance(raw, Call) else []
    if isinstance(raw, Call) and isinstance(kind, str) and plain_key(kind) in ("event", "eventmention"):
        kind, words = (words[0], words[1:]) if words and isinstance(words[0], str) else (None, words)
    if is_blank(kind) and is_blank(trigger):
        return
    place = _place(trigger)
    if place is None or "text" not in place:
        position = _position({key: value for key, value in keys.items() if key not in OFFSETS})
        place = {**(place or {}), **position} if place or (trigger is None and position) else place
    if not isinstance(kind, str):
        found.left_out.append("the event has no type")
    elif place is None or (is_blank(place.get("text", "x")) and len(place) == 1):
        found.left_out.append("the event has no trigger that is a text")
    elif not (is_unicode(kind) and is_unicode(place.get("text", ""))):
        found.left_out.append("the event holds half a character")
    else:
        arguments = list(_arguments(raw, keys, found))
        found.repairs += ["key left out"] * len(words)
        found.events.append({"trigger": place, "type": kind, **_score(keys), "arguments": arguments})


def _arguments(raw: dict[str, Any], keys: Tree, found: ParsedEvents) -> Iterator[dict[str, Any]]:
    given = _parsed_if_json(value_of_first(keys, ARGUMENTS), found)
    beside = [
        (key, value) for key, value in raw.items() if plain_key(key) not in REMARKS and plain_key(key) not in ARGUMENTS
    ]
    beside = [
        (key, value) for key, value in beside if not any(map(_is_event, value if isinstance(value, list) else [value]))
    ]
    if is_blank(given):
        of_roles = [value for _, value in beside if _is_list_of_arguments(value)]
        pairs = [(key, value) for key, value in beside if not _is_list_of_arguments(value)]
        pairs += [pair for value in of_roles for pair in _role_pairs(value, found)]
    else:
        pairs = list(_role_pairs(given, found))
        found.repairs += ["key left out"] * sum(not is_blank(value) for _, value in beside)
    for role, value in pairs:
        for item in value if isinstance(value, list) and not _position({"offset": value}) else [value]:
            if is_blank(item):
                continue
            place = _place(item)
            if place is None or not is_unicode(role + place.get("text", "")):
                _leave_out(found, f'argument: expected a text for "{role[:50]}", got {kind_in_words(item)}')
            elif not is_blank(place.get("text", "x")) or "text" not in place:
                yield {**place, "role": role, **(_score(plain_keys(item)) if isinstance(item, dict) else {})}


def _is_list_of_arguments(value: Any) -> bool:
    """Whether a value is a list of arguments, each with its role."""
    items = value if isinstance(value, list) else []
    return bool(items) and all(isinstance(item, dict) and text_of_first(plain_keys(item), ROLES[:4]) for item in items)


def _role_pairs(value: Any, found: ParsedEvents) -> Iterator[tuple[str, Any]]:
    """The roles of an event and what each is said to be."""
    if isinstance(value, dict):
        keys = plain_keys(value)
        inner = value_of_first(keys, ARGUMENTS)
        if len(value) == 1 and isinstance(inner, list | dict):  # <arguments><argument>…
            yield from _role_pairs(inner, found)
        elif isinstance(value_of_first(keys, ROLES[:5]), str):  # one argument where a list was wanted
            yield from _role_pairs([value], found)
        else:
            yield from value.items()
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict) and not isinstance(item, Truncated):
                keys = plain_keys(item)
                role = text_of_first(keys, ROLES)
                texts = [name for name in (*TEXTS, *OFFSETS, "start", "charstart", "startoffset") if name in keys]
                if role is not None and texts:
                    yield role, item
                elif item and not texts and not any(name in keys for name in ROLES):
                    yield from item.items()  # {"Agent": "troops"}
                else:
                    _leave_out(found, "argument: expected a role and a text")
            elif isinstance(item, list) and len(item) == 2 and all(isinstance(part, str) for part in item):
                yield item[0], item[1]
            elif not is_blank(item):
                _leave_out(found, f"argument: expected a role and a text, got {kind_in_words(item)}")
    elif not is_blank(value):
        _leave_out(found, f"argument: expected roles, got {kind_in_words(value)}")


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
    text = text_of_first(keys, TEXTS)
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
