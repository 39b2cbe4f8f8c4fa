"""Scores of each event type, with intervals where the options ask for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arrays.ragged import BoolArray, parent_rows
from event_scoring.arrays.vocabulary import encode_together
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.scoring.counts import whole_column
from event_scoring.scoring.intervals import group_intervals
from event_scoring.statistics.ratios import precision_recall_f1

SUMS = ("true_positives", "predictions", "references")


def type_scores(table: pa.Table, rows: Mapping[str, Any], options: NuggetOptions) -> dict[str, dict[str, Any]]:
    """The table by type of a table of counts with details."""
    lists = whole_column(table, "per_type")
    records = lists.flatten()
    (code,), types = encode_together([records.field("type")])
    document = parent_rows(lists)
    entering = _entering(rows, options)[document]
    code, document = code[entering], document[entering]
    numbers = [records.field(name).to_numpy(zero_copy_only=False)[entering] for name in SUMS]
    true_positives, said, asked = (np.bincount(code, weights=column, minlength=len(types)) for column in numbers)
    scores = precision_recall_f1(true_positives, said, asked, options.zero_division)
    intervals = group_intervals(len(table), document, code, numbers, len(types), options)
    result = {}
    for name, place in sorted(zip(types, range(len(types)), strict=True)):
        if not said[place] and not asked[place]:
            continue  # only in documents that do not enter
        if options.protocol == "evmeval-1.8" and not asked[place]:
            continue  # its table lists the types of the references only
        result[name] = {
            **{key: column[place].item() for key, column in zip(("precision", "recall", "f1"), scores, strict=True)},
            **intervals[place],
            "true_positives": true_positives[place].item(),
            "references": int(asked[place]),
            "predictions": int(said[place]),
        }
    return result


def _entering(rows: Mapping[str, Any], options: NuggetOptions) -> BoolArray:
    """The documents whose mentions count; the published table takes in all of them."""
    if options.documents_without_references == "count" or options.protocol == "evmeval-1.8":
        return np.ones(len(rows["references"]), dtype=bool)
    entering: BoolArray = rows["references"] > 0
    return entering
