"""One-to-one matchings of rows and columns, and the groups of pairs that compete."""

from __future__ import annotations

from collections import Counter
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
    for pairs in connected_groups(sorted(worth)):
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


def connected_groups(pairs: Iterable[Pair]) -> list[list[Pair]]:
    """Group pairs that compete for a row or a column, directly or through others; each group is in order.

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
        # A cost of 0 would be no edge of the solver's graph.
        taken = sparse_assignment(row, column, 2 + cost, np.full(len(places), 2.0))
    else:
        table = np.zeros((len(places), len(others)))
        table[row, column] = cost
        taken = dense_assignment(table)[row, column]
    return [pair for pair, is_taken in zip(pairs, taken.tolist(), strict=True) if is_taken]


def dense_assignment(costs: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the mask of the cells that the cheapest one-to-one assignment takes; scipy breaks ties.

    Examples:
        >>> dense_assignment(np.array([[-1.0, -2.0], [-1.0, -3.0]])).tolist()
        [[True, False], [False, True]]
    """
    from scipy.optimize import linear_sum_assignment

    taken = np.zeros(costs.shape, dtype=bool)
    taken[linear_sum_assignment(costs)] = True
    return taken


def sparse_assignment(
    row: NDArray[np.int64], column: NDArray[np.int64], costs: NDArray[np.float64], alone: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Return which edges the cheapest one-to-one assignment takes, where most rows and columns are no pair.

    Args:
        row: The row of each edge.
        column: Its column.
        costs: Its cost, above 0.
        alone: For each row the cost of staying alone, above 0.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    rows, columns = len(alone), int(column.max()) + 1
    own = np.arange(rows)  # each row may stay alone, in a column of its own
    # The solver of scipy 1.11 takes indices of 32 bits only.
    ends = [np.concatenate(side).astype(np.int32) for side in ((row, own), (column, columns + own))]
    graph = csr_array((np.concatenate([costs, alone]), tuple(ends)), shape=(rows, columns + rows))
    partner = np.empty(rows, dtype=np.int64)
    chosen = min_weight_full_bipartite_matching(graph)
    partner[chosen[0]] = chosen[1]
    taken: NDArray[np.bool_] = partner[row] == column
    return taken
