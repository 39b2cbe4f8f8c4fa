"""What a document of relations looks like, and what is wrong with one of the right form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import eq, itemgetter
from typing import Any

from event_scoring.documents.errors import InputError, Path, did_you_mean
from event_scoring.documents.schema import Field, Integer, ListOf, Number, Record, Text, Truth, optional
from event_scoring.scoring.rows import Document, Problems

SIDES = ("predictions", "references")
ATTRIBUTES = ("class", "tense", "aspect", "pos", "polarity", "modality")
"""What TimeML says of an event."""
TIME_ATTRIBUTES = ("type", "value")
"""What it says of a time."""

_PLACE = (
    optional("span", ListOf(Integer("token"), 2), "its first token and the one behind its last"),
    optional("at", ListOf(Integer("token"), 2), "the same, where only ids are compared", is_read=False),
    optional("text", Text(), "its words"),
    optional("sentence", Integer("sentence"), "the number of its sentence"),
    optional("token", Integer("token"), "its place in the sentence"),
)
_EVENT = Record(
    optional("id", Text(), "the name that relations and clusters use"),
    *_PLACE,
    optional("cluster", Text(), "a label: equal labels in the documents of one unit are one cluster"),
    optional("event", Text(), "the event of which it is an instance, in TimeML"),
    optional("type", Text(), "the event type; it is not scored", is_read=False),
    *(optional(name, Text(), f"the {name} of TimeML") for name in ATTRIBUTES),
)
_TIME = Record(
    Field("id", Text(), "the name that relations use"),
    *_PLACE,
    optional("dct", Truth(), "whether it is the date of the document"),
    optional("type", Text(), "such as DATE"),
    optional("value", Text(), "such as 2020-W10"),
)
_RELATION = Record(
    Field("type", Text(label="type"), "the label, such as BEFORE"),
    Field("source", Text(), "the id of an event or time"),
    Field("target", Text(), "the id of an event or time"),
    optional("kind", Text(("temporal", "causal", "subevent")), "what sort of relation it is"),
    optional("score", Number(), "the system's confidence", is_read=False),
)
RELATION_DOCUMENT = Record(
    optional("doc_id", Text(), "the document's name; both sides must agree"),
    optional("topic", Text(), "references: the topic, whose documents share clusters"),
    optional("subtopic", Text(), "references: the part of the topic"),
    optional("events", ListOf(_EVENT), "mentions of events"),
    optional("times", ListOf(_TIME), "expressions of time"),
    optional("clusters", ListOf(ListOf(Text())), "coreferent events of the document, by id"),
    optional("relations", ListOf(_RELATION), "what holds between events and times"),
    optional(
        "outside", ListOf(_RELATION), "predictions about what the document does not have: they are ignored", False
    ),
    optional("unparsed", Integer(), "how many of the system's texts could not be read", is_read=False),
    optional("unparsed_because", Text(), "why they could not be read", is_read=False),
    optional("repaired", ListOf(Text()), "what was repaired in the system's text, by kind", is_read=False),
)

of_source, of_target, of_type = itemgetter("source"), itemgetter("target"), itemgetter("type")
of_pair = itemgetter("source", "target")
Relations = Sequence[dict[str, Any]]


def relations_of(document: Document, kinds: Sequence[str] | None = None) -> Relations:
    """The relations of a document, those of other kinds left out; one without a kind is of any."""
    relations: Relations = document.get("relations") or ()
    if kinds is None:
        return relations
    return [one for one in relations if one.get("kind") is None or one["kind"] in kinds]


def _ids(document: Document) -> list[Any]:
    """The ids of the events and then the times of a document, None where an event has none."""
    return [one.get("id") for key in ("events", "times") for one in document.get(key) or ()]


def listed_ids(document: Document) -> set[str]:
    """The ids of the events and times of a document."""
    found = {*_ids(document)}
    found.discard(None)
    return found


def has_clusters(document: Document) -> bool:
    """Whether some event of a document is in a cluster."""
    events = document.get("events") or ()
    return bool(document.get("clusters")) or any(one["cluster"] is not None for one in events if "cluster" in one)


def known_to(prediction: Document, reference: Document) -> set[str] | None:
    """The ids that predicted relations may name; None where the reference lists no events and no times.

    Then the ids of relations are taken as they come.

    Examples:
        >>> known_to({"relations": []}, {"events": [{"id": "e1"}], "times": [{"id": "t0"}]}) == {"e1", "t0"}
        True
    """
    known = listed_ids(reference)
    return known | listed_ids(prediction) if known else None


def known_relations(
    prediction: Document, reference: Document, kinds: Sequence[str] | None
) -> tuple[Relations, Relations]:
    """The predicted relations of these kinds whose two ends are known, and the others."""
    relations, known = relations_of(prediction, kinds), listed_ids(reference)
    if not known or _all_within(relations, known):
        return relations, ()
    return within_known(relations, known | listed_ids(prediction))


def within_known(relations: Relations, known: set[str]) -> tuple[Relations, Relations]:
    """The relations whose two ends are known, and the others."""
    if _all_within(relations, known):
        return relations, ()
    inside = [one["source"] in known and one["target"] in known for one in relations]
    kept = [one for one, is_inside in zip(relations, inside, strict=True) if is_inside]
    return kept, [one for one, is_inside in zip(relations, inside, strict=True) if not is_inside]


def _all_within(relations: Relations, known: set[str]) -> bool:
    return known.issuperset(map(of_source, relations)) and known.issuperset(map(of_target, relations))


def without_self_links(document: Document) -> tuple[Document, list[int]]:
    """Leave out relations of an event to itself; return the document, and the indices of the relations kept.

    Examples:
        >>> links = [{"type": "BEFORE", "source": "a", "target": end} for end in ("a", "b")]
        >>> document, places = without_self_links({"relations": links})
        >>> [one["target"] for one in document["relations"]], places
        (['b'], [1])
    """
    relations = document.get("relations") or ()
    places = [place for place, one in enumerate(relations) if one["source"] != one["target"]]
    if len(places) == len(relations):
        return document, places
    return {**document, "relations": [relations[place] for place in places]}, places


def problems(prediction: Document | None, reference: Document | None) -> Problems:
    """What is wrong with a document whatever the protocol: impossible spans, ids, clusters or topics."""
    for side, document in zip(SIDES, (prediction, reference), strict=True):
        if document is not None:
            yield from _id_problems(side, document)
            yield from _span_problems(side, document)
            if document.get("clusters") is not None:
                yield from _cluster_problems(side, document)
    if prediction is not None and reference is not None:
        for level in ("topic", "subtopic"):
            predicted, given = prediction.get(level), reference.get(level)
            if predicted is not None and given is not None and predicted != given:
                wanted = f'"{given}", as in the references'
                hint = 'say predicted topics by the labels of clusters, and score them at level="corpus"'
                yield InputError(("predictions", level), wanted=wanted, got=predicted, hint=hint)


def _id_problems(side: str, document: Document) -> Iterator[InputError]:
    ids = _ids(document)
    if len({*ids} - {None}) == len(ids) - ids.count(None):
        return
    first: dict[str, Path] = {}
    for key in ("events", "times"):
        for place, one in enumerate(document.get(key) or ()):
            name = one.get("id")
            here: Path = (side, key, place, "id")
            if name is not None and first.setdefault(name, here) != here:
                wanted = "an id of its own, because relations and clusters name events and times by their ids"
                yield InputError(here, wanted=wanted, got=name, see=first[name])


def _span_problems(side: str, document: Document) -> Iterator[InputError]:
    for key in ("events", "times"):
        for place, one in enumerate(document.get(key) or ()):
            span = one.get("span")
            if span is not None and not 0 <= span[0] < span[1]:
                hint = "the end is the place behind the last token" if span[0] == span[1] else ""
                yield InputError((side, key, place, "span"), wanted="0 <= start < end", got=[*span], hint=hint)


def _cluster_problems(side: str, document: Document) -> Iterator[InputError]:
    """Clusters beside labels, and an event that is in two clusters or twice in one."""
    for place, event in enumerate(document.get("events") or ()):
        if event.get("cluster") is not None:
            hint = "give the clusters of a document as lists or as labels"
            path = (side, "events", place, "cluster")
            yield InputError(path, wanted='none beside "clusters"', got=event["cluster"], hint=hint)
            return
    first: dict[str, Path] = {}
    known = {event.get("id") for event in document.get("events") or ()}
    for number, cluster in enumerate(document["clusters"]):
        for place, name in enumerate(cluster):
            here: Path = (side, "clusters", number, place)
            if side == "references" and name not in known:
                yield InputError(here, wanted="the id of an event of this document", got=name)
            if first.setdefault(name, here) != here:
                wanted = "an event that stands in no cluster before"
                yield InputError(here, wanted=wanted, got=name, see=first[name])


def relation_problems(
    prediction: Document,
    reference: Document,
    kinds: Sequence[str] | None,
    *,
    of_unknown: bool = False,
    of_itself: Sequence[str] = SIDES,
) -> Problems:
    """Relations of these kinds that name what nobody knows, and those of an event with itself.

    Args:
        prediction: A document of the system.
        reference: The same document of the references.
        kinds: The kinds of relations that are scored; None for all.
        of_unknown: Whether predictions may not name what nobody knows either; most rules ignore such predictions.
        of_itself: The sides on which an event may have no relation with itself.
    """
    known = listed_ids(reference)
    for side, document in (("references", reference), ("predictions", prediction)):
        relations, is_checked = relations_of(document, kinds), bool(known) and (of_unknown or side == "references")
        is_right = not (side in of_itself and any(map(eq, map(of_source, relations), map(of_target, relations))))
        if is_right and (not is_checked or _all_within(relations, known)):
            continue
        names = known | listed_ids(prediction) if side == "predictions" else known
        places = {id(one): place for place, one in enumerate(document.get("relations") or ())}
        for one in relations:
            path = (side, "relations", places[id(one)])
            for end in ("source", "target") if is_checked else ():
                if one[end] not in names:
                    wanted, hint = "the id of an event or time of this document", did_you_mean(one[end], names)
                    yield InputError((*path, end), wanted=wanted, got=one[end], hint=hint)
            if side in of_itself and one["source"] == one["target"]:
                wanted = "another event or time than the source"
                yield InputError((*path, "target"), wanted=wanted, got=one["target"])
