"""EventStoryLine: rows of source, target and type, as its evaluation script compares them.

Caselli and Vossen, "The Event StoryLine Corpus" (Events and Stories in the News, 2017); the script of
tommasoc80/EventStoryLine (46edefe). Rows are lists: a row that is written twice counts twice.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence, Set

from event_scoring.relations.documents import (
    RelationDocument,
    Relations,
    known_relations,
    of_link,
    of_pair,
    of_types,
    relation_indices,
    relations_of,
)
from event_scoring.relations.options import RelationOptions
from event_scoring.relations.protocols.relation_measure import (
    RelationMeasure,
    link_records,
    shared_warnings,
)
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Match, Row, outcomes_of_items
from event_scoring.statistics.precision_recall import f1, ratio

COUNTS = ("true_positives", "false_positives", "false_negatives")


def count_rows_in_common(
    prediction: RelationDocument, reference: RelationDocument, options: RelationOptions, details: bool
) -> Row:
    """Return hits, false positives and misses of one document, of rows without and with type.

    A hit is a predicted row that the references have; a miss is a reference row that was not predicted.

    Examples:
        >>> from event_scoring.relations.documents import Relation
        >>> gold = RelationDocument(relations=[Relation("PRECONDITION", "12", "20")])
        >>> system = RelationDocument(relations=[Relation("FALLING_ACTION", "12", "20")])
        >>> row = count_rows_in_common(system, gold, RelationOptions(protocol="eventstoryline"), False)
        >>> row["true_positives"], row["typed_true_positives"], row["typed_false_negatives"]
        (1, 0, 1)
    """
    named, unknown = known_relations(prediction, reference, options.kinds)
    sides = of_types(named, options.types), of_types(relations_of(reference, options.kinds), options.types)
    row: Row = {"unknown": len(unknown), "several_labels": 0}
    for name, key in (("", of_pair), ("typed_", of_link)):
        predicted, wanted = ([*map(key, side)] for side in sides)
        wrong, missed = _count_missing(predicted, {*wanted}), _count_missing(wanted, {*predicted})
        row[f"{name}true_positives"] = len(predicted) - wrong
        row[f"{name}false_positives"] = wrong
        row[f"{name}false_negatives"] = missed
    if details:
        row["ignored_links"] = link_records(map(of_link, unknown))
        row["outcomes"] = [*_outcomes(prediction, reference, sides)]
    return row


def _count_missing(rows: Sequence[Hashable], others: Set[Hashable]) -> int:
    """Return the number of rows that the other side does not have; a repeated row counts again."""
    distinct = {*rows}
    lacking = distinct - others
    return len(lacking) if len(distinct) == len(rows) else sum(row in lacking for row in rows)


def _outcomes(prediction: RelationDocument, reference: RelationDocument, sides: Sequence[Relations]) -> Iterator[Row]:
    """Yield the outcome of each row. Its partner is the first equal row of the other side, or else of its pair."""
    places = [
        [indices[id(one)] for one in side]
        for indices, side in zip(map(relation_indices, (prediction, reference)), sides, strict=True)
    ]
    matches = []
    for key, category in ((of_link, "right"), (of_pair, "wrong_type")):
        first = [
            {key(one): place for one, place in zip(reversed(side), reversed(at), strict=True)}
            for side, at in zip(sides, places, strict=True)
        ]
        matches += [
            Match(place, first[1][key(one)], category)
            for one, place in zip(sides[0], places[0], strict=True)
            if key(one) in first[1]
        ]
        matches += [
            Match(first[0][key(one)], place, category)
            for one, place in zip(sides[1], places[1], strict=True)
            if key(one) in first[0]
        ]
    return outcomes_of_items(places[0], places[1], matches, in_order=True)


def _scores(sums: Sums, options: RelationOptions) -> Scores:
    """Return the three triples. Published recall of typed rows divides by the misses of rows without type."""
    undefined = float(options.zero_division)
    scores: Scores = {}
    for name, prefix, missed in (
        ("pairs", "", "false_negatives"),
        ("typed", "typed_", "typed_false_negatives"),
        ("typed_published", "typed_", "false_negatives"),
    ):
        hits = sums[f"{prefix}true_positives"]
        precision = ratio(hits, hits + sums[f"{prefix}false_positives"], undefined)
        recall = ratio(hits, hits + sums[missed], undefined)
        triple = (precision, recall, f1(precision, recall, undefined))
        scores |= {f"{name}_{key}": value for key, value in zip(("precision", "recall", "f1"), triple, strict=True)}
    return scores


PUBLISHED = (
    Published(
        name="EventStoryLine",
        year="2017–",
        users="Caselli and Vossen",
        choose_for="EventStoryLine's own script",
        counts="Rows of source, target and type, as lists; with and without type",
        faults="Published recall with types uses the misses without types",
        original="tommasoc80/EventStoryLine 46edefe, evaluation script",
        checked_by="`golden/relations.json`, `oracles/relation_oracle.py`",
        options={"protocol": "eventstoryline"},
        rule=count_rows_in_common,
    ),
)


class EventStoryLine(RelationMeasure):
    """EventStoryLine by its own script."""

    published = PUBLISHED

    def count(
        self, prediction: RelationDocument, reference: RelationDocument, options: RelationOptions, details: bool
    ) -> Row:
        return count_rows_in_common(prediction, reference, options, details)

    def document_scores(self, columns: Sums, options: RelationOptions) -> Scores:
        """Return scores of rows without type, with it, and as published."""
        numbers = {f"{name}{count}": columns[f"{name}{count}"] for name in ("", "typed_") for count in COUNTS}
        return {**_scores(columns, options), **numbers}

    def warnings(self, sums: Sums, options: RelationOptions) -> list[str]:
        """Return sentences about doubtful labels, pairs and ids."""
        sentences = shared_warnings(sums)
        if sums["false_negatives"] != sums["typed_false_negatives"]:
            sentences.append(
                "typed_published_recall divides by the misses of rows without type, as the published script does; "
                "typed_recall by those of rows with type."
            )
        return [*sentences, *super().warnings(sums, options)]
