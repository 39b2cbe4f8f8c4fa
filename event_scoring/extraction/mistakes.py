"""What became of each trigger and each argument: one category for each that is asked and each that is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from event_scoring.arrays.joins import look_up
from event_scoring.arrays.keys import first_of, joint_keys, row_keys
from event_scoring.arrays.near_misses import near_misses
from event_scoring.arrays.ragged import BoolArray, IntArray, count_rows
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.extraction.counting import Comparison
from event_scoring.extraction.documents.columns import Labelled
from event_scoring.scoring.counts import confusion_lists

TRIGGER_MISTAKES = {"type": "label"}
ARGUMENT_MISTAKES = {"role": "label", "trigger": "trigger", "type": "type", "filler": "span"}
"""Kinds of errors in one field, and the field. Where a wrong answer fits several missed ones, the first of
these decides. A trigger at another place is a missed and a spurious one; an argument at another place may
be a wrong filler of its role."""

OTHER_KINDS = ("correct", "missed", "spurious", "duplicate", "discarded")
FORGIVEN = "forgiven"
"""Right by a tier of `match`, though it stands elsewhere than the reference."""
OF_PREDICTIONS = ("spurious", "duplicate", "discarded")
"""Kinds that are counted where a prediction has them; all others where a reference has them."""


@dataclass(frozen=True)
class Mistakes:
    """What became of triggers, or of the arguments of one mode."""

    kinds: tuple[str, ...]
    predictions: IntArray
    """For each prediction its place in ``kinds``. Duplicate is one that says again what an earlier one says,
    discarded one that does not count: dropped by standardization, left out by the mode, or saying nothing."""
    references: IntArray
    """For each reference its place in ``kinds``: duplicate where an equal one stands before it, discarded where
    it is not asked for."""
    prediction_partner: IntArray
    """For each prediction the reference that it is compared with, or `MISSING`."""
    reference_partner: IntArray

    def counts(self, said: Labelled, asked: Labelled, documents: int) -> dict[str, pa.Array]:
        """How often each kind occurs in each document; a pair counts once, by its reference."""
        columns = {}
        for code, kind in enumerate(self.kinds):
            side, kinds = (said, self.predictions) if kind in OF_PREDICTIONS else (asked, self.references)
            columns[f"errors_{kind}"] = pa.array(count_rows(side.document[kinds == code], documents))
        return columns

    def confusion(self, said: Labelled, asked: Labelled, labels: Sequence[str], documents: int) -> pa.ListArray:
        """For each document which label was said of what was found, that label aside."""
        found = np.flatnonzero(
            np.isin(self.references, [self.kinds.index(kind) for kind in ("correct", self.kinds[1])])
        )
        found = found[np.argsort(asked.document[found], kind="stable")]
        predicted = said.label[self.reference_partner[found]]
        return confusion_lists(asked.document[found], documents, labels, asked.label[found], predicted)


def forgive(mistakes: Mistakes, forgiven: BoolArray) -> Mistakes:
    """The same with what some tier forgave, which was among the correct ones, as a kind of its own."""
    correct = mistakes.kinds.index("correct")
    predictions = np.where(forgiven & (mistakes.predictions == correct), len(mistakes.kinds), mistakes.predictions)
    by_partner = np.append(forgiven, False)[mistakes.reference_partner]
    references = np.where(by_partner & (mistakes.references == correct), len(mistakes.kinds), mistakes.references)
    return replace(mistakes, kinds=(*mistakes.kinds, FORGIVEN), predictions=predictions, references=references)


def find_mistakes(compared: Comparison, kinds: Mapping[str, str], predictions: int, references: int) -> Mistakes:
    """What became of each prediction and each reference, counted or not, of which there are so many.

    Kinds are `TRIGGER_MISTAKES` or `ARGUMENT_MISTAKES`; the first is that of the label.
    """
    names = ("correct", *kinds, *OTHER_KINDS[1:])
    fields = tuple(dict.fromkeys(["trigger", *kinds.values()]))
    sides, listed = (compared.predictions, compared.references), (compared.prediction_row, compared.reference_row)
    firsts = [first_of(row_keys(*side.columns(fields))) for side in sides]
    said, asked = (side.select(first) for side, first in zip(sides, firsts, strict=True))
    said_key, asked_key = joint_keys(said.columns(fields), asked.columns(fields))
    wrong, missed = ~np.isin(said_key, asked_key), ~np.isin(asked_key, said_key)
    system, reference = (
        {"document": side.document, **{name: getattr(side, name) for name in fields}} for side in (said, asked)
    )
    of_said, of_asked, partner = near_misses(system, reference, wrong, missed, list(kinds.values()))
    of_said = np.where(wrong, np.where(of_said < 0, names.index("spurious"), of_said + 1), 0)
    of_asked = np.where(missed, np.where(of_asked < 0, names.index("missed"), of_asked + 1), 0)
    partner[~wrong] = look_up(said_key[~wrong], asked_key)
    rows = [row[first] for row, first in zip(listed, firsts, strict=True)]
    found = [np.full(count, names.index("discarded")) for count in (predictions, references)]
    for codes, every, first, kind in zip(found, listed, rows, (of_said, of_asked), strict=True):
        codes[every] = names.index("duplicate")
        codes[first] = kind
    said_partner, asked_partner = np.full(predictions, MISSING), np.full(references, MISSING)
    paired = partner != MISSING
    said_partner[rows[0][paired]] = rows[1][partner[paired]]
    asked_partner[rows[1][partner[paired]]] = rows[0][paired]
    return Mistakes(names, found[0], found[1], said_partner, asked_partner)
