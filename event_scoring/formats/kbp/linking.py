"""Linking stores: one event frame a line, its responses by id."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.ragged import IntArray, Ragged, integers, list_array
from event_scoring.documents.errors import InputError, Words, quoted
from event_scoring.formats.findings import Check, raise_first
from event_scoring.formats.kbp.lines import StoreLines, read_store_lines

LAYOUTS = ("2015", "2016")
INCOMPLETE = "INCOMPLETE"
_SHA_1 = "^[0-9a-f]{40}$"
"""The ids of responses of 2015 and 2016."""
_ANY_ID = f"{_SHA_1}|^-?[0-9]{{7,10}}$"
"""Those of 2014 too."""


@dataclass(frozen=True)
class StoreFrames:
    """The frames of some documents, one a line, and what is wrong with the lines."""

    all_lines: StoreLines
    incomplete_check: Check
    """On rows of `all_lines`: no responses may be left unlinked."""
    lines: StoreLines
    """The lines of frames."""
    ids: pa.StringArray | None
    """What the lines call their frames, in the layout of 2016."""
    members: Ragged
    """For each line the responses of the store that it names, by row; `UNKNOWN` for others."""
    checks: list[Check]
    renamed: int
    """How many members are named by the first column of a response, which is not its id."""

    def raise_first(self) -> None:
        """Raise an `InputError` for the first line that cannot be read."""
        raise_first([self.incomplete_check], self.all_lines.place)
        raise_first(self.checks, self.lines.place)

    def by_document(self, first_response: IntArray, documents: int) -> pa.ListArray:
        """The frames of each document, as places in the document's responses."""
        place = self.members.values - first_response[self.lines.document[self.members.row_index]]
        frames = list_array(self.members.lengths, pa.array(place))
        return list_array(np.bincount(self.lines.document, minlength=documents), frames)


UNKNOWN = -1


def read_store_frames(
    paths: list[Path | None],
    response_document: IntArray,
    ids: pa.StringArray,
    column: pa.StringArray,
    layout: str | None,
) -> StoreFrames:
    """The frames in the files of some documents.

    Responses are named by their ids, or where an id is not known by the first ``column`` of the store. The layout,
    "2015" or "2016", is told by what the lines hold where it is not given.
    """
    all_lines = read_store_lines(paths)
    incomplete = np.asarray(pc.match_substring_regex(all_lines.text, f"^{INCOMPLETE}(\\s|$)"), dtype=bool)
    open_rows = np.flatnonzero(incomplete & np.asarray(pc.not_equal(all_lines.text, INCOMPLETE), dtype=bool))
    incomplete_check = Check(
        open_rows, lambda _: InputError(wanted=f"no responses behind {INCOMPLETE}", got=Words("some"))
    )
    lines = all_lines.select(~incomplete)
    known = [_named(response_document, names) for names in (ids, column)]
    checks, text, frame = [], lines.text, None
    if (layout or _layout(lines, known)) == "2016":
        frame = pc.list_element(pc.split_pattern(text, "\t", max_splits=1), 0)
        checks = _frame_id_checks(lines, frame)
        text = pc.replace_substring(pc.replace_substring_regex(text, "^[^\t]*\t?", ""), " ", "\t")
    fields = pc.split_pattern(text, "\t")
    members = Ragged.from_lengths(np.asarray(pc.list_value_length(fields)), np.empty(0))
    names = fields.flatten()
    named = _named(lines.document[members.row_index], names)
    found, fallback = (pc.index_in(named, value_set=keys) for keys in known)
    response = integers(pc.coalesce(found, fallback), UNKNOWN)
    checks.append(
        Check(
            np.flatnonzero(response == UNKNOWN),
            lambda member: InputError(
                wanted="the ids of responses of this document",
                got=Words(f"{quoted(names[member].as_py())}, which none of them has"),
            ),
            lines=members.row_index,
        )
    )
    renamed = int(np.sum(np.asarray(found.is_null()) & (response != UNKNOWN)))
    found_members = Ragged(members.offsets, response)
    return StoreFrames(all_lines, incomplete_check, lines, frame, found_members, checks, renamed)


def _layout(lines: StoreLines, known: list[pa.StringArray]) -> str:
    """2015 where a line begins with a response's id; 2016 where what follows is set off by spaces or stands alone."""
    fields = pc.split_pattern(lines.text, "\t")
    if not len(fields):
        return LAYOUTS[0]
    begins = _named(lines.document, pc.list_element(fields, 0))
    if any(pc.any(pc.is_in(begins, value_set=keys)).as_py() for keys in known):
        return "2015"
    spaced = pc.any(pc.match_substring(lines.text, " ")).as_py()
    # An id that no response has is no name of a frame; among spaces a long number may be one.
    if pc.any(pc.match_substring_regex(pc.list_element(fields, 0), _SHA_1 if spaced else _ANY_ID)).as_py():
        return "2015"
    pairs = pc.all(pc.equal(pc.list_value_length(fields), 2)).as_py()
    return "2016" if spaced or pairs else "2015"


def _frame_id_checks(lines: StoreLines, frame: pa.StringArray) -> list[Check]:
    dashed = np.flatnonzero(np.asarray(pc.match_substring(frame, "-"), dtype=bool))
    named = _named(lines.document, frame).to_numpy(zero_copy_only=False).astype(str)
    _, first, place = np.unique(named, return_index=True, return_inverse=True)
    again = np.flatnonzero(first[place] != np.arange(len(named)))

    def shown_id(row: int) -> str:
        return quoted(frame[row].as_py())

    return [
        Check(dashed, lambda row: InputError(wanted="a frame id without a dash", got=Words(shown_id(row)))),
        Check(
            again,
            lambda row: InputError(wanted="every frame id once in a document", got=Words(f"{shown_id(row)} again")),
        ),
    ]


def _named(document: IntArray, names: pa.StringArray) -> pa.StringArray:
    """Names that are unique in the whole store: the document's number before them."""
    return pc.binary_join_element_wise(pa.array(document).cast(pa.string()), names, "\t")
