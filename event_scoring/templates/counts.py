"""One row of sums for each document: what became of the fills of every slot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from event_scoring.arrays.keys import are_rows_of, numbered
from event_scoring.arrays.ragged import BoolArray, IntArray, count_rows, list_array, struct_array
from event_scoring.templates.alignment import Candidates, TemplateAlignment
from event_scoring.templates.columns import TemplateColumns
from event_scoring.templates.options import ALIGNMENTS, TemplateOptions
from event_scoring.templates.partial import partial_fills

CATEGORIES = ("correct", "partial", "incorrect", "missing", "spurious")


@dataclass(frozen=True)
class SlotCounts:
    """The categories of each slot, of two aligned templates or of a template that stands alone."""

    document: IntArray
    type_code: IntArray
    name: IntArray
    categories: dict[str, IntArray]


def document_counts(
    columns: TemplateColumns, alignment: TemplateAlignment, options: TemplateOptions, details: bool
) -> dict[str, pa.Array]:
    """The sums from which every score of a document follows, for both alignments."""
    documents = columns.documents
    counts = {
        "doc_id": columns.doc_id,
        "references": pa.array(count_rows(columns.reference.document, documents)),
        "predictions": pa.array(count_rows(columns.system.document, documents)),
        "reference_hash": pa.array(columns.reference_hash),
        "unproven": pa.array(alignment.unproven),
    }
    for name, chosen in (("greedy", alignment.greedy), ("optimal", alignment.optimal)):
        slots = count_slots(columns, alignment.candidates, chosen, options)
        for category, numbers in slots.categories.items():
            sums = np.bincount(slots.document, weights=numbers, minlength=documents)
            counts[f"{name}_{category}"] = pa.array(sums.astype(np.int64))
        aligned = alignment.candidates.document[chosen]
        counts[f"{name}_aligned"] = pa.array(count_rows(aligned, documents))
        if details and ALIGNMENTS[options.alignment or "muc-6"] == name:
            counts["per_slot"] = _slot_lists(columns, slots)
            counts["alignment"] = _alignment_lists(columns, alignment.candidates, chosen)
    return counts


def count_slots(
    columns: TemplateColumns, candidates: Candidates, chosen: BoolArray, options: TemplateOptions
) -> SlotCounts:
    """Compare the fills slot by slot.

    Of the fills of a slot that are not matched, as many are incorrect as both sides have; what one side
    has beyond that is missing or spurious. Optional fills that are not matched are left out.
    """
    system, reference = columns.system, columns.reference
    pairs = candidates.pairs.select(np.flatnonzero(chosen))
    partner = np.full(len(system), -1)
    partner[pairs.system] = pairs.reference
    # A unit is a reference template with what is aligned to it, or a system template alone.
    unit = np.where(partner >= 0, partner, len(reference) + np.arange(len(system)))
    names = max(len(columns.names), 1)
    keys = [
        unit[system.fills.template] * names + system.fills.name,
        reference.fills.template * names + reference.fills.name,
    ]
    slots, place = numbered(np.concatenate(keys))
    said, asked = np.split(place, [len(keys[0])])
    optional = reference.fills.optional
    correct = _correct(columns, partner)
    part = np.zeros(len(optional), dtype=bool)
    if options.partial_credit:
        part[partial_fills(columns, pairs)[2]] = True
    matched = correct | part
    number = {"correct": count_rows(asked[correct], len(slots)), "partial": count_rows(asked[part], len(slots))}
    missed = count_rows(asked[~matched & ~optional], len(slots))
    wrong = count_rows(said, len(slots)) - number["correct"] - number["partial"]
    number["incorrect"] = np.minimum(missed, wrong)
    number["missing"], number["spurious"] = missed - number["incorrect"], wrong - number["incorrect"]
    both = [np.concatenate([getattr(side, key) for side in (reference, system)]) for key in ("document", "type_code")]
    document, type_code = (column[slots // names] for column in both)
    return SlotCounts(document, type_code, slots % names, number)


def _correct(columns: TemplateColumns, partner: IntArray) -> BoolArray:
    """Which reference fills the aligned system template has too; pointers by the templates they mean."""
    ours, theirs = columns.system.fills, columns.reference.fills
    aligned = (partner[ours.template] >= 0) & (~ours.is_pointer | (partner[ours.target] >= 0))
    ours = ours.select(aligned)
    content = np.where(ours.is_pointer, partner[ours.target], ours.value)
    wanted = np.where(theirs.is_pointer, theirs.target, theirs.value)
    return are_rows_of(
        [theirs.template, theirs.name, theirs.is_pointer.astype(np.int64), wanted],
        [partner[ours.template], ours.name, ours.is_pointer.astype(np.int64), content],
    )


def _slot_lists(columns: TemplateColumns, slots: SlotCounts) -> pa.ListArray:
    """For each document a list of (type, slot, categories)."""
    keys, place = np.unique(np.column_stack([slots.document, slots.type_code, slots.name]), axis=0, return_inverse=True)
    records = {
        "type": pa.array(columns.types, pa.string()).take(pa.array(keys[:, 1])),
        "slot": pa.array(columns.names, pa.string()).take(pa.array(keys[:, 2])),
    }
    for name, numbers in slots.categories.items():
        records[name] = np.bincount(place, weights=numbers, minlength=len(keys)).astype(np.int64)
    return list_array(count_rows(keys[:, 0], columns.documents), struct_array(records))


def _alignment_lists(columns: TemplateColumns, candidates: Candidates, chosen: BoolArray) -> pa.ListArray:
    """For each document a list of {reference, prediction}, by reference."""
    pairs = candidates.pairs.select(np.flatnonzero(chosen))
    order = np.argsort(pairs.reference)
    reference, system = pairs.reference[order], pairs.system[order]
    records = {"reference": columns.reference.position[reference], "prediction": columns.system.position[system]}
    return list_array(count_rows(columns.reference.document[reference], columns.documents), struct_array(records))
