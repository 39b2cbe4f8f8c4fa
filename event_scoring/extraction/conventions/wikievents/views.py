"""What of an argument the scorers for WikiEvents compare: its span, its head token, its text, its cluster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.joins import look_up
from event_scoring.arrays.keys import first_of, joint_keys, row_keys
from event_scoring.arrays.ragged import (
    BoolArray,
    Columns,
    IntArray,
    count_rows,
    integers,
    list_array,
    list_offsets,
    offsets_from_lengths,
    pairs_of,
    parent_rows,
    ranges,
)
from event_scoring.arrays.vocabulary import MISSING, encode_together
from event_scoring.documents.errors import InputError, Words
from event_scoring.documents.reporting import REFUSE
from event_scoring.extraction.conventions.texts import plain_texts
from event_scoring.extraction.counting import Labels
from event_scoring.extraction.documents.columns import ExtractionColumns

ARTICLES = ("a", "an", "the")


@dataclass(frozen=True)
class Rows(Columns):
    """Arguments under the reference events for which they stand; ``start`` leaves out what a scorer cuts off."""

    event: IntArray
    document: IntArray
    span: IntArray
    label: IntArray
    cut: IntArray
    """How many tokens at its start do not count."""
    view: IntArray
    """What is compared of it, as a code."""

    def with_view(self, view: IntArray) -> Rows:
        return replace(self, view=view)

    def labels(self) -> Labels:
        return Labels(self.document, self.label)

    def bounds(self, columns: ExtractionColumns) -> tuple[IntArray, IntArray]:
        """Where each starts, without what is cut, and where it ends."""
        return columns.spans.start[self.span] + self.cut, columns.spans.end[self.span]


@dataclass(frozen=True)
class Views:
    """What is compared of the rows of some tables: a code each, and the tokens from which it was made."""

    codes: list[IntArray]
    document: list[IntArray]
    start: list[IntArray]
    end: list[IntArray]


def without_articles(columns: ExtractionColumns, rows: Rows) -> tuple[Rows, BoolArray]:
    """The rows of several tokens without an article at their start, and which had one."""
    start, end = rows.bounds(columns)
    longer = np.flatnonzero(end - start > 1)
    shortened = np.zeros(len(start), dtype=bool)
    if len(longer):
        offsets = list_offsets(columns.tokens)
        _need_tokens(columns, rows.document[longer])
        words = columns.tokens.values.take(pa.array(offsets[rows.document[longer]] + start[longer]))
        shortened[longer] = [word.lower() in ARTICLES for word in words.to_pylist()]
    return replace(rows, cut=shortened.astype(np.int64)), shortened


def viewed(columns: ExtractionColumns, tables: Sequence[Rows], unit: str) -> Views:
    """Codes that are equal where two rows show the same span, head token or text."""
    bounds = [rows.bounds(columns) for rows in tables]
    document = [rows.document for rows in tables]
    start, end = [one for one, _ in bounds], [other for _, other in bounds]
    if unit == "text":
        joined = map(_plain_words(columns, document).joined, document, start, end)
        return Views(encode_together(list(joined))[0], document, start, end)
    if unit == "head":
        start = [_heads(columns, rows.document, *bound) for rows, bound in zip(tables, bounds, strict=True)]
        end = [one + 1 for one in start]
    codes = joint_keys(*zip(document, start, end, strict=True))
    return Views(codes, document, start, end)


def head_texts(columns: ExtractionColumns, views: Views) -> Views:
    """The same with the words of the tokens in place of their positions."""
    _need_tokens(columns, np.concatenate(views.document))
    words = _Words(columns.tokens.values, list_offsets(columns.tokens), None)
    codes, _ = encode_together(list(map(words.joined, views.document, views.start, views.end)))
    return replace(views, codes=codes)


def clusters_of(columns: ExtractionColumns, views: Views, fewest: int = 1) -> list[IntArray] | None:
    """The cluster of each row whose tokens are those of a mention, `MISSING` for none; None without any clusters.

    A span in several clusters is in the last; clusters of fewer than ``fewest`` different spans are none.
    """
    lists, mentions = columns.annotated.field("clusters"), columns.annotated.field("mentions")
    if lists.null_count == len(lists):
        return None
    cluster = parent_rows(lists.values)
    document = parent_rows(lists)[cluster]
    owner = parent_rows(mentions)
    (member, name), _ = encode_together([lists.values.flatten(), mentions.values.field("id")])
    wanted, known = joint_keys([document, member], [owner, name])
    place = look_up(wanted, known)

    def nowhere(row: int) -> InputError:
        got = lists.values.flatten()[row].as_py()
        return InputError(("references", document[row], "clusters"), wanted='names of "mentions"', got=got)

    REFUSE.add(np.flatnonzero(place == MISSING), nowhere)
    pairs = pairs_of(mentions.values.field("span"))[place]
    held, *asked = joint_keys([document, *pairs.T], *zip(views.document, views.start, views.end, strict=True))
    if fewest > 1:
        several = count_rows(cluster[first_of(row_keys(cluster, held))], len(lists.values)) >= fewest
        held, cluster = held[several[cluster]], cluster[several[cluster]]
    # The last cluster of a span stands: looked up backwards it comes first.
    found = [look_up(keys, held[::-1]) for keys in asked]
    return [np.where(row == MISSING, MISSING, np.append(cluster[::-1], MISSING)[row]) for row in found]


@dataclass(frozen=True)
class _Words:
    """The words of all documents, from which texts are joined."""

    words: pa.StringArray
    offsets: IntArray
    """Where the tokens of each document begin."""
    before: IntArray | None
    """For each token how many words stand before it, where there are fewer words than tokens."""

    def joined(self, document: IntArray, start: IntArray, end: IntArray) -> pa.StringArray:
        """The words of some places with a space between; a text that is nowhere reads as nothing else does."""
        limit = self.offsets[document + 1]
        first, last = self.offsets[document] + start, self.offsets[document] + end
        nowhere = np.flatnonzero(last > limit)
        first[nowhere], last[nowhere] = limit[nowhere], limit[nowhere]
        if self.before is not None:
            first, last = self.before[first], self.before[last]
        lengths = last - first
        found = self.words.take(pa.array(ranges(first, lengths)))
        texts = pc.binary_join(list_array(lengths, found), " ")
        if not len(nowhere):
            return texts
        own: list[str | None] = [None] * len(texts)
        for row in nowhere.tolist():
            own[row] = f"\0{document[row]} {start[row]}"
        return pc.coalesce(pa.array(own, pa.string()), texts)


def _plain_words(columns: ExtractionColumns, documents: Sequence[IntArray]) -> _Words:
    """The tokens as texts are compared: each by itself, for a text is plain where its tokens are."""
    _need_tokens(columns, np.concatenate(documents))
    encoded = pc.dictionary_encode(columns.tokens.values)
    words = plain_texts(encoded.dictionary).take(encoded.indices)
    left = np.asarray(pc.not_equal(words, ""))
    return _Words(words.filter(pa.array(left)), list_offsets(columns.tokens), offsets_from_lengths(left))


def _heads(columns: ExtractionColumns, document: IntArray, start: IntArray, end: IntArray) -> IntArray:
    """The token at which the chain of heads of each first token leaves its span or ends."""
    lists = columns.annotated.field("heads")
    _check_heads(columns, lists, document)
    heads, offsets = integers(lists.values), list_offsets(lists)[document]
    token: IntArray = start.copy()
    climbing = np.flatnonzero(end - start > 1)
    steps = int((end - start).max(initial=0))
    for _ in range(steps):
        above = heads[offsets[climbing] + token[climbing]]
        inside = (above >= start[climbing]) & (above < end[climbing]) & (above != token[climbing])
        climbing = climbing[inside]
        token[climbing] = above[inside]
        if not len(climbing):
            return token
    if len(climbing):
        raise InputError(
            ("references", document[climbing[0]], "heads"), wanted="a tree", got=Words("heads that go in a circle")
        )
    return token


def _check_heads(columns: ExtractionColumns, lists: pa.ListArray, document: IntArray) -> None:
    lengths = np.diff(list_offsets(lists))
    absent = np.asarray(lists.is_null())[document]
    wanted = '"heads", the head of each token, for unit="head"'
    REFUSE.add(document[absent], lambda row: InputError(("references", row), wanted=wanted, got=Words("none")))
    tokens = np.diff(list_offsets(columns.tokens))
    known = np.asarray(columns.tokens.is_valid())
    odd = np.flatnonzero(np.asarray(lists.is_valid()) & known & (lengths != tokens))
    values, owner = integers(lists.values), parent_rows(lists)
    outside = (values < 0) | (values >= lengths[owner])

    def error(row: int) -> InputError:
        got = Words(f"{lengths[row]} from {values[owner == row].min()} to {values[owner == row].max()}")
        return InputError(
            ("references", row, "heads"), wanted=f"one token offset for each of {tokens[row]} tokens", got=got
        )

    REFUSE.add(np.concatenate([odd, owner[outside]]), error)


def _need_tokens(columns: ExtractionColumns, document: IntArray) -> None:
    absent = np.asarray(columns.tokens.is_null())[document]
    wanted = '"tokens", whose words are compared'
    REFUSE.add(document[absent], lambda row: InputError(("references", row), wanted=wanted, got=Words("none")))
