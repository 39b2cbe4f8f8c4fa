"""Validation of the options of detection and extraction: functions return the value to store or raise ValueError."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

from event_scoring.documents.errors import shown
from event_scoring.documents.verdicts import JudgedPairs
from event_scoring.scoring.options import check_choice, check_names, option_items
from event_scoring.scoring.signature import MAX_LIST_LETTERS, fingerprint_of_text

Matcher = Callable[[Sequence[str], Sequence[str]], Sequence[bool]]
"""Says for each pair of a predicted text and a candidate's text whether they mean the same."""

LISTED_BY = "help(score_extraction)"
"""The call that lists all values of an option; `score_detection` has only some of these options."""
Mode = Literal["pipeline", "gold", "legacy", "loose"]
FACTS = {
    "dataset": "the corpus",
    "release": "its release",
    "language": "its language",
    "split": "the split",
    "preprocessing": "how the corpus was prepared, such as ACE-DYGIE",
    "tokenizer": "how texts were split into tokens",
    "unit": "what a document of the input is",
    "truncation": "whether long inputs were cut",
    "multi_token_triggers": "whether triggers of several tokens are there",
    "times": "whether times are arguments",
    "values": "whether values are arguments",
    "pronouns": "whether pronouns are arguments",
    "entity_extent": "heads or full extents",
    "trigger_source": "where the triggers of arguments come from",
    "tuned_on": "what hyperparameters were tuned on",
    "runs": "over how many runs numbers are averaged",
}
"""Facts that a user may declare, with their meaning, after section 4.1 of the paper and its Tables 2 and 3."""


def matcher_function(name: str, value: object) -> object:
    if not callable(value):
        raise ValueError(f"{name}: expected a function of two lists of strings, got {shown(value)}")
    return value


def mode_names(name: str, value: object) -> tuple[str, ...]:
    # The first mode has the plain keys, so their order matters.
    modes = option_items(name, value, "modes", ordered=True)
    if not modes:
        raise ValueError(f"{name}: expected at least one mode, got an empty list")
    for mode in modes:
        check_choice(name, mode, get_args(Mode), LISTED_BY)
    return tuple(dict.fromkeys(map(str.__str__, modes)))


def role_names(name: str, value: object) -> tuple[str, ...] | dict[str, tuple[str, ...]] | None:
    """Return roles as a list, or by type in their order."""
    if not isinstance(value, Mapping):
        return check_names(name, value)
    found = {}
    for kind, roles in value.items():
        place = f"{name}[{shown(kind)}]"
        if not isinstance(kind, str):
            raise ValueError(f"{name}: expected event types as keys, got {shown(kind)}")
        check_names(place, roles)
        found[str.__str__(kind)] = tuple(dict.fromkeys(map(str.__str__, option_items(place, roles, "strings"))))
    return found


def limits_of_roles(name: str, value: object) -> dict[str, dict[str, int]]:
    """Return the maximum number of arguments of each role, by the type of the event."""
    if not isinstance(value, Mapping) or not all(isinstance(limits, Mapping) for limits in value.values()):
        wanted = 'a dict of types with a dict of roles and numbers, such as {"Attack": {"Place": 1}}'
        raise ValueError(f"{name}: expected {wanted}, got {shown(value)}")
    for kind, limits in value.items():
        for role, number in limits.items():
            is_number = isinstance(number, int) and not isinstance(number, bool) and number >= 0
            if not isinstance(kind, str) or not isinstance(role, str) or not is_number:
                raise ValueError(f"{name}[{shown(kind)}][{shown(role)}]: expected a count, got {shown(number)}")
    return {kind: dict(limits) for kind, limits in value.items()}


def parse_places(text: str) -> list[str] | None:
    """Return the ways that a signature or a flag names; None where it names none."""
    return None if text == "none" else text.split(",")


PLACE_WAYS = ("next-free", "first", "closest", "closest-gap", "all")


def place_ways(name: str, value: object) -> tuple[str, str]:
    """Return how triggers and arguments get places; triggers have no other place to be close to."""
    if isinstance(value, str) and "," in value:  # as signatures write a pair
        value = value.split(",")
    ways = [value, value] if isinstance(value, str) else option_items(name, value, "ways", ordered=True)
    if len(ways) != 2:
        raise ValueError(f"{name}: expected one way, or a pair for triggers and arguments, got {shown(value)}")
    for way in ways:
        check_choice(name, way, PLACE_WAYS, LISTED_BY)
    trigger, argument = map(str.__str__, ways)
    if trigger.startswith("closest"):
        if not isinstance(value, str):
            raise ValueError(f"{name}: triggers take one of next-free, first, all, got {shown(trigger)}")
        trigger = "next-free"
    return trigger, argument


TIERS = ("span", "head", "coref", "text", "overlap", "judged")


def tier_names(name: str, value: object) -> tuple[str, ...]:
    """Return the names of tiers in their order, which matters."""
    tiers = option_items(name, value, "tiers", ordered=True)
    for tier in tiers:
        check_choice(name, tier, TIERS, LISTED_BY)
    if not tiers or len(set(tiers)) < len(tiers):
        raise ValueError(f"{name}: expected each tier once, got {shown(list(tiers))}")
    return tuple(map(str.__str__, tiers))


def verdicts_once(name: str, value: object) -> JudgedPairs:
    """Read the verdicts into a list, once: the file may change later, and an iterator can be read only once."""
    return value if isinstance(value, JudgedPairs) else JudgedPairs(value, name)


def judge_function(name: str, value: object) -> object:
    if not callable(value):
        raise ValueError(f"{name}: expected a function from a list of pairs to verdicts, got {shown(value)}")
    return value


def stated_roles(roles: object) -> object:
    """Return roles as signatures write them: roles by type as "type/role"."""
    if isinstance(roles, Mapping):
        return tuple(f"{kind}/{role}" for kind in sorted(roles) for role in roles[kind])
    return roles


def stated_value(value: object) -> object:
    """Return a value as a signature writes it: limits of roles as triples, a function by its name."""
    if isinstance(value, Mapping):
        return tuple(f"{kind}/{role}/{value[kind][role]}" for kind in sorted(value) for role in sorted(value[kind]))
    from event_scoring.scoring.counts import qualified_name

    if not callable(value):
        return value
    name = qualified_name(value)
    if len(name) <= MAX_LIST_LETTERS:
        return name
    return f"{name.rpartition('.')[2][:MAX_LIST_LETTERS]}@{fingerprint_of_text(name)}"
