"""What entities, values and times are worth, and what a pair of them is worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from event_scoring.arrays.keys import numbered, row_keys
from event_scoring.arrays.matching import Pairs, connected_groups, optimal_in_groups
from event_scoring.arrays.ragged import BoolArray, FloatArray, IntArray, sum_rows
from event_scoring.values.columns import ENTITY, TIME, VALUE, Elements
from event_scoring.values.mapping import LEAST_OVERLAP, cheapest_mapping, overlapping

EPSILON = 1e-8
FALSE_ALARM = 0.75
"""What something false costs, as a share of its worth."""
MENTION_DISCOUNT = 0.9
"""For each of level, role and metonymy in which two mentions differ."""
DISCOUNTS = {ENTITY: (0.5, 0.9, 0.75), VALUE: (0.5, 0.9, 1.0), TIME: (1.0, 1.0, 1.0)}
"""For a type, a subtype and a class in which two elements differ, by their kind."""


@dataclass(frozen=True)
class Worth:
    """What the elements of one side weigh and are worth."""

    base: FloatArray
    """By kind and class."""
    level: FloatArray
    """The weight of an entity's best level; 1 for values and times."""
    mention: FloatArray
    """The score of each mention with itself."""
    mentions: FloatArray
    """The sum of these over an element's mentions."""
    worth: FloatArray

    @classmethod
    def of(cls, elements: Elements, specific: int) -> Worth:
        """Weights of some elements; ``specific`` is the code of the class SPC, the only one with worth."""
        is_entity = elements.kind == ENTITY
        base = np.where(is_entity, elements.entity_class == specific, np.where(elements.kind == TIME, 0.5, 1.0))
        level = np.zeros(len(elements))
        np.maximum.at(level, elements.element, elements.level)
        mention = elements.level + EPSILON
        mentions = sum_rows(mention, elements.element, len(elements))
        clipped = np.maximum(base, EPSILON)
        return cls(base, level, mention, mentions, clipped * np.where(is_entity, level, mentions))


@dataclass(frozen=True)
class ElementPairs:
    """Pairs of a reference and a prediction in one document, with their value; which are mapped over the corpus."""

    reference: IntArray
    prediction: IntArray
    value: FloatArray
    mapped: BoolArray


def pair_elements(
    references: Elements, predictions: Elements, worth: tuple[Worth, Worth], map_them: bool
) -> ElementPairs:
    """The pairs of elements that have mentions in common; if asked for, with which element stands for which."""
    ours, theirs = worth
    met = overlapping(references.spans, predictions.spans, LEAST_OVERLAP)
    a, b = met.system, met.reference
    of_entity = references.kind[references.element[a]] == ENTITY
    differ = [
        references.level[a] != predictions.level[b],
        references.role[a] != predictions.role[b],
        references.metonymy[a] != predictions.metonymy[b],
    ]
    score = np.minimum(references.level[a], predictions.level[b]) + met.similarity * EPSILON
    score *= np.where(of_entity, MENTION_DISCOUNT ** np.sum(differ, axis=0), 1.0)
    r, t = references.element[a], predictions.element[b]
    width = max(len(predictions), 1)
    pairs, place = numbered(r * width + t)
    taken = optimal_in_groups(Pairs(a, b, score), place)
    gained = sum_rows(score[taken], place[taken], len(pairs))
    # A mention that touches none of its kind is a false alarm; one that does costs nothing.
    stray = np.ones(len(predictions.element), dtype=bool)
    stray[b] = False
    false = -FALSE_ALARM * sum_rows(theirs.mention[stray], predictions.element[stray], len(predictions))
    r, t = pairs // width, pairs % width
    gained += false[t]
    entity = references.kind[r] == ENTITY
    level = np.minimum(ours.level[r], theirs.level[t])
    gained = np.where(entity, level * gained / np.where(entity, ours.mentions[r], 1.0), gained)
    weight = np.maximum(np.minimum(ours.base[r], theirs.base[t]), EPSILON)
    discounts = np.array([DISCOUNTS[kind] for kind in range(len(DISCOUNTS))])[references.kind[r]]
    for column, name in enumerate(("type", "subtype", "entity_class")):
        differs = getattr(references, name)[r] != getattr(predictions, name)[t]
        weight = weight * np.where(differs, discounts[:, column], 1.0)
    value = weight * gained
    mapped = _mapped(references, predictions, r, t, value, false, theirs) if map_them else np.zeros(len(r), dtype=bool)
    return ElementPairs(r, t, value, mapped)


def _mapped(
    references: Elements,
    predictions: Elements,
    r: IntArray,
    t: IntArray,
    value: FloatArray,
    false: FloatArray,
    weights: Worth,
) -> BoolArray:
    """Which pairs are of elements that stand for each other in the whole corpus."""
    # An element without a mention has no pair, and nothing to divide by.
    share = np.where(predictions.kind == ENTITY, weights.level / np.maximum(weights.mentions, EPSILON), 1.0)
    alarm = np.maximum(FALSE_ALARM * weights.base, EPSILON) * share * false
    ours, theirs = (numbered(row_keys(side.kind, side.name))[1] for side in (references, predictions))
    rows = int(theirs.max(initial=-1)) + 1
    alarms = sum_rows(alarm, theirs, rows)
    keys, place = numbered(ours[r] * max(rows, 1) + theirs[t])
    row, column = keys // max(rows, 1), keys % max(rows, 1)
    cost = alarms[column] - sum_rows(value, place, len(keys))
    taken = cheapest_mapping(connected_groups(row, column), row, column, cost)
    mapped: BoolArray = taken[place]
    return mapped
