"""The arguments of an event: a list or an object of its own, or keys of the event that mean roles."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from event_scoring.documents.unicode_text import is_unicode
from event_scoring.formats.language_models.keys import (
    AMBIGUOUS,
    ARGUMENTS,
    LETTERS,
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
    ParsedAnswer,
    Tree,
    has_words,
    is_blank,
    kind_in_words,
    plain_key,
    plain_keys,
    text_of_first,
    value_of_first,
)
from event_scoring.formats.language_models.scanning import Call, Truncated, json_value


@dataclass
class ParsedEvents(ParsedAnswer):
    """The events of one answer."""

    events: list[dict[str, Any]] = field(default_factory=list)
    beside: int = 0
    """Number of keys in the same object as a list of events that hold other things, for example entities."""
    encoded: bool = False
    """Whether some of it was a text of JSON in JSON."""


class Keys:
    """The keys of an object, with a record of those taken."""

    def __init__(self, tree: dict[str, Any]) -> None:
        self.tree = tree
        self.plain: dict[str, Any] = {}
        self.left: dict[str, str] = {}
        self.written: dict[str, str] = {}
        """The first key of each plain name."""
        for key, value in tree.items():
            name = plain_key(key)
            if key:
                self.left[key] = name
            if name not in self.plain:
                self.plain[name] = value
                self.written[name] = key
        self.taken: set[str] = set()
        """The plain names of the keys that were taken."""
        self.capitals = True
        """Whether no key that was taken begins with a small letter."""

    def take(self, names: Iterable[str], wanted: type = object) -> Any:
        """Return the first value under these names that has this type and is not blank, or else has this type."""
        taken: tuple[str, Any] | None = None
        plain = self.plain
        for name in names:
            if name in plain and isinstance(value := plain[name], wanted):
                if not is_blank(value):
                    taken = name, value
                    break
                taken = taken or (name, value)
        if taken is None:
            return None
        key = self.written[taken[0]]
        if key in self.left:
            del self.left[key]
            self.taken.add(taken[0])
            self.capitals &= not key[:1].islower()
        return taken[1]

    def rest(self) -> list[tuple[str, str, Any]]:
        """Return the keys that were not taken, as written and as plain keys, with their values."""
        return [(key, plain, self.tree[key]) for key, plain in self.left.items()]


def is_event(value: Any) -> bool:
    if not isinstance(value, dict) or isinstance(value, Call):
        return False
    keys = plain_keys(value)
    return any(name in keys for name in TRIGGERS) and any(name in keys for name in TYPES)


def parsed_if_json(value: Any, parsed: ParsedEvents) -> Any:
    """Return the list or object in a text of JSON; other values unchanged."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("[", "{"):
        return value
    try:
        inner = json_value(value)
    except (ValueError, RecursionError):
        return value
    parsed.encoded = True
    parsed.repairs += inner.repairs
    return inner.value


def event_arguments(keys: Keys, event_texts: set[str | None], parsed: ParsedEvents) -> Iterator[dict[str, Any]]:
    """Yield the arguments of an event, from a list or object, or from keys of the event that are roles."""
    own_arguments = parsed_if_json(keys.take(ARGUMENTS), parsed)
    pairs: list[tuple[str, Any]] = []
    beside = []
    for key, name, raw in keys.rest():
        value = parsed_if_json(raw, parsed) if name in ARGUMENTS else raw
        if any(map(is_event, value if isinstance(value, list) else [value])) and name not in ARGUMENTS:
            continue
        if name in ARGUMENTS:
            parsed.unread += has_words(value)
        elif name in keys.taken:
            parsed.unread += has_words(value) and value != keys.plain[name]
        elif not is_blank(value) and not (isinstance(value, str) and name in REMARKS and value in event_texts):
            beside.append((key, name, value))
    has_capitals = any(key[:1].isupper() for key, name, _ in beside if name not in REMARKS)
    for key, name, value in beside:
        is_role = isinstance(keys.tree, Call) and (name in AMBIGUOUS or isinstance(value, list))
        if is_role or means_role(key, name, value, keys.capitals):
            if is_blank(own_arguments):
                is_list = _is_list_of_arguments(value) or (name == "role" and isinstance(value, list | dict))
                pairs += role_pairs(value, parsed) if is_list else [(key, value)]
            else:
                parsed.unread += has_words(value)
        elif is_blank(own_arguments) and (key[:1].isupper() if name in NOTES else not has_capitals):
            parsed.unread += has_words(value)  # a role, or a note
    if not is_blank(own_arguments):
        pairs = list(role_pairs(own_arguments, parsed))
    yield from arguments_of(pairs, parsed)


def means_role(key: str, name: str, value: Any, capitals: bool) -> bool:
    """Whether a key of an event is a role. ``capitals`` means that capital letters do not mark roles."""
    if name not in REMARKS:
        return True
    if name in PLACES or name in AMBIGUOUS or name in TYPES or name in TRIGGERS:
        items = value if isinstance(value, list) else [value]
        is_text = any(isinstance(item, str) and not is_blank(item) for item in items)
        return is_text and (name in PLACES or isinstance(value, list) or (key[:1].isupper() and not capitals))
    return False


def arguments_of(pairs: Iterable[tuple[str, Any]], parsed: ParsedEvents) -> Iterator[dict[str, Any]]:
    for role, value in pairs:
        for item in value if isinstance(value, list) and not _is_range(value) else [value]:
            if is_blank(item):
                continue
            place = place_of(item)
            if place is None or not is_unicode(role + place.get("text", "")):
                leave_out(parsed, f'argument: expected a text for "{role[:50]}", got {kind_in_words(item)}')
            elif not is_blank(place.get("text", "x")) or "text" not in place:
                if isinstance(item, dict):
                    parsed.unread += sum(
                        has_words(inner)
                        for key, inner in item.items()
                        if key and plain_key(key) not in _OF_ARGUMENTS and "entity" not in plain_key(key)
                    )
                yield {**place, "role": role, **(score_of(plain_keys(item)) if isinstance(item, dict) else {})}


_OF_ARGUMENTS = REMARKS | {*TEXTS, *ROLES}
"""Keys of an argument that do not hold another argument."""


def _is_list_of_arguments(value: Any) -> bool:
    """Whether a value is a list of arguments, each with its role."""
    items = value if isinstance(value, list) else []
    return bool(items) and all(isinstance(item, dict) and text_of_first(plain_keys(item), ROLES[:4]) for item in items)


_QUESTIONS = frozenset(("question", "query", "prompt"))
"""Keys of the question about a role; sentences are not interpreted."""


def _is_argument(value: dict[str, Any], keys: Tree) -> bool:
    """Whether an object is one argument, with its role and its text, and not an object of texts by role."""
    if isinstance(value_of_first(keys, ROLES[:5]), str) or "question" in keys:
        return True
    is_plain = keys.keys() <= _OF_ARGUMENTS and not any(key[:1].isupper() for key in value)
    role = next((name for name in ROLES[5:] if isinstance(keys.get(name), str)), None)
    return is_plain and role is not None and any(name in keys for name in TEXTS[:-3] if name != role)


def role_pairs(value: Any, parsed: ParsedEvents) -> Iterator[tuple[str, Any]]:
    """Yield the roles of an event with their fillers."""
    if isinstance(value, dict):
        keys = plain_keys(value)
        inner = value_of_first(keys, (*ARGUMENTS, "role"))
        if len(value) == 1 and isinstance(inner, list | dict):  # <arguments><argument>…
            yield from role_pairs(inner, parsed)
        elif _is_argument(value, keys):  # one argument where a list was wanted
            yield from role_pairs([value], parsed)
        else:
            yield from value.items()
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict) and not isinstance(item, Truncated):
                keys = plain_keys(item)
                if keys.keys() & _QUESTIONS and not any(name in keys for name in ROLES):
                    leave_out(parsed, "argument: expected a role and a text, got a question")
                    continue
                role = text_of_first(keys, ROLES)
                texts = [name for name in (*TEXTS, *OFFSETS, "start", "charstart", "startoffset") if name in keys]
                if role is not None and texts:
                    several = value_of_first(keys, TEXTS)
                    is_list = isinstance(several, list) and all(isinstance(text, str) for text in several)
                    yield role, several if is_list and text_of_first(keys, TEXTS) in (None, role) else item
                elif item and not texts and not any(name in keys for name in ROLES):
                    yield from item.items()  # {"Agent": "troops"}
                else:
                    leave_out(parsed, "argument: expected a role and a text")
            elif isinstance(item, list) and len(item) == 2 and all(isinstance(part, str) for part in item):
                yield item[0], item[1]
            elif not is_blank(item):
                leave_out(parsed, f"argument: expected a role and a text, got {kind_in_words(item)}")
    elif not is_blank(value):
        leave_out(parsed, f"argument: expected roles, got {kind_in_words(value)}")


def leave_out(parsed: ParsedEvents, why: str) -> None:
    parsed.left_out.append(why)
    parsed.repairs.append("argument left out")


def place_of(value: Any) -> dict[str, Any] | None:
    """Return a text with the position that the model claims for it, or only a position."""
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
    parsed = {**({} if text is None else {"text": text}), **position_of(keys)}
    return parsed or None


def position_of(keys: Tree) -> dict[str, Any]:
    """Return the tokens or characters that a model claims, if they are numbers in order."""
    if "span" not in keys and PLACES.isdisjoint(keys):
        return {}
    claims: list[tuple[bool, Any]] = [
        *((names in TOKENS, [keys.get(name) for name in names]) for names in (*TOKENS, *LETTERS)),
        *((name == "span", keys.get(name)) for name in ("span", *OFFSETS)),
    ]
    for of_tokens, claim in claims:
        if _is_range(claim):
            place = {"span": [*claim]} if of_tokens else {"start": claim[0], "end": claim[1]}
            return {**place, "claimed": True}
    within = next((value for name in OFFSETS if isinstance(value := keys.get(name), dict)), {})
    return (
        position_of({key: bound for key, bound in plain_keys(within).items() if key not in OFFSETS}) if within else {}
    )


def _is_range(value: Any) -> bool:
    numbers = isinstance(value, list) and len(value) == 2 and all(type(bound) is int for bound in value)
    return numbers and 0 <= value[0] < value[1] < 2**31


def score_of(keys: Tree) -> dict[str, float]:
    for name in SCORES:
        score = keys.get(name)
        if isinstance(score, int | float) and not isinstance(score, bool) and abs(score) <= sys.float_info.max:
            return {"score": float(score)}
    return {}
