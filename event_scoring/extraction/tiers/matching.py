"""Which of the pairs that several similarities accept are taken: the earlier a similarity, the better its pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from event_scoring.extraction.tiers.similarities import Pair
from event_scoring.matching import connected_groups, sparse_assignment

Tiers: TypeAlias = Mapping[Pair, int]
"""Pairs that some tier accepts, in order, each with the number of the first that does."""
MAX_EXACT = 2.0**52
"""Whole numbers up to this are exact as floats."""


def first_tiers(accepted: Sequence[Iterable[Pair]]) -> dict[Pair, int]:
    """Each pair once, with the first tier that accepts it.

    Examples:
        >>> first_tiers([[(1, 0)], [(0, 0), (1, 0)]])
        {(0, 0): 1, (1, 0): 0}
    """
    found: dict[Pair, int] = {}
    for tier, pairs in enumerate(accepted):
        for pair in pairs:
            found.setdefault(pair, tier)
    return dict(sorted(found.items()))


def match_tiers(pairs: Tiers) -> dict[Pair, int]:
    """A one-to-one matching of as many pairs as possible, and among those of as many as possible of the earliest tiers.

    Examples:
        Two pairs of the second tier are more than one of the first.

        >>> match_tiers({(0, 0): 0, (0, 1): 1, (1, 0): 1})
        {(0, 1): 1, (1, 0): 1}
    """
    left, right = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    contested = [pair for pair in pairs if left[pair[0]] > 1 or right[pair[1]] > 1]
    if not contested:
        return dict(pairs)
    taken, hard = set[Pair](), list[Pair]()
    for group_pairs in connected_groups(contested):
        found = _first_choices(group_pairs, pairs, 0) or _first_choices(group_pairs, pairs, 1)
        taken |= found
        hard += group_pairs if not found else ()
    if hard:
        taken |= _best_assignment(hard, [pairs[pair] for pair in hard])
    lost = set(contested) - taken
    return {pair: tier for pair, tier in pairs.items() if pair not in lost}


def _first_choices(group: Sequence[Pair], pairs: Tiers, side: int) -> set[Pair]:
    """A matching that gives everything of one side of a group its earliest tier, which no other can better.

    Each takes the first partner that is free, in order; the matching is empty if one finds none.
    """
    earliest: dict[int, int] = {}
    for pair in group:
        earliest[pair[side]] = min(pairs[pair], earliest.get(pair[side], pairs[pair]))
    matched, used, found = set[int](), set[int](), set[Pair]()
    for pair in group:
        own, other = pair[side], pair[1 - side]
        if own not in matched and other not in used and pairs[pair] == earliest[own]:
            matched.add(own)
            used.add(other)
            found.add(pair)
    return found if len(matched) == len(earliest) else set()


def unmatched(pairs: Tiers, taken: Tiers, predictions: int, references: int) -> tuple[set[int], set[int]]:
    """The predictions and references between which a further pair could make the matching larger.

    These are the ends of alternating paths from an unmatched one: an earlier pair may give way for a new one.

    Examples:
        >>> pairs = {(0, 0): 0, (1, 0): 0}
        >>> unmatched(pairs, match_tiers(pairs), 2, 2)
        ({0, 1}, {1})
    """
    found = []
    for own, count in ((0, predictions), (1, references)):
        other = 1 - own
        partner = {pair[other]: pair[own] for pair in taken}
        neighbours: dict[int, list[int]] = {}
        for pair in pairs:
            neighbours.setdefault(pair[own], []).append(pair[other])
        matched = {pair[own] for pair in taken}
        reached = [place for place in range(count) if place not in matched]
        seen = set(reached)
        for place in reached:  # grows
            for neighbour in neighbours.get(place, ()):
                freed = partner.get(neighbour)
                if freed is not None and freed not in seen:
                    seen.add(freed)
                    reached.append(freed)
        found.append(seen)
    return found[0], found[1]


def _best_assignment(pairs: Sequence[Pair], tiers: Sequence[int]) -> set[Pair]:
    """Return the pairs of the best matching; a prediction may also stay alone."""
    import numpy as np

    group_of = {pair: number for number, group in enumerate(connected_groups(pairs)) for pair in group}
    component = [group_of[pair] for pair in pairs]
    sides: list[dict[int, set[int]]] = [{}, {}]
    for pair, one in zip(pairs, component, strict=True):
        for of_side, place in zip(sides, pair, strict=True):
            of_side.setdefault(one, set()).add(place)
    levels = len(set(tiers))
    level = {tier: place for place, tier in enumerate(sorted(set(tiers)))}
    costs, alone = [], {}
    for pair, tier, one in zip(pairs, tiers, component, strict=True):
        # With a base larger than any matching, one pair more outweighs every tier, and one pair of a tier all later
        # ones. Where a component is so large that numbers would no longer be exact, its last tiers count as one.
        base = 1.0 + min(len(sides[0][one]), len(sides[1][one]))
        exact = max(min(levels, np.floor(np.log(MAX_EXACT / 4) / np.log(max(base, 2.0))) - 1), 1)
        alone[pair[0]] = 2 * base**exact + 1
        costs.append(alone[pair[0]] - base**exact - base ** max(exact - 1 - level[tier], 0))
    row = {place: number for number, place in enumerate(sorted({pair[0] for pair in pairs}))}
    column = {place: number for number, place in enumerate(sorted({pair[1] for pair in pairs}))}
    ends = np.array([row[pair[0]] for pair in pairs]), np.array([column[pair[1]] for pair in pairs])
    taken = sparse_assignment(*ends, np.array(costs), np.array([alone[place] for place in row]))
    return {pair for pair, is_taken in zip(pairs, taken.tolist(), strict=True) if is_taken}
