"""Documents of event nuggets: their schema, and checks across fields."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal

from event_scoring.documents.errors import Finding, InputError, Path, did_you_mean
from event_scoring.documents.fingerprint import fingerprint
from event_scoring.documents.link_problems import link_problems
from event_scoring.documents.schema import Integer, ListOf, Text
from event_scoring.documents.typed import DocumentPart, Float, Int, record_of
from event_scoring.scoring.rows import Problems


class Nugget(DocumentPart, frozen=True, gc=False):
    """A mention of an event."""

    token_ids: Annotated[list[Int], ListOf(Integer("token id"), takes_sets=True), "the tokens of the nugget, a set"]
    type: Annotated[str, Text(coded=True, label="type"), "the event type"]
    realis: Annotated[str | None, Text(coded=True, label="realis"), "Actual, Generic, Other or any string"] = None
    id: Annotated[str | None, "the name that clusters and links use"] = None
    cluster: Annotated[str | None, "a label: mentions with equal labels are coreferent, in all of a unit"] = None
    score: Annotated[Float | None, "the system's confidence"] = None


class Link(DocumentPart, frozen=True, gc=False):
    """A relation between two events."""

    type: Annotated[Literal["After", "Subevent"], "the relation"]
    source: Annotated[str, "a mention id"]
    target: Annotated[str, "a mention id"]


class NuggetDocument(DocumentPart, frozen=True, kw_only=True, dict=True):
    """A document of event nuggets."""

    bare = "mentions"

    doc_id: Annotated[str | None, "the document's name; both sides must agree"] = None
    mentions: Annotated[list[Nugget], "the event nuggets of the document"]
    topic: Annotated[str | None, "references: the topic, for clusters over documents"] = None
    subtopic: Annotated[str | None, "references: the part of the topic"] = None
    clusters: Annotated[list[list[str]] | None, "coreferent mentions, by id"] = None
    links: Annotated[list[Link] | None, "event sequencing"] = None

    @cached_property
    def spans(self) -> list[tuple[int, ...]]:
        """The tokens of each mention in ascending order, each once: token ids are a set."""
        return [
            tuple(tokens if len(tokens := mention.token_ids) == 1 else sorted({*tokens})) for mention in self.mentions
        ]

    @cached_property
    def has_labels(self) -> bool:
        """Whether some mention names its cluster by a label."""
        labels = [mention.cluster for mention in self.mentions]
        return labels.count(None) < len(labels)


NUGGET_DOCUMENT = record_of(NuggetDocument)
UNIT_FIELDS = {"document": (), "topic": ("topic",), "subtopic": ("topic", "subtopic"), "corpus": ()}
"""The fields that the documents of one unit share, by level."""


def nugget_remarks(prediction: NuggetDocument | None, reference: NuggetDocument | None) -> Iterator[Finding]:
    """Yield the problems of clusters and links, whether they are scored or not."""
    for side, document in (("predictions", prediction), ("references", reference)):
        if document is not None:
            yield from map(Finding, name_problems(document, document.links or (), side))
            yield from link_remarks(document, side)


def name_problems(document: NuggetDocument, links: Sequence[Link], side: str) -> Problems:
    """Yield an error for clusters and links that do not name exactly one mention.

    These are an id that several mentions have, an id that no mention has, and a mention that is in two clusters.

    Examples:
        >>> document = NuggetDocument(mentions=[Nugget([1], "A", id="E1")], clusters=[["E1", "E2"]])
        >>> [problem.path for problem in name_problems(document, (), "references")]
        [('references', 'clusters', 0, 1)]
    """
    clusters = document.clusters or ()
    if not clusters and not links:
        return
    for index, mention in enumerate(document.mentions):
        if clusters and mention.cluster is not None:
            hint = "give the clusters of a document as lists or as labels"
            here: Path = (side, "mentions", index, "cluster")
            yield InputError(here, wanted='none beside "clusters"', got=mention.cluster, hint=hint)
            break
    first: dict[str, int] = {}
    for index, mention in enumerate(document.mentions):
        name = mention.id
        if name is not None and first.setdefault(name, index) != index:
            why = "an id that no other mention has, because clusters or links name mentions by their ids"
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
        yield from unknown((side, "links", number, "source"), link.source)
        yield from unknown((side, "links", number, "target"), link.target)


def link_remarks(document: NuggetDocument, side: str) -> Iterator[Finding]:
    """Yield links that cannot be true: they are scored, and should not be submitted.

    The levels are those of TBF files. EvmEval's validator ignores a link within a cluster, and refuses the reverse of a
    link of its type. It accepts longer cycles and contradictions.
    """
    links = [(link.type, link.source, link.target) for link in document.links or ()]
    for problem in link_problems(links, document.clusters or ()):
        yield Finding(InputError((side, "links", max(problem.rows)), says=problem.message), problem.level)


def unit_problems(prediction: NuggetDocument, reference: NuggetDocument, level: str) -> Problems:
    """Yield an error for a reference without the topic of its unit, and for a prediction that names another one."""
    for name in UNIT_FIELDS[level]:
        given, predicted = getattr(reference, name), getattr(prediction, name)
        if given is None and name == level:
            wanted = f'a {name}, because clusters run over the documents of one at coreference_level="{level}"'
            yield InputError(("references", name), wanted=wanted, got=None)
        if predicted is not None and given is not None and predicted != given:
            hint = 'say predicted topics by the labels of clusters, and score them at coreference_level="corpus"'
            yield InputError(("predictions", name), wanted=f'"{given}", as in the references', got=predicted, hint=hint)


def reference_fingerprint(reference: NuggetDocument) -> int:
    """Return a 64-bit hash of the mentions, clusters and links of a document that does not depend on ids.

    Examples:
        >>> died, fell = Nugget([1], "Die", id="a"), Nugget([2], "Die", id="b")
        >>> renamed = [Nugget([2], "Die", id="x"), Nugget([1], "Die", id="y")]
        >>> reference_fingerprint(NuggetDocument(mentions=[died, fell], clusters=[["a", "b"]])) == (
        ...     reference_fingerprint(NuggetDocument(mentions=renamed, clusters=[["y", "x"]])))
        True
    """
    mentions, clusters, links = reference.mentions, reference.clusters or (), reference.links or ()
    forms = [
        ([*span], mention.type, mention.realis or "") for span, mention in zip(reference.spans, mentions, strict=True)
    ]
    content = sorted(forms)
    if not (clusters or links or reference.has_labels):
        return fingerprint(content)
    labelled: defaultdict[str, list[Any]] = defaultdict(list)
    for mention, form in zip(mentions, forms, strict=True):
        if mention.cluster is not None:
            labelled[mention.cluster].append(form)
    form_of = {mention.id: form for mention, form in zip(mentions, forms, strict=True)}
    members = [*labelled.values(), *([form_of.get(name) for name in cluster] for cluster in clusters)]
    return fingerprint(
        (
            content,
            sorted(sorted(cluster, key=repr) for cluster in members if len(cluster) > 1),
            sorted((link.type, form_of.get(link.source), form_of.get(link.target)) for link in links),
        )
    )
