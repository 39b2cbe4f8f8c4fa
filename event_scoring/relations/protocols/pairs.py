"""Labelled pairs: MATRES, TimeBank-Dense, TDDiscourse, HiEve, and any labels.

A slot is a pair (document, source, target) that is scored. Both sides give it a label; a slot without an answer has the
first of the labels that count as no relation. Precision, recall and F1 cover all other labels, summed over the slots of
all documents. A wrong label is a false positive and a false negative. The protocols differ in which pairs are slots and
in which labels count as no relation (`options.PRESETS`).

MATRES: `metric.py` of CogComp/JointConstrainedLearning (0a34a7c) and `test` of NeuralTemporalRelation-EMNLP19
(f3015d5). TimeBank-Dense: Han, Ning and Peng (EMNLP 2019, 3a6291f). TDDiscourse: Naik, Breitfeller and Rosé (SIGDIAL
2019), who published no scorer. HiEve: JointConstrainedLearning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain

from event_scoring.documents.errors import first_names, quoted
from event_scoring.relations.documents import (
    Pair,
    RelationDocument,
    has_clusters,
    known_relations,
    listed_ids,
    of_link,
    relation_problems,
    relations_of,
)
from event_scoring.relations.options import RelationOptions
from event_scoring.relations.protocols.points import closed_labels
from event_scoring.relations.protocols.relation_measure import (
    RelationMeasure,
    last_labels,
    link_records,
    shared_warnings,
    without_inverse,
)
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.labels import Labels
from event_scoring.scoring.notes import note
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.rows import Match, Problems, Row, outcomes_of
from event_scoring.scoring.task import Counts
from event_scoring.statistics.precision_recall import ratio

MICRO = Ratio("", "true_positives", "predictions", "references")
HIERARCHY = ("PARENT-CHILD", "CHILD-PARENT")
NUMBERS = ("true_positives", "predictions", "references")


def count_pairs(
    prediction: RelationDocument, reference: RelationDocument, options: RelationOptions, details: bool
) -> Row:
    """Return the counts of one document: slots, labels on both sides, and hits.

    Examples:
        >>> from event_scoring.relations.documents import Relation
        >>> gold = RelationDocument(relations=[Relation("BEFORE", "a", "b"), Relation("VAGUE", "b", "c")])
        >>> system = RelationDocument(relations=[Relation("BEFORE", "a", "b"), Relation("AFTER", "b", "c")])
        >>> row = count_pairs(system, gold, RelationOptions(protocol="matres"), False)
        >>> row["true_positives"], row["predictions"], row["references"]
        (1, 2, 1)
    """
    named, unknown = known_relations(prediction, reference, options.kinds)
    predicted, several = last_labels(named)
    wanted, several_references = last_labels(relations_of(reference, options.kinds))
    if options.closure is not None:
        predicted, wanted = closed_labels(predicted, "predictions"), closed_labels(wanted)
    outside = [] if predicted.keys() <= wanted.keys() else [pair for pair in predicted if pair not in wanted]
    if options.normalise:
        outside = _turn(prediction, predicted, wanted, outside, options)
    slots, unanswered = dict(wanted), options.none[0] if options.none else ""
    if options.slots == "all":
        slots |= {pair: unanswered for pair in outside if (pair[1], pair[0]) not in wanted or not options.normalise}
    confusion = confusion_of_slots(slots, predicted, unanswered)
    equal = vague = 0
    for (label, answer), number in confusion.items():
        equal += number if label == answer else 0
        vague += number if "VAGUE" in (label, answer) else 0
    ignored: list[Pair] = []
    with_known_ids, turned_round = len(predicted), 0
    if outside:
        ignored = [pair for pair in outside if pair not in slots]
        known = listed_ids(reference).union(*wanted)
        with_known_ids -= sum([known.isdisjoint(pair) for pair in outside])
        turned_round = sum([(target, source) in wanted for source, target in outside])
    row: Row = {
        **hits_of_confusion(confusion, options.none or (), options.types),
        "pairs": len(slots),
        "equal": equal,
        "ignored": len(ignored) + len(unknown),
        "several_labels": several + several_references,
        "unknown": len(unknown),
        "vague": vague,
        "with_known_ids": with_known_ids,
        "turned_round": turned_round,
        "clusters_alone": int(not predicted and not wanted and has_clusters(reference)),
    }
    if options.protocol == "hieve":
        row |= _of_hierarchy(confusion)
        ids = listed_ids(reference) or {end for pair in wanted for end in pair}
        row["not_given"] = max(len(ids) * (len(ids) - 1) // 2 - len(wanted), 0)
    if details:
        row["confusion"] = confusion_records(confusion)
        lost = [(source, predicted[source, target], target) for source, target in ignored]
        row["ignored_links"] = link_records([*lost, *map(of_link, unknown)])
        row["outcomes"] = [*pair_outcomes(prediction, reference, slots, predicted, options)]
    return row


def _turn(
    prediction: RelationDocument,
    predicted: dict[Pair, str],
    wanted: Mapping[Pair, str],
    outside: list[Pair],
    options: RelationOptions,
) -> list[Pair]:
    """Gives slots without an answer that of the reversed pair; returns the predictions that are still outside."""
    rest = []
    for source, target in outside:
        if (target, source) in wanted and (target, source) not in predicted:
            label = predicted.pop((source, target))
            if label not in options.inverses:
                raise without_inverse(prediction, (source, target), label)
            predicted[target, source] = options.inverses[label]
        else:
            rest.append((source, target))
    return rest


def confusion_of_slots(
    slots: Mapping[Pair, str], predicted: Mapping[Pair, str], unanswered: str
) -> dict[tuple[str, str], int]:
    """Count each combination of a reference label and a predicted label.

    Args:
        slots: The reference label of each pair that is scored.
        predicted: The predicted labels of pairs.
        unanswered: The label in place of a missing one: the null label, or "" without one.

    Examples:
        >>> confusion_of_slots({("a", "b"): "BEFORE", ("b", "c"): "BEFORE"}, {("a", "b"): "BEFORE"}, "")
        {('BEFORE', 'BEFORE'): 1, ('BEFORE', ''): 1}
    """
    confusion: dict[tuple[str, str], int] = {}
    for pair, label in slots.items():
        labels = label, predicted.get(pair, unanswered)
        confusion[labels] = confusion.get(labels, 0) + 1
    return confusion


def labels_that_count(labels: Iterable[str], none: Collection[str], types: Collection[str] | None) -> set[str]:
    """Return the labels of relations that are scored: no null label, and only scored types."""
    relations = {*labels} - {"", *none}
    return relations if types is None else relations & {*types}


def hits_of_confusion(
    confusion: Mapping[tuple[str, str], int], none: Collection[str], types: Collection[str] | None = None
) -> dict[str, int]:
    """Return true positives, predictions and references of the labels that are scored.

    Examples:
        BEFORE on a VAGUE pair counts as a prediction, VAGUE on a BEFORE pair does not.

        >>> confusion = {("BEFORE", "BEFORE"): 1, ("VAGUE", "BEFORE"): 1, ("BEFORE", "VAGUE"): 1}
        >>> hits_of_confusion(confusion, none=["VAGUE"])
        {'true_positives': 1, 'predictions': 2, 'references': 2}
    """
    counting = labels_that_count(chain.from_iterable(confusion), none, types)
    right = predictions = references = 0
    for (label, other), number in confusion.items():
        if label in counting:
            references += number
            if label == other:
                right += number
        if other in counting:
            predictions += number
    return {"true_positives": right, "predictions": predictions, "references": references}


def _of_hierarchy(confusion: Mapping[tuple[str, str], int]) -> dict[str, int]:
    """Return the counts of each of the two labels of HiEve."""
    hits = {label: hits_of_confusion(confusion, (), [label]) for label in HIERARCHY}
    return {f"{label}_{name}": number for label in HIERARCHY for name, number in hits[label].items()}


def pair_outcomes(
    prediction: RelationDocument,
    reference: RelationDocument,
    slots: Mapping[Pair, str],
    predicted: Mapping[Pair, str],
    options: RelationOptions,
) -> Iterator[Row]:
    """Yield the outcomes of the counted relations of both sides; if a pair is repeated, the last relation counts."""
    places: list[dict[Pair, int]] = []
    for document in (prediction, reference):
        at = {}
        for number, one in enumerate(document.relations or ()):
            if options.kinds is None or one.kind is None or one.kind in options.kinds:
                at[one.source, one.target] = number
        places.append(at)
    counting = labels_that_count([*slots.values(), *predicted.values()], options.none or (), options.types)
    for pair, label in slots.items():
        answer = predicted.get(pair, "")
        here, there = places[0].get(pair), places[1].get(pair)
        if here is None and options.normalise:
            here = places[0].get((pair[1], pair[0]))
        if answer in counting and label in counting:
            yield from outcomes_of([Match(here, there, "right" if answer == label else "wrong_type")])
        elif answer in counting:
            yield from outcomes_of([Match(here, None)])
        elif label in counting:
            yield from outcomes_of([Match(None, there)])


def confusion_records(confusion: Mapping[tuple[str, str], int]) -> list[Row]:
    """Return a confusion matrix as records for a document's row."""
    return [{"reference": label, "prediction": other, "number": number} for (label, other), number in confusion.items()]


def label_details(counts: Counts) -> dict[str, Scores]:
    """Return the scores of each label alone, and the confusion of labels as {reference: {prediction: number}}."""
    undefined, total = float(counts.options.zero_division), Counter[tuple[str, str]]()
    for record in counts.records("confusion"):
        total[record["reference"], record["prediction"]] += record["number"]
    confusion: dict[str, dict[str, int]] = {}
    for (label, other), number in sorted(total.items()):
        confusion.setdefault(label, {})[other] = number
    per_label = {}
    for label in sorted({one for pair in total for one in pair} - {""}):
        sums = {
            "true_positives": total[label, label],
            "predictions": sum(number for (_, other), number in total.items() if other == label),
            "references": sum(number for (one, _), number in total.items() if one == label),
        }
        scores = MICRO.scores(sums, undefined)
        per_label[label] = {**scores, **sums}
    return {"per_label": per_label, "confusion": confusion}


def _hierarchy_warnings(sums: Sums) -> list[str]:
    sentences = []
    if sums["not_given"]:
        sentences.append(
            note(
                "{number:pair} of events that the references do not list: HiEve lists every pair x < y, and where "
                "NOREL pairs were sampled precision depends on the sample.",
                int(sums["not_given"]),
            )
        )
    absent = [label for label in HIERARCHY if not sums[f"{label}_references"] + sums[f"{label}_predictions"]]
    if absent and sums["pairs"]:
        sentences.append(
            f"No pair is labelled {' or '.join(absent)} on either side: its F1 counts 0 in average_f1, which is then "
            "at most one half."
            if len(absent) == 1
            else f"No pair is labelled {' or '.join(absent)} on either side, so average_f1 is 0."
        )
    return sentences


PUBLISHED = (
    Published(
        name="Labelled pairs",
        year="–",
        users="work on relations of one's own",
        choose_for="relations of a corpus without a scorer",
        counts="Pairs with the same label; every label except NONE counts, and every predicted pair",
        faults="Direction is compared as written",
        original="Micro precision, recall and F1",
        checked_by="`oracles/relation_oracle.py`",
        options={"protocol": "pairs"},
        rule=count_pairs,
        steps=(confusion_of_slots, hits_of_confusion),
    ),
    Published(
        name="MATRES",
        year="2018–",
        users="work on MATRES and TCR",
        choose_for="MATRES",
        counts="BEFORE, AFTER and EQUAL on the pairs of the file; VAGUE is a null label",
        faults="A label on a VAGUE pair costs precision; leaving such pairs out raises it",
        original=(
            "CogComp/JointConstrainedLearning 0a34a7c, `metric.py`; qiangning/NeuralTemporalRelation-EMNLP19 f3015d5"
        ),
        checked_by="`golden/relations.json`, `oracles/relation_oracle.py`",
        options={"protocol": "matres"},
        rule=count_pairs,
        steps=(confusion_of_slots, hits_of_confusion),
    ),
    Published(
        name="TimeBank-Dense, VAGUE as a label",
        year="2019–",
        users="Han, Ning and Peng, and papers after them",
        choose_for="TimeBank-Dense as most neural models count",
        counts="All six labels on the annotated pairs",
        faults="A constant VAGUE scores well; not comparable with the other two rules",
        original="rujunhan/EMNLP-2019 3a6291f",
        checked_by="`golden/relations.json`, `oracles/relation_oracle.py`",
        options={"protocol": "tb-dense"},
        rule=count_pairs,
        steps=(confusion_of_slots, hits_of_confusion),
    ),
    Published(
        name="TimeBank-Dense without VAGUE",
        year="2022–",
        users="MAVEN-ERE's baselines, graph models",
        choose_for="TimeBank-Dense with the rule of MATRES",
        counts="Five labels; VAGUE is a null label",
        faults="Not comparable with the other two rules",
        original="THU-KEG/MAVEN-ERE ac81a97, `temporal/main_other.py`",
        checked_by="`golden/relations.json`, `oracles/relation_oracle.py`",
        options={"protocol": "tb-dense", "vague": "exclude"},
        rule=count_pairs,
        steps=(confusion_of_slots, hits_of_confusion),
    ),
    Published(
        name="TDDiscourse",
        year="2019–",
        users="work on TDDMan and TDDAuto",
        choose_for="TDDiscourse",
        counts="Five labels on the pairs of the file",
        faults="There is no published scorer; abstaining lowers only recall",
        original="Naik, Breitfeller and Rosé (SIGDIAL 2019); aakanksha19/TDDiscourse f593085",
        checked_by="`golden/relations.json`, `oracles/relation_oracle.py`",
        options={"protocol": "tddiscourse"},
        rule=count_pairs,
        steps=(confusion_of_slots, hits_of_confusion),
    ),
    Published(
        name="HiEve",
        year="2020–",
        users="Wang et al. and work on subevents after them",
        choose_for="HiEve",
        counts="The mean of the F1 of PARENT-CHILD and of CHILD-PARENT",
        faults="A mean of two F1 that papers call micro; NOREL pairs were sampled with a machine-dependent seed",
        original="CogComp/JointConstrainedLearning 0a34a7c",
        checked_by="`golden/relations.json`, `oracles/relation_oracle.py`",
        options={"protocol": "hieve"},
        rule=count_pairs,
        steps=(confusion_of_slots, hits_of_confusion),
    ),
)


class LabelledPairs(RelationMeasure):
    """Labelled pairs of any corpus, of MATRES, TimeBank-Dense, TDDiscourse and HiEve."""

    published = PUBLISHED

    def count(
        self, prediction: RelationDocument, reference: RelationDocument, options: RelationOptions, details: bool
    ) -> Row:
        return count_pairs(prediction, reference, options, details)

    def problems(self, prediction: RelationDocument, reference: RelationDocument, options: RelationOptions) -> Problems:
        """Yield references to unknown ids, for "pairs" in predictions too, and relations of an event with itself."""
        of_itself, of_unknown = options.sides_without_self_links, options.protocol == "pairs"
        return relation_problems(prediction, reference, options.kinds, of_unknown=of_unknown, of_itself=of_itself)

    def document_scores(self, columns: Sums, options: RelationOptions) -> Scores:
        """Return micro precision, recall and F1, and the counts."""
        scores = MICRO.scores(columns, float(options.zero_division))
        return {**scores, **{name: columns[name] for name in (*NUMBERS, "pairs", "ignored")}}

    def result(self, sums: Sums, options: RelationOptions) -> Scores:
        """Return micro precision, recall and F1, the counts, accuracy, and for HiEve the mean of two F1."""
        undefined = float(options.zero_division)
        scores = {**super().result(sums, options), "accuracy": ratio(sums["equal"], sums["pairs"], undefined)}
        if options.protocol == "hieve":
            both = [Ratio("", *(f"{label}_{name}" for name in NUMBERS)) for label in HIERARCHY]
            scores["average_f1"] = sum(one.scores(sums, undefined)["f1"] for one in both) / len(HIERARCHY)
        return scores

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return scores by label and by document, the confusion of labels, and the predictions outside the slots."""
        return {**label_details(counts), **super().details(counts, result)}

    def label_remarks(self, labels: Labels, options: RelationOptions) -> list[str]:
        """Return sentences about labels; predictions that are turned round may have the inverse of any label."""
        predicted, known = labels.get("type", (frozenset(), frozenset()))
        if options.normalise and "type" in labels:
            inverses = {options.inverses[label] for label in known if label in options.inverses}
            labels = {**labels, "type": (predicted, known | inverses)}
        sentences = super().label_remarks(labels, options)
        strange = predicted - known - options.inverses.keys() - {*(options.none or ())}
        if strange and not sentences and options.types is None:
            sentences.append(f"predicted types that no reference has: {first_names(map(quoted, sorted(strange)))}")
        return sentences

    def warnings(self, sums: Sums, options: RelationOptions) -> list[str]:
        """Return sentences about doubtful labels, pairs and ids."""
        sentences = shared_warnings(sums)
        turned_round = 0 if options.normalise else int(sums["turned_round"])
        outside = int(sums["ignored"] - sums["unknown"]) - (turned_round if options.slots == "reference" else 0)
        if options.slots == "all" and sums["predictions"] and sums["references"] and not sums["with_known_ids"]:
            sentences.append(
                note(
                    "{number:prediction} for pairs that the references do not list: all wrong, because no id that they "
                    "name is one of the references.",
                    int(sums["predictions"]),
                )
            )
        if outside:
            sentences.append(
                note(
                    "{number:prediction} for pairs that the references do not list: ignored, neither right nor wrong.",
                    outside,
                )
            )
        if turned_round:
            sentences.append(
                note(
                    "{number:prediction} for pairs that the references list the other way round, which answer nothing; "
                    "normalise=True reads them with the inverse label.",
                    turned_round,
                )
            )
        if options.protocol == "pairs" and "VAGUE" not in (options.none or ()) and sums["vague"]:
            sentences.append(
                'VAGUE counts as a label like the others. MATRES counts it as no relation (protocol="matres"), and '
                'for TimeBank-Dense there are three counts (protocol="tb-dense").'
            )
        if sums["clusters_alone"] and not sums["pairs"] and not sums["of_other_kinds"]:
            sentences.append(
                'The documents have no relations, only events in clusters, which protocol="coreference" scores.'
            )
        if options.protocol == "tb-dense" and sums["vague"]:
            sentences.append(
                "Three counts of TimeBank-Dense are in use, and their numbers are not comparable: VAGUE as a label "
                f'(vague="label"), as no relation (vague="exclude"), and that of scorer="caevo"; this is '
                f'vague="{options.vague}".'
            )
        if options.protocol == "hieve":
            sentences += _hierarchy_warnings(sums)
        return [*sentences, *super().warnings(sums, options)]
