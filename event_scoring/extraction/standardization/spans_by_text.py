"""Index from texts to the spans of a document that have them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from event_scoring.documents.errors import Description, InputError, counted
from event_scoring.extraction.event_options import Matcher
from event_scoring.extraction.items import Document, Span
from event_scoring.matching import grouped

MAX_TOKENS = 2**23
"""Maximum number of tokens in the spans of one document in which texts are searched."""
MAX_MATCHER_PAIRS = 1_000_000
"""Approximate maximum number of pairs of a text and a span that a matcher compares in one document."""


class SpansByText:
    """An index of some spans of a document by the texts that they read.

    Texts are compared with runs of white space as one space, case kept; a span reads as its tokens joined by spaces.
    A matcher, if given, decides instead; it sees each pair of different strings of a document once.
    """

    def __init__(self, document: Document, spans: Iterable[Span], matcher: Matcher | None = None) -> None:
        self.matcher = matcher
        ordered, texts = surfaces(document, spans)
        self.by_surface = grouped(zip(texts, ordered, strict=True))
        """Spans by their text, each list in order of position."""
        self._matched: dict[str, list[Span]] = {}

    def look_up(self, texts: Sequence[str]) -> None:
        """Ask the matcher, if there is one, about some texts at once."""
        if self.matcher is None:
            return
        new_texts = [text for text in dict.fromkeys(map(single_spaced, texts)) if text not in self._matched]
        pairs = len(texts) * sum(map(len, self.by_surface.values()))
        if pairs > MAX_MATCHER_PAIRS + 256 * len(texts):
            got, hint = Description(f"{pairs:,} pairs of a text and a span"), "cut long documents into parts"
            raise InputError(("predictions",), wanted="fewer texts for a matcher", got=got, hint=hint)
        pairs_of_texts = [[text, surface] for text in new_texts for surface in self.by_surface]
        left, right = ([pair[side] for pair in pairs_of_texts] for side in (0, 1))
        answers = iter(_checked(self.matcher(left, right), len(pairs_of_texts)) if pairs_of_texts else ())
        for text in new_texts:
            self._matched[text] = sorted(span for spans in self.by_surface.values() if next(answers) for span in spans)

    def of(self, text: str) -> Sequence[Span]:
        """Return the spans of a text, in the order of the document."""
        return (self.by_surface if self.matcher is None else self._matched).get(" ".join(text.split()), ())


def surfaces(document: Document, spans: Iterable[Span]) -> tuple[list[Span], list[str]]:
    """Return spans in order, and the text of each: its tokens joined by spaces, white space as one space."""
    tokens, ordered = document.tokens or (), sorted(spans)
    lengths = [end - start for start, end in ordered]
    if sum(lengths) > MAX_TOKENS + 64 * (len(lengths) + len(tokens)):
        got = Description(f"many as long as {max(lengths):,} tokens")
        wanted, hint = "spans of few tokens, where texts are looked for", "cut the document into parts"
        raise InputError(("references",), wanted=wanted, got=got, hint=hint)
    return ordered, [single_spaced(" ".join(tokens[start:end])) for start, end in ordered]


def single_spaced(text: str) -> str:
    """Return a text with runs of white space as one space, and none at the ends."""
    return " ".join(text.split())


def _checked(answers: Any, number: int) -> list[bool]:
    found = np.asarray(answers)
    if found.shape != (number,) or (number and found.dtype != bool):
        raise ValueError(
            f"matcher: expected {counted(number, 'value')}, True or False, one for each pair of texts, "
            f"got an array of {found.dtype} of shape {found.shape}"
        )
    return [bool(answer) for answer in found]
