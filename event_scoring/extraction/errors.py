"""What became of each trigger and each argument: one category for each that is asked and each that is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from event_scoring.core.keys import joint_keys
from event_scoring.core.near_misses import near_misses
from event_scoring.core.ragged import IntArray, count_rows, list_array
from event_scoring.extraction.tallies import Tuples, distinct

TRIGGER_ERRORS = {"type": "label"}
ARGUMENT_ERRORS = {"role": "label", "trigger": "trigger", "type": "type", "filler": "span"}
"""Kinds of errors in one field, and the field. Where a wrong answer fits several missed ones, the first of
these decides. A trigger at another place is a missed and a spurious one; an argument at another place may
be a wrong filler of its role."""


@dataclass(frozen=True)
class Errors:
    """The kinds of errors of triggers, or of the arguments of one mode."""

    documents: Mapping[str, IntArray]
    """For each kind the document of each occurrence: correct, the kinds of one field, missed, spurious,
    duplicate (the same said again) and discarded (by standardization, or left out by the mode)."""
    asked: IntArray
    """The labels of the references that were found, their own label aside."""
    said: IntArray
    """The label said of each of them."""
    asked_document: IntArray

    def columns(self, labels: Sequence[str], documents: int) -> dict[str, pa.Array]:
        """Columns of counts, and which labels were taken for which."""
        counts = {f"errors_{kind}": pa.array(count_rows(rows, documents)) for kind, rows in self.documents.items()}
        order = np.argsort(self.asked_document, kind="stable")
        words = pa.array(labels, pa.string())
        sides = [words.take(pa.array(codes[order])) for codes in (self.asked, self.said)]
        records = pa.StructArray.from_arrays(sides, names=["reference", "prediction"])
        return {**counts, "confusion": list_array(count_rows(self.asked_document, documents), records)}


def answer_errors(said: Tuples, asked: Tuples, kinds: Mapping[str, str], discarded: IntArray) -> Errors:
    """Judge some answers.

    Args:
        said: What the system says and counts.
        asked: What is asked.
        kinds: `TRIGGER_ERRORS` or `ARGUMENT_ERRORS`.
        discarded: The documents of predictions that do not count.
    """
    fields = tuple(dict.fromkeys(["trigger", *kinds.values()]))
    listed = said
    said, asked = distinct(said, fields), distinct(asked, fields)
    said_key, asked_key = joint_keys(said.columns(fields), asked.columns(fields))
    wrong, missed = ~np.isin(said_key, asked_key), ~np.isin(asked_key, said_key)
    system, reference = (
        {"document": side.document, **{name: getattr(side, name) for name in fields}} for side in (said, asked)
    )
    of_said, of_asked, partner = near_misses(system, reference, wrong, missed, list(kinds.values()))
    documents = {"correct": asked.document[~missed]}
    documents.update({kind: asked.document[of_asked == code] for code, kind in enumerate(kinds)})
    documents["missed"] = asked.document[missed & (of_asked < 0)]
    documents["spurious"] = said.document[wrong & (of_said < 0)]
    first = np.zeros(len(listed), dtype=bool)
    first[np.unique(joint_keys(listed.columns(fields))[0], return_index=True)[1]] = True
    documents["duplicate"] = listed.document[~first]
    documents["discarded"] = discarded
    right = np.flatnonzero(~missed)
    mislabelled = np.flatnonzero(of_said == list(kinds.values()).index("label"))
    found = np.concatenate([right, partner[mislabelled]])
    return Errors(
        documents=documents,
        asked=asked.label[found],
        said=np.concatenate([asked.label[right], said.label[mislabelled]]),
        asked_document=asked.document[found],
    )
