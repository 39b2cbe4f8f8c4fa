"""What became of each argument: one category for each of the references and of the predictions."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from event_scoring.arguments.columns import Listed, Trfrs
from event_scoring.arrays.near_misses import near_misses
from event_scoring.arrays.ragged import BoolArray, IntArray, Ragged, count_rows, list_array, struct_array
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.statistics.linking import link_scores

FIELDS = ("type", "role", "filler", "realis")
"""The fields of a TRFR, in the order of `Trfrs.fields`."""

PAIRED = ("realis", "role", "filler", "type")
"""Wrong in one field alone. Where a false argument fits several missed ones, the first of these decides."""

ERROR_KINDS = ("correct", "frame", *PAIRED, "missed", "spurious", "duplicate", "discarded")
"""Every reference is correct, correct in a wrong frame, wrong in one field, or missed. Every listed
prediction is one of the same but spurious for missed, or repeats another (duplicate), or was discarded
because no frame holds it (``unlinked="drop"``) or pre-processing removed it. References that are listed again are
duplicates too; responses of a key that are no correct ones are discarded, for nobody asks for them."""

_CODE = {kind: code for code, kind in enumerate(ERROR_KINDS)}


def error_counts(trfrs: Trfrs) -> dict[str, pa.Array]:
    """For each document how often each kind occurs, and what became of each item that was listed."""
    system, reference, partner = error_kinds(trfrs)
    of_system, of_reference = trfrs.listed
    documents = trfrs.documents
    found = {kind: count_rows(trfrs.document[reference == code], documents) for kind, code in _CODE.items()}
    found["spurious"] = count_rows(trfrs.document[system == _CODE["spurious"]], documents)
    listed = [_listed_kinds(of_system, system), _listed_kinds(of_reference, reference)]
    for kind in ("duplicate", "discarded"):
        found[kind] = count_rows(of_system.rows.row_index[listed[0] == _CODE[kind]], documents)
    inverse = np.full(len(partner), MISSING)
    inverse[partner[partner != MISSING]] = np.flatnonzero(partner != MISSING)
    lists = {
        "references": _lists(of_reference, listed[1], _pairs(of_reference, inverse, of_system)),
        "predictions": _lists(of_system, listed[0], _pairs(of_system, partner, of_reference)),
    }
    categories = struct_array(lists)
    return {**{f"errors_{kind}": pa.array(column) for kind, column in found.items()}, "categories": categories}


def error_kinds(trfrs: Trfrs) -> tuple[IntArray, IntArray, IntArray]:
    """For each TRFR its place in `ERROR_KINDS` on the side of the system and of the references, -1 for none.

    The third column has, for each TRFR of the system, that of the references with which it is compared, or
    `MISSING`. Where several pairs are possible, the first false one goes with the first missed one, as they
    are given.
    """
    right = np.where(_linked_right(trfrs), _CODE["correct"], _CODE["frame"])
    system = np.where(trfrs.true_positive, right, np.where(trfrs.false_positive, _CODE["spurious"], -1))
    reference = np.where(trfrs.true_positive, right, np.where(trfrs.false_negative, _CODE["missed"], -1))
    partner = np.where(trfrs.true_positive, np.arange(len(right)), MISSING)
    rows = np.lexsort((trfrs.order, trfrs.document))
    columns = dict(zip(("document", *FIELDS), (trfrs.document, *trfrs.fields), strict=True))
    fields = {name: column[rows] for name, column in columns.items()}
    wrong = (system == _CODE["spurious"]) & ~trfrs.false_negative
    missed = (reference == _CODE["missed"]) & ~trfrs.false_positive
    codes = np.array([_CODE[kind] for kind in PAIRED])
    of_system, of_reference, nearest = near_misses(fields, fields, wrong[rows], missed[rows], PAIRED)
    for side, near in ((system, of_system), (reference, of_reference)):
        side[rows[near >= 0]] = codes[near[near >= 0]]
    partner[rows[nearest != MISSING]] = rows[nearest[nearest != MISSING]]
    return system, reference, partner


def _linked_right(trfrs: Trfrs) -> BoolArray:
    """Whether a correct argument is linked with those correct arguments with which it should be.

    What was missed or invented is no fault of the arguments that share a frame with it.
    """
    both = trfrs.true_positive
    _, _, f = link_scores(_only(trfrs.system_frames, both), _only(trfrs.reference_frames, both))
    right: BoolArray = (f >= 1) | (trfrs.reference_frames.lengths == 0)
    return right


def _only(frames: Ragged, keep: BoolArray) -> Ragged:
    """The frames of some items; the others are in none."""
    lengths = frames.lengths
    return Ragged.from_lengths(np.where(keep, lengths, 0), frames.values[np.repeat(keep, lengths)])


def _listed_kinds(side: Listed, kinds: IntArray) -> IntArray:
    first = np.append(side.first, MISSING)[side.trfr]
    repeats = (first != MISSING) & (first != np.arange(len(first)))
    found = np.append(kinds, -1)[side.trfr]
    return np.where(repeats, _CODE["duplicate"], np.where(found < 0, _CODE["discarded"], found))


def _pairs(own: Listed, partner: IntArray, other: Listed) -> pa.Array:
    """For each listed item the place of that with which it is compared; null where there is none."""
    stands = np.append(own.first, MISSING)[own.trfr] == np.arange(len(own.trfr))
    paired = np.append(partner, MISSING)[own.trfr]
    found = np.append(other.first, MISSING)[np.where(stands, paired, MISSING)]
    place = found - np.append(other.rows.offsets, 0)[own.rows.row_index]
    return pa.array(place, mask=found == MISSING)


def _lists(side: Listed, kinds: IntArray, pairs: pa.Array) -> pa.ListArray:
    words = pa.array(ERROR_KINDS, pa.string()).take(pa.array(kinds))
    return list_array(side.rows.lengths, struct_array({side.noun: side.rows.within, "category": words, "pair": pairs}))
