"""From counts to scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.nuggets.alignment import NAMES, Alignment, align_for_chains, align_nuggets
from event_scoring.nuggets.columns import (
    NUGGET_DOCUMENT,
    NuggetColumns,
    check_named,
    examine_nuggets,
    nugget_columns,
    nugget_oddities,
)
from event_scoring.nuggets.coreference import (
    COREFERENCE_COUNTS,
    coreference_counts,
    coreference_scores,
    no_coreference_counts,
)
from event_scoring.nuggets.counts import detail_counts, document_counts
from event_scoring.nuggets.errors import ERROR_KINDS, confusion
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.nuggets.per_type import type_scores
from event_scoring.nuggets.sequencing import (
    SEQUENCING_COUNTS,
    no_sequencing_counts,
    sequencing_counts,
    sequencing_scores,
)
from event_scoring.scoring.counts import number_columns, whole_column
from event_scoring.scoring.options import takes_options
from event_scoring.scoring.result import Headline, Result
from event_scoring.scoring.task import Counts, Task
from event_scoring.statistics.ratios import f1, precision_recall_f1, ratio

Numbers = Mapping[str, Any]
"""Values by name: numbers for one corpus, arrays for many documents or bootstrap samples."""
SCORES = ("precision", "recall", "f1")


@dataclass(frozen=True)
class Chain:
    """A score of relations between mentions, and when it is given."""

    option: str
    """The option that asks for it; None stands for "where a document has the relations"."""
    given: str
    """The column that says whether a document has them."""
    counts: tuple[str, ...]
    scores: Callable[[Numbers, float], dict[str, Any]]


CHAINS = (
    Chain("coreference", "clusters_given", COREFERENCE_COUNTS, coreference_scores),
    Chain("sequencing", "links_given", SEQUENCING_COUNTS, sequencing_scores),
)


@takes_options(NuggetOptions)
def score_nuggets(predictions: object, references: object, *, details: bool = False, **options: Any) -> Result:
    """Score event nuggets: spans with partial credit, types, realis.

    Args:
        predictions: One document a row: ``{"mentions": [{"token_ids": [3, 4], "type": "Life.Die"}]}``.
        references: The same documents, in the same order.
        details: Add scores by type and by document, the alignment and the counts of error kinds.
        **options: Each by its name.

    Returns:
        Precision, recall and F1 of ``span``, ``type``, ``realis`` and ``type_realis``, micro and macro,
        attribute accuracies, numbers of documents and mentions, and the signature. With coreference those of
        ``muc``, ``b_cubed``, ``ceaf_m``, ``ceaf_e``, ``blanc`` and ``lea``, and the averages ``conll_f1`` and
        ``kbp_coreference_f1``; with sequencing those of ``after``, ``subevent`` and ``sequencing``, both together.

    Raises:
        InputError: where a document is not what it must be.

    Examples:
        The first example of the paper's section 2.5: "carried out the assassination" is one nugget,
        the system reports two parts of it. The better part earns its Dice, 2 * 2 / (4 + 2).

        >>> gold = [[{"token_ids": [2, 3, 4, 5], "type": "Life.Die"}]]
        >>> system = [[{"token_ids": [2], "type": "Life.Die"}, {"token_ids": [4, 5], "type": "Life.Die"}]]
        >>> result = score_nuggets(system, gold)
        >>> round(result["span_recall"], 3), round(result["span_precision"], 3), result["type_accuracy"]
        (0.667, 0.333, 1.0)
    """
    return NUGGETS.score_documents(predictions, references, options, details)


@takes_options(NuggetOptions)
def count_nuggets(predictions: object, references: object, *, details: bool = False, **options: Any) -> Counts:
    """One row of summable counts for each document; `score_counts` makes scores of them.

    Examples:
        >>> counts = count_nuggets([[{"token_ids": [1], "type": "A"}]], [[{"token_ids": [1], "type": "B"}]])
        >>> counts.table.select(["references", "span_true_positives", "type_true_positives"]).to_pylist()
        [{'references': 1, 'span_true_positives': 1.0, 'type_true_positives': 0.0}]
    """
    return NUGGETS.count_documents(predictions, references, options, details)


def nugget_counts(
    system: pa.StructArray, reference: pa.StructArray, options: NuggetOptions, details: bool
) -> dict[str, pa.Array]:
    """The columns of counts of checked documents."""
    columns = nugget_columns(system, reference, options)
    alignment = align_nuggets(columns, options)
    counts = document_counts(columns, alignment)
    counts.update(chain_counts(columns, alignment, options))
    if details:
        counts.update(detail_counts(columns, alignment, options))
    return counts


def chain_counts(columns: NuggetColumns, alignment: Alignment, options: NuggetOptions) -> dict[str, pa.Array]:
    """The columns of coreference and sequencing, which every table has, so that tables can be concatenated.

    Where an option is None, a part of a corpus cannot know whether other parts have clusters, so its
    mentions are counted even without any.
    """
    if options.coreference is False:
        coreference = no_coreference_counts(columns.documents)
    else:
        aligned = align_for_chains(
            columns, alignment, options, options.coreference_mapping, options.coreference_threshold
        )
        coreference = coreference_counts(columns, aligned)
    if options.sequencing is False or not (len(columns.system_links) or len(columns.reference_links)):
        sequencing = no_sequencing_counts(columns.documents)
    else:
        sequencing = sequencing_counts(
            columns, align_for_chains(columns, alignment, options, options.sequencing_mapping or "type")
        )
    return {name: pa.array(column) for name, column in {**coreference, **sequencing}.items()}


def nugget_parts(table: pa.Table, options: NuggetOptions) -> dict[str, NDArray[Any]]:
    """The columns of a table of nugget counts that a corpus score adds up."""
    return additive_parts(number_columns(table), options)


def nugget_result(sums: Numbers, options: NuggetOptions) -> dict[str, Any]:
    """Scores and numbers of one corpus, or of many samples of it, from the sums of `nugget_parts`."""
    result = corpus_scores(sums, options, NAMES if np.any(sums["realis_given"]) else NAMES[:2])
    result.update({key: sums[key] for key in ("documents", "predictions", "references")})
    return result


def scored_names(result: Mapping[str, Any]) -> tuple[str, ...]:
    """The attribute combinations of which a result speaks."""
    return tuple(name for name in NAMES if f"{name}_f1" in result)


def additive_parts(rows: Numbers, options: NuggetOptions) -> dict[str, NDArray[Any]]:
    """What a corpus score adds up over documents, skipped documents as zeros.

    Macro averages are sums too: of each document's precision and recall, and of the documents averaged.
    """
    has_reference = rows["references"] > 0
    if options.documents_without_references == "skip":
        entering = averaged = has_reference
    else:
        entering = np.ones(len(has_reference), dtype=bool)
        averaged = has_reference | (rows["predictions"] > 0)
    summed = [name for name in rows if name not in _APART and not name.startswith("errors_")]
    parts = {name: np.where(entering, rows[name], 0) for name in summed}
    parts["realis_given"] = rows["realis_given"]
    for chain in CHAINS:
        if getattr(options, chain.option) is not False:
            # These take in every document, under every protocol.
            parts.update({name: rows[name] for name in (chain.given, *chain.counts)})
    parts["documents"] = entering.astype(np.int64)
    parts["averaged_documents"] = averaged.astype(np.int64)
    precision, recall, _ = np.where(averaged, _ratios(rows, NAMES, options, undefined=0.0), 0)
    accuracy = np.where(averaged, ratio(_stacked(rows, NAMES[1:], "{}_correct"), rows["references"]), 0)
    parts.update(zip(map("macro_{}_precision".format, NAMES), precision, strict=True))
    parts.update(zip(map("macro_{}_recall".format, NAMES), recall, strict=True))
    parts.update(zip(map("macro_{}_accuracy".format, NAMES[1:]), accuracy, strict=True))
    return parts


_APART = frozenset({"reference_hash", *(name for chain in CHAINS for name in (chain.given, *chain.counts))})
"""Columns of numbers that a protocol does not leave out, or that are no sums."""


def corpus_scores(sums: Numbers, options: NuggetOptions, names: tuple[str, ...] = NAMES) -> dict[str, Any]:
    """All scores of one corpus, or of many samples of it, from the sums of `additive_parts`."""
    undefined = options.zero_division
    scores: dict[str, Any] = {}
    micro = _ratios(sums, names, options, undefined)
    averaged, attributes = sums["averaged_documents"], names[1:]
    means = [ratio(_stacked(sums, names, f"macro_{{}}_{score}"), averaged, undefined) for score in SCORES[:2]]
    # Macro F1 is that of the two means, not the mean of the documents' F1.
    macro = (*means, f1(means[0], means[1], undefined))
    accuracy = ratio(_stacked(sums, attributes, "{}_correct"), sums["references"], undefined)
    macro_accuracy = ratio(_stacked(sums, attributes, "macro_{}_accuracy"), averaged, undefined)
    for row, name in enumerate(names):
        for prefix, triple in ((name, micro), (f"macro_{name}", macro)):
            for score, values in zip(SCORES, triple, strict=True):
                scores[f"{prefix}_{score}"] = values[row]
        scores[f"{name}_true_positives"] = sums[f"{name}_true_positives"]
        if row:
            scores[f"{name}_accuracy"] = accuracy[row - 1]
            scores[f"macro_{name}_accuracy"] = macro_accuracy[row - 1]
    for chain in CHAINS:
        asked = getattr(options, chain.option)
        # Unless it is said, coreference and sequencing are scored where documents have them.
        if asked or (asked is None and np.any(sums[chain.given])):
            scores.update(chain.scores(sums, undefined))
    return scores


def _ratios(
    sums: Numbers, names: tuple[str, ...], options: NuggetOptions, undefined: float
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Precision, recall and F1, each with one row for each combination of attributes; the first is the span."""
    right = _stacked(sums, names, "{}_true_positives")
    said = np.broadcast_to(np.asarray(sums["predictions"], dtype=np.float64), right.shape)
    if options.precision != "system":
        # Algorithm 2 as printed counts a false positive for each reference that was missed.
        others = sums["predictions" if options.precision == "pilot" else "references"]
        said = np.concatenate([right[:1] + (others - sums["found"]), said[1:]])
    return precision_recall_f1(right, said, sums["references"], undefined)


def _stacked(sums: Numbers, names: tuple[str, ...], key: str) -> NDArray[np.float64]:
    """The sums of one kind, one row a combination of attributes."""
    return np.array([*map(sums.__getitem__, map(key.format, names))], dtype=np.float64)


def nugget_details(counts: Counts, result: Mapping[str, Any]) -> dict[str, Any]:
    """Scores by type and by document, the alignment, the mistakes by kind, and why numbers differ."""
    table, options, names = counts.table, counts.options, scored_names(result)
    rows = number_columns(table)
    details: dict[str, Any] = {
        "per_type": type_scores(table, rows, options),
        "per_document": _per_document(table, rows, options, names),
        "alignment": [{name: document[name] for name in names} for document in table.column("alignment").to_pylist()],
        "errors": {kind: int(rows[f"errors_{kind}"].sum()) for kind in ERROR_KINDS},
        "categories": table.column("categories").to_pylist(),
        "confusion": confusion(whole_column(table, "confusion")),
    }
    if differences := _differences(rows, options):
        details["differences"] = differences
    return details


def _per_document(
    table: pa.Table, rows: Numbers, options: NuggetOptions, names: tuple[str, ...]
) -> list[dict[str, Any]]:
    columns: dict[str, list[Any]] = {
        "doc_id": table.column("doc_id").to_pylist(),
        "references": rows["references"].tolist(),
        "predictions": rows["predictions"].tolist(),
    }
    scores = _ratios(rows, names, options, options.zero_division)
    for place, name in enumerate(names):
        columns[f"{name}_true_positives"] = rows[f"{name}_true_positives"].tolist()
        for score, values in zip(SCORES, scores, strict=True):
            columns[f"{name}_{score}"] = values[place].tolist()
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _differences(rows: Numbers, options: NuggetOptions) -> list[str]:
    """Why these numbers differ from those of the default protocol, in sentences."""
    default = NuggetOptions()
    sentences = []
    if options.documents_without_references == "skip":
        skipped = (rows["references"] == 0) & (rows["predictions"] > 0)
        if skipped.any():
            sentences.append(
                f"Documents without references were skipped: {int(skipped.sum())}, and with them "
                f"{int(rows['predictions'][skipped].sum())} predictions, which the default protocol counts as wrong."
            )
    if options.mapping != default.mapping:
        sentences.append(
            f'The mapping is "{options.mapping}", made anew for each combination of attributes; by default each '
            "system mention goes to its most similar reference, and attributes are judged on that one mapping."
        )
    if options.precision != default.precision:
        sentences.append(
            f'The span precision is "{options.precision}"; by default it is the credit over the number of predictions.'
        )
    if options.normalize:
        sentences.append("Attributes are compared without case, punctuation and letters outside ASCII.")
    if options.unannotated != default.unannotated:
        sentences.append("NOT_ANNOTATED is compared as a string; by default it agrees with every prediction.")
    if options.per_type_credit != "type":
        sentences.append(
            "The table by type gives credit only where the realis is right too, and lists no type that only "
            "the system uses."
        )
    return sentences


NUGGETS = Task(
    name="nuggets",
    predictions=NUGGET_DOCUMENT,
    references=NUGGET_DOCUMENT,
    options=NuggetOptions,
    examine=examine_nuggets,
    count=nugget_counts,
    parts=nugget_parts,
    result=nugget_result,
    details=nugget_details,
    types="mentions.type",
    headlines=(
        Headline("type_f1", "type F1", "event mentions found at the right place and with the right type"),
        Headline("span_f1", "span F1", "event mentions found at the right place"),
    ),
    check_options=check_named,
    oddities=nugget_oddities,
    plain=lambda *sides: all(side.keys() <= {"doc_id", "mentions"} for side in sides),
)
