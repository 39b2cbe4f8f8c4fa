"""Temporal awareness: links that the other side states or implies, after redundant links of each side are removed.

UzZaman and Allen, "Temporal Evaluation" (ACL 2011), and `temporal_evaluation.py` of naushadzaman/tempeval3_toolkit
(e02eb2d), with which TempEval-3 was scored. The closure is exact here; where the toolkit's graph takes points for
equal or ordered that are not, its numbers differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from event_scoring.relations.documents import (
    Link,
    Relation,
    RelationDocument,
    Relations,
    known_relations,
    of_link,
    of_types,
    relations_of,
)
from event_scoring.relations.labels import INVERSES
from event_scoring.relations.options import RelationOptions
from event_scoring.relations.protocols.entities import count_entities, entity_result, entity_warnings
from event_scoring.relations.protocols.points import DEFINITIONS, MAX_INTERVALS, Points, check_intervals
from event_scoring.relations.protocols.relation_measure import (
    RelationMeasure,
    link_records,
    listed_links,
    shared_warnings,
)
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.notes import note_sentences
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.rows import Match, Row, outcomes_of
from event_scoring.scoring.task import Counts

AWARENESS = Ratio(
    "awareness", "precision_numerator", "precision_denominator", "recall_denominator", found="recall_numerator"
)
SUMS = ("precision_numerator", "precision_denominator", "recall_numerator", "recall_denominator")
_READ_AS = {"DURING": "SIMULTANEOUS", "DURING_INV": "SIMULTANEOUS"}
_EQUAL = ("SIMULTANEOUS", "IDENTITY")


@dataclass
class Timeline:
    """The links of one side of a document, and the outcome of adding each to the graph of points."""

    side: str
    begins: str
    written: list[Link] = field(default_factory=list)
    """All links, repeats included."""
    entered: list[Link] = field(default_factory=list)
    redundant: list[Link] = field(default_factory=list)
    """Links that follow from those before them."""
    contradictions: list[Link] = field(default_factory=list)
    """Links that cannot hold with those before them, or have no meaning in time."""
    points: Points = field(default_factory=Points)

    @property
    def reduced(self) -> list[Link]:
        """The links that earlier links do not imply."""
        return self.entered + self.contradictions

    def both_ways(self) -> list[Link]:
        """Return all links and their inverses; a link of an interval with itself occurs once."""
        inverse = [
            (target, INVERSES.get(label, label), source) for source, label, target in self.written if source != target
        ]
        return self.written + inverse

    def enter(self, link: Link) -> None:
        """Add a link to the graph. If earlier links imply it, it is redundant; if they exclude it, a contradiction."""
        if self.follows(link):
            self.redundant.append(link)
        elif self.excludes(link):
            self.contradictions.append(link)
        else:
            source, label, target = link
            self.points.add(source, label, target)
            self.entered.append(link)

    def follows(self, link: Link) -> bool:
        """Whether the links of this side imply a link. As published, nothing implies BEGINS."""
        source, label, target = link
        if label not in DEFINITIONS or self._is_as_published(label):
            return False
        return self.points.follows(source, label, target)

    def excludes(self, link: Link) -> bool:
        """Whether the links of this side exclude a link.

        Labels without an order are excluded, and links of an interval to itself that do not say that it is equal. As
        published, BEGINS between two known intervals is always excluded.
        """
        source, label, target = link
        if label not in DEFINITIONS or (source == target and label not in _EQUAL):
            return True
        if self._is_as_published(label):
            return source in self.points and target in self.points
        return self.points.excludes(source, label, target)

    def _is_as_published(self, label: str) -> bool:
        """Whether a label is BEGINS with the fault of the published toolkit."""
        return label == "BEGINS" and self.begins == "published"


def timeline(relations: Relations, begins: str = "published", side: str = "references") -> Timeline:
    """Add the links of a side to a graph of time points, in order; repeats are left out.

    Examples:
        >>> links = [("BEFORE", "a", "b"), ("AFTER", "b", "a"), ("BEFORE", "b", "a")]
        >>> found = timeline([Relation(*link) for link in links])
        >>> len(found.entered), found.redundant, found.contradictions
        (1, [('b', 'AFTER', 'a')], [('b', 'BEFORE', 'a')])
    """
    found = Timeline(side, begins, [*map(_link, relations)])
    check_intervals(found.written, MAX_INTERVALS, side, "cut the document into parts")
    for link in dict.fromkeys(found.written):
        found.enter(link)
    return found


def verified(links: list[Link], other: Timeline) -> list[Link]:
    """Return the links that the other side states, in either direction, or implies."""
    written = {*other.both_ways()}
    return [link for link in links if link in written or other.follows(link)]


def count_awareness(
    prediction: RelationDocument, reference: RelationDocument, options: RelationOptions, details: bool
) -> Row:
    """Return the counts of one document: links of each side, and those that the other side states or implies.

    Examples:
        >>> gold = RelationDocument(relations=[Relation("BEFORE", "a", "b"), Relation("BEFORE", "b", "c")])
        >>> system = RelationDocument(relations=[Relation("BEFORE", "a", "c")])
        >>> row = count_awareness(system, gold, RelationOptions(protocol="tempeval-3"), False)
        >>> [row[name] for name in SUMS]
        [1, 1, 0, 2]
    """
    named, unknown = (of_types(side, options.types) for side in known_relations(prediction, reference, options.kinds))
    wanted = of_types(relations_of(reference, options.kinds), options.types)
    timelines = timeline(named, options.begins, "predictions"), timeline(wanted, options.begins, "references")
    links = [one.reduced if options.reduced else one.both_ways() for one in timelines]
    right, found = verified(links[0], timelines[1]), verified(links[1], timelines[0])
    numbers = (len(right), len(links[0]), len(found), len(links[1]))
    row: Row = {
        **dict(zip(SUMS, numbers, strict=True)),
        "several_labels": 0,
        "unknown": len(unknown),
        "contradicting": sum(len(one.contradictions) for one in timelines),
        "begins": sum(label == "BEGINS" for one in timelines for _, label, _ in one.written),
        **count_entities(prediction, reference),
    }
    if details:
        row["ignored_links"] = link_records(map(_link, unknown))
        row["contradictions"] = [one for side in timelines for one in link_records(side.contradictions, side.side)]
        row["redundant"] = [one for side in timelines for one in link_records(side.redundant, side.side)]
        row["outcomes"] = [*_outcomes(prediction, reference, timelines, ({*right}, {*found}))]
    return row


def _link(relation: Relation) -> Link:
    source, label, target = of_link(relation)
    return source, _READ_AS.get(label, label), target


def _outcomes(
    prediction: RelationDocument,
    reference: RelationDocument,
    timelines: tuple[Timeline, Timeline],
    right: tuple[set[Link], set[Link]],
) -> Iterator[Row]:
    """Yield the outcomes of the links of the reduced lists; a link that is implied is right without a partner."""
    places: list[dict[Link, int]] = [
        {_link(one): place for place, one in reversed([*enumerate(document.relations or ())])}
        for document in (prediction, reference)
    ]
    for side, of_side in enumerate(timelines):
        for link in of_side.reduced:
            source, label, target = link
            own, other, category = places[side][link], None, ""
            if link in right[side]:
                turned = target, INVERSES.get(label, label), source
                other, category = places[1 - side].get(link, places[1 - side].get(turned)), "right"
            yield from outcomes_of([Match(other, own, category) if side else Match(own, other, category)], (side,))


PUBLISHED = (
    Published(
        name="Temporal awareness",
        year="2011–",
        users="TempEval-3, Clinical TempEval",
        choose_for="timelines, where implied relations count too",
        counts="Links of each side's reduced graph that the other side states or implies",
        faults="The order of links matters; BEGINS is never implied; the published graph merges some points",
        original="UzZaman and Allen (ACL 2011); naushadzaman/tempeval3_toolkit e02eb2d",
        checked_by="`golden/relations.json`, `oracles/relation_oracle.py`",
        options={"protocol": "tempeval-3"},
        rule=count_awareness,
        steps=(timeline, verified, count_entities),
    ),
)


_CONTRADICTING = {
    "contradicting": (
        "{number:link} that {number:contradicts|contradict} earlier ones of the same side, or {number:has|have} a "
        "label without an order: {number:it is|they are} counted but {number:implies|imply} nothing, so the order of "
        "links matters."
    )
}


class TemporalAwareness(RelationMeasure):
    """Temporal awareness of TempEval-3."""

    published = PUBLISHED

    def count(
        self, prediction: RelationDocument, reference: RelationDocument, options: RelationOptions, details: bool
    ) -> Row:
        return count_awareness(prediction, reference, options, details)

    def document_scores(self, columns: Sums, options: RelationOptions) -> Scores:
        """Return awareness and its four sums."""
        scores = AWARENESS.scores(columns, float(options.zero_division))
        return {**scores, **{name: columns[name] for name in SUMS}}

    def result(self, sums: Sums, options: RelationOptions) -> Scores:
        """Return awareness, and scores of events and times where they have text."""
        return {**super().result(sums, options), **entity_result(sums, float(options.zero_division))}

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return awareness by document, and the links that contradict others or are implied by them."""
        return {
            "contradictions": listed_links(counts, "contradictions", with_side=True),
            "redundant": listed_links(counts, "redundant", with_side=True),
            **super().details(counts, result),
        }

    def warnings(self, sums: Sums, options: RelationOptions) -> list[str]:
        """Return sentences about doubtful labels, pairs and ids."""
        sentences = shared_warnings(sums)
        sentences += note_sentences(sums, _CONTRADICTING)
        if sums["begins"] and options.begins == "published":
            sentences.append(
                "BEGINS occurs: as published it is never implied, and contradicts between two known intervals; "
                'begins="correct" treats it like the other relations.'
            )
        return [*sentences, *entity_warnings(sums), *super().warnings(sums, options)]
