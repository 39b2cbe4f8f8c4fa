"""Places of texts in order of appearance: the first text takes the first place, an equal text the next one.

All scorers that look for texts place them with `TextPlacement`. They differ in four choices, which are data:

| where | places of a text | equal texts take turns in | text without a place |
|---|---|---|---|
| references: `text_to_tokens` | runs of tokens | document (triggers), event (arguments) | an error |
| predictions: `items.place_texts` | runs of tokens | document (triggers), event (arguments) | none, or beyond the end |
| standardization: `standardize.assign` | candidates | option ``order_unit`` | discarded as "not_found" |

A measure that accepts a text at any of its places, without an order, counts it in `standardization.several_places`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

Place: TypeAlias = "tuple[int, int]"
"""The first token and the token after the last."""


class Appearance(NamedTuple):
    """The place of a text."""

    span: Place | None
    """The first place not taken by an equal text; the last place if all are taken; None without any place."""
    is_surplus: bool
    """Whether all of several places were taken. All texts with one place share it, without a surplus."""


class TextPlacement:
    """The places that the texts of one document have taken, by unit.

    Args:
        places: A function that returns all places of a text in order.
        beyond: The first token after the document, where each text without a place gets a span of its own. None leaves
            such a text without a span.
    """

    def __init__(self, places: Callable[[str], Iterable[Place]], beyond: int | None = None) -> None:
        self._places, self._beyond = places, beyond
        self._left: dict[tuple[Hashable, str], Iterator[Place]] = {}
        self._taken: dict[tuple[Hashable, str], list[Place]] = {}

    def take(self, text: str, unit: Hashable = None) -> Appearance:
        """Return the next place of a text among the equal texts of a unit, such as an event.

        Examples:
            >>> placement = TextPlacement({"died": [(0, 1), (2, 3)], "he": []}.__getitem__, beyond=9)
            >>> [placement.take("died").span for _ in range(3)]
            [(0, 1), (2, 3), (2, 3)]
            >>> placement.take("died", unit="another event").span, placement.take("he").span
            ((0, 1), (9, 10))
        """
        key = unit, text
        if key not in self._left:
            self._left[key], self._taken[key] = iter(self._places(text)), []
        taken = self._taken[key]
        span = next(self._left[key], None)
        if span is not None:
            taken.append(span)
            return Appearance(span, False)
        if not taken and self._beyond is not None:
            self._beyond += 1
            return Appearance((self._beyond - 1, self._beyond), False)
        return Appearance(taken[-1] if taken else None, len(taken) > 1)
