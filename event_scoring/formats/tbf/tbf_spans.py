"""Convert the span column of TBF, token ids or character segments, to one row of integers a mention."""

from __future__ import annotations

from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.array_types import BoolArray, IntArray
from event_scoring.documents.errors import InputError, Place, counted, quoted
from event_scoring.formats.findings import Check, row_error
from event_scoring.formats.flat_arrays import Ragged, ranges
from event_scoring.formats.tbf.tbf_lines import Mentions
from event_scoring.formats.tbf.token_tables import TokenNumbers

UNITS = ("char", "token")
"""Units of spans in a file."""

MAX_SPAN = 100_000
"""Maximal number of characters of one mention, so that a file cannot make the reader allocate more."""
MAX_CHARACTERS = 25_000_000
"""Characters of all mentions of a file."""
MIN_TEXTS = 6
"""Number of mentions that are no accident, even if all have one text."""
_NUMBER = r"[ \t]*[+-]?[0-9]{1,15}[ \t]*"
_SEGMENT = rf"{_NUMBER},{_NUMBER}(?:,{_NUMBER})*"
_SEGMENTS = rf"^{_SEGMENT}(?:;{_SEGMENT})*$"
_TOKEN_UNIT = 'token ids need unit="token"'
_TOKEN_IDS = r"^t[0-9]+(?:,t[0-9]+)*$"


def token_spans(mentions: Mentions, numbers: TokenNumbers) -> Ragged:
    """Return rows of token numbers from ``t1,t2``.

    An empty field holds the one token id ``""``, and white space belongs to an id, as in EvmEval.
    """
    parts = pc.split_pattern(mentions.span, ",")
    tokens = parts.flatten().dictionary_encode()
    try:
        ids = numbers.of(tokens.dictionary.to_pylist())
    except InputError as error:
        raise error.at(source=Place(mentions.file)) from None
    return Ragged(parts.offsets.to_numpy(), ids[tokens.indices.to_numpy()])


def char_spans(mentions: Mentions, lengths: IntArray | None) -> tuple[Ragged, list[Check]]:
    """Return rows of character offsets from half-open segments ``0,4;8,10``, and checks of their problems.

    If the lengths of texts are given, a span must end within its text; -1 is an unknown length. Mentions whose span
    cannot be read, or is too long, get an empty row. All mentions of a file get one if the file covers too many
    characters.
    """
    column = mentions.span
    well_formed = np.asarray(pc.match_substring_regex(column, _SEGMENTS))
    segments = pc.split_pattern(pc.if_else(pa.array(well_formed), column, "0,0"), ";")
    numbers = pc.split_pattern(segments.flatten(), ",")
    begin, end = (_numbers(pc.list_element(numbers, index)) for index in (0, 1))
    token_ids = np.asarray(pc.match_substring_regex(column, _TOKEN_IDS))
    # Differs from EvmEval 1.8: characters that two segments share count once, for a span is a set.
    by_mention = Ragged(segments.offsets.to_numpy(), np.maximum(end - begin, 0))
    mention = by_mention.row_index
    length = np.bincount(mention, by_mention.values, len(column))
    too_long = length > MAX_SPAN
    above = np.cumsum(np.where(too_long, 0, length)) > MAX_CHARACTERS
    kept = np.where(too_long[mention] | above.any(), 0, by_mention.values)
    row_lengths = np.bincount(mention, kept, len(column)).astype(np.int64)

    def with_any(segments: BoolArray | IntArray) -> BoolArray:
        return np.bincount(mention[segments], minlength=len(column)) > 0

    extra = with_any(np.asarray(pc.list_value_length(numbers)) > 2) & well_formed
    negative, empty = with_any((begin < 0) & (end > begin)), with_any(end <= begin) & well_formed
    filled = np.flatnonzero((end > begin) & (by_mention.lengths[mention] > 1))
    filled = filled[np.lexsort((begin[filled], mention[filled]))]
    again = (mention[filled][1:] == mention[filled][:-1]) & (begin[filled][1:] < end[filled][:-1])
    overlapping = with_any(filled[1:][again])

    of_span, span = partial(Check, mentions.place), partial(row_error, column)
    signed = np.asarray(pc.match_substring(column, "+")) & well_formed
    warning_levels = {"reading": "warning", "validating": "warning"}
    offsets = "a span such as 0,4 or 0,4;8,10 in character offsets"
    most = f"the spans of this file cover more than {MAX_CHARACTERS:,} characters up to {{}}"
    overlap = (
        "segments of the span {} overlap; each character counts once, where EvmEval 1.8 counts it for each segment, "
        "so that its scores are lower"
    )
    more = "more than two numbers in a segment of the span {}"
    no_character = "a segment of the span {} covers no character: it does not end after its begin"
    checks = [
        of_span(~well_formed & ~token_ids, span(wanted=offsets)),
        of_span(token_ids, span(wanted=offsets, hint=_TOKEN_UNIT)),
        of_span(too_long, span(wanted=f"a span of at most {MAX_SPAN:,} characters")),
        of_span(above & (np.cumsum(above) == 1), span(says=most, hint="split the file")),
        of_span(negative, span(says="the span {} begins before the text"), reading="warning"),
        of_span(
            signed, span(says="the span {} has a plus", hint="offsets are written without a sign"), **warning_levels
        ),
        of_span(extra, span(says=more, hint="only the first two are read"), **warning_levels),
        of_span(empty, span(says=no_character, hint="a segment is begin,end and not begin,length"), **warning_levels),
        of_span(overlapping, span(says=overlap, hint="merge the segments"), **warning_levels),
        _inclusive_ends(mentions, np.bincount(mention, end - begin, len(column)), by_mention.lengths == 1),
    ]
    if lengths is not None:
        behind = with_any((end > begin) & (end > lengths[mention])) & (lengths >= 0)

        def error(row: int) -> InputError:
            has = counted(lengths[row], "character")
            return InputError(says=f"the span {quoted(column[row].as_py())} ends behind the text, which has {has}")

        checks.append(of_span(behind, error))
    return Ragged.from_lengths(row_lengths, ranges(begin, kept)), checks


def _inclusive_ends(mentions: Mentions, length: IntArray, is_whole: BoolArray) -> Check:
    """Return the first mention whose text is one character longer than its span, if most mentions are so.

    Ends that count the last character make all spans one character too short, because ends of TBF are exclusive. Texts
    of other lengths are placeholders, as token tables and some programs write them.
    """
    text_length = np.asarray(pc.utf8_length(mentions.text))
    seen = is_whole & (text_length > 0) & (length > 0)
    shorter = seen & (text_length == length + 1)
    are_no_accident = shorter.sum() >= MIN_TEXTS or len(np.unique(text_length[shorter])) > 1
    is_most = 2 * shorter.sum() > seen.sum() and are_no_accident
    says = f"the text of {shorter.sum()} of {seen.sum()} mentions is one character longer than the span"
    error = InputError(says=says, hint="TBF's ends are behind the last character; add 1 to each end")
    rows = np.flatnonzero(shorter)[: int(is_most)]
    return Check(mentions.place, rows, error, reading="warning", validating="warning")


def _numbers(column: pa.StringArray) -> IntArray:
    without_plus = pc.ascii_ltrim(pc.ascii_trim_whitespace(column), "+")
    numbers: IntArray = without_plus.cast(pa.int64()).fill_null(0).to_numpy()
    return numbers
