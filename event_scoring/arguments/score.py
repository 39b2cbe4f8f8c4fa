"""From counts to scores of arguments and linking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.arguments.columns import (
    ARGUMENT_DOCUMENT,
    argument_trfrs,
    check_arguments,
    check_linked,
    count_realis,
    examine_arguments,
)
from event_scoring.arguments.counts import OUTCOMES, document_counts, type_counts
from event_scoring.arguments.errors import ERROR_KINDS, error_counts
from event_scoring.arguments.options import ArgumentOptions, LinkingOptions, argument_options
from event_scoring.arrays.hashes import fingerprint
from event_scoring.arrays.ragged import IntArray, parent_rows
from event_scoring.arrays.vocabulary import encode_together
from event_scoring.documents.errors import InputError, Words
from event_scoring.scoring.counts import counts_recipe, number_columns, plain, totals, whole_column
from event_scoring.scoring.intervals import group_intervals, interval_keys
from event_scoring.scoring.signature import signature
from event_scoring.scoring.task import Task
from event_scoring.statistics.ratios import f1, precision_recall_f1, ratio
from event_scoring.statistics.resampling import Additive, bootstrap_weights, percentile, resampled_scores

Numbers = Mapping[str, Any]
"""Values by name: numbers for one corpus, arrays for many documents or bootstrap samples."""

REPORTED_SUMS = (*OUTCOMES, "argument_normalizer", "linking_sum", "linking_normalizer", "documents")
"""Sums that a result repeats."""

GRID = tuple(step / 20 for step in range(21))
"""The values of beta and of lam over which `sensitivity` goes: 0, 0.05, …, 1."""


def score_arguments(
    predictions: object, references: object, *, details: bool = False, **options: Any
) -> dict[str, Any]:
    """Score event arguments and their linking into event frames.

    Args:
        predictions: One document a row: ``{"arguments": [{"type": "Life.Die", "role": "Victim",
            "filler": "e1", "realis": "Actual"}], "frames": [[0]]}``; a frame lists places in `arguments`.
        references: The same documents, in the same order, with all correct arguments.
        details: Add scores by event type and by document, and the score over a grid of beta and lam.
        **options: ``beta=0.25`` (what a false argument costs), ``lam=0.5`` (the weight of the argument
            part), ``clip=True`` (no document's argument part is below 0), ``unlinked="count"``
            (or ``"drop"``, ``"error"``), ``neutralize_realis=False``, ``groups`` (a label for each document),
            ``bootstrap=0``, ``seed=0``, ``sampler="numpy"`` (or ``"java"``), ``zero_division=0.0``.

    Returns:
        ``score``, ``argument_score``, ``linking_score`` and what they are made of, ``macro_score``, the
        number of documents and the signature; all but these again as ``{label}/…`` for each group.

    Raises:
        InputError: where a document is not what it must be.

    Examples:
        Two of three arguments are found, with one invented beside them, so the argument part is
        (2 - 0.25) / 3. The two are linked as they should be but miss the third: each has half of its
        neighbours, an F of 2/3, so the linking part is (2/3 + 2/3) / 3.

        >>> def document(*fillers):
        ...     arguments = [{"type": "Life.Die", "role": "Victim", "filler": name} for name in fillers]
        ...     return {"arguments": arguments, "frames": [list(range(len(arguments)))]}
        >>> result = score_arguments([document("a", "b", "x")], [document("a", "b", "c")])
        >>> round(result["argument_score"], 4), round(result["linking_score"], 4), round(result["score"], 4)
        (0.5833, 0.4444, 0.5139)
    """
    return ARGUMENTS.score_documents(predictions, references, options, details)


def count_arguments(predictions: object, references: object, *, details: bool = False, **options: Any) -> pa.Table:
    """One row of summable counts for each document; `score_counts` makes scores of them.

    Examples:
        >>> argument = {"type": "Life.Die", "role": "Victim", "filler": "e1"}
        >>> table = count_arguments([{"arguments": [argument], "frames": [[0]]}], [{"arguments": [], "frames": []}])
        >>> table.select(["true_positives", "false_positives", "false_negatives"]).to_pylist()
        [{'true_positives': 0, 'false_positives': 1, 'false_negatives': 0}]
    """
    return ARGUMENTS.count_documents(predictions, references, options, details)


def argument_counts(
    system: pa.StructArray, reference: pa.StructArray, options: ArgumentOptions, details: bool
) -> dict[str, pa.Array]:
    """The columns of counts of checked documents."""
    trfrs = argument_trfrs(system, reference, options)
    counts = document_counts(trfrs, options)
    # Parts of a corpus may be concatenated that must not be: some with realis, others without.
    for name, given in (("with_realis", True), ("without_realis", False)):
        counts[name] = pa.array(count_realis(system, given) + count_realis(reference, given))
    if details:
        counts["per_type"] = type_counts(trfrs)
        counts.update(error_counts(trfrs))
    return counts


def score_linking_counts(table: pa.Table, details: bool, kind: type[LinkingOptions]) -> dict[str, Any]:
    """The result of a table of counts of arguments or responses."""
    task, given = counts_recipe(table)
    options = kind(**given)
    rows = number_columns(table)
    if "with_realis" in rows and rows["with_realis"].any() and rows["without_realis"].any():
        wanted = "a realis for all arguments of all parts or for none"
        raise InputError(("counts",), wanted=wanted, got=Words("both kinds of parts"))
    parts = additive_parts(rows, options)
    result = linking_result(totals(parts), options)
    for label, members in _groups(table):
        of_group = linking_result(totals({name: column[members] for name, column in parts.items()}), options)
        result.update({f"{label}/{key}": value for key, value in of_group.items()})
    result.update(interval_keys(result, linking_additive(table, kind), len(table), options, options.sampler))
    if options.bootstrap:
        weights = bootstrap_weights(len(table), options.bootstrap, options.seed, options.sampler)
        additive = linking_additive(table, kind)
        samples = resampled_scores([additive], weights)[0]["score"] / additive.unit
        for name, level in (("median", 0.5), ("p05", 0.05), ("p95", 0.95)):
            result[f"score_{name}"] = percentile(samples, level)
    if details:
        if "per_type" not in table.column_names:
            raise ValueError("details: expected counts made with details=True, got counts made without them")
        result["per_document"] = _per_document(table, rows, options)
        result["per_type"] = _per_type(table, options)
        result["sensitivity"] = sensitivity(table)
        result["errors"] = {kind: int(rows[f"errors_{kind}"].sum()) for kind in ERROR_KINDS}
        result["categories"] = table.column("categories").to_pylist()
    facts = {"docs": len(table), "refs": fingerprint(rows["reference_hash"])}
    result["signature"] = signature(task, options.choices(), facts)
    return result


def sensitivity(table: pa.Table, beta: Sequence[float] = GRID, lam: Sequence[float] = GRID) -> dict[str, Any]:
    """The score for each pair of a beta and a lam, from a table of counts.

    Returns:
        ``{"beta": […], "lam": […], "score": [[…], …]}`` with one list of scores for each beta.

    Examples:
        >>> argument = {"type": "Life.Die", "role": "Victim", "filler": "e1"}
        >>> wrong = {**argument, "filler": "e2"}
        >>> table = count_arguments([{"arguments": [argument, wrong], "frames": [[0, 1]]}],
        ...                         [{"arguments": [argument], "frames": [[0]]}])
        >>> sensitivity(table, beta=[0, 0.5], lam=[0, 1])["score"]
        [[1.0, 1.0], [1.0, 0.5]]
    """
    _, given = counts_recipe(table)
    clip, undefined = given["clip"], given["zero_division"]
    rows = number_columns(table)
    raw = rows["true_positives"] - np.multiply.outer(np.asarray(beta, dtype=np.float64), rows["false_positives"])
    arguments = (np.maximum(raw, 0) if clip else raw).sum(axis=1)
    sums = totals({name: rows[name] for name in ("true_positives", "false_negatives", "linking_sum")})
    normalizer = sums["true_positives"] + sums["false_negatives"]
    argument = ratio(arguments, normalizer, undefined)
    linking = ratio(sums["linking_sum"], rows["linking_normalizer"].sum(), undefined)
    weight = np.asarray(lam, dtype=np.float64)
    grid = weight * argument[:, None] + (1 - weight) * linking
    return {"beta": list(map(float, beta)), "lam": list(map(float, lam)), "score": grid.tolist()}


def linking_parts(table: pa.Table, kind: type[LinkingOptions]) -> dict[str, NDArray[Any]]:
    """The columns of a table of counts that a corpus score adds up."""
    _, given = counts_recipe(table)
    return additive_parts(number_columns(table), kind(**given))


def linking_result(sums: Numbers, options: LinkingOptions) -> dict[str, Any]:
    """Scores and numbers of one corpus, or of many samples of it, from the sums of `linking_parts`."""
    result = {key: plain(value) for key, value in corpus_scores(sums, options).items()}
    result.update({key: sums[key] for key in REPORTED_SUMS})
    return result


def check_summable(options: LinkingOptions) -> None:
    """Raise a ValueError for options that only a table of counts serves."""
    if options.groups is not None:
        raise ValueError("groups: expected none where only sums are kept, for it labels each document")
    if options.bootstrap:
        raise ValueError(
            "bootstrap: expected 0 where only sums are kept, for it draws from all documents; use confidence"
        )


def linking_additive(table: pa.Table, kind: type[LinkingOptions]) -> Additive:
    """What resampling needs of a table of counts.

    In percent, as the published scorer computes: systems that tie on a sample but for the rounding of
    the last digit are told apart as there.
    """
    options = kind(**counts_recipe(table)[1])
    return Additive(linking_parts(table, kind), partial(corpus_scores, options=options, unit=100.0), unit=100.0)


def additive_parts(rows: Numbers, options: LinkingOptions) -> dict[str, NDArray[Any]]:
    """What a corpus score adds up over documents."""
    argument_sum = rows["true_positives"] - options.beta * rows["false_positives"]
    if options.clip:
        argument_sum = np.maximum(argument_sum, 0)
    parts = {name: rows[name] for name in OUTCOMES}
    parts["argument_sum"] = argument_sum
    parts["argument_normalizer"] = rows["true_positives"] + rows["false_negatives"]
    for name in ("linking_sum", "linking_recall_sum", "linking_normalizer"):
        parts[name] = rows[name]
    # As published: a document's link precision weighs as much as its reference has items to link.
    precision = ratio(rows["linking_precision_sum"], rows["linked"])
    parts["linking_precision_sum"] = precision * rows["linking_normalizer"]
    _, _, score, defined = _document_scores(parts, options)
    parts["macro_sum"] = np.where(defined, score, 0)
    parts["macro_documents"] = defined.astype(np.int64)
    parts["documents"] = np.ones(len(defined), dtype=np.int64)
    return parts


def corpus_scores(sums: Numbers, options: LinkingOptions, unit: float = 1.0) -> dict[str, Any]:
    """All scores of one corpus, or of many samples of it, from the sums of `additive_parts`.

    They are fractions, or percents where ``unit`` is 100.
    """
    undefined = options.zero_division

    def share(name: str, whole: Any) -> NDArray[Any]:
        return ratio(unit * sums[name], whole, undefined)

    argument = share("argument_sum", sums["argument_normalizer"])
    linking = share("linking_sum", sums["linking_normalizer"])
    precision = share("true_positives", sums["true_positives"] + sums["false_positives"])
    recall = share("true_positives", sums["argument_normalizer"])
    return {
        "score": options.lam * argument + (1 - options.lam) * linking,
        "argument_score": argument,
        "linking_score": linking,
        "argument_precision": precision,
        "argument_recall": recall,
        "argument_f1": f1(precision, recall, undefined),
        "linking_precision": share("linking_precision_sum", sums["linking_normalizer"]),
        "linking_recall": share("linking_recall_sum", sums["linking_normalizer"]),
        "macro_score": share("macro_sum", sums["macro_documents"]),
    }


def _groups(table: pa.Table) -> list[tuple[str, IntArray]]:
    """Each label with the rows of its documents, by name."""
    (codes,), labels = encode_together([whole_column(table, "group")])
    order = np.argsort(codes, kind="stable")
    ends = np.searchsorted(codes[order], np.arange(len(labels) + 1))
    return sorted((label, order[ends[code] : ends[code + 1]]) for code, label in enumerate(labels))


def _document_scores(parts: Numbers, options: LinkingOptions) -> tuple[NDArray[Any], ...]:
    """The argument part, the linking part and the score of each document, and where the score is defined."""
    argument = ratio(parts["argument_sum"], parts["argument_normalizer"], np.nan)
    linking = ratio(parts["linking_sum"], parts["linking_normalizer"], np.nan)
    score = options.lam * argument + (1 - options.lam) * linking
    return argument, linking, score, ~np.isnan(score)


def _per_document(table: pa.Table, rows: Numbers, options: LinkingOptions) -> list[dict[str, Any]]:
    columns: dict[str, list[Any]] = {"doc_id": table.column("doc_id").to_pylist()}
    columns.update({name: rows[name].tolist() for name in OUTCOMES})
    *scores, _ = _document_scores(additive_parts(rows, options), options)
    for name, values in zip(("argument_score", "linking_score", "score"), scores, strict=True):
        columns[name] = [None if value != value else value for value in values.tolist()]
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _per_type(table: pa.Table, options: LinkingOptions) -> dict[str, dict[str, Any]]:
    """The argument scores of each event type, clipped in each document."""
    lists = whole_column(table, "per_type")
    records, document = lists.flatten(), parent_rows(lists)
    (place,), types = encode_together([records.field("type")])
    hits, false, missed = (records.field(name).to_numpy(zero_copy_only=False) for name in OUTCOMES)
    raw = hits - options.beta * false
    raw = np.maximum(raw, 0) if options.clip else raw
    sums = [np.bincount(place, weights=column, minlength=len(types)) for column in (hits, false, missed, raw)]
    true_positives, false_positives, false_negatives, argument_sum = sums
    asked = true_positives + false_negatives
    ratios = precision_recall_f1(true_positives, true_positives + false_positives, asked, options.zero_division)
    columns = [*ratios, ratio(argument_sum, asked, options.zero_division)]
    names = ("precision", "recall", "f1", "score")
    counts = [hits, hits + false, hits + missed]
    intervals = group_intervals(
        len(table), document, place, counts, len(types), options, options.zero_division, options.sampler
    )
    return {
        event_type: {
            **{name: column[row].item() for name, column in zip(names, columns, strict=True)},
            **intervals[row],
            **{name: int(column[row]) for name, column in zip(OUTCOMES, sums, strict=False)},
        }
        for event_type, row in sorted(zip(types, range(len(types)), strict=True))
    }


ARGUMENTS = Task(
    name="argument",
    predictions=ARGUMENT_DOCUMENT,
    references=ARGUMENT_DOCUMENT,
    check=check_arguments,
    examine=examine_arguments,
    options=argument_options,
    count=argument_counts,
    score=partial(score_linking_counts, kind=ArgumentOptions),
    additive=partial(linking_additive, kind=ArgumentOptions),
    parts=partial(linking_parts, kind=ArgumentOptions),
    result=linking_result,
    check_summable=check_summable,
    check_suits=check_linked,
)
