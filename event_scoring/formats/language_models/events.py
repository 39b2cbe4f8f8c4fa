"""Events in a tree of lists and dicts, under whatever keys a model gave them.

Whatever of a tree is not read is noted: `_Keys` knows which keys of an object were taken, and each function either
takes a key, notes it (``unread``, ``left_out``), or passes it over because its name says that it is a note.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from event_scoring.documents.unicode_text import is_unicode
from event_scoring.formats.language_models.keys import (
    AMBIGUOUS,
    ARGUMENTS,
    AROUND,
    LETTERS,
    NO_TYPES,
    NOTES,
    OFFSETS,
    PLACES,
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
    has_words,
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
_NO_TEXT = "expected an event, got a text"


@dataclass
class ParsedEvents(ParsedAnswer):
    """The events of one answer."""

    events: list[dict[str, Any]] = field(default_factory=list)
    encoded: bool = False
    """Whether some of it was a text of JSON in JSON."""


class _Keys:
    """The keys of an object, of which some were taken."""

    def __init__(self, tree: dict[str, Any]) -> None:
        self.tree = tree
        self.plain = plain_keys(tree)
        self.left = {key: plain_key(key) for key in tree if key}
        self.capitals = True
        """Whether no key that was taken begins with a small letter."""

    def take(self, names: Iterable[str], wanted: type = object) -> Any:
        """The first value under these names that is of this type and not blank, or else of this type."""
        taken: tuple[str, Any] | None = None
        for name in names:
            if name in self.plain and isinstance(value := self.plain[name], wanted):
                if not is_blank(value):
                    taken = name, value
                    break
                taken = taken or (name, value)
        if taken is None:
            return None
        key = next((key for key, plain in self.left.items() if plain == taken[0] and self.tree[key] is taken[1]), None)
        if key is not None:
            del self.left[key]
            self.capitals &= not key[:1].islower()
        return taken[1]

    def rest(self) -> list[tuple[str, str, Any]]:
        """The keys that are left, as written and in plain letters, with their values."""
        return [(key, plain, self.tree[key]) for key, plain in self.left.items()]


def find_events(tree: Any) -> ParsedEvents:
    """The events of a tree, and what of it could not be read.

    Examples:
        >>> found = find_events({"result": [{"event_type": "Die", "trigger": "died", "Victim": ["he", "N/A"]}, 3]})
        >>> found.events
        [{'trigger': {'text': 'died'}, 'type': 'Die', 'arguments': [{'text': 'he', 'role': 'Victim'}]}]
        >>> found.left_out
        ['expected an event, got a number']
        >>> find_events({"events": [{"type": "Die", "trigger": "died"}], "others": "fell"}).repairs
        ['key left out']
    """
    found = ParsedEvents()
    _walk(tree, None, DEEPEST, found)
    found.is_answer = bool(found.events) or (not found.left_out and not found.unread and _says_nothing(tree))
    if not found.events:
        found.repairs = []
        return found
    found.repairs += ["event left out"] * sum(not why.startswith("argument") for why in found.left_out)
    found.repairs += ["key left out"] * found.unread
    if found.encoded:
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
    keys = _Keys(tree) if isinstance(tree, dict) else None
    if keys is not None and any(isinstance(keys.plain.get(name), dict | list | str) for name in ARGUMENTS[:-4]):
        tree = _parsed_if_json(keys.take(ARGUMENTS), found)
        found.repairs += ["key left out"] * sum(
            plain not in REMARKS and has_words(value) for _, plain, value in keys.rest()
        )
    elif keys is not None and text_of_first(keys.plain, ROLES[:4]) is None:
        wrote_roles = {key: value for key, plain, value in keys.rest() if plain not in REMARKS}
        keys.capitals = any(key[:1].isupper() for key in wrote_roles)
        tree = {
            key: value
            for key, plain, value in keys.rest()
            if (isinstance(value, list) or plain not in (*TYPES[:2], *TRIGGERS[:6]))
            and (_means_role(key, plain, value, not keys.capitals) or (not keys.capitals and plain in AMBIGUOUS))
        }
    if not isinstance(tree, list | dict) or (isinstance(tree, dict) and not tree and keys and keys.tree):
        return None
    arguments = list(_arguments_of(_role_pairs(tree, found), found))
    if not arguments and found.left_out:
        return None
    found.repairs += ["key left out"] * found.unread
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


def _walk(tree: Any, label: str | None, depth: int, found: ParsedEvents) -> None:
    """Read the events of a tree; ``label`` is the type that a key around it says."""
    if not depth:
        found.unread += has_words(tree)
    elif isinstance(tree, list):
        items = [_parsed_if_json(item, found) for item in tree]
        holds_events = any(isinstance(item, dict) for item in items)
        for item in items:
            if _is_call_without_keywords(item):
                found.left_out.append("expected an event, got an object")
            elif isinstance(item, dict | list):
                _walk(item, label, depth - 1, found)
            elif holds_events and item is not None:
                found.left_out.append(f"expected an event, got {kind_in_words(item)}")
            else:
                found.unread += has_words(item)
    elif isinstance(tree, dict):
        _walk_object(_Keys(tree), label, depth, found)


def _walk_object(keys: _Keys, label: str | None, depth: int, found: ParsedEvents) -> None:
    tree, plain = keys.tree, keys.plain
    if _is_called_tool(plain):
        before = len(found.events), len(found.left_out), found.unread
        given = next(name for name in _GIVEN if name in plain)
        _walk(
            _parsed_if_json(plain[given], found),
            plain["name"] if may_be_type(plain["name"]) else None,
            depth - 1,
            found,
        )
        if before != (len(found.events), len(found.left_out), found.unread):
            return
    wrappers = [key for key, name in keys.left.items() if name in WRAPPERS]
    trees = {key: _parsed_if_json(tree[key], found) for key in wrappers}
    wrappers = [key for key in wrappers if isinstance(trees[key], list | dict)]
    has_trigger = any(name in plain for name in TRIGGERS)
    triggers = plain.get("triggers", plain.get("eventtriggers"))
    if isinstance(triggers, list) and not has_trigger and not wrappers:
        arguments = keys.take(ARGUMENTS)
        keys.take(("triggers", "eventtriggers"), list)
        _read_triggers(triggers, arguments, found)
        _note_siblings(keys, depth, found)
        return
    nested = plain.get("event")
    if isinstance(nested, dict) and (value_of_first(plain_keys(nested), TYPES) or has_trigger):
        if _is_event(tree) and _is_event(nested) and plain_keys(nested).get("trigger") != plain.get("trigger"):
            _read_event(keys, label, depth, found)
            return
        outer = {key: value for key, value in tree.items() if plain_key(key) != "event"}
        found.unread += sum(has_words(outer[key]) and outer[key] != nested[key] for key in outer.keys() & nested.keys())
        merged = {**outer, **nested}
        _read_event(_Keys(Truncated(merged) if isinstance(tree, Truncated) else merged), label, depth, found)
    elif isinstance(tree, Call) and not has_trigger:  # such as events.append({…})
        inner = [item for item in tree.get("") or () if isinstance(item, dict | list)]
        _walk(inner, None, depth - 1, found)
        keys.take(("type",))
        for _, name, value in keys.rest():
            if name in NO_TYPES and isinstance(value, list | dict):
                _walk(value, None, depth - 1, found)
            else:
                found.unread += has_words(value)
    elif (has_trigger or isinstance(value_of_first(plain, TYPES), str)) and (not wrappers or _is_event(tree)):
        _read_event(keys, label, depth, found)
    elif wrappers:
        for key in wrappers:
            del keys.left[key]
            _walk(trees[key], None, depth - 1, found)
        _note_siblings(keys, depth, found)
    else:
        for key, name, raw in keys.rest():
            value = _parsed_if_json(raw, found)
            if name in ARGUMENTS and value:
                found.left_out.append("the arguments belong to no event")
            elif is_refused(name):
                found.unread += has_words(value)
            elif isinstance(value, dict | list):
                _walk(value, label if name in NO_TYPES else key, depth - 1, found)
            elif name not in REMARKS | AROUND:
                found.unread += has_words(value)


_GIVEN = ("arguments", "parameters", "input", "args")


def _is_call_without_keywords(item: Any) -> bool:
    """Whether an item is a call such as `Attack("fired")`, of which nobody can say which text is what."""
    words = item.get("") or () if isinstance(item, Call) else ()
    return any(isinstance(word, str) for word in words) and not value_of_first(plain_keys(item), TRIGGERS)


def _is_called_tool(plain: Tree) -> bool:
    """Whether an object is a tool call that is written out in an answer: its name, and what the tool is given."""
    given = [name for name in _GIVEN if name in plain]
    return isinstance(plain.get("name"), str) and len(given) == 1 and plain.keys() <= {"name", "id", "type", *given}


def _note_siblings(keys: _Keys, depth: int, found: ParsedEvents) -> None:
    """Read the events beside a list of events, if their key calls them so, and note what else stands there."""
    for _, name, raw in keys.rest():
        value = _parsed_if_json(raw, found) if "event" in name else raw
        items = value if isinstance(value, list) else [value]
        if "event" in name and not is_refused(name) and any(map(_is_event, items)):
            _walk(items, None, depth - 1, found)
        elif name not in REMARKS | AROUND or isinstance(value, list | dict):
            found.unread += has_words(value)


def _is_event(value: Any) -> bool:
    if not isinstance(value, dict) or isinstance(value, Call):
        return False
    keys = plain_keys(value)
    return any(name in keys for name in TRIGGERS) and any(name in keys for name in TYPES)


def _read_triggers(triggers: list[Any], arguments: Any, found: ParsedEvents) -> None:
    """Read events that an answer gives as triggers, and beside them arguments that name their trigger."""
    events: list[dict[str, Any]] = []
    by_word: dict[str, list[dict[str, Any]]] = {}
    for item in triggers:
        if not isinstance(item, dict) or isinstance(item, Truncated):
            found.left_out.append(f"expected an event, got {kind_in_words(item)}")
            continue
        keys = _Keys(item)
        trigger, own = keys.take((*TRIGGERS, *TEXTS[:-3])), keys.take(ARGUMENTS)
        own = [{role: value} for role, value in own.items()] if isinstance(own, dict) else own
        given = [*own] if isinstance(own, list) else [own] if own else []
        event = {"type": keys.take(TYPES, str), "trigger": trigger, "arguments": given, **_score(keys.plain)}
        found.unread += sum(name not in REMARKS and has_words(value) for _, name, value in keys.rest())
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
            _leave_out(found, "argument: expected the trigger of one event")
    for event in events:
        _read_event(_Keys(event), None, 1, found)


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
        plain = plain_keys(tree)
        if any(name in plain for name in WRAPPERS):
            inner = [plain[name] for name in WRAPPERS if name in plain]
            return all(no_events(one) if isinstance(one, str) else is_blank(one) for one in inner)
        return not plain.keys() & {*TYPES, *TRIGGERS, *ARGUMENTS, *ROLES} and all(
            value is None or (isinstance(value, list | dict) and not value) for value in tree.values()
        )
    return isinstance(tree, list) and not tree


def _read_event(keys: _Keys, label: str | None, depth: int, found: ParsedEvents) -> None:
    """Read one event and the events within it."""
    if isinstance(keys.tree, Truncated):
        found.left_out.append("the text ends within the event")
    else:
        _read_whole_event(keys, label, found)
    for key, name, value in keys.rest():
        items = value if isinstance(value, list) else [value]
        if name not in (*ARGUMENTS, *TRIGGERS) and any(map(_is_event, items)):
            del keys.left[key]
            _walk(items, None, depth - 1, found)


def _read_whole_event(keys: _Keys, label: str | None, found: ParsedEvents) -> None:
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
    if is_blank(trigger) and (is_blank(kind) or kind == label) and not has_words([*keys.tree.values()]):
        return
    place = _place(trigger)
    if place is None or "text" not in place:
        position = _position({key: value for key, value in keys.plain.items() if key not in OFFSETS})
        if trigger is None and position:
            text = keys.take(("text",), str)
            position = position if text is None else {"text": text, **position}
        place = {**(place or {}), **position} if place or (trigger is None and position) else place
    if not isinstance(kind, str) or is_blank(kind):
        found.left_out.append("the event has no type")
    elif place is None or (is_blank(place.get("text", "x")) and len(place) == 1):
        found.left_out.append("the event has no trigger that is a text")
    elif not (is_unicode(kind) and is_unicode(place.get("text", ""))):
        found.left_out.append("the event holds half a character")
    else:
        arguments = list(_arguments(keys, {kind, place.get("text")}, found))
        found.unread += len(words)
        found.events.append({"trigger": place, "type": kind, **_score(keys.plain), "arguments": arguments})


def _arguments(keys: _Keys, said: set[str | None], found: ParsedEvents) -> Iterator[dict[str, Any]]:
    """The arguments of an event: of a list or an object of its own, or the keys of the event that mean roles."""
    given = _parsed_if_json(keys.take(ARGUMENTS), found)
    pairs: list[tuple[str, Any]] = []
    beside = []
    for key, name, raw in keys.rest():
        value = _parsed_if_json(raw, found) if name in ARGUMENTS else raw
        if any(map(_is_event, value if isinstance(value, list) else [value])) and name not in ARGUMENTS:
            continue
        if name in ARGUMENTS:
            found.unread += has_words(value)
        elif not is_blank(value) and not (isinstance(value, str) and name in REMARKS and value in said):
            beside.append((key, name, value))
    has_capitals = any(key[:1].isupper() for key, name, _ in beside if name not in REMARKS)
    for key, name, value in beside:
        is_role = isinstance(keys.tree, Call) and (name in AMBIGUOUS or isinstance(value, list))
        if is_role or _means_role(key, name, value, keys.capitals):
            if is_blank(given):
                pairs += _role_pairs(value, found) if _is_list_of_arguments(value) else [(key, value)]
            else:
                found.unread += has_words(value)
        elif is_blank(given) and (key[:1].isupper() if name in NOTES else not has_capitals):
            found.unread += has_words(value)  # a role, or a note
    if not is_blank(given):
        pairs = list(_role_pairs(given, found))
    yield from _arguments_of(pairs, found)


def _means_role(key: str, name: str, value: Any, capitals: bool) -> bool:
    """Whether a key of an event is a role; ``capitals`` says that capital letters do not tell roles from other keys."""
    if name not in REMARKS:
        return True
    if name in PLACES or name in AMBIGUOUS or name in TYPES or name in TRIGGERS:
        items = value if isinstance(value, list) else [value]
        is_text = any(isinstance(item, str) and not is_blank(item) for item in items)
        return is_text and (name in PLACES or isinstance(value, list) or (key[:1].isupper() and not capitals))
    return False


def _arguments_of(pairs: Iterable[tuple[str, Any]], found: ParsedEvents) -> Iterator[dict[str, Any]]:
    for role, value in pairs:
        for item in value if isinstance(value, list) and not _position({"offset": value}) else [value]:
            if is_blank(item):
                continue
            place = _place(item)
            if place is None or not is_unicode(role + place.get("text", "")):
                _leave_out(found, f'argument: expected a text for "{role[:50]}", got {kind_in_words(item)}')
            elif not is_blank(place.get("text", "x")) or "text" not in place:
                if isinstance(item, dict):
                    found.unread += sum(
                        has_words(inner)
                        for key, inner in item.items()
                        if key and plain_key(key) not in _OF_ARGUMENTS and "entity" not in plain_key(key)
                    )
                yield {**place, "role": role, **(_score(plain_keys(item)) if isinstance(item, dict) else {})}


_OF_ARGUMENTS = REMARKS | {*TEXTS, *ROLES}
"""Keys of an argument that hold no other argument."""


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
                    several = value_of_first(keys, TEXTS)
                    is_list = isinstance(several, list) and all(isinstance(text, str) for text in several)
                    yield role, several if is_list and text_of_first(keys, TEXTS) in (None, role) else item
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
