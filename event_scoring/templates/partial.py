"""Fills that are partly right: texts of one slot that differ and share a word (MUC-5)."""

from __future__ import annotations

import numpy as np

from event_scoring.arrays.matching import Pairs, optimal_one_to_one
from event_scoring.arrays.ragged import BoolArray, IntArray, offsets_from_lengths
from event_scoring.templates.columns import TemplateColumns

PARTIAL_CREDIT = 0.5


def partial_fills(columns: TemplateColumns, pairs: Pairs) -> tuple[IntArray, IntArray, IntArray]:
    """The partial matches of some pairs of templates, as many as can be had one-to-one.

    Fills that are matched exactly, and pointers, take no part. For each match there is the number of the pair, the fill
    of the system and the fill of the reference.
    """
    pair, system, reference = _fill_pairs(columns, pairs)
    ours, theirs = columns.system.fills, columns.reference.fills
    same = ours.value[system] == theirs.value[reference]
    exact = pair[same] * max(len(ours), 1) + system[same]
    exact_reference = pair[same] * max(len(theirs), 1) + reference[same]
    system_key = pair * max(len(ours), 1) + system
    reference_key = pair * max(len(theirs), 1) + reference
    free = ~np.isin(system_key, exact) & ~np.isin(reference_key, exact_reference)
    free[free] = _share_a_word(columns.values, ours.value[system[free]], theirs.value[reference[free]])
    pair, system, reference = pair[free], system[free], reference[free]
    _, system_row = np.unique(system_key[free], return_inverse=True)
    _, reference_row = np.unique(reference_key[free], return_inverse=True)
    order = np.lexsort((reference_row, system_row))
    matches = Pairs(system_row[order], reference_row[order], np.ones(len(order)))
    taken = order[optimal_one_to_one(matches)]
    return pair[taken], system[taken], reference[taken]


def _fill_pairs(columns: TemplateColumns, pairs: Pairs) -> tuple[IntArray, IntArray, IntArray]:
    """Every two texts of one slot, for each of some pairs of templates."""
    ours, theirs = columns.system.fill_offsets(), columns.reference.fill_offsets()
    many, times = np.diff(ours)[pairs.system], np.diff(theirs)[pairs.reference]
    size = many * times
    pair = np.repeat(np.arange(len(pairs)), size)
    within = np.arange(len(pair)) - np.repeat(offsets_from_lengths(size)[:-1], size)
    system = ours[pairs.system[pair]] + within // times[pair]
    reference = theirs[pairs.reference[pair]] + within % times[pair]
    left, right = columns.system.fills, columns.reference.fills
    texts = (left.name[system] == right.name[reference]) & ~left.is_pointer[system] & ~right.is_pointer[reference]
    return pair[texts], system[texts], reference[texts]


def _share_a_word(values: list[str], first: IntArray, second: IntArray) -> BoolArray:
    """Whether two texts have a word in common, words being what stands between white space."""
    from scipy.sparse import csr_array

    numbers: dict[str, int] = {}
    words = [[numbers.setdefault(word, len(numbers)) for word in set(text.split())] for text in values]
    offsets = offsets_from_lengths(np.array([len(of_value) for of_value in words], dtype=np.int64))
    flat = np.array([word for of_value in words for word in of_value], dtype=np.int64)
    incidence = csr_array((np.ones(len(flat)), flat, offsets), shape=(len(values), max(len(numbers), 1)))
    shared: BoolArray = incidence[first].multiply(incidence[second]).sum(axis=1) > 0
    return shared
