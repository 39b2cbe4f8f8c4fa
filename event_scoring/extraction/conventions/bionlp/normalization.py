"""a2-normalize of the GE tasks: the order of arguments, and what becomes of events that are written badly.

bionlp-st-2013/bionlp-st-2013_tools (4f59ff4) and bionlp-st-2011, `a2-normalize.pl`. It is run on what systems wrote;
references are distributed normalized.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from event_scoring.extraction.conventions.bionlp.annotation import Annotation, Argument, Event

_ORDER = ("Theme", *(f"Theme{n}" for n in range(1, 7)), "Cause", "Site", *(f"Site{n}" for n in range(1, 7)))
RANKS = {role: rank for rank, role in enumerate((*_ORDER, "CSite", "AtLoc", "ToLoc"))}
"""The order of roles; others rank with Theme."""
_OF_BINDING = re.compile(r"(Theme|Site)([2-5]?)")


def normalized(side: Annotation) -> Annotation:
    """Sort the arguments of each event by role, and put equivalents before all events.

    Examples:
        >>> themes = Argument("Theme", "T3", False), Argument("Theme2", "T1", False)
        >>> from event_scoring.extraction.conventions.bionlp.annotation import Term
        >>> side = Annotation({"T6": Term("T6", "Binding", 0, 7)}, [Event("E1", "Binding", "T6", themes)])
        >>> [(argument.role, argument.id) for argument in normalized(side).events[0].arguments]
        [('Theme', 'T1'), ('Theme2', 'T3')]
    """
    events = [_normalized_event(event, side) for event in side.events]
    referred = Counter(argument.id for event in side.events for argument in event.arguments)
    referred.update(event.trigger for event in side.events)
    groups = [(0, _referred_first(group, referred)) for _, group in side.equivalents]
    return replace(side, events=events, equivalents=groups)


def _normalized_event(event: Event, side: Annotation) -> Event:
    """Sort the arguments of an event.

    An event whose trigger is missing or of another type is written without the colon before the trigger. It has no
    trigger then, and the trigger's id is read as one more argument, which has no effect.
    """
    trigger = side.terms.get(event.trigger)
    if trigger is None or trigger.given or trigger.type != event.type:
        return event._replace(trigger="", arguments=(Argument(event.trigger, "", False), *event.arguments))
    arguments = sorted(event.arguments, key=lambda argument: RANKS.get(argument.role, 0))
    return event._replace(arguments=binding_arguments(arguments) if event.type == "Binding" else (*arguments,))


def binding_arguments(arguments: Sequence[Argument]) -> tuple[Argument, ...]:
    """Renumber the Themes of a Binding by the number in their id, and append the Site of each.

    If two Themes or two Sites have one number, the first is kept; arguments with other roles are dropped. A Site
    without its Theme gets an empty Theme, and an event gets an unknown id, because the program garbles them in this
    way.

    Examples:
        >>> given = [("Theme", "T9"), ("Theme2", "T2"), ("Site2", "T30"), ("Cause", "T4")]
        >>> found = binding_arguments([Argument(role, name, False) for role, name in given])
        >>> [(argument.role, argument.id) for argument in found]
        [('Theme', 'T2'), ('Theme2', 'T9'), ('Site', 'T30')]
    """
    themes: dict[str, str] = {}
    sites: dict[str, str] = {}
    for argument in arguments:
        found = _OF_BINDING.match(argument.role)
        if found:
            number = found[2] or "1"
            (themes if found[1] == "Theme" else sites).setdefault(number, argument.id.removeprefix("T"))
            if found[1] == "Site":
                themes.setdefault(number, "")
    in_order = sorted(sorted(themes), key=lambda number: _value(themes[number]))
    of_themes, of_sites = [], []
    for place, number in enumerate(in_order, 1):
        shown = "" if place == 1 else str(place)
        of_themes.append(Argument(f"Theme{shown}", f"T{themes[number]}", False))
        if sites.get(number):
            of_sites.append(Argument(f"Site{shown}", f"T{sites[number]}", False))
    return (*of_themes, *of_sites)


def _value(digits: str) -> int:
    """Return the number at the start of a text, 0 without one."""
    found = re.match("[0-9]{1,18}", digits)
    return int(found[0]) if found else 0


def _referred_first(group: Sequence[str], referred: Counter[str]) -> tuple[str, ...]:
    """Move the last term that events name to the front of a group of equal terms; drop the others that they name."""
    named = [name for name in group if referred[name]]
    return (named[-1], *(name for name in group if not referred[name])) if named else (*group,)
