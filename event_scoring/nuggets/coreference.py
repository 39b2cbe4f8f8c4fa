"""Event coreference: MUC, B-cubed, CEAF, BLANC and LEA of aligned mentions.

Every score follows from one sparse table of overlaps: for each reference cluster and each system cluster
the number of aligned mentions that they share. Mentions without a partner stay in their clusters and in
the denominators. Sums run over documents, as in the CoNLL reference scorer 8.01 (Pradhan et al., 2014),
with which these numbers agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.arrays.keys import unique_inverse
from event_scoring.arrays.ragged import BoolArray, FloatArray, IntArray, count_rows, sum_rows
from event_scoring.documents.errors import InputError
from event_scoring.nuggets.alignment import align_for_coreference
from event_scoring.nuggets.columns import Mentions, NuggetColumns
from event_scoring.nuggets.matching import Pairs, optimal_one_to_one
from event_scoring.scoring.published import Published
from event_scoring.statistics.coreference import COREFERENCE_COUNTS, FRACTIONS, INTEGERS, coreference_scores


def coreference_counts(columns: NuggetColumns, aligned: Pairs) -> dict[str, NDArray[Any]]:
    """The columns of counts, given the one-to-one alignment of mentions."""
    documents, system, reference = columns.documents, columns.system, columns.reference
    matched = np.bincount(reference.document[aligned.reference], minlength=documents)
    wanted, predicted = count_rows(reference.document, documents), count_rows(system.document, documents)
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


def coreference_warnings(sums: Mapping[str, Any]) -> list[str]:
    """Whether MUC says nothing, because no cluster has two mentions."""
    mentions = sums["coreference_reference_mentions"] + sums["coreference_system_mentions"]
    if not mentions or mentions > sums["coreference_reference_clusters"] + sums["coreference_system_clusters"]:
        return []
    return [
        "All clusters are singletons: MUC, which counts links only, has no value and enters the averages as "
        "zero_division says, while B-cubed and CEAF only say which mentions were found."
    ]


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


_FIELDS = {"topic": ("topic",), "subtopic": ("topic", "subtopic"), "corpus": ()}
"""What the documents of a unit have in common, by level."""


def units_of(references: pa.StructArray, level: str) -> list[str]:
    """The name of the unit of each document."""
    columns = [references.field(name).to_pylist() for name in _FIELDS[level]]
    return ["/".join(map(str, parts)) for parts in zip(*columns, strict=True)] if columns else [""] * len(references)


def unit_problems(predictions: pa.StructArray, references: pa.StructArray, level: str) -> Iterator[InputError]:
    """References without a topic, and predictions that name another one."""
    for name in _FIELDS.get(level, ()):
        for row, (given, predicted) in enumerate(
            zip(references.field(name).to_pylist(), predictions.field(name).to_pylist(), strict=True)
        ):
            if given is None and name == level:
                wanted = f'a {name}, because clusters run over the documents of one at coreference_level="{level}"'
                yield InputError(("references", row, name), wanted=wanted, got=None)
            if predicted is not None and given is not None and predicted != given:
                hint = 'say predicted topics by the labels of clusters, and score them at coreference_level="corpus"'
                wanted = f'"{given}", as in the references'
                yield InputError(("predictions", row, name), wanted=wanted, got=predicted, hint=hint)


def over_documents(columns: NuggetColumns, units: list[str]) -> NuggetColumns:
    """The columns with every unit as one document, that of its first row: its labels are its clusters."""
    first: dict[str, int] = {}
    row_of = np.array([first.setdefault(unit, row) for row, unit in enumerate(units)], dtype=np.int64)
    sides: dict[str, Any] = {name: _over_documents(getattr(columns, name), row_of) for name in ("system", "reference")}
    return replace(columns, **sides)


def _over_documents(side: Mentions, row_of: IntArray) -> Mentions:
    document = row_of[side.document] if len(side) else side.document
    cluster = side.cluster.copy()
    labelled = np.flatnonzero(side.label >= 0)
    if len(labelled):
        width = int(side.label.max()) + 1
        _, number = unique_inverse(document[labelled] * width + side.label[labelled])
        cluster[labelled] = number + int(cluster.max(initial=0)) + 1
    return replace(side, document=document, cluster=cluster)
