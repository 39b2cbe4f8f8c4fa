"""One row of sums for each document. They are the truth: every score is a function of their totals."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from event_scoring.arguments.columns import REALIS, Trfrs
from event_scoring.arguments.options import LinkingOptions
from event_scoring.arrays.ragged import BoolArray, count_rows, sum_shares
from event_scoring.scoring.counts import label_lists
from event_scoring.statistics.linking import link_scores

OUTCOMES = ("true_positives", "false_positives", "false_negatives")


def document_counts(trfrs: Trfrs, options: LinkingOptions) -> dict[str, pa.Array]:
    """The sums from which every score of a document follows.

    The linking sums are those of the proposal's step 4 (``linking_sum``), of the recall of the same
    items, and of their precision, which is divided by the number of items that both sides link.
    """
    documents, document = trfrs.documents, trfrs.document
    counts = {
        "doc_id": trfrs.doc_id,
        "group": pa.array(options.groups or [None] * documents, pa.string()),
        "reference_hash": trfrs.reference_hash,
    }
    for name, mask in zip(OUTCOMES, _masks(trfrs), strict=True):
        counts[name] = count_rows(document[mask], documents)
    in_reference = trfrs.reference_frames.lengths > 0
    in_both = in_reference & (trfrs.system_frames.lengths > 0)
    # TRFRs are in the order of codes that depend on the other documents, which must not change the sums.
    precision, recall, f = link_scores(trfrs.system_frames, trfrs.reference_frames)
    counts["linking_sum"] = sum_shares(f, document, documents)
    counts["linking_recall_sum"] = sum_shares(recall, document, documents)
    counts["linking_precision_sum"] = sum_shares(precision, document, documents)
    counts["linked"] = count_rows(document[in_both], documents)
    counts["linking_normalizer"] = count_rows(document[in_reference], documents)
    counts["dropped"] = trfrs.dropped
    return {name: pa.array(column) for name, column in counts.items()}


def group_counts(trfrs: Trfrs) -> dict[str, pa.ListArray]:
    """For each document lists of (name, true positives, false positives, false negatives), by type, role and realis."""
    types, roles, _, realis = trfrs.fields
    numbers = dict(zip(OUTCOMES, (mask.astype(np.int64) for mask in _masks(trfrs)), strict=True))
    return {
        f"per_{noun}": label_lists(
            "name", words, trfrs.documents, {name: (trfrs.document, code, each) for name, each in numbers.items()}
        )
        for noun, code, words in (
            ("type", types, trfrs.types),
            ("role", roles, trfrs.roles),
            ("realis", realis, REALIS),
        )
    }


def _masks(trfrs: Trfrs) -> tuple[BoolArray, ...]:
    return trfrs.true_positive, trfrs.false_positive, trfrs.false_negative
