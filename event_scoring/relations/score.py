"""The score of relations, under any protocol."""

from __future__ import annotations

from event_scoring.relations.documents import RELATION_DOCUMENT, problems
from event_scoring.relations.layout import RELATION_LAYOUT
from event_scoring.relations.options import RelationOptions
from event_scoring.relations.protocols.awareness import TemporalAwareness
from event_scoring.relations.protocols.caevo import Caevo
from event_scoring.relations.protocols.causes import Causes
from event_scoring.relations.protocols.clusters import Clusters
from event_scoring.relations.protocols.eventstoryline import EventStoryLine
from event_scoring.relations.protocols.maven_ere import MavenEre
from event_scoring.relations.protocols.pairs import LabelledPairs
from event_scoring.relations.protocols.relation_measure import RelationMeasure
from event_scoring.scoring.options import takes_options
from event_scoring.scoring.result import Result
from event_scoring.scoring.rows import OnPair
from event_scoring.scoring.task import Counts, Task

_PAIRS, _CAEVO = LabelledPairs(), Caevo()
_OTHERS = {
    "eventstoryline": EventStoryLine(),
    "causal": Causes(),
    "maven-ere": MavenEre(),
    "tempeval-3": TemporalAwareness(),
    "coreference": Clusters(),
}
MEASURES: dict[str, RelationMeasure] = {
    **dict.fromkeys(("pairs", "matres", "tb-dense", "tddiscourse", "hieve"), _PAIRS),
    **_OTHERS,
}
"""The measures by the values of the option `protocol`."""


def relation_measure(options: RelationOptions) -> RelationMeasure:
    """Return the measure that options choose."""
    return _CAEVO if options.scorer == "caevo" else MEASURES[options.protocol]


@takes_options(RelationOptions)
def score_relations(
    predictions: object, references: object, *, details: bool = False, on_pair: OnPair | None = None, **options: object
) -> Result:
    """Score relations between events, or clusters of events.

    Args:
        predictions: One document a row:
            ``{"relations": [{"type": "BEFORE", "source": "e1", "target": "e2"}]}``, with ``events`` and ``times``
            where a protocol reads their places; clusters as ``cluster`` labels of events or as ``clusters``.
        references: The same documents, in the same order.
        details: Add scores by label and by document or unit, the confusion of labels, and ignored predictions. For
            timelines add contradictions and redundant links.
        on_pair: Called with (document, prediction, reference, credit) for each pair that is compared.
        **options: Each by its name.

    Returns:
        ``precision recall f1`` and counts for pairs; ``average_f1`` for HiEve; ``pairs_… typed_…
        typed_published_…`` for EventStoryLine; ``awareness_…`` for TempEval-3; ``temporal_… causal_… subevent_…`` and
        ``overall_f1`` for MAVEN-ERE; ``muc_… b_cubed_… ceaf_e_…`` and ``conll_f1`` for coreference.

    Raises:
        InputError: for an invalid document.

    Examples:
        >>> gold = [{"relations": [{"type": "BEFORE", "source": "e1", "target": "e2"},
        ...                        {"type": "VAGUE", "source": "e2", "target": "e3"}]}]
        >>> system = [{"relations": [{"type": "BEFORE", "source": "e1", "target": "e2"},
        ...                          {"type": "AFTER", "source": "e2", "target": "e3"}]}]
        >>> score_relations(system, gold, protocol="matres")["precision"]
        0.5
        >>> score_relations(system, gold, protocol="tb-dense", vague="label")["recall"]
        0.5
    """
    return RELATIONS.score_documents(predictions, references, options, details, on_pair)


@takes_options(RelationOptions)
def count_relations(predictions: object, references: object, *, details: bool = False, **options: object) -> Counts:
    """Return one row of summable counts per document; `score_counts` turns them into scores.

    Examples:
        >>> documents = [{"relations": [{"type": "BEFORE", "source": "e1", "target": "e2"}]}]
        >>> [(row["true_positives"], row["pairs"]) for row in count_relations(documents, documents).rows]
        [(1, 1)]
    """
    return RELATIONS.count_documents(predictions, references, options, details)


RELATIONS = Task(
    name="relations",
    predictions=RELATION_DOCUMENT,
    references=RELATION_DOCUMENT,
    options=RelationOptions,
    measure=relation_measure,
    problems=problems,
    layout=RELATION_LAYOUT,
    published=tuple(rule for measure in (_PAIRS, _CAEVO, *_OTHERS.values()) for rule in measure.published),
)
