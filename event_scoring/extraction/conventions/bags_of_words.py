"""Texts as bags of words, and the assignment of texts that share most words, as MAVEN-Arg's scorer compares them.

THU-KEG/MAVEN-Argument b267244, `evaluate.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from event_scoring.documents.unicode_text import plain_text
from event_scoring.matching import cheapest_cells
from event_scoring.scoring.limits import check_number_of_pairs


class Bag(NamedTuple):
    """A text as it is compared, and its words."""

    text: str
    words: Counter[str]
    size: int

    def precision_recall_f1(self, guess: Bag) -> tuple[float, float, float]:
        """Return precision, recall and F1 of the words of a predicted text against this one."""
        if self.words.keys().isdisjoint(guess.words):
            return 0.0, 0.0, 0.0
        shared = sum(min(number, guess.words[word]) for word, number in self.words.items())
        precision, recall = shared / guess.size, shared / self.size
        return precision, recall, 2 * precision * recall / (precision + recall)


@lru_cache(2**14)
def bag_of_words(text: str) -> Bag:
    """Return a text in lower case, without punctuation and articles, with its words."""
    compared = plain_text(text)
    words = compared.split()
    return Bag(compared, Counter(words), len(words))


def best_assignment(annotated: Sequence[Bag], predicted: Sequence[Bag]) -> list[tuple[int, int]]:
    """Return the assigned pairs, by mention; a single mention or prediction takes the first of its best."""
    pairs = len(annotated) * len(predicted)
    check_number_of_pairs(pairs, "a mention and a prediction of one role", ("references", "events"))
    if len(annotated) == len(predicted) == 1:
        return [(0, 0)]
    table = [[one.precision_recall_f1(other)[2] for other in predicted] for one in annotated]
    if len(predicted) == 1:
        column = [values[0] for values in table]
        return [(column.index(max(column)), 0)]
    if len(annotated) == 1:
        return [(0, table[0].index(max(table[0])))]
    return cheapest_cells(-np.array(table))
