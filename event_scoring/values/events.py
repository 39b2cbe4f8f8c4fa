"""What events are worth, which prediction stands for which reference, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from event_scoring.arrays.joins import join
from event_scoring.arrays.matching import connected_groups, optimal_in_groups
from event_scoring.arrays.ragged import BoolArray, Columns, FloatArray, IntArray, count_rows, sum_rows
from event_scoring.values.columns import Events, ValueColumns
from event_scoring.values.elements import EPSILON, FALSE_ALARM, ElementPairs, Worth, pair_elements
from event_scoring.values.mapping import cheapest_mapping, overlapping

WRONG_ROLE = 0.75
EXTRA_ARGUMENT = 0.5
"""What an argument beyond those that are mapped costs, as a share of its worth."""
ATTRIBUTE_DISCOUNTS = np.array([0.5, 0.9, 0.75, 1 - EPSILON, 1 - EPSILON, 1 - EPSILON])
"""For each attribute in which two events differ: type, subtype, modality, polarity, genericity, tense."""
OUTCOMES = ("correct", "error", "miss", "false_alarm")


@dataclass(frozen=True)
class Outcomes:
    """What became of each event: one row for each of the references, and one for each false alarm."""

    document: IntArray
    attributes: IntArray
    outcome: IntArray
    """A place in `OUTCOMES`."""
    cost: FloatArray
    worth: FloatArray
    """0 for false alarms."""


@dataclass(frozen=True)
class ValuedEvents:
    """The events of one side, and what they are worth."""

    events: Events
    elements: FloatArray
    """What each element is worth."""
    arguments: FloatArray
    """What the arguments of each event are worth together."""
    worth: FloatArray
    """What each event is worth."""

    @classmethod
    def of(cls, events: Events, elements: FloatArray) -> ValuedEvents:
        """The worth of events from that of their elements."""
        arguments = sum_rows(elements[events.element], events.event, len(events))
        mentions = count_rows(events.mention_event, len(events))
        return cls(events, elements, arguments, arguments + EPSILON * mentions)


@dataclass(frozen=True)
class ArgumentPairs(Columns):
    """An argument of a reference and one of a prediction whose elements are a pair."""

    events: IntArray
    """A number for the two events."""
    reference: IntArray
    prediction: IntArray
    role: FloatArray
    """What is left of their value by their roles: all where these are the same."""
    value: FloatArray
    """What their elements are worth together."""
    mapped: BoolArray
    """Whether their elements stand for each other."""

    def one_to_one(self) -> ArgumentPairs:
        """The most valuable, of each argument one at most for each two events."""
        cost = -(self.role + 0.5) * self.value
        return self.select(cheapest_mapping(self.events, self.prediction, self.reference, cost))


@dataclass(frozen=True)
class EventPairs(Columns):
    """A reference and a prediction that may stand for it."""

    reference: IntArray
    prediction: IntArray
    value: FloatArray
    is_error: BoolArray
    """Whether something of the prediction is wrong."""


def event_outcomes(columns: ValueColumns, level: str, argument_pairs: str, event_pairs: str) -> Outcomes:
    """The outcome of every event, or event mention, by the options of these names."""
    sides = (columns.references, columns.predictions)
    specific = columns.labels.index("SPC") if "SPC" in columns.labels else len(columns.labels)
    of_mentions = level == "mention"
    scored = [(side.elements, side.events) for side in sides]
    if of_mentions:
        scored = [side.with_mentions_as_events(whole=side is columns.references) for side in sides]
    (ours, references), (theirs, predictions) = scored
    worth = [Worth.of(of_side[0], specific) for of_side in scored]
    elements = pair_elements(ours, theirs, (worth[0], worth[1]), map_them=not of_mentions)
    earned = [worth[0].worth, worth[1].worth]
    if not of_mentions:
        # A kind that no reference of the whole corpus has is not scored.
        earned[1] = np.where(np.isin(theirs.kind, ours.kind), earned[1], 0.0)
    reference, prediction = ValuedEvents.of(references, earned[0]), ValuedEvents.of(predictions, earned[1])
    arguments = _argument_pairs(references, predictions, elements, mapped_only=argument_pairs == "mapped")
    return _outcomes(reference, prediction, _event_pairs(reference, prediction, arguments, of_mentions, event_pairs))


def _argument_pairs(
    references: Events, predictions: Events, elements: ElementPairs, mapped_only: bool
) -> ArgumentPairs:
    """Every two arguments whose elements are a pair that is worth something."""
    usable = np.flatnonzero((elements.value != 0) & (elements.mapped | (not mapped_only)))
    ours = join(elements.reference[usable], references.element)
    place, i = usable[ours.row_index], ours.values
    theirs = join(elements.prediction[place], predictions.element)
    i, j, place = i[theirs.row_index], theirs.values, place[theirs.row_index]
    role = np.where(references.role[i] == predictions.role[j], 1.0, WRONG_ROLE)
    events = _pair_number(references.event[i], predictions.event[j], predictions)
    return ArgumentPairs(events, i, j, role, elements.value[place], elements.mapped[place])


def _event_pairs(
    reference: ValuedEvents, prediction: ValuedEvents, arguments: ArgumentPairs, of_mentions: bool, event_pairs: str
) -> EventPairs:
    """The events that the option lets stand for each other, and what that is worth."""
    references, predictions = reference.events, prediction.events
    touch = overlapping(references.extents, predictions.extents)
    touching = _pair_number(
        references.mention_event[touch.system], predictions.mention_event[touch.reference], predictions
    )
    pairs = np.union1d(arguments.events, touching)
    r, t = np.divmod(pairs, max(len(predictions), 1))

    def per_pair(keys: IntArray, numbers: FloatArray) -> FloatArray:
        return sum_rows(numbers, np.searchsorted(pairs, keys), len(pairs))

    taken, joined = arguments.one_to_one(), optimal_in_groups(touch, touching)
    gained = per_pair(taken.events, taken.role * taken.value)
    has_argument, touches = (per_pair(keys, np.ones(len(keys))) > 0 for keys in (arguments.events, touching))
    wanted = count_rows(references.event, len(references))[r]
    possible = (has_argument & (gained != 0)) | touches
    if event_pairs in ("arguments", "both"):
        possible &= has_argument | (wanted == 0)
    if event_pairs in ("extents", "both") or of_mentions:
        possible &= touches
    if of_mentions:
        gained = per_pair(taken.events, taken.role * reference.elements[references.element[taken.reference]])
        extra = np.zeros(len(pairs))
    else:
        extra = prediction.arguments[t] - per_pair(taken.events, taken.value)
    differ = references.attributes[r] != predictions.attributes[t]
    discount = np.prod(np.where(differ, ATTRIBUTE_DISCOUNTS, 1.0), axis=1)
    extent = per_pair(touching[joined], touch.similarity[joined])
    value = discount * (gained - EXTRA_ARGUMENT * extra + EPSILON * extent)
    is_error = differ.any(axis=1) | (per_pair(taken.events, taken.mapped.astype(np.float64)) < wanted)
    return EventPairs(r, t, value, is_error).select(possible)


def _outcomes(reference: ValuedEvents, prediction: ValuedEvents, pairs: EventPairs) -> Outcomes:
    """What becomes of the events where they stand for each other so that it costs least."""
    references, predictions = reference.events, prediction.events
    r, t = pairs.reference, pairs.prediction
    cost = -FALSE_ALARM * prediction.worth[t] - pairs.value
    chosen = cheapest_mapping(connected_groups(r, t), r, t, cost)
    outcome = np.full(len(references), OUTCOMES.index("miss"))
    outcome[r[chosen]] = np.where(pairs.is_error[chosen], OUTCOMES.index("error"), OUTCOMES.index("correct"))
    lost = reference.worth.copy()
    lost[r[chosen]] -= pairs.value[chosen]
    false = np.setdiff1d(np.arange(len(predictions)), t[chosen], assume_unique=True)
    return Outcomes(
        document=np.concatenate([references.document, predictions.document[false]]),
        attributes=np.concatenate([references.attributes, predictions.attributes[false]]),
        outcome=np.concatenate([outcome, np.full(len(false), OUTCOMES.index("false_alarm"))]),
        cost=np.concatenate([lost, FALSE_ALARM * prediction.worth[false]]),
        worth=np.concatenate([reference.worth, np.zeros(len(false))]),
    )


def _pair_number(reference: IntArray, prediction: IntArray, predictions: Events) -> IntArray:
    """A number for two events."""
    return reference * max(len(predictions), 1) + prediction
