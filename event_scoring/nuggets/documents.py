"""Documents of event nuggets: their schema, and checks across fields."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from operator import itemgetter
from typing import Any

from event_scoring.documents.errors import Finding, InputError, Path, did_you_mean
from event_scoring.documents.fingerprint import fingerprint
from event_scoring.documents.link_problems import RELATIONS, link_problems
from event_scoring.documents.schema import Field, Integer, ListOf, Number, Record, Text, optional
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.nuggets.token_shapes import shape_evidence
from event_scoring.scoring.rows import Document, Problems

NUGGET_DOCUMENT = Record(
    optional("doc_id", Text(), "the document's name; both sides must agree"),
    Field(
        "mentions",
        ListOf(
            Record(
                Field("token_ids", ListOf(Integer("token id"), takes_sets=True), "the tokens of the nugget, a set"),
                Field("type", Text(coded=True, label="type"), "the event type"),
                optional("realis", Text(coded=True, label="realis"), "Actual, Generic, Other or any string"),
                optional("id", Text(is_id=True), "the name that clusters and links use"),
                optional("cluster", Text(), "a label: mentions with equal labels are coreferent, in all of a unit"),
                optional("score", Number(), "the system's confidence"),
            )
        ),
        "the event nuggets of the document",
    ),
    optional("topic", Text(), "references: the topic, for clusters over documents"),
    optional("subtopic", Text(), "references: the part of the topic"),
    optional("clusters", ListOf(ListOf(Text())), "coreferent mentions, by id"),
    optional(
        "links",
        ListOf(
            Record(
                Field("type", Text(tuple(reversed(RELATIONS))), "the relation"),
                Field("source", Text(), "a mention id"),
                Field("target", Text(), "a mention id"),
            )
        ),
        "event sequencing",
    ),
    bare="mentions",
)
UNIT_FIELDS = {"document": (), "topic": ("topic",), "subtopic": ("topic", "subtopic"), "corpus": ()}
"""The fields that the documents of one unit share, by level."""


def nugget_remarks(prediction: Document | None, reference: Document | None) -> Iterator[Finding]:
    """Yield the problems of clusters and links, whether they are scored or not."""
    for side, document in (("predictions", prediction), ("references", reference)):
        if document is not None:
            yield from map(Finding, name_problems(document, side))
            yield from link_remarks(document, side)


def unscorable(prediction: Document, reference: Document, options: NuggetOptions) -> Problems:
    """Yield scored clusters and links that name no mention, and documents whose unit is not known."""
    # Differs from EvmEval 1.8: it takes the first cluster of a mention and leaves out ids that it does not know.
    for side, document in (("predictions", prediction), ("references", reference)):
        yield from name_problems(_scored_part(document, options), side)
    for name in UNIT_FIELDS[options.coreference_level]:
        yield from _unit_problems(prediction, reference, name, options.coreference_level)


def _scored_part(document: Document, options: NuggetOptions) -> Document:
    """A document without the clusters and links that no score reads."""
    links = None if options.sequencing is False else document.get("links")
    if options.coreference is False and not links:  # links hold between clusters
        return {"mentions": []}
    return {**document, "links": links}


def name_problems(document: Document, side: str) -> Problems:
    """Yield an error for clusters and links that do not name exactly one mention.

    These are an id that several mentions have, an id that no mention has, and a mention that is in two clusters.

    Examples:
        >>> document = {"mentions": [{"token_ids": [1], "type": "A", "id": "E1"}], "clusters": [["E1", "E2"]]}
        >>> [problem.path for problem in name_problems(document, "references")]
        [('references', 'clusters', 0, 1)]
    """
    clusters, links = document.get("clusters") or (), document.get("links") or ()
    if not clusters and not links:
        return
    for index, mention in enumerate(document["mentions"]):
        if clusters and mention.get("cluster") is not None:
            hint = "give the clusters of a document as lists or as labels"
            here: Path = (side, "mentions", index, "cluster")
            yield InputError(here, wanted='none beside "clusters"', got=mention["cluster"], hint=hint)
            break
    first: dict[str, int] = {}
    for index, mention in enumerate(document["mentions"]):
        name = mention.get("id")
        if name is not None and first.setdefault(name, index) != index:
            why = "an id of its own, because clusters or links name mentions by their ids"
            paths = [(side, "mentions", row, "id") for row in (index, first[name])]
            yield InputError(paths[0], wanted=why, got=name, see=paths[1])

    def unknown(path: Path, name: str) -> Problems:
        if name not in first:
            wanted = "the id of a mention of this document"
            yield InputError(path, wanted=wanted, got=name, hint=did_you_mean(name, first))

    cluster_of: dict[str, tuple[int, Path]] = {}
    for number, cluster in enumerate(clusters):
        for index, name in enumerate(cluster):
            path = (side, "clusters", number, index)
            yield from unknown(path, name)
            other, see = cluster_of.setdefault(name, (number, path))
            if other != number and name in first:
                yield InputError(path, wanted="a mention that is in no other cluster", got=name, see=see)
    for number, link in enumerate(links):
        for end in ("source", "target"):
            yield from unknown((side, "links", number, end), link[end])


def link_remarks(document: Document, side: str) -> Iterator[Finding]:
    """Yield links that cannot be true: they are scored, and should not be submitted.

    The levels are those of TBF files: EvmEval's validator ignores a link within a cluster, refuses one that
    goes back the way another of its type came, and lets longer cycles and contradictions pass.
    """
    links = [(link["type"], link["source"], link["target"]) for link in document.get("links") or ()]
    for problem in link_problems(links, document.get("clusters") or ()):
        yield Finding(InputError((side, "links", max(problem.rows)), says=problem.message), problem.level)


def _unit_problems(prediction: Document, reference: Document, name: str, level: str) -> Problems:
    """Yield an error for a reference without a topic, and for a prediction that names another one."""
    given, predicted = reference.get(name), prediction.get(name)
    if given is None and name == level:
        wanted = f'a {name}, because clusters run over the documents of one at coreference_level="{level}"'
        yield InputError(("references", name), wanted=wanted, got=None)
    if predicted is not None and given is not None and predicted != given:
        hint = 'say predicted topics by the labels of clusters, and score them at coreference_level="corpus"'
        yield InputError(("predictions", name), wanted=f'"{given}", as in the references', got=predicted, hint=hint)


def nugget_notes(prediction: Document, reference: Document) -> Iterator[str]:
    """Yield the name of each input note: a mention or link that can be scored and is probably a mistake."""
    for document in (prediction, reference):
        spans = [*map(itemgetter("token_ids"), document["mentions"])]
        yield from ("no_tokens" for tokens in spans if not tokens)
        if min(chain.from_iterable(spans), default=0) < 0:
            yield from ("negative_tokens" for tokens in spans if tokens and min(tokens) < 0)
        for link in document.get("links") or ():
            if link["source"] == link["target"]:
                yield "self_link"
    yield from shape_evidence(prediction, reference)


def reference_fingerprint(reference: Document) -> int:
    """Return 64 bits for the mentions of a document and for its clusters and links, whatever the ids are.

    Examples:
        >>> died, fell = {"token_ids": [1], "type": "Die", "id": "a"}, {"token_ids": [2], "type": "Die", "id": "b"}
        >>> renamed = [{**fell, "id": "x"}, {**died, "id": "y"}]
        >>> reference_fingerprint({"mentions": [died, fell], "clusters": [["a", "b"]]}) == reference_fingerprint(
        ...     {"mentions": renamed, "clusters": [["y", "x"]]})
        True
    """
    forms = [
        (sorted({*mention["token_ids"]}), mention["type"], mention.get("realis") or "")
        for mention in reference["mentions"]
    ]
    content = sorted(forms)
    clusters, links = reference.get("clusters") or (), reference.get("links") or ()
    labels = [mention.get("cluster") for mention in reference["mentions"]]
    if not (clusters or links or any(label is not None for label in labels)):
        return fingerprint(content)
    form_of = {mention.get("id"): form for mention, form in zip(reference["mentions"], forms, strict=True)}
    labelled: dict[str, list[Any]] = {}
    for label, form in zip(labels, forms, strict=True):
        if label is not None:
            labelled.setdefault(label, []).append(form)
    members: Iterator[list[Any]] = chain(
        labelled.values(), ([form_of.get(name) for name in cluster] for cluster in clusters)
    )
    return fingerprint(
        (
            content,
            sorted(sorted(cluster, key=repr) for cluster in members if len(cluster) > 1),
            sorted((link["type"], form_of.get(link["source"]), form_of.get(link["target"])) for link in links),
        )
    )
