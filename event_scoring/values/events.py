"""Score events: their worth, and the value of a pair of a reference and a prediction.

ace05-eval-v14.pl (BBN-E/serif, commit 1e2662d): the mapping of arguments, the value of a pair of events, the mapping of
events, and event mentions in place of events (its option -m). Each step concerns one document.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from math import fsum
from typing import TypeAlias

import msgspec

from event_scoring.matching import Pair
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.values.documents import ATTRIBUTES, Event, ValueDocument, elements_by_kind
from event_scoring.values.elements import EPSILON, FALSE_ALARM, ElementKeys, ElementPair, WeighedElement
from event_scoring.values.mapping import cheapest_in_groups, cheapest_mapping
from event_scoring.values.options import ValueOptions
from event_scoring.values.spans import Span, overlapping

WRONG_ROLE = 0.75
EXTRA_ARGUMENT = 0.5
"""Cost of an argument beyond the mapped ones, as a share of its worth."""
EVENT_ATTRIBUTES = ("type", "subtype", *ATTRIBUTES)
ATTRIBUTE_DISCOUNTS = (0.5, 0.9, 0.75, 1 - EPSILON, 1 - EPSILON, 1 - EPSILON)
"""Factors for each of `EVENT_ATTRIBUTES` in which two events differ."""


class ScoredEvent(msgspec.Struct):
    """An event, or one mention of it at the level of mentions, with its worth."""

    index: tuple[int, ...]
    """Its index in the document."""
    attributes: tuple[str | None, ...]
    arguments: list[tuple[str, str]]
    """The role of each and the id of its element."""
    extents: list[Span]
    worths: list[float]
    """The worth of each argument's element."""
    elements: list[WeighedElement]
    """The entity, value or time that fills each argument."""
    of_arguments: float
    """The worth of its arguments together."""

    @property
    def worth(self) -> float:
        """The worth of its arguments, and a tiny amount for each mention."""
        return self.of_arguments + EPSILON * len(self.extents)


ArgumentPair: TypeAlias = "tuple[float, float, bool]"
"""Properties of a pair of arguments. These are the share kept if their roles differ, the value of their elements, and
whether the elements are mapped to each other in the whole corpus.
"""


class EventPair(msgspec.Struct):
    """The value of a prediction for a reference, and their mapped arguments."""

    value: float
    arguments: Mapping[Pair, ArgumentPair]
    """The mapped arguments by their indices: prediction, reference."""
    gains: list[float]
    """Worth of each of these pairs, before differing attributes and additional arguments cost anything."""


class EventOutcome(msgspec.Struct):
    """The outcome of a reference event, or of a prediction without a reference."""

    event: ScoredEvent
    outcome: str
    cost: float
    worth: float
    """The worth; 0 for false alarms."""
    partner: ScoredEvent | None = None
    pair: EventPair | None = None


def read_events(
    document: ValueDocument, elements: Mapping[str, WeighedElement], kinds: Container[str]
) -> list[ScoredEvent]:
    """Return the events of a side. Arguments whose elements are of other kinds are worth nothing."""
    events = []
    for index, event in enumerate(document.events):
        arguments, filled, worths = [], [], []
        for argument in event.arguments:
            element = elements[argument.refid]
            arguments.append((argument.role, argument.refid))
            filled.append(element)
            worths.append(element.worth if element.kind in kinds else 0.0)
        extents = [mention.extent for mention in event.mentions]
        events.append(ScoredEvent((index,), _attributes(event), arguments, extents, worths, filled, fsum(worths)))
    return events


def read_event_mentions(
    document: ValueDocument, elements: Mapping[str, WeighedElement], owners: Mapping[str, str] | None
) -> list[ScoredEvent]:
    """Return each mention of an event as an event.

    Args:
        document: One side of a document.
        elements: Its elements: of references whole, of predictions each mention by itself.
        owners: Of references the element of each mention: theirs is a set of elements. None leaves mentions.
    """
    events = []
    for index, event in enumerate(document.events):
        attributes = _attributes(event)
        for row, mention in enumerate(event.mentions):
            arguments = [(element.role, element.refid) for element in mention.arguments or ()]
            if owners is not None:
                arguments = list(dict.fromkeys((role, owners[name]) for role, name in arguments))
            filled = [elements[name] for _, name in arguments]
            worths, extents = [element.worth for element in filled], [mention.extent]
            events.append(ScoredEvent((index, row), attributes, arguments, extents, worths, filled, fsum(worths)))
    return events


def owners_of_mentions(document: ValueDocument) -> dict[str, str]:
    """Return the id of the element of each mention that has an id; for repeated ids the first."""
    owners: dict[str, str] = {}
    for _, elements in elements_by_kind(document):
        for element in elements:
            for mention in element.mentions:
                if mention.id is not None:
                    owners.setdefault(mention.id, element.id)
    return owners


def _attributes(event: Event) -> tuple[str | None, ...]:
    """Return the values of `EVENT_ATTRIBUTES`."""
    return event.type, event.subtype, event.modality, event.polarity, event.genericity, event.tense


def score_events(
    references: list[ScoredEvent],
    predictions: list[ScoredEvent],
    elements: Iterable[ElementPair],
    mapped: Container[ElementKeys],
    options: ValueOptions,
) -> list[EventOutcome]:
    """Return the outcome of every event, with the cheapest mapping of predictions to references.

    Args:
        references: The events of the references in one document.
        predictions: The events of the system.
        elements: The pairs of their elements.
        mapped: The pairs of elements mapped in the whole corpus.
        options: The options of the comparison.
    """
    pairs = pair_events(references, predictions, elements, mapped, options)
    alarms = [FALSE_ALARM * event.worth for event in predictions]
    partners = dict(cheapest_in_groups({(r, t): -alarms[t] - pair.value for (r, t), pair in pairs.items()}))
    outcomes = []
    for r, event in enumerate(references):
        worth = event.worth
        if r not in partners:
            outcomes.append(EventOutcome(event, "miss", worth, worth))
            continue
        pair, partner = pairs[r, partners[r]], predictions[partners[r]]
        is_correct = event.attributes == partner.attributes and len(event.arguments) == sum(
            [is_mapped for _, _, is_mapped in pair.arguments.values()]
        )
        outcome = "correct" if is_correct else "error"
        outcomes.append(EventOutcome(event, outcome, worth - pair.value, worth, partner, pair))
    taken = set(partners.values())
    for t, event in enumerate(predictions):
        if t not in taken:
            outcomes.append(EventOutcome(event, "false_alarm", alarms[t], 0.0))
    return outcomes


def pair_events(
    references: list[ScoredEvent],
    predictions: list[ScoredEvent],
    elements: Iterable[ElementPair],
    mapped: Container[ElementKeys],
    options: ValueOptions,
) -> dict[Pair, EventPair]:
    """Return the index pairs of events that may be mapped, with their value."""
    arguments = argument_pairs(references, predictions, elements, mapped, options.argument_pairs == "mapped")
    touching: dict[Pair, dict[Pair, float]] = defaultdict(dict)
    (reference_extents, reference_of), (predicted_extents, prediction_of) = map(_extents, (references, predictions))
    for a, b, share in overlapping(reference_extents, predicted_extents):
        touching[reference_of[a], prediction_of[b]][b, a] = share
    found = {}
    for r, t in arguments.keys() | touching.keys():
        pair = pair_of_events(
            references[r], predictions[t], arguments.get((r, t), {}), touching.get((r, t), {}), options
        )
        if pair is not None:
            found[r, t] = pair
    return found


def argument_pairs(
    references: list[ScoredEvent],
    predictions: list[ScoredEvent],
    elements: Iterable[ElementPair],
    mapped: Container[ElementKeys],
    mapped_only: bool,
) -> dict[Pair, dict[Pair, ArgumentPair]]:
    """Return, for each pair of events, the arguments whose elements are worth something together: prediction,
    reference.

    Their roles may differ.
    """
    partners: dict[str, list[tuple[str, float, bool]]] = defaultdict(list)
    for reference, prediction, value in elements:
        if value:
            is_mapped = (reference, prediction) in mapped
            if is_mapped or not mapped_only:
                partners[reference].append((prediction, value, is_mapped))
    arguments: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for t, event in enumerate(predictions):
        for j, (role, name) in enumerate(event.arguments):
            arguments[name].append((t, j, role))
    found: dict[Pair, dict[Pair, ArgumentPair]] = defaultdict(dict)
    number = 0
    for r, event in enumerate(references):
        for i, (own_role, name) in enumerate(event.arguments):
            for partner, value, is_mapped in partners.get(name, ()):
                of_partner = arguments.get(partner, ())
                number += len(of_partner)
                check_number_of_pairs(number, "arguments that may match", ("predictions", "events"))
                for t, j, role in of_partner:
                    found[r, t][j, i] = (1.0 if role == own_role else WRONG_ROLE, value, is_mapped)
    return found


def pair_of_events(
    reference: ScoredEvent,
    prediction: ScoredEvent,
    arguments: Mapping[Pair, ArgumentPair],
    extents: Mapping[Pair, float],
    options: ValueOptions,
) -> EventPair | None:
    """Return the value of a prediction for a reference, or None if they may not be mapped.

    Args:
        reference: An event of the references.
        prediction: One of the system.
        arguments: The argument pairs whose elements are worth something together.
        extents: The share that mentions of both have in common.
        options: What two events must have in common.
    """
    of_mentions = options.level == "mention"
    if not arguments and reference.arguments and options.event_pairs in ("arguments", "both"):
        return None
    if not extents and (of_mentions or options.event_pairs in ("extents", "both")):
        return None
    if len(arguments) > 1:
        chosen = cheapest_mapping({pair: -(role + 0.5) * value for pair, (role, value, _) in arguments.items()})
        arguments = {pair: arguments[pair] for pair in chosen}
    gains, values = [], []
    for role, value, _ in arguments.values():
        gains.append(role * value)
        values.append(value)
    gained = fsum(gains)
    if not gained and not extents:
        return None
    extra = prediction.of_arguments - fsum(values)
    if of_mentions:
        # All of a reference's worth for any match, without a cost for additional arguments.
        gains = [role * reference.worths[i] for (_, i), (role, _, _) in arguments.items()]
        gained, extra = fsum(gains), 0.0
    if len(extents) > 1:
        touching = cheapest_mapping({pair: -share for pair, share in extents.items()})
        extents = {pair: extents[pair] for pair in touching}
    value = gained - EXTRA_ARGUMENT * extra + EPSILON * fsum(extents.values())
    if reference.attributes != prediction.attributes:
        attributes = zip(ATTRIBUTE_DISCOUNTS, reference.attributes, prediction.attributes, strict=True)
        for discount, expected, predicted in attributes:
            if expected != predicted:
                value *= discount
    return EventPair(value, arguments, gains)


def has_other_words(reference: ScoredEvent, prediction: ScoredEvent, pair: EventPair) -> bool:
    """Whether two mapped events, or two of their mapped arguments, have no mention at the same span."""
    if reference.extents and prediction.extents and set(reference.extents).isdisjoint(prediction.extents):
        return True
    return any(reference.elements[i].heads.isdisjoint(prediction.elements[j].heads) for j, i in pair.arguments)


def _extents(events: list[ScoredEvent]) -> tuple[list[Span], list[int]]:
    """Return the extents of events, and the index of each extent's event."""
    places = [place for place, event in enumerate(events) for _ in event.extents]
    return [extent for event in events for extent in event.extents], places
