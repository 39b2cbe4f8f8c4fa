"""Scores of coreference from sums: MUC, B-cubed, CEAF, BLANC and LEA, and their averages.

Sums run over documents, or over units of several documents, as in the CoNLL reference scorer 8.01 (Pradhan et al.,
2014).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
