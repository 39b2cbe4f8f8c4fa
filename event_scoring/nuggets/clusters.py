"""Coreference clusters and event links: the ids they name, checked and turned into rows of mentions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.core.errors import InputError, shown, suggestion
from event_scoring.core.ragged import BoolArray, IntArray, Ragged, list_offsets
from event_scoring.core.vocabulary import MISSING, encode_together

LINK_TYPES = ("Subevent", "After")
"""The kinds of links. Where both are scored together, the Subevent links of a document come first."""


@dataclass(frozen=True)
class Links:
    """The links of one side: what they say, from which mention, to which."""

    kind: IntArray
    """The place of the link's type in `LINK_TYPES`."""
    source: IntArray
    """A row of mentions."""
    target: IntArray

    def __len__(self) -> int:
        return len(self.kind)

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

    mention_document: IntArray
    repeated: IntArray
    cluster: IntArray
    member: IntArray
    source: IntArray
    target: IntArray


def check_clusters(side: pa.StructArray, name: str) -> None:
    """Refuse clusters and links that do not say clearly which mentions they mean.

    Raises:
        InputError: for an id that several mentions have, an id that no mention has, and a mention that
            is in two clusters.
    """
    names = _resolve(side)
    if names is None:
        return
    mentions, clusters, links = (
        _Place(side.field(key), f'["{key}"]', name) for key in ("mentions", "clusters", "links")
    )
    if len(names.repeated):
        row = int(names.repeated[0])
        ids = mentions.values.field("id")
        start = mentions.offsets[names.mention_document[row]]
        first = next(other for other in range(start, row) if ids[other] == ids[row])
        raise InputError(
            f'{mentions(row)}["id"]: expected an id of its own, since clusters or links name mentions by their ids, '
            f"got {_quoted(ids[row])}, the id of mentions[{first - start}]"
        )
    members = _Place(clusters.values, "", name)

    def member_place(member: int) -> str:
        cluster, position = members.locate(member)
        return f"{clusters(cluster)}[{position}]"

    def refuse_unknown(rows: IntArray, texts: pa.Array, documents: IntArray, place: Callable[[int], str]) -> None:
        if not (rows == MISSING).any():
            return
        index = int(np.argmax(rows == MISSING))
        document = int(documents[index])
        ids = mentions.values.field("id")[mentions.offsets[document] : mentions.offsets[document + 1]].to_pylist()
        hint = suggestion(texts[index].as_py(), [given for given in ids if given is not None])
        raise InputError(
            f"{place(index)}: expected the id of a mention of this document, got {_quoted(texts[index])}{hint}"
        )

    refuse_unknown(names.member, members.values, clusters.row_index[names.cluster], member_place)
    _refuse_intersections(names, clusters, members, member_place)
    for key, rows in (("source", names.source), ("target", names.target)):
        texts = links.values.field(key)
        refuse_unknown(rows, texts, links.row_index, links.key(key))


def cluster_columns(side: pa.StructArray) -> tuple[IntArray, Links]:
    """For each mention of a checked side the number of its cluster, and the links.

    A mention in no cluster has a negative number of its own.
    """
    cluster = -1 - np.arange(len(side.field("mentions").values))
    names = _resolve(side)
    if names is None:
        return cluster, NO_LINKS
    cluster[names.member] = names.cluster
    given = side.field("links").values.field("type")
    kind = np.asarray(pc.index_in(given, value_set=pa.array(LINK_TYPES)), dtype=np.int64)
    return cluster, Links(kind, names.source, names.target)


def given(side: pa.StructArray, key: str) -> IntArray:
    """For each document, whether it has an optional list, be it empty (1) or not (0)."""
    return np.asarray(side.field(key).is_valid()).astype(np.int64)


class _Place:
    """A list column, and where its items stand in the input."""

    def __init__(self, column: pa.ListArray, key: str, side: str) -> None:
        self.values = column.values
        self.offsets = list_offsets(column)
        self.row_index = Ragged(self.offsets, np.empty(0)).row_index
        self._key, self._side = key, side

    def locate(self, index: int) -> tuple[int, int]:
        """The row of the list that holds an item, and the item's place in it."""
        row = int(self.row_index[index])
        return row, index - int(self.offsets[row])

    def key(self, name: str) -> Callable[[int], str]:
        """Where one key of the items stands."""
        return lambda index: f'{self(index)}["{name}"]'

    def __call__(self, index: int) -> str:
        row, position = self.locate(index)
        return f"{self._side}[{row}]{self._key}[{position}]"


def _resolve(side: pa.StructArray) -> _Names | None:
    """The mentions that clusters and links name; None where nothing is named."""
    mentions, clusters, links = (side.field(key) for key in ("mentions", "clusters", "links"))
    if not len(clusters.values) and not len(links.values):
        return None
    mention_document, cluster_document, link_document = (
        Ragged(list_offsets(lists), np.empty(0)).row_index for lists in (mentions, clusters, links)
    )
    cluster = Ragged(list_offsets(clusters.values), np.empty(0)).row_index
    documents = [cluster_document[cluster], link_document, link_document]
    names_any = np.zeros(len(side), dtype=bool)
    names_any[np.concatenate(documents)] = True
    rows = np.flatnonzero(names_any[mention_document])
    ids = mentions.values.field("id").take(pa.array(rows))
    texts = [clusters.values.values, links.values.field("source"), links.values.field("target")]
    (id_code, *codes), words = encode_together([ids, *texts])
    rows, id_code = rows[id_code != MISSING], id_code[id_code != MISSING]
    keys = mention_document[rows] * len(words) + id_code
    order = np.argsort(keys, kind="stable")
    rows, keys = rows[order], keys[order]

    def find(document: IntArray, code: IntArray) -> IntArray:
        wanted = document * len(words) + code
        place = np.searchsorted(keys, wanted)
        place[place == len(keys)] = 0
        known = keys[place] == wanted if len(keys) else np.zeros(len(wanted), dtype=bool)
        result = np.full(len(wanted), MISSING)
        result[known] = rows[place[known]]
        return result

    member, source, target = (find(document, code) for document, code in zip(documents, codes, strict=True))
    repeated = np.sort(rows[1:][keys[1:] == keys[:-1]])
    return _Names(mention_document, repeated, cluster, member, source, target)


def _refuse_intersections(names: _Names, clusters: _Place, members: _Place, place: Callable[[int], str]) -> None:
    order = np.argsort(names.member, kind="stable")
    row, cluster = names.member[order], names.cluster[order]
    again = np.flatnonzero((row[1:] == row[:-1]) & (cluster[1:] != cluster[:-1]))
    if not len(again):
        return
    at = again[np.argmin(order[again + 1])]
    first, second = int(order[at]), int(order[at + 1])
    _, position = clusters.locate(int(names.cluster[first]))
    raise InputError(
        f"{place(second)}: expected a mention that is in no other cluster, got "
        f"{_quoted(members.values[second])}, which is in clusters[{position}] too"
    )


def _quoted(value: pa.Scalar) -> str:
    return shown(value.as_py()).rpartition(" (")[0]
