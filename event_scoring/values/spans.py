"""Which spans of characters overlap, and by what share of the longer one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from event_scoring.documents.errors import InputError, Words

Span: TypeAlias = "tuple[int, int]"
"""The first and the last character, both inclusive."""
MAX_PAIRS = 1_000_000
"""Pairs of mentions, or of arguments, that one document may have: each is looked at, and more would fill the memory."""


def overlapping(references: Sequence[Span], predictions: Sequence[Span]) -> list[tuple[int, int, float]]:
    """The places of two spans that share characters, and the share of the longer one that they have in common.

    Examples:
        >>> overlapping([(0, 9), (20, 29)], [(5, 9), (10, 19)])
        [(0, 0, 0.5)]
    """
    sides = references, predictions
    # From left to right: a span overlaps those of the other side that began before it and have not ended.
    begun: tuple[list[int], list[int]] = ([], [])
    in_order = sorted([(span[0], side, place) for side in (0, 1) for place, span in enumerate(sides[side])])
    found = []
    for start, side, place in in_order:
        end = sides[side][place][1]
        others, spans = begun[1 - side], sides[1 - side]
        if others:
            others[:] = [other for other in others if spans[other][1] >= start]
            for other in others:
                other_start, other_end = spans[other]
                shared = (end if end < other_end else other_end) - start + 1
                longer = max(end - start, other_end - other_start) + 1
                found.append((other, place, shared / longer) if side else (place, other, shared / longer))
            if len(found) > MAX_PAIRS:
                raise too_many_pairs("mentions that overlap")
        begun[side].append(place)
    return found


def too_many_pairs(things: str) -> InputError:
    """The error of a document that has more than `MAX_PAIRS` pairs of some things."""
    return InputError(
        ("predictions", "events"),
        wanted=f"at most {MAX_PAIRS:,} pairs of {things} in one document",
        got=Words("more"),
        hint="score the document in parts",
    )
