"""Event coreference: clusters of both sides over aligned mentions, within documents or across them.

Mentions without a partner stay in their clusters and in the denominators. Sums run over documents, or over units of
several documents, as in the CoNLL reference scorer 8.01 (Pradhan et al., 2014), with which these numbers agree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from event_scoring.matching import greedy_one_to_one
from event_scoring.nuggets.documents import UNIT_FIELDS, NuggetDocument, has_labels
from event_scoring.nuggets.mapping import (
    Mentions,
    Pairs,
    Sides,
    canonical,
    wildcards,
)
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.scoring.notes import note
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Row
from event_scoring.statistics.cluster_scores import (
    cluster_sums,
    coreference_scores,
    sums_of_singletons,
)

ATTRIBUTES_OF = {"span": (), "type": ("type",), "realis": ("realis",), "type_realis": ("type", "realis")}
NO_COREFERENCE: Row = sums_of_singletons(0, 0, 0)


def align_for_coreference(
    sides: Sides, pairs: Pairs, options: NuggetOptions, attributes: str, threshold: float = 0.0
) -> dict[int, int]:
    """Return the prediction of each aligned reference, as EvmEval 1.8 aligns them under every mapping.

    The matching is greedy among pairs that agree in the attributes and whose Dice reaches the threshold.
    """
    rules = options.coreference_attribute_rules
    near = [pair for pair, similarity in pairs.items() if similarity >= threshold]
    for name in ATTRIBUTES_OF[attributes]:
        predicted, wanted = (side.types if name == "type" else side.realis for side in sides)
        near = [pair for pair in near if agrees(predicted[pair[0]], wanted[pair[1]], *rules)]
    return {reference: prediction for prediction, reference in greedy_one_to_one({pair: pairs[pair] for pair in near})}


@lru_cache(maxsize=2**14)
def agrees(predicted: str | None, wanted: str | None, normalize: bool, unannotated: str) -> bool:
    """Whether a prediction has an attribute of a reference, as coreference and sequencing compare it."""
    if normalize:
        # Differs from EvmEval 1.8: a string of other scripts stays itself instead of becoming empty.
        predicted, wanted = canonical(predicted, True), canonical(wanted, True)
    return predicted == wanted or wanted in wildcards(normalize, unannotated)


def has_clusters(document: NuggetDocument) -> bool:
    """Whether a document gives clusters, as lists or as labels."""
    return document.clusters is not None or has_labels(document)


def cluster_keys(document: NuggetDocument, mentions: Mentions) -> list[Hashable]:
    """Return a key for each mention, equal within a cluster; a mention in no cluster has a key of its own.

    Examples:
        >>> from event_scoring.nuggets.documents import Nugget, NuggetDocument
        >>> from event_scoring.nuggets.mapping import read_mentions
        >>> mentions = [Nugget([place], "A", id=name) for place, name in enumerate("abc")]
        >>> document = NuggetDocument(mentions=mentions, clusters=[["c", "a"]])
        >>> cluster_keys(document, read_mentions(document, NuggetOptions()))
        [('list', 0), ('alone', 1), ('list', 0)]
    """
    listed = {name: number for number, cluster in enumerate(document.clusters or ()) for name in cluster}
    keys: list[Hashable] = []
    for place, mention in enumerate(mentions.given):
        if mention.cluster is not None:
            keys.append(("label", mention.cluster))
        elif mention.id in listed:
            keys.append(("list", listed[mention.id]))
        else:
            keys.append(("alone", place))
    return keys


def coreference_sums(
    documents: tuple[NuggetDocument, NuggetDocument], sides: Sides, partners: Mapping[int, int], clustered: bool = True
) -> Row:
    """Return the sums of MUC, B-cubed, CEAF, BLANC and LEA of one document.

    Args:
        documents: The prediction and the reference.
        sides: Their scored mentions.
        partners: The prediction of each aligned reference.
        clustered: Whether either side has clusters; otherwise every mention is one of its own.
    """
    if not clustered:
        return sums_of_singletons(len(sides[0].given), len(sides[1].given), len(partners))
    clusters: tuple[dict[Hashable, list[Hashable]], ...] = (defaultdict(list), defaultdict(list))
    _add_clusters(clusters, documents, sides, partners)
    return cluster_sums(*([*side.values()] for side in clusters))


def _add_clusters(
    clusters: tuple[dict[Hashable, list[Hashable]], ...],
    documents: tuple[NuggetDocument, NuggetDocument],
    sides: Sides,
    partners: Mapping[int, int],
    row: int | None = None,
) -> None:
    """Add the mentions of a document to the clusters of both sides; aligned mentions have one name.

    The row of the document keeps mentions and unlabelled clusters of several documents of a unit apart.
    """
    for number, (document, mentions) in enumerate(zip(documents, sides, strict=True)):
        for place, key in enumerate(cluster_keys(document, mentions)):
            name = (row, partners.get(place, ("reference", place)) if number else place)
            clusters[number][key if isinstance(key, tuple) and key[0] == "label" else (row, key)].append(name)


def unit_sums(
    pairs: Sequence[tuple[NuggetDocument, NuggetDocument]],
    sides: Sequence[Sides],
    partners: Sequence[Mapping[int, int]],
    level: str,
) -> list[Row]:
    """Return a row of sums for each document: those of a unit in the row of its first document.

    The labels of clusters hold over all documents of a unit.
    """
    units = ["/".join(str(getattr(reference, name)) for name in UNIT_FIELDS[level]) for _, reference in pairs]
    first: dict[str, int] = {}
    clusters: dict[str, tuple[dict[Hashable, list[Hashable]], ...]] = {}
    for row, (unit, documents) in enumerate(zip(units, pairs, strict=True)):
        first.setdefault(unit, row)
        _add_clusters(
            clusters.setdefault(unit, (defaultdict(list), defaultdict(list))),
            documents,
            sides[row],
            partners[row],
            row,
        )
    rows: list[Row] = [{**NO_COREFERENCE, "unit": unit} for unit in units]
    for unit, of_unit in clusters.items():
        rows[first[unit]] |= cluster_sums(*([*side.values()] for side in of_unit))
    return rows


def coreference_warnings(sums: Mapping[str, Any]) -> list[str]:
    """Return a warning where MUC has no value, because no cluster has two mentions."""
    mentions = sums["coreference_reference_mentions"] + sums["coreference_system_mentions"]
    if not mentions or mentions > sums["coreference_reference_clusters"] + sums["coreference_system_clusters"]:
        return []
    return [note("only_singletons")]


EVENT_COREFERENCE = Published(
    name="Event coreference",
    year="2015–",
    users="TAC KBP, CDEC papers",
    choose_for="clusters of event mentions",
    counts="MUC, B³, CEAF, BLANC, LEA and averages over aligned mentions",
    faults="All of them depend on singletons and on the alignment",
    original=(
        "CoNLL reference scorer 8.01 (Pradhan et al., 2014), on mentions as EvmEval 1.8 aligns them; LEA: Moosavi and "
        "Strube (2016)"
    ),
    checked_by="`golden/nugget_coreference.json`, `oracles/coreference_oracle.py`",
    options={"coreference": True},
    rule=coreference_sums,
    steps=(align_for_coreference, cluster_sums, coreference_scores),
)
