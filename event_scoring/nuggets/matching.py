"""Which rows of two sides overlap, and which of the overlapping ones belong together.

Pairs are kept as two index arrays and a similarity, sorted by (system row, reference row). Documents
are kept apart by keys, never by loops, so every function here works on a whole corpus at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from event_scoring.arrays.keys import join_rows, joint_keys, run_starts, sort_keys
from event_scoring.arrays.ragged import BoolArray, FloatArray, IntArray, Ragged


@dataclass(frozen=True)
class Pairs:
    """Pairs of system and reference rows with a similarity; sorted by (system, reference) unless stated otherwise."""

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
    """The pairs of `shared_pairs` with the Dice coefficient of their sets."""
    pairs = shared_pairs(system, reference, system_group, reference_group)
    sizes = np.diff(system.offsets)[pairs.system] + np.diff(reference.offsets)[pairs.reference]
    return replace(pairs, similarity=2 * pairs.similarity / sizes)


def shared_pairs(system: Ragged, reference: Ragged, system_group: IntArray, reference_group: IntArray) -> Pairs:
    """Every pair of rows of one group that share an element, with the number of these; no row repeats an element.

    Groups, such as documents, never meet. The cost follows the number of pairs that overlap, not the number of all
    pairs: each (group, element) of the system looks up the reference rows that hold it.
    """
    system_row, reference_row = system.row_index, reference.row_index
    wanted, held = joint_keys(
        [system_group[system_row], system.values], [reference_group[reference_row], reference.values]
    )
    meeting, met = join_rows(wanted, held)
    system_index, reference_index = sort_keys(system_row[meeting], reference_row[met])
    first = np.flatnonzero(run_starts(system_index, reference_index))
    shared = np.diff(first, append=len(system_index)).astype(np.float64)
    return Pairs(system_index[first], reference_index[first], shared)


def best_of_runs(index: IntArray, similarity: FloatArray) -> BoolArray:
    """Of each run of equal values in ``index``, the first with the largest similarity.

    Examples:
        >>> best_of_runs(np.array([5, 5, 5, 9]), np.array([0.1, 0.7, 0.7, 0.2])).tolist()
        [False, True, False, True]
    """
    again = np.zeros(len(index) + 1, dtype=bool)
    np.equal(index[1:], index[:-1], out=again[1:-1])
    crowded = again[1:] | again[:-1]
    chosen = ~crowded
    rivals = np.flatnonzero(crowded)
    if len(rivals):
        starts = np.flatnonzero(run_starts(index[rivals]))
        best = np.maximum.reduceat(similarity[rivals], starts)
        at_best = rivals[similarity[rivals] == np.repeat(best, np.diff(starts, append=len(rivals)))]
        chosen[at_best[run_starts(index[at_best])]] = True
    return chosen


@dataclass(frozen=True)
class ConflictingPairs:
    """Those of some pairs that share a row with another pair; the others are matched as they are.

    A pair without a conflict among all pairs has none among fewer, so the conflicts are found once for every choice of
    pairs that may be matched.
    """

    places: IntArray
    """Where the conflicting pairs stand among all pairs."""
    pairs: Pairs
    """Over tables of no other rows, which are quicker to match several times."""

    @classmethod
    def among(cls, pairs: Pairs, possible: BoolArray | None = None) -> ConflictingPairs:
        """The conflicts among some pairs, or among those of them that are possible."""
        chosen = pairs if possible is None else pairs.select(possible)
        conflicting = np.flatnonzero(~isolated(chosen))
        places = conflicting if possible is None else np.flatnonzero(possible)[conflicting]
        pairs = chosen.select(conflicting)
        return cls(places, Pairs(_without_gaps(pairs.system), _without_gaps(pairs.reference), pairs.similarity))

    def match_allowed(self, allowed: BoolArray, match: Callable[[Pairs], BoolArray]) -> BoolArray:
        """Which of all pairs are taken where only some may be, by a one-to-one matching.

        Examples:
            >>> pairs = Pairs(np.array([0, 0, 1]), np.array([0, 1, 2]), np.array([1.0, 0.5, 0.5]))
            >>> ConflictingPairs.among(pairs).match_allowed(np.array([True, True, True]), greedy_one_to_one).tolist()
            [True, False, True]
            >>> ConflictingPairs.among(pairs).match_allowed(np.array([False, True, True]), greedy_one_to_one).tolist()
            [False, True, True]
        """
        taken: BoolArray = allowed.copy()
        here = np.flatnonzero(allowed[self.places])
        if len(here):
            taken[self.places[here]] = match(self.pairs.select(here))
        return taken


def greedy_one_to_one(pairs: Pairs) -> BoolArray:
    """Which pairs a greedy one-to-one matching takes that looks at more similar pairs first; equals are in order.

    The rule is sequential: take the first pair whose two ends are free, until none is left. It is carried
    out in rounds: every pair that comes first for both of its ends is taken at once, and the pairs of taken
    rows leave.

    Examples:
        >>> pairs = Pairs(np.array([1, 0, 0]), np.array([0, 0, 1]), np.array([1.0, 0.8, 0.5]))
        >>> greedy_one_to_one(pairs).tolist()
        [True, False, True]
    """
    taken = isolated(pairs)
    active = np.flatnonzero(~taken)
    if not len(active):
        return taken
    active = active[np.argsort(-pairs.similarity[active], kind="stable")]
    system, reference = pairs.system[active], pairs.reference[active]
    first_of_system = np.empty(int(system.max()) + 1, dtype=np.int64)
    first_of_reference = np.empty(int(reference.max()) + 1, dtype=np.int64)
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
        left = len(active) - int(free.sum())
        active, system, reference = active[free], system[free], reference[free]
        if left * _FEWEST_LEAVING < len(active):
            taken[active] = _in_turn(system, reference)
            break
    return taken


_FEWEST_LEAVING = 8
"""A round after which fewer than one pair in so many leaves is not worth its cost."""


def _in_turn(system: IntArray, reference: IntArray) -> BoolArray:
    """The greedy rule one pair at a time.

    Long chains of ties, where each pair waits for the one before it, would need as many rounds as they
    have pairs. Ordinary corpora do not come here.
    """
    used_system: set[int] = set()
    used_reference: set[int] = set()
    taken = np.zeros(len(system), dtype=bool)
    for position, (left, right) in enumerate(zip(system.tolist(), reference.tolist(), strict=True)):
        if left not in used_system and right not in used_reference:
            used_system.add(left)
            used_reference.add(right)
            taken[position] = True
    return taken


def optimal_one_to_one(pairs: Pairs) -> BoolArray:
    """Which pairs a one-to-one matching with the largest total similarity takes; of equal totals that of lower rows.

    Where all pairs that compete share one row the best of them is taken at once, and where no row's best pair competes
    with that of another row all of these are; the rest goes to scipy's sparse assignment solver. Each system row may
    also stay alone, at similarity 0, which makes a full matching possible.

    Examples:
        >>> pairs = Pairs(np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([0.8, 0.5, 0.5]))
        >>> optimal_one_to_one(pairs).tolist()
        [False, True, True]
    """
    taken, is_known = _best_of_stars(pairs)
    open_pairs = np.flatnonzero(~is_known)
    if not len(open_pairs):
        return taken
    competing = pairs.select(open_pairs)
    group = _connected_groups(competing)
    taken[open_pairs], is_known = _best_of_rows(competing, group)
    open_pairs, group = open_pairs[~is_known], group[~is_known]
    if not len(open_pairs):
        return taken
    order = np.argsort(group, kind="stable")
    open_pairs, starts = open_pairs[order], np.flatnonzero(run_starts(group[order]))
    # The solver's time grows faster than its graph: many small graphs take less than a large one.
    cuts = starts[np.flatnonzero(np.diff(starts // _BATCH_PAIRS, prepend=0))]
    sizes = np.diff(starts, append=len(order))
    rank = (np.arange(len(order)) - np.repeat(starts, sizes)) / np.repeat(sizes, sizes)
    for batch, of_batch in zip(np.split(open_pairs, cuts), np.split(rank, cuts), strict=True):
        taken[batch] = _assigned(pairs.select(batch), of_batch)
    return taken


_BATCH_PAIRS = 4096


def _best_of_stars(pairs: Pairs) -> tuple[BoolArray, BoolArray]:
    """Two masks, of groups that share one row and conflict with no other: their best pairs, and all their pairs."""
    degrees = [np.bincount(rows)[rows] for rows in (pairs.system, pairs.reference)]
    taken, is_known = np.zeros((2, len(pairs)), dtype=bool)
    for centre, degree, of_others in ((pairs.system, *degrees), (pairs.reference, *degrees[::-1])):
        star = np.flatnonzero((np.bincount(centre, of_others == 1)[centre] == degree) & ~is_known)
        star = star[np.argsort(centre[star], kind="stable")]
        is_known[star] = True
        taken[star[best_of_runs(centre[star], pairs.similarity[star])]] = True
    return taken, is_known


def _best_of_rows(pairs: Pairs, group: IntArray) -> tuple[BoolArray, BoolArray]:
    """Which pairs are the best of the rows of one side, in groups where no two of these compete, and all pairs there.

    No other pairs of such a group have as large a total, be it a little smaller: that is a tie.
    """
    taken, is_known = np.zeros((2, len(pairs)), dtype=bool)
    for row in (pairs.system, pairs.reference):
        largest = np.zeros(int(row.max()) + 1)
        np.maximum.at(largest, row, pairs.similarity)
        best = np.flatnonzero(pairs.similarity > largest[row] - _TIE)
        competing = np.zeros(int(group.max()) + 1, dtype=bool)
        competing[group[best[~isolated(pairs.select(best))]]] = True
        best = best[~competing[group[best]] & ~is_known[best]]
        taken[best] = True
        is_known |= ~competing[group]
    return taken, is_known


_TIE = 1e-6
"""Similarities that differ by no more may be the same but for rounding."""


def _connected_groups(pairs: Pairs) -> IntArray:
    """For each pair the number of its group of pairs that compete, directly or through others."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    rows = int(pairs.system.max()) + 1
    nodes = rows + int(pairs.reference.max()) + 1
    graph = coo_array((np.ones(len(pairs)), (pairs.system, rows + pairs.reference)), shape=(nodes, nodes))
    group: IntArray = connected_components(graph, directed=False)[1].astype(np.int64)[pairs.system]
    return group


def _assigned(pairs: Pairs, rank: FloatArray) -> BoolArray:
    """Which pairs the cheapest assignment takes; ``rank`` rises from 0 to below 1 in each group of pairs that compete.

    Costs must not be 0 for the solver: 2 - similarity is 1 at least, and 2 is what it costs to stay alone. Among equal
    totals pairs of lower rank are preferred by a term that changes no total by 1e-11; it is concave, so that it decides
    between (0, 0), (1, 1) and (0, 1), (1, 0) for the first.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    rows, row = np.unique(pairs.system, return_inverse=True)
    columns, column = np.unique(pairs.reference, return_inverse=True)
    alone = np.arange(len(rows))
    # The solver of scipy 1.11 takes 32-bit indices only.
    ends = [np.concatenate(side).astype(np.int32) for side in ((row, alone), (column, len(columns) + alone))]
    costs = np.concatenate([2 - pairs.similarity + 1e-12 * np.sqrt(rank), np.full(len(rows), 2.0)])
    graph = csr_array((costs, tuple(ends)), shape=(len(rows), len(columns) + len(rows)))
    chosen_row, chosen_column = min_weight_full_bipartite_matching(graph)
    partner = np.empty(len(rows), dtype=np.int64)
    partner[chosen_row] = chosen_column
    taken: BoolArray = partner[row] == column
    return taken


def isolated(pairs: Pairs) -> BoolArray:
    """Pairs whose two ends occur in no other pair."""
    alone: BoolArray = (np.bincount(pairs.system)[pairs.system] == 1) & (
        np.bincount(pairs.reference)[pairs.reference] == 1
    )
    return alone


def _without_gaps(rows: IntArray) -> IntArray:
    """Rows numbered from 0 without gaps, in their order."""
    used = np.zeros(int(rows.max(initial=-1)) + 1, dtype=bool)
    used[rows] = True
    numbers: IntArray = (np.cumsum(used) - 1)[rows]
    return numbers
