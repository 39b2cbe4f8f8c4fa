"""Event coreference: MUC, B-cubed, CEAF, BLANC and LEA of aligned mentions.

Every score follows from one sparse table of overlaps: for each reference cluster and each system cluster
the number of aligned mentions that they share. Mentions without a partner stay in their clusters and in
the denominators. Sums run over documents, as in the CoNLL reference scorer 8.01 (Pradhan et al., 2014),
with which these numbers agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from event_scoring.arrays.ragged import BoolArray, FloatArray, IntArray, count_rows, sum_rows
from event_scoring.nuggets.alignment import align_for_coreference
from event_scoring.nuggets.columns import Mentions, NuggetColumns
from event_scoring.nuggets.matching import Pairs, optimal_one_to_one
from event_scoring.scoring.published import Published
from event_scoring.statistics.ratios import f1, precision_recall_f1, ratio

CONLL = ("muc", "b_cubed", "ceaf_e")
"""The metrics whose mean is the CoNLL score (Pradhan et al., 2012)."""
KBP = (*CONLL, "blanc")
"""The metrics whose mean the TAC KBP event nugget task reports."""

INTEGERS = (
    "reference_mentions",
    "system_mentions",
    "reference_clusters",
    "system_clusters",
    "muc_links",
    "ceaf_m_mentions",
    "reference_links",
    "system_links",
    "shared_links",
    "reference_non_links",
    "system_non_links",
    "shared_non_links",
)
FRACTIONS = ("b_cubed_recall", "b_cubed_precision", "ceaf_e_similarity", "lea_recall", "lea_precision")
COREFERENCE_COUNTS = tuple(f"coreference_{name}" for name in (*INTEGERS, *FRACTIONS))
"""The summable columns of a document. A link is a pair of mentions of one cluster, a non-link one of two."""


def coreference_counts(columns: NuggetColumns, aligned: Pairs) -> dict[str, NDArray[Any]]:
    """The columns of counts, given the one-to-one alignment of mentions."""
    documents, system, reference = columns.documents, columns.system, columns.reference
    matched = np.bincount(reference.document[aligned.reference], minlength=documents)
    wanted, predicted = np.diff(reference.offsets), np.diff(system.offsets)
    # Where all mentions are alone, each matched one is a cluster found and each pair a shared non-link.
    counts: dict[str, NDArray[Any]] = {
        **dict.fromkeys(INTEGERS, np.zeros(documents, dtype=np.int64)),
        **dict.fromkeys(FRACTIONS, matched.astype(np.float64)),
        **{"reference_mentions": wanted, "reference_clusters": wanted, "reference_non_links": _pairs_of(wanted)},
        **{"system_mentions": predicted, "system_clusters": predicted, "system_non_links": _pairs_of(predicted)},
        **{"ceaf_m_mentions": matched, "shared_non_links": _pairs_of(matched)},
    }
    clustered = np.zeros(documents, dtype=bool)
    for side in (system, reference):
        clustered[side.document[side.cluster >= 0]] = True
    if clustered.any():
        for name, column in _clustered_counts(columns, aligned, clustered).items():
            counts[name] = np.where(clustered, column, counts[name])
    return dict(zip(COREFERENCE_COUNTS, counts.values(), strict=True))


def no_coreference_counts(documents: int) -> dict[str, NDArray[Any]]:
    """The same columns where coreference is not scored."""
    return {
        **dict.fromkeys(COREFERENCE_COUNTS[: len(INTEGERS)], np.zeros(documents, dtype=np.int64)),
        **dict.fromkeys(COREFERENCE_COUNTS[len(INTEGERS) :], np.zeros(documents)),
    }


def _clustered_counts(columns: NuggetColumns, aligned: Pairs, clustered: BoolArray) -> dict[str, NDArray[Any]]:
    """Columns that hold for the documents with clusters, the others being 0."""
    documents = columns.documents
    (system_cluster, system_size, system_document), (reference_cluster, reference_size, reference_document) = (
        _compact_clusters(side, clustered) for side in (columns.system, columns.reference)
    )
    here = clustered[columns.reference.document[aligned.reference]]
    pairs = (system_cluster[aligned.system[here]], reference_cluster[aligned.reference[here]])
    width = max(len(reference_size), 1)
    cells, overlap = np.unique(pairs[0] * width + pairs[1], return_counts=True)
    system, reference = cells // width, cells % width
    document = reference_document[reference]

    def by_document(weights: NDArray[Any], of_document: IntArray = document) -> IntArray:
        return sum_rows(weights, of_document, documents).astype(np.int64)

    def link_sums(system_sizes: IntArray, reference_sizes: IntArray) -> tuple[IntArray, IntArray]:
        return (
            by_document(_pairs_of(system_sizes), system_document),
            by_document(_pairs_of(reference_sizes), reference_document),
        )

    matched = by_document(overlap)
    predicted, wanted = by_document(system_size, system_document), by_document(reference_size, reference_document)
    system_links, reference_links = link_sums(system_size, reference_size)
    shared_links = by_document(_pairs_of(overlap))
    # Of the links of either side, those between two matched mentions.
    system_matched, reference_matched = link_sums(
        sum_rows(overlap, system, len(system_size)).astype(np.int64),
        sum_rows(overlap, reference, len(reference_size)).astype(np.int64),
    )
    # CEAF aligns clusters one-to-one: CEAF-m by the mentions shared, CEAF-e by their share of both clusters.
    share = 2 * overlap / (system_size[system] + reference_size[reference])
    by_mentions = optimal_one_to_one(Pairs(system, reference, overlap / max(overlap.max(initial=0), 1)))
    by_entities = optimal_one_to_one(Pairs(system, reference, share))
    return {
        "reference_clusters": count_rows(reference_document, documents),
        "system_clusters": count_rows(system_document, documents),
        # A cluster of n matched mentions that falls into k clusters of the other side keeps n - k links;
        # that is the same sum from either side.
        "muc_links": matched - count_rows(document, documents),
        "ceaf_m_mentions": by_document(overlap * by_mentions),
        "reference_links": reference_links,
        "system_links": system_links,
        "shared_links": shared_links,
        "reference_non_links": _pairs_of(wanted) - reference_links,
        "system_non_links": _pairs_of(predicted) - system_links,
        "shared_non_links": _pairs_of(matched) - system_matched - reference_matched + shared_links,
        "b_cubed_recall": sum_rows(overlap**2 / reference_size[reference], document, documents),
        "b_cubed_precision": sum_rows(overlap**2 / system_size[system], document, documents),
        "ceaf_e_similarity": sum_rows(share * by_entities, document, documents),
        "lea_recall": sum_rows(_resolved(overlap, reference_size[reference], system_size[system]), document, documents),
        "lea_precision": sum_rows(
            _resolved(overlap, system_size[system], reference_size[reference]), document, documents
        ),
    }


def _resolved(shared: IntArray, size: IntArray, other: IntArray) -> FloatArray:
    """What a cluster that shares mentions with another adds to LEA: its size times the share of its links in both.

    A cluster of one mention has one link, with itself, which only a cluster of one mention shares.
    """
    alone = (size == 1) & (other == 1)
    found: FloatArray = np.where(size > 1, shared * (shared - 1) / np.maximum(size - 1, 1), alone.astype(np.float64))
    return found


def coreference_scores(sums: Mapping[str, Any], undefined: float) -> dict[str, NDArray[np.float64]]:
    """All coreference scores of one corpus, or of many samples of it, from sums of counts."""
    count = {name: np.asarray(sums[f"coreference_{name}"], dtype=np.float64) for name in (*INTEGERS, *FRACTIONS)}
    wanted, predicted = count["reference_mentions"], count["system_mentions"]
    clusters, system_clusters = count["reference_clusters"], count["system_clusters"]
    b_cubed = (
        ratio(count["b_cubed_precision"], predicted, undefined),
        ratio(count["b_cubed_recall"], wanted, undefined),
    )
    lea = (ratio(count["lea_precision"], predicted, undefined), ratio(count["lea_recall"], wanted, undefined))
    triples = {
        "muc": precision_recall_f1(count["muc_links"], predicted - system_clusters, wanted - clusters, undefined),
        "b_cubed": (*b_cubed, f1(*b_cubed, undefined)),
        "ceaf_m": precision_recall_f1(count["ceaf_m_mentions"], predicted, wanted, undefined),
        "ceaf_e": precision_recall_f1(count["ceaf_e_similarity"], system_clusters, clusters, undefined),
        "blanc": _blanc(count, undefined),
        "lea": (*lea, f1(*lea, undefined)),
    }
    scores = {
        f"{name}_{score}": value
        for name, triple in triples.items()
        for score, value in zip(("precision", "recall", "f1"), triple, strict=True)
    }
    # Differs from EvmEval 1.8: it cuts each score to two decimals before it takes the mean.
    for key, names in (("conll_f1", CONLL), ("kbp_coreference_f1", KBP)):
        parts = np.array([scores[f"{name}_f1"] for name in names])
        # As in EvmEval 1.8, a part that is undefined counts 0 in the average.
        everything = np.isnan(parts).all(axis=0)
        scores[key] = np.where(everything, undefined, np.nan_to_num(parts).mean(axis=0))
    return scores


def _blanc(count: Mapping[str, NDArray[np.float64]], undefined: float) -> tuple[NDArray[np.float64], ...]:
    """The mean of the scores of links and of non-links (Luo et al., 2014).

    Where the reference has pairs of only one of the two kinds, that kind alone is scored. As in EvmEval 1.8 a part
    that is undefined counts 0; the whole is undefined where neither side has pairs.
    """
    links, non_links = (
        precision_recall_f1(count[f"shared_{kind}"], count[f"system_{kind}"], count[f"reference_{kind}"])
        for kind in ("links", "non_links")
    )
    without_links, without_non_links = (count[f"reference_{kind}"] == 0 for kind in ("links", "non_links"))
    no_pairs = sum(count[f"{side}_{kind}"] for side in ("system", "reference") for kind in ("links", "non_links")) == 0
    cases = [no_pairs, without_links, without_non_links]
    return tuple(
        np.select(cases, [np.broadcast_to(undefined, np.shape(link)), non_link, link], (link + non_link) / 2)
        for link, non_link in zip(links, non_links, strict=True)
    )


def _compact_clusters(side: Mentions, clustered: BoolArray) -> tuple[IntArray, IntArray, IntArray]:
    """Clusters of the chosen documents numbered from 0: that of each mention, and their sizes and documents."""
    here = clustered[side.document]
    _, first, number, size = np.unique(side.cluster[here], return_index=True, return_inverse=True, return_counts=True)
    cluster = np.full(len(side), -1)
    cluster[here] = number
    return cluster, size, side.document[here][first]


def _pairs_of(sizes: IntArray) -> IntArray:
    """How many pairs there are among so many."""
    return sizes * (sizes - 1) // 2


EVENT_COREFERENCE = Published(
    name="Event coreference",
    year="2015–",
    users="TAC KBP, CDEC papers",
    choose_for="clusters of event mentions",
    counts="MUC, B³, CEAF, BLANC, LEA and averages over aligned mentions",
    faults="Singletons and the alignment move all of them",
    original=(
        "CoNLL reference scorer 8.01 (Pradhan et al., 2014), on mentions as EvmEval 1.8 aligns them; LEA: Moosavi and "
        "Strube (2016)"
    ),
    checked_by="golden, oracle",
    options={"coreference": True},
    rule=coreference_counts,
    steps=(align_for_coreference, coreference_scores),
)
