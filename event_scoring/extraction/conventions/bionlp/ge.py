"""The GE tasks: events compared by their ordered arguments, types by document and by class.

a2-evaluate of GE 2011 (bionlp-st-2013/bionlp-st-2011, `GE/tools`) and of GE 2013 (bionlp-st-2013/bionlp-st-2013_tools,
4f59ff4): Kim et al., "Overview of Genia Event Task in BioNLP Shared Task 2011" (2011), sections 4 and 5.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from event_scoring.extraction.conventions.bionlp.annotation import Annotation, Argument, Term
from event_scoring.extraction.conventions.bionlp.ge_comparison import GeComparison, GeEvent, GeEvents, GeSettings
from event_scoring.extraction.conventions.bionlp.widening import MarkedText
from event_scoring.scoring.limits import check_number_of_pairs

_THEME_NUMBER = re.compile("Theme[2-6]")
_SECONDARY = re.compile("Site|Loc")


Names = dict[str, str]
"""Ids of terms and events, mapped to the ids that replace them."""


class GeCounts(NamedTuple):
    """The counts of one document, by class."""

    gold: Mapping[str, int]
    matched_gold: Mapping[str, int]
    predictions: Mapping[str, int]
    matched_predictions: Mapping[str, int]
    secondary: int = 0
    """The number of predicted arguments that only task 2 reads; in task 3 the number of predicted modifications."""


def read_events(side: Annotation, task: int, names: Names) -> tuple[GeEvents, int]:
    """Read the events of a side for a task; also return the number of arguments or modifications only it reads.

    ``names`` collects Equiv lines of both sides. They apply only to the events after them.
    """
    found: GeEvents = {}
    secondary = 0
    groups = sorted(side.equivalents, key=lambda group: group[0])
    for number, event in enumerate(side.events):
        while groups and groups[0][0] <= number:
            _collect(groups.pop(0)[1], names)
        arguments = []
        for argument in event.arguments:
            if _SECONDARY.search(argument.role):
                if task != 2:
                    continue
                secondary += 1
            role = "Theme" if _THEME_NUMBER.fullmatch(argument.role) else argument.role
            arguments.append(Argument(role, names.get(argument.id, argument.id), argument.is_event))
        found[event.id] = GeEvent(event.type, event.trigger, (*arguments,))
    for _, group in groups:
        _collect(group, names)
    if task == 3:
        secondary = len(side.modifications)
        for modification in side.modifications:
            found[modification.id] = GeEvent(
                modification.type, "", (Argument("Theme", modification.event, True),), modifies=True
            )
    return found, secondary


def _collect(group: Sequence[str], names: Names) -> None:
    names.update(dict.fromkeys(group[1:], group[0]))


def without_repeats(events: GeEvents, names: Names) -> GeEvents:
    """Remove repeated events: those with the type, trigger id, roles and ids of an earlier event.

    References to a removed event become references to the first one, so arguments are ordered before their events.
    Circular references keep the order of the file, where the original's is that of a hash.

    Examples:
        >>> twice = {name: GeEvent("Binding", "T5", (Argument("Theme", "T1", False),)) for name in ("E1", "E2")}
        >>> outer = {"E3": GeEvent("Regulation", "T6", (Argument("Theme", "E2", True),))}
        >>> without_repeats({**outer, **twice}, {})["E3"].arguments[0].id
        'E1'
    """
    kept: GeEvents = {}
    first: dict[GeEvent, str] = {}
    for name in in_order_of_reference(events):
        event = events[name]
        event = event._replace(
            arguments=tuple(argument._replace(id=names.get(argument.id, argument.id)) for argument in event.arguments)
        )
        if event in first:
            names[name] = first[event]
        else:
            first[event], kept[name] = name, event
    return {name: kept[name] for name in events if name in kept}


def in_order_of_reference(events: Mapping[str, GeEvent]) -> list[str]:
    """Sort the ids of events so that arguments come before their events; members of cycles come last."""
    left = {name: {argument.id for argument in event.arguments if argument.is_event} for name, event in events.items()}
    users: dict[str, list[str]] = {}
    for name, needed in left.items():
        for other in needed:
            users.setdefault(other, []).append(name)
    found = [name for name, needed in left.items() if not needed]
    for name in found:
        for user in users.get(name, ()):
            left[user].discard(name)
            if not left[user]:
                found.append(user)
    placed = set(found)
    return [*found, *(name for name in events if name not in placed)]


def count_ge(
    predicted: GeEvents,
    annotated: GeEvents,
    terms: tuple[Mapping[str, Term], Mapping[str, Term]],
    page: MarkedText,
    settings: GeSettings,
    secondary: int = 0,
) -> tuple[GeCounts, dict[str, list[str]]]:
    """Count one document; also return the references that each prediction equals.

    More predictions of a class may be right than references are found. The surplus is subtracted from the predictions
    and from the right ones. Soft types may make the types of predictions and references differ.

    Examples:
        >>> event = {"E1": GeEvent("Binding", "T5", (Argument("Theme", "T1", False),))}
        >>> terms = {"T1": Term("T1", "Protein", 0, 4, True), "T5": Term("T5", "Binding", 5, 9)}
        >>> counted, pairs = count_ge(event, event, (terms, terms), MarkedText("IL-2 bind"), GeSettings())
        >>> counted.matched_gold, pairs
        (Counter({'Binding': 1}), {'E1': ['E1']})
    """
    matching = GeComparison(predicted, annotated, terms, page, settings)
    by_type: dict[tuple[str, bool], list[str]] = {}
    for name, event in annotated.items():
        by_type.setdefault((settings.type_of(event.type), event.modifies), []).append(name)
    candidates = {
        name: by_type.get((settings.type_of(event.type), event.modifies), []) for name, event in predicted.items()
    }
    check_number_of_pairs(sum(map(len, candidates.values())), "events of one type", ("references", "events"))
    pairs = {name: [other for other in others if matching.equal(name, other)] for name, others in candidates.items()}
    right = [name for name, others in pairs.items() if others]
    found = {other for others in pairs.values() for other in others}
    gold, predictions = _tally(annotated.values(), settings), _tally(predicted.values(), settings)
    matched_gold = _tally((annotated[name] for name in annotated if name in found), settings)
    matched = _tally((predicted[name] for name in right), settings)
    surplus = matched - matched_gold
    predictions.subtract(surplus)
    return GeCounts(gold, matched_gold, predictions, matched - surplus, secondary), pairs


def _tally(events: Iterable[GeEvent], settings: GeSettings) -> Counter[str]:
    return Counter(label_of(event, settings.decomposed) for event in events)


def label_of(event: GeEvent, decomposed: bool) -> str:
    """Return the class under which an event counts."""
    return f"{event.arguments[0].role}-{event.type}" if decomposed else event.type
