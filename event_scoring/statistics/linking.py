"""How well two groupings of the same items agree, item by item, where an item may be in several groups.

The measure is the variant of B-cubed of the TAC KBP event argument linking task: an item's neighbours
are the union of the groups that hold it, without the item itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from event_scoring.arrays.keys import row_keys, run_starts, set_codes
from event_scoring.arrays.ragged import FloatArray, IntArray, Ragged
from event_scoring.statistics.ratios import f1, ratio

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_BLOCK = 2**23
"""How many pairs of neighbours are held in memory at a time."""


def link_scores(system: Ragged, reference: Ragged) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Precision, recall and F of the neighbours of each item, given the groups of either side that hold it.

    Only items in a reference group are scored, and only they count as neighbours: of the others the
    three numbers are 0. An item that the system put in no group has 0; one without neighbours on
    either side has 1. Where only one side has neighbours, all three are 0.

    Examples:
        Reference {a, b, c} {d, e}; the system has {a, b, d}.

        >>> system = Ragged.from_lengths(np.array([1, 1, 0, 1, 0]), np.array([0, 0, 0]))
        >>> reference = Ragged.from_lengths(np.array([1, 1, 1, 1, 1]), np.array([0, 0, 0, 1, 1]))
        >>> precision, recall, f = link_scores(system, reference)
        >>> precision.tolist(), recall.tolist(), f.tolist()
        ([0.5, 0.5, 0.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0, 0.0])
    """
    scores = [np.zeros(len(reference.offsets) - 1) for _ in range(3)]
    scored = reference.lengths > 0
    left, right = (side.select(scored).as_sets() for side in (system, reference))
    # Items in the same groups on both sides have the same neighbours but for themselves: one row for
    # all of them keeps the cost at the number of overlaps of groups, however large a group is.
    keys = row_keys(set_codes(left), set_codes(right))
    _, first, kind, size = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
    by_kind = _kind_scores(left.take(first), right.take(first), size)
    for found, values in zip(scores, by_kind, strict=True):
        found[scored] = values[kind]
    return scores[0], scores[1], scores[2]


def _kind_scores(left: Ragged, right: Ragged, size: IntArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The three numbers of an item of each kind, where ``size`` items are of one kind."""
    sides = _incidence(left), _incidence(right)
    found = np.zeros((3, len(size)))
    for rows in _blocks(sides, len(size)):
        near = [_neighbours(side, rows) for side in sides]
        both = near[0].multiply(near[1])
        for row, matrix in zip(found, (*near, both), strict=True):
            row[rows] = matrix @ size
    linked = left.lengths > 0
    # Every item is among its own neighbours so far.
    system, reference, shared = (np.where(linked, row - 1, 0) for row in found)
    alone = linked & (system == 0) & (reference == 0)
    precision = np.where(alone, 1.0, ratio(shared, system))
    recall = np.where(alone, 1.0, ratio(shared, reference))
    return precision, recall, f1(precision, recall)


def _incidence(rows: Ragged) -> csr_array:
    """The sparse matrix with a 1 where an item is in a group."""
    from scipy.sparse import csr_array

    width = int(rows.values.max()) + 1 if len(rows.values) else 1
    ones: NDArray[np.int64] = np.ones(len(rows.values), dtype=np.int64)
    return csr_array((ones, rows.values, rows.offsets), shape=(len(rows.offsets) - 1, width))


def _neighbours(side: csr_array, rows: IntArray) -> csr_array:
    near = side[rows] @ side.T
    near.data[:] = 1
    return near


def _blocks(sides: tuple[csr_array, csr_array], rows: int) -> list[IntArray]:
    """Runs of rows whose neighbours fit in memory together."""
    pairs = sum(side @ side.sum(axis=0) for side in sides)
    block = np.cumsum(pairs) // _BLOCK
    return np.split(np.arange(rows), np.flatnonzero(run_starts(block))[1:])
