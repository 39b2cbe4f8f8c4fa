"""Documents of relations: their schema, and the problems of well-formed ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Annotated, Literal, TypeAlias

from event_scoring.documents.errors import InputError, Path, did_you_mean
from event_scoring.documents.schema import Integer, ListOf, Text
from event_scoring.documents.typed import UNREAD, DocumentPart, Float, Int, record_of
from event_scoring.scoring.rows import Problems

SIDES = ("predictions", "references")
ATTRIBUTES = ("class", "tense", "aspect", "pos", "polarity", "modality")
"""The attributes of events in TimeML."""
TIME_ATTRIBUTES = ("type", "value")
"""The attributes of times in TimeML."""

Span: TypeAlias = Annotated[tuple[Int, Int] | None, ListOf(Integer("token"), 2)]


class Event(DocumentPart, frozen=True, gc=False):
    """A mention of an event."""

    id: Annotated[str | None, "the name that relations and clusters use"] = None
    span: Annotated[Span, "its first token and the token after its last"] = None
    at: Annotated[Span, "the same, where only ids are compared", UNREAD] = None
    text: Annotated[str | None, "its words"] = None
    sentence: Annotated[Int | None, Integer("sentence"), "the number of its sentence"] = None
    token: Annotated[Int | None, Integer("token"), "its place in the sentence"] = None
    cluster: Annotated[str | None, "a label: equal labels in the documents of one unit are one cluster"] = None
    event: Annotated[str | None, "the event of which it is an instance, in TimeML"] = None
    type: Annotated[str | None, "the event type; it is not scored", UNREAD] = None
    class_: Annotated[str | None, "the class of TimeML"] = None
    tense: Annotated[str | None, "the tense of TimeML"] = None
    aspect: Annotated[str | None, "the aspect of TimeML"] = None
    pos: Annotated[str | None, "the pos of TimeML"] = None
    polarity: Annotated[str | None, "the polarity of TimeML"] = None
    modality: Annotated[str | None, "the modality of TimeML"] = None


class Time(DocumentPart, frozen=True, gc=False):
    """An expression of time."""

    id: Annotated[str, "the name that relations use"]
    span: Annotated[Span, "its first token and the token after its last"] = None
    at: Annotated[Span, "the same, where only ids are compared", UNREAD] = None
    text: Annotated[str | None, "its words"] = None
    sentence: Annotated[Int | None, Integer("sentence"), "the number of its sentence"] = None
    token: Annotated[Int | None, Integer("token"), "its place in the sentence"] = None
    dct: Annotated[bool | None, "whether it is the date of the document"] = None
    type: Annotated[str | None, "such as DATE"] = None
    value: Annotated[str | None, "such as 2020-W10"] = None


class Relation(DocumentPart, frozen=True, gc=False):
    """A relation between two events or times."""

    type: Annotated[str, Text(label="type"), "the label, such as BEFORE"]
    source: Annotated[str, "the id of an event or time"]
    target: Annotated[str, "the id of an event or time"]
    kind: Annotated[Literal["temporal", "causal", "subevent"] | None, "what sort of relation it is"] = None
    score: Annotated[Float | None, "the system's confidence", UNREAD] = None


class RelationDocument(DocumentPart, frozen=True, kw_only=True):
    """A document of relations between events, or of clusters of events."""

    doc_id: Annotated[str | None, "the document's name; both sides must agree"] = None
    topic: Annotated[str | None, "references: the topic, whose documents share clusters"] = None
    subtopic: Annotated[str | None, "references: the part of the topic"] = None
    events: Annotated[list[Event] | None, "mentions of events"] = None
    times: Annotated[list[Time] | None, "expressions of time"] = None
    clusters: Annotated[list[list[str]] | None, "coreferent events of the document, by id"] = None
    relations: Annotated[list[Relation] | None, "what holds between events and times"] = None
    outside: Annotated[
        list[Relation] | None, "ignored predictions, about events that the document does not have", UNREAD
    ] = None
    unparsed: Annotated[Int | None, "how many of the system's texts could not be read", UNREAD] = None
    unparsed_because: Annotated[str | None, "why they could not be read", UNREAD] = None
    repaired: Annotated[list[str] | None, "repairs of the system's text, by kind", UNREAD] = None


RELATION_DOCUMENT = record_of(RelationDocument)

Pair = tuple[str, str]
"""Source and target."""
Link = tuple[str, str, str]
"""Source, label and target."""
Relations = Sequence[Relation]

of_source, of_target, of_type = (attrgetter(name) for name in ("source", "target", "type"))
of_pair: Callable[[Relation], Pair] = attrgetter("source", "target")
of_link: Callable[[Relation], Link] = attrgetter("source", "type", "target")


def relations_of(document: RelationDocument, kinds: Sequence[str] | None) -> Relations:
    """Return the relations of a document that are of some kinds; one without a kind is of any."""
    relations = document.relations or ()
    if kinds is None:
        return relations
    return [one for one in relations if one.kind is None or one.kind in kinds]


def of_types(relations: Relations, types: Collection[str] | None) -> Relations:
    """Return the relations with labels that are scored; None scores all."""
    return relations if types is None else [one for one in relations if one.type in types]


def relation_indices(document: RelationDocument) -> Mapping[int, int]:
    """Return the index of each relation of a document, by the identity of the relation: two may be equal."""
    return {id(one): index for index, one in enumerate(document.relations or ())}


def event_ids(document: RelationDocument) -> list[str]:
    """Return the ids of the events that have one."""
    return [event.id for event in document.events or () if event.id is not None]


def events_and_times(document: RelationDocument) -> list[Event | Time]:
    """Return the events and then the times of a document."""
    return [*(document.events or ()), *(document.times or ())]


def listed_ids(document: RelationDocument) -> set[str]:
    """Return the ids of the events and times of a document."""
    return {one.id for one in events_and_times(document) if one.id is not None}


def has_clusters(document: RelationDocument) -> bool:
    """Whether some event of a document is in a cluster."""
    return bool(document.clusters) or any(event.cluster is not None for event in document.events or ())


def known_to(prediction: RelationDocument, reference: RelationDocument) -> set[str] | None:
    """Return the ids that predicted relations may name; None where the reference lists no events and no times.

    Then the ids of relations are taken as they come.

    Examples:
        >>> known_to(RelationDocument(), RelationDocument(events=[Event("e1")], times=[Time("t0")])) == {"e1", "t0"}
        True
    """
    known = listed_ids(reference)
    return known | listed_ids(prediction) if known else None


def known_relations(
    prediction: RelationDocument, reference: RelationDocument, kinds: Sequence[str] | None
) -> tuple[Relations, Relations]:
    """Return the predicted relations of these kinds with two known ends, and the others."""
    relations, known = relations_of(prediction, kinds), listed_ids(reference)
    if not known or _all_within(relations, known):
        return relations, ()
    return within_known(relations, known | listed_ids(prediction))


def within_known(relations: Relations, known: set[str]) -> tuple[Relations, Relations]:
    """Return the relations with two known ends, and the others."""
    if _all_within(relations, known):
        return relations, ()
    inside = [one.source in known and one.target in known for one in relations]
    kept = [one for one, is_inside in zip(relations, inside, strict=True) if is_inside]
    return kept, [one for one, is_inside in zip(relations, inside, strict=True) if not is_inside]


def _all_within(relations: Relations, known: set[str]) -> bool:
    return known.issuperset(map(of_source, relations)) and known.issuperset(map(of_target, relations))


def has_self_links(relations: Relations) -> bool:
    """Whether a relation links an event to itself."""
    return any([one.source == one.target for one in relations])


def rows_without_self_links(relations: Relations, events: Mapping[str, str]) -> list[int]:
    """Return the indices of the relations whose ends are different events.

    The event of an id is the id itself, unless ``events`` names another one.

    Examples:
        >>> relations = [Relation("BEFORE", "a", end) for end in ("a", "b", "c")]
        >>> rows_without_self_links(relations, {}), rows_without_self_links(relations, {"b": "a"})
        ([1, 2], [2])
    """
    ends = ((events.get(one.source, one.source), events.get(one.target, one.target)) for one in relations)
    return [row for row, (source, target) in enumerate(ends) if source != target]


def problems(prediction: RelationDocument | None, reference: RelationDocument | None) -> Problems:
    """Yield problems of a document under any protocol: impossible spans, ids, clusters or topics."""
    for side, document in zip(SIDES, (prediction, reference), strict=True):
        if document is not None:
            if named := events_and_times(document):
                yield from _id_problems(side, document, named)
                yield from _span_problems(side, document, named)
            if document.clusters is not None:
                yield from _cluster_problems(side, document, document.clusters)
    if prediction is not None and reference is not None:
        for level in ("topic", "subtopic"):
            predicted, given = getattr(prediction, level), getattr(reference, level)
            if predicted is not None and given is not None and predicted != given:
                wanted = f'"{given}", as in the references'
                hint = 'say predicted topics by the labels of clusters, and score them at level="corpus"'
                yield InputError(("predictions", level), wanted=wanted, got=predicted, hint=hint)


def _id_problems(side: str, document: RelationDocument, named: Sequence[Event | Time]) -> Iterator[InputError]:
    ids = [one.id for one in named if one.id is not None]
    if len({*ids}) == len(ids):
        return
    first: dict[str, Path] = {}
    for path, one in _with_paths(side, document):
        here = (*path, "id")
        if one.id is not None and first.setdefault(one.id, here) != here:
            wanted = "an id that no other event or time has, because relations and clusters name them by their ids"
            yield InputError(here, wanted=wanted, got=one.id, see=first[one.id])


def _span_problems(side: str, document: RelationDocument, named: Sequence[Event | Time]) -> Iterator[InputError]:
    spans = [one.span for one in named if one.span is not None]
    if all([0 <= start < end for start, end in spans]):
        return
    for path, one in _with_paths(side, document):
        if one.span is not None and not 0 <= one.span[0] < one.span[1]:
            hint = "the end is exclusive, the index after the last token" if one.span[0] == one.span[1] else ""
            yield InputError((*path, "span"), wanted="0 <= start < end", got=[*one.span], hint=hint)


def _with_paths(side: str, document: RelationDocument) -> Iterator[tuple[Path, Event | Time]]:
    """Yield the events and then the times of a document, each with its path."""
    yield from (((side, "events", index), event) for index, event in enumerate(document.events or ()))
    yield from (((side, "times", index), time) for index, time in enumerate(document.times or ()))


def _cluster_problems(side: str, document: RelationDocument, clusters: Sequence[Sequence[str]]) -> Iterator[InputError]:
    """Yield errors for clusters beside labels, and for events in two clusters or twice in one."""
    for index, event in enumerate(document.events or ()):
        if event.cluster is not None:
            hint = "give the clusters of a document as lists or as labels"
            path = (side, "events", index, "cluster")
            yield InputError(path, wanted='none beside "clusters"', got=event.cluster, hint=hint)
            return
    first: dict[str, Path] = {}
    known = {*event_ids(document)}
    for number, cluster in enumerate(clusters):
        for index, name in enumerate(cluster):
            here: Path = (side, "clusters", number, index)
            if side == "references" and name not in known:
                yield InputError(here, wanted="the id of an event of this document", got=name)
            if first.setdefault(name, here) != here:
                wanted = "an event that is not in an earlier cluster"
                yield InputError(here, wanted=wanted, got=name, see=first[name])


def relation_problems(
    prediction: RelationDocument,
    reference: RelationDocument,
    kinds: Sequence[str] | None,
    *,
    of_unknown: bool = False,
    of_itself: Sequence[str] = SIDES,
) -> Problems:
    """Yield problems of relations of some kinds: ends with unknown ids, and relations of an event with itself.

    Args:
        prediction: A document of the system.
        reference: The same document of the references.
        kinds: The kinds of relations that are scored; None for all.
        of_unknown: Whether predictions may not name unknown ids either; most rules ignore such predictions.
        of_itself: The sides on which an event may have no relation with itself.
    """
    known = listed_ids(reference)
    for side, document in (("references", reference), ("predictions", prediction)):
        relations, is_checked = relations_of(document, kinds), bool(known) and (of_unknown or side == "references")
        is_right = side not in of_itself or not has_self_links(relations)
        if is_right and (not is_checked or _all_within(relations, known)):
            continue
        names = known | listed_ids(prediction) if side == "predictions" else known
        indices = relation_indices(document)
        for one in relations:
            path = (side, "relations", indices[id(one)])
            for end, name in (("source", one.source), ("target", one.target)) if is_checked else ():
                if name not in names:
                    wanted, hint = "the id of an event or time of this document", did_you_mean(name, names)
                    yield InputError((*path, end), wanted=wanted, got=name, hint=hint)
            if side in of_itself and one.source == one.target:
                wanted = "another event or time than the source"
                yield InputError((*path, "target"), wanted=wanted, got=one.target)
