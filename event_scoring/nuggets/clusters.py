"""Coreference clusters and event links: the ids they name, checked and turned into rows of mentions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.ragged import BoolArray, Columns, IntArray, parent_rows
from event_scoring.arrays.remembering import remembered
from event_scoring.arrays.vocabulary import MISSING, codes_together
from event_scoring.documents.errors import InputError, Path
from event_scoring.documents.items import Items, find_named
from event_scoring.documents.link_problems import RELATIONS, LinkProblem, link_problems
from event_scoring.documents.reporting import REFUSE, Report

LINK_TYPES = tuple(RELATIONS)
"""The kinds of links. Where both are scored together, the Subevent links of a document come first."""


@dataclass(frozen=True)
class Links(Columns):
    """The links of one side: what they say, from which mention, to which."""

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


def check_clusters(side: pa.StructArray, name: str, report: Report = REFUSE) -> None:
    """Report clusters and links that do not say clearly which mentions they mean.

    These are an id that several mentions have, an id that no mention has, and a mention that is in two
    clusters.
    """
    if _names_nothing(side):
        return
    names = _resolve(side)
    mentions, clusters, links = (Items(side.field(key), name, key) for key in ("mentions", "clusters", "links"))
    members = Items(clusters.values, clusters.path)

    def add_unknown(rows: IntArray, texts: pa.Array, documents: IntArray, path: Callable[[int], Path]) -> None:
        def error(row: int) -> InputError:
            wanted = "the id of a mention of this document"
            return mentions.id_unknown(documents[row], path(row), texts[row].as_py(), wanted)

        report.add(np.flatnonzero(rows == MISSING), error)

    why = "clusters or links name mentions by their ids"
    report.add(names.repeated, lambda row: mentions.id_again(row, why))
    add_unknown(names.member, members.values, clusters.row_index[names.cluster], members.path)
    earlier = _intersections(names)

    def intersection(member: int) -> InputError:
        wanted, got = "a mention that is in no other cluster", members.values[member].as_py()
        return InputError(members.path(member), wanted=wanted, got=got, see=members.path(earlier[member]))

    report.add(list(earlier), intersection)
    for key, rows in (("source", names.source), ("target", names.target)):
        texts = links.values.field(key)
        add_unknown(rows, texts, links.row_index, links.path_of(key))


def remark_on_links(side: pa.StructArray, name: str, report: Report) -> None:
    """Report what cannot be true of the links of each document, which is scored and should not be submitted.

    The levels are those of TBF files: EvmEval's validator ignores a link within a cluster, refuses one that
    goes back the way another of its type came, and lets longer cycles and contradictions pass.
    """
    for row, (links, clusters) in enumerate(zip(side.field("links"), side.field("clusters"), strict=True)):
        if not links.is_valid or not len(links):
            continue
        triples = [(link["type"], link["source"], link["target"]) for link in links.as_py()]
        for problem in link_problems(triples, clusters.as_py() or ()):
            report.add([row], partial(_remark, name, problem), problem.level)


def _remark(name: str, problem: LinkProblem, row: int) -> InputError:
    return InputError((name, row, "links", max(problem.rows)), says=problem.message)


def cluster_columns(side: pa.StructArray) -> tuple[IntArray, Links]:
    """For each mention of a side the number of its cluster, and the links; names that mean no mention are left out.

    A mention in no cluster has a negative number of its own.
    """
    cluster = np.arange(-1, -1 - len(side.field("mentions").values), -1)
    if _names_nothing(side):
        return cluster, NO_LINKS
    names = _resolve(side)
    known = names.member != MISSING
    cluster[names.member[known]] = names.cluster[known]
    whole = (names.source != MISSING) & (names.target != MISSING)
    given = side.field("links").values.field("type")
    kind = np.asarray(pc.index_in(given, value_set=pa.array(LINK_TYPES)), dtype=np.int64)
    return cluster, Links(kind[whole], names.source[whole], names.target[whole])


def _names_nothing(side: pa.StructArray) -> bool:
    return not len(side.field("clusters").values) and not len(side.field("links").values)


@remembered
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
    found, repeated = find_named(mention_document[rows], id_code, np.concatenate(documents), wanted, words)
    found[found != MISSING] = rows[found[found != MISSING]]
    member, source, target = np.split(found, np.cumsum([len(code) for code in codes])[:-1])
    return _Names(rows[repeated], cluster, member, source, target)


def _intersections(names: _Names) -> dict[int, int]:
    """Members of clusters whose mention an earlier cluster has too, in their order, with its member there."""
    order = np.argsort(names.member, kind="stable")
    row, cluster = names.member[order], names.cluster[order]
    shared = np.flatnonzero((row[1:] == row[:-1]) & (cluster[1:] != cluster[:-1]) & (row[1:] != MISSING))
    return dict(sorted(zip(order[shared + 1].tolist(), order[shared].tolist(), strict=True)))
