"""The candidates onto which outputs are projected (section 4.2 of the paper), of one document, and their texts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from event_scoring.documents.errors import Description, InputError
from event_scoring.extraction.items import Document, Item, Span
from event_scoring.extraction.measure_options import PaperOptions
from event_scoring.matching import grouped

MAX_TOKENS = 2**23
"""Texts are searched in the spans of a document if these have about so many tokens in all, or are short."""


@dataclass
class Candidates:
    """The spans that may be labelled: listed ones and, where no list is given, each token outside the references."""

    document: Document
    listed: set[Span]
    is_given: bool

    def __contains__(self, span: Span) -> bool:
        return span in self.listed or (not self.is_given and span[1] - span[0] == 1 and not self._is_covered(span))

    def of_text(self, text: str) -> Sequence[Span]:
        """Return the candidates with a text, in the order of the document."""
        return self._by_text.of(text)

    @cached_property
    def _by_text(self) -> SpansByText:
        if self.is_given:
            return SpansByText(self.document, self.listed)
        tokens = ((place, place + 1) for place in range(len(self.document.tokens or ())))
        return SpansByText(self.document, {*self.listed, *(one for one in tokens if not self._is_covered(one))})

    def _is_covered(self, token: Span) -> bool:
        starts, ends = self._covered
        place = bisect_right(starts, token[0]) - 1
        return place >= 0 and token[0] < ends[place]

    @cached_property
    def _covered(self) -> tuple[Sequence[int], Sequence[int]]:
        """The starts and ends of the stretches of tokens that references cover."""
        found = stretches(self.listed)
        return [start for start, _ in found], [end for _, end in found]


def listed_candidates(document: Document, noun: str) -> Sequence[Span] | None:
    """Return the candidates that the references list for triggers or for arguments; None if they list none."""
    reference = document.reference
    return reference.trigger_candidates if noun == "trigger" else reference.argument_candidates


def candidates(document: Document, noun: str, options: PaperOptions) -> Candidates:
    """Return the candidates of triggers, or those of arguments, which all triggers share.

    They are the listed ones; without a list, the reference spans and all single tokens outside them. C1: "add" adds the
    references to listed candidates, "drop" drops those outside (`inside_candidates`), "missed" lets them be missed, and
    "error" refuses them (`references_outside`).

    Examples:
        >>> from event_scoring.extraction.documents.document import Event, ExtractionDocument, Trigger
        >>> gold = ExtractionDocument(events=[Event(Trigger((2, 4)), "Die")])
        >>> found = candidates(Document(gold, gold), "trigger", PaperOptions())
        >>> (2, 4) in found, (2, 3) in found, (5, 6) in found, (5, 7) in found
        (True, False, True, False)
    """
    listed, references = listed_candidates(document, noun), document.references
    items = references.triggers if noun == "trigger" else references.arguments
    spans = {item.span for item in items if item.span is not None}
    if listed is None:
        return Candidates(document, spans, False)
    return Candidates(document, {*listed, *spans} if options.gold_outside == "add" else {*listed}, True)


def inside_candidates(items: list[Item], document: Document, noun: str, options: PaperOptions) -> list[Item]:
    """Return the references that count: with gold_outside="drop" (C1) those at listed candidates, otherwise all."""
    listed = listed_candidates(document, noun) if options.gold_outside == "drop" else None
    if listed is None:
        return items
    inside = {*listed}
    return [item for item in items if item.span in inside]


def references_outside(document: Document, noun: str) -> Iterator[InputError]:
    """Yield an error for each reference that is not in a given list of candidates; see C1 "error"."""
    listed, references = listed_candidates(document, noun), document.references
    if listed is None:
        return
    items = references.triggers if noun == "trigger" else references.arguments
    for start, end in sorted({item.span for item in items if item.span is not None} - {*listed}):
        got = Description(f"none for [{start}, {end}]")
        yield InputError(("references", f"{noun}_candidates"), wanted=f"every reference {noun} among them", got=got)


def stretches(spans: Iterable[Span]) -> list[Span]:
    """Return the stretches of tokens that some spans cover together, in order.

    Examples:
        >>> stretches([(4, 6), (0, 2), (1, 3)])
        [(0, 3), (4, 6)]
    """
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


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
