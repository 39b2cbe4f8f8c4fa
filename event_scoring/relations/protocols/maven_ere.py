"""MAVEN-ERE: temporal, causal and subevent relations of mentions, and coreference within documents.

Wang et al., "MAVEN-ERE: A Unified Large-scale Dataset for Event Coreference, Temporal, Causal, and Subevent Relation
Extraction" (EMNLP 2022); `evaluate.py` of THU-KEG/MAVEN-ERE (ac81a97). Slots are all ordered pairs of two mentions. A
relation of two events in the references holds of all pairs of their mentions; predictions are pairs of mentions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import comb

import numpy as np

from event_scoring.relations.documents import (
    Pair,
    Relation,
    RelationDocument,
    Relations,
    event_ids,
    has_clusters,
    of_link,
    of_pair,
)
from event_scoring.relations.options import RelationOptions
from event_scoring.relations.protocols.maven_ere_documents import (
    NONE,
    RELATION_KINDS,
    count_spread_pairs,
    document_problems,
    event_clusters,
    kind_and_label,
    kind_of_label,
    labelled_mentions,
    labels_of_kind,
    mentions_of_events,
    relation_problems,
    scored_kinds,
)
from event_scoring.relations.protocols.pairs import NUMBERS, confusion_records, label_details
from event_scoring.relations.protocols.relation_measure import (
    LAST_COUNTS,
    SEVERAL_LABELS,
    RelationMeasure,
    link_records,
)
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.limits import MAX_PAIRS, check_number_of_pairs
from event_scoring.scoring.notes import note_sentences
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.rows import Match, Problems, Row, outcomes_of
from event_scoring.scoring.task import Counts
from event_scoring.statistics.cluster_scores import cluster_sums, coreference_scores, sums_of_singletons
from event_scoring.statistics.precision_recall import f1, ratio

COREFERENCE = ("muc", "b_cubed", "ceaf_e", "blanc")
_SMALL = 1e-6
"""The addend in the denominators of precision and recall in the published BLANC."""
_LINKS = ("right_links", "wrong_links", "wrong_non_links", "right_non_links")

RATIOS = {kind: Ratio(kind, *(f"{kind}_{name}" for name in NUMBERS)) for kind in RELATION_KINDS}


def count_maven_ere(
    prediction: RelationDocument, reference: RelationDocument, options: RelationOptions, details: bool
) -> Row:
    """Return the counts of one document: labels of pairs by kind of relation, and clusters.

    Examples:
        >>> from event_scoring.relations.documents import Event
        >>> events = [Event("m1", cluster="E1"), Event("m2", cluster="E1"), Event("m3", cluster="E2")]
        >>> gold = RelationDocument(events=events, relations=[Relation("CAUSE", "E1", "E2")])
        >>> system = RelationDocument(relations=[Relation("CAUSE", "m1", "m3")])
        >>> row = count_maven_ere(system, gold, RelationOptions(protocol="maven-ere"), False)
        >>> row["causal_true_positives"], row["causal_references"]
        (1, 2)
    """
    kinds = scored_kinds(options)
    # Names of the references mean all mentions of an event; those of predictions mean one mention.
    mentions = {name: [name] for name in event_ids(reference)}
    mentions_by_name = mentions_of_events(reference)
    times = {time.id: [time.id] for time in reference.times or ()}
    predicted = labels_of_pairs(prediction, mentions, times, kinds)
    wanted = labels_of_pairs(reference, mentions_by_name, times, kinds)
    if predicted.impossible or wanted.impossible or wanted.unknown:
        for problem in relation_problems(prediction, reference, options):
            raise problem
    is_ambiguous = may_be_ambiguous([*mentions, *times])
    row: Row = {"unknown": len(predicted.unknown), "several_labels": len(predicted.several) + len(wanted.several)}
    row["spread"] = 0
    confusions: list[Row] = []
    outcomes: list[Row] = []
    for kind in kinds:
        predictions, references = predicted.labels[kind], wanted.labels[kind]
        counting = labels_of_kind(kind, options.types)
        predicted_pairs, wanted_pairs = (_pairs_that_count(labels, counting) for labels in (predictions, references))
        right = [pair for pair, label in predicted_pairs.items() if wanted_pairs.get(pair) == label]
        row["spread"] += count_spread_pairs(wanted_pairs, _indexed_ends(reference, kind), mentions_by_name)
        number_of = _counter_of_pairs(mentions | times if kind == "temporal" else mentions) if is_ambiguous else len
        counted = zip(NUMBERS, (right, predicted_pairs, wanted_pairs), strict=True)
        row |= {f"{kind}_{name}": number_of(pairs) for name, pairs in counted}
        if details:
            ends = [_indexed_ends(side, kind) for side in (prediction, reference)]
            outcomes += _outcomes(ends, times | mentions_by_name, predictions, references)
            confusion = Counter[tuple[str, str]]()
            for pair in {**predictions, **references}:
                confusion[references.get(pair, NONE), predictions.get(pair, NONE)] += number_of([pair])
            confusions += confusion_records(confusion)
    if options.kinds is None or "coreference" in options.kinds:
        given = sum(has_clusters(side) or side.clusters is not None for side in (prediction, reference))
        row["clusters_given"] = 1 if options.kinds else given
        row |= _cluster_counts(prediction, reference, {*mentions}) if given else _counts_of_singletons(len(mentions))
    if details:
        row["confusion"] = confusions
        row["ignored_links"] = link_records(map(of_link, predicted.unknown))
        row["outcomes"] = outcomes
    return row


def _pairs_that_count(labels: dict[str, str], counting: frozenset[str]) -> dict[str, str]:
    """Return the pairs whose label is scored."""
    if counting.issuperset(labels.values()):
        return labels
    return {pair: label for pair, label in labels.items() if label in counting}


def _indexed_ends(document: RelationDocument, kind: str) -> list[tuple[int, Pair]]:
    """Return the indices and ends of the relations of a kind whose label is not the null label."""
    found = []
    for place, one in enumerate(document.relations or ()):
        if (one.kind or kind_of_label(one.type)) == kind and one.type != NONE:
            found.append((place, of_pair(one)))
    return found


def _outcomes(
    ends: Sequence[Sequence[tuple[int, Pair]]],
    mentions_by_name: Mapping[str, Sequence[str]],
    predictions: Mapping[str, str],
    references: Mapping[str, str],
) -> Iterator[Row]:
    """Yield outcomes of reference relations and predicted pairs. A relation's credit is the share of its pairs found.

    Args:
        ends: The indices and ends of relations of one kind, for both sides.
        mentions_by_name: The mentions of each end of the references.
        predictions: The labels of predicted pairs of mentions.
        references: The labels of reference pairs of mentions.
    """
    predicted_at = {one + other: place for place, (one, other) in ends[0]}
    held: dict[str, int] = {}
    of_references = []
    for place, (source, target) in ends[1]:
        keys = [one + other for one in mentions_by_name[source] for other in mentions_by_name[target]]
        held |= dict.fromkeys(keys, place)
        answered = [key for key in keys if key in predicted_at and predictions.get(key, NONE) != NONE]
        right = sum(predictions[key] == references[key] for key in answered)
        category = "wrong_type" if right < len(answered) else ""
        partner = predicted_at[answered[0]] if answered else None
        of_references.append(Match(partner, place, category, right / len(keys)))
    yield from outcomes_of(of_references, (1,))
    for place, (source, target) in ends[0]:
        key = source + target
        if key in predictions:
            category = "wrong_type" if key in held and predictions[key] != references[key] else ""
            yield from outcomes_of([Match(place, held.get(key), category)], (0,))


@dataclass
class PairLabels:
    """The labels that one side gives to pairs of mentions. A pair is its two ids joined, as in the published scorer."""

    labels: dict[str, dict[str, str]]
    """The label of each pair, by kind of relation; the last one listed if there are several."""
    several: set[tuple[str, str]] = field(default_factory=set)
    """Pairs with several labels, each behind its kind of relation."""
    unknown: list[Relation] = field(default_factory=list)
    """Relations that name an unknown event or time."""
    impossible: list[Relation] = field(default_factory=list)
    """Relations of an event to itself, or with a label that is not in MAVEN-ERE."""


def labels_of_pairs(
    document: RelationDocument,
    mentions_by_name: Mapping[str, list[str]],
    times: Mapping[str, list[str]],
    kinds: Sequence[str],
) -> PairLabels:
    """Return the labels of pairs of mentions. A relation between two events labels every pair of their mentions.

    Args:
        document: A document of either side.
        mentions_by_name: The mentions that each name of an event refers to.
        times: The names of times, which only temporal relations have.
        kinds: The kinds of relations that are scored.

    Examples:
        >>> events = {"E1": ["a", "b"], "E2": ["c"]}
        >>> gold = RelationDocument(relations=[Relation("CAUSE", "E1", "E2")])
        >>> labels_of_pairs(gold, events, {}, ["causal"]).labels
        {'causal': {'ac': 'CAUSE', 'bc': 'CAUSE'}}
    """
    relations = document.relations or ()
    _check_number_of_mention_pairs(relations, mentions_by_name)
    found = PairLabels({kind: {} for kind in kinds})
    all_names = {**times, **mentions_by_name}
    labels_and_names = {
        kind: (found.labels[kind], all_names if kind == "temporal" else mentions_by_name) for kind in kinds
    }
    for relation in relations:
        kind, label = kind_and_label(relation.kind, relation.type)
        if kind in labels_and_names:
            labels, names = labels_and_names[kind]
            try:
                sources, targets = names[relation.source], names[relation.target]
            except KeyError:
                found.unknown.append(relation)
                continue
            if label is None or sources is targets:
                found.impossible.append(relation)
                continue
            for one in sources:
                for other in targets:
                    pair = one + other
                    if labels.setdefault(pair, label) != label:
                        found.several.add((kind, pair))
                        labels[pair] = label
        elif kind is None:
            found.impossible.append(relation)
    return found


def _check_number_of_mention_pairs(relations: Relations, mentions_by_name: Mapping[str, list[str]]) -> None:
    """Raise an `InputError` for relations that hold of more pairs of mentions than are compared."""
    if len(relations) * max(map(len, mentions_by_name.values()), default=0) ** 2 > MAX_PAIRS:
        sizes = {name: len(mentions) for name, mentions in mentions_by_name.items()}
        number = sum(sizes.get(one.source, 1) * sizes.get(one.target, 1) for one in relations)
        check_number_of_pairs(number, "mentions of related events", ("references", "relations"))


def may_be_ambiguous(ids: Collection[str]) -> bool:
    """Whether two pairs of ids may be the same text: only if one id begins another and one ends another.

    Examples:
        >>> may_be_ambiguous({"a", "ab", "b", "bb"}), may_be_ambiguous({"m1", "m2", "m12"})
        (True, False)
    """
    beginnings, endings = sorted(ids), sorted(one[::-1] for one in ids)
    return all(any(map(str.startswith, side[1:], side)) for side in (beginnings, endings))


def _counter_of_pairs(ids: Collection[str]) -> Callable[[Collection[str]], int]:
    """Return a function that counts pairs of different ids whose concatenation is one of some texts.

    Examples:
        >>> _counter_of_pairs({"a", "ab", "b", "bb"})(["abb"])
        2
    """
    lengths = {*map(len, ids)}
    return lambda texts: sum(
        text[:cut] in ids and text[cut:] in ids and text[:cut] != text[cut:] for text in texts for cut in lengths
    )


def predicted_clusters(prediction: RelationDocument, mentions: set[str]) -> tuple[list[list[str]], int]:
    """Return the predicted clusters over the reference mentions, and the number of members they lack.

    Unknown mentions are dropped, then clusters without any; each mention in no cluster becomes one of its own.

    Examples:
        >>> predicted_clusters(RelationDocument(clusters=[["a", "x"], ["x"]]), {"a", "b"})
        ([['a'], ['b']], 2)
    """
    given = [*labelled_mentions(prediction).values(), *(prediction.clusters or ())]
    kept = [[name for name in cluster if name in mentions] for cluster in given]
    clusters = [cluster for cluster in kept if cluster]
    held = {name for cluster in clusters for name in cluster}
    unknown = sum(map(len, given)) - sum(map(len, kept))
    return clusters + [[name] for name in sorted(mentions - held)], unknown


def _cluster_counts(prediction: RelationDocument, reference: RelationDocument, mentions: set[str]) -> Row:
    """Return the sums of MUC, B-cubed, CEAF and BLANC; both sides partition the mentions of the references."""
    clusters, unknown = predicted_clusters(prediction, mentions)
    sums = cluster_sums(clusters, event_clusters(reference))
    right = sums["coreference_shared_links"]
    wrong = sums["coreference_system_links"] - right
    missed = sums["coreference_reference_links"] - right
    apart = comb(len(mentions), 2) - right - wrong - missed
    return {**sums, **dict(zip(_LINKS, (right, wrong, missed, apart), strict=True)), "unknown_members": unknown}


def _counts_of_singletons(number: int) -> Row:
    """Return the sums of a number of mentions that are singletons on both sides."""
    links = dict(zip(_LINKS, (0, 0, 0, comb(number, 2)), strict=True))
    return {**sums_of_singletons(number, number, number), **links, "unknown_members": 0}


def _coreference_scores(sums: Sums, undefined: float) -> Scores:
    """Return MUC, B-cubed, CEAF with phi-4 and BLANC; published BLANC is slightly too low."""
    found = coreference_scores(sums, undefined)
    scores: Scores = {
        f"{name}_{key}": found[f"{name}_{key}"] for name in COREFERENCE[:-1] for key in ("precision", "recall", "f1")
    }
    right, wrong, missed, apart = (np.asarray(sums[name], dtype=np.float64) for name in _LINKS)
    links, others = right / (right + wrong + _SMALL), apart / (apart + missed + _SMALL)
    scores["blanc_precision"] = (links + others) / 2
    scores["blanc_recall"] = (right / (right + missed + _SMALL) + apart / (apart + wrong + _SMALL)) / 2
    exact = [
        f1(ratio(right, right + wrong), ratio(right, right + missed)),
        f1(ratio(apart, apart + missed), ratio(apart, apart + wrong)),
    ]
    scores["blanc_f1"] = (exact[0] + exact[1]) / 2
    return scores


PUBLISHED = (
    Published(
        name="MAVEN-ERE",
        year="2022–",
        users="Wang et al. and its leaderboard",
        choose_for="MAVEN-ERE",
        counts=(
            "Labels of ordered pairs of mentions for each kind, relations of events spread over their mentions; "
            "coreference"
        ),
        faults="Predictions are not spread; BLANC's precision and recall are slightly too low",
        original="THU-KEG/MAVEN-ERE ac81a97, `evaluate.py`",
        checked_by="`golden/relations_maven_ere.json`, `oracles/maven_ere_oracle.py`",
        options={"protocol": "maven-ere"},
        rule=count_maven_ere,
        steps=(labels_of_pairs,),
    ),
)


_NOTES = {
    "several_labels": f"{SEVERAL_LABELS}{LAST_COUNTS}.",
    "unknown": (
        "{number:prediction} ignored, because no mention of the references has the id that it names; predictions "
        "name mentions, not events."
    ),
    "spread": (
        "{number:pair} of mentions related because others of their events are: relations of the references are "
        "spread over the mentions of clusters, and predictions are not, as published, so the references themselves "
        "have less than 1."
    ),
    "unknown_members": (
        "{number:member} of predicted clusters dropped, because no mention of the references has the id."
    ),
}
"""The sentences about sums that are not 0."""


class MavenEre(RelationMeasure):
    """Relations and coreference of MAVEN-ERE."""

    published = PUBLISHED

    def count(
        self, prediction: RelationDocument, reference: RelationDocument, options: RelationOptions, details: bool
    ) -> Row:
        return count_maven_ere(prediction, reference, options, details)

    def problems(self, prediction: RelationDocument, reference: RelationDocument, options: RelationOptions) -> Problems:
        return document_problems(prediction, reference, options)

    def events_of_ids(self, reference: RelationDocument) -> Mapping[str, str]:
        """Return the first mention of the event that each mention or label means."""
        return {name: mentions[0] for name, mentions in mentions_of_events(reference).items()}

    def document_scores(self, columns: Sums, options: RelationOptions) -> Scores:
        """Return the scores and numbers of each kind of relation."""
        scores: Scores = {}
        for kind in scored_kinds(options):
            scores |= RATIOS[kind].scores(columns, float(options.zero_division))
            scores |= {f"{kind}_{name}": columns[f"{kind}_{name}"] for name in NUMBERS}
        return scores

    def result(self, sums: Sums, options: RelationOptions) -> Scores:
        """Return the scores of each kind of relation, those of coreference, and the mean of all four."""
        scores, kinds = super().result(sums, options), scored_kinds(options)
        wants = options.kinds is not None and "coreference" in options.kinds
        if wants or (options.kinds is None and np.any(sums["clusters_given"])):
            scores |= _coreference_scores(sums, float(options.zero_division))
            if len(kinds) == len(RATIOS):
                mean = sum(scores[f"{name}_f1"] for name in COREFERENCE) / len(COREFERENCE)
                scores["overall_f1"] = (mean + sum(scores[f"{kind}_f1"] for kind in kinds)) / (len(kinds) + 1)
        return scores

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return scores by label and by document, and the confusion of labels."""
        labels = label_details(counts)
        labels["per_label"].pop(NONE, None)
        return {**labels, **super().details(counts, result)}

    def warnings(self, sums: Sums, options: RelationOptions) -> list[str]:
        """Return sentences about doubtful labels, pairs and ids."""
        sentences = note_sentences(sums, _NOTES)
        if sums.get("clusters_given") and sums["right_links"] + sums["right_non_links"]:
            sentences.append(
                "Precision and recall of BLANC stay a little below those of its formula, as published (1e-6)."
            )
        if sums.get("clusters_given") and not sums["coreference_reference_links"]:
            sentences.append("All clusters of the references are singletons, so MUC is 0, and BLANC at most one half.")
        return [*sentences, *super().warnings(sums, options)]
