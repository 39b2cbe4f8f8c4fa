"""The contents of `details`: scores by type, role and document, and the differences between conventions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from event_scoring.documents.errors import counted
from event_scoring.extraction.counting import PARTS
from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.tiers.judge_agreement import tier_scores
from event_scoring.scoring.counts import Row, confusion_counts, document_rows, plain
from event_scoring.scoring.intervals import label_scores
from event_scoring.scoring.task import Counts


def extraction_details(counts: Counts, scores: Mapping[str, Any]) -> dict[str, Any]:
    """Return scores by type, role and document."""
    options, rows = counts.options, counts.parts
    result: dict[str, Any] = {}
    for name, column in (("per_type", "per_type"), ("per_role", f"{options.main_mode}/per_role")):
        if counts.has(column):
            result[name] = label_scores(counts.listed(column), "label", PARTS, options)
            # The mean over the labels of references and predictions, each with the same weight.
            of_labels = [row["f1"] for row in result[name].values()]
            result[f"macro_{name.removeprefix('per_')}_f1"] = sum(of_labels) / len(of_labels) if of_labels else 0.0
    if options.measure.lists_not_found:
        result["not_found"] = [
            {"document": number, "doc_id": row["doc_id"], **item}
            for number, row in enumerate(counts.rows)
            for item in row["not_found"]
        ]
    if options.tiered:
        result["tiers"] = tier_scores(counts)
    result["per_document"] = _per_document(counts, rows, options)
    result.update(_mistakes(counts, options))
    result.update(options.measure.own_details(counts, options))
    return result


def _mistakes(counts: Counts, options: EventOptions) -> dict[str, Any]:
    """Return the counts of each kind of error, the category of each item, and the confusion of labels."""
    sides = {"trigger": ("", "type"), "argument": (f"{options.main_mode}/", "role")}
    errors, confusion, categories = {}, {}, {}
    for name, (prefix, label) in sides.items():
        if not counts.has(f"{prefix}confusion"):
            continue
        start = f"{prefix}errors_"
        errors[name] = {
            column.removeprefix(start): plain(numbers.sum())
            for column, numbers in counts.numbers.items()
            if column.startswith(start)
        }
        pairs = counts.records(f"{prefix}confusion")
        confusion[label] = confusion_counts((pair["reference"], pair["prediction"]) for pair in pairs)
        shown = counts.listed(f"{prefix}categories")
        categories[name] = shown if options.tiered else [*map(_without_tiers, shown)]
    if not errors:
        return {}
    by_document = [dict(zip(categories, row, strict=True)) for row in zip(*categories.values(), strict=True)]
    return {"errors": errors, "confusion": confusion, "categories": by_document}


def _without_tiers(categories: Mapping[str, list[Row]]) -> dict[str, list[Row]]:
    predictions = [{key: value for key, value in item.items() if key != "tier"} for item in categories["predictions"]]
    return {**categories, "predictions": predictions}


def _per_document(counts: Counts, rows: Mapping[str, Any], options: EventOptions) -> list[dict[str, Any]]:
    columns: dict[str, Any] = {}
    rules = options.measure
    for prefix in (prefix for prefix in options.prefixes if prefix in ("", f"{options.main_mode}/")):
        for name in rules.present(rows, prefix):
            columns |= {f"{name}_{part}": rows[f"{prefix}{name}_{part}"] for part in PARTS}
        columns |= rules.scores(rows, prefix, options)
    return document_rows(counts.rows, columns)


def extraction_differences(sums: Mapping[str, Any], options: EventOptions) -> list[str]:
    """Return sentences on the differences between these numbers and the paper's evaluation."""
    sentences = options.measure.reasons(sums, options)
    mode = options.main_mode
    if mode in ("legacy", "loose"):
        missed = counted(int(sums[f"{mode}/ignored_references"]), "reference argument")
        spurious = counted(int(sums[f"{mode}/ignored_predictions"]), "predicted argument")
        sentences.append(
            f'Mode "{mode}" ignores {missed} of triggers that were missed and {spurious} of spurious triggers; '
            'mode "pipeline" counts them.'
        )
    return sentences
