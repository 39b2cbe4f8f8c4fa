"""Which rows of two tables have equal keys; keys are numbers of at least 0, as `arrays.keys` makes them."""

from __future__ import annotations

import numpy as np

from event_scoring.arrays.keys import first_of, sort_keys
from event_scoring.arrays.ragged import IntArray, Ragged, offsets_from_lengths
from event_scoring.arrays.vocabulary import MISSING

_DENSE = 16
"""A table may have so many places for each key."""


class TooManyPairsError(ValueError):
    """Far more pairs than there are things, which only repetition without end makes."""


def join(wanted: IntArray, held: IntArray, *, bounded: bool = False) -> Ragged:
    """For each wanted key the places where it is held, rising.

    Raises:
        TooManyPairsError: if that is ``bounded`` and there are more than a million places, and 32 for each key.

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
    if bounded and int(lengths.sum()) > 2**20 + 32 * (len(wanted) + len(held)):
        raise TooManyPairsError
    return Ragged(offsets_from_lengths(lengths), holders.take(group).values)


def look_up(wanted: IntArray, held: IntArray) -> IntArray:
    """For each wanted key the first place where it is held, `MISSING` where there is none.

    Examples:
        >>> look_up(np.array([5, 4, 3]), np.array([3, 5, 3])).tolist()
        [1, -1, 0]
    """
    first = first_of(held)
    first = first[np.argsort(held[first])]
    found = np.full(len(wanted), MISSING)
    known, place = find_keys(held[first], wanted)
    found[known] = first[place]
    return found


def find_keys(distinct: IntArray, wanted: IntArray) -> tuple[IntArray, IntArray]:
    """Which of the wanted keys are among distinct ones, and their places there.

    Args:
        distinct: Keys in increasing order, all at least 0.
        wanted: Keys that are looked up; they are at least 0 too.

    Examples:
        >>> found, place = find_keys(np.array([3, 5]), np.array([5, 4, 3]))
        >>> found.tolist(), place.tolist()
        ([0, 2], [1, 0])
    """
    if not len(distinct):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    if distinct[-1] < _DENSE * (len(distinct) + len(wanted)):
        # A table of all keys is quicker than a search where it is not much larger than the keys.
        place_of = np.zeros(distinct[-1] + 1, dtype=np.int32)
        place_of[distinct] = np.arange(len(distinct))
        place = place_of.take(wanted, mode="clip")
    else:
        place = np.searchsorted(distinct[:-1], wanted)
    found = np.flatnonzero(distinct.take(place) == wanted)
    return found, place[found]
