"""The one-to-one mapping of the ACE scorer, with its ways of refusing a pair.

ace05-eval-v14.pl (BBN-E/serif, commit 1e2662d). Mentions, arguments, elements and events are all mapped by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from event_scoring.scoring.limits import MAX_PAIRS, check_number_of_pairs

Pair: TypeAlias = "tuple[int, int]"
"""A row and a column: a prediction and a reference, or the other way round."""
Ends: TypeAlias = "tuple[list[int], list[int]]"
"""The row and the column of each of some pairs, as places in a table."""
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


def connected_groups(pairs: Iterable[Pair]) -> list[list[Pair]]:
    """Pairs in groups that have no row and no column in common, each group in order.

    Examples:
        >>> connected_groups([(0, 0), (1, 1), (2, 0)])
        [[(0, 0), (2, 0)], [(1, 1)]]
    """
    of_rows: dict[int, list[Pair]] = {}
    of_columns: dict[int, list[Pair]] = {}
    for pair in pairs:
        row, column = pair
        if row in of_rows:
            of_rows[row].append(pair)
        else:
            of_rows[row] = [pair]
        if column in of_columns:
            of_columns[column].append(pair)
        else:
            of_columns[column] = [pair]
    groups, seen = [], set()
    for row, of_row in of_rows.items():
        if row in seen:
            continue
        if len(of_row) == 1 and len(of_columns[of_row[0][1]]) == 1:
            groups.append(of_row)
            continue
        seen.add(row)
        group, waiting = [], [row]
        while waiting:
            for pair in of_rows[waiting.pop()]:
                group.append(pair)
                for other, _ in of_columns.pop(pair[1], ()):
                    if other not in seen:
                        seen.add(other)
                        waiting.append(other)
        groups.append(sorted(group))
    return groups


def _largest_gain(gains: Mapping[Pair, float], pairs: list[Pair]) -> list[Pair]:
    """The mapping of largest total gain of pairs that hang together; all gains are above 0."""
    rows, columns = _numbered(pairs)
    # Differs from ace05-eval: it takes pairs that are worth the same in the order of a hash, so that a value of mapped
    # arguments moves from run to run; here it is a stated order.
    # The term is concave, so that it decides between (0, 0), (1, 1) and (0, 1), (1, 0) for the first.
    costs = [TIE_COST * sqrt(rank / len(pairs)) - gains[pair] for rank, pair in enumerate(pairs)]
    ends = [rows[row] for row, _ in pairs], [columns[column] for _, column in pairs]
    if len(rows) * len(columns) > MAX_PAIRS:
        partner = _sparse_partners(ends, costs, len(rows), len(columns))
    else:
        table = np.zeros((len(rows), len(columns)))
        table[ends] = costs
        partner = _partners(table)
    return [pair for pair, row, column in zip(pairs, *ends, strict=True) if partner.get(row) == column]


def _partners(table: NDArray[np.float64]) -> dict[int, int]:
    """The column of each row in the assignment of lowest cost."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(table)
    return dict(zip(rows.tolist(), columns.tolist(), strict=True))


def _sparse_partners(ends: Ends, costs: list[float], rows: int, columns: int) -> dict[int, int]:
    """The same of so many rows and columns that no table can hold them; every row may also stay alone."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    alone = np.arange(rows)
    # The solver wants costs other than 0, and that of scipy 1.11 indices of 32 bits.
    values = np.concatenate([2 + np.array(costs), np.full(rows, 2.0)])
    places = [np.concatenate(both).astype(np.int32) for both in ((ends[0], alone), (ends[1], columns + alone))]
    graph = csr_array((values, tuple(places)), shape=(rows, columns + rows))
    chosen = min_weight_full_bipartite_matching(graph)
    return dict(zip(*(side.tolist() for side in chosen), strict=True))


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
    partner = _partners(table)
    return [(row, column) for row, column in pairs if partner[rows[row]] == columns[column]]


def _numbered(pairs: list[Pair]) -> tuple[dict[int, int], dict[int, int]]:
    """The rows and the columns of some pairs, numbered in order."""
    rows, columns = (sorted({pair[side] for pair in pairs}) for side in (0, 1))
    return {row: place for place, row in enumerate(rows)}, {column: place for place, column in enumerate(columns)}
