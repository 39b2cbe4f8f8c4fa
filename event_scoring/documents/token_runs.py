"""Runs of tokens that read like given words, and their distances from a trigger."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Run = tuple[int, int]
"""The first token and the token after the last."""


def runs_of(words: Sequence[str], tokens: Sequence[str]) -> list[Run]:
    """Return the places where words are a run of equal tokens; no words have an empty place at every token.

    Examples:
        >>> runs_of(["a"], ["a", "b", "a"]), runs_of([], ["a"])
        ([(0, 1), (2, 3)], [(0, 0), (1, 1)])
    """
    size, wanted = len(words), [*words]
    starts = range(len(tokens) - size + 1)
    if not wanted:
        return [(start, start) for start in starts]
    first = wanted[0]
    return [
        (start, start + size)
        for start in starts
        if tokens[start] == first and [*tokens[start : start + size]] == wanted
    ]


def distance_between_starts(trigger: Run) -> Callable[[Run], int]:
    """Return a function from a place to the distance of its start to that of a trigger."""
    return lambda place: abs(place[0] - trigger[0])


def gap_distance(trigger: Run) -> Callable[[Run], int]:
    """Return a function from a place to its distance from a trigger, as gen-arg and Code4Struct measure it."""
    start, end = trigger
    return lambda place: abs(start - place[1]) if place[0] < start else abs(place[0] - end)


def nearest_run(words: Sequence[str], tokens: Sequence[str], trigger: Run) -> Run | None:
    """Return the place of words with the smallest gap to a trigger, in a tie the leftmost.

    As published, no words are behind the last token, and a gap of as many tokens as the sentence has is too large.

    Examples:
        >>> nearest_run(["a"], ["a", "b", "c", "a"], (2, 3)), nearest_run(["d"], ["a"], (0, 1))
        ((3, 4), None)
    """
    gap = gap_distance(trigger)
    found = [place for place in runs_of(words, tokens) if place[0] < len(tokens) and gap(place) < len(tokens)]
    return min(found, key=gap, default=None)
