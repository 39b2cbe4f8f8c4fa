"""Detection of causes, as one class for all labels; with an option, direction does not matter either.

As Liu, Chen and Zhao, "Knowledge Enhanced Event Causality Identification with Mention Masking Generalizations"
(IJCAI 2020; `compute_f1` of jianliu-ml/EventCausalityIdentification, 0adcf22) and most later work count. Where only
the pairs that the references list are scored, a false positive outside them cannot be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from event_scoring.documents.errors import Description, InputError
from event_scoring.relations.documents import (
    Pair,
    RelationDocument,
    event_ids,
    known_relations,
    known_to,
    of_link,
    of_pair,
    relations_of,
)
from event_scoring.relations.options import RelationOptions
from event_scoring.relations.protocols.pairs import MICRO, NUMBERS, labels_that_count
from event_scoring.relations.protocols.relation_measure import (
    RelationMeasure,
    last_labels,
    link_records,
    shared_warnings,
)
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.notes import note
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Match, Problems, Row, outcomes_of_items


def count_causes(
    prediction: RelationDocument, reference: RelationDocument, options: RelationOptions, details: bool
) -> Row:
    """Return the counts of one document: pairs with a relation on each side, and on both.

    Examples:
        >>> from event_scoring.relations.documents import Relation
        >>> gold = RelationDocument(
        ...     relations=[Relation("CAUSE", "quake", "fire"), Relation("NULL", "fire", "quake")])
        >>> system = RelationDocument(
        ...     relations=[Relation("PRECONDITION", "quake", "fire"), Relation("CAUSE", "fire", "quake")])
        >>> row = count_causes(system, gold, RelationOptions(protocol="causal"), False)
        >>> [row[name] for name in NUMBERS]
        [1, 2, 1]
    """
    named, unknown = known_relations(prediction, reference, options.kinds)
    predicted, several = last_labels(named)
    wanted, several_references = last_labels(relations_of(reference, options.kinds))
    in_scope, in_slots = _scope(prediction, reference, options), _slots(wanted, reference, options)
    counting = labels_that_count([*predicted.values(), *wanted.values()], options.none or (), options.types)
    positive = [
        in_scope({pair for pair, label in labels.items() if label in counting}) for labels in (predicted, wanted)
    ]
    sides = [_directed(pairs, options) for pairs in positive]
    predictions, references = map(in_slots, sides)
    right = predictions & references
    row: Row = {
        "true_positives": len(right),
        "predictions": len(predictions),
        "references": len(references),
        "several_labels": several + several_references,
        "unknown": len(unknown),
        "outside": len(sides[0]) - len(predictions),
    }
    if details:
        scored, slots = in_scope({*predicted}), in_slots(_directed({*predicted}, options))
        lost = [
            (pair[0], label, pair[1])
            for pair, label in predicted.items()
            if pair in scored and _direction(pair, options) not in slots
        ]
        row["ignored_links"] = link_records([*lost, *map(of_link, unknown)])
        row["outcomes"] = [*_outcomes((prediction, reference), positive, (predictions, references), options)]
    return row


def _direction(pair: Pair, options: RelationOptions) -> Pair:
    """Return a pair, without its direction if that is not scored."""
    return pair if options.directed or pair[0] <= pair[1] else (pair[1], pair[0])


def _directed(pairs: set[Pair], options: RelationOptions) -> set[Pair]:
    """Return pairs, without their direction if that is not scored."""
    return pairs if options.directed else {_direction(pair, options) for pair in pairs}


def _slots(
    wanted: Collection[Pair], reference: RelationDocument, options: RelationOptions
) -> Callable[[set[Pair]], set[Pair]]:
    """Return a filter of pairs: those that the references list, or those of two of their events."""
    if options.candidates == "given":
        return _directed({*wanted}, options).intersection
    ids = {*event_ids(reference)}
    return lambda pairs: {(one, other) for one, other in pairs if one in ids and other in ids}


def _scope(
    prediction: RelationDocument, reference: RelationDocument, options: RelationOptions
) -> Callable[[set[Pair]], set[Pair]]:
    """Return a filter of pairs by the sentences of their events, in the references or else in the predictions."""
    if options.scope == "all":
        return set
    sentences = {}
    for document in (prediction, reference):
        for event in document.events or ():
            if event.id is not None and event.sentence is not None:
                sentences[event.id] = event.sentence
    within = options.scope == "intra"
    return lambda pairs: {
        (one, other) for one, other in pairs if (sentences.get(one) == sentences.get(other)) == within
    }


def _outcomes(
    documents: tuple[RelationDocument, RelationDocument],
    sides: list[set[Pair]],
    slots: tuple[set[Pair], set[Pair]],
    options: RelationOptions,
) -> Iterator[Row]:
    """Yield the outcomes of the scored relations of both sides, in the order of the documents."""
    places = [
        {
            _direction(of_pair(one), options): place
            for place, one in enumerate(document.relations or ())
            if of_pair(one) in pairs
        }
        for document, pairs in zip(documents, sides, strict=True)
    ]
    predictions, references = (sorted(map(at.__getitem__, pairs)) for at, pairs in zip(places, slots, strict=True))
    right = (Match(places[0][pair], places[1][pair]) for pair in slots[0] & slots[1])
    return outcomes_of_items(predictions, references, right, in_order=True)


PUBLISHED = (
    Published(
        name="Causes, identification",
        year="2020–",
        users="Liu, Chen and Zhao, and most later work on event causality",
        choose_for="existence of causal links",
        counts="Pairs with any label except NULL, within sentences, across, or all; with or without direction",
        faults="Types are not compared; false positives outside the given pairs are invisible",
        original="jianliu-ml/EventCausalityIdentification 0adcf22, `compute_f1`",
        checked_by="`golden/relations.json`, `oracles/relation_oracle.py`",
        options={"protocol": "causal"},
        rule=count_causes,
    ),
)


class Causes(RelationMeasure):
    """Identification of causes, without their types."""

    published = PUBLISHED

    def count(
        self, prediction: RelationDocument, reference: RelationDocument, options: RelationOptions, details: bool
    ) -> Row:
        return count_causes(prediction, reference, options, details)

    def problems(self, prediction: RelationDocument, reference: RelationDocument, options: RelationOptions) -> Problems:
        """Yield unknown ids in references, and missing events or sentences where options need them."""
        yield from super().problems(prediction, reference, options)
        has_relations = relations_of(reference, options.kinds) or prediction.relations
        if options.candidates == "events" and reference.events is None and has_relations:
            wanted = 'a list of events, whose pairs candidates="events" scores'
            yield InputError(("references", "events"), wanted=wanted, got=Description("none"))
        if options.scope != "all":
            placed = {
                event.id
                for document in (prediction, reference)
                for event in document.events or ()
                if event.sentence is not None
            }
            for side, document, known in (
                ("predictions", prediction, known_to(prediction, reference)),
                ("references", reference, None),
            ):
                for place, one in enumerate(document.relations or ()):
                    for end, name in zip(("source", "target"), of_pair(one), strict=True):
                        if name not in placed and (known is None or name in known):
                            wanted = f'the id of an event with "sentence", because scope="{options.scope}"'
                            yield InputError((side, "relations", place, end), wanted=wanted, got=name)

    def document_scores(self, columns: Sums, options: RelationOptions) -> Scores:
        """Return precision, recall and F1 of the one class."""
        scores = MICRO.scores(columns, float(options.zero_division))
        return {**scores, **{name: columns[name] for name in NUMBERS}}

    def warnings(self, sums: Sums, options: RelationOptions) -> list[str]:
        """Return sentences about doubtful labels, pairs and ids."""
        sentences = shared_warnings(sums)
        if sums["outside"] and options.candidates == "events":
            sentences.append(
                note("{number:predicted relation} ignored that is not of two events.", int(sums["outside"]))
            )
        elif sums["outside"]:
            sentences.append(
                note(
                    "{number:predicted relation} of pairs that the references do not list: ignored, so such false "
                    'positives cannot be seen; candidates="events" scores all pairs of events.',
                    int(sums["outside"]),
                )
            )
        return [*sentences, *super().warnings(sums, options)]
