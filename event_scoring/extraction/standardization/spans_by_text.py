"""Index from texts to the spans of a document that have them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from event_scoring.documents.errors import Description, InputError
from event_scoring.extraction.items import Document, Span
from event_scoring.matching import grouped

MAX_TOKENS = 2**23
"""Maximum number of tokens in the spans of one document in which texts are searched."""


class SpansByText:
    """An index of some spans of a document by the texts that they read.

    Texts are compared with runs of white space as one space, case kept; a span reads as its tokens joined by spaces.
    """

    def __init__(self, document: Document, spans: Iterable[Span]) -> None:
        ordered, texts = surfaces(document, spans)
        self.by_surface = grouped(zip(texts, ordered, strict=True))
        """Spans by their text, each list in order of position."""

    def of(self, text: str) -> Sequence[Span]:
        """Return the spans of a text, in the order of the document."""
        return self.by_surface.get(single_spaced(text), ())


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
