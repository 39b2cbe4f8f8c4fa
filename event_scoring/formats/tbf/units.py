"""Spans in characters instead of tokens, and back, by the token tables of the documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from event_scoring.array_types import IntArray
from event_scoring.documents.errors import Description, InputError, Path
from event_scoring.formats.flat_arrays import ranges
from event_scoring.formats.tbf.token_tables import TokenNumbers, TokenTable


def to_characters(
    documents: Sequence[Mapping[str, Any]], tables: Mapping[str, TokenTable], numbers: TokenNumbers | None = None
) -> list[dict[str, Any]]:
    """Replace the tokens of documents by their characters, by the table of each document.

    ``numbers`` is the numbering with which the documents were read, if one was used.
    """

    def characters(span: IntArray, table: TokenTable, names: IntArray, path: Path) -> IntArray:
        row = {number: index for index, number in enumerate(names.tolist())}
        if lost := [token for token in span.tolist() if token not in row]:
            raise InputError(path, wanted="tokens of the table", got=Description(f"the token {lost[0]}"))
        rows = np.array([row[token] for token in span.tolist()], dtype=np.int64)
        return np.unique(ranges(table.begin[rows], np.maximum(table.end[rows] - table.begin[rows], 0)))

    return _converted(documents, tables, numbers, characters)


def to_tokens(
    documents: Sequence[Mapping[str, Any]], tables: Mapping[str, TokenTable], numbers: TokenNumbers | None = None
) -> list[dict[str, Any]]:
    """Replace the characters of documents by tokens, as `tokens_of` finds them."""

    def tokens(span: IntArray, table: TokenTable, names: IntArray, _: Path) -> IntArray:
        span = np.unique(span)
        if not len(span):
            return span
        begin = span[np.diff(span, prepend=span[0] - 2) != 1]
        end = span[np.diff(span, append=span[-1] + 2) != 1] + 1
        return names[tokens_of(begin, end, table)]

    return _converted(documents, tables, numbers, tokens)


def tokens_of(begin: IntArray, end: IntArray, table: TokenTable) -> IntArray:
    """Return the rows of the tokens that belong to stretches of characters.

    As in EvmEval's conversion from brat, a token belongs to a stretch if one of them covers the other. Crossing is not
    enough.
    """
    order = np.argsort(begin)
    begin, end = begin[order], end[order]
    furthest = np.append(np.maximum.accumulate(end), -1)  # the last tokens of the stretches up to each one, and of none
    nearest = np.append(np.minimum.accumulate(end[::-1])[::-1], np.iinfo(np.int64).max)  # of those from one on
    inside = furthest[np.searchsorted(begin, table.begin, side="right") - 1] >= table.end
    around = nearest[np.searchsorted(begin, table.begin)] <= table.end
    return np.flatnonzero(inside | around)


def _converted(
    documents: Sequence[Mapping[str, Any]],
    tables: Mapping[str, TokenTable],
    numbers: TokenNumbers | None,
    convert: Callable[[IntArray, TokenTable, IntArray, Path], IntArray],
) -> list[dict[str, Any]]:
    known = numbers or TokenNumbers()
    result = []
    for index, document in enumerate(documents):
        name = document.get("doc_id")
        table = tables.get(name) if name is not None else None
        if table is None:
            raise InputError(("documents", index, "doc_id"), wanted="a document that has a token table", got=name)
        names, mentions = known.of(table.ids), []
        for place, mention in enumerate(document["mentions"]):
            path = ("documents", index, "mentions", place, "token_ids")
            span = np.array(mention["token_ids"], dtype=np.int64)
            mentions.append({**mention, "token_ids": convert(span, table, names, path).tolist()})
        result.append({**document, "mentions": mentions})
    return result
