"""Event coreference: clusters of both sides over aligned mentions, within documents or across them.

Mentions without a partner stay in their clusters and in the denominators. Sums run over documents, or over units of
several documents, as in the CoNLL reference scorer 8.01 (Pradhan et al., 2014), with which these numbers agree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from event_scoring.matching import first_free
from event_scoring.nuggets.documents import UNIT_FIELDS, NuggetDocument
from event_scoring.nuggets.mapping import Alignment, Mentions, Sides, canonical, wildcards
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Row
from event_scoring.statistics.cluster_scores import cluster_sums, coreference_scores, sums_of_singletons

NO_COREFERENCE: Row = sums_of_singletons(0, 0, 0)


class AlignedDocument(NamedTuple):
    """A document whose mentions are aligned for coreference: prediction and reference, and their scored mentions."""

    documents: tuple[NuggetDocument, NuggetDocument]
    sides: Sides
    partners: Mapping[int, int]
    """The prediction of each aligned reference."""


def align_for_coreference(
    sides: Sides, alignment: Alignment, options: NuggetOptions, attributes: str, threshold: float = 0.0
) -> dict[int, int]:
    """Return the prediction of each aligned reference, as EvmEval 1.8 aligns them under every mapping.

    The matching is greedy among pairs that agree in the attributes and whose Dice reaches the threshold.
    """
    rules = options.coreference_attribute_rules
    near = [pair for pair in alignment.ranked if pair[2] >= threshold]
    for name in ("type", "realis"):
        if name in attributes:
            predictions, references = getattr(sides[0], name), getattr(sides[1], name)
            near = [
                pair
                for pair in near
                if (value := predictions[pair[0]]) == (other := references[pair[1]]) or agrees(value, other, *rules)
            ]
    return {reference: prediction for prediction, reference, _ in first_free(near)}


@lru_cache(maxsize=2**14)
def agrees(predicted: str | None, reference: str | None, normalize: bool, unannotated: str) -> bool:
    """Whether a prediction has an attribute of a reference, as coreference and sequencing compare it."""
    if normalize:
        # Differs from EvmEval 1.8: a string of other scripts stays itself instead of becoming empty.
        predicted, reference = canonical(predicted) or predicted, canonical(reference) or reference
    return predicted == reference or reference in wildcards(normalize, unannotated)


def cluster_keys(document: NuggetDocument, mentions: Mentions) -> list[tuple[str, Hashable]]:
    """Return a key for each mention, equal within a cluster; a mention in no cluster has a key of its own.

    Examples:
        >>> from event_scoring.nuggets.documents import Nugget, NuggetDocument
        >>> from event_scoring.nuggets.mapping import read_mentions
        >>> mentions = [Nugget([place], "A", id=name) for place, name in enumerate("abc")]
        >>> document = NuggetDocument(mentions=mentions, clusters=[["c", "a"]])
        >>> cluster_keys(document, read_mentions(document, NuggetOptions()))
        [('list', 0), ('alone', 1), ('list', 0)]
    """
    listed: dict[str | None, tuple[str, Hashable]] = {
        name: ("list", number) for number, cluster in enumerate(document.clusters or ()) for name in cluster
    }
    return [
        ("label", mention.cluster) if mention.cluster is not None else listed.get(mention.id, ("alone", place))
        for place, mention in enumerate(mentions.given)
    ]


def coreference_sums(unit: Sequence[AlignedDocument]) -> Row:
    """Return the sums of MUC, B-cubed, CEAF, BLANC and LEA of the documents of a unit.

    Aligned mentions have one name. Labels of clusters hold over all documents of the unit; lists of mentions hold in
    their document.
    """
    clusters: tuple[dict[Hashable, list[Hashable]], ...] = (defaultdict(list), defaultdict(list))
    for row, (documents, sides, partners) in enumerate(unit):
        for number, side in enumerate(clusters):
            for place, key in enumerate(cluster_keys(documents[number], sides[number])):
                mention = partners.get(place, ("reference", place)) if number else place
                side[key if key[0] == "label" else (row, key)].append((row, mention))
    return cluster_sums(*([*side.values()] for side in clusters))


def sums_of_units(documents: Sequence[AlignedDocument], level: str) -> list[Row]:
    """Return a row for each document; that of the first document of a unit has the sums of the unit."""
    units = ["/".join(str(getattr(one.documents[1], name)) for name in UNIT_FIELDS[level]) for one in documents]
    members: defaultdict[str, list[int]] = defaultdict(list)
    for row, unit in enumerate(units):
        members[unit].append(row)
    rows: list[Row] = [{**NO_COREFERENCE, "unit": unit} for unit in units]
    for of_unit in members.values():
        rows[of_unit[0]] |= coreference_sums([documents[row] for row in of_unit])
    return rows


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
