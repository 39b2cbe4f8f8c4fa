"""From nugget documents to integer columns: what a document looks like, and one vocabulary for both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.hashes import HashArray, hash_strings, mix, mix_rows
from event_scoring.arrays.ragged import (
    BoolArray,
    IntArray,
    Ragged,
    list_offsets,
    offsets_from_lengths,
    parent_rows,
    with_fields,
)
from event_scoring.arrays.vocabulary import MISSING, canonical_attributes, encode_together, merge_words
from event_scoring.documents.errors import Finding
from event_scoring.documents.schema import Field, Integer, ListOf, Number, Record, Text, optional
from event_scoring.nuggets.clusters import Links, cluster_columns, link_remarks, name_problems, unclear_documents
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.nuggets.token_shapes import MIN_MENTIONS, suspicious_ids
from event_scoring.scoring.rows import Document, in_row

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
                Field("type", Text(("After", "Subevent")), "the relation"),
                Field("source", Text(), "a mention id"),
                Field("target", Text(), "a mention id"),
            )
        ),
        "event sequencing",
    ),
    bare="mentions",
)

UNANNOTATED = "NOT_ANNOTATED"


def nugget_remarks(prediction: Document | None, reference: Document | None) -> Iterator[Finding]:
    """What is wrong with the clusters and links of a document, be they scored or not."""
    for side, document in (("predictions", prediction), ("references", reference)):
        if document is not None:
            yield from (Finding(error) for error in name_problems(document, side))
            yield from link_remarks(document, side)


def check_named(system: pa.StructArray, reference: pa.StructArray, options: NuggetOptions) -> None:
    """Refuse clusters and links that do not say which mentions they mean, as far as the options score them."""
    # Differs from EvmEval 1.8: it takes the first cluster of a mention and leaves out ids that it does not know.
    for side, name in ((system, "predictions"), (reference, "references")):
        scored = _scored_fields(side, options)
        for row in unclear_documents(scored).tolist():
            for problem in name_problems(scored[row].as_py(), name):
                raise in_row(problem, row)


def _scored_fields(side: pa.StructArray, options: NuggetOptions) -> pa.StructArray:
    """A side without the clusters and links that no score needs."""
    unused = {"links"} if options.sequencing is False else set()
    if options.coreference is False and ("links" in unused or not len(side.field("links").values)):
        unused.add("clusters")  # links hold between clusters
        side = _without_labels(side)
    if not unused:
        return side
    return with_fields(side, {name: pa.nulls(len(side), side.field(name).type) for name in unused})


def _without_labels(side: pa.StructArray) -> pa.StructArray:
    """A side whose mentions have no labels of clusters."""
    lists = side.field("mentions")
    if lists.values.field("cluster").null_count == len(lists.values):
        return side
    mentions = with_fields(lists.values, {"cluster": pa.nulls(len(lists.values), pa.string())})
    return with_fields(side, {"mentions": pa.ListArray.from_arrays(lists.offsets, mentions)})


def nugget_oddities(system: pa.StructArray, reference: pa.StructArray) -> list[tuple[str, IntArray]]:
    """What can be scored but is probably a mistake."""
    found = []
    for side in (system, reference):
        mentions, links = side.field("mentions"), side.field("links")
        spans = mentions.values.field("token_ids")
        if not len(mentions.values):
            continue
        lengths = np.diff(spans.offsets.to_numpy())
        if not lengths.all():
            found.append(("no_tokens", parent_rows(mentions)[lengths == 0]))
        tokens = spans.values.to_numpy()
        if tokens.min(initial=0) < 0:
            found.append(("negative_tokens", parent_rows(mentions)[np.unique(parent_rows(spans)[tokens < 0])]))
        if len(links.values):
            same = pc.equal(links.values.field("source"), links.values.field("target"))
            found.append(("self_link", parent_rows(links)[np.flatnonzero(same)]))
    # The shape of a few mentions says nothing.
    if max(len(side.field("mentions").values) for side in (system, reference)) >= MIN_MENTIONS:
        found += suspicious_ids(system, reference)
    return found


@dataclass(frozen=True)
class Mentions:
    """The mentions of one side, all documents after each other."""

    offsets: IntArray
    """Where the mentions of each document start, and where the last ones end."""
    document: IntArray
    """The document of each mention."""
    position: IntArray
    """The place of each mention in its document's list."""
    spans: Ragged
    """Token ids."""
    type_code: IntArray
    realis_code: IntArray
    cluster: IntArray
    """The number of each mention's cluster; a mention that is in none has a negative number of its own."""
    label: IntArray
    """The label of each mention's cluster as a code of both sides, or `MISSING`; it may hold over documents."""

    def __len__(self) -> int:
        return len(self.document)

    def count(self, which: BoolArray) -> IntArray:
        """How many mentions of each document are among some of them."""
        before: IntArray = np.concatenate([[0], np.cumsum(which)])
        return np.diff(before[self.offsets])

    def select(self, keep: BoolArray) -> Mentions:
        names = ("document", "position", "type_code", "realis_code", "cluster", "label")
        columns = {name: getattr(self, name)[keep] for name in names}
        offsets = offsets_from_lengths(self.count(keep))
        return replace(self, **columns, offsets=offsets, spans=self.spans.select(keep))


@dataclass(frozen=True)
class NuggetColumns:
    """Both sides over shared vocabularies.

    The ``…_wildcard`` arrays say, for each code and (last) for the missing value, whether a reference
    mention that has it agrees with every system mention.
    """

    documents: int
    doc_id: pa.StringArray
    system: Mentions
    reference: Mentions
    types: list[str]
    realis: list[str]
    type_wildcard: BoolArray
    realis_wildcard: BoolArray
    realis_given: IntArray
    """For each document, how many mentions of the two sides have a realis, be their type scored or not."""
    system_links: Links
    reference_links: Links
    clusters_given: IntArray
    """For each document, how many of the two sides have clusters."""
    links_given: IntArray
    reference_hash: HashArray
    """For each document, a number that stands for its references as they were given."""


def nugget_columns(system: pa.StructArray, reference: pa.StructArray, options: NuggetOptions) -> NuggetColumns:
    """The columns of checked documents: attributes made canonical, other types removed."""
    sides = _scored_fields(system, options), _scored_fields(reference, options)
    lists = [side.field("mentions") for side in sides]
    mentions = [one.values for one in lists]
    type_codes, types = encode_together([one.field("type") for one in mentions])
    realis_codes, realis = encode_together([one.field("realis") for one in mentions])
    clusters, links = map(list, zip(*map(cluster_columns, sides), strict=True))
    labels, _ = encode_together([one.field("cluster") for one in mentions])
    offsets, documents = [*map(list_offsets, lists)], [*map(parent_rows, lists)]
    spans = [Ragged.from_arrow(one.field("token_ids")).as_sets() for one in mentions]
    both = [*map(_mentions, offsets, documents, spans, type_codes, realis_codes, clusters, labels)]
    # The references are the same ones, however they are compared and whether their clusters are scored or not.
    given_relations = (clusters[1], links[1]) if sides[1] is reference else cluster_columns(reference)
    as_given = (both[1], types, realis, *given_relations)
    realis_given = both[0].count(both[0].realis_code != MISSING) + both[1].count(both[1].realis_code != MISSING)
    if options.normalize:
        type_codes, types = merge_words(type_codes, canonical_attributes(types))
        realis_codes, realis = merge_words(realis_codes, canonical_attributes(realis))
        for place in (0, 1):
            both[place] = replace(both[place], type_code=type_codes[place], realis_code=realis_codes[place])
    if options.types is not None:
        for place, side in enumerate(both):
            keep = _of_types(side.type_code, types, options)
            both[place], links[place] = side.select(keep), links[place].select_mentions(keep)
    return NuggetColumns(
        documents=len(system),
        doc_id=pc.coalesce(reference.field("doc_id"), system.field("doc_id")),
        system=both[0],
        reference=both[1],
        types=types,
        realis=realis,
        type_wildcard=wildcards(types, options.normalize, options.unannotated),
        realis_wildcard=wildcards(realis, options.normalize, options.unannotated),
        realis_given=realis_given,
        system_links=links[0],
        reference_links=links[1],
        clusters_given=_clusters_given(sides),
        links_given=_given(sides, "links"),
        reference_hash=_reference_hash(*as_given),
    )


def _mentions(
    offsets: IntArray,
    document: IntArray,
    spans: Ragged,
    type_code: IntArray,
    realis_code: IntArray,
    cluster: IntArray,
    label: IntArray,
) -> Mentions:
    position = np.arange(len(document)) - offsets[document]
    return Mentions(offsets, document, position, spans, type_code, realis_code, cluster, label)


def _clusters_given(sides: tuple[pa.StructArray, pa.StructArray]) -> IntArray:
    """For each document, how many of the two sides have clusters, as lists or as labels."""
    given = np.zeros(len(sides[0]), dtype=np.int64)
    for side in sides:
        has = np.asarray(side.field("clusters").is_valid()).copy()
        label = side.field("mentions").values.field("cluster")
        if label.null_count < len(label):
            has[parent_rows(side.field("mentions"))[np.flatnonzero(label.is_valid())]] = True
        given += has
    return given


def _given(sides: tuple[pa.StructArray, pa.StructArray], key: str) -> IntArray:
    """For each document, how many of the two sides have an optional list, be it empty or not."""
    given: IntArray = np.add(*(side.field(key).is_valid() for side in sides), dtype=np.int64)
    return given


def _of_types(type_code: IntArray, types: list[str], options: NuggetOptions) -> BoolArray:
    wanted = set(options.types or ())
    if options.normalize:
        wanted = set(canonical_attributes(sorted(wanted)))
    return np.array([name in wanted for name in types], dtype=bool)[type_code]


def wildcards(words: list[str], normalize: bool | None, unannotated: str | None) -> BoolArray:
    """For each code and (last) for the missing value, whether such a reference agrees with everything."""
    if unannotated == "literal":
        return np.zeros(len(words) + 1, dtype=bool)
    (marker,) = canonical_attributes([UNANNOTATED]) if normalize else [UNANNOTATED]
    return np.array([*map(marker.__eq__, words), True])


def _reference_hash(
    mentions: Mentions, types: list[str], realis: list[str], cluster: IntArray, links: Links
) -> HashArray:
    """For each document, a number for its mentions and for what clusters and links say, whatever the ids are."""
    type_hash, realis_hash = hash_strings(types), hash_strings([*realis, ""])
    mention_hash = mix(mix_rows(mentions.spans), type_hash[mentions.type_code], realis_hash[mentions.realis_code])
    total = mix_rows(Ragged(mentions.offsets, mention_hash))
    member = np.flatnonzero(cluster >= 0)
    if len(member):
        _, place, sizes = np.unique(cluster[member], return_inverse=True, return_counts=True)
        whole = np.zeros(len(sizes), dtype=np.uint64)
        np.add.at(whole, place, mix(mention_hash[member]))
        several = sizes[place] > 1
        np.add.at(total, mentions.document[member[several]], mix(mention_hash[member[several]], whole[place[several]]))
    if links.kind.size:
        ends = mention_hash[links.source], mention_hash[links.target]
        np.add.at(total, mentions.document[links.source], mix(links.kind, *ends))
    return total
