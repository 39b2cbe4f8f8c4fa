"""Find overlapping spans of characters and their common share of the longer span."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from event_scoring.scoring.limits import check_number_of_pairs

Span: TypeAlias = "tuple[int, int]"
"""The first and the last character of the span."""


def overlapping(
    references: Sequence[Span], predictions: Sequence[Span], least: float = 0.0
) -> list[tuple[int, int, float]]:
    """Return the indices of two spans that share characters, and their common share of the longer one.

    Args:
        references: Spans of one side of a document.
        predictions: Spans of the other side.
        least: The minimal share.

    Examples:
        >>> overlapping([(0, 9), (20, 29)], [(5, 9), (10, 19)])
        [(0, 0, 0.5)]
    """
    # From left to right: a span overlaps those of the other side that began before it and have not ended.
    in_order = sorted(
        [(start, 0, index, end) for index, (start, end) in enumerate(references)]
        + [(start, 1, index, end) for index, (start, end) in enumerate(predictions)]
    )
    begun: tuple[list[tuple[int, int, int]], ...] = ([], [])
    pairs = []
    for start, side, index, end in in_order:
        others = begun[1 - side]
        for begun_before in [*others]:
            other_start, other_end, other = begun_before
            if other_end < start:
                others.remove(begun_before)
                continue
            shared = (end if end < other_end else other_end) - start + 1
            share = shared / (max(end - start, other_end - other_start) + 1)
            if share >= least:
                pairs.append((other, index, share) if side else (index, other, share))
                check_number_of_pairs(len(pairs), "mentions that overlap", ("predictions", "events"))
        begun[side].append((start, end, index))
    return pairs
