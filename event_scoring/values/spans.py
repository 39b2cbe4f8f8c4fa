"""Which spans of characters overlap, and by what share of the longer one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from event_scoring.documents.errors import InputError, Words

Span: TypeAlias = "tuple[int, int]"
"""The first and the last character, both inclusive."""
MAX_PAIRS = 250_000
"""Pairs of mentions that overlap, or of arguments, in one document: 500 events with the same argument on each side."""


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
    # From left to right: a span overlaps those of the other side that began before it and have not ended.
    sides = enumerate((references, predictions))
    in_order = sorted([(start, side, place, end) for side, spans in sides for place, (start, end) in enumerate(spans)])
    begun: tuple[list[tuple[int, int, int]], ...] = ([], [])
    found = []
    for start, side, place, end in in_order:
        others = begun[1 - side]
        if others:
            others[:] = [other for other in others if other[1] >= start]
            for other_start, other_end, other in others:
                shared = (end if end < other_end else other_end) - start + 1
                share = shared / (max(end - start, other_end - other_start) + 1)
                if share >= least:
                    found.append((other, place, share) if side else (place, other, share))
            if len(found) > MAX_PAIRS:
                raise too_many_pairs("mentions that overlap")
        begun[side].append((start, end, place))
    return found


def too_many_pairs(things: str) -> InputError:
    """The error of a document that has more than `MAX_PAIRS` pairs of some things."""
    return InputError(
        ("predictions", "events"),
        wanted=f"at most {MAX_PAIRS:,} pairs of {things} in one document",
        got=Words("more"),
        hint="score the document in parts",
    )
