"""``compute_metrics`` for models that give each sub-token a label."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from event_scoring.adapters.huggingface.label_checks import (
    OTHER_ROWS,
    WrittenReferences,
    compare_labels,
    nuggets_of,
    order_of_labels,
    reference_tokens,
    written_references,
)
from event_scoring.adapters.huggingface.row_layout import (
    RowLayout,
    first_subwords,
    first_words,
    flat_word_ids,
    matched_rows,
    misplaced,
    row_keys,
)
from event_scoring.adapters.huggingface.trainer import (
    IGNORED,
    Evaluated,
    LabelMetrics,
    Received,
    above,
    best_labels,
    check_numbers,
    row_documents,
)
from event_scoring.adapters.mentions import events_from_nuggets, nugget_documents, units_of_labels
from event_scoring.adapters.token_labels import OUTSIDE, LabelConvention, LabelTable, label_table, model_labels
from event_scoring.adapters.tokens import offsets_of
from event_scoring.array_types import IntArray
from event_scoring.documents.errors import Description, InputError, counted, did_you_mean
from event_scoring.formats.flat_arrays import Ragged
from event_scoring.label_sequences import checked_labels
from event_scoring.scoring.options import check_choice
from event_scoring.statistics.precision_recall import is_far_better

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from event_scoring.adapters.option_types import DetectionKeywords, NuggetsKeywords


def align_labels(
    word_ids: Sequence[Sequence[int | None]],
    word_labels: Sequence[Sequence[str]],
    labels: object,
    documents: Sequence[int] | None = None,
) -> list[list[int]]:
    """Return the label ids of each row for training: at the first sub-token of a word, -100 elsewhere.

    Args:
        word_ids: For each row ``encoding.word_ids(row)``.
        word_labels: For each document the label of each word (`labels_from_nuggets`).
        labels: The labels of the model.
        documents: For each row its document, where documents make several rows.

    Examples:
        >>> align_labels([[None, 0, 1, 1, None]], [["O", "B-Die"]], ["O", "B-Die"])
        [[-100, 0, 1, -100, -100]]
    """
    flat_word_ids(word_ids)
    return _aligned(word_ids, checked_labels(word_labels, "word_labels"), labels, documents)


def _aligned(
    word_ids: Sequence[Sequence[int | None]],
    word_labels: Sequence[Sequence[str]],
    labels: object,
    documents: Sequence[int] | None,
) -> list[list[int]]:
    """Return the result of `align_labels` for checked word ids and labels."""
    numbers = {label: number for number, label in enumerate(model_labels(labels))}
    of_row = row_documents(documents, len(word_ids), len(word_labels)).tolist()
    rows = []
    for words, document in zip(word_ids, of_row, strict=True):
        labels_of_document = word_labels[document]
        ids, before = [], None
        for word in words:
            if word is None or word == before:
                ids.append(IGNORED)
            elif word >= len(labels_of_document):
                needed = max(word for word in words if word is not None) + 1
                wanted = f"a label for each of {counted(needed, 'word')}"
                raise InputError(("word_labels", document), wanted=wanted, got=Description(len(labels_of_document)))
            elif labels_of_document[word] in numbers:
                ids.append(numbers[labels_of_document[word]])
            else:
                place, hint = ("word_labels", document, word), did_you_mean(labels_of_document[word], numbers)
                raise InputError(place, wanted="a label of the model", got=labels_of_document[word], hint=hint)
            before = word
        rows.append(ids)
    return rows


class token_classification_metrics(LabelMetrics):  # noqa: N801
    """``compute_metrics`` for a model that gives each sub-token a label.

    A word has the label of its first sub-token, as models are trained on. If windows overlap (``stride``), each word is
    read in the window whose edges are furthest from it.

    Args:
        references: The documents of the evaluation set, whole; token ids, or spans, are positions of words.
        word_ids: For each row of the evaluation dataset ``encoding.word_ids(row)``.
        labels: The labels of the model, such as ``model.config.id2label``.
        documents: For each row its document, where long documents make several
            (``encoding["overflow_to_sample_mapping"]``).
        scheme: "prefixed" (BIO, BIOES, BILOU), "raw", or "auto".
        continuation: The end of a type that marks a further part of a nugget.
        realis_separator: The separator of type and realis, if labels have a realis.
        threshold: For models with several labels a token: a token has every type that has a label whose sigmoid is at
            least this.
        row_ids: The id of each row, by default 0, 1, …, if the dataset has a column of ids that the Trainer passes on
            (``label_names=["labels", "row"]``). Without such a column, rows in another order, as after
            ``group_by_length``, are recognised by their labels.
        task: "nuggets", or "detection" for references with events, whose triggers have no gaps.
        **options: The options of `event_scoring.score_nuggets`, or of ``score_detection``.

    It is called by ``Trainer(compute_metrics=…)``. Its result has the scores, ``truncated_references``, the number of
    references with a token that no row covers, and ``truncated_documents``.

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

    @overload
    def __init__(
        self,
        references: object,
        word_ids: Sequence[Sequence[int | None]],
        labels: object,
        *,
        documents: Sequence[int] | None = ...,
        scheme: str = ...,
        continuation: str | None = ...,
        realis_separator: str | None = ...,
        threshold: float | None = ...,
        row_ids: object = ...,
        task: Literal["nuggets"] = ...,
        **options: Unpack[NuggetsKeywords],
    ) -> None: ...

    @overload
    def __init__(
        self,
        references: object,
        word_ids: Sequence[Sequence[int | None]],
        labels: object,
        *,
        documents: Sequence[int] | None = ...,
        scheme: str = ...,
        continuation: str | None = ...,
        realis_separator: str | None = ...,
        threshold: float | None = ...,
        row_ids: object = ...,
        task: Literal["detection"],
        **options: Unpack[DetectionKeywords],
    ) -> None: ...

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
        flat_word_ids(word_ids)
        self.convention = LabelConvention(scheme, continuation if task == "nuggets" else None, realis_separator)
        super().__init__(task, references, len(word_ids), options, row_ids)
        self.prepare(labels, self.convention, documents, threshold)
        self.of_nuggets = task == "nuggets"
        # The number of each label's type and realis, without its place in the nugget; -1 for "O".
        self.kinds = np.where(self.table.place == OUTSIDE, -1, 2 * self.table.attribute + self.table.continued)
        self.word_ids = word_ids
        self.widths = np.diff(offsets_of(word_ids))
        row, self.position, self.word = first_subwords(word_ids, self.row_document)
        self.document = self.row_document[row]
        self.items = Ragged.from_lengths(np.bincount(row, minlength=self.rows), np.arange(len(row)))
        self.layout = RowLayout(self.items, self.position, first_words(word_ids), self.widths)
        of_mention, spans = reference_tokens(self.references)
        seen = {*zip(self.document.tolist(), self.word.tolist(), strict=True)}
        tokens = zip(np.repeat(of_mention, spans.lengths).tolist(), spans.values.tolist(), strict=True)
        is_seen = np.array([token in seen for token in tokens], dtype=bool)
        self.is_truncated = np.bincount(spans.row_index[~is_seen], minlength=len(of_mention)) > 0
        self.lost = {
            "truncated_references": int(self.is_truncated.sum()),
            "truncated_documents": len(np.unique(of_mention[self.is_truncated])),
        }

    def read(self, predictions: NDArray[Any]) -> NDArray[Any]:
        """Return the label ids of all sub-tokens; with a threshold those of each type, -1 for none."""
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

    def evaluated(self, received: list[Received], order: IntArray) -> Evaluated:
        """Return the labels of each word that the model saw as nuggets."""
        warnings = [*self.written.warnings]
        if all(each.labels is not None and each.labels.ndim == 2 for each in received):
            warnings += self._compare_labels(received, order)
        batches = [each.read for each in received]
        warnings += self._shifted(received, batches, order)
        nuggets = self._nuggets(self._codes(batches, order, "predictions"), self.table)
        counts = {**self.lost, "inexpressible_references": self.written.inexpressible}
        return Evaluated(nuggets if self.of_nuggets else events_from_nuggets(nuggets), counts, warnings)

    def _codes(self, batches: list[NDArray[Any]], order: IntArray, side: str) -> IntArray:
        """Return the label ids of each word, -1 for none."""
        kinds = 1 if self.threshold is None else len(np.unique(self.kinds[self.kinds >= 0]))
        codes = np.full((len(self.word), kinds), -1)
        for words, row, labels in self.given(batches, order):
            label_ids = labels.reshape(len(words), kinds)
            if self.threshold is None:
                bad = np.flatnonzero(
                    (label_ids < 0) | (label_ids >= len(self.labels)) | (label_ids != label_ids.astype(np.int64))
                )
                if len(bad):
                    check_numbers((side, row[bad[0]]), label_ids)
                    place = (side, row[bad[0]], self.position[words[bad[0]]])
                    wanted = f"a label id from 0 to {len(self.labels) - 1}"
                    raise InputError(place, wanted=wanted, got=Description(label_ids[bad[0], 0]))
            codes[words] = label_ids
        return codes

    def _nuggets(self, codes: IntArray, table: LabelTable) -> list[dict[str, Any]]:
        """Return the nuggets that the labels of words make."""
        by_word = np.lexsort((self.word, self.document))
        word, kind = np.nonzero(codes[by_word] >= 0)
        in_order = np.lexsort((word, kind, self.document[by_word][word]))
        word, kind = by_word[word[in_order]], kind[in_order]
        token = self.word[word]
        units = units_of_labels(self.document[word], token, token, codes[word, kind], table)
        return nugget_documents(units, table.attributes, len(self.references))

    def _compare_labels(self, received: list[Received], order: IntArray) -> list[str]:
        """Raise an `InputError` for labels of other references; return warnings of differences."""
        if self.threshold is not None or self._written_words is None:
            return []
        batches = [each.labels for each in received if each.labels is not None]
        codes = self._codes(batches, order, "label_ids")
        written = self._written_words
        distinct = {label: number for number, label in enumerate(dict.fromkeys(written))}
        table = label_table([*distinct], self.written.convention, lambda number: ("references",))
        expected = np.array([distinct[label] for label in written], dtype=np.int64).reshape(-1, 1)
        hint = order_of_labels(self.labels, codes[:, 0].tolist(), written)
        types = {kind for kind, _ in self.table.attributes}
        given, wanted = nuggets_of(self._nuggets(codes, self.table)), nuggets_of(self._nuggets(expected, table))
        return compare_labels(given, wanted, types, hint or OTHER_ROWS)

    def _shifted(self, received: list[Received], batches: list[NDArray[Any]], order: IntArray) -> list[str]:
        """Return a warning if predictions agree far better with the labels of words shifted by one column."""
        labels = [each.labels for each in received if each.labels is not None and each.labels.ndim == 2]
        if len(labels) == len(received) and self.threshold is None:
            expected = self._codes(labels, order, "label_ids")[:, 0]
        else:
            numbers = {label: number for number, label in enumerate(self.labels)}
            expected = np.array([numbers.get(label, -1) for label in self._written_words or ()], dtype=np.int64)
        if not len(expected):
            return []
        counts = np.where(expected >= 0, self.kinds[expected] >= 0, False)
        left = np.array([batch.shape[1] for batch in batches for _ in range(len(batch))], dtype=np.int64)
        padding = np.zeros(self.rows, dtype=np.int64)
        padding[order] = left - self.widths[order]

        def agreements(offset: int | IntArray) -> int:
            agreeing = 0
            for words, _, given in self.given(batches, order, offset):
                equal = np.atleast_2d(expected[words] == given.T).any(axis=0)
                agreeing += int((equal & counts[words]).sum())
            return agreeing

        now = agreements(0)
        if not labels and is_far_better(agreements(padding), now):
            says = 'the predictions agree with the references as rows that are padded on the left (padding_side="left")'
            raise InputError(("predictions",), says=says, hint="give the labels with them, which show the padding")
        for offset, side in ((1, "after"), (-1, "before")):
            if is_far_better(there := agreements(offset), now):
                return [
                    f"Read one column {side} their words, {there:,} predictions have the right label, and {now:,} "
                    "where they stand: have the logits been shifted?"
                ]
        return []

    def order(self, received: list[Received]) -> tuple[IntArray, int]:
        """Return the dataset row of each row: by its id, else by its labels unless they are already in order."""
        given, sure = super().order(received)
        self.padding = np.zeros(self.rows, dtype=np.int64)
        labels = [_any_label(each.labels) for each in received if each.labels is not None]
        if len(labels) < len(received):
            return given, sure
        if any(batch.ndim != 2 for batch in labels):
            raise InputError(("label_ids",), wanted="rows of labels, one a sub-token", got=Description("another shape"))
        # Rows with the same labels are interchangeable: they have the same references.
        expected = self._expected_labels
        if sure < 3 and expected is not None and (matched := matched_rows(row_keys(labels), expected)) is not None:
            return self._placed(labels, matched), 2
        misfits = self.layout.misfits(labels, given)
        if not len(misfits.rows):
            self.padding = misfits.padding
            return given, max(sure, 1)
        known = row_keys([self._batch(self.items.row_index, self.position, 0)])
        patterns = row_keys([np.where(batch == IGNORED, IGNORED, 0) for batch in labels])
        is_open = sure < 3 and not misfits.moved and len(set(known)) == len(known)
        if is_open and (matched := matched_rows(patterns, known)) is not None:
            return self._placed(labels, matched), 1
        raise misplaced(misfits, sure == 3)

    def _placed(self, labels: list[NDArray[Any]], order: IntArray) -> IntArray:
        """Return an order of rows after its padding is known, or raise an `InputError`."""
        misfits = self.layout.misfits(labels, order)
        if len(misfits.rows):
            raise misplaced(misfits, has_ids=False)
        self.padding = misfits.padding
        return order

    def _batch(self, row: IntArray, position: IntArray, labels: IntArray | int) -> NDArray[Any]:
        """Return a batch of all rows with labels at some positions."""
        batch = np.full((self.rows, int(self.widths.max(initial=0))), IGNORED)
        batch[row, position] = labels
        return batch

    @cached_property
    def written(self) -> WrittenReferences:
        """The references as labels of words."""
        lengths = np.zeros(len(self.references), dtype=np.int64)
        np.maximum.at(lengths, self.document, self.word + 1)
        several = self.threshold is not None
        return written_references(
            self.references, self.is_truncated, lengths, self.table, self.convention, several=several
        )

    @cached_property
    def _written_words(self) -> list[str] | None:
        """The label of each word that the rows cover, as written from the references."""
        labels = self.written.labels
        if labels is None:
            return None
        return [labels[row][word] for row, word in zip(self.document.tolist(), self.word.tolist(), strict=True)]

    @cached_property
    def _expected_labels(self) -> list[bytes] | None:
        """The result of `align_labels` for each row; None if labels were written in another way."""
        if self.written.labels is None:
            return None
        try:
            aligned = _aligned(self.word_ids, self.written.labels, self.labels, self.row_document.tolist())
        except InputError:
            return None
        labels = Ragged.from_lengths(self.widths, np.fromiter(chain.from_iterable(aligned), np.int64))
        return row_keys([self._batch(labels.row_index, labels.within, labels.values)])


def _any_label(batch: NDArray[Any]) -> NDArray[Any]:
    """Return one label for each sub-token from several: whether it has any."""
    return np.where((batch == IGNORED).all(axis=2), IGNORED, 0) if batch.ndim == 3 else batch
