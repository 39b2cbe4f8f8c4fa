"""Read linking stores: one event frame a line, with the ids of its responses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.array_types import IntArray
from event_scoring.documents.errors import Description, InputError
from event_scoring.formats.findings import Check, row_error
from event_scoring.formats.flat_arrays import MISSING, Ragged, list_array, position_in_group
from event_scoring.formats.kbp.kbp_lines import StoreLines, read_store_lines

INCOMPLETE = "INCOMPLETE"
_SHA_1 = "^[0-9a-f]{40}$"
"""The ids of responses of 2015 and 2016."""
_ANY_ID = f"{_SHA_1}|^-?[0-9]{{7,10}}$"
"""The ids of responses of 2014, 2015 and 2016."""


@dataclass(frozen=True)
class StoreFrames:
    """The frames of some documents, one a line, with checks of the lines."""

    lines: StoreLines
    """The lines of frames."""
    ids: pa.StringArray | None
    """Ids of the frames, in stores of 2016."""
    members: Ragged
    """Rows of the responses that each line names; `MISSING` for ids that the store lacks."""
    checks: list[Check]
    renamed: int
    """Number of members given by the first column of a response, which is not its id."""

    def by_document(self, responses: pa.ListArray) -> pa.ListArray:
        """Return the frames of each document, as indices of the document's responses."""
        place = self.members.values - responses.offsets.to_numpy()[self.lines.document[self.members.row_index]]
        frames = list_array(self.members.lengths, pa.array(place))
        return list_array(np.bincount(self.lines.document, minlength=len(responses)), frames)


def read_store_frames(
    paths: list[Path | None],
    response_document: IntArray,
    ids: pa.StringArray,
    column: pa.StringArray,
) -> StoreFrames:
    """Return the frames in the files of some documents.

    Responses are found by their ids, or by the first ``column`` of the store where an id is unknown. The layout,
    that of 2015 or of 2016, is detected from the lines.
    """
    all_lines = read_store_lines(paths)
    incomplete = np.asarray(pc.match_substring_regex(all_lines.text, f"^{INCOMPLETE}(\\s|$)"), dtype=bool)
    goes_on = incomplete & np.asarray(pc.not_equal(all_lines.text, INCOMPLETE), dtype=bool)
    not_alone = InputError(wanted=f"no responses after {INCOMPLETE}", got=Description("some"))
    checks = [Check(all_lines.place, goes_on, not_alone)]
    lines = all_lines.select(np.flatnonzero(~incomplete))
    known = [_named(response_document, names) for names in (ids, column)]
    text, frame = lines.text, None
    if _has_frame_ids(lines, known):
        frame = pc.list_element(pc.split_pattern(text, "\t", max_splits=1), 0)
        checks += _frame_id_checks(lines, frame)
        text = pc.replace_substring(pc.replace_substring_regex(text, "^[^\t]*\t?", ""), " ", "\t")
    fields = pc.split_pattern(text, "\t")
    members = Ragged(fields.offsets.to_numpy(), np.empty(0))
    names = fields.flatten()
    owners = lines.select(members.row_index)
    named = _named(owners.document, names)
    rows, fallback = (pc.index_in(named, value_set=keys) for keys in known)
    response = pc.coalesce(rows, fallback).fill_null(MISSING).to_numpy()
    unknown = row_error(names, wanted="the ids of responses of this document", got="{}, which none of them has")
    checks.append(Check(owners.place, response == MISSING, unknown))
    renamed = int(np.sum(np.asarray(rows.is_null()) & (response != MISSING)))
    return StoreFrames(lines, frame, Ragged(members.offsets, response), checks, renamed)


def _has_frame_ids(lines: StoreLines, known: list[pa.StringArray]) -> bool:
    """Whether lines begin with the id of their frame, as in 2016, and not with that of a response, as in 2015."""
    fields = pc.split_pattern(lines.text, "\t")
    if not len(fields):
        return False
    begins = _named(lines.document, pc.list_element(fields, 0))
    if any(pc.any(pc.is_in(begins, value_set=keys)).as_py() for keys in known):
        return False
    spaced = pc.any(pc.match_substring(lines.text, " ")).as_py()
    # An id of an unknown response is not the name of a frame; with spaces a long number may be one.
    if pc.any(pc.match_substring_regex(pc.list_element(fields, 0), _SHA_1 if spaced else _ANY_ID)).as_py():
        return False
    pairs = pc.all(pc.equal(pc.list_value_length(fields), 2)).as_py()
    return bool(spaced or pairs)


def _frame_id_checks(lines: StoreLines, frame: pa.StringArray) -> list[Check]:
    named = _named(lines.document, frame).dictionary_encode().indices.to_numpy()
    again = row_error(frame, wanted="every frame id once in a document", got="{} again")
    dashed = np.asarray(pc.match_substring(frame, "-"), dtype=bool)
    return [
        Check(lines.place, dashed, row_error(frame, wanted="a frame id without a dash")),
        Check(lines.place, position_in_group(named) > 0, again),
    ]


def _named(document: IntArray, names: pa.StringArray) -> pa.StringArray:
    """Return names that are unique in the whole store, with the document's number as prefix."""
    return pc.binary_join_element_wise(pa.array(document).cast(pa.string()), names, "\t")
