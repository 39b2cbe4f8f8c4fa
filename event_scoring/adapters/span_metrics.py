"""``compute_metrics`` for models that give each candidate span a label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from event_scoring.adapters.labels import BEGIN, OUTSIDE, LabelConvention, label_table, model_labels
from event_scoring.adapters.mentions import Units, nugget_documents
from event_scoring.adapters.trainer import TrainerMetrics, row_documents
from event_scoring.arrays.ragged import offsets_from_lengths, row_of
from event_scoring.documents.checking import check_documents
from event_scoring.documents.errors import InputError, Words, shown
from event_scoring.documents.schema import Integer, ListOf


def span_classification_metrics(
    references: object,
    spans: Sequence[Sequence[Sequence[int]]],
    labels: object,
    *,
    documents: Sequence[int] | None = None,
    threshold: float | None = None,
    continuation: str | None = "+",
    realis_separator: str | None = None,
    **options: Any,
) -> TrainerMetrics:
    """``compute_metrics`` for a model that gives each candidate span a label.

    Args:
        references: The nugget documents of the evaluation set.
        spans: For each row of the evaluation dataset its candidates, as [start, end) positions of words.
        labels: The labels of the model: types, and "O".
        documents: For each row its document; by default row i is document i.
        threshold: Where given, a candidate has every label of which the sigmoid is at least this, so that one span
            may have two types; otherwise the label with the largest logit.
        continuation: The end of a type that marks a further part of a nugget.
        realis_separator: What stands between type and realis, where labels have a realis.
        **options: The options of `event_scoring.score_nuggets`.

    Examples:
        >>> from types import SimpleNamespace
        >>> gold = [[{"token_ids": [0, 1], "type": "Die"}]]
        >>> metrics = span_classification_metrics(gold, [[[0, 1], [0, 2]]], ["O", "Die"])
        >>> logits = np.array([[[3.0, 1.0], [0.0, 2.0]]])
        >>> metrics(SimpleNamespace(predictions=logits, label_ids=None))["type_f1"]
        1.0
    """
    if threshold is not None and not 0 < threshold < 1:
        raise ValueError(f"threshold: expected a number between 0 and 1, got {shown(threshold)}")
    convention = LabelConvention("raw", continuation, realis_separator)
    return SpanClassificationMetrics(references, spans, labels, documents, threshold, convention, options)


class SpanClassificationMetrics(TrainerMetrics):
    """See `span_classification_metrics`."""

    def __init__(
        self,
        references: object,
        spans: Sequence[Sequence[Sequence[int]]],
        labels: object,
        documents: Sequence[int] | None,
        threshold: float | None,
        convention: LabelConvention,
        options: Mapping[str, Any],
    ) -> None:
        pairs = check_documents(ListOf(ListOf(Integer("token position"), 2)), spans, "spans")
        super().__init__("nuggets", references, len(pairs), options)
        self.labels = model_labels(labels)
        self.table = label_table(self.labels, convention, lambda number: ("labels", number))
        self.threshold = threshold
        self.row_document = row_documents(documents, len(pairs), len(self.references))
        self.lengths = np.diff(pairs.offsets.to_numpy()).astype(np.int64)
        self.offsets = offsets_from_lengths(self.lengths)
        self.start, self.end = pairs.values.values.to_numpy(zero_copy_only=False).reshape(-1, 2).T
        bad = np.flatnonzero((self.start < 0) | (self.end <= self.start))
        if len(bad):
            place = ("spans", *row_of(self.offsets, bad[0]))
            raise InputError(place, wanted="0 <= start < end", got=Words(f"[{self.start[bad[0]]}, {self.end[bad[0]]}]"))

    def read(self, predictions: NDArray[Any], labels: NDArray[Any] | None, start: int) -> NDArray[Any]:
        """For each candidate that has a label its number and the code of the label."""
        lengths = self.lengths[start : start + len(predictions)]
        shape = predictions.shape
        if len(shape) != 3 or shape[1] < lengths.max(initial=0) or shape[2] != len(self.labels):
            raise InputError(
                ("predictions",),
                wanted=f"logits (rows, candidates, {len(self.labels)}) with a column for each candidate span",
                got=Words(f"the shape {shape}"),
            )
        within = np.arange(lengths.sum()) - np.repeat(offsets_from_lengths(lengths)[:-1], lengths)
        logits = predictions[np.repeat(np.arange(len(lengths)), lengths), within]
        if self.threshold is None:
            found = np.stack([np.arange(len(logits)), logits.argmax(axis=-1)], axis=1)
        else:
            # sigmoid(x) >= t, without its overflow
            found = np.argwhere(logits >= np.log(self.threshold) - np.log1p(-self.threshold))
        found[:, 0] += self.offsets[start]
        return found

    def documents(self, pieces: list[NDArray[Any]]) -> tuple[list[dict[str, Any]], dict[str, int]]:
        """A nugget for each label of each candidate."""
        candidate, codes = np.concatenate([np.zeros((0, 2), dtype=np.int64), *pieces]).T
        inside = self.table.place[codes] != OUTSIDE if len(codes) else np.zeros(0, dtype=bool)
        candidate, codes = candidate[inside], codes[inside]
        document = self.row_document[np.repeat(np.arange(self.rows), self.lengths)][candidate]
        order = np.argsort(document, kind="stable")
        candidate, codes, document = candidate[order], codes[order], document[order]
        units = Units(
            document,
            self.start[candidate],
            self.end[candidate] - 1,
            np.full(len(codes), BEGIN),
            self.table.attribute[codes],
            self.table.continued[codes],
            np.full(len(codes), np.nan),
        )
        return nugget_documents(units, self.table.attributes, len(self.references)), {}
