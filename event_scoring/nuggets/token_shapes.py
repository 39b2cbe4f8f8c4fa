"""Token ids whose shape says that they are something else: spans, ids of a vocabulary, positions counted from 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from event_scoring.arrays.ragged import IntArray, parent_rows
from event_scoring.statistics.ratios import is_far_better

MIN_MENTIONS = 5
"""Mentions of a side below which their shape says nothing."""
MAX_COMPARED = 5_000
"""References of which the places are compared with those of predictions, to keep the look short."""
FAR = 50
"""How many times its number of tokens a mention covers where its ids lie far apart."""


def suspicious_ids(system: pa.StructArray, reference: pa.StructArray) -> Iterator[tuple[str, IntArray]]:
    """Yield what the token ids of both sides probably are in place of positions, with the document of each mention."""
    predictions, references = _Extents.of(system), _Extents.of(reference)
    for side in (predictions, references):
        if len(side.size) < MIN_MENTIONS:
            continue
        is_long, has_gap = side.size > 1, side.last - side.first >= side.size
        is_far = is_long & (side.last - side.first >= FAR * side.size)
        if is_long.sum() >= MIN_MENTIONS and is_far.sum() > is_long.sum() / 2:
            yield "scattered", side.document[is_far]
        elif side.size.max() == 2 and (side.size.min() == 2 or has_gap.sum() >= max(3, len(side.size) / 5)):
            yield "pairs", side.document[is_long]
    if len(predictions.size) < MIN_MENTIONS:
        return
    places = references.places(MAX_COMPARED)
    compared = predictions.places(MAX_COMPARED)
    as_given = len(compared & places)
    for name, step in (("one_late", -1), ("one_early", 1)):
        moved = [row for row, first, last, size in compared if (row, first + step, last + step, size) in places]
        if is_far_better(len(moved), as_given):
            yield name, np.array(sorted(moved), dtype=np.int64)


@dataclass(frozen=True)
class _Extents:
    """First, last and number of the token ids of each mention that has any."""

    document: IntArray
    first: IntArray
    last: IntArray
    size: IntArray

    @classmethod
    def of(cls, side: pa.StructArray) -> _Extents:
        """Return those of one side."""
        mentions = side.field("mentions")
        spans = mentions.values.field("token_ids")
        offsets = spans.offsets.to_numpy().astype(np.int64)
        size = np.diff(offsets)
        kept, tokens = np.flatnonzero(size), spans.values.to_numpy()
        if not len(kept):
            none = np.zeros(0, dtype=np.int64)
            return cls(none, none, none, none)
        starts = offsets[:-1][kept]
        first, last = np.minimum.reduceat(tokens, starts), np.maximum.reduceat(tokens, starts)
        return cls(parent_rows(mentions)[kept], first, last, size[kept])

    def places(self, limit: int) -> set[tuple[int, ...]]:
        """Return document, first, last and number of ids of the first mentions."""
        columns = (self.document, self.first, self.last, self.size)
        return set(zip(*(column[:limit].tolist() for column in columns), strict=True))
