"""What `details` shows: scores by type, role and document, and why a convention's numbers differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from event_scoring.documents.errors import counted
from event_scoring.extraction.conventions.rule import PARTS
from event_scoring.extraction.options import DetectionOptions
from event_scoring.extraction.rows import rule_of
from event_scoring.extraction.tiers.judge_agreement import tier_scores
from event_scoring.scoring.counts import confusion_counts, document_rows, plain, whole_column
from event_scoring.scoring.intervals import label_scores
from event_scoring.scoring.task import Counts


def extraction_details(counts: Counts, scores: Mapping[str, Any]) -> dict[str, Any]:
    """Scores by type, role and document."""
    table, options, rows = counts.table, counts.options, counts.parts
    result: dict[str, Any] = {}
    for name, column in (("per_type", "per_type"), ("per_role", f"{options.main_mode}/per_role")):
        if column in table.column_names:
            result[name] = label_scores(whole_column(table, column), "label", PARTS, options)
            # The mean over the labels of references and predictions, each with the same weight.
            of_labels = [row["f1"] for row in result[name].values()]
            result[f"macro_{name.removeprefix('per_')}_f1"] = sum(of_labels) / len(of_labels) if of_labels else 0.0
    missing = zip(table.column("doc_id").to_pylist(), table.column("not_found").to_pylist(), strict=True)
    result["not_found"] = [
        {"document": row, "doc_id": doc_id, **item} for row, (doc_id, items) in enumerate(missing) for item in items
    ]
    if options.tiered:
        result["tiers"] = tier_scores(counts)
    result["per_document"] = _per_document(table, rows, options)
    result.update(_mistakes(table, options))
    result.update(rule_of(options).details(table, options))
    return result


def _mistakes(table: pa.Table, options: DetectionOptions) -> dict[str, Any]:
    """How often each kind of error occurs, what became of each item, and which labels were taken for which."""
    sides = {"trigger": ("", "type"), "argument": (f"{options.main_mode}/", "role")}
    errors, confusion, categories = {}, {}, {}
    for name, (prefix, label) in sides.items():
        if f"{prefix}confusion" not in table.column_names:
            continue
        start = f"{prefix}errors_"
        columns = [column for column in table.column_names if column.startswith(start)]
        errors[name] = {column.removeprefix(start): plain(table.column(column).to_numpy().sum()) for column in columns}
        pairs = whole_column(table, f"{prefix}confusion").flatten()
        confusion[label] = confusion_counts(pairs.field("reference"), pairs.field("prediction"))
        categories[name] = table.column(f"{prefix}categories").to_pylist()
        for sides in () if options.tiered else categories[name]:
            for item in sides["predictions"]:
                del item["tier"]
    if not errors:
        return {}
    by_document = [dict(zip(categories, row, strict=True)) for row in zip(*categories.values(), strict=True)]
    return {"errors": errors, "confusion": confusion, "categories": by_document}


def _per_document(table: pa.Table, rows: Mapping[str, Any], options: DetectionOptions) -> list[dict[str, Any]]:
    columns: dict[str, Any] = {}
    rules = rule_of(options)
    for prefix in (prefix for prefix in options.prefixes if prefix in ("", f"{options.main_mode}/")):
        for name in rules.present(rows, prefix):
            columns |= {f"{name}_{part}": rows[f"{prefix}{name}_{part}"] for part in PARTS}
        columns |= rules.scores(rows, prefix, options)
    return document_rows(table, columns)


def extraction_differences(sums: Mapping[str, Any], options: DetectionOptions) -> list[str]:
    """Why these numbers differ from those of the paper's evaluation, in sentences."""
    sentences = rule_of(options).differences(sums, options)
    mode = options.main_mode
    if mode in ("legacy", "loose"):
        missed = counted(int(sums[f"{mode}/ignored_references"]), "reference argument")
        spurious = counted(int(sums[f"{mode}/ignored_predictions"]), "predicted argument")
        sentences.append(
            f'Mode "{mode}" ignores {missed} of triggers that were missed and {spurious} of spurious triggers; '
            'mode "pipeline" counts them.'
        )
    return sentences
