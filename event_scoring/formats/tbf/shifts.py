"""Detect TBF files whose offsets are off by one, by comparing the texts of mentions with those of the references."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.array_types import IntArray
from event_scoring.formats.flat_arrays import Ragged
from event_scoring.formats.tbf.tbf_lines import TbfLines
from event_scoring.formats.tbf.tbf_spans import MIN_TEXTS

MAX_COMPARED = 5_000
"""Maximal number of a system's mentions whose places are compared, to keep the check short."""
_STEPS = ((-1, "after", "subtract 1 from"), (1, "before", "add 1 to"))
_Place = tuple[str, str, int]


@dataclass(frozen=True)
class TextPlaces:
    """The mentions of a TBF file that have a text and a span: document, text and begin of each."""

    doc_id: pa.StringArray
    text: pa.StringArray
    begin: IntArray

    @classmethod
    def of(cls, parsed: TbfLines, spans: Ragged) -> TextPlaces:
        """Return the places of the mentions of a file, given their spans."""
        mentions = parsed.mentions
        rows = np.flatnonzero((spans.lengths > 0) & np.asarray(pc.not_equal(mentions.text, "")))
        doc_id = parsed.blocks.doc_id.take(pa.array(mentions.block[rows]))
        return cls(doc_id, mentions.text.take(pa.array(rows)), spans.values[spans.offsets[:-1][rows]])

    def of_documents(self, doc_ids: pa.Array) -> Iterator[_Place]:
        """Yield document, text and begin of the mentions of some documents."""
        rows = np.flatnonzero(pc.is_in(self.doc_id, value_set=doc_ids))
        columns = (column.take(pa.array(rows)).to_pylist() for column in (self.doc_id, self.text))
        yield from zip(*columns, self.begin[rows].tolist(), strict=True)

    def first(self, number: int) -> TextPlaces:
        """Return the first mentions."""
        return TextPlaces(self.doc_id[:number], self.text[:number], self.begin[:number])


def shift_warnings(system: TextPlaces, references: TextPlaces, unit: str) -> list[str]:
    """Warn if most unmatched mentions have the text of a reference that begins one unit away, or elsewhere."""
    compared = system.first(MAX_COMPARED)
    doc_ids = compared.doc_id.unique()
    known = set(references.of_documents(doc_ids))
    unmatched = [document for document in compared.of_documents(doc_ids) if document not in known]
    name = {"char": "character"}.get(unit, unit)
    for step, side, advice in _STEPS:
        shifted = sum((doc_id, text, begin + step) in known for doc_id, text, begin in unmatched)
        if 2 * shifted > len(unmatched) and _is_enough(shifted, len(compared.begin)):
            return [
                f"{shifted} of {len(unmatched)} mentions that match no reference begin one {name} {side} a reference "
                f"with the same text; {advice} their offsets."
            ]
    # Offsets of another text drift: most mentions have the text of a missed reference, which begins elsewhere.
    found = {*compared.of_documents(doc_ids)}
    missed = Counter((doc_id, text) for doc_id, text, begin in known if (doc_id, text, begin) not in found)
    elsewhere = (Counter((doc_id, text) for doc_id, text, _ in unmatched) & missed).total()
    if elsewhere >= MIN_TEXTS and 2 * len(unmatched) > len(found) and 10 * elsewhere > 9 * len(unmatched):
        return [
            f"{elsewhere} of {len(unmatched)} mentions that match no reference have the text of a reference that "
            f"begins elsewhere; do both sides count the {name}s of one text, and not its bytes?"
        ]
    return []


def _is_enough(number: int, total: int) -> bool:
    """Whether some mentions of a file are no accident: six of them, or half of a small file."""
    return number >= min(MIN_TEXTS, max(2, total / 2))
