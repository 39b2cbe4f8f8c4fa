"""The one-to-one mapping of the ACE scorer, with its ways of refusing a pair.

ace05-eval-v14.pl (BBN-E/serif, commit 1e2662d). Mentions, arguments, elements and events are all mapped by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import TypeAlias

import numpy as np

from event_scoring.matching import Pair, connected_groups, dense_assignment, sparse_assignment
from event_scoring.scoring.limits import MAX_PAIRS, check_number_of_pairs

Costs: TypeAlias = "Mapping[Pair, float]"

ALONE_COST = 1e-11
"""What it costs to leave something alone, as a share of the largest gain: almost nothing, as published, so that of
equal totals the mapping with more pairs is taken."""
TIE_COST = 1e-12
"""Less than that: of equal totals with as many pairs, the first pairs are taken."""


def cheapest_mapping(costs: Costs) -> list[Pair]:
    """The pairs of the one-to-one mapping of lowest cost.

    Where every pair gains something that is the mapping of largest gain. If some pair costs something the published
    table decides, which leaves room to refuse only some of them: a single row takes its cheapest column whatever it
    costs.

    Examples:
        >>> cheapest_mapping({(0, 0): -0.8, (0, 1): -0.5, (1, 0): -0.5})
        [(0, 1), (1, 0)]
        >>> cheapest_mapping({(0, 0): 0.8, (0, 1): 0.5})
        [(0, 1)]
    """
    if len(costs) < 2:
        return list(costs)
    pairs = sorted(costs)
    rows, columns = ({pair[side] for pair in pairs} for side in (0, 1))
    if len(rows) == 1:
        return [min(pairs, key=costs.__getitem__)]
    if max(costs.values()) >= 0:
        return _published_table(costs, pairs)
    if len(rows) == len(columns) == len(pairs):
        return pairs
    largest = -min(costs.values())
    gains = {pair: ALONE_COST - cost / largest for pair, cost in costs.items()}
    groups = connected_groups(pairs)
    return [pair for group in groups for pair in (_largest_gain(gains, group) if len(group) > 1 else group)]


def cheapest_in_groups(costs: Costs) -> list[Pair]:
    """The same for each of the groups of pairs that hang together, as events and elements are mapped."""
    taken = []
    for group in connected_groups(costs):
        taken += group if len(group) == 1 else cheapest_mapping({pair: costs[pair] for pair in group})
    return taken


def _largest_gain(gains: Mapping[Pair, float], pairs: list[Pair]) -> list[Pair]:
    """The mapping of largest total gain of pairs that hang together; all gains are above 0."""
    rows, columns = _numbered(pairs)
    # Differs from ace05-eval: it takes pairs that are worth the same in the order of a hash, so that a value of mapped
    # arguments moves from run to run; here it is a stated order.
    # The term is concave, so that it decides between (0, 0), (1, 1) and (0, 1), (1, 0) for the first.
    costs = [TIE_COST * sqrt(rank / len(pairs)) - gains[pair] for rank, pair in enumerate(pairs)]
    ends = np.array([rows[row] for row, _ in pairs]), np.array([columns[column] for _, column in pairs])
    if len(rows) * len(columns) > MAX_PAIRS:
        taken = sparse_assignment(*ends, 2 + np.array(costs), np.full(len(rows), 2.0))
    else:
        table = np.zeros((len(rows), len(columns)))
        table[ends] = costs
        taken = dense_assignment(table)[ends]
    return [pair for pair, is_taken in zip(pairs, taken.tolist(), strict=True) if is_taken]


def _published_table(costs: Costs, pairs: list[Pair]) -> list[Pair]:
    """The pairs that the square table of the published scorer takes, where some pair gains nothing.

    A pair holds its cost above the lowest, every other cell a hair more than nothing would cost.
    """
    rows, columns = _numbered(pairs)
    size = max(len(rows), len(columns)) + 1
    things = "elements or events that overlap in a chain, where some are worth nothing"
    check_number_of_pairs(len(rows) * len(columns), things, ("predictions", "events"))
    lowest = min(costs.values())
    table = np.full((size, size), -lowest * (1 + 1e-12))
    for row, column in pairs:
        table[rows[row], columns[column]] = costs[row, column] - lowest
    taken = dense_assignment(table)
    return [(row, column) for row, column in pairs if taken[rows[row], columns[column]]]


def _numbered(pairs: list[Pair]) -> tuple[dict[int, int], dict[int, int]]:
    """The rows and the columns of some pairs, numbered in order."""
    rows, columns = (sorted({pair[side] for pair in pairs}) for side in (0, 1))
    return {row: place for place, row in enumerate(rows)}, {column: place for place, column in enumerate(columns)}
