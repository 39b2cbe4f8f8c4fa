"""The places of texts among the tokens of a document, and their distances from a trigger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from event_scoring.documents.errors import Description, InputError

MAX_COMPARED = 2**20
"""Maximum number of tokens that all searches in one document compare, so that no document takes quadratic time."""

Run = tuple[int, int]
"""The first token and the token after the last."""


class TokenRuns:
    """The tokens of one document, with an index from a token to its places."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tokens
        self._compared = 0

    def find(self, words: Sequence[str]) -> list[Run]:
        """Return the places where words are a run of equal tokens; no words have an empty place at every token.

        Examples:
            >>> runs = TokenRuns(["a", "b", "a"])
            >>> runs.find(["a"]), runs.find(["b", "a"]), runs.find(["b", "b"])
            ([(0, 1), (2, 3)], [(1, 3)], [])
            >>> TokenRuns(["a"]).find([])
            [(0, 0), (1, 1)]
        """
        wanted, size = [*words], len(words)
        if not wanted:
            self.count_compared(len(self.tokens))
            return [(start, start) for start in range(len(self.tokens) + 1)]
        # The rarest word has the fewest places to try.
        places = [self._places.get(word, ()) for word in wanted]
        offset = min(range(size), key=lambda number: len(places[number]))
        self.count_compared(size * len(places[offset]))
        starts = (place - offset for place in places[offset] if place >= offset)
        return [(start, start + size) for start in starts if [*self.tokens[start : start + size]] == wanted]

    def nearest(self, words: Sequence[str], trigger: Run) -> Run | None:
        """Return the place of words with the smallest gap to a trigger, in a tie the leftmost.

        As published, no words are behind the last token, and a gap of as many tokens as the sentence has is too large.

        Examples:
            >>> TokenRuns(["a", "b", "c", "a"]).nearest(["a"], (2, 3)), TokenRuns(["a"]).nearest(["d"], (0, 1))
            ((3, 4), None)
        """
        gap, number = gap_distance(trigger), len(self.tokens)
        return min((run for run in self.find(words) if run[0] < number and gap(run) < number), key=gap, default=None)

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for place, token in enumerate(self.tokens):
            places.setdefault(token, []).append(place)
        return places

    def count_compared(self, tokens: int) -> None:
        """Count compared tokens, and raise an `InputError` when the document has compared more than `MAX_COMPARED`."""
        self._compared += tokens
        if self._compared > MAX_COMPARED:
            wanted = f"texts and spans that are compared with at most {MAX_COMPARED:,} tokens in all"
            raise InputError(
                ("predictions",), wanted=wanted, got=Description("more"), hint="cut the document into parts"
            )


def distance_between_starts(trigger: Run) -> Callable[[Run], int]:
    """Return a function from a place to the distance of its start to that of a trigger."""
    return lambda place: abs(place[0] - trigger[0])


def gap_distance(trigger: Run) -> Callable[[Run], int]:
    """Return a function from a place to its distance from a trigger, as gen-arg and Code4Struct measure it."""
    start, end = trigger
    return lambda place: abs(start - place[1]) if place[0] < start else abs(place[0] - end)
