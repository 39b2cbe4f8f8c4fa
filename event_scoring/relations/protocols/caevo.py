"""TimeBank-Dense as the program that came with the corpus counts it.

Cassidy, McDowell, Chambers and Bethard, "An Annotation Framework for Dense Event Ordering" (ACL 2014); `Evaluate` of
nchambers/caevo (86af3c5). Predicted links are turned into the order of the text, reference links are not. A reference
link against that order is a hit and a miss if the answer is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import inf

from event_scoring.documents.errors import InputError, did_you_mean
from event_scoring.relations.documents import (
    Event,
    Link,
    Relation,
    RelationDocument,
    Relations,
    Time,
    known_to,
    of_link,
    of_pair,
    of_type,
    relation_indices,
    relations_of,
    within_known,
)
from event_scoring.relations.labels import INVERSES
from event_scoring.relations.options import RelationOptions
from event_scoring.relations.protocols.pairs import confusion_records, label_details
from event_scoring.relations.protocols.relation_measure import (
    RelationMeasure,
    link_records,
    pairs_with_several_labels,
    shared_warnings,
)
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.notes import note_sentences
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.rows import Match, Problems, Row, outcomes_of
from event_scoring.scoring.task import Counts

RATIOS = tuple(
    Ratio(name, *(f"{name}_{count}".lstrip("_") for count in ("true_positives", "predictions", "references")))
    for name in ("", "non_vague")
)
_READ_AS = {"DURING": "IS_INCLUDED", "DURING_INV": "INCLUDES", "IDENTITY": "SIMULTANEOUS"}
_KNOWN_LABELS = {*INVERSES, *_READ_AS}
"""Labels with a known inverse."""


def count_caevo(
    prediction: RelationDocument, reference: RelationDocument, options: RelationOptions, details: bool
) -> Row:
    """Return the counts of one document: correct, wrong and missed links, with VAGUE and without.

    Examples:
        >>> from event_scoring.relations.documents import Event, Relation
        >>> events = [Event(name, sentence=0, token=place) for place, name in enumerate("ab")]
        >>> gold = RelationDocument(events=events, relations=[Relation("BEFORE", "a", "b")])
        >>> system = RelationDocument(events=events, relations=[Relation("AFTER", "b", "a")])
        >>> row = count_caevo(system, gold, RelationOptions(protocol="tb-dense", scorer="caevo"), False)
        >>> row["true_positives"], row["predictions"], row["references"]
        (1, 1, 1)
    """
    where, times = places_by_id(prediction, reference)
    named, unknown = within_known(relations_of(prediction, options.kinds), {*where})
    for problem in _problems_of_missing_places(prediction, reference, where) if unknown else ():
        raise problem
    is_left_out = prediction.relations is None
    scored = _scored(named, options), [] if is_left_out else _scored(relations_of(reference, options.kinds), options)
    predicted, wanted = in_text_order([*map(_link, scored[0])], where, times), [*map(_link, scored[1])]
    reference_links, last = {*wanted}, {(source, target): label for source, label, target in wanted}
    # Each kind of links by the label of the references and that of the predictions, "" for one that is missed.
    right, wrong = [], []
    for link in predicted:
        source, label, target = link
        if link in reference_links or _turned(link) in reference_links:
            right.append((label, label))
        elif (source, target) in last:
            wrong.append((last[source, target], label))
    answered = {(source, target) for source, _, target in predicted}
    missed_links = [link for link in wanted if (link[0], link[2]) not in answered]
    missed = [(label, "") for _, label, _ in missed_links]
    # The second triple leaves out pairs whose reference is VAGUE. VAGUE in place of another label is wrong there too.
    non_vague = [sum(label != "VAGUE" for label, _ in links) for links in (right, wrong, missed)]
    confusion = Counter([*right, *wrong, *missed])
    row: Row = {
        **_counts("", len(right), len(wrong), len(missed)),
        **_counts("non_vague_", *non_vague),
        "vague": sum(number for labels, number in confusion.items() if "VAGUE" in labels),
        "missed_too": len({*map(_turned, missed_links)} & {*predicted}),
        "unknown": len(unknown),
        "several_labels": pairs_with_several_labels(predicted) + pairs_with_several_labels(wanted),
        "without_answer": int(is_left_out),
    }
    if details:
        row["ignored_links"] = link_records(map(of_link, unknown))
        row["confusion"] = confusion_records(confusion)
        places = [
            [indices[id(one)] for one in side]
            for indices, side in zip(map(relation_indices, (prediction, reference)), scored, strict=True)
        ]
        row["outcomes"] = [*_outcomes(predicted, wanted, places)]
    return row


def _outcomes(predicted: list[Link], wanted: list[Link], places: Sequence[Sequence[int]]) -> Iterator[Row]:
    """Yield the outcomes of the links of both sides, each with the last equal link of the other side, or of its pair.

    Predicted links are in text order; those on pairs without a reference count nowhere.
    """
    sides = [dict(zip(links, of_side, strict=True)) for links, of_side in zip((predicted, wanted), places, strict=True)]
    by_pair = [{(source, target): place for (source, _, target), place in side.items()} for side in sides]
    for number, links in enumerate((predicted, wanted)):
        for link, place in zip(links, places[number], strict=True):
            source, _, target = link
            same = sides[1 - number].get(link, sides[1 - number].get(_turned(link)))
            partner = by_pair[1 - number].get((source, target)) if same is None else same
            if number:
                yield from outcomes_of([Match(partner, place, _category(same, partner))], (1,))
            elif partner is not None:
                yield from outcomes_of([Match(place, partner, _category(same, partner))], (0,))


def _category(same: int | None, partner: int | None) -> str:
    return "wrong_type" if same is None and partner is not None else ""


def _counts(name: str, right: int, wrong: int, missed: int) -> dict[str, int]:
    """Return the numbers of correct, answered and all links."""
    return {
        f"{name}true_positives": right,
        f"{name}predictions": right + wrong,
        f"{name}references": right + wrong + missed,
    }


def _link(relation: Relation) -> Link:
    """Return a relation as a link, with synonyms of labels replaced by the label that CAEVO counts."""
    source, label, target = of_link(relation)
    return source, _READ_AS.get(label, label), target


def _scored(relations: Relations, options: RelationOptions) -> Relations:
    """Return the relations that CAEVO reads as a label that is scored."""
    return relations if options.types is None else [one for one in relations if _link(one)[1] in options.types]


def _turned(link: Link) -> Link:
    """Return a link from target to source, with the inverse label."""
    source, label, target = link
    return target, INVERSES[label], source


Place = tuple[float, ...]
"""A sentence number, and the number of a token in that sentence."""
_BEHIND_ALL = (inf,)
"""The place of the document's date."""


def places_by_id(prediction: RelationDocument, reference: RelationDocument) -> tuple[dict[str, Place], set[str]]:
    """Return the place of each event and time that has one, preferably that of the references, and the ids of times."""
    found: dict[str, Place | None] = {}
    times: set[str] = set()
    for document in (reference, prediction):
        for item in (*(document.events or ()), *(document.times or ())):
            if item.id is not None and item.id not in found:
                found[item.id] = _place(item)
                if isinstance(item, Time):
                    times.add(item.id)
    return {name: place for name, place in found.items() if place is not None}, times


def _place(item: Event | Time) -> Place | None:
    """Return the place of an event or a time, None without one."""
    if isinstance(item, Time) and item.dct:
        return _BEHIND_ALL
    return None if item.sentence is None or item.token is None else (item.sentence, item.token)


def in_text_order(links: list[Link], where: Mapping[str, Place], times: Collection[str]) -> list[Link]:
    """Return links turned so that the first item in the text comes first, and the document's date last.

    Two events, or two times, are turned unless the first is strictly before the second. An event and a time are turned
    only if the second is strictly before the first.

    Examples:
        >>> from math import inf
        >>> where = {"e1": (0, 4), "e2": (1, 0), "t0": (inf,)}
        >>> in_text_order([("e2", "BEFORE", "e1"), ("t0", "AFTER", "e1")], where, {"t0"})
        [('e1', 'AFTER', 'e2'), ('e1', 'BEFORE', 't0')]
    """
    found = []
    for link in links:
        source, label, target = link
        here, there = where[source], where[target]
        is_kept = here < there or (here == there and (here == _BEHIND_ALL or (source in times) != (target in times)))
        found.append(link if is_kept else (target, INVERSES[label], source))
    return found


def _problems_of_missing_places(
    prediction: RelationDocument, reference: RelationDocument, where: Mapping[str, Place]
) -> Problems:
    """Yield an error for each end of a predicted relation that has no place in the text."""
    known = known_to(prediction, reference)
    for place, one in enumerate(prediction.relations or ()):
        if known is not None and not known.issuperset(of_pair(one)):  # it is ignored
            continue
        for end, name in zip(("source", "target"), of_pair(one), strict=True):
            if name not in where:
                wanted = 'the id of an event or time with "sentence" and "token", by which links are turned'
                yield InputError(("predictions", "relations", place, end), wanted=wanted, got=name)


def _problems_of_labels(side: str, document: RelationDocument, options: RelationOptions) -> Problems:
    """Yield errors for labels without a known inverse."""
    relations = relations_of(document, options.kinds)
    if _KNOWN_LABELS.issuperset(map(of_type, relations)):
        return
    unknown = {*map(of_type, relations)} - _KNOWN_LABELS
    if options.types is not None:
        unknown &= {*options.types}
    for place, one in enumerate(document.relations or ()):
        if one.type in unknown:
            wanted = "a label whose inverse is known, such as BEFORE, because links are turned"
            hint = did_you_mean(one.type.upper(), INVERSES)
            yield InputError((side, "relations", place, "type"), wanted=wanted, got=one.type, hint=hint)


PUBLISHED = (
    Published(
        name="TimeBank-Dense, CAEVO",
        year="2014",
        users="Cassidy et al., Chambers et al.",
        choose_for="the numbers of the corpus's own papers",
        counts="Predicted links in text order compared with reference links, with and without VAGUE",
        faults="A reference link against the text order is both a hit and a miss; BEFORE on a VAGUE pair costs nothing",
        original="nchambers/caevo 86af3c5, `Evaluate`",
        checked_by="`golden/relations.json`, `oracles/relation_oracle.py`",
        options={"protocol": "tb-dense", "scorer": "caevo"},
        rule=count_caevo,
        steps=(in_text_order,),
    ),
)


_NOTES = {
    "without_answer": (
        "{number:document} without any predicted relations left out, as the published program looks only at "
        "documents that the system has."
    ),
    "missed_too": (
        "{number:right link} counted as missed too, as published, because the references write it against the "
        "order of the text: so the references themselves have less than 1."
    ),
}
"""The sentences about sums that are not 0."""


class Caevo(RelationMeasure):
    """TimeBank-Dense by the program that came with it."""

    published = PUBLISHED

    def count(
        self, prediction: RelationDocument, reference: RelationDocument, options: RelationOptions, details: bool
    ) -> Row:
        return count_caevo(prediction, reference, options, details)

    def problems(self, prediction: RelationDocument, reference: RelationDocument, options: RelationOptions) -> Problems:
        """Yield unknown ids in references, and labels that have no inverse."""
        yield from super().problems(prediction, reference, options)
        for side, document in (("predictions", prediction), ("references", reference)):
            yield from _problems_of_labels(side, document, options)

    def document_scores(self, columns: Sums, options: RelationOptions) -> Scores:
        """Return precision, recall and F1 of all links, and of those that are not VAGUE."""
        scores: Scores = {}
        for one in RATIOS:
            scores |= one.scores(columns, float(options.zero_division))
            scores |= {name: columns[name] for name in (one.right, one.predicted, one.wanted)}
        return scores

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return scores by label and by document, and the confusion of labels."""
        return {**label_details(counts), **super().details(counts, result)}

    def warnings(self, sums: Sums, options: RelationOptions) -> list[str]:
        """Return sentences about doubtful labels, pairs and ids."""
        several = "each of them counts, as published; a wrong answer is compared with the last one of the references"
        sentences = [*shared_warnings(sums, several), *note_sentences(sums, _NOTES)]
        if sums["vague"]:
            sentences.append(
                "Three counts of TimeBank-Dense are in use, and their numbers are not comparable: VAGUE as a label, as "
                'no relation, and that of scorer="caevo", which this is.'
            )
        return [*sentences, *super().warnings(sums, options)]
