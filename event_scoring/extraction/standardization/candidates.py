"""The candidate sets onto which outputs are projected (section 4.2 of the paper)."""

from __future__ import annotations

import numpy as np

from event_scoring.arrays.keys import joint_keys
from event_scoring.arrays.ragged import BoolArray
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.documents.errors import InputError, Words
from event_scoring.extraction.choices import Choices
from event_scoring.extraction.documents.columns import CandidateLists, ExtractionColumns, Labelled, Spans


def tokens_outside(spans: Spans, taken: BoolArray, given: BoolArray) -> BoolArray:
    """For each span whether it is a single token that lies in none of the ``taken`` spans, in a document without list.

    ``given`` says which documents have one.
    """
    rows = np.flatnonzero(~given[spans.document])
    document, start, end = spans.document[rows], spans.start[rows], spans.end[rows]
    starts, ends = joint_keys([document, start], [document, end])
    # Spans are ordered by document and start. The furthest end so far decides, and an end in an earlier document is a
    # smaller key than any token of this one.
    furthest = np.maximum.accumulate(np.where(taken[rows], ends, MISSING))
    last = np.flatnonzero(np.diff(starts, append=MISSING))
    within = np.repeat(furthest[last] > starts[last], np.diff(last, prepend=-1))
    outside = np.zeros(len(spans), dtype=bool)
    outside[rows] = (end - start == 1) & ~within
    return outside


def candidate_spans(
    columns: ExtractionColumns, lists: CandidateLists, references: Labelled, noun: str, options: Choices
) -> BoolArray:
    """For each span whether it is a candidate for what the noun says; every trigger has those of its document."""
    spans = columns.spans
    given = lists.given[spans.document]
    supplied, reference = spans.mask(lists.span), spans.mask(references.span)
    outside = reference & given & ~supplied
    for row in np.flatnonzero(outside).tolist() if options.gold_outside == "error" else ():
        path = ("references", int(spans.document[row]), f"{noun}_candidates")
        got = Words(f"none for [{spans.start[row]}, {spans.end[row]}]")
        raise InputError(path, wanted=f"every reference {noun} among them", got=got)
    # Where no list is given: the reference spans, and every single token outside them.
    implied = ~given & (reference | tokens_outside(spans, reference, lists.given))
    candidates: BoolArray = supplied | implied
    return candidates | outside if options.gold_outside == "add" else candidates
