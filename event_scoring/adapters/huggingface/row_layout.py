"""Find the columns of words in the rows of a dataset, and check that labels have the same columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from event_scoring.adapters.huggingface.trainer import IGNORED
from event_scoring.adapters.mentions import run_starts
from event_scoring.adapters.tokens import offsets_of
from event_scoring.array_types import IntArray
from event_scoring.documents.errors import InputError, counted
from event_scoring.documents.foreign import as_list
from event_scoring.formats.flat_arrays import Ragged, row_of


def row_starts(batch: NDArray[Any]) -> IntArray:
    """Return the column of the first label of each row, 0 for a row without labels."""
    starts: IntArray = (batch != IGNORED).argmax(axis=1)
    return starts


def row_ends(batch: NDArray[Any]) -> IntArray:
    """Return the column after the last label of each row."""
    is_label = batch != IGNORED
    ends: IntArray = np.where(is_label.any(axis=1), batch.shape[1] - is_label[:, ::-1].argmax(axis=1), 0)
    return ends


def row_keys(batches: Sequence[NDArray[Any]]) -> list[bytes]:
    """Return the labels of each row from its first to its last, without padding."""
    return [
        row[start:end].tobytes()
        for batch in batches
        for row, start, end in zip(
            batch.astype(np.int32), row_starts(batch).tolist(), row_ends(batch).tolist(), strict=True
        )
    ]


def matched_rows(keys: list[bytes], known: list[bytes]) -> IntArray | None:
    """Return the row of each key, using each row once and the first one first; None if the keys differ."""
    by_key: dict[bytes, list[int]] = {}
    for row in reversed(range(len(known))):
        by_key.setdefault(known[row], []).append(row)
    order = [rows.pop() if (rows := by_key.get(key)) else -1 for key in keys]
    return None if -1 in order else np.array(order, dtype=np.int64)


class Misfits(NamedTuple):
    """The error about the positions of labels."""

    rows: IntArray
    """Rows without a label where one is needed, or with one outside."""
    padding: IntArray
    """Columns of padding before each row of the dataset."""
    moved: int
    """Number of columns by which all labels are too far right; 0 without a common shift."""


@dataclass(frozen=True)
class RowLayout:
    """The columns of words in the rows of a dataset."""

    items: Ragged
    """The numbers of the words of each row."""
    position: IntArray
    """The column of each word in its row."""
    first: IntArray
    """The column of the first word of each row, -1 where it has none."""
    widths: IntArray
    """The number of sub-tokens of each row."""

    def misfits(self, labels: list[NDArray[Any]], order: IntArray) -> Misfits:
        """Compare the columns of labels with the columns at which the words of the rows begin.

        Padding on the left moves the rows of a batch so that all of them end at its last column. Labels that were
        shifted have the same distance in all rows, independent of row lengths.

        Args:
            labels: Batches of label ids.
            order: The row of the dataset that each of their rows is.
        """
        rows, begins, ends, columns = self._labelled(labels, order)
        unmoved = np.zeros(len(order), dtype=np.int64)
        bad = self._unlabelled(labels, order, unmoved)
        if not len(bad):
            return Misfits(bad, unmoved, 0)
        is_known = (ends > 0) & (self.first[rows] >= 0)
        shift = np.where(is_known, begins - self.first[rows], 0)
        padding = unmoved.copy()
        padding[rows] = shift
        if len(self._unlabelled(labels, order, padding)):
            return Misfits(bad, padding, 0)
        shifts, lasts = np.unique(shift[is_known]), (self.widths[rows] + shift)[is_known]
        if len(shifts) == 1 and (shifts[0] < 0 or len(np.unique(lasts)) > 1):
            return Misfits(bad, padding, int(shifts[0]))
        batch = np.repeat(np.arange(len(labels)), list(map(len, labels)))[is_known]
        furthest = np.zeros(len(labels), dtype=np.int64)
        np.maximum.at(furthest, batch, lasts)
        is_padding = (shift >= 0).all() and (furthest == columns)[np.unique(batch)].all()
        return Misfits(bad[:0] if is_padding else bad, padding, 0)

    def _labelled(self, labels: list[NDArray[Any]], order: IntArray) -> tuple[IntArray, IntArray, IntArray, IntArray]:
        """Return the rows, where their labels begin and end, and the number of columns of each batch."""
        begins = np.concatenate([np.zeros(0, dtype=np.int64), *map(row_starts, labels)])
        ends = np.concatenate([np.zeros(0, dtype=np.int64), *map(row_ends, labels)])
        return order, begins, ends, np.array([batch.shape[1] for batch in labels], dtype=np.int64)

    def _unlabelled(self, labels: list[NDArray[Any]], order: IntArray, padding: IntArray) -> IntArray:
        """Return the rows that lack a label where one is needed, or have one after their end."""
        bad, seen = np.zeros(len(order), dtype=bool), 0
        for batch in labels:
            rows = order[seen : seen + len(batch)]
            ends, own = row_ends(batch), self.items.take(rows)
            row, column = own.row_index, self.position[own.values] + padding[rows][own.row_index]
            is_inside = (column >= 0) & (column < ends[row])
            is_inside[is_inside] = batch[row[is_inside], column[is_inside]] != IGNORED
            bad[rows[row[~is_inside]]] = True
            bad[rows[ends > (self.widths + padding)[rows]]] = True
            seen += len(batch)
        return np.flatnonzero(bad)


def misplaced(misfits: Misfits, has_ids: bool) -> InputError:
    """Return the error for labels outside the columns at which words begin."""
    row = int(misfits.rows[0])
    if misfits.moved:
        side = "after" if misfits.moved > 0 else "before"
        says = (
            f"every row has its labels {counted(abs(misfits.moved), 'column')} {side} the first sub-tokens of its "
            "words, which no padding explains"
        )
        return InputError(("label_ids", row), says=says, hint="give the labels of align_labels, without a shift")
    wanted = (
        f"a label at the first sub-token of each word and {IGNORED} elsewhere, in the order of word_ids or in one that "
        "the labels show"
    )
    hint = "if the Trainer changes the order of rows, give each row an id (row_ids)"
    if has_ids:
        hint = "word_ids and row_ids must be those of the rows that are evaluated"
    if misfits.padding.any() and (misfits.padding >= 0).all():
        hint += ', and pad labels on the left too where padding_side="left" pads the rows there'
    return InputError(("label_ids", row), wanted=wanted, hint=hint)


def flat_word_ids(word_ids: object) -> tuple[IntArray, list[int | None]]:
    """Return the word ids of all rows in one array, and where each row begins."""
    rows = as_list(word_ids)
    if rows is None:
        raise InputError(("word_ids",), wanted="a list of word numbers for each row", got=word_ids)
    for number, row in enumerate(rows):
        if as_list(row) is None:
            raise InputError(("word_ids", number), wanted="a list of word numbers", got=row)
    offsets = offsets_of(rows)
    flat = list(chain.from_iterable(rows))
    wrong = {kind for kind in set(map(type, flat)) if not issubclass(kind, int | np.integer | None)}
    if wrong:
        index = next(index for index, word in enumerate(flat) if type(word) in wrong)
        place = ("word_ids", *row_of(offsets, index))
        raise InputError(place, wanted="an integer word number or None", got=flat[index])
    negative = next((index for index, word in enumerate(flat) if word is not None and word < 0), None)
    if negative is not None:
        place = ("word_ids", *row_of(offsets, negative))
        raise InputError(place, wanted="a word number of at least 0, or None", got=flat[negative])
    return offsets, flat


def first_words(word_ids: Sequence[Sequence[int | None]]) -> IntArray:
    """Return the column of the first word of each row, -1 for a row without words."""
    columns = (next((column for column, word in enumerate(row) if word is not None), -1) for row in word_ids)
    return np.fromiter(columns, dtype=np.int64, count=len(word_ids))


def first_subwords(
    word_ids: Sequence[Sequence[int | None]], row_document: IntArray
) -> tuple[IntArray, IntArray, IntArray]:
    """Return row, position and number of each word of each document where it is read, in the order of rows."""
    offsets, flat = flat_word_ids(word_ids)
    words = np.array([-1 if word is None else word for word in flat], dtype=np.int64)
    rows = Ragged(offsets, words)
    row, position = rows.row_index, rows.within
    has_word = words >= 0
    row, position, words = row[has_word], position[has_word], words[has_word]
    begins = run_starts(row, words)
    low, high = (np.zeros(len(word_ids), dtype=np.int64) for _ in range(2))
    low[row[::-1]], high[row] = position[::-1], position
    context = np.minimum(position - low[row], high[row] - position)
    row, position, words, context = row[begins], position[begins], words[begins], context[begins]
    order = np.lexsort((row, -context, words, row_document[row]))
    chosen = np.sort(order[run_starts(words[order], row_document[row][order])])
    return row[chosen], position[chosen], words[chosen]
