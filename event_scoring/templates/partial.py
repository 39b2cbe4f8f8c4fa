"""Fills that are partly right: texts of one slot that differ and share a word (MUC-5)."""

from __future__ import annotations

import numpy as np

from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import are_rows_of, joint_keys
from event_scoring.arrays.matching import Pairs, optimal_in_groups
from event_scoring.arrays.ragged import BoolArray, IntArray, Ragged, count_rows
from event_scoring.arrays.vocabulary import numbered_words
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
    exact = [are_rows_of([pair, fill], [pair[same], fill[same]]) for fill in (system, reference)]
    free = ~exact[0] & ~exact[1]
    free[free] = _share_a_word(columns.values, ours.value[system[free]], theirs.value[reference[free]])
    pair, system, reference = pair[free], system[free], reference[free]
    taken = optimal_in_groups(Pairs(system, reference, np.ones(len(pair))), pair)
    return pair[taken], system[taken], reference[taken]


def _fill_pairs(columns: TemplateColumns, pairs: Pairs) -> tuple[IntArray, IntArray, IntArray]:
    """Every two texts of one slot, for each of some pairs of templates."""
    pair, fill, keys = [], [], []
    for side, templates in ((columns.system, pairs.system), (columns.reference, pairs.reference)):
        held = Ragged(side.fill_offsets(), np.arange(len(side.fills))).take(templates)
        is_text = ~side.fills.is_pointer[held.values]
        pair.append(held.row_index[is_text])
        fill.append(held.values[is_text])
        keys.append([pair[-1], side.fills.name[fill[-1]]])
    met = join(*joint_keys(*keys))
    return pair[0][met.row_index], fill[0][met.row_index], fill[1][met.values]


def _share_a_word(values: list[str], first: IntArray, second: IntArray) -> BoolArray:
    """Whether two texts have a word in common, words being what stands between white space."""
    words = numbered_words([text.split() for text in values]).as_sets()
    ours, theirs = words.take(first), words.take(second)
    shared = are_rows_of([ours.row_index, ours.values], [theirs.row_index, theirs.values])
    return count_rows(ours.row_index[shared], len(first)) > 0
