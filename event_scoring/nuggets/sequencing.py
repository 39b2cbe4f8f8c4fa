"""Event sequencing: After and Subevent links between events, with what follows from them.

The TAC KBP event nugget task of 2017 scored links with the temporal awareness of UzZaman and Allen (2011):
a system link is right if the reference links say or imply it, and a reference link is found if the system
links say or imply it. Links hold between clusters. A link that is stated for one mention counts for each
pair of mentions of the two clusters, after superfluous links between clusters have been dropped.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from event_scoring.arrays.keys import position_in_group
from event_scoring.arrays.order import PointOrder, Statement, reduce_edges
from event_scoring.arrays.ragged import BoolArray, IntArray
from event_scoring.documents.errors import counted
from event_scoring.documents.link_problems import RELATIONS
from event_scoring.nuggets.alignment import align_for_coreference
from event_scoring.nuggets.clusters import LINK_TYPES, Links
from event_scoring.nuggets.columns import Mentions, NuggetColumns
from event_scoring.nuggets.coreference import coreference_warnings
from event_scoring.nuggets.matching import Pairs
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio

SEQUENCING_RUNS = ("after", "subevent", "sequencing")
"""The scores by name: of After links, of Subevent links, and of both together."""
SEQUENCING_SUMS = ("reference", "system", "reference_found", "system_right")
DOUBTFUL_LINKS = "doubtful_links"
"""The sum of links that follow from other links of their side or contradict them."""
SEQUENCING_COUNTS = (*(f"{run}_{name}" for run in SEQUENCING_RUNS for name in SEQUENCING_SUMS), DOUBTFUL_LINKS)

IMPLIED_SHARE = 0.99

Link = tuple[str, int, int]
"""Type, source cluster, target cluster."""


def sequencing_counts(columns: NuggetColumns, aligned: Pairs) -> dict[str, NDArray[Any]]:
    """The columns of counts, given the one-to-one alignment of mentions.

    The closure of links goes document by document, over those that have links.
    """
    counts: dict[str, NDArray[Any]] = {name: np.zeros(columns.documents) for name in SEQUENCING_COUNTS}
    for document, system, reference, shared in _linked_documents(columns, aligned):
        predicted, wanted = system.statements(), reference.statements()
        for run in SEQUENCING_RUNS:
            for name, value in zip(SEQUENCING_SUMS, _compare(predicted[run], wanted[run], shared), strict=True):
                counts[f"{run}_{name}"][document] = value
        for side, statements in ((system, predicted), (reference, wanted)):
            both = statements["sequencing"]
            counts[DOUBTFUL_LINKS][document] += len(side.links) - len(both.links) + both.contradictions
    return counts


def nugget_warnings(sums: Mapping[str, Any], options: NuggetOptions) -> list[str]:
    """Warn of references that no prediction can find, and of doubtful clusters and links."""
    warnings = []
    if options.mapping == "many-to-one" and (number := int(sums["shared_spans"])):
        has, them = ("has", "it") if number == 1 else ("have", "them")
        warnings.append(
            f"{counted(number, 'reference')} {has} the tokens of an earlier reference of the document and cannot be "
            f'found, whatever is predicted: under mapping="many-to-one" a prediction goes to the first of them only. '
            f'mapping="optimal" can find {them}.'
        )
    if options.coreference or (options.coreference is None and sums["clusters_given"]):
        warnings += coreference_warnings(sums)
    if options.sequencing is not False and sums.get(DOUBTFUL_LINKS):
        warnings += sequencing_warnings(sums)
    return warnings


def sequencing_warnings(sums: Mapping[str, Any]) -> list[str]:
    """Warn of links of which EvmEval 1.8 counts some or others by chance."""
    return [
        "Links between events that follow from other links of their side or contradict them: "
        f"{int(sums[DOUBTFUL_LINKS]):,}. Which of "
        "them count in EvmEval 1.8 depends on the order of a hash table, so that its sequencing scores may differ."
    ]


def sequencing_scores(sums: Any, undefined: float) -> dict[str, NDArray[np.float64]]:
    """All sequencing scores of one corpus, or of many samples of it, from sums of counts."""
    scores: dict[str, NDArray[np.float64]] = {}
    for run in SEQUENCING_RUNS:
        of_run = Ratio(run, f"{run}_system_right", f"{run}_system", f"{run}_reference", f"{run}_reference_found")
        scores |= of_run.scores(sums, undefined)
    return scores


@dataclass
class _Graph:
    """The links of one side of a document between clusters, and how many mentions these have.

    Clusters are numbered by their first mention in the text, so that nothing depends on the order of the
    input: of links that contradict each other the first counts, by type, then source, then target.
    """

    size: list[int] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)

    def statements(self) -> dict[str, _Statements]:
        """The links of each of the runs, without those that links of the same type make superfluous."""
        reduced: dict[str, list[Link]] = {}
        for kind in LINK_TYPES:
            edges = [(source, target) for found, source, target in self.links if found == kind]
            reduced[kind] = [(kind, *edge) for edge in reduce_edges(edges, len(self.size))]
        subevent = _Statements(self.size, reduced["Subevent"])
        after, both = (_Statements(self.size, reduced["After"], before) for before in (None, subevent))
        return {"after": after, "subevent": subevent, "sequencing": both}


class _Statements:
    """Some links of one side, freed of those that follow from the others.

    The kinds of links enter one after the other, so that of Subevent and After together a Subevent link
    stays even where it follows from After links. A link that contradicts those before it stays on the
    list, and nothing is concluded from it.

    Differs from EvmEval 1.8: there, whether an After link that follows from the others stays is left to chance.
    Differs from EvmEval 1.8: which of several links that contradict each other count is left to chance there; here they
    enter by type, source and target.
    """

    def __init__(self, size: list[int], links: list[Link], before: _Statements | None = None) -> None:
        earlier = before.entered if before else []
        self.entered: list[Link] = earlier + links
        statements: list[Statement] = [(RELATIONS[kind], source, target) for kind, source, target in self.entered]
        self._order = PointOrder(len(size), statements)
        self.links: list[Link] = [*before.links] if before else []
        for place, link in enumerate(links, len(earlier)):
            if place in self._order.violated or not self._order.is_superfluous(*statements[place]):
                self.links.append(link)
        self._literal: dict[tuple[str, int], int] = defaultdict(int)
        for kind, source, target in self.links:
            self._literal[kind, source] |= 1 << 2 * target
        self.clusters = {cluster for _, *ends in self.links for cluster in ends}
        self.pairs = sum(size[a] * size[b] for _, a, b in self.links)

    @property
    def contradictions(self) -> int:
        """How many links contradict those before them."""
        return len(self._order.violated)

    def agreeing(self, links: Sequence[Link], partners: Mapping[int, Sequence[tuple[int, int]]]) -> tuple[int, int]:
        """Of links of the other side the pairs of mentions that are linked here, and those only by implication.

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
    predicted: _Statements, wanted: _Statements, shared: dict[tuple[int, int], int]
) -> tuple[float, float, float, float]:
    """The sums of one document, in the order of `SEQUENCING_SUMS`, counted in pairs of mentions.

    ``shared`` has the number of aligned mentions for each (system cluster, reference cluster).
    """
    of_system: dict[int, list[tuple[int, int]]] = defaultdict(list)
    of_reference: dict[int, list[tuple[int, int]]] = defaultdict(list)
    common = 0
    for (system_cluster, reference_cluster), mentions in shared.items():
        of_system[system_cluster].append((reference_cluster, mentions))
        of_reference[reference_cluster].append((system_cluster, mentions))
        if system_cluster in predicted.clusters and reference_cluster in wanted.clusters:
            common += mentions
    right, implied = wanted.agreeing(predicted.links, of_system)
    found, _ = predicted.agreeing(wanted.links, of_reference)
    # Implied links are many, so together they count less than one literal link of each free pair.
    free = 1 + common * (common - 1) // 2 - found
    # Differs from EvmEval 1.8: where contradictions fill all pairs, it divides by zero or by less.
    weight = IMPLIED_SHARE / free if free > 0 else 0.0
    # Differs from EvmEval 1.8: no more is found than there is, even where a link beyond the reference is implied.
    return wanted.pairs, predicted.pairs, min(found + weight * implied, wanted.pairs), right


def _linked_documents(
    columns: NuggetColumns, aligned: Pairs
) -> Iterator[tuple[int, _Graph, _Graph, dict[tuple[int, int], int]]]:
    """Each document with links on any side: both graphs, and the mentions that their clusters share."""
    graphs: dict[int, tuple[_Graph, _Graph]] = defaultdict(lambda: (_Graph(), _Graph()))
    numbers = []
    for index, (side, links) in enumerate(
        ((columns.system, columns.system_links), (columns.reference, columns.reference_links))
    ):
        number, size, document = _linked_clusters(side, links, columns.types)
        numbers.append(number)
        for row, of_document in zip(size.tolist(), document.tolist(), strict=True):
            graphs[of_document][index].size.append(row)
        for of_document, kind, source, target in _cluster_links(side, links, number):
            graphs[of_document][index].links.append((LINK_TYPES[kind], source, target))
    shared: dict[int, dict[tuple[int, int], int]] = defaultdict(dict)
    system, reference = numbers[0][aligned.system], numbers[1][aligned.reference]
    both = (system >= 0) & (reference >= 0)
    document = columns.reference.document[aligned.reference]
    cells = np.column_stack([document[both], system[both], reference[both]])
    unique, mentions = np.unique(cells, axis=0, return_counts=True)
    for (of_document, *clusters), count in zip(unique.tolist(), mentions.tolist(), strict=True):
        shared[of_document][tuple(clusters)] = count
    for of_document, (system_graph, reference_graph) in graphs.items():
        yield of_document, system_graph, reference_graph, shared[of_document]


def _linked_clusters(side: Mentions, links: Links, types: list[str]) -> tuple[IntArray, IntArray, IntArray]:
    """The clusters that links touch, numbered in each document by their first mention in the text.

    For each mention there is the number of its cluster (-1 where no link touches it); for each numbered cluster, by
    document and number, its size and its document.
    """
    linked: BoolArray = np.isin(side.cluster, side.cluster[np.concatenate([links.source, links.target])])
    rows = np.flatnonzero(linked)
    order = rows[_text_order(side, rows, types)]
    _, first, place, size = np.unique(side.cluster[order], return_index=True, return_inverse=True, return_counts=True)
    rank = np.argsort(first)  # clusters by document, then first mention
    document = side.document[order][first][rank]
    number_of = np.empty(len(rank), dtype=np.int64)
    number_of[rank] = position_in_group(document)
    number = np.full(len(side), -1)
    number[order] = number_of[place]
    return number, size[rank], document


def _text_order(side: Mentions, rows: IntArray, types: list[str]) -> IntArray:
    """Some mentions by document, first token, last token, type, and place in the list."""
    spans = side.spans.take(rows)  # sets, whose values rise
    full = spans.lengths > 0
    first, last = np.zeros((2, len(rows)), dtype=np.int64)
    first[full], last[full] = spans.values[spans.offsets[:-1][full]], spans.values[spans.offsets[1:][full] - 1]
    rank_of_type = np.argsort(np.argsort(np.array(types, dtype=object)))[side.type_code[rows]]
    return np.lexsort((rows, rank_of_type, last, first, side.document[rows]))


def _cluster_links(side: Mentions, links: Links, number: IntArray) -> list[list[int]]:
    """Distinct (document, kind, source, target) between different clusters, in this order."""
    source, target = number[links.source], number[links.target]
    rows = np.column_stack([side.document[links.source], links.kind, source, target])
    unique: list[list[int]] = np.unique(rows[source != target], axis=0).tolist()
    return unique


EVENT_SEQUENCING = Published(
    name="Event sequencing",
    year="2016–2017",
    users="TAC KBP",
    choose_for="After and Subevent links between events",
    counts="After and Subevent links, with what they imply",
    faults="Recall above 1, divisions by zero, results by chance",
    original="hunterhector/EvmEval, `scorer_v1.8.py` (2017); UzZaman and Allen (2011)",
    checked_by="golden, oracle",
    options={"sequencing": True},
    rule=sequencing_counts,
    steps=(align_for_coreference, sequencing_scores),
)
