"""Which rows of two sides overlap, and which of the overlapping ones belong together.

Pairs are kept as two index arrays and a similarity, sorted by (system row, reference row). Documents
are kept apart by keys, never by loops, so every function here works on a whole corpus at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components, min_weight_full_bipartite_matching

from event_scoring.core.ragged import BoolArray, FloatArray, IntArray, Ragged, count_rows


@dataclass(frozen=True)
class Pairs:
    """Pairs of system and reference rows with a similarity, sorted by (system, reference)."""

    system: IntArray
    reference: IntArray
    similarity: FloatArray

    def __len__(self) -> int:
        return len(self.system)

    def select(self, keep: BoolArray | IntArray) -> Pairs:
        """The pairs at a mask or at positions."""
        if keep.dtype == np.bool_:
            if keep.all():
                return self
            keep = np.flatnonzero(keep)
        return Pairs(self.system[keep], self.reference[keep], self.similarity[keep])


def dice_pairs(system: Ragged, reference: Ragged, system_group: IntArray, reference_group: IntArray) -> Pairs:
    """Every pair of rows of one group whose sets share an element, with its Dice coefficient.

    The cost follows the number of pairs that overlap, not the number of all pairs: the sets of a side
    form a sparse matrix (rows by keys) and the sizes of all intersections are one product of the two.

    Args:
        system: The sets of one side; repeated elements count once.
        reference: The sets of the other side.
        system_group: The group (document) of each system row; rows of different groups never meet.
        reference_group: Likewise for the reference rows.

    Examples:
        >>> one = Ragged(np.array([0, 2]), np.array([4, 5]))
        >>> two = Ragged(np.array([0, 1, 3]), np.array([5, 7, 8]))
        >>> dice_pairs(one, two, np.array([0]), np.array([0, 0])).similarity.tolist()
        [0.6666666666666666]
    """
    system_keys, reference_keys, width = _keys(system, reference, system_group, reference_group)
    left = _incidence(system.offsets, system_keys, width)
    right = _incidence(reference.offsets, reference_keys, width)
    shared = left @ right.T
    shared.sort_indices()
    system_index = np.repeat(np.arange(shared.shape[0]), np.diff(shared.indptr))
    reference_index = shared.indices.astype(np.int64)
    sizes = np.diff(left.indptr)[system_index] + np.diff(right.indptr)[reference_index]
    return Pairs(system_index, reference_index, 2 * shared.data / sizes)


def best_reference(pairs: Pairs) -> Pairs:
    """For each system row its most similar reference row; ties go to the lower reference row.

    This is Algorithm 1 of Liu, Mitamura and Hovy (2015): a reference row may be chosen many times.

    Examples:
        >>> pairs = Pairs(np.array([0, 0]), np.array([3, 4]), np.array([0.5, 0.8]))
        >>> best_reference(pairs).reference.tolist()
        [4]
    """
    return pairs.select(best_of_runs(pairs.system, pairs.similarity))


def best_of_runs(index: IntArray, similarity: FloatArray) -> IntArray:
    """For each run of equal values in ``index``, the position of its first largest similarity.

    Examples:
        >>> best_of_runs(np.array([5, 5, 5, 9]), np.array([0.1, 0.7, 0.7, 0.2])).tolist()
        [1, 3]
    """
    if not len(index):
        return np.empty(0, dtype=np.int64)
    starts = _run_starts(index)
    best = np.maximum.reduceat(similarity, starts)
    at_best = np.flatnonzero(similarity == np.repeat(best, np.diff(starts, append=len(index))))
    return at_best[_run_starts(index[at_best])]


def greedy_one_to_one(pairs: Pairs, system_rows: int, reference_rows: int) -> BoolArray:
    """Which pairs a greedy one-to-one matching takes.

    The rule is sequential: take the most similar pair whose two ends are free (ties: lower system row,
    then lower reference row), until none is left. It is carried out in rounds: every pair that comes
    first for both of its ends is taken at once, and the pairs of taken rows leave.

    Examples:
        >>> pairs = Pairs(np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([0.8, 0.5, 1.0]))
        >>> greedy_one_to_one(pairs, 2, 2).tolist()
        [False, True, True]
    """
    taken = _isolated(pairs, system_rows, reference_rows)
    # The stable sort keeps the (system, reference) order among equals, which is the tie rule.
    contested = np.flatnonzero(~taken)
    active = contested[np.argsort(-pairs.similarity[contested], kind="stable")]
    system, reference = pairs.system[active], pairs.reference[active]
    first_of_system = np.empty(system_rows, dtype=np.int64)
    first_of_reference = np.empty(reference_rows, dtype=np.int64)
    while len(active):
        rank = np.arange(len(active))
        # Where an index repeats, the last assignment stands: backwards, that is the first pair.
        first_of_system[system[::-1]] = rank[::-1]
        first_of_reference[reference[::-1]] = rank[::-1]
        mutual = (first_of_system[system] == rank) & (first_of_reference[reference] == rank)
        taken[active[mutual]] = True
        first_of_system[system[mutual]] = -1
        first_of_reference[reference[mutual]] = -1
        free = (first_of_system[system] >= 0) & (first_of_reference[reference] >= 0)
        active, system, reference = active[free], system[free], reference[free]
    return taken


def optimal_one_to_one(pairs: Pairs, system_rows: int, reference_rows: int) -> BoolArray:
    """Which pairs a one-to-one matching with the largest total similarity takes.

    Pairs that compete with no other are taken at once; the rest goes to scipy's sparse assignment
    solver. Each system row may also stay alone, at similarity 0, which makes a full matching possible.

    Examples:
        >>> pairs = Pairs(np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([0.8, 0.5, 0.5]))
        >>> optimal_one_to_one(pairs, 2, 2).tolist()
        [False, True, True]
    """
    taken = _isolated(pairs, system_rows, reference_rows)
    contested = np.flatnonzero(~taken)
    if not len(contested):
        return taken
    competing = pairs.select(contested)
    order, starts = _components(competing, system_rows)
    sizes = np.diff(starts, append=len(order))
    rank = np.arange(len(order)) - np.repeat(starts, sizes)
    # Among equal totals, pairs of lower rows are preferred. Too little to change a total by 1e-11, the
    # term is concave so that it decides between (0, 0), (1, 1) and (0, 1), (1, 0) for the first.
    tie_cost = 1e-12 * np.sqrt(rank / np.repeat(sizes, sizes))
    # The solver's time grows faster than its graph: many small graphs take less than a large one.
    cuts = starts[np.flatnonzero(np.diff(starts // _BATCH_PAIRS, prepend=0))]
    for batch, cost in zip(np.split(order, cuts), np.split(tie_cost, cuts), strict=True):
        taken[contested[batch]] = _assigned(competing.select(batch), cost)
    return taken


_BATCH_PAIRS = 4096


def _components(pairs: Pairs, system_rows: int) -> tuple[IntArray, IntArray]:
    """An order of the pairs by groups of rows that compete with each other, and where each group starts."""
    nodes = system_rows + int(pairs.reference.max()) + 1
    graph = coo_array((np.ones(len(pairs)), (pairs.system, system_rows + pairs.reference)), shape=(nodes, nodes))
    _, component = connected_components(graph, directed=False)
    of_pair = component[pairs.system]
    order = np.argsort(of_pair, kind="stable")
    return order, _run_starts(of_pair[order])


def _assigned(pairs: Pairs, tie_cost: FloatArray) -> BoolArray:
    """Which pairs scipy's sparse assignment solver takes."""
    rows, row = np.unique(pairs.system, return_inverse=True)
    columns, column = np.unique(pairs.reference, return_inverse=True)
    alone = np.arange(len(rows))
    # Costs must not be 0 for the solver: 2 - similarity lies in [1, 2].
    cost = np.concatenate([2 - pairs.similarity + tie_cost, np.full(len(rows), 2.0)])
    graph = csr_array(
        (cost, (np.concatenate([row, alone]), np.concatenate([column, len(columns) + alone]))),
        shape=(len(rows), len(columns) + len(rows)),
    )
    chosen_row, chosen_column = min_weight_full_bipartite_matching(graph)
    partner = np.empty(len(rows), dtype=np.int64)
    partner[chosen_row] = chosen_column
    taken: BoolArray = partner[row] == column
    return taken


def _isolated(pairs: Pairs, system_rows: int, reference_rows: int) -> BoolArray:
    """Pairs whose two ends occur in no other pair."""
    alone: BoolArray = (count_rows(pairs.system, system_rows)[pairs.system] == 1) & (
        count_rows(pairs.reference, reference_rows)[pairs.reference] == 1
    )
    return alone


def _run_starts(index: IntArray) -> IntArray:
    """Where each run of equal values starts."""
    return np.flatnonzero(np.concatenate([[True], index[1:] != index[:-1]]))


def _keys(
    system: Ragged, reference: Ragged, system_group: IntArray, reference_group: IntArray
) -> tuple[IntArray, IntArray, int]:
    """One number for each (group, element), the same on both sides, and how many numbers there are."""
    elements = np.concatenate([system.values, reference.values])
    groups = np.concatenate([np.repeat(system_group, system.lengths), np.repeat(reference_group, reference.lengths)])
    if not len(elements):
        return elements[:0], elements[:0], 1
    low, high = int(elements.min()), int(elements.max())
    width = (high - low + 1) * (int(groups.max()) + 1)
    if width <= 16 * len(elements) + 1024:
        keys = groups * (high - low + 1) + (elements - low)
    else:
        order = np.lexsort((elements, groups))
        is_new = np.ones(len(order), dtype=bool)
        is_new[1:] = (np.diff(groups[order]) != 0) | (elements[order][1:] != elements[order][:-1])
        keys = np.empty(len(order), dtype=np.int64)
        keys[order] = np.cumsum(is_new) - 1
        width = int(keys.max()) + 1
    return keys[: len(system.values)], keys[len(system.values) :], width


def _incidence(offsets: IntArray, keys: IntArray, width: int) -> csr_array:
    """The sparse matrix with a 1 where a row's set holds a key."""
    fits = max(width, len(keys)) <= np.iinfo(np.int32).max
    index: type = np.int32 if fits else np.int64
    ones: NDArray[np.int32] = np.ones(len(keys), dtype=np.int32)
    matrix = csr_array((ones, keys.astype(index), offsets.astype(index)), shape=(len(offsets) - 1, width))
    matrix.sum_duplicates()
    matrix.data[:] = 1
    return matrix
