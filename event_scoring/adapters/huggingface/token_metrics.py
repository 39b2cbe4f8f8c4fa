"""``compute_metrics`` for models that give each sub-token a label."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.adapters.huggingface.trainer import (
    IGNORED,
    LabelMetrics,
    Received,
    above,
    best_labels,
    check_numbers,
    row_documents,
)
from event_scoring.adapters.labels import BEGIN, END, OUTSIDE, SINGLE, LabelConvention, model_labels
from event_scoring.adapters.mentions import (
    events_from_nuggets,
    nugget_documents,
    units_of_labels,
    written_labels,
)
from event_scoring.adapters.tokens import offsets_of
from event_scoring.arrays.keys import are_rows_of, run_starts
from event_scoring.arrays.ragged import (
    IntArray,
    Ragged,
    count_rows,
    pairs_of,
    parent_rows,
    ranges,
    row_of,
)
from event_scoring.documents.errors import Description, InputError, counted, did_you_mean
from event_scoring.documents.foreign import as_list
from event_scoring.documents.sides import without_collecting
from event_scoring.label_sequences import checked_labels
from event_scoring.scoring.options import check_choice


def align_labels(
    word_ids: Sequence[Sequence[int | None]],
    word_labels: Sequence[Sequence[str]],
    labels: object,
    documents: Sequence[int] | None = None,
) -> list[list[int]]:
    """The label ids of each row for training: at the first sub-token of a word, -100 elsewhere.

    Args:
        word_ids: For each row ``encoding.word_ids(row)``.
        word_labels: For each document the label of each word (`labels_from_nuggets`).
        labels: The labels of the model.
        documents: For each row its document, where documents make several rows.

    Examples:
        >>> align_labels([[None, 0, 1, 1, None]], [["O", "B-Die"]], ["O", "B-Die"])
        [[-100, 0, 1, -100, -100]]
    """
    _flat_word_ids(word_ids)
    return _aligned(word_ids, checked_labels(word_labels, "word_labels").to_pylist(), labels, documents)


def _aligned(
    word_ids: Sequence[Sequence[int | None]],
    word_labels: Sequence[Sequence[str]],
    labels: object,
    documents: Sequence[int] | None,
) -> list[list[int]]:
    """What `align_labels` gives for word ids and labels that are known to be such."""
    numbers = {label: number for number, label in enumerate(model_labels(labels))}
    of_row = row_documents(documents, len(word_ids), len(word_labels)).tolist()
    rows = []
    for words, document in zip(word_ids, of_row, strict=True):
        given = word_labels[document]
        ids, before = [], None
        for word in words:
            if word is None or word == before:
                ids.append(IGNORED)
            elif word >= len(given):
                needed = max(word for word in words if word is not None) + 1
                wanted = f"a label for each of {counted(needed, 'word')}"
                raise InputError(("word_labels", document), wanted=wanted, got=Description(len(given)))
            elif given[word] in numbers:
                ids.append(numbers[given[word]])
            else:
                place, hint = ("word_labels", document, word), did_you_mean(given[word], numbers)
                raise InputError(place, wanted="a label of the model", got=given[word], hint=hint)
            before = word
        rows.append(ids)
    return rows


class token_classification_metrics(LabelMetrics):  # noqa: N801
    """``compute_metrics`` for a model that gives each sub-token a label.

    A word has the label of its first sub-token, as models are trained on. Where windows overlap
    (``stride``), each word is read where it stands furthest from the edges of a window.

    Args:
        references: The documents of the evaluation set, whole; token ids, or spans, are positions of words.
        word_ids: For each row of the evaluation dataset ``encoding.word_ids(row)``.
        labels: The labels of the model, such as ``model.config.id2label``.
        documents: For each row its document, where long documents make several
            (``encoding["overflow_to_sample_mapping"]``).
        scheme: "prefixed" (BIO, BIOES, BILOU), "raw", or "auto".
        continuation: The end of a type that marks a further part of a nugget.
        realis_separator: What stands between type and realis, where labels have a realis.
        threshold: For models with several labels a token: a token has every type of which the sigmoid of a label is at
            least this.
        row_ids: The id of each row, by default 0, 1, …, where the dataset has them as a column of its own that the
            Trainer hands on (``label_names=["labels", "row"]``). Without such a column rows in another order, as after
            ``group_by_length``, are recognised by their labels.
        task: "nuggets", or "detection" for references with events, whose triggers have no gaps.
        **options: The options of `event_scoring.score_nuggets`, or of ``score_detection``.

    It is called by ``Trainer(compute_metrics=…)``. Beside the scores its result has ``truncated_references``, the
    number of references with a token that no row covers, and ``truncated_documents``.

    Examples:
        The model saw only the first of two words; the reference on the second counts all the same.

        >>> from types import SimpleNamespace
        >>> gold = [[{"token_ids": [0], "type": "Die"}, {"token_ids": [1], "type": "Die"}]]
        >>> metrics = token_classification_metrics(gold, [[None, 0, 0, None]], ["O", "B-Die"])
        >>> labels = np.array([[-100, 1, -100, -100]])
        >>> result = metrics(SimpleNamespace(predictions=np.array([[0, 1, 0, 0]]), label_ids=labels))
        >>> result["type_recall"], result["type_precision"], result["truncated_references"]
        (0.5, 1.0, 1.0)
    """

    shape = "logits (rows, tokens, labels) or label ids (rows, tokens) with a column for each sub-token"

    def __init__(
        self,
        references: object,
        word_ids: Sequence[Sequence[int | None]],
        labels: object,
        *,
        documents: Sequence[int] | None = None,
        scheme: str = "auto",
        continuation: str | None = "+",
        realis_separator: str | None = None,
        threshold: float | None = None,
        row_ids: object = None,
        task: str = "nuggets",
        **options: Any,
    ) -> None:
        check_choice("task", task, ("nuggets", "detection"))
        self.convention = LabelConvention(scheme, continuation if task == "nuggets" else None, realis_separator)
        super().__init__(task, references, len(word_ids), options, row_ids)
        self.prepare(labels, self.convention, documents, threshold)
        self.of_nuggets = task == "nuggets"
        # For each label the number of what it says beside its place in the nugget; -1 for "O".
        self.kinds = np.where(self.table.place == OUTSIDE, -1, 2 * self.table.attribute + self.table.continued)
        self.word_ids = word_ids
        self.widths = np.diff(offsets_of(word_ids))
        row, self.position, self.word = _first_subwords(word_ids, self.row_document)
        self.document = self.row_document[row]
        self.items = Ragged.from_lengths(count_rows(row, self.rows), np.arange(len(row)))
        self.lost = self._lost()

    def read(self, predictions: NDArray[Any]) -> NDArray[Any]:
        """The label ids of all sub-tokens; with a threshold that of each type, -1 for none."""
        if predictions.ndim not in (2, 3) or (self.threshold is not None and predictions.ndim == 2):
            raise self.wrong_shape(predictions.shape)
        if predictions.ndim == 2:
            return predictions
        if predictions.shape[2] != len(self.labels):
            raise InputError(
                ("predictions",),
                wanted=f"{counted(len(self.labels), 'logit')} a token",
                got=Description(predictions.shape[2]),
            )
        if self.threshold is None:
            return best_labels(predictions)
        columns = []
        for kind in np.unique(self.kinds[self.kinds >= 0]):
            codes = np.flatnonzero(self.kinds == kind)
            logits = predictions[:, :, codes]
            columns.append(np.where(above(logits.max(axis=-1), self.threshold), codes[logits.argmax(axis=-1)], -1))
        return np.stack(columns, axis=-1).astype(np.int32)

    def documents(self, batches: list[NDArray[Any]], order: IntArray) -> tuple[list[dict[str, Any]], dict[str, int]]:
        """The labels of each word that the model saw, as nuggets."""
        kinds = 1 if self.threshold is None else len(np.unique(self.kinds[self.kinds >= 0]))
        codes = np.full((len(self.word), kinds), -1)
        for words, row, labels in self.given(batches, order):
            found = labels.reshape(len(words), kinds)
            if self.threshold is None:
                bad = np.flatnonzero((found < 0) | (found >= len(self.labels)) | (found != found.astype(np.int64)))
                if len(bad):
                    check_numbers(("predictions", row[bad[0]]), found)
                    place = ("predictions", row[bad[0]], self.position[words[bad[0]]])
                    wanted = f"a label id from 0 to {len(self.labels) - 1}"
                    raise InputError(place, wanted=wanted, got=Description(found[bad[0], 0]))
            codes[words] = found
        by_word = np.lexsort((self.word, self.document))
        word, kind = np.nonzero(codes[by_word] >= 0)
        in_order = np.lexsort((word, kind, self.document[by_word][word]))
        word, kind = by_word[word[in_order]], kind[in_order]
        token = self.word[word]
        units = units_of_labels(self.document[word], token, token, codes[word, kind], self.table)
        found_nuggets = nugget_documents(units, self.table.attributes, len(self.references))
        return (found_nuggets if self.of_nuggets else events_from_nuggets(found_nuggets)), self.lost

    def order(self, received: list[Received]) -> tuple[IntArray, int]:
        """Which row each row is: by its id; else by its labels, if they are not in the given order."""
        given, sure = super().order(received)
        labels = [each.labels for each in received if each.labels is not None]
        if sure == 3 or len(labels) < len(received):
            return given, sure
        if any(batch.ndim != 2 for batch in labels):
            raise InputError(("label_ids",), wanted="rows of labels, one a sub-token", got=Description("another shape"))
        # Rows with the same labels may stand for each other: they have the same references.
        expected = self._expected_labels
        if expected is not None and (matched := _matched(_keys(labels), expected)) is not None:
            return matched, 2
        misfits = self._misfits(labels)
        if not len(misfits):
            return given, 1
        known = _keys([self._batch(self.items.row_index, self.position, 0)])
        patterns = _keys([np.where(batch == IGNORED, IGNORED, 0) for batch in labels])
        if len(set(known)) == len(known) and (matched := _matched(patterns, known)) is not None:
            return matched, 1
        raise InputError(
            ("label_ids", misfits[0]),
            wanted=f"a label at the first sub-token of each word and {IGNORED} elsewhere, in the order of word_ids or "
            "in one that the labels show",
            hint="give each row an id (row_ids) where the Trainer changes their order",
        )

    def _misfits(self, labels: list[NDArray[Any]]) -> IntArray:
        """The rows, in the given order, that lack a label where one is needed, or have one after their end."""
        bad, seen = np.zeros(self.rows, dtype=bool), 0
        for batch in labels:
            rows = np.arange(seen, seen + len(batch))
            ends = _ends(batch)
            items = self.items.take(rows)
            row, position = items.row_index, self.position[items.values]
            inside = position < ends[row]
            inside[inside] = batch[row[inside], position[inside]] != IGNORED
            bad[rows[row[~inside]]] = True
            bad[rows[ends > self.widths[rows]]] = True
            seen += len(batch)
        return np.flatnonzero(bad)

    def _batch(self, row: IntArray, position: IntArray, labels: IntArray | int) -> NDArray[Any]:
        """A batch of all rows with labels at some positions."""
        batch = np.full((self.rows, int(self.widths.max(initial=0))), IGNORED)
        batch[row, position] = labels
        return batch

    @cached_property
    def _expected_labels(self) -> list[bytes] | None:
        """What `align_labels` writes for each row; None where these labels are not written in that way."""
        if not self.of_nuggets:
            return None
        places = set(self.table.place.tolist())
        prefixed = bool(places & {BEGIN, END, SINGLE})
        scheme = "bioes" if places & {END, SINGLE} else "bio" if prefixed else "raw"
        lengths = np.zeros(len(self.references), dtype=np.int64)
        np.maximum.at(lengths, self.document, self.word + 1)
        of_mention, spans = _reference_tokens(self.references)
        np.maximum.at(lengths, np.repeat(of_mention, spans.lengths), spans.values + 1)
        convention = self.convention.continuation, self.convention.realis_separator
        try:
            with without_collecting():
                written = written_labels(self.references.to_pylist(), lengths.tolist(), scheme, *convention)
                aligned = _aligned(self.word_ids, written, self.labels, self.row_document.tolist())
        except InputError:
            return None
        labels = Ragged.from_lengths(self.widths, np.fromiter(chain.from_iterable(aligned), np.int64))
        return _keys([self._batch(labels.row_index, labels.within, labels.values)])

    def _lost(self) -> dict[str, int]:
        """How many references have a token that no row of the model covers."""
        of_mention, spans = _reference_tokens(self.references)
        document = np.repeat(of_mention, spans.lengths)
        seen = are_rows_of([document, spans.values], [self.document, self.word])
        lost = count_rows(spans.row_index[~seen], len(of_mention)) > 0
        return {
            "truncated_references": int(lost.sum()),
            "truncated_documents": len(np.unique(of_mention[lost])),
        }


def _keys(batches: Sequence[NDArray[Any]]) -> list[bytes]:
    """The labels of each row of some batches, without its padding."""
    return [
        row[:end].tobytes()
        for batch in batches
        for row, end in zip(batch.astype(np.int32), _ends(batch).tolist(), strict=True)
    ]


def _ends(batch: NDArray[Any]) -> IntArray:
    """Where the padding of each row begins."""
    given = batch != IGNORED
    ends: IntArray = np.where(given.any(axis=1), batch.shape[1] - given[:, ::-1].argmax(axis=1), 0)
    return ends


def _matched(keys: list[bytes], known: list[bytes]) -> IntArray | None:
    """For each key the row that has it, each row once and the first first; None where they are not the same keys."""
    by_key: dict[bytes, list[int]] = {}
    for row in reversed(range(len(known))):
        by_key.setdefault(known[row], []).append(row)
    order = [rows.pop() if (rows := by_key.get(key)) else -1 for key in keys]
    return None if -1 in order else np.array(order, dtype=np.int64)


def _reference_tokens(references: pa.StructArray) -> tuple[IntArray, Ragged]:
    """The document of each reference nugget or trigger, and its tokens."""
    of_events = "events" in [field.name for field in references.type]
    lists = references.field("events" if of_events else "mentions")
    document = parent_rows(lists)
    if not of_events:
        return document, Ragged.from_arrow(lists.values.field("token_ids"))
    spans = lists.values.field("trigger").field("span")
    if spans.null_count:
        row = document[int(np.flatnonzero(np.asarray(spans.is_null()))[0])]
        raise InputError(("references", row), wanted="a span in every trigger", got=Description("none"))
    pairs = pairs_of(spans)
    lengths = pairs[:, 1] - pairs[:, 0]
    return document, Ragged.from_lengths(lengths, ranges(pairs[:, 0], lengths))


def _flat_word_ids(word_ids: object) -> tuple[IntArray, list[int | None]]:
    """Where the word ids of each row begin, and all of them after each other."""
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


def _first_subwords(
    word_ids: Sequence[Sequence[int | None]], row_document: IntArray
) -> tuple[IntArray, IntArray, IntArray]:
    """Row, position and number of each word of each document: where it is read, in the order of rows."""
    offsets, flat = _flat_word_ids(word_ids)
    words = np.array([-1 if word is None else word for word in flat], dtype=np.int64)
    rows = Ragged(offsets, words)
    row, position = rows.row_index, rows.within
    given = words >= 0
    row, position, words = row[given], position[given], words[given]
    begins = run_starts(row, words)
    low, high = (np.zeros(len(word_ids), dtype=np.int64) for _ in range(2))
    low[row[::-1]], high[row] = position[::-1], position
    context = np.minimum(position - low[row], high[row] - position)
    row, position, words, context = row[begins], position[begins], words[begins], context[begins]
    order = np.lexsort((row, -context, words, row_document[row]))
    chosen = np.sort(order[run_starts(words[order], row_document[row][order])])
    return row[chosen], position[chosen], words[chosen]
