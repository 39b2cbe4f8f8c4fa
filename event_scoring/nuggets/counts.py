"""One row of sums for each document. They are the truth: every score is a function of their totals.

Rows of different pieces of a corpus may be concatenated (`pyarrow.concat_tables`) and scored as one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arrays.hashes import mix, mix_rows
from event_scoring.arrays.ragged import IntArray, Ragged, count_rows, list_array, struct_array
from event_scoring.nuggets.alignment import NAMES, Alignment
from event_scoring.nuggets.columns import NuggetColumns
from event_scoring.nuggets.errors import error_counts
from event_scoring.nuggets.matching import Pairs
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.scoring.counts import LabelSum, label_lists


def document_counts(columns: NuggetColumns, alignment: Alignment) -> dict[str, Any]:
    """The sums from which every score of a document follows."""
    system, reference = columns.system, columns.reference
    overlaps, mapped = alignment.overlaps, alignment.mapped
    times_mapped = np.bincount(overlaps.reference[np.flatnonzero(mapped)], minlength=len(reference.document))
    found = np.append(0, np.cumsum(times_mapped > 0))
    # Algorithm 3: a reference shares one point among all the mentions mapped to it.
    shares = mapped / np.maximum(times_mapped, 1)[overlaps.reference]
    of_pairs = np.searchsorted(overlaps.system, system.offsets)  # pairs come by system mention, so by document
    sums = {}
    for name in NAMES:
        sums[f"{name}_true_positives"] = Ragged(of_pairs, overlaps.similarity * alignment.credited[name]).sums()
    for name in NAMES[1:]:
        sums[f"{name}_correct"] = Ragged(of_pairs, shares * alignment.agrees[name]).sums()
    return {
        "doc_id": columns.doc_id,
        "references": np.diff(reference.offsets),
        "predictions": np.diff(system.offsets),
        "found": np.diff(found[reference.offsets]),
        "realis_given": columns.realis_given,
        "clusters_given": columns.clusters_given,
        "links_given": columns.links_given,
        "reference_hash": columns.reference_hash,
        "shared_spans": _shared_spans(columns, alignment)
        if len(alignment.conflicting.places)
        else np.zeros(columns.documents, dtype=np.int64),
        **sums,
    }


def _shared_spans(columns: NuggetColumns, alignment: Alignment) -> IntArray:
    """Count in each document the references that have the tokens of an earlier one.

    References that share no token with a prediction are left out: they are missed anyway.
    """
    # A prediction that overlaps one of two equal references overlaps both.
    rows = np.unique(alignment.overlaps.reference[alignment.conflicting.places])
    spans = mix(mix_rows(columns.reference.spans.take(rows)), columns.reference.document[rows])
    order = np.argsort(spans, kind="stable")
    again = rows[order[1:][spans[order[1:]] == spans[order[:-1]]]]
    return count_rows(columns.reference.document[again], columns.documents)


def detail_counts(columns: NuggetColumns, alignment: Alignment, options: NuggetOptions) -> dict[str, pa.Array]:
    """What `details` shows beyond the sums: kinds of errors, counts by type, and the alignment itself."""
    counts = error_counts(columns, alignment)
    overlaps = alignment.overlaps
    counts["per_type"] = _per_type(columns, overlaps.select(alignment.credited[options.per_type_credit]))
    shown = {**alignment.credited, "span": alignment.mapped}
    lists = {name: _alignment_lists(columns, overlaps.select(shown[name])) for name in NAMES}
    counts["alignment"] = struct_array(lists)
    return counts


def _per_type(columns: NuggetColumns, credited: Pairs) -> pa.ListArray:
    """For each document a list of (type, references, predictions, true positives)."""
    system, reference = columns.system, columns.reference
    found = credited.reference
    sums: dict[str, LabelSum] = {
        "references": (reference.document, reference.type_code, None),
        "predictions": (system.document, system.type_code, None),
        "true_positives": (reference.document[found], reference.type_code[found], credited.similarity),
    }
    return label_lists("type", columns.types, columns.documents, sums)


def _alignment_lists(columns: NuggetColumns, pairs: Pairs) -> pa.ListArray:
    """For each document a list of {reference, predictions: [{prediction, dice}]}."""
    order = np.lexsort((pairs.system, -pairs.similarity, pairs.reference))
    pairs = pairs.select(order)
    found, sizes = np.unique(pairs.reference, return_counts=True)
    predictions = struct_array({"prediction": columns.system.position[pairs.system], "dice": pairs.similarity})
    records = {"reference": columns.reference.position[found], "predictions": list_array(sizes, predictions)}
    return list_array(count_rows(columns.reference.document[found], columns.documents), struct_array(records))
