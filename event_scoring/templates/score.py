"""From counts of fills to scores."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.arrays.hashes import fingerprint
from event_scoring.documents.errors import counted
from event_scoring.scoring.counts import counts_recipe, number_columns, plain, totals
from event_scoring.scoring.intervals import interval_keys
from event_scoring.scoring.signature import signature
from event_scoring.scoring.task import Task
from event_scoring.statistics.ratios import precision_recall_f1
from event_scoring.statistics.resampling import Additive
from event_scoring.templates.alignment import align_templates
from event_scoring.templates.columns import TEMPLATE_DOCUMENT, check_templates, examine_templates, template_columns
from event_scoring.templates.counts import CATEGORIES, document_counts
from event_scoring.templates.forms import check_values
from event_scoring.templates.options import ALIGNMENTS, TemplateOptions, template_options
from event_scoring.templates.partial import PARTIAL_CREDIT

Numbers = Mapping[str, Any]


def score_templates(
    predictions: object, references: object, *, details: bool = False, **options: Any
) -> dict[str, Any]:
    """Score MUC-style templates: align them, then compare their slots fill by fill.

    Args:
        predictions: One document a row: ``{"templates": [{"type": "PERSON", "slots": [{"name": "PER_NAME",
            "values": ["Julian Mounter"]}]}]}``. A slot with ``"pointer": True`` holds ids of templates.
        references: The same documents, in the same order. A slot with ``"optional": True`` may be left out.
        details: Add counts by type, by slot and by document, and the alignment.
        **options: ``alignment="muc-6"`` (greedy) or ``"optimal"``; ``partial_credit=False``, or True for
            one half for texts that share a word; ``zero_division``.

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


def count_templates(predictions: object, references: object, *, details: bool = False, **options: Any) -> pa.Table:
    """One row of summable counts for each document; `score_counts` makes scores of them.

    Examples:
        >>> document = {"templates": [{"type": "A", "slots": [{"name": "x", "values": ["1", "2"]}]}]}
        >>> count_templates([document], [document]).select(["greedy_correct", "optimal_correct"]).to_pylist()
        [{'greedy_correct': 2, 'optimal_correct': 2}]
    """
    return TEMPLATES.count_documents(predictions, references, options, details)


def template_counts(
    system: pa.StructArray, reference: pa.StructArray, options: TemplateOptions, details: bool
) -> dict[str, pa.Array]:
    """The columns of counts of checked documents."""
    columns = template_columns(system, reference)
    return document_counts(columns, align_templates(columns, options), options, details)


def score_template_counts(table: pa.Table, details: bool = False) -> dict[str, Any]:
    """The result of a table of template counts."""
    _, given = counts_recipe(table)
    options = TemplateOptions(**given)
    rows = number_columns(table)
    result = template_result(totals(template_parts(table)), options)
    result.update(interval_keys(result, template_additive(table), len(table), options))
    if details:
        result.update(_details(table, rows, options))
    facts = {"docs": len(table), "refs": fingerprint(rows["reference_hash"])}
    result["signature"] = signature(TEMPLATES.name, options.choices(), facts)
    return result


def template_parts(table: pa.Table) -> dict[str, NDArray[Any]]:
    """The columns of a table of template counts that a corpus score adds up."""
    rows = {name: column for name, column in number_columns(table).items() if name != "reference_hash"}
    return {**rows, "documents": np.ones(len(table), dtype=np.int64)}


def template_result(sums: Numbers, options: TemplateOptions) -> dict[str, Any]:
    """Scores and numbers of one corpus, or of many samples of it, from the sums of `template_parts`."""
    name = ALIGNMENTS[options.alignment]
    result = {key: plain(score) for key, score in corpus_scores(sums, options).items()}
    result.update(_of_alignment(sums, name))
    # Where much of a larger credit is for optional fills, its F1 may be lower: then greed loses nothing.
    result["greedy_loss"] = plain(np.maximum(result["optimal_f1"] - result["greedy_f1"], 0.0))
    result["aligned"] = sums[f"{name}_aligned"]
    result.update({key: sums[key] for key in ("documents", "predictions", "references")})
    if np.ndim(sums["unproven"]) == 0 and sums["unproven"]:
        result["warnings"] = [
            f"In {counted(int(sums['unproven']), 'document')} the search for the best alignment of templates that "
            "point to each other was too long and was stopped: optimal_f1 and greedy_loss are those of the best "
            "alignment found, and may be higher."
        ]
    return result


def template_additive(table: pa.Table) -> Additive:
    """What resampling needs of a table of counts."""
    options = TemplateOptions(**counts_recipe(table)[1])
    return Additive(template_parts(table), partial(corpus_scores, options=options))


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


def _details(table: pa.Table, rows: Numbers, options: TemplateOptions) -> dict[str, Any]:
    if "per_slot" not in table.column_names:
        raise ValueError("details: expected counts made with details=True, got counts made without them")
    of_document = _of_alignment(rows, ALIGNMENTS[options.alignment])
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
    check=check_templates,
    examine=examine_templates,
    options=template_options,
    count=template_counts,
    score=score_template_counts,
    additive=template_additive,
    parts=template_parts,
    result=template_result,
    check_suits=_check_forms,
)
