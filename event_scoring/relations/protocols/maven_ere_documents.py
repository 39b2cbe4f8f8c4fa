"""Documents of MAVEN-ERE: the kinds of relations, the mentions of an event, and documents that cannot be scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from event_scoring.documents.errors import InputError, did_you_mean
from event_scoring.relations.documents import RelationDocument, Relations, event_ids, listed_ids, of_pair
from event_scoring.relations.options import RelationOptions
from event_scoring.scoring.rows import Problems

LABELS = {
    "temporal": ("BEFORE", "OVERLAP", "CONTAINS", "SIMULTANEOUS", "ENDS-ON", "BEGINS-ON"),
    "causal": ("PRECONDITION", "CAUSE"),
}
SUBEVENT = "SUBEVENT"
"""The one label of subevent relations, however they are written."""
NONE = "NONE"
"""The label that takes one back."""
RELATION_KINDS = (*LABELS, "subevent")


def kind_of_label(label: str) -> str | None:
    """Return the kind of relations with a label; None if the label does not name one.

    Examples:
        >>> kind_of_label("CAUSE"), kind_of_label("subevent"), kind_of_label("NONE")
        ('causal', 'subevent', None)
    """
    if label.upper() == SUBEVENT:
        return "subevent"
    return next((kind for kind, labels in LABELS.items() if label in labels), None)


@lru_cache(maxsize=256)
def kind_and_label(kind: str | None, label: str) -> tuple[str | None, str | None]:
    """Return the kind of a relation and its label, which all subevents share; None for what there is not.

    Examples:
        >>> kind_and_label(None, "CAUSE"), kind_and_label("subevent", "part"), kind_and_label("causal", "BEFORE")
        (('causal', 'CAUSE'), ('subevent', 'SUBEVENT'), ('causal', None))
    """
    kind = kind or kind_of_label(label)
    if kind == "subevent" and label != NONE:
        return kind, SUBEVENT
    return kind, label if kind and label in (NONE, *labels_of_kind(kind)) else None


@lru_cache(maxsize=64)
def labels_of_kind(kind: str, types: tuple[str, ...] | None = None) -> frozenset[str]:
    """Return the labels of a kind except the null label, of some types or all."""
    labels = frozenset(LABELS.get(kind, (SUBEVENT,)))
    return labels if types is None else labels.intersection(types)


def scored_kinds(options: RelationOptions) -> tuple[str, ...]:
    """Return the scored kinds of relations."""
    return tuple(kind for kind in RELATION_KINDS if options.kinds is None or kind in options.kinds)


def mentions_of_events(reference: RelationDocument) -> dict[str, list[str]]:
    """Return the mentions that each name of an event in the references refers to.

    The name of a cluster refers to its mentions, and so does the id of each mention in it.

    Examples:
        >>> from event_scoring.relations.documents import Event
        >>> events = [Event("m1", cluster="E1"), Event("m2", cluster="E1"), Event("m3")]
        >>> mentions_of_events(RelationDocument(events=events))
        {'m1': ['m1', 'm2'], 'm2': ['m1', 'm2'], 'm3': ['m3'], 'E1': ['m1', 'm2']}
    """
    labelled = labelled_mentions(reference)
    found = {name: [name] for name in event_ids(reference)}
    for cluster in (*labelled.values(), *(reference.clusters or ())):
        found |= dict.fromkeys(cluster, cluster)
    return found | labelled


def count_spread_pairs(
    pairs: Mapping[str, str],
    relations: Sequence[tuple[int, tuple[str, str]]],
    mentions_by_name: Mapping[str, Sequence[str]],
) -> int:
    """Count the scored pairs of mentions that no reference relation names directly.

    Their events are related through other mentions.

    Examples:
        >>> events = {"a": ["a", "b"], "b": ["a", "b"], "E1": ["a", "b"], "c": ["c"], "E2": ["c"]}
        >>> pairs = {"ac": "CAUSE", "bc": "CAUSE"}
        >>> count_spread_pairs(pairs, [(0, ("a", "c"))], events), count_spread_pairs(pairs, [(0, ("E1", "E2"))], events)
        (1, 2)
    """
    alone = {name: mentions[0] for name, mentions in mentions_by_name.items() if len(mentions) == 1}
    if len(alone) == len(mentions_by_name):
        return 0
    return len(pairs.keys() - {alone.get(one, one) + alone.get(other, other) for _, (one, other) in relations})


def labelled_mentions(document: RelationDocument) -> dict[str, list[str]]:
    """Return the mentions of each label."""
    found: dict[str, list[str]] = {}
    for event in document.events or ():
        if event.cluster is not None and event.id is not None:
            found.setdefault(event.cluster, []).append(event.id)
    return found


def event_clusters(reference: RelationDocument) -> list[list[str]]:
    """Return the mentions of each reference event; a mention without a cluster is an event of its own."""
    by_mention = mentions_of_events(reference)
    return [*{id(by_mention[name]): by_mention[name] for name in event_ids(reference)}.values()]


def document_problems(prediction: RelationDocument, reference: RelationDocument, options: RelationOptions) -> Problems:
    """Yield errors for reference events without ids; the rule checks relations when it reads them."""
    for place, event in enumerate(reference.events or ()):
        if event.id is None:
            yield InputError(("references", "events", place, "id"), wanted="the id of the mention", got=None)
            return


def relation_problems(prediction: RelationDocument, reference: RelationDocument, options: RelationOptions) -> Problems:
    """Yield errors for unknown names, labels outside MAVEN-ERE, and relations of an event to itself."""
    times = {time.id for time in reference.times or ()}
    of_event = {name: name for name in times}
    of_event |= {name: mentions[0] for name, mentions in mentions_of_events(reference).items()}
    names = {name: name for name in listed_ids(reference)}
    for side, document, known in (("predictions", prediction, names), ("references", reference, of_event)):
        yield from _relation_problems(side, document.relations or (), known, times, scored_kinds(options))


def _relation_problems(
    side: str, relations: Relations, names: Mapping[str, str], times: set[str], kinds: Sequence[str]
) -> Problems:
    for place, one in enumerate(relations):
        path = (side, "relations", place)
        kind = one.kind or kind_of_label(one.type)
        if kind is None:
            hint = 'give "kind": temporal, causal or subevent'
            yield InputError((*path, "type"), wanted="a label of MAVEN-ERE", got=one.type, hint=hint)
            continue
        if kind not in kinds:
            continue
        unknown = [
            (end, name)
            for end, name in zip(("source", "target"), of_pair(one), strict=True)
            if name not in names or (kind != "temporal" and name in times)
        ]
        if unknown:  # in predictions it is ignored
            for end, name in unknown if side == "references" else ():
                wanted = "the name of a cluster or the id of a mention" + (" or time" if kind == "temporal" else "")
                yield InputError((*path, end), wanted=wanted, got=name, hint=did_you_mean(name, names))
            continue
        if names[one.source] == names[one.target]:
            yield InputError((*path, "target"), wanted="another event than that of the source", got=one.target)
        labels = (*LABELS.get(kind, ()), NONE)
        if kind != "subevent" and one.type not in labels:
            hint = did_you_mean(one.type, labels)
            yield InputError((*path, "type"), wanted=f"one of {', '.join(labels)}", got=one.type, hint=hint)
