"""Places of texts in order of appearance: the first text takes the first place, an equal text the next one.

All scorers that look for texts place them with `TextPlacement`. They differ in four choices, which are data:

| where | places of a text | equal texts take turns in | text without a place |
|---|---|---|---|
| references: `text_to_tokens` | runs of tokens | document (triggers), event (arguments) | an error |
| predictions: `items.place_texts` | runs of tokens | document (triggers), event (arguments) | none, or beyond the end |
| standardization: `standardize.assign` | candidates | option ``order_unit`` | discarded as "not_found" |

A measure that accepts a text at any of its places, without an order, counts it in `standardization.several_places`.

Texts are compared without white space, so "U.S." is found with any tokenization. A match must begin and end at token
boundaries.
"""

from __future__ import annotations

import difflib
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from event_scoring.documents.errors import Description, InputError, Path, quoted

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


COST_INSIDE_WORD = 100
"""The cost to find a text inside a word, added to its number of letters."""
MAX_FAILED_COST, MAX_FAILED_COST_PER_LETTER = 2**24, 1024
"""Maximum cost of all failed searches in a document: a constant in letters, and a number for each of its letters."""


class TokenizedText:
    """The tokens of one document, with an index from texts and characters to tokens."""

    def __init__(
        self, tokens: Sequence[str], text: str | None = None, offsets: Sequence[tuple[int, int]] | None = None
    ) -> None:
        self.tokens, self.text, self.offsets = tokens, text, offsets
        self.failed_search_cost = 0
        self._absent = set[tuple[str, bool]]()

    @cached_property
    def letters(self) -> str:
        """The text without its white space."""
        return "".join(map(dense, self.tokens))

    @cached_property
    def starts(self) -> list[int]:
        """The start of each token in `letters`, and the end of the last."""
        return list(accumulate((len(dense(token)) for token in self.tokens), initial=0))

    @cached_property
    def _token_at(self) -> dict[int, int]:
        return {start: index for index, start in enumerate(self.starts[:-1]) if start < self.starts[index + 1]}

    @cached_property
    def _token_to(self) -> dict[int, int]:
        return {end: index + 1 for index, end in enumerate(self.starts[1:]) if end > self.starts[index]}

    @cached_property
    def _folded(self) -> str:
        return self.letters.casefold()

    @cached_property
    def _normal(self) -> str:
        return unicodedata.normalize("NFKC", self.letters).casefold()

    def reads(self, start: int, end: int) -> str:
        """Return some tokens without the white space between them."""
        return self.letters[self.starts[start] : self.starts[end]]

    def places(self, text: str, folded: bool = False) -> Iterator[tuple[int, int]]:
        """Yield the place of each run of tokens that reads as a text; with ``folded`` tokens are in lower case."""
        letters_of_text, letters = dense(text), self._folded if folded else self.letters
        if not letters_of_text or (letters_of_text, folded) in self._absent:
            return
        at = letters.find(letters_of_text)
        if at < 0:
            self._add_cost(len(letters) // 2, text)
            self._absent.add((letters_of_text, folded))
        while at >= 0:
            if at in self._token_at and at + len(letters_of_text) in self._token_to:
                yield self._token_at[at], self._token_to[at + len(letters_of_text)]
            else:
                self._add_cost(COST_INSIDE_WORD + len(letters_of_text), text)
            at = letters.find(letters_of_text, self.starts[bisect_right(self.starts, at)])

    def _add_cost(self, steps: int, text: str) -> None:
        """Bound the search for missing texts, so that no document takes quadratic time."""
        self.failed_search_cost += steps
        if self.failed_search_cost > MAX_FAILED_COST + MAX_FAILED_COST_PER_LETTER * len(self.letters):
            got = Description(f"very many that are not, or only inside words, such as {quoted(text)}")
            wanted, hint = "texts that are in their document", "cut the document into parts"
            raise InputError(("predictions",), wanted=wanted, got=got, hint=hint)

    def of_characters(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the tokens that overlap some characters."""
        if self.offsets is None or self.text is None or not 0 <= start < end <= len(self.text):
            return None
        first = bisect_right(self.offsets, start, key=itemgetter(1))
        last = bisect_left(self.offsets, end, key=itemgetter(0))
        return (first, last) if first < last else None

    def missing(self, text: str) -> str:
        """Return the reason for which a text is not found."""
        if not dense(text):
            return "empty"
        if dense(text) in self.letters:
            return "only inside a word"
        if len(self._folded) == len(self.letters) and any(self.places(text.casefold(), folded=True)):
            return "other case"
        form = dense(unicodedata.normalize("NFKC", text)).casefold().strip("\"'.,;:!?“”‘’()")
        if form and form in self._normal:
            return "other form"
        return "not in the text"

    def nearest(self, text: str) -> str:
        """Return the passage that is most like a text."""
        width = max(1, len(text.split()))
        tokens = self.tokens[:2000]
        passages = [" ".join(tokens[start : start + width]) for start in range(max(1, len(tokens) - width + 1))]
        close = difflib.get_close_matches(text[:200], passages, n=1, cutoff=0.5)
        return close[0] if close else ""


def token_places(tokens: Sequence[str], text: str, path: Path) -> list[tuple[int, int]]:
    """Return the place of each token in a text, in which they follow each other.

    Raises:
        InputError: with the ``path`` of the text, where a token does not.
    """
    found, at = [], 0
    for token in tokens:
        start = text.find(token, at)
        if start < 0:
            raise InputError(path, wanted=f"the tokens in their order, {token!r} after character {at}", got=text)
        at = start + len(token)
        found.append((start, at))
    return found


def dense(text: str) -> str:
    """Return a text without its white space."""
    return "".join(text.split())


def is_beyond(span: tuple[int, int], tokens: Sequence[str] | None) -> bool:
    """Whether a span is after the end of its document, as texts are that are nowhere."""
    return tokens is not None and span[1] > len(tokens)
