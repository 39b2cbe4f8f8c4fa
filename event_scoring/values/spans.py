"""Which spans of characters overlap, and by what share of the longer one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TypeAlias

from event_scoring.documents.errors import InputError, Words

Span: TypeAlias = "tuple[int, int]"
"""The first and the last character, both inclusive."""
MAX_PAIRS = 1_000_000
"""Pairs of mentions, or of arguments, of one document: each is looked at, and more would fill the memory."""


def overlapping(
    references: Sequence[Span], predictions: Sequence[Span], least: float = 0.0
) -> list[tuple[int, int, float]]:
    """The places of two spans that share characters, and the share of the longer one that they have in common.

    Args:
        references: Spans of one side of a document.
        predictions: Those of the other.
        least: Which share is enough.

    Examples:
        >>> overlapping([(0, 9), (20, 29)], [(5, 9), (10, 19)])
        [(0, 0, 0.5)]
    """
    in_order = sorted(range(len(references)), key=references.__getitem__)
    starts = [references[place][0] for place in in_order]
    furthest = list(accumulate([references[place][1] for place in in_order], max))
    found, looked_at = [], 0
    for other, (start, end) in enumerate(predictions):
        first, behind = bisect_left(furthest, start), bisect_right(starts, end)
        looked_at += behind - first
        if looked_at > MAX_PAIRS:
            raise too_many_pairs("mentions that overlap")
        for place in in_order[first:behind]:
            other_start, other_end = references[place]
            shared = (end if end < other_end else other_end) - (start if start > other_start else other_start) + 1
            if shared > 0:
                share = shared / (max(end - start, other_end - other_start) + 1)
                if share >= least:
                    found.append((place, other, share))
    return found


def too_many_pairs(things: str) -> InputError:
    """The error of a document that has more than `MAX_PAIRS` pairs of some things."""
    return InputError(
        ("predictions", "events"),
        wanted=f"at most {MAX_PAIRS:,} pairs of {things} in one document",
        got=Words("more"),
        hint="score the document in parts",
    )
