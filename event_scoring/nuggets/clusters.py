"""Coreference clusters and event links: the ids they name, checked and turned into rows of mentions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.keys import look_up, position_in_group, unique_inverse
from event_scoring.arrays.ragged import BoolArray, Columns, IntArray, parent_rows
from event_scoring.arrays.vocabulary import MISSING, codes_together, encode_together
from event_scoring.documents.errors import Finding, InputError, Path, did_you_mean
from event_scoring.documents.link_problems import RELATIONS, link_problems
from event_scoring.scoring.rows import Document

LINK_TYPES = tuple(RELATIONS)
"""The kinds of links. Where both are scored together, the Subevent links of a document come first."""


@dataclass(frozen=True)
class Links(Columns):
    """The links of one side: kind, from which mention, to which."""

    kind: IntArray
    """The place of the link's type in `LINK_TYPES`."""
    source: IntArray
    """A row of mentions."""
    target: IntArray

    def select_mentions(self, keep: BoolArray) -> Links:
        """The links whose two mentions are kept, over the rows of the kept mentions."""
        row = np.cumsum(keep) - 1
        stay = keep[self.source] & keep[self.target]
        return Links(self.kind[stay], row[self.source[stay]], row[self.target[stay]])


NO_LINKS = Links(*(np.empty(0, dtype=np.int64) for _ in range(3)))


@dataclass(frozen=True)
class _Names:
    """Where one side names its mentions, and the mention that has each name (`MISSING` for none).

    ``repeated`` are the mentions whose id another mention of the document has before them; ids must
    differ only in documents where something is named.
    """

    repeated: IntArray
    cluster: IntArray
    member: IntArray
    source: IntArray
    target: IntArray


def name_problems(document: Document, side: str) -> Iterator[InputError]:
    """Clusters and links of a document that do not say clearly which mentions they mean.

    These are an id that several mentions have, an id that no mention has, and a mention that is in two clusters.

    Examples:
        >>> document = {"mentions": [{"token_ids": [1], "type": "A", "id": "E1"}], "clusters": [["E1", "E2"]]}
        >>> [problem.path for problem in name_problems(document, "references")]
        [('references', 'clusters', 0, 1)]
    """
    clusters, links = document.get("clusters") or (), document.get("links") or ()
    for place, mention in enumerate(document["mentions"]):
        if clusters and mention.get("cluster") is not None:
            hint = "give the clusters of a document as lists or as labels"
            here: Path = (side, "mentions", place, "cluster")
            yield InputError(here, wanted='none beside "clusters"', got=mention["cluster"], hint=hint)
            break
    if not clusters and not links:
        return
    first: dict[str, int] = {}
    for place, mention in enumerate(document["mentions"]):
        name = mention.get("id")
        if name is not None and first.setdefault(name, place) != place:
            why = "an id of its own, because clusters or links name mentions by their ids"
            paths = [(side, "mentions", row, "id") for row in (place, first[name])]
            yield InputError(paths[0], wanted=why, got=name, see=paths[1])

    def unknown(path: Path, name: str) -> Iterator[InputError]:
        if name not in first:
            wanted = "the id of a mention of this document"
            yield InputError(path, wanted=wanted, got=name, hint=did_you_mean(name, first))

    held: dict[str, tuple[int, Path]] = {}
    for number, cluster in enumerate(clusters):
        for place, name in enumerate(cluster):
            path = (side, "clusters", number, place)
            yield from unknown(path, name)
            other, see = held.setdefault(name, (number, path))
            if other != number and name in first:
                yield InputError(path, wanted="a mention that is in no other cluster", got=name, see=see)
    for number, link in enumerate(links):
        for end in ("source", "target"):
            yield from unknown((side, "links", number, end), link[end])


def link_remarks(document: Document, side: str) -> Iterator[Finding]:
    """What cannot be true of the links of a document, which is scored and should not be submitted.

    The levels are those of TBF files: EvmEval's validator ignores a link within a cluster, refuses one that
    goes back the way another of its type came, and lets longer cycles and contradictions pass.
    """
    links = [(link["type"], link["source"], link["target"]) for link in document.get("links") or ()]
    for problem in link_problems(links, document.get("clusters") or ()):
        yield Finding(InputError((side, "links", max(problem.rows)), says=problem.message), problem.level)


def unclear_documents(side: pa.StructArray) -> IntArray:
    """The rows of the documents that have `name_problems`."""
    if _has_no_names(side):
        return np.empty(0, dtype=np.int64)
    names = _resolve(side)
    mentions, clusters, links = (parent_rows(side.field(key)) for key in ("mentions", "clusters", "links"))
    order = np.lexsort((names.cluster, names.member))
    member, cluster = names.member[order], names.cluster[order]
    again = np.flatnonzero((member[1:] == member[:-1]) & (cluster[1:] != cluster[:-1]) & (member[1:] != MISSING))
    labelled = np.flatnonzero(side.field("mentions").values.field("cluster").is_valid())
    found = [
        np.intersect1d(mentions[labelled], clusters),
        mentions[names.repeated],
        clusters[names.cluster[names.member == MISSING]],
        clusters[cluster[again]],
        links[(names.source == MISSING) | (names.target == MISSING)],
    ]
    return np.unique(np.concatenate(found))


def cluster_columns(side: pa.StructArray) -> tuple[IntArray, Links]:
    """For each mention of a side the number of its cluster, and the links; names that mean no mention are left out.

    A mention in no cluster has a negative number of its own.
    """
    mentions = side.field("mentions")
    cluster = np.arange(-1, -1 - len(mentions.values), -1)
    label = mentions.values.field("cluster")
    if label.null_count < len(label):
        (code,), words = encode_together([label])
        labelled = np.flatnonzero(code != MISSING)
        _, number = unique_inverse(parent_rows(mentions)[labelled] * max(len(words), 1) + code[labelled])
        cluster[labelled] = number + len(side.field("clusters").values)  # behind those of the lists
    if _has_no_names(side):
        return cluster, NO_LINKS
    names = _resolve(side)
    known = names.member != MISSING
    cluster[names.member[known]] = names.cluster[known]
    whole = (names.source != MISSING) & (names.target != MISSING)
    given = side.field("links").values.field("type")
    kind = np.asarray(pc.index_in(given, value_set=pa.array(LINK_TYPES)), dtype=np.int64)
    return cluster, Links(kind[whole], names.source[whole], names.target[whole])


def _has_no_names(side: pa.StructArray) -> bool:
    return not len(side.field("clusters").values) and not len(side.field("links").values)


def _resolve(side: pa.StructArray) -> _Names:
    """The mentions that clusters and links name."""
    mentions, clusters, links = map(side.field, ("mentions", "clusters", "links"))
    mention_document, cluster_document, link_document = (parent_rows(lists) for lists in (mentions, clusters, links))
    cluster = parent_rows(clusters.values)
    documents = [cluster_document[cluster], link_document, link_document]
    names_any = np.zeros(len(side), dtype=bool)
    names_any[np.concatenate(documents)] = True
    rows = np.flatnonzero(names_any[mention_document])
    ids = mentions.values.field("id").take(pa.array(rows))
    texts = [clusters.values.values, links.values.field("source"), links.values.field("target")]
    id_code, *codes = codes_together([ids, *texts])
    wanted = np.concatenate(codes)
    words = 1 + max(int(id_code.max(initial=MISSING)), int(wanted.max(initial=MISSING)))
    found, repeated = _find_named(mention_document[rows], id_code, np.concatenate(documents), wanted, words)
    found[found != MISSING] = rows[found[found != MISSING]]
    member, source, target = np.split(found, np.cumsum([len(code) for code in codes])[:-1])
    return _Names(rows[repeated], cluster, member, source, target)


def _find_named(
    group: IntArray, code: IntArray, wanted_group: IntArray, wanted_code: IntArray, words: int
) -> tuple[IntArray, IntArray]:
    """The rows that names mean, where rows of one group (document) may be named by their codes.

    Returns the first row of that name for each used name, `MISSING` where there is none; and the rows whose name an
    earlier row of the group has. Groups rise, and codes are below ``words``, or `MISSING`.

    Examples:
        >>> zero = np.zeros(3, dtype=np.int64)
        >>> rows, repeated = _find_named(zero, np.array([5, 7, 5]), zero, np.array([7, 5, 6]), 8)
        >>> rows.tolist(), repeated.tolist()
        ([1, 0, -1], [2])
    """
    rows = np.flatnonzero(code != MISSING)
    keys = group[rows] * words + code[rows]
    found = look_up(wanted_group * words + wanted_code, keys)
    return np.append(rows, MISSING)[found], rows[position_in_group(keys) > 0]
