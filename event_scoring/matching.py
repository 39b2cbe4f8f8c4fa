"""The one-to-one assignment with the largest total, of some pairs of a row and a column."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Pair = tuple[int, int]

_DENSE_CELLS = 2**16
"""A table of more cells costs more than the sparse solver, where few of its cells are pairs."""
_TIE = 1e-12


def largest_total(worth: Mapping[Pair, float]) -> list[Pair]:
    """The pairs of the one-to-one assignment with the largest total; each is worth more than 0.

    Of equal totals, pairs of lower rows and columns are preferred.

    Examples:
        >>> largest_total({(0, 0): 8, (0, 1): 5, (1, 0): 5})
        [(0, 1), (1, 0)]
        >>> largest_total({(1, 1): 1, (1, 0): 1, (0, 1): 1, (0, 0): 1})
        [(0, 0), (1, 1)]
    """
    if len(worth) < 2:
        return [*worth]
    rows, columns = Counter(row for row, _ in worth), Counter(column for _, column in worth)
    if len(rows) == len(columns) == len(worth):
        return sorted(worth)
    taken = []
    for pairs in _connected(sorted(worth)):
        if len(pairs) == 1:
            taken += pairs
        elif len(pairs) in (rows[pairs[0][0]], columns[pairs[0][1]]):  # all of them share one row, or one column
            taken.append(max(pairs, key=worth.__getitem__))
        else:
            taken += _assigned(pairs, [worth[pair] for pair in pairs])
    return taken


def connected(edges: Iterable[tuple[int, int]]) -> dict[int, int]:
    """For each end of some edges the same one of the ends that hang together with it.

    Examples:
        >>> connected([(1, 2), (3, 4), (2, 5)]) == {1: 5, 2: 5, 5: 5, 3: 4, 4: 4}
        True
    """
    parent: dict[int, int] = {}

    def root(node: int) -> int:
        while (above := parent.setdefault(node, node)) != node:
            parent[node] = node = parent[above]
        return node

    for one, other in edges:
        parent[root(one)] = root(other)
    return {node: root(node) for node in parent}


def _connected(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """The pairs in groups of those that compete, directly or through others."""
    group = connected((row, ~column) for row, column in pairs)
    found = defaultdict(list)
    for pair in pairs:
        found[group[pair[0]]].append(pair)
    return [*found.values()]


def _assigned(pairs: Sequence[Pair], worth: Sequence[float]) -> list[Pair]:
    """The best assignment of pairs that compete, which come in order."""
    places, others = (
        {place: number for number, place in enumerate(dict.fromkeys(side))} for side in zip(*pairs, strict=True)
    )
    row = np.array([places[one] for one, _ in pairs])
    column = np.array([others[other] for _, other in pairs])
    # Too little to change a total, this prefers the first pairs; it is concave, so that it decides between (0, 0),
    # (1, 1) and (0, 1), (1, 0) for the former.
    cost = _TIE * np.sqrt(np.arange(len(pairs)) / len(pairs)) - np.array(worth) / max(worth)
    if len(places) * len(others) > _DENSE_CELLS:
        taken = _sparse_assignment(row, column, cost)
    else:
        from scipy.optimize import linear_sum_assignment

        table = np.zeros((len(places), len(others)))
        table[row, column] = cost
        chosen = np.zeros(table.shape, dtype=bool)
        chosen[linear_sum_assignment(table)] = True
        taken = chosen[row, column]
    return [pair for pair, is_taken in zip(pairs, taken.tolist(), strict=True) if is_taken]


def _sparse_assignment(
    row: NDArray[np.int64], column: NDArray[np.int64], cost: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Which pairs the cheapest assignment takes where most rows and columns are no pair."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    rows, columns = int(row.max()) + 1, int(column.max()) + 1
    # Each row may stay alone, in a column of its own, and a cost of 0 would be no edge.
    alone = np.arange(rows)
    ends = [np.concatenate(side).astype(np.int32) for side in ((row, alone), (column, columns + alone))]
    costs = np.concatenate([2 + cost, np.full(rows, 2.0)])
    chosen = min_weight_full_bipartite_matching(csr_array((costs, tuple(ends)), shape=(rows, columns + rows)))
    partner = np.empty(rows, dtype=np.int64)
    partner[chosen[0]] = chosen[1]
    taken: NDArray[np.bool_] = partner[row] == column
    return taken
