"""Which of the pairs that several similarities accept are taken: the earlier a similarity, the better its pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import first_of, numbered, row_keys
from event_scoring.arrays.matching import Pairs, assigned, by_group, connected_groups, isolated
from event_scoring.arrays.ragged import BoolArray, Columns, FloatArray, IntArray

_EXACT = 2.0**52


@dataclass(frozen=True)
class TieredPairs(Columns):
    """Pairs that some tier accepts, each with the first that does; sorted by (prediction, reference)."""

    prediction: IntArray
    reference: IntArray
    tier: IntArray


def first_tiers(tiers: Sequence[Pairs]) -> TieredPairs:
    """Each pair once, with the first tier that accepts it.

    Examples:
        >>> one = Pairs(np.array([1]), np.array([0]), np.ones(1))
        >>> first_tiers([one, Pairs(np.array([0, 1]), np.array([0, 0]), np.ones(2))]).tier.tolist()
        [1, 0]
    """
    prediction = np.concatenate([pairs.system for pairs in tiers])
    reference = np.concatenate([pairs.reference for pairs in tiers])
    tier = np.repeat(np.arange(len(tiers)), [len(pairs) for pairs in tiers])
    order = np.lexsort((tier, reference, prediction))
    pairs = TieredPairs(prediction, reference, tier).select(order)
    return pairs.select(first_of(row_keys(pairs.prediction, pairs.reference)))


def match_tiers(pairs: TieredPairs) -> BoolArray:
    """A one-to-one matching of as many pairs as possible, and among those of as many as possible of the earliest tiers.

    Examples:
        >>> pairs = TieredPairs(np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([0, 1, 1]))
        >>> match_tiers(pairs).tolist()  # two pairs of the second tier are more than one of the first
        [False, True, True]
    """
    plain = Pairs(pairs.prediction, pairs.reference, np.ones(len(pairs)))
    taken = isolated(plain)
    contested = np.flatnonzero(~taken)
    if not len(contested):
        return taken
    order, starts = by_group(connected_groups(pairs.prediction[contested], pairs.reference[contested]))
    rows = contested[order]
    sizes = np.diff(starts, append=len(order))
    _, level = numbered(pairs.tier[rows])
    weight, alone = _weights(pairs.select(rows), starts, sizes, level)
    taken[rows] = assigned(plain.select(rows), starts, alone - weight, alone)
    return taken


def unmatched(pairs: TieredPairs, taken: BoolArray, predictions: int, references: int) -> tuple[BoolArray, BoolArray]:
    """The predictions and references between which a further pair could make the matching larger.

    These are the ends of alternating paths from an unmatched row: an earlier pair may give way for a new one.

    Examples:
        >>> pairs = TieredPairs(np.array([0, 1]), np.array([0, 0]), np.array([0, 0]))
        >>> [side.tolist() for side in unmatched(pairs, match_tiers(pairs), 2, 2)]
        [[True, True], [False, True]]
    """
    sides = (pairs.prediction, pairs.reference)
    free = []
    for own, other, count, others in ((*sides, predictions, references), (*sides[::-1], references, predictions)):
        partner = np.full(others, -1)
        partner[other[taken]] = own[taken]
        reached = np.ones(count, dtype=bool)
        reached[own[taken]] = False
        size = -1
        while size != (size := int(reached.sum())):
            freed = partner[other[reached[own]]]
            reached[freed[freed >= 0]] = True
        free.append(reached)
    return free[0], free[1]


def pairs_within(group: IntArray, others: IntArray) -> Pairs:
    """Every pair of rows of one group.

    Examples:
        >>> pairs_within(np.array([3, 4]), np.array([4, 4])).reference.tolist()
        [0, 1]
    """
    found = join(group, others)
    return Pairs(found.row_index, found.values, np.ones(len(found.values)))


def _weights(pairs: TieredPairs, starts: IntArray, sizes: IntArray, level: IntArray) -> tuple[FloatArray, FloatArray]:
    """What each pair is worth, and more than any pair of its component is worth.

    With a base larger than any matching, one pair more outweighs every tier, and one pair of a tier all later
    ones. Where a component is so large that numbers would no longer be exact, its last tiers count as one.
    """
    component = np.repeat(np.arange(len(starts)), sizes)
    base = 1.0 + np.minimum(
        *(_distinct_in(component, rows, len(starts)) for rows in (pairs.prediction, pairs.reference))
    )
    levels = np.minimum(int(level.max()) + 1, np.floor(np.log(_EXACT / 4) / np.log(np.maximum(base, 2.0))) - 1)
    levels = np.maximum(levels, 1)[component]
    base = base[component]
    weight = base**levels + base ** np.maximum(levels - 1 - level, 0)
    return weight, 2 * base**levels + 1


def _distinct_in(component: IntArray, rows: IntArray, count: int) -> FloatArray:
    """How many different rows each component has; a row is in one component only."""
    first = first_of(rows)
    return np.bincount(component[first], minlength=count).astype(np.float64)
