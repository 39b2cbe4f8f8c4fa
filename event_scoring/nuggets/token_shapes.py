"""Token ids whose shape says that they are something else: spans, ids of a vocabulary, positions counted from 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from event_scoring.scoring.rows import Document
from event_scoring.statistics.ratios import is_far_better

MIN_MENTIONS = 5
"""Mentions of a side below which their shape says nothing."""
MAX_MENTIONS = 2_000
"""Mentions of a side whose shape is looked at."""
FAR = 50
"""How many times its number of tokens a mention covers where its ids lie far apart."""


class Extent(NamedTuple):
    """The place of a mention: its document, first and last token id, and number of ids."""

    row: int
    first: int
    last: int
    size: int


def suspicious_ids(predictions: Sequence[Document], references: Sequence[Document]) -> Iterator[tuple[int, str]]:
    """Yield the row of each mention whose token ids are probably no positions, with what they probably are."""
    sides = [[*islice(_extents(side), MAX_MENTIONS)] for side in (predictions, references)]
    for side in sides:
        if len(side) >= MIN_MENTIONS:
            yield from _by_shape(side)
    system, places = sides[0], {*sides[1]}
    if len(system) < MIN_MENTIONS:
        return
    as_given = len(places.intersection(system))
    for name, step in (("one_late", -1), ("one_early", 1)):
        moved = {one for one in system if one._replace(first=one.first + step, last=one.last + step) in places}
        if is_far_better(len(moved), as_given):
            yield from ((one.row, name) for one in moved)


def _extents(documents: Sequence[Document]) -> Iterator[Extent]:
    for row, document in enumerate(documents):
        for mention in document["mentions"]:
            tokens = mention["token_ids"]
            if tokens:
                yield Extent(row, min(tokens), max(tokens), len(tokens))


def _by_shape(side: Sequence[Extent]) -> Iterator[tuple[int, str]]:
    """Yield mentions that look like [start, end] or like ids of a vocabulary."""
    long = [one for one in side if one.size > 1]
    far = [one for one in long if one.last - one.first >= FAR * one.size]
    sizes = {one.size for one in side}
    gaps = sum(one.last - one.first >= one.size for one in side)
    if len(long) >= MIN_MENTIONS and len(far) > len(long) / 2:
        yield from ((one.row, "scattered") for one in far)
    elif max(sizes) == 2 and (min(sizes) == 2 or gaps >= max(3, len(side) / 5)):
        yield from ((one.row, "pairs") for one in long)
