"""Documents of MAVEN-ERE: the kinds of relations, the mentions an event stands for, and what cannot be scored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from operator import eq
from typing import Any

from event_scoring.documents.errors import InputError, did_you_mean
from event_scoring.relations.documents import Relations, listed_ids, of_source, of_target, of_type
from event_scoring.relations.options import RelationOptions
from event_scoring.scoring.rows import Document, Problems

LABELS = {
    "temporal": ("BEFORE", "OVERLAP", "CONTAINS", "SIMULTANEOUS", "ENDS-ON", "BEGINS-ON"),
    "causal": ("PRECONDITION", "CAUSE"),
}
SUBEVENT = "SUBEVENT"
"""The one label of subevent relations, however they are written."""
NONE = "NONE"
"""The label that takes one back."""
RELATION_KINDS = (*LABELS, "subevent")


@cache
def kind_of_label(label: str) -> str | None:
    """The kind of the relations with a label; None where the label does not tell.

    Examples:
        >>> kind_of_label("CAUSE"), kind_of_label("subevent"), kind_of_label("NONE")
        ('causal', 'subevent', None)
    """
    if label.upper() == SUBEVENT:
        return "subevent"
    return next((kind for kind, labels in LABELS.items() if label in labels), None)


def by_kind(relations: Relations, kinds: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
    """The relations of each kind that is scored. Subevents get one label, however it is written."""
    found: dict[str, list[dict[str, Any]]] = {kind: [] for kind in kinds}
    for one in relations:
        of_kind = found.get(one.get("kind") or kind_of_label(one["type"]) or "")
        if of_kind is not None:
            of_kind.append(one)
    if not {SUBEVENT, NONE}.issuperset(map(of_type, found.get("subevent", ()))):
        found["subevent"] = [one if one["type"] == NONE else {**one, "type": SUBEVENT} for one in found["subevent"]]
    return found


def asked_kinds(options: RelationOptions) -> list[str]:
    """The kinds of relations that are scored."""
    return [kind for kind in RELATION_KINDS if options.kinds is None or kind in options.kinds]


def mentions_of_events(reference: Document) -> dict[str, list[str]]:
    """The mentions that each name in a relation of the references stands for.

    The name of a cluster stands for its mentions, and so does each mention of it; a time stands for itself.

    Examples:
        >>> events = [{"id": "m1", "cluster": "E1"}, {"id": "m2", "cluster": "E1"}, {"id": "m3"}]
        >>> mentions_of_events({"events": events, "times": [{"id": "T1"}]})
        {'m1': ['m1', 'm2'], 'm2': ['m1', 'm2'], 'm3': ['m3'], 'T1': ['T1'], 'E1': ['m1', 'm2']}
    """
    found = {name: cluster for cluster in event_clusters(reference) for name in cluster}
    found |= {time["id"]: [time["id"]] for time in reference.get("times") or ()}
    return found | labelled_mentions(reference)


def labelled_mentions(document: Document) -> dict[str, list[str]]:
    """The mentions of each label."""
    found: dict[str, list[str]] = {}
    for event in document.get("events") or ():
        if event.get("cluster") is not None and event.get("id") is not None:
            found.setdefault(event["cluster"], []).append(event["id"])
    return found


def event_clusters(reference: Document) -> list[list[str]]:
    """The mentions of each event of the references; one without cluster is an event of its own."""
    clusters = [*labelled_mentions(reference).values(), *filter(None, reference.get("clusters") or ())]
    held = {name for cluster in clusters for name in cluster}
    return clusters + [[event["id"]] for event in reference.get("events") or () if event["id"] not in held]


def unscorable(prediction: Document, reference: Document, options: RelationOptions) -> Problems:
    """Events without ids, names that nobody has, labels that there are not, and relations of an event with itself."""
    for place, event in enumerate(reference.get("events") or ()):
        if event.get("id") is None:
            yield InputError(("references", "events", place, "id"), wanted="the id of the mention", got=None)
            return
    times = {time["id"] for time in reference.get("times") or ()}
    of_event = {name: mentions[0] for name, mentions in mentions_of_events(reference).items()}
    for side, document in (("predictions", prediction), ("references", reference)):
        relations = document.get("relations") or ()
        if not _pass_quick_test(relations, of_event if side == "references" else None, times):
            names = of_event if side == "references" else {name: name for name in listed_ids(reference)}
            yield from _relation_problems(side, relations, names, times, asked_kinds(options))


def _pass_quick_test(relations: Relations, of_event: Mapping[str, str] | None, times: set[str]) -> bool:
    """A quick test of all relations of one side; True where no problem needs to be looked for.

    Args:
        relations: Of any kind.
        of_event: Of the references, what each name stands for: the same for all that must not be related to each other.
        times: The ids of times.
    """
    for kind, label in {(one.get("kind"), one["type"]) for one in relations}:
        kind = kind or kind_of_label(label)
        if kind is None or label not in (NONE, *LABELS.get(kind, (label,))):
            return False
    ends = [[*map(of_end, relations)] for of_end in (of_source, of_target)]
    if of_event is not None:
        ends = [[*map(of_event.get, side)] for side in ends]
    if any(map(eq, *ends)) or (of_event is not None and any(None in side for side in ends)):
        return False
    others = (
        [one for one in relations if (one.get("kind") or kind_of_label(one["type"])) != "temporal"] if times else ()
    )
    return all(times.isdisjoint(map(end, others)) for end in (of_source, of_target))


def _relation_problems(
    side: str, relations: Relations, names: Mapping[str, str], times: set[str], kinds: Sequence[str]
) -> Problems:
    for place, one in enumerate(relations):
        path = (side, "relations", place)
        kind: Any = one.get("kind") or kind_of_label(one["type"])
        if kind is None:
            hint = 'give "kind": temporal, causal or subevent'
            yield InputError((*path, "type"), wanted="a label of MAVEN-ERE", got=one["type"], hint=hint)
        if kind not in kinds:
            continue
        unknown = [
            end for end in ("source", "target") if one[end] not in names or (kind != "temporal" and one[end] in times)
        ]
        if unknown:  # in predictions it is ignored
            for end in unknown if side == "references" else ():
                wanted = "the name of a cluster or the id of a mention" + (" or time" if kind == "temporal" else "")
                yield InputError((*path, end), wanted=wanted, got=one[end], hint=did_you_mean(one[end], names))
            continue
        if names[one["source"]] == names[one["target"]]:
            yield InputError((*path, "target"), wanted="another event than that of the source", got=one["target"])
        labels = (*LABELS.get(kind, ()), NONE)
        if kind != "subevent" and one["type"] not in labels:
            hint = did_you_mean(one["type"], labels)
            yield InputError((*path, "type"), wanted=f"one of {', '.join(labels)}", got=one["type"], hint=hint)
