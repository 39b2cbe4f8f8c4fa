"""a2-decompose of the GE tasks: events with several arguments become one event for each argument.

bionlp-st-2013/bionlp-st-2013_tools (4f59ff4), `a2-decompose.pl`, and what a2d-evaluate.pl reads of its output.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from event_scoring.documents.errors import Description, InputError
from event_scoring.extraction.conventions.bionlp.annotation import Annotation, Argument
from event_scoring.extraction.conventions.bionlp.ge import (
    GeEvent,
    GeEvents,
    Names,
    in_order_of_reference,
    without_repeats,
)

MAX_PIECES = 2**15
"""Maximum number of pieces of one side of a document."""
_NUMBER = re.compile("(?<=[a-zA-Z])[0-9]+$")


def read_pieces(side: Annotation, names: Names, *, predicted: bool) -> GeEvents:
    """Return the events of a side, cut into events with one argument each.

    Equal terms, which ``names`` collects, replace each other. Equal pieces of predictions are removed once more.

    Examples:
        >>> from event_scoring.extraction.conventions.bionlp.annotation import Event
        >>> arguments = Argument("Theme", "T1", False), Argument("Theme2", "T2", False)
        >>> pieces = read_pieces(Annotation(events=[Event("E1", "Binding", "T5", arguments)]), {}, predicted=False)
        >>> {name: (piece.arguments[0].role, piece.arguments[0].id) for name, piece in pieces.items()}
        {'E1-0': ('Theme', 'T1'), 'E1-1': ('Theme', 'T2')}
    """
    for _, group in side.equivalents:
        names.update(dict.fromkeys(group[1:], group[0]))
    # a2-decompose removes equal pieces first, and then those that refer to a piece of another role than Theme.
    pieces = of_themes_only(without_repeats(copied_for_pieces(side), {}))
    found = {
        name: piece._replace(arguments=tuple(one._replace(id=names.get(one.id, one.id)) for one in piece.arguments))
        for name, piece in pieces.items()
    }
    return without_repeats(found, names) if predicted else found


def copied_for_pieces(side: Annotation) -> GeEvents:
    """Return a piece of each event for each of its arguments, and for each piece of the event that is this argument.

    Pieces are named after their event and the number of their argument: E1-0, E1-1, and E2-0-1 for the argument E1-1.
    """
    whole: dict[str, list[GeEvent]] = {}
    for event in side.events:
        arguments = event.arguments or (Argument("", "", False),)
        whole[event.id] = [
            GeEvent(event.type, event.trigger, (one._replace(role=_NUMBER.sub("", one.role)),)) for one in arguments
        ]
    references = {
        name: GeEvent("", "", tuple(piece.arguments[0] for piece in pieces)) for name, pieces in whole.items()
    }
    ends: dict[str, list[str]] = {}
    found: GeEvents = {}
    for name in in_order_of_reference(references):
        ends[name] = []
        several = len(whole[name]) > 1
        for number, piece in enumerate(whole[name]):
            own = f"{name}-{number}" if several else name
            argument = piece.arguments[0]
            targets = ends.get(argument.id, []) if argument.is_event and argument.id != name else []
            if targets in ([], [argument.id]):  # an entity, or an event that keeps its id because it was not cut
                copies = {own: piece}
            else:
                copies = {
                    f"{own}-{place}": piece._replace(arguments=(argument._replace(id=target),))
                    for place, target in enumerate(targets)
                }
            found.update(copies)
            ends[name] += copies
            if len(found) > MAX_PIECES:
                wanted = f"events of at most {MAX_PIECES:,} pieces"
                raise InputError(
                    ("references", "events"), wanted=wanted, got=Description("more"), hint="cut the document"
                )
    return found


def of_themes_only(pieces: Mapping[str, GeEvent]) -> GeEvents:
    """Remove the pieces that refer to a piece with another role than Theme, and the pieces that refer to those.

    Examples:
        >>> fillers = [(Argument(role, "T1", False),) for role in ("Theme", "Cause")]
        >>> theme, cause = (GeEvent("Regulation", "T5", filler) for filler in fillers)
        >>> outer = GeEvent("Regulation", "T6", (Argument("Theme", "E1-1", True),))
        >>> [*of_themes_only({"E1-0": theme, "E1-1": cause, "E2": outer})]
        ['E1-0', 'E1-1']
    """
    kept: GeEvents = {}
    for name in in_order_of_reference(pieces):
        (argument,) = pieces[name].arguments
        if argument.is_event:
            inner = kept.get(argument.id)
            if inner is None or inner.arguments[0].role != "Theme":
                continue
        kept[name] = pieces[name]
    return kept
