"""Compute the scores of MUC, B-cubed, CEAF, BLANC and LEA, with their averages, from sums of clusters.

Sums run over documents, or over units of several documents, as in the CoNLL reference scorer 8.01 (Pradhan et al.,
2014).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from math import comb, fsum

import numpy as np

from event_scoring.array_types import FloatArray, Numbers
from event_scoring.matching import largest_total
from event_scoring.statistics.precision_recall import f1, precision_recall_f1, ratio

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
"""The summable columns of a document.

A link is a pair of mentions of one cluster. A non-link is a pair of mentions of two clusters.
"""


def cluster_sums(
    predictions: Sequence[Collection[Hashable]], references: Sequence[Collection[Hashable]]
) -> dict[str, float]:
    """Return the sums of one document or unit from its clusters, by the names of `COREFERENCE_COUNTS`.

    Examples:
        >>> sums = cluster_sums([["a", "b", "c"]], [["a", "b"], ["c"]])
        >>> sums["coreference_muc_links"], sums["coreference_shared_links"]
        (1, 1)
    """
    owner = {mention: number for number, cluster in enumerate(references) for mention in cluster}
    cells = Counter(
        (number, owner[mention])
        for number, cluster in enumerate(predictions)
        for mention in cluster
        if mention in owner
    )
    sizes, other_sizes = [*map(len, predictions)], [*map(len, references)]
    matched: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for (row, column), shared in cells.items():
        matched[0][row] += shared
        matched[1][column] += shared
    predicted, expected, both = sum(sizes), sum(other_sizes), sum(cells.values())
    links, other_links, shared_links, *within = (
        sum(comb(number, 2) for number in numbers)
        for numbers in (sizes, other_sizes, cells.values(), matched[0].values(), matched[1].values())
    )
    share = {cell: 2 * number / (sizes[cell[0]] + other_sizes[cell[1]]) for cell, number in cells.items()}
    # MUC: n shared mentions of a cluster that are split into k clusters of the other side keep n - k links.
    integers = [
        expected,
        predicted,
        len(references),
        len(predictions),
        both - len(cells),
        sum(cells[cell] for cell in largest_total(cells)),
    ]
    integers += [other_links, links, shared_links, comb(expected, 2) - other_links, comb(predicted, 2) - links]
    integers.append(comb(both, 2) - sum(within) + shared_links)
    fractions = (
        fsum(number**2 / other_sizes[column] for (_, column), number in cells.items()),
        fsum(number**2 / sizes[row] for (row, _), number in cells.items()),
        fsum(share[cell] for cell in largest_total(share)),
        fsum(_resolved(number, other_sizes[column], sizes[row]) for (row, column), number in cells.items()),
        fsum(_resolved(number, sizes[row], other_sizes[column]) for (row, column), number in cells.items()),
    )
    return dict(zip(COREFERENCE_COUNTS, (*integers, *fractions), strict=True))


def sums_of_singletons(predicted: int, wanted: int, both: int) -> dict[str, float]:
    """Return the sums of `cluster_sums` where every mention is a cluster of its own, from numbers of mentions.

    Examples:
        >>> sums_of_singletons(2, 3, 1) == cluster_sums([["a"], ["b"]], [["a"], ["c"], ["d"]])
        True
    """
    integers = (wanted, predicted, wanted, predicted, 0, both, 0, 0, 0)
    non_links = comb(wanted, 2), comb(predicted, 2), comb(both, 2)
    return dict(zip(COREFERENCE_COUNTS, (*integers, *non_links, *[float(both)] * len(FRACTIONS)), strict=True))


def _resolved(shared: int, size: int, other: int) -> float:
    """Return the LEA of a cluster and another that shares mentions with it: its size times the share of common links.

    A cluster of one mention has one link, with itself, which only clusters of one mention share.
    """
    if size > 1:
        return shared * (shared - 1) / (size - 1)
    return float(other == 1)


def coreference_scores(sums: Mapping[str, Numbers], undefined: float) -> dict[str, Numbers]:
    """Return all coreference scores of one corpus, or of many samples of it, from sums of counts."""
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
        # EvmEval 1.8 also averages an undefined part as 0.
        everything = np.isnan(parts).all(axis=0)
        scores[key] = np.where(everything, undefined, np.nan_to_num(parts).mean(axis=0))
    return scores


def _blanc(count: Mapping[str, FloatArray], undefined: float) -> tuple[FloatArray, ...]:
    """Return the mean of the scores of links and of non-links (Luo et al., 2014).

    If the reference has only one kind of pairs, only this kind is scored. As in EvmEval 1.8 an undefined part counts 0.
    The whole is undefined if neither side has pairs.
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
