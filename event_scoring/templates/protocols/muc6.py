"""MUC-6: templates aligned by the values that they share, and their fills compared slot by slot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.documents.errors import counted
from event_scoring.scoring.counts import document_rows, grouped_scores, number_columns, plain
from event_scoring.scoring.task import Counts, Sums
from event_scoring.statistics.ratios import precision_recall_f1
from event_scoring.templates.alignment import align_templates
from event_scoring.templates.columns import template_columns
from event_scoring.templates.counts import CATEGORIES, document_counts
from event_scoring.templates.forms import check_values
from event_scoring.templates.options import ALIGNMENTS, TemplateOptions
from event_scoring.templates.partial import PARTIAL_CREDIT
from event_scoring.templates.protocols.protocol import Protocol


def _counted(options: TemplateOptions) -> str:
    """Which of the two alignments the scores are of."""
    return ALIGNMENTS[options.alignment or "muc-6"]


def _count(
    predictions: pa.StructArray, references: pa.StructArray, options: TemplateOptions, details: bool
) -> dict[str, pa.Array]:
    """The columns of counts of checked documents."""
    columns = template_columns(predictions, references)
    return document_counts(columns, align_templates(columns, options), options, details)


def _result(sums: Sums, options: TemplateOptions) -> dict[str, Any]:
    """Scores and numbers of one corpus, or of many samples of it, from the sums of the parts."""
    name = _counted(options)
    result = _scores(_of_alignment(sums, name), options.zero_division)
    for each in ALIGNMENTS.values():
        result[f"{each}_f1"] = _scores(_of_alignment(sums, each), options.zero_division)["f1"]
    result.update(_of_alignment(sums, name))
    # Where much of a larger credit is for optional fills, its F1 may be lower: then greed loses nothing.
    result["greedy_loss"] = plain(np.maximum(result["optimal_f1"] - result["greedy_f1"], 0.0))
    result["aligned"] = sums[f"{name}_aligned"]
    result.update({key: sums[key] for key in ("documents", "predictions", "references")})
    return result


def _warnings(sums: Sums, options: TemplateOptions) -> list[str]:
    """Whether a search for the best alignment was stopped."""
    if not sums["unproven"]:
        return []
    return [
        f"In {counted(int(sums['unproven']), 'document')} the search for the best alignment of templates that "
        "point to each other was too long and was stopped: optimal_f1 and greedy_loss are those of the best "
        "alignment found, and may be higher."
    ]


def _of_alignment(numbers: Sums, name: str) -> dict[str, Any]:
    """The categories under one of the two alignments, and the fills that were possible and actual."""
    return _with_totals({category: numbers[f"{name}_{category}"] for category in CATEGORIES})


def _with_totals(counts: dict[str, Any]) -> dict[str, Any]:
    compared = counts["correct"] + counts["partial"] + counts["incorrect"]
    return {**counts, "possible": compared + counts["missing"], "actual": compared + counts["spurious"]}


def _scores(counts: Sums, undefined: float) -> dict[str, Any]:
    earned = counts["correct"] + PARTIAL_CREDIT * counts["partial"]
    scores = precision_recall_f1(earned, counts["actual"], counts["possible"], undefined)
    return dict(zip(("precision", "recall", "f1"), scores, strict=True))


def _details(counts: Counts, result: Mapping[str, Any]) -> dict[str, Any]:
    """Scores and counts by type, by slot and by document, and the alignment."""
    table, options = counts.table, counts.options
    of_document = _of_alignment(number_columns(table), _counted(options))
    scores = _scores(of_document, options.zero_division)
    return {
        "per_type": _grouped(table, ["type"], options),
        "per_slot": _grouped(table, ["type", "slot"], options),
        "per_document": document_rows(table, {**scores, **of_document}),
        "alignment": table.column("alignment").to_pylist(),
    }


def _grouped(table: pa.Table, keys: list[str], options: TemplateOptions) -> dict[str, dict[str, Any]]:
    """Scores and counts by type, or by type and slot ("TYPE.SLOT")."""

    def scores(sums: dict[str, Any]) -> dict[str, Any]:
        counts = _with_totals(sums)
        return {**_scores(counts, options.zero_division), **counts}

    return grouped_scores(table, "per_slot", keys, CATEGORIES, scores)


MUC_6 = Protocol(check=check_values, count=_count, result=_result, details=_details, warnings=_warnings)
