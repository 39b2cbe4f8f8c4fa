"""Places that equal texts take in order of appearance: the first text the first place, the next one the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

Place: TypeAlias = "tuple[int, int]"
"""The first token and the token after the last."""


class Appearance(NamedTuple):
    """The place of a text."""

    span: Place | None
    """The first place not taken by an equal text; the last place if all are taken; None without any place."""
    is_surplus: bool
    """Whether all of several places were taken. All texts with one place share it, without a surplus."""


class Appearances:
    """The places that the texts of one unit have taken, such as a document or an event."""

    def __init__(self) -> None:
        self._left: dict[str, Iterator[Place]] = {}
        self._taken: dict[str, list[Place]] = {}

    def take(self, text: str, places: Callable[[str], Iterable[Place]]) -> Appearance:
        """Return the next place of a text, by a function that returns all its places in order.

        Examples:
            >>> appearances, places = Appearances(), {"died": [(0, 1), (2, 3)]}
            >>> [appearances.take("died", places.__getitem__).span for _ in range(3)]
            [(0, 1), (2, 3), (2, 3)]
        """
        if text not in self._left:
            self._left[text], self._taken[text] = iter(places(text)), []
        taken = self._taken[text]
        span = next(self._left[text], None)
        if span is None:
            return Appearance(taken[-1] if taken else None, len(taken) > 1)
        taken.append(span)
        return Appearance(span, False)
