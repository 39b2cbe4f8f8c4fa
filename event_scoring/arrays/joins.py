"""Which rows of two tables have equal keys."""

from __future__ import annotations

import numpy as np

from event_scoring.arrays.keys import find_keys, sort_keys
from event_scoring.arrays.ragged import IntArray, Ragged, offsets_from_lengths


def join(wanted: IntArray, held: IntArray) -> Ragged:
    """For each wanted key the places where it is held, rising.

    Examples:
        >>> found = join(np.array([5, 4, 3]), np.array([3, 5, 3]))
        >>> found.lengths.tolist(), found.values.tolist()
        ([1, 0, 2], [1, 0, 2])
    """
    keys, place = sort_keys(held, np.arange(len(held)))
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    known, group = find_keys(keys[starts], wanted)
    holders = Ragged(np.append(starts, len(held)), place)
    lengths = np.zeros(len(wanted), dtype=np.int64)
    lengths[known] = holders.lengths[group]
    return Ragged(offsets_from_lengths(lengths), holders.take(group).values)
