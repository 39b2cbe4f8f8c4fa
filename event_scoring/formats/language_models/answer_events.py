"""Find events in a tree of lists and dicts, under any keys.

Every part of a tree that is not read is noted. `Keys` knows which keys of an object were taken. Each function takes a
key, notes it (``unread``, ``left_out``), or skips it because its name marks a remark.
"""

from __future__ import annotations

from typing import Any

from event_scoring.documents.unicode_text import is_unicode
from event_scoring.formats.language_models.event_arguments import (
    Keys,
    ParsedEvents,
    arguments_of,
    event_arguments,
    is_event,
    leave_out,
    means_role,
    parsed_if_json,
    place_of,
    position_of,
    role_pairs,
    score_of,
)
from event_scoring.formats.language_models.keys import (
    AMBIGUOUS,
    ARGUMENTS,
    AROUND,
    NO_TYPES,
    OFFSETS,
    PLACES,
    REMARKS,
    ROLES,
    TEXTS,
    TRIGGERS,
    TYPES,
    WRAPPERS,
    Tree,
    has_words,
    is_beside,
    is_blank,
    is_refused,
    kind_in_words,
    may_be_type,
    no_events,
    plain_key,
    plain_keys,
    text_of_first,
    value_of_first,
)
from event_scoring.formats.language_models.scanning import DEEPEST, Call, Truncated

_CLASS_OF_EVENTS = ("event", "eventmention")
KEY_BESIDE = "key beside the events"
"""Note about keys such as entities in the same object as the events. It means neither a loss nor a repair."""


def find_events(tree: Any) -> ParsedEvents:
    """Return the events of a tree, and notes about its unread parts.

    Examples:
        >>> found = find_events({"result": [{"event_type": "Die", "trigger": "died", "Victim": ["he", "N/A"]}, 3]})
        >>> found.events
        [{'trigger': {'text': 'died'}, 'type': 'Die', 'arguments': [{'text': 'he', 'role': 'Victim'}]}]
        >>> found.left_out
        ['expected an event, got a number']
        >>> find_events({"events": [{"type": "Die", "trigger": "died"}], "others": "fell"}).repairs
        ['key left out']
    """
    parsed = ParsedEvents()
    _walk(tree, None, DEEPEST, parsed)
    is_read = not parsed.left_out and not parsed.unread and not parsed.beside
    parsed.is_answer = bool(parsed.events) or (is_read and _states_no_events(tree))
    if not parsed.events:
        parsed.repairs = []
        return parsed
    parsed.repairs += ["event left out"] * sum(not why.startswith("argument") for why in parsed.left_out)
    parsed.repairs += ["key left out"] * parsed.unread + [KEY_BESIDE] * bool(parsed.beside)
    if parsed.encoded:
        parsed.repairs.insert(0, "encoded twice")
    return parsed


def find_arguments(tree: Any) -> ParsedEvents | None:
    """Return the arguments in a tree of texts by role, as arguments of one unnamed event; None for any other tree.

    Examples:
        >>> find_arguments({"Agent": ["troops"], "Place": None}).events
        [{'arguments': [{'text': 'troops', 'role': 'Agent'}]}]
    """
    parsed = ParsedEvents(is_answer=True)
    tree = _without_wrapper(parsed_if_json(tree, parsed))
    keys = Keys(tree) if isinstance(tree, dict) else None
    if keys is not None and any(isinstance(keys.plain.get(name), dict | list | str) for name in ARGUMENTS[:-4]):
        tree = parsed_if_json(keys.take(ARGUMENTS), parsed)
        parsed.repairs += ["key left out"] * sum(
            plain not in REMARKS and has_words(value) for _, plain, value in keys.rest()
        )
    elif keys is not None and text_of_first(keys.plain, ROLES[:4]) is None:
        wrote_roles = {key: value for key, plain, value in keys.rest() if plain not in REMARKS}
        keys.capitals = any(key[:1].isupper() for key in wrote_roles)
        tree = {
            key: value
            for key, plain, value in keys.rest()
            if (isinstance(value, list) or plain not in (*TYPES[:2], *TRIGGERS[:6]))
            and (means_role(key, plain, value, not keys.capitals) or (not keys.capitals and plain in AMBIGUOUS))
        }
    if not isinstance(tree, list | dict) or (isinstance(tree, dict) and not tree and keys and keys.tree):
        return None
    arguments = list(arguments_of(role_pairs(tree, parsed), parsed))
    if not arguments and parsed.left_out:
        return None
    parsed.repairs += ["key left out"] * parsed.unread
    parsed.events = [{"arguments": arguments}]
    return parsed


def _without_wrapper(tree: Any) -> Any:
    """Return the object under the only key of another, if that key is the event's type or a word like "answer"."""
    for key, value in tree.items() if isinstance(tree, dict) and len(tree) == 1 else ():
        inner = value[0] if isinstance(value, list) and len(value) == 1 else value
        if isinstance(inner, dict) and inner and not isinstance(inner, Call):
            of_lists = all(value is None or isinstance(value, list) for value in inner.values())
            if plain_key(key) in NO_TYPES or (of_lists and plain_key(key) not in ARGUMENTS):
                return inner
    return tree


def _walk(tree: Any, label: str | None, depth: int, parsed: ParsedEvents) -> None:
    """Read the events of a tree. ``label`` is the event type if an outer key names it."""
    if not depth:
        parsed.unread += has_words(tree)
    elif isinstance(tree, list):
        items = [parsed_if_json(item, parsed) for item in tree]
        holds_events = any(isinstance(item, dict) for item in items)
        for item in items:
            if isinstance(item, Call) and _is_call_without_keywords(item):
                parsed.left_out.append("expected an event, got an object")
            elif isinstance(item, dict | list):
                _walk(item, label, depth - 1, parsed)
            elif holds_events and item is not None:
                parsed.left_out.append(f"expected an event, got {kind_in_words(item)}")
            else:
                parsed.unread += has_words(item)
    elif isinstance(tree, dict) and tree:
        _walk_object(Keys(tree), label, depth, parsed)


def _walk_object(keys: Keys, label: str | None, depth: int, parsed: ParsedEvents) -> None:
    tree, plain = keys.tree, keys.plain
    if not isinstance(tree, Call) and _AROUND_EVENTS.isdisjoint(plain):
        is_read = not _TRIGGER_NAMES.isdisjoint(plain) or isinstance(value_of_first(plain, TYPES), str)
        (_read_event if is_read else _walk_others)(keys, label, depth, parsed)
        return
    if _is_called_tool(plain):
        before = len(parsed.events), len(parsed.left_out), parsed.unread
        input_key = next(name for name in _GIVEN if name in plain)
        _walk(
            parsed_if_json(plain[input_key], parsed),
            plain["name"] if may_be_type(plain["name"]) else None,
            depth - 1,
            parsed,
        )
        if before != (len(parsed.events), len(parsed.left_out), parsed.unread):
            return
    trees = {}
    if not _WRAPPER_NAMES.isdisjoint(plain):
        trees = {key: parsed_if_json(tree[key], parsed) for key, name in keys.left.items() if name in WRAPPERS}
    wrappers = [key for key, value in trees.items() if isinstance(value, list | dict)]
    has_trigger = not _TRIGGER_NAMES.isdisjoint(plain)
    triggers = plain.get("triggers", plain.get("eventtriggers"))
    if isinstance(triggers, list) and not has_trigger and not wrappers:
        arguments = keys.take(ARGUMENTS)
        keys.take(("triggers", "eventtriggers"), list)
        _read_triggers(triggers, arguments, parsed)
        _note_siblings(keys, depth, parsed)
        return
    nested_keys = []
    if "event" in plain:
        nested_keys = [key for key, name in keys.left.items() if name == "event" and isinstance(tree[key], dict)]
    if len(nested_keys) > 1:  # keys that differ in capitals
        for key in nested_keys:
            del keys.left[key]
            _walk(tree[key], None, depth - 1, parsed)
        _note_siblings(keys, depth, parsed)
        return
    nested = plain.get("event")
    if isinstance(nested, dict) and (value_of_first(plain_keys(nested), TYPES) or has_trigger):
        if is_event(tree) and is_event(nested) and plain_keys(nested).get("trigger") != plain.get("trigger"):
            _read_event(keys, label, depth, parsed)
            return
        outer = {key: value for key, value in tree.items() if plain_key(key) != "event"}
        parsed.unread += sum(
            has_words(outer[key]) and outer[key] != nested[key] for key in outer.keys() & nested.keys()
        )
        merged = {**outer, **nested}
        _read_event(Keys(Truncated(merged) if isinstance(tree, Truncated) else merged), label, depth, parsed)
    elif isinstance(tree, Call) and not has_trigger:  # such as events.append({…})
        inner = [item for item in tree.get("") or () if isinstance(item, dict | list)]
        _walk(inner, None, depth - 1, parsed)
        keys.take(("type",))
        for _, name, value in keys.rest():
            if name in NO_TYPES and isinstance(value, list | dict):
                _walk(value, None, depth - 1, parsed)
            else:
                parsed.unread += has_words(value)
    elif (has_trigger or isinstance(value_of_first(plain, TYPES), str)) and (not wrappers or is_event(tree)):
        _read_event(keys, label, depth, parsed)
    elif wrappers:
        for key in wrappers:
            del keys.left[key]
            _walk(trees[key], None, depth - 1, parsed)
        _note_siblings(keys, depth, parsed)
    else:
        _walk_others(keys, label, depth, parsed)


def _walk_others(keys: Keys, label: str | None, depth: int, parsed: ParsedEvents) -> None:
    """Read the events under the keys of an object that is neither an event nor a known wrapper. Keys may be types."""
    for key, name, raw in keys.rest():
        value = parsed_if_json(raw, parsed)
        if name in ARGUMENTS and value:
            parsed.left_out.append("the arguments belong to no event")
        elif is_refused(name):
            parsed.unread += has_words(value)
        elif is_beside(name, value):
            parsed.beside += has_words(value)
        elif isinstance(value, dict | list):
            _walk(value, label if name in NO_TYPES else key, depth - 1, parsed)
        elif name not in _NO_EVENTS:
            parsed.unread += has_words(value)


_OF_ONE_EVENT = frozenset((*ARGUMENTS, *TRIGGERS))
_WRAPPER_NAMES = frozenset(WRAPPERS)
_TRIGGER_NAMES = frozenset(TRIGGERS)
_AROUND_EVENTS = frozenset((*WRAPPERS, "event", "triggers", "eventtriggers", "name"))
"""Keys of objects that hold events, or are calls of tools."""
_NO_EVENTS = REMARKS | AROUND


_GIVEN = ("arguments", "parameters", "input", "args")


def _is_call_without_keywords(item: Call) -> bool:
    """Whether an item is a call such as `Attack("fired")`, which does not name its texts."""
    words = item.get("") or ()
    return any(isinstance(word, str) for word in words) and not value_of_first(plain_keys(item), TRIGGERS)


def _is_called_tool(plain: Tree) -> bool:
    """Whether an object is a tool call written out in an answer: its name, and its input."""
    if not isinstance(plain.get("name"), str):
        return False
    keys = [name for name in _GIVEN if name in plain]
    return len(keys) == 1 and plain.keys() <= {"name", "id", "type", *keys}


def _note_siblings(keys: Keys, depth: int, parsed: ParsedEvents) -> None:
    """Read further lists of events in the same object, if their keys name events, and note other keys."""
    for _, name, raw in keys.rest():
        value = parsed_if_json(raw, parsed) if "event" in name else raw
        items = value if isinstance(value, list) else [value]
        if "event" in name and not is_refused(name) and any(map(is_event, items)):
            _walk(items, None, depth - 1, parsed)
        elif is_beside(name, value):
            parsed.beside += has_words(value)
        elif name not in REMARKS | AROUND or isinstance(value, list | dict):
            parsed.unread += has_words(value)


def _read_triggers(triggers: list[Any], arguments: Any, parsed: ParsedEvents) -> None:
    """Read events that an answer gives as triggers, with a separate list of arguments that name their trigger."""
    events: list[dict[str, Any]] = []
    by_word: dict[str, list[dict[str, Any]]] = {}
    for item in triggers:
        if not isinstance(item, dict) or isinstance(item, Truncated):
            parsed.left_out.append(f"expected an event, got {kind_in_words(item)}")
            continue
        keys = Keys(item)
        trigger, own = keys.take((*TRIGGERS, *TEXTS[:-3])), keys.take(ARGUMENTS)
        own = [{role: value} for role, value in own.items()] if isinstance(own, dict) else own
        given = [*own] if isinstance(own, list) else [own] if own else []
        event = {"type": keys.take(TYPES, str), "trigger": trigger, "arguments": given, **score_of(keys.plain)}
        parsed.unread += sum(name not in REMARKS and has_words(value) for _, name, value in keys.rest())
        events.append(event)
        for word in {word for word in (trigger, event["type"]) if isinstance(word, str)}:
            by_word.setdefault(word, []).append(event)
    by_trigger = [(name, of) for name, of in arguments.items()] if isinstance(arguments, dict) else []
    apart = arguments if isinstance(arguments, list) else []
    for name, item in [*by_trigger, *((None, item) for item in apart)]:
        plain = plain_keys(item) if isinstance(item, dict) else {}
        named = name if name is not None else value_of_first(plain, ("trigger", "triggertext", "event", "eventtrigger"))
        of = by_word.get(named, ()) if isinstance(named, str) else ()
        if len(of) == 1 and isinstance(item, dict):
            of[0]["arguments"].append({key: value for key, value in item.items() if value != named})
        elif len(of) == 1 and isinstance(item, list):
            of[0]["arguments"] += item
        else:
            leave_out(parsed, "argument: expected the trigger of one event")
    for event in events:
        _read_event(Keys(event), None, 1, parsed)


def _states_no_events(tree: Any) -> bool:
    """Whether a value is an empty list, an object of empty lists, or a word such as "none" in place of events."""
    if isinstance(tree, dict) and tree and not isinstance(tree, Truncated):
        plain = plain_keys(tree)
        if any(name in plain for name in WRAPPERS):
            inner = [plain[name] for name in WRAPPERS if name in plain]
            return all(no_events(one) if isinstance(one, str) else is_blank(one) for one in inner)
        return not plain.keys() & {*TYPES, *TRIGGERS, *ARGUMENTS, *ROLES} and all(
            value is None or (isinstance(value, list | dict) and not value) for value in tree.values()
        )
    return isinstance(tree, list) and not tree


def _read_event(keys: Keys, label: str | None, depth: int, parsed: ParsedEvents) -> None:
    """Read one event and the events within it."""
    if isinstance(keys.tree, Truncated):
        parsed.left_out.append("the text ends within the event")
    else:
        _read_whole_event(keys, label, parsed)
    for key, name, value in keys.rest():
        if not isinstance(value, list | dict) or name in _OF_ONE_EVENT:
            continue
        items = value if isinstance(value, list) else [value]
        if any(map(is_event, items)):
            del keys.left[key]
            _walk(items, None, depth - 1, parsed)


def _read_whole_event(keys: Keys, label: str | None, parsed: ParsedEvents) -> None:
    raw = keys.tree
    trigger = keys.take(TRIGGERS)
    words = raw.get("") or [] if isinstance(raw, Call) else []
    is_class = isinstance(raw, Call) and plain_key(raw["type"]) in _CLASS_OF_EVENTS
    kind: Any = (
        keys.take(TYPES[1:] if is_class else ("eventtype", "eventclass"), str) if isinstance(raw, Call) else None
    )
    kind = keys.take(TYPES, str) if kind is None else kind
    if kind is None and isinstance(trigger, dict):
        kind = text_of_first(plain_keys(trigger), TYPES)
    kind = label if kind is None else kind
    if is_class and isinstance(kind, str) and plain_key(kind) in _CLASS_OF_EVENTS:
        kind, words = (words[0], words[1:]) if words and isinstance(words[0], str) else (None, words)
    has_trigger, has_kind = not is_blank(trigger), not is_blank(kind)
    if not has_trigger and (not has_kind or kind == label) and not has_words([*keys.tree.values()]):
        return
    mention = place_of(trigger)
    if mention is None or "text" not in mention:
        position = {}
        if "span" in keys.plain or not PLACES.isdisjoint(keys.plain):
            position = position_of({key: value for key, value in keys.plain.items() if key not in OFFSETS})
        if trigger is None and position:
            text = keys.take(("text",), str)
            position = position if text is None else {"text": text, **position}
        mention = {**(mention or {}), **position} if mention or (trigger is None and position) else mention
    if not isinstance(kind, str) or not has_kind or not any(map(str.isalnum, kind)):
        parsed.left_out.append("the event has no type")
    elif mention is None or (len(mention) == 1 and is_blank(mention.get("text", "x"))):
        several = isinstance(trigger, list) and sum(isinstance(one, str) for one in trigger) > 1
        parsed.left_out.append(f"the event has {'several triggers' if several else 'no trigger that is a text'}")
    elif not (is_unicode(kind) and is_unicode(mention.get("text", ""))):
        parsed.left_out.append("the event holds half a character")
    else:
        arguments = list(event_arguments(keys, {kind, mention.get("text")}, parsed))
        parsed.unread += len(words)
        parsed.events.append({"trigger": mention, "type": kind, **score_of(keys.plain), "arguments": arguments})
