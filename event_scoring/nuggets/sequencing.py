"""Event sequencing: After and Subevent links between events, with what follows from them.

The TAC KBP event nugget task of 2017 scored links with the temporal awareness of UzZaman and Allen (2011). A system
link is right if the reference links state or imply it. A reference link is found if the system links state or imply it.
Links hold between clusters. Superfluous links between clusters are dropped. Then a link of one mention counts for each
pair of mentions of the two clusters.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from event_scoring.documents.event_order import PointOrder, Statement, reduce_edges
from event_scoring.documents.link_problems import RELATIONS
from event_scoring.nuggets.coreference import align_for_coreference, cluster_keys
from event_scoring.nuggets.documents import NuggetDocument
from event_scoring.nuggets.mapping import Mentions, Sides
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.rows import Row

LINK_TYPES = tuple(RELATIONS)
SEQUENCING_RUNS = {"after": ("After",), "subevent": ("Subevent",), "sequencing": LINK_TYPES}
"""The scores by name, with the types of links that each compares. Together, Subevent links come first."""
SEQUENCING_SUMS = ("reference", "system", "reference_found", "system_right")
DOUBTFUL_LINKS = "doubtful_links"
"""The sum of links that follow from other links of their side or contradict them."""
NO_SEQUENCING: Row = dict.fromkeys(
    (*(f"{run}_{name}" for run in SEQUENCING_RUNS for name in SEQUENCING_SUMS), DOUBTFUL_LINKS), 0.0
)
IMPLIED_SHARE = 0.99
"""The weight of all implied links together, where a literal link has 1."""
Link = tuple[str, int, int]
"""Type, source cluster, target cluster."""


def sequencing_sums(documents: tuple[NuggetDocument, NuggetDocument], sides: Sides, partners: Mapping[int, int]) -> Row:
    """Return the sums of the links of one document, given the prediction of each aligned reference."""
    (system, system_clusters), (reference, reference_clusters) = map(_statements, documents, sides)
    shared = Counter(
        (system_clusters[prediction], reference_clusters[partner])
        for partner, prediction in partners.items()
        if partner in reference_clusters and prediction in system_clusters
    )
    row: Row = {}
    for run in SEQUENCING_RUNS:
        sums = map(float, _compare(system[run], reference[run], shared))
        row.update(zip((f"{run}_{name}" for name in SEQUENCING_SUMS), sums, strict=True))
    return {**row, DOUBTFUL_LINKS: float(system["sequencing"].doubtful + reference["sequencing"].doubtful)}


def sequencing_scores(sums: Any, undefined: float) -> dict[str, NDArray[np.float64]]:
    """Return all sequencing scores of one corpus, or of many samples of it, from sums of counts."""
    scores: dict[str, NDArray[np.float64]] = {}
    for run in SEQUENCING_RUNS:
        of_run = Ratio(run, f"{run}_system_right", f"{run}_system", f"{run}_reference", f"{run}_reference_found")
        scores |= of_run.scores(sums, undefined)
    return scores


class _Statements:
    """Links of some types between the clusters of one side, without those that the others imply.

    Links are added type by type, so with Subevent and After together a Subevent link stays even if After links imply
    it. Links that others of their type make superfluous are not added. A link that contradicts earlier ones stays on
    the list but implies nothing.

    Differs from EvmEval 1.8: chance decides there whether an implied After link stays. Differs from EvmEval 1.8: chance
    decides there which of several contradictory links count. Here they enter by type, source and target.

    Args:
        size: The number of mentions of each cluster.
        links: All links of the side, in the order in which they enter.
        types: The types that are compared.
    """

    def __init__(self, size: list[int], links: list[Link], types: Sequence[str]) -> None:
        self.links: list[Link] = []
        entered: list[Statement] = []
        for type_ in types:
            added = reduce_edges([(source, target) for kind, source, target in links if kind == type_], len(size))
            first = len(entered)
            entered += [(RELATIONS[type_], *edge) for edge in added]
            self._order = PointOrder(len(size), entered)
            for place, edge in enumerate(added, first):
                if place in self._order.violated or not self._order.is_superfluous(*entered[place]):
                    self.links.append((type_, *edge))
        self.doubtful = sum(link[0] in types for link in links) - len(self.links) + len(self._order.violated)
        """The number of links that follow from others or contradict earlier ones."""
        self._literal: dict[tuple[str, int], int] = defaultdict(int)
        for kind, source, target in self.links:
            self._literal[kind, source] |= 1 << 2 * target
        self.clusters = {cluster for _, *ends in self.links for cluster in ends}
        self.pairs = sum(size[a] * size[b] for _, a, b in self.links)

    def agreeing(self, links: Sequence[Link], partners: Mapping[int, Sequence[tuple[int, int]]]) -> tuple[int, int]:
        """Return the number of linked pairs of the other side that are linked here, and how many only by implication.

        ``partners`` are the clusters here of each cluster there, with the number of mentions that they share. Of one
        source all targets are looked up at once, because two large clusters have very many pairs of partners.
        """
        linked = implied = 0
        targets: dict[int, dict[int, int]] = {}
        for kind, source, target in links:
            if target not in targets:
                targets[target] = defaultdict(int)
                for cluster, mentions in partners[target]:
                    targets[target][mentions] |= 1 << 2 * cluster
            for cluster, mentions in partners[source]:
                literal = self._literal.get((kind, cluster), 0)
                entailed = self._order.entailed(RELATIONS[kind], cluster)
                for others, place in targets[target].items():
                    linked += mentions * others * ((literal | entailed) & place).bit_count()
                    implied += mentions * others * (entailed & ~literal & place).bit_count()
        return linked, implied


def _compare(
    system: _Statements, reference: _Statements, shared: Mapping[tuple[int, int], int]
) -> tuple[float, float, float, float]:
    """Return the sums of one document, in the order of `SEQUENCING_SUMS`, counted in pairs of mentions.

    ``shared`` has the number of aligned mentions for each (system cluster, reference cluster).
    """
    of_system: dict[int, list[tuple[int, int]]] = defaultdict(list)
    of_reference: dict[int, list[tuple[int, int]]] = defaultdict(list)
    common = 0
    for (system_cluster, reference_cluster), mentions in shared.items():
        of_system[system_cluster].append((reference_cluster, mentions))
        of_reference[reference_cluster].append((system_cluster, mentions))
        if system_cluster in system.clusters and reference_cluster in reference.clusters:
            common += mentions
    right, implied = reference.agreeing(system.links, of_system)
    found, _ = system.agreeing(reference.links, of_reference)
    # Implied links are many, so together they count less than one literal link of each free pair.
    free = 1 + common * (common - 1) // 2 - found
    # Differs from EvmEval 1.8: where contradictions fill all pairs, it divides by zero or by less.
    weight = IMPLIED_SHARE / free if free > 0 else 0.0
    # Differs from EvmEval 1.8: no more is found than there is, even where a link beyond the reference is implied.
    return reference.pairs, system.pairs, min(found + weight * implied, reference.pairs), right


def _statements(document: NuggetDocument, mentions: Mentions) -> tuple[dict[str, _Statements], dict[int, int]]:
    """Return the links between clusters of one side by run, and the cluster of each mention that links touch.

    Clusters are numbered by their first mention in the text, so that scores do not depend on the order of the input.
    Mentions are numbered by their place among those that are scored.
    """
    places = {mention.id: place for place, mention in enumerate(mentions.given) if mention.id is not None}
    keys = cluster_keys(document, mentions)
    links = [
        (LINK_TYPES.index(link.type), places[link.source], places[link.target])
        for link in document.links or ()
        if link.source in places and link.target in places
    ]
    linked = {keys[place] for _, *ends in links for place in ends}

    def position(place: int) -> tuple[int, int, str, int]:
        tokens = mentions.tokens[place] or (0,)
        return tokens[0], tokens[-1], mentions.type[place], mentions.positions[place]

    number: dict[Hashable, int] = {}
    in_text_order = sorted((place for place, key in enumerate(keys) if key in linked), key=position)
    cluster_of = {place: number.setdefault(keys[place], len(number)) for place in in_text_order}
    sizes = Counter(cluster_of.values())
    size = [sizes[cluster] for cluster in range(len(number))]
    edges = sorted({(type_, cluster_of[source], cluster_of[target]) for type_, source, target in links})
    between = [(LINK_TYPES[type_], source, target) for type_, source, target in edges if source != target]
    return {run: _Statements(size, between, types) for run, types in SEQUENCING_RUNS.items()}, cluster_of


EVENT_SEQUENCING = Published(
    name="Event sequencing",
    year="2016–2017",
    users="TAC KBP",
    choose_for="After and Subevent links between events",
    counts="After and Subevent links, with implied links",
    faults="Recall above 1, divisions by zero, results by chance",
    original="hunterhector/EvmEval, `scorer_v1.8.py` (2017); UzZaman and Allen (2011)",
    checked_by="`golden/nugget_sequencing.json`, `oracles/sequencing_oracle.py`",
    options={"sequencing": True},
    rule=sequencing_sums,
    steps=(align_for_coreference, sequencing_scores),
)
