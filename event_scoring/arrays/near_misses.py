"""Which wrong answer stands for which missed one: those that agree in everything but one field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from event_scoring.arrays.joins import look_up
from event_scoring.arrays.keys import joint_keys, position_in_group, row_keys
from event_scoring.arrays.ragged import BoolArray, IntArray
from event_scoring.arrays.vocabulary import MISSING


def near_misses(
    system: Mapping[str, IntArray],
    reference: Mapping[str, IntArray],
    wrong: BoolArray,
    missed: BoolArray,
    fields: Sequence[str],
) -> tuple[IntArray, IntArray, IntArray]:
    """For each row of either side the place in ``fields`` of the one in which it is wrong, -1 for none.

    The third column has, for each row of the system, the row of the references with which it is paired. Every ``wrong``
    row is paired with at most one ``missed`` row, of those that differ from it in one field: in the first of ``fields``
    for which there is one, and among several in the order of the rows. Other columns, such as the document, must agree.

    Examples:
        >>> said = {"document": np.array([0, 0]), "role": np.array([1, 2]), "filler": np.array([5, 6])}
        >>> asked = {"document": np.array([0, 0]), "role": np.array([1, 3]), "filler": np.array([7, 6])}
        >>> everything = np.array([True, True])
        >>> found = near_misses(said, asked, everything, everything, ["role", "filler"])
        >>> [column.tolist() for column in found]
        [[1, 0], [1, 0], [0, 1]]
    """
    names = list(system)
    size = len(wrong)
    of_system, of_reference, partner = np.full(size, -1), np.full(len(missed), -1), np.full(size, -1)
    joined = {name: np.concatenate([system[name], reference[name]]) for name in names}
    for code, field in enumerate(fields):
        keys = row_keys(*(joined[name] for name in names if name != field))
        left, right = np.flatnonzero(wrong & (of_system < 0)), np.flatnonzero(missed & (of_reference < 0))
        # Places of equal keys, the first with the first, the second with the second, …
        asked, known = keys[:size][left], keys[size:][right]
        other = look_up(*joint_keys([asked, position_in_group(asked)], [known, position_in_group(known)]))
        place, other = np.flatnonzero(other != MISSING), other[other != MISSING]
        of_system[left[place]] = of_reference[right[other]] = code
        partner[left[place]] = right[other]
    return of_system, of_reference, partner
