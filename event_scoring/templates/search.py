"""The best alignment of one document whose pointers make pairs depend on each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from event_scoring.arrays.matching import Pairs
from event_scoring.arrays.ragged import BoolArray, FloatArray, IntArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

SEARCH_NODES = 5
"""How many branches of the search are followed before it is stopped, without a proof that nothing is better. Where
very many templates say the same and point to each other that proof may take hours. Branches are counted and not
seconds, so that every machine gives the same result."""

SEARCH_WORK = 6_500_000
"""About as many microseconds may all searches for a corpus take, and `SEARCH_WORK_OF_FILL` more for each slot fill, so
that what many small documents cost is bounded too."""
SEARCH_WORK_OF_FILL = 100


def search_work(sizes: IntArray) -> IntArray:
    """The microseconds, about, of a search among so many pairs and supports that hang together, as was measured."""
    return (sizes + 50) ** 2


def best_alignment(
    pairs: Pairs,
    worth: FloatArray,
    support_worth: FloatArray,
    owner: IntArray,
    target: IntArray,
    fills: tuple[IntArray, IntArray],
) -> tuple[BoolArray | None, bool]:
    """Which pairs the alignment with the largest total takes, if one was found, and whether it is proven the best.

    To choose pairs that are worth more together is a quadratic assignment, for which no fast rule is
    known. It is written as an integer programme: one variable says whether a pair is aligned, and one
    for each support, which may be set only where its owner and its target are aligned. See `Candidates` for supports.
    """
    # It takes longer to load than the whole engine does without it, and few documents need it.
    from scipy.optimize import Bounds, LinearConstraint, milp

    aligned, support = np.arange(len(pairs)), len(pairs) + np.arange(len(owner))
    variables = len(pairs) + len(owner)
    constraints = []
    for row in (pairs.system, pairs.reference):  # each template once
        numbers, place = np.unique(row, return_inverse=True)
        constraints.append((_matrix(place, aligned, (len(numbers), variables)), 1.0))
    for needed in (owner, target):
        # A support needs both of its pairs. Of the supports that one pointer has with the pointers of the
        # other side only one can hold, so together they may not exceed the pair either; without these
        # stronger limits the search takes far longer.
        for fill in fills:
            groups, place = np.unique(np.column_stack([needed, fill]), axis=0, return_inverse=True)
            shape = (len(groups), variables)
            matrix = _matrix(place, support, shape) - _matrix(np.arange(len(groups)), groups[:, 0], shape)
            constraints.append((matrix, 0.0))
    # A pair that shares no text needs a support.
    bare = pairs.similarity == 0
    place = np.cumsum(bare) - 1
    shape = (int(bare.sum()), variables)
    held = _matrix(place[owner[bare[owner]]], support[bare[owner]], shape)
    constraints.append((_matrix(place[bare], aligned[bare], shape) - held, 0.0))
    found = milp(
        c=-np.concatenate([worth, support_worth]),
        integrality=np.repeat([1, 0], [len(pairs), len(owner)]),
        bounds=Bounds(0, 1),
        constraints=[LinearConstraint(matrix, ub=limit) for matrix, limit in constraints if matrix.shape[0]],
        options={"mip_rel_gap": 0.0, "node_limit": SEARCH_NODES},
    )
    taken: BoolArray | None = None if found.x is None else found.x[: len(pairs)] > 0.5
    return taken, found.status == 0


def _matrix(rows: IntArray, columns: IntArray, shape: tuple[int, int]) -> csr_array:
    """Ones at some rows and columns."""
    from scipy.sparse import coo_array

    return coo_array((np.ones(len(rows)), (rows, columns)), shape=shape).tocsr()
