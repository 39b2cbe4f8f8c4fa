"""How alike two mentions are by their words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import joint_keys, numbered
from event_scoring.arrays.matching import Pairs
from event_scoring.arrays.ragged import IntArray
from event_scoring.arrays.vocabulary import numbered_words

Rows = tuple[IntArray, IntArray]


def soft_pairs(texts: Sequence[str], predictions: Rows, references: Rows, groups: tuple[IntArray, IntArray]) -> Pairs:
    """The entities of one group that have words in common, with the likeness of the likest two of their mentions.

    Of each mention there is its entity and its text, and of each entity its group.
    """
    # A text without words stands for the empty word, so that two of them are alike.
    words = numbered_words([text.lower().split() or [""] for text in texts])
    held, lists = words.as_sets(), [part.tolist() for part in np.split(words.values, words.offsets[1:-1])]
    rows, keys = [], []
    for (entity, text), group in zip((predictions, references), groups, strict=True):
        of_mention = held.take(text)
        rows.append(of_mention.row_index)
        keys.append([group[entity][of_mention.row_index], of_mention.values])
    met = join(*joint_keys(*keys))
    width = max(len(references[0]), 1)
    pair, _ = numbered(rows[0][met.row_index] * width + rows[1][met.values])
    ours, theirs = pair // width, pair % width
    kinds, kind = numbered(predictions[1][ours] * max(len(texts), 1) + references[1][theirs])
    alike = np.array([likeness(lists[key // len(texts)], lists[key % len(texts)]) for key in kinds.tolist()])
    wide = max(int(references[0].max(initial=0)) + 1, 1)
    entities, place = numbered(predictions[0][ours] * wide + references[0][theirs])
    best = np.zeros(len(entities))
    np.maximum.at(best, place, alike[kind] if len(kinds) else np.zeros(0))
    return Pairs(entities // wide, entities % wide, best)


def likeness(first: Sequence[int], second: Sequence[int]) -> float:
    """Twice the longest common subsequence of two lists of words, by their lengths together.

    Rows of the usual table are kept as the bits of one number each (Hyyrö, 2004).

    Examples:
        >>> likeness([1, 2, 3], [1, 3])
        0.8
    """
    places: dict[int, int] = {}
    for place, word in enumerate(first):
        places[word] = places.get(word, 0) | 1 << place
    row = full = (1 << len(first)) - 1
    for word in second:
        matched = row & places.get(word, 0)
        row = (row + matched | row - matched) & full
    common = len(first) - row.bit_count()
    return 1 - (len(first) + len(second) - 2 * common) / (len(first) + len(second))
