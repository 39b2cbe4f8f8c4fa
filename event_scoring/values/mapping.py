"""The one-to-one mapping of the ACE scorer, with its ways of refusing a pair, and overlaps of spans."""

from __future__ import annotations

import numpy as np

from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import numbered
from event_scoring.arrays.matching import Pairs, optimal_in_groups
from event_scoring.arrays.ragged import BoolArray, FloatArray, IntArray, ranges
from event_scoring.values.columns import Spans

LEAST_OVERLAP = 0.3
"""What share of the longer one two heads must have in common."""
HAIR = 1e-11
"""What it costs to leave something alone, as a share of the largest gain: almost nothing, as published, but more than
what `optimal_one_to_one` decides ties by."""


def cheapest_mapping(group: IntArray, row: IntArray, column: IntArray, cost: FloatArray) -> BoolArray:
    """Which pairs the mappings of lowest cost take, one mapping for each group.

    To leave a row alone costs a hair: of equal totals that with more pairs is taken. Where no pair costs anything
    that is the matching of largest gain. With costs above 0 the published table is built, which leaves room to refuse
    only some of them: a group of one row takes its cheapest pair whatever it costs.
    """
    groups, place = numbered(group)
    dear = np.zeros(len(groups), dtype=bool)
    dear[place[cost >= 0]] = True
    of_dear = dear[place]
    taken = np.zeros(len(cost), dtype=bool)
    plain = np.flatnonzero(~of_dear)
    largest = np.zeros(len(groups))
    np.maximum.at(largest, place[plain], -cost[plain])
    gains = Pairs(row[plain], column[plain], HAIR * largest[place[plain]] - cost[plain])
    taken[plain] = optimal_in_groups(gains, group[plain])
    order = np.flatnonzero(of_dear)
    order = order[np.argsort(place[order], kind="stable")]
    for here in np.split(order, np.flatnonzero(np.diff(place[order])) + 1) if len(order) else ():
        taken[here] = _published_table(row[here], column[here], cost[here])
    return taken


def _published_table(row: IntArray, column: IntArray, cost: FloatArray) -> BoolArray:
    """Which pairs of one group the scorer's square table takes."""
    from scipy.optimize import linear_sum_assignment

    rows, row = np.unique(row, return_inverse=True)
    columns, column = np.unique(column, return_inverse=True)
    taken = np.zeros(len(cost), dtype=bool)
    if len(rows) == 1:
        taken[np.argmin(cost)] = True
        return taken
    lowest = cost.min()
    size = max(len(rows), len(columns)) + 1
    table = np.full((size, size), -lowest * (1 + 1e-12))
    table[row, column] = cost - lowest
    partner = np.empty(size, dtype=np.int64)
    chosen_row, chosen_column = linear_sum_assignment(table)
    partner[chosen_row] = chosen_column
    taken[:] = partner[row] == column
    return taken


def overlapping(left: Spans, right: Spans, least: float = 0.0) -> Pairs:
    """The spans of one group that share characters, with their number over the length of the longer span if enough.

    Examples:
        >>> zero = np.zeros(1, dtype=np.int64)
        >>> pairs = overlapping(Spans(zero, zero, zero + 9), Spans(zero, zero + 5, zero + 9))
        >>> pairs.similarity.tolist()
        [0.5]
    """
    if least:
        # What shares enough with a span is not much longer, so it starts not long before.
        width = int(max(left.end.max(initial=0), right.end.max(initial=0))) + 2
        order = np.lexsort((right.start, right.group))
        keys = (right.group * width + right.start)[order]
        reach = ((left.end - left.start + 1) / least).astype(np.int64) + 1
        low = np.searchsorted(keys, left.group * width + np.maximum(left.start - reach, 0))
        high = np.searchsorted(keys, left.group * width + left.end, side="right")
        ours = np.repeat(np.arange(len(low)), high - low)
        theirs = order[ranges(low, high - low)]
    else:
        found = join(left.group, right.group)
        ours, theirs = found.row_index, found.values
    shared = np.minimum(left.end[ours], right.end[theirs]) - np.maximum(left.start[ours], right.start[theirs]) + 1
    longer = np.maximum((left.end - left.start)[ours], (right.end - right.start)[theirs]) + 1
    share = np.maximum(shared, 0) / longer
    enough = (share > 0) & (share >= least)
    return Pairs(ours[enough], theirs[enough], share[enough])
