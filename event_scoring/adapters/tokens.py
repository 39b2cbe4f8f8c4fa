"""Locate the tokens of the references by their characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.array_types import BoolArray, IntArray
from event_scoring.documents.errors import Description, InputError, counted
from event_scoring.documents.schema import Integer, ListOf, Text
from event_scoring.documents.sides import checked_column
from event_scoring.formats.flat_arrays import Ragged


@dataclass(frozen=True)
class ReferenceTokens:
    """Start and end of each token in its text, for all documents in sequence."""

    offsets: IntArray
    """The number of each document's first token, and the number of tokens at the end."""
    start: IntArray
    end: IntArray
    texts: list[str] | None
    """The text of each document, if known."""

    @property
    def documents(self) -> int:
        return len(self.offsets) - 1

    def overlapping(self, document: IntArray, start: IntArray, end: IntArray) -> tuple[IntArray, IntArray]:
        """Return the first and the last token that share a character with each stretch of text.

        Without such a token the last is the one before the first.
        """
        furthest = max((int(column.max()) for column in (self.end, end) if len(column)), default=0)
        width = furthest + 2  # so that characters of different documents never touch
        of_token = np.repeat(np.arange(self.documents), np.diff(self.offsets)) * width
        first = np.searchsorted(of_token + self.end, document * width + start, side="right")
        last = np.searchsorted(of_token + self.start, document * width + end, side="left") - 1
        return first, np.where(end > start, np.maximum(last, first - 1), first - 1)

    def at(self, document: IntArray, position: IntArray) -> tuple[IntArray, BoolArray]:
        """Return the token that has each character, and whether there is one."""
        first, last = self.overlapping(document, position, position + 1)
        return first, last >= first


def reference_tokens(tokens: object, delimiter: str = " ") -> ReferenceTokens:
    """Return the tokens of documents with their character offsets.

    Args:
        tokens: For each document its words, which make up the text when joined by ``delimiter``, or the
            [start, end) character offsets of its tokens. One document's words or offsets may come alone.
        delimiter: The separator of words.

    Examples:
        >>> found = reference_tokens([["He", "died"]])
        >>> found.start.tolist(), found.end.tolist()
        ([0, 3], [2, 7])
        >>> reference_tokens([[[0, 2], [3, 7.5]]])
        Traceback (most recent call last):
            ...
        event_scoring.InputError: tokens[0][1][1]: expected an integer character offset, got 7.5 (float)
    """
    if is_one_document(tokens):
        tokens = [tokens]
    if not isinstance(tokens, pa.Array | pa.ChunkedArray | Sequence | np.ndarray):
        tokens = list(tokens) if isinstance(tokens, Iterable) else tokens
    if _are_words(tokens):
        words = checked_column(ListOf(Text()), tokens, "tokens")
        lengths = np.asarray(pc.utf8_length(words.values)).astype(np.int64)
        offsets = words.offsets.to_numpy()
        ends = np.cumsum(lengths + len(delimiter)) - len(delimiter)
        before = np.concatenate([[0], ends + len(delimiter)])[offsets[:-1]]
        rows = np.diff(offsets)
        ends = ends - np.repeat(before, rows)
        # An empty list may mean words or offsets, so the text is unknown.
        texts = pc.binary_join(words, delimiter).to_pylist() if len(ends) else None
        return ReferenceTokens(offsets, ends - lengths, ends, texts)
    if isinstance(tokens, list | tuple):
        tokens = [list(each) if isinstance(each, np.ndarray) else each for each in tokens]
    pairs = checked_column(ListOf(ListOf(Integer("character offset"), 2)), tokens, "tokens")
    start, end = pairs_of(pairs.values).T
    reference = ReferenceTokens(pairs.offsets.to_numpy(), start, end, None)
    _check_order(reference)
    return reference


def token_offsets(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return the character offsets of words that follow each other in a text.

    Examples:
        >>> token_offsets("He died.", ["He", "died", "."])
        [(0, 2), (3, 7), (7, 8)]
        >>> token_offsets("He died.", ["He", "dies"])
        Traceback (most recent call last):
            ...
        event_scoring.InputError: words[1]: expected a word of the text after character 2, got 'dies' (str)
    """
    if not isinstance(text, str):
        raise InputError(("text",), wanted="a string", got=text)
    offsets, end = [], 0
    for number, word in enumerate(words):
        start = text.find(word, end) if isinstance(word, str) else -1
        if start < 0:
            raise InputError(("words", number), wanted=f"a word of the text after character {end}", got=word)
        end = start + len(word)
        offsets.append((start, end))
    return offsets


def token_id_rows(token_ids: object, tokens_each: IntArray) -> Ragged:
    """Return the ids of the tokens of each document, one for each token."""
    rows = Ragged.from_arrow(checked_column(ListOf(Integer("token id")), token_ids, "token_ids"))
    if len(rows.lengths) != len(tokens_each):
        wanted = f"{counted(len(tokens_each), 'list')}, one for each text"
        raise InputError(("token_ids",), wanted=wanted, got=Description(len(rows.lengths)))
    differ = np.flatnonzero(rows.lengths != tokens_each)
    if len(differ):
        row = int(differ[0])
        raise InputError(
            ("token_ids", row), wanted=f"{tokens_each[row]} ids, as tokens", got=Description(rows.lengths[row])
        )
    return rows


def pairs_of(spans: pa.ListArray) -> IntArray:
    """Return the two numbers of each list of two that is given, as rows."""
    pairs: IntArray = pc.list_flatten(spans).to_numpy(zero_copy_only=False).reshape(-1, 2)
    return pairs


def offsets_of(rows: Sequence[Sequence[object]]) -> IntArray:
    """Return the offset of each list in the concatenation of all lists."""
    return np.append(0, np.cumsum(np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))))


def is_one_document(tokens: object) -> bool:
    """Whether these are the tokens of one document, not a list of documents."""
    first = _first(tokens)
    return isinstance(first, str) or isinstance(_first(first), int | np.integer)


def _are_words(tokens: object) -> bool:
    """Whether the first token of any document is a word. An empty list counts as words."""
    if isinstance(tokens, pa.Array | pa.ChunkedArray):
        return bool(pa.types.is_list(tokens.type) and pa.types.is_string(tokens.type.value_type))
    for document in tokens if isinstance(tokens, Sequence | np.ndarray) else ():
        first = _first(document)
        if first is not None:
            return isinstance(first, str)
    return True


def _first(items: object) -> object:
    if isinstance(items, str) or not isinstance(items, Sequence | np.ndarray) or not len(items):
        return None
    return items[0]


def _check_order(tokens: ReferenceTokens) -> None:
    """Raise an `InputError` unless tokens are in text order and do not overlap."""
    document = np.repeat(np.arange(tokens.documents), np.diff(tokens.offsets))
    before = np.zeros(len(document), dtype=np.int64)
    before[1:] = np.where(document[1:] == document[:-1], tokens.end[:-1], 0)
    bad = np.flatnonzero((tokens.start < before) | (tokens.end < tokens.start))
    if len(bad):
        token = int(bad[0])
        row = int(document[token])
        got = f"[{tokens.start[token]}, {tokens.end[token]}]"
        wanted = f"[start, end) from character {before[token]} on, in text order and without overlaps"
        raise InputError(("tokens", row, token - tokens.offsets[row]), wanted=wanted, got=Description(got))
