"""Where a predicted text stands in its document, by its words alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.joins import TooManyPairsError, join
from event_scoring.arrays.keys import joint_keys, numbered
from event_scoring.arrays.ragged import BoolArray, IntArray, Ragged, list_array, list_offsets, ranges
from event_scoring.arrays.vocabulary import encode_together
from event_scoring.documents.errors import InputError, Words, counted
from event_scoring.extraction.choices import Matcher
from event_scoring.extraction.documents.columns import ExtractionColumns


def find_texts(
    columns: ExtractionColumns,
    document: IntArray,
    text: pa.StringArray,
    allowed: BoolArray,
    matcher: Matcher | None = None,
) -> Ragged:
    """For each text the allowed spans of its document that read the same, in order of their places.

    Texts are compared with runs of white space as one space, case kept; a span reads as its tokens joined
    by spaces. A matcher, if given, decides instead; it sees each pair of different strings once.
    """
    spans = columns.spans
    searched = np.zeros(columns.documents, dtype=bool)
    searched[document] = True
    places = np.flatnonzero(allowed & searched[spans.document])
    surfaces = surface_texts(columns, places)
    (surface_code, text_code), words = encode_together([surfaces, single_spaced(text)])
    if matcher is not None:
        return _matched(spans.document[places], places, document, surface_code, text_code, words, matcher)
    place_key, key = joint_keys([spans.document[places], surface_code], [document, text_code])
    try:
        found = join(key, place_key, bounded=32)
    except TooManyPairsError:
        got = Words("more than a million places, and 32 for each text")
        wanted = "texts that stand in fewer places of their documents"
        raise InputError(("predictions",), wanted=wanted, got=got, hint="cut long documents into parts") from None
    return Ragged(found.offsets, places[found.values])


def surface_texts(columns: ExtractionColumns, rows: IntArray) -> pa.StringArray:
    """What some spans read: their tokens joined by spaces."""
    spans, tokens = columns.spans, columns.tokens
    lengths = spans.end[rows] - spans.start[rows]
    if lengths.sum() > 2**23 + 64 * (len(rows) + len(tokens.values)):
        worst = int(rows[np.argmax(lengths)])
        got = Words(f"many as long as {int(lengths.max()):,} tokens")
        hint = "cut the document into parts"
        path = ("references", int(spans.document[worst]))
        raise InputError(path, wanted="spans of few tokens, where texts are looked for", got=got, hint=hint)
    first = list_offsets(tokens)[spans.document[rows]] + spans.start[rows]
    words = tokens.values.take(pa.array(ranges(first, lengths)))
    return single_spaced(pc.binary_join(list_array(lengths, words), " "))


def single_spaced(texts: pa.StringArray) -> pa.StringArray:
    """Runs of white space as one space, none at the ends."""
    return pc.binary_join(pc.utf8_split_whitespace(pc.utf8_trim_whitespace(texts)), " ")


def _matched(
    place_document: IntArray,
    places: IntArray,
    document: IntArray,
    surface_code: IntArray,
    text_code: IntArray,
    words: Sequence[str],
    matcher: Matcher,
) -> Ragged:
    """Every text with every span of its document, as far as the matcher accepts the pair."""
    try:
        found = join(document, place_document, bounded=256)
    except TooManyPairsError as error:
        got, hint = Words(f"{error.args[0]:,} pairs of a text and a span"), "cut long documents into parts"
        raise InputError(("predictions",), wanted="fewer texts for a matcher", got=got, hint=hint) from None
    row, candidate = found.row_index, found.values
    pair = text_code[row] * len(words) + surface_code[candidate]
    distinct, which = numbered(pair)
    asked = [[words[code] for code in codes] for codes in np.divmod(distinct, max(len(words), 1))]
    accepted = _answers(matcher(*asked), len(distinct))[which]
    return Ragged.from_lengths(np.bincount(row[accepted], minlength=len(document)), places[candidate[accepted]])


def _answers(answers: Any, wanted: int) -> BoolArray:
    found: BoolArray = np.asarray(answers)
    if found.shape != (wanted,) or (wanted and found.dtype != bool):
        raise ValueError(
            f"matcher: expected {counted(wanted, 'value')}, True or False, one for each pair of texts, "
            f"got an array of {found.dtype} of shape {found.shape}"
        )
    return found.astype(bool)
