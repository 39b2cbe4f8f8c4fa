"""``compute_metrics`` for models that give each sub-token a label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.adapters.labels import LabelConvention, label_table, model_labels
from event_scoring.adapters.mentions import events_from_nuggets, nugget_documents, units_of_labels
from event_scoring.adapters.tokens import offsets_of
from event_scoring.adapters.trainer import IGNORED, TrainerMetrics, row_documents
from event_scoring.arrays.ragged import (
    IntArray,
    Ragged,
    count_rows,
    offsets_from_lengths,
    parent_rows,
    row_of,
)
from event_scoring.documents.errors import InputError, Words
from event_scoring.scoring.options import check_choice


def token_classification_metrics(
    references: object,
    word_ids: Sequence[Sequence[int | None]],
    labels: object,
    *,
    documents: Sequence[int] | None = None,
    scheme: str = "auto",
    continuation: str | None = "+",
    realis_separator: str | None = None,
    task: str = "nuggets",
    **options: Any,
) -> TrainerMetrics:
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
        task: "nuggets", or "detection" for references with events, whose triggers have no gaps.
        **options: The options of `event_scoring.score_nuggets`, or of ``score_detection``.

    Returns:
        A callable for ``Trainer(compute_metrics=…)``. Beside the scores its result has ``truncated_references``,
        the number of references with a token that no row covers, and ``truncated_documents``.

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
    check_choice("task", task, ("nuggets", "detection"))
    convention = LabelConvention(scheme, continuation if task == "nuggets" else None, realis_separator)
    return TokenClassificationMetrics(task, references, word_ids, labels, documents, convention, options)


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
    numbers = {label: number for number, label in enumerate(model_labels(labels))}
    of_row = row_documents(documents, len(word_ids), len(word_labels)).tolist()
    rows = []
    for words, document in zip(word_ids, of_row, strict=True):
        given = word_labels[document]
        needed = max((word for word in words if word is not None), default=-1) + 1
        if len(given) < needed:
            raise InputError(
                ("word_labels", document), wanted=f"a label for each of {needed} words", got=Words(len(given))
            )
        ids, before = [], None
        for word in words:
            if word is None or word == before:
                ids.append(IGNORED)
            elif given[word] in numbers:
                ids.append(numbers[given[word]])
            else:
                place = ("word_labels", document, word)
                raise InputError(place, wanted="a label of the model", got=given[word])
            before = word
        rows.append(ids)
    return rows


class TokenClassificationMetrics(TrainerMetrics):
    """See `token_classification_metrics`."""

    def __init__(
        self,
        task: str,
        references: object,
        word_ids: Sequence[Sequence[int | None]],
        labels: object,
        documents: Sequence[int] | None,
        convention: LabelConvention,
        options: Mapping[str, Any],
    ) -> None:
        super().__init__(task, references, len(word_ids), options)
        self.labels = model_labels(labels)
        self.table = label_table(self.labels, convention, lambda number: ("labels", number))
        count = len(self.references)
        self.row_document = row_documents(documents, len(word_ids), count)
        self.row_length = np.diff(offsets_of(word_ids))
        chosen = _first_subwords(word_ids, self.row_document)
        self.row, self.position, self.word = chosen.T
        self.lost = self._lost()

    def read(self, predictions: NDArray[Any], labels: NDArray[Any] | None, start: int) -> IntArray:
        """The label codes at the first sub-words of some rows."""
        low, high = np.searchsorted(self.row, [start, start + len(predictions)])
        row, position = self.row[low:high] - start, self.position[low:high]
        width = predictions.shape[1] if predictions.ndim > 1 else 0
        if predictions.ndim not in (2, 3) or width < self.row_length[start : start + len(predictions)].max(initial=0):
            raise InputError(
                ("predictions",),
                wanted="logits (rows, tokens, labels) or label ids (rows, tokens) with a column for each sub-token",
                got=Words(f"the shape {predictions.shape}"),
            )
        if labels is not None:
            self._check_labels(labels, row, position, start)
        codes: IntArray = predictions[row, position]
        if predictions.ndim == 3:
            if predictions.shape[2] != len(self.labels):
                raise InputError(
                    ("predictions",), wanted=f"{len(self.labels)} logits a token", got=Words(predictions.shape[2])
                )
            codes = codes.argmax(axis=-1)
        bad = np.flatnonzero((codes < 0) | (codes >= len(self.labels)) | (codes != codes.astype(np.int64)))
        if len(bad):
            place = ("predictions", start + row[bad[0]], position[bad[0]])
            raise InputError(place, wanted=f"a label id from 0 to {len(self.labels) - 1}", got=Words(codes[bad[0]]))
        return codes.astype(np.int64)

    def documents(self, pieces: list[IntArray]) -> tuple[list[dict[str, Any]], dict[str, int]]:
        """One label for each word that the model saw, as nuggets."""
        codes = np.concatenate([np.zeros(0, dtype=np.int64), *pieces])
        document = self.row_document[self.row]
        order = np.lexsort((self.word, document))
        units = units_of_labels(document[order], self.word[order], codes[order], self.table)
        found = nugget_documents(units, self.table.attributes, len(self.references))
        return found if self.task.name == "nuggets" else events_from_nuggets(found), self.lost

    def _check_labels(self, labels: NDArray[Any], row: IntArray, position: IntArray, start: int) -> None:
        """The labels show when rows come in another order than that of the word ids."""
        longest = self.row_length[start : start + len(labels)].max(initial=0)
        if labels.ndim != 2 or labels.shape[1] < longest:
            raise InputError(
                ("label_ids",),
                wanted=f"rows of at least {longest} labels, one a sub-token",
                got=Words(f"the shape {labels.shape}"),
            )
        missing = np.flatnonzero(labels[row, position] == IGNORED)
        padding = np.arange(labels.shape[1]) >= self.row_length[start : start + len(labels), None]
        excess = np.argwhere(padding & (labels != IGNORED))
        if len(missing) or len(excess):
            bad, column = (row[missing[0]], position[missing[0]]) if len(missing) else excess[0]
            wanted = "a label, as a word begins there" if len(missing) else f"{IGNORED}, as the row ends before"
            raise InputError(
                ("label_ids", start + bad, column),
                wanted=wanted,
                got=Words(labels[bad, column]),
                hint="the rows must come in the order of word_ids (no grouping by length), "
                "with a label at each word's first sub-token",
            )

    def _lost(self) -> dict[str, int]:
        """How many references have a token that no row of the model covers."""
        of_mention, spans = _reference_tokens(self.references)
        document = np.repeat(of_mention, spans.lengths)
        width = max(int(column.max(initial=0)) for column in (spans.values, self.word)) + 1
        seen = np.isin(document * width + spans.values, self.row_document[self.row] * width + self.word)
        seen &= spans.values >= 0
        lost = count_rows(spans.row_index[~seen], len(of_mention)) > 0
        return {
            "truncated_references": int(lost.sum()),
            "truncated_documents": len(np.unique(of_mention[lost])),
        }


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
        raise InputError(("references", row), wanted="a span in every trigger", got=Words("none"))
    pairs = spans.flatten().to_numpy(zero_copy_only=False).reshape(-1, 2)
    lengths = pairs[:, 1] - pairs[:, 0]
    within = np.arange(lengths.sum()) - np.repeat(offsets_from_lengths(lengths)[:-1], lengths)
    return document, Ragged.from_lengths(lengths, np.repeat(pairs[:, 0], lengths) + within)


def _first_subwords(word_ids: Sequence[Sequence[int | None]], row_document: IntArray) -> IntArray:
    """Rows of (row, position, word): where each word of each document is read, in the order of rows."""
    offsets = offsets_of(word_ids)
    flat = [word for row in word_ids for word in row]
    for index, word in enumerate(flat):
        if word is not None and not isinstance(word, int | np.integer):
            place = ("word_ids", *row_of(offsets, index))
            raise InputError(place, wanted="an integer word number or None", got=word)
    words = np.array([-1 if word is None else word for word in flat], dtype=np.int64)
    row = np.repeat(np.arange(len(word_ids)), np.diff(offsets))
    position = np.arange(len(words)) - offsets[row]
    given = words >= 0
    row, position, words = row[given], position[given], words[given]
    begins = np.ones(len(words), dtype=bool)
    begins[1:] = (np.diff(row) != 0) | (np.diff(words) != 0)
    low, high = (np.zeros(len(word_ids), dtype=np.int64) for _ in range(2))
    low[row[::-1]], high[row] = position[::-1], position
    context = np.minimum(position - low[row], high[row] - position)
    row, position, words, context = row[begins], position[begins], words[begins], context[begins]
    order = np.lexsort((row, -context, words, row_document[row]))
    best = np.ones(len(order), dtype=bool)
    best[1:] = (np.diff(words[order]) != 0) | (np.diff(row_document[row][order]) != 0)
    chosen = np.sort(order[best])
    return np.stack([row[chosen], position[chosen], words[chosen]], axis=1).reshape(-1, 3)
