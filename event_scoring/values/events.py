"""What events are worth, which prediction stands for which reference, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from event_scoring.arrays.joins import join
from event_scoring.arrays.matching import connected_groups, optimal_in_groups
from event_scoring.arrays.ragged import FloatArray, IntArray, count_rows, sum_rows
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
    pairs = pair_elements(ours, theirs, (worth[0], worth[1]), map_them=not of_mentions)
    earned = [worth[0].worth, worth[1].worth]
    if not of_mentions:
        # A kind that no reference of the whole corpus has is not scored.
        earned[1] = np.where(np.isin(theirs.kind, ours.kind), earned[1], 0.0)
    return _compare(references, predictions, pairs, earned[0], earned[1], of_mentions, argument_pairs, event_pairs)


def _compare(
    references: Events,
    predictions: Events,
    elements: ElementPairs,
    reference_worth: FloatArray,
    prediction_worth: FloatArray,
    of_mentions: bool,
    argument_pairs: str,
    event_pairs: str,
) -> Outcomes:
    arguments = [
        sum_rows(worth[side.element], side.event, len(side))
        for side, worth in ((references, reference_worth), (predictions, prediction_worth))
    ]
    worth = [
        of_arguments + EPSILON * count_rows(side.mention_event, len(side))
        for side, of_arguments in zip((references, predictions), arguments, strict=True)
    ]
    width = max(len(predictions), 1)
    usable = (elements.value != 0) & (elements.mapped | (argument_pairs != "mapped"))
    i, j, place = _argument_candidates(references, predictions, elements, np.flatnonzero(usable))
    same = np.where(references.role[i] == predictions.role[j], 1.0, WRONG_ROLE)
    value = elements.value[place]
    key = references.event[i] * width + predictions.event[j]
    taken = cheapest_mapping(key, j, i, -(same + 0.5) * value)
    touch = overlapping(references.extents, predictions.extents)
    touch_key = references.mention_event[touch.system] * width + predictions.mention_event[touch.reference]
    pairs = np.union1d(key, touch_key)

    def per_pair(keys: IntArray, numbers: FloatArray) -> FloatArray:
        return sum_rows(numbers, np.searchsorted(pairs, keys), len(pairs))

    r, t = pairs // width, pairs % width
    gained = per_pair(key[taken], (same * value)[taken])
    joined = optimal_in_groups(touch, touch_key)
    extent = per_pair(touch_key[joined], touch.similarity[joined])
    touches, has_candidate = (per_pair(keys, np.ones(len(keys))) > 0 for keys in (touch_key, key))
    has_arguments = count_rows(references.event, len(references)) > 0
    possible = has_candidate | touches
    possible &= (gained != 0) | touches
    if event_pairs in ("arguments", "both"):
        possible &= has_candidate | ~has_arguments[r]
    if event_pairs in ("extents", "both") or of_mentions:
        possible &= touches
    if of_mentions:
        gained = per_pair(key[taken], (same * reference_worth[references.element[i]])[taken])
        extra = np.zeros(len(pairs))
    else:
        extra = arguments[1][t] - per_pair(key[taken], value[taken])
    differ = references.attributes[r] != predictions.attributes[t]
    discount = np.prod(np.where(differ, ATTRIBUTE_DISCOUNTS, 1.0), axis=1)
    pair_value = discount * (gained - EXTRA_ARGUMENT * extra + EPSILON * extent)
    r, t, pair_value, possible_keys = r[possible], t[possible], pair_value[possible], pairs[possible]
    cost = -FALSE_ALARM * worth[1][t] - pair_value
    chosen = cheapest_mapping(connected_groups(r, t), r, t, cost)
    right = per_pair(key[taken], elements.mapped[place[taken]].astype(np.float64))[
        np.searchsorted(pairs, possible_keys)
    ]
    is_error = differ[possible].any(axis=1) | (right < count_rows(references.event, len(references))[r])
    outcome = np.full(len(references), OUTCOMES.index("miss"))
    outcome[r[chosen]] = is_error[chosen].astype(np.int64)
    lost = worth[0].copy()
    lost[r[chosen]] -= pair_value[chosen]
    false = np.setdiff1d(np.arange(len(predictions)), t[chosen], assume_unique=True)
    return Outcomes(
        document=np.concatenate([references.document, predictions.document[false]]),
        attributes=np.concatenate([references.attributes, predictions.attributes[false]]),
        outcome=np.concatenate([outcome, np.full(len(false), OUTCOMES.index("false_alarm"))]),
        cost=np.concatenate([lost, FALSE_ALARM * worth[1][false]]),
        worth=np.concatenate([worth[0], np.zeros(len(false))]),
    )


def _argument_candidates(
    references: Events, predictions: Events, elements: ElementPairs, usable: IntArray
) -> tuple[IntArray, IntArray, IntArray]:
    """Arguments of the references and of the predictions whose elements are a pair, and that pair."""
    ours = join(elements.reference[usable], references.element)
    place, i = usable[ours.row_index], ours.values
    theirs = join(elements.prediction[place], predictions.element)
    return i[theirs.row_index], theirs.values, place[theirs.row_index]
