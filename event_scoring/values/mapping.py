"""Map references one-to-one to predictions as the ACE scorer does, with its rules for refusing a pair.

ace05-eval-v14.pl (BBN-E/serif, commit 1e2662d) maps mentions, arguments, elements and events in this way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

from event_scoring.matching import Pair, are_disjoint, assign_group, cheapest_cells, connected_groups
from event_scoring.scoring.limits import check_number_of_pairs

Costs: TypeAlias = "Mapping[Pair, float]"

ALONE_COST = 1e-11
"""Cost of leaving an item unmapped, as a share of the largest gain.

As published it is almost 0, so that of equal totals the mapping with more pairs is taken.
"""


def cheapest_mapping(costs: Costs, *, is_connected: bool = False) -> list[Pair]:
    """Return the pairs of the one-to-one mapping of lowest cost.

    If every pair gains something, this is the mapping of largest gain. If some pair has a positive cost, the published
    table decides, in which only some pairs can be refused. A single row takes its cheapest column at any cost.

    Args:
        costs: By pair.
        is_connected: Whether the caller knows that the pairs are one connected group.

    Examples:
        >>> cheapest_mapping({(0, 0): -0.8, (0, 1): -0.5, (1, 0): -0.5})
        [(0, 1), (1, 0)]
        >>> cheapest_mapping({(0, 0): 0.8, (0, 1): 0.5})
        [(0, 1)]
    """
    if len(costs) < 2:
        return list(costs)
    pairs = sorted(costs)
    if pairs[0][0] == pairs[-1][0]:
        return [min(pairs, key=costs.__getitem__)]
    if max(costs.values()) >= 0:
        return _published_table(costs, pairs)
    if are_disjoint(pairs):
        return pairs
    largest = -min(costs.values())
    # Differs from ace05-eval: it takes pairs of equal value in the order of a hash, so a value of mapped arguments
    # changes from run to run. Here the first pairs are taken.
    taken = []
    for group in [pairs] if is_connected else connected_groups(pairs):
        gains = {pair: ALONE_COST - costs[pair] / largest for pair in group}
        taken += group if len(group) == 1 else assign_group(gains)
    return taken


def cheapest_in_groups(costs: Costs) -> list[Pair]:
    """Return `cheapest_mapping` of each connected group of pairs, as events and elements are mapped."""
    taken = []
    for group in connected_groups(costs):
        is_alone = len(group) == 1
        taken += group if is_alone else cheapest_mapping({pair: costs[pair] for pair in group}, is_connected=True)
    return taken


def _published_table(costs: Costs, pairs: list[Pair]) -> list[Pair]:
    """Return the pairs that the square table of the published scorer takes if some pair gains nothing.

    A pair holds its cost above the lowest. Every other cell holds slightly more than leaving the item unmapped costs.
    """
    rows, columns = ({key: place for place, key in enumerate(sorted({*side}))} for side in zip(*pairs, strict=True))
    size = max(len(rows), len(columns)) + 1
    things = "elements or events that overlap in a chain, where some are worth nothing"
    check_number_of_pairs(len(rows) * len(columns), things, ("predictions", "events"))
    lowest = min(costs.values())
    table = np.full((size, size), -lowest * (1 + 1e-12))
    for row, column in pairs:
        table[rows[row], columns[column]] = costs[row, column] - lowest
    taken = {*cheapest_cells(table)}
    return [(row, column) for row, column in pairs if (rows[row], columns[column]) in taken]
