"""The candidate sets onto which outputs are projected (section 4.2 of the paper), of one document."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from event_scoring.documents.errors import Description, InputError
from event_scoring.extraction.documents.document import ExtractionDocument
from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.items import Document, Item, Span, read_side


@dataclass
class Candidates:
    """The spans that may be labelled: listed ones and, where no list is given, each token outside the references."""

    listed: set[Span]
    is_given: bool

    def __contains__(self, span: Span) -> bool:
        return span in self.listed or (not self.is_given and span[1] - span[0] == 1 and not self._is_covered(span))

    def in_order(self, tokens: Sequence[str]) -> Iterator[Span]:
        """Yield every candidate of a document, by start and end."""
        if self.is_given:
            return iter(sorted(self.listed))
        outside = (span for place in range(len(tokens)) if not self._is_covered(span := (place, place + 1)))
        return iter(sorted({*self.listed, *outside}))

    def _is_covered(self, token: Span) -> bool:
        starts, ends = self._covered
        place = bisect_right(starts, token[0]) - 1
        return place >= 0 and token[0] < ends[place]

    @cached_property
    def _covered(self) -> tuple[Sequence[int], Sequence[int]]:
        """The starts and ends of the stretches of tokens that references cover."""
        found = stretches(self.listed)
        return [start for start, _ in found], [end for _, end in found]


def trigger_candidates(document: Document, options: EventOptions) -> Candidates:
    """Return the trigger candidates of a document."""
    return candidates(document.reference.trigger_candidates, document.references.triggers, options)


def argument_candidates(document: Document, options: EventOptions) -> Candidates:
    """Return the argument candidates of a document, which all its triggers share."""
    return candidates(document.reference.argument_candidates, document.references.arguments, options)


def candidates(given: Iterable[Sequence[int]] | None, references: Iterable[Item], options: EventOptions) -> Candidates:
    """Return the given candidates; by default the reference spans and all single tokens outside them.

    Examples:
        >>> reference = Item(0, -1, (2, 4), "Die", (2, 4), "Die")
        >>> found = candidates(None, [reference], EventOptions())
        >>> (2, 4) in found, (2, 3) in found, (5, 6) in found, (5, 7) in found
        (True, False, True, False)
    """
    spans = {item.span for item in references if item.span is not None}
    if given is None:
        return Candidates(spans, False)
    supplied = {(start, end) for start, end in given}
    return Candidates(supplied | spans if options.gold_outside == "add" else supplied, True)


def listed_candidates(reference: ExtractionDocument, noun: str) -> Sequence[Span] | None:
    """Return the candidates that a reference lists for triggers or for arguments; None if it lists none."""
    return reference.trigger_candidates if noun == "trigger" else reference.argument_candidates


def references_outside(reference: ExtractionDocument, noun: str) -> Iterator[InputError]:
    """Yield an error for each reference that is not in a given list of candidates; see ``gold_outside="error"``."""
    given = listed_candidates(reference, noun)
    if given is None:
        return
    side = read_side(reference.events)
    items = side.triggers if noun == "trigger" else side.arguments
    for start, end in sorted({item.span for item in items if item.span is not None} - {*given}):
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
