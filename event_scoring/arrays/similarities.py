"""When two annotated things may be taken for the same: each similarity gives the pairs of which it says so.

A similarity says yes or no of a pair and knows nothing of matchings; `arrays.tiers` chooses among the pairs.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import first_of, joint_keys, row_keys
from event_scoring.arrays.matching import Pairs, dice_pairs
from event_scoring.arrays.ragged import Columns, IntArray, Ragged
from event_scoring.arrays.vocabulary import MISSING

ARTICLES = ("the ", "a ", "an ")


@dataclass(frozen=True)
class Items(Columns):
    """Things of one side: where they are and how they read. Numbers mean the same on both sides."""

    group: IntArray
    """Only things of one group are compared: of one document, and of what else must agree."""
    span: IntArray
    """The place of each, or `MISSING`."""
    tokens: Ragged
    """The tokens of that place."""
    text: IntArray
    """The normalized text of each, or `MISSING`."""
    words: Ragged
    """The words of that text."""
    head: IntArray
    """The head token of each, or `MISSING`."""
    entities: Ragged
    """The entities of which each is a mention."""


def same_span(predictions: Items, references: Items, threshold: float) -> Pairs:
    """The same tokens."""
    return _equal(predictions, references, predictions.span, references.span)


def same_head(predictions: Items, references: Items, threshold: float) -> Pairs:
    """The same head token."""
    return _equal(predictions, references, predictions.head, references.head)


def same_text(predictions: Items, references: Items, threshold: float) -> Pairs:
    """The same text after `normalized`."""
    return _equal(predictions, references, predictions.text, references.text)


def same_entity(predictions: Items, references: Items, threshold: float) -> Pairs:
    """Both are mentions of one entity."""
    sides = []
    for side in (predictions, references):
        row = side.entities.row_index
        sides.append((row, [side.group[row], side.entities.values]))
    keys = joint_keys(sides[0][1], sides[1][1])
    found = join(keys[0], keys[1], bounded=32)
    return _distinct(sides[0][0][found.row_index], sides[1][0][found.values])


def overlapping(predictions: Items, references: Items, threshold: float) -> Pairs:
    """A Dice of at least the threshold: of tokens where both have positions, otherwise of the different words."""
    placed = [np.flatnonzero(side.span != MISSING) for side in (predictions, references)]
    loose = [np.flatnonzero(side.span == MISSING) for side in (predictions, references)]
    everything = np.arange(len(references))
    found = []
    for rows, others, by_tokens in (
        (placed[0], placed[1], True),
        (loose[0], everything, False),
        (placed[0], loose[1], False),
    ):
        sets = [(side.tokens if by_tokens else side.words).as_sets() for side in (predictions, references)]
        groups = (predictions.group[rows], references.group[others])
        pairs = dice_pairs(sets[0].take(rows), sets[1].take(others), *groups, bounded=32)
        pairs = pairs.select(pairs.similarity >= threshold)
        found.append((rows[pairs.system], others[pairs.reference]))
    return _distinct(*(np.concatenate(side) for side in zip(*found, strict=True)))


SIMILARITIES: dict[str, Callable[[Items, Items, float], Pairs]] = {
    "span": same_span,
    "head": same_head,
    "coref": same_entity,
    "text": same_text,
    "overlap": overlapping,
}


def normalized(text: str) -> str:
    """A text in NFC and folded case, white space as one blank, without outer punctuation and a leading article.

    Examples:
        >>> normalized('  "The  Rebels," ')
        'rebels'
    """
    words = " ".join(unicodedata.normalize("NFC", text).casefold().split())
    start, end = 0, len(words)
    while start < end and not words[start].isalnum():
        start += 1
    while end > start and not words[end - 1].isalnum():
        end -= 1
    words = words[start:end] or words
    for article in ARTICLES:
        if words.startswith(article) and len(words) > len(article):
            return words[len(article) :]
    return words


def _equal(predictions: Items, references: Items, left: IntArray, right: IntArray) -> Pairs:
    """The pairs of one group whose values are given and equal."""
    rows = [np.flatnonzero(values != MISSING) for values in (left, right)]
    keys = joint_keys([predictions.group[rows[0]], left[rows[0]]], [references.group[rows[1]], right[rows[1]]])
    found = join(keys[0], keys[1], bounded=32)
    return _pairs(rows[0][found.row_index], rows[1][found.values])


def _distinct(system: IntArray, reference: IntArray) -> Pairs:
    """Each pair once, sorted."""
    order = np.lexsort((reference, system))
    first = first_of(row_keys(system[order], reference[order]))
    return _pairs(system[order][first], reference[order][first])


def _pairs(system: IntArray, reference: IntArray) -> Pairs:
    return Pairs(system, reference, np.ones(len(system)))
