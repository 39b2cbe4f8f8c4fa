"""From counts of fills to scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.documents.errors import counted
from event_scoring.scoring.counts import number_columns, plain
from event_scoring.scoring.options import takes_options
from event_scoring.scoring.result import Result
from event_scoring.scoring.task import Counts, Task
from event_scoring.statistics.ratios import precision_recall_f1
from event_scoring.templates.alignment import align_templates
from event_scoring.templates.columns import TEMPLATE_DOCUMENT, examine_templates, template_columns
from event_scoring.templates.counts import CATEGORIES, document_counts
from event_scoring.templates.forms import check_values
from event_scoring.templates.options import ALIGNMENTS, TemplateOptions
from event_scoring.templates.partial import PARTIAL_CREDIT

Numbers = Mapping[str, Any]


@takes_options(TemplateOptions)
def score_templates(predictions: object, references: object, *, details: bool = False, **options: Any) -> Result:
    """Score MUC-style templates: align them, then compare their slots fill by fill.

    Args:
        predictions: One document a row: ``{"templates": [{"type": "PERSON", "slots": [{"name": "PER_NAME",
            "values": ["Julian Mounter"]}]}]}``. A slot with ``"pointer": True`` holds ids of templates.
        references: The same documents, in the same order. A slot with ``"optional": True`` may be left out.
        details: Add counts by type, by slot and by document, and the alignment.
        **options: Each by its name.

    Returns:
        ``precision recall f1``, ``correct partial incorrect missing spurious possible actual``, and how
        much the greedy alignment loses: ``greedy_f1 optimal_f1 greedy_loss``. Where very many templates say
        the same and point to each other, ``warnings`` may say that the best alignment was not searched to the end.

    Raises:
        InputError: where a document is not what it must be.

    Examples:
        >>> name = {"name": "PER_NAME", "values": ["Julian Mounter"]}
        >>> gold = [{"templates": [{"type": "PERSON", "slots": [name, {"name": "PER_TITLE", "values": ["Mr."]}]}]}]
        >>> system = [{"templates": [{"type": "PERSON", "slots": [name]}]}]
        >>> result = score_templates(system, gold)
        >>> result["precision"], result["recall"], result["missing"]
        (1.0, 0.5, 1)
    """
    return TEMPLATES.score_documents(predictions, references, options, details)


@takes_options(TemplateOptions)
def count_templates(predictions: object, references: object, *, details: bool = False, **options: Any) -> Counts:
    """One row of summable counts for each document; `score_counts` makes scores of them.

    Examples:
        >>> document = {"templates": [{"type": "A", "slots": [{"name": "x", "values": ["1", "2"]}]}]}
        >>> count_templates([document], [document]).table.select(["greedy_correct", "optimal_correct"]).to_pylist()
        [{'greedy_correct': 2, 'optimal_correct': 2}]
    """
    return TEMPLATES.count_documents(predictions, references, options, details)


def template_counts(
    system: pa.StructArray, reference: pa.StructArray, options: TemplateOptions, details: bool
) -> dict[str, pa.Array]:
    """The columns of counts of checked documents."""
    columns = template_columns(system, reference)
    return document_counts(columns, align_templates(columns, options), options, details)


def template_parts(table: pa.Table, options: TemplateOptions) -> dict[str, NDArray[Any]]:
    """The columns of a table of template counts that a corpus score adds up."""
    rows = {name: column for name, column in number_columns(table).items() if name != "reference_hash"}
    return {**rows, "documents": np.ones(len(table), dtype=np.int64)}


def template_result(sums: Numbers, options: TemplateOptions) -> dict[str, Any]:
    """Scores and numbers of one corpus, or of many samples of it, from the sums of `template_parts`."""
    name = ALIGNMENTS[options.alignment]
    result = corpus_scores(sums, options)
    result.update(_of_alignment(sums, name))
    # Where much of a larger credit is for optional fills, its F1 may be lower: then greed loses nothing.
    result["greedy_loss"] = plain(np.maximum(result["optimal_f1"] - result["greedy_f1"], 0.0))
    result["aligned"] = sums[f"{name}_aligned"]
    result.update({key: sums[key] for key in ("documents", "predictions", "references")})
    return result


def template_warnings(sums: Numbers, options: TemplateOptions) -> list[str]:
    """Whether a search for the best alignment was stopped."""
    if not sums["unproven"]:
        return []
    return [
        f"In {counted(int(sums['unproven']), 'document')} the search for the best alignment of templates that "
        "point to each other was too long and was stopped: optimal_f1 and greedy_loss are those of the best "
        "alignment found, and may be higher."
    ]


def corpus_scores(sums: Numbers, options: TemplateOptions) -> dict[str, Any]:
    """All scores of one corpus, or of many samples of it, from sums over documents."""
    scores = _scores(_of_alignment(sums, ALIGNMENTS[options.alignment]), options.zero_division)
    for name in ALIGNMENTS.values():
        scores[f"{name}_f1"] = _scores(_of_alignment(sums, name), options.zero_division)["f1"]
    return scores


def _of_alignment(numbers: Numbers, name: str) -> dict[str, Any]:
    """The categories under one of the two alignments, and the fills that were possible and actual."""
    return _with_totals({category: numbers[f"{name}_{category}"] for category in CATEGORIES})


def _with_totals(counts: dict[str, Any]) -> dict[str, Any]:
    compared = counts["correct"] + counts["partial"] + counts["incorrect"]
    return {**counts, "possible": compared + counts["missing"], "actual": compared + counts["spurious"]}


def _scores(counts: Numbers, undefined: float) -> dict[str, Any]:
    earned = counts["correct"] + PARTIAL_CREDIT * counts["partial"]
    scores = precision_recall_f1(earned, counts["actual"], counts["possible"], undefined)
    return dict(zip(("precision", "recall", "f1"), scores, strict=True))


def template_details(counts: Counts, result: Mapping[str, Any]) -> dict[str, Any]:
    """Scores and counts by type, by slot and by document, and the alignment."""
    table, options = counts.table, counts.options
    of_document = _of_alignment(number_columns(table), ALIGNMENTS[options.alignment])
    columns = {"doc_id": table.column("doc_id").to_pylist()}
    for name, values in {**_scores(of_document, options.zero_division), **of_document}.items():
        columns[name] = values.tolist()
    return {
        "per_type": _grouped(table, ["type"], options),
        "per_slot": _grouped(table, ["type", "slot"], options),
        "per_document": [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)],
        "alignment": table.column("alignment").to_pylist(),
    }


def _grouped(table: pa.Table, keys: list[str], options: TemplateOptions) -> dict[str, dict[str, Any]]:
    """Scores and counts by type, or by type and slot ("TYPE.SLOT")."""
    slots = pa.chunked_array([chunk.flatten() for chunk in table.column("per_slot").chunks])
    grouped = pa.Table.from_struct_array(slots).group_by(keys).aggregate([(name, "sum") for name in CATEGORIES])
    result = {}
    for row in grouped.sort_by([(key, "ascending") for key in keys]).to_pylist():
        counts = _with_totals({category: row[f"{category}_sum"] for category in CATEGORIES})
        scores = {name: plain(score) for name, score in _scores(counts, options.zero_division).items()}
        result[".".join(row[key] for key in keys)] = {**scores, **counts}
    return result


def _check_forms(predictions: pa.StructArray, references: pa.StructArray, _: TemplateOptions) -> None:
    check_values(predictions, references)


TEMPLATES = Task(
    name="templates",
    predictions=TEMPLATE_DOCUMENT,
    references=TEMPLATE_DOCUMENT,
    options=TemplateOptions,
    examine=examine_templates,
    count=template_counts,
    parts=template_parts,
    result=template_result,
    details=template_details,
    warnings=template_warnings,
    check_options=_check_forms,
)
