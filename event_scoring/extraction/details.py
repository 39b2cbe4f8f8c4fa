"""What `details` shows: scores by type, role and document, and why a convention's numbers differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.arrays.ragged import parent_rows, sum_rows
from event_scoring.arrays.vocabulary import encode_together
from event_scoring.extraction.conventions import CONVENTIONS
from event_scoring.extraction.judge import ARGUMENT_NAMES, TRIGGER_NAMES
from event_scoring.extraction.options import DetectionOptions
from event_scoring.scoring.counts import confusion_counts, plain, whole_column
from event_scoring.scoring.intervals import group_intervals
from event_scoring.statistics.ratios import precision_recall_f1

COUNTED = ("true_positives", "predictions", "references")


def extraction_details(
    table: pa.Table, rows: Mapping[str, Any], sums: Mapping[str, float], options: DetectionOptions
) -> dict[str, Any]:
    """Scores by type, role and document, and why the numbers differ from the paper's."""
    if "per_type" not in table.column_names:
        raise ValueError("details: expected counts made with details=True, got counts made without them")
    result: dict[str, Any] = {"per_type": _scored(table, "per_type", options)}
    if options.all_modes:
        mode = options.main_mode
        result["per_role"] = _scored(table, f"{mode}/per_role", options)
    result["per_document"] = _per_document(table, rows, options)
    result.update(_errors(table, options))
    if differences := _differences(sums, options):
        result["differences"] = differences
    return result


def _errors(table: pa.Table, options: DetectionOptions) -> dict[str, Any]:
    """How often each kind of error occurs, what became of each item, and which labels were taken for which."""
    if "confusion" not in table.column_names:
        return {}
    sides = {"trigger": ("", "type")}
    if options.all_modes:
        sides["argument"] = (f"{options.main_mode}/", "role")
    errors, confusion, categories = {}, {}, {}
    for name, (prefix, label) in sides.items():
        start = f"{prefix}errors_"
        columns = [column for column in table.column_names if column.startswith(start)]
        errors[name] = {column.removeprefix(start): plain(table.column(column).to_numpy().sum()) for column in columns}
        pairs = whole_column(table, f"{prefix}confusion").flatten()
        confusion[label] = confusion_counts(pairs.field("reference"), pairs.field("prediction"))
        categories[name] = table.column(f"{prefix}categories").to_pylist()
    by_document = [dict(zip(categories, row, strict=True)) for row in zip(*categories.values(), strict=True)]
    return {"errors": errors, "confusion": confusion, "categories": by_document}


def label_table(table: pa.Table, name: str) -> dict[str, dict[str, int]]:
    """The counts of each label, over all documents."""
    records = pa.Table.from_batches([pa.RecordBatch.from_struct_array(whole_column(table, name).flatten())])
    grouped = records.group_by("label").aggregate([(part, "sum") for part in COUNTED]).sort_by("label")
    return {row["label"]: {part: row[f"{part}_sum"] for part in COUNTED} for row in grouped.to_pylist()}


def known_predictions(table: pa.Table, name: str) -> NDArray[np.int64]:
    """For each document how many predictions have a label that some reference of the corpus has."""
    lists = whole_column(table, name)
    document = parent_rows(lists)
    rows = lists.flatten()
    (label,), words = encode_together([rows.field("label")])
    known = np.zeros(len(words), dtype=bool)
    known[label[rows.field("references").to_numpy() > 0]] = True
    predictions = rows.field("predictions").to_numpy() * known[label]
    return sum_rows(predictions, document, len(table)).astype(np.int64)


def _scored(table: pa.Table, name: str, options: DetectionOptions) -> dict[str, dict[str, Any]]:
    lists = whole_column(table, name)
    document, records = parent_rows(lists), lists.flatten()
    (code,), labels = encode_together([records.field("label")])
    numbers = [records.field(part).to_numpy(zero_copy_only=False) for part in COUNTED]
    intervals = group_intervals(len(table), document, code, numbers, len(labels), options, options.zero_division)
    of_label = dict(zip(labels, intervals, strict=True))
    by_label = label_table(table, name)
    return {label: {**_scores(counts, options), **of_label[label], **counts} for label, counts in by_label.items()}


def _scores(counts: Mapping[str, Any], options: DetectionOptions) -> dict[str, Any]:
    found, said, asked = (counts[part] for part in COUNTED)
    scores = precision_recall_f1(found, said, asked, options.zero_division)
    return {name: plain(score) for name, score in zip(("precision", "recall", "f1"), scores, strict=True)}


def _per_document(table: pa.Table, rows: Mapping[str, Any], options: DetectionOptions) -> list[dict[str, Any]]:
    columns: dict[str, list[Any]] = {"doc_id": table.column("doc_id").to_pylist()}
    mode = options.main_mode
    for name in (*TRIGGER_NAMES, *(ARGUMENT_NAMES if options.all_modes else ())):
        prefix = "" if name in TRIGGER_NAMES else f"{mode}/"
        counts = [rows[f"{prefix}{name}_{part}"] for part in COUNTED]
        scores = precision_recall_f1(counts[0], counts[1], counts[2], options.zero_division)
        for part, values in zip(COUNTED, counts, strict=True):
            columns[f"{name}_{part}"] = values.tolist()
        for score, values in zip(("precision", "recall", "f1"), scores, strict=True):
            columns[f"{name}_{score}"] = values.tolist()
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _differences(sums: Mapping[str, float], options: DetectionOptions) -> list[str]:
    """Why these numbers differ from those of the paper's evaluation, in sentences."""
    sentences = []
    if options.convention != "paper":
        sentences.append(CONVENTIONS[options.convention].reason)
    elif not options.standardize:
        sentences.append(
            "Outputs are not standardized: a span outside the candidates is a wrong prediction instead of a "
            "discarded one, and each of several predictions for one span counts."
        )
    mode = options.main_mode
    if mode in ("legacy", "loose"):
        sentences.append(
            f'Mode "{mode}" ignores {int(sums[f"{mode}/ignored_references"])} reference arguments of triggers that '
            f"were missed and {int(sums[f'{mode}/ignored_predictions'])} predicted arguments of spurious triggers; "
            'mode "pipeline" counts them.'
        )
    if mode and options.convention == "oneie":
        credited = sums[f"{mode}/credited"]
        if credited > sums[f"{mode}/argument_identification_true_positives"]:
            said, asked = (sums[f"{mode}/argument_identification_{part}"] for part in COUNTED[1:])
            precision, recall, f1 = (float(score) for score in precision_recall_f1(credited, said, asked))
            sentences.append(
                f"OneIE's own argument identification would credit {int(credited)} predictions on {int(asked)} "
                f"references: precision {precision:.4f}, recall {recall:.4f}, F1 {f1:.4f}."
            )
    return sentences
