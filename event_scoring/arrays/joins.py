"""Which rows of two tables have equal keys; keys are numbers of at least 0, as `arrays.keys` makes them."""

from __future__ import annotations

import numpy as np

from event_scoring.arrays.keys import find_keys, run_starts, sort_keys
from event_scoring.arrays.ragged import IntArray, Ragged
from event_scoring.arrays.vocabulary import MISSING


class TooManyPairsError(ValueError):
    """Far more pairs than there are things, which only repetition without end makes."""


def join(wanted: IntArray, held: IntArray, *, bounded: int = 0) -> Ragged:
    """For each wanted key the places where it is held, rising.

    ``bounded`` says how many places there may be for each key, and for 32,768 more: beyond that `TooManyPairsError` is
    raised, with their number. 0 is no bound.

    Examples:
        >>> found = join(np.array([5, 4, 3]), np.array([3, 5, 3]))
        >>> found.lengths.tolist(), found.values.tolist()
        ([1, 0, 2], [1, 0, 2])
    """
    rows, places = join_rows(wanted, held, bounded=bounded)
    return Ragged.from_lengths(np.bincount(rows, minlength=len(wanted)), places)


def join_rows(wanted: IntArray, held: IntArray, *, bounded: int = 0) -> tuple[IntArray, IntArray]:
    """Each wanted key with each place where it is held, as the row of the one and the row of the other; see `join`."""
    keys, starts, place = _by_key(held)
    known, group = find_keys(keys, wanted)
    times = np.diff(starts, append=len(held))[group]
    if bounded and (found := int(times.sum())) > bounded * (2**15 + len(wanted) + len(held)):
        raise TooManyPairsError(found)
    rows = np.repeat(known, times)
    # The places of a key stand after each other: of each row the first of them, and so many further on.
    before = np.cumsum(times) - times
    return rows, place[np.repeat(starts[group] - before, times) + np.arange(len(rows))]


def look_up(wanted: IntArray, held: IntArray) -> IntArray:
    """For each wanted key the first place where it is held, `MISSING` where there is none."""
    keys, starts, place = _by_key(held)
    known, group = find_keys(keys, wanted)
    found = np.full(len(wanted), MISSING)
    found[known] = place[starts[group]]
    return found


def times_held(wanted: IntArray, held: IntArray) -> IntArray:
    """For each wanted key in how many places it is held.

    Examples:
        >>> times_held(np.array([5, 4, 3]), np.array([3, 5, 3])).tolist()
        [1, 0, 2]
    """
    keys, starts, _ = _by_key(held)
    known, group = find_keys(keys, wanted)
    times = np.zeros(len(wanted), dtype=np.int64)
    times[known] = np.diff(starts, append=len(held))[group]
    return times


def _by_key(held: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """The different keys, rising, where each starts in an order of the places by key, and that order."""
    keys, place = sort_keys(held, np.arange(len(held)))
    starts = np.flatnonzero(run_starts(keys))
    return keys[starts], starts, place
