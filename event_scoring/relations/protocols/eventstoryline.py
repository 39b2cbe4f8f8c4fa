"""EventStoryLine: rows of source, target and type, as its evaluation script compares them.

Caselli and Vossen, "The Event StoryLine Corpus" (Events and Stories in the News, 2017); the script of
tommasoc80/EventStoryLine (46edefe). Rows are lists: a row that is written twice counts twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.relations.documents import (
    Link,
    Pair,
    RelationDocument,
    Relations,
    known_relations,
    of_link,
    of_pair,
    relation_indices,
    relations_of,
)
from event_scoring.relations.options import RelationOptions
from event_scoring.relations.protocols.relation_measure import (
    RelationMeasure,
    link_records,
    outcome,
    shared_warnings,
)
from event_scoring.scoring.counts import document_rows
from event_scoring.scoring.measure import Sums
from event_scoring.scoring.notes import note
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Row
from event_scoring.scoring.task import Counts
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
    sides = _of_types(named, options), _of_types(relations_of(reference, options.kinds), options)
    row: Row = {"unknown": len(unknown), "several_labels": 0}
    for name, key in (("", of_pair), ("typed_", of_link)):
        predicted, wanted = ([*map(key, side)] for side in sides)
        wrong, missed = _count_missing(predicted, {*wanted}), _count_missing(wanted, {*predicted})
        row[f"{name}true_positives"] = len(predicted) - wrong
        row[f"{name}false_positives"] = wrong
        row[f"{name}false_negatives"] = missed
    if details:
        row["ignored_links"] = link_records(map(of_link, unknown))
        row["outcomes"] = _outcomes(prediction, reference, sides)
    return row


def _count_missing(rows: list[Any], others: set[Any]) -> int:
    """Return the number of rows that the other side does not have; a repeated row counts again."""
    distinct = {*rows}
    lacking = distinct - others
    return len(lacking) if len(distinct) == len(rows) else sum(row in lacking for row in rows)


def _of_types(relations: Relations, options: RelationOptions) -> Relations:
    return relations if options.types is None else [one for one in relations if one.type in options.types]


def _outcomes(prediction: RelationDocument, reference: RelationDocument, sides: Sequence[Relations]) -> list[Row]:
    """Return the outcome of each row. Its partner is the first equal row of the other side, otherwise the first row of
    its pair.
    """
    places = [relation_indices(prediction), relation_indices(reference)]
    outcomes = []
    for number, (side, alone) in enumerate((("predictions", "invented"), ("references", "missed"))):
        by_pair: dict[Pair, int] = {}
        by_link: dict[Link, int] = {}
        for other in sides[1 - number]:
            place = places[1 - number][id(other)]
            by_pair.setdefault(of_pair(other), place)
            by_link.setdefault(of_link(other), place)
        for one in sides[number]:
            same = by_link.get(of_link(one))
            partner = by_pair.get(of_pair(one)) if same is None else same
            category = "right" if same is not None else (alone if partner is None else "wrong_type")
            outcomes.append(outcome(side, places[number][id(one)], category, partner))
    return outcomes


def _scores(sums: Mapping[str, Any], options: RelationOptions) -> dict[str, Any]:
    """Return the three triples. Published recall of typed rows divides by the misses of rows without type."""
    undefined = float(options.zero_division)
    scores: dict[str, Any] = {}
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

    def result(self, sums: Sums, options: RelationOptions) -> dict[str, Any]:
        """Return scores of rows without type, with it, and as published."""
        numbers = {f"{name}{count}": sums[f"{name}{count}"] for name in ("", "typed_") for count in COUNTS}
        return {**_scores(sums, options), **numbers, "documents": sums["documents"], **super().result(sums, options)}

    def details(self, counts: Counts, result: Mapping[str, Any]) -> dict[str, Any]:
        """Return scores by document."""
        rows = counts.numbers
        numbers = {f"{name}{count}": rows[f"{name}{count}"] for name in ("", "typed_") for count in COUNTS}
        return {
            "per_document": document_rows(counts.rows, {**_scores(rows, counts.options), **numbers}),
            **super().details(counts, result),
        }

    def warnings(self, sums: Sums, options: RelationOptions) -> list[str]:
        """Return sentences about doubtful labels, pairs and ids."""
        sentences = shared_warnings(sums)
        if sums["false_negatives"] != sums["typed_false_negatives"]:
            sentences.append(note("two_recalls"))
        return [*sentences, *super().warnings(sums, options)]
