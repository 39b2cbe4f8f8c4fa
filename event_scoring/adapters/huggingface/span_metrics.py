"""``compute_metrics`` for models that give each candidate span a label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from event_scoring.adapters.huggingface.label_checks import Nugget, compare_labels, mentions_of, nuggets_of
from event_scoring.adapters.huggingface.trainer import (
    Evaluated,
    LabelMetrics,
    Received,
    above,
    best_labels,
    check_numbers,
)
from event_scoring.adapters.mentions import nugget_documents, units_of_labels
from event_scoring.adapters.token_labels import BEGIN, OUTSIDE, LabelConvention
from event_scoring.adapters.tokens import pairs_of
from event_scoring.array_types import IntArray
from event_scoring.documents.errors import Description, InputError
from event_scoring.documents.schema import Integer, ListOf
from event_scoring.documents.sides import checked_column
from event_scoring.formats.flat_arrays import Ragged, row_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from event_scoring.adapters.option_types import NuggetsKeywords


class span_classification_metrics(LabelMetrics):  # noqa: N801
    """``compute_metrics`` for a model that gives each candidate span a label.

    Args:
        references: The nugget documents of the evaluation set.
        spans: For each row of the evaluation dataset its candidates, as [start, end) positions of words.
        labels: The labels of the model: types, and "O".
        documents: For each row its document; by default row i is document i.
        threshold: If given, a candidate has every label whose sigmoid is at least this, so one span may have two types.
            Otherwise it has the label with the largest logit.
        continuation: The end of a type that marks a further part of a nugget.
        realis_separator: The separator of type and realis, if labels have a realis.
        **options: The options of `event_scoring.score_nuggets`.

    Examples:
        >>> from types import SimpleNamespace
        >>> gold = [[{"token_ids": [0, 1], "type": "Die"}]]
        >>> metrics = span_classification_metrics(gold, [[[0, 1], [0, 2]]], ["O", "Die"])
        >>> logits = np.array([[[3.0, 1.0], [0.0, 2.0]]])
        >>> metrics(SimpleNamespace(predictions=logits, label_ids=None))["type_f1"]
        1.0
    """

    def __init__(
        self,
        references: object,
        spans: Sequence[Sequence[Sequence[int]]],
        labels: object,
        *,
        documents: Sequence[int] | None = None,
        threshold: float | None = None,
        continuation: str | None = "+",
        realis_separator: str | None = None,
        **options: Unpack[NuggetsKeywords],
    ) -> None:
        pairs = checked_column(ListOf(ListOf(Integer("token position"), 2)), spans, "spans")
        super().__init__("nuggets", references, len(pairs), options)
        self.prepare(labels, LabelConvention("raw", continuation, realis_separator), documents, threshold)
        self.shape = f"logits (rows, candidates, {len(self.labels)}) with a column for each candidate span"
        self.items = Ragged(pairs.offsets.to_numpy(), np.arange(len(pairs.values)))
        self.widths, self.position = self.items.lengths, self.items.within
        self.start, self.end = pairs_of(pairs.values).T
        bad = np.flatnonzero((self.start < 0) | (self.end <= self.start))
        if len(bad):
            place = ("spans", *row_of(self.items.offsets, bad[0]))
            raise InputError(
                place, wanted="0 <= start < end", got=Description(f"[{self.start[bad[0]]}, {self.end[bad[0]]}]")
            )

    def read(self, predictions: NDArray[Any]) -> NDArray[Any]:
        """Return the label of each candidate, or, with a threshold, a mask of its labels."""
        if predictions.ndim != 3 or predictions.shape[2] != len(self.labels):
            raise self.wrong_shape(predictions.shape[:2])
        return above(predictions, self.threshold) if self.threshold is not None else best_labels(predictions)

    def evaluated(self, received: list[Received], order: IntArray) -> Evaluated:
        """Return a nugget for each label of each candidate."""
        labels = [each.labels for each in received if each.labels is not None]
        are_ids = all(batch.ndim == 2 and batch.dtype.kind in "iu" for batch in labels)
        warnings = []
        if self.threshold is None and are_ids and len(labels) == len(received):
            warnings = self._compare_labels(labels, order)
        return Evaluated(self._documents([each.read for each in received], order), {}, warnings)

    def _compare_labels(self, labels: list[NDArray[Any]], order: IntArray) -> list[str]:
        """Raise an `InputError` for labels of other references; return warnings of differences."""
        outside = int(np.flatnonzero(self.table.place == OUTSIDE)[0]) if (self.table.place == OUTSIDE).any() else None
        if outside is None:
            return []
        for _, row, codes in self.given(labels, order):
            if len(bad := np.flatnonzero(codes >= len(self.labels))):
                known = f"a label id from 0 to {len(self.labels) - 1}"
                raise InputError(("label_ids", row[bad[0]]), wanted=known, got=Description(codes[bad[0]]))
        labelled = nuggets_of(self._documents([np.where(batch < 0, outside, batch) for batch in labels], order))
        document = self.row_document[self.items.row_index]
        columns = (column.tolist() for column in (document, self.start, self.end))
        candidates = {(row, tuple(range(start, end))) for row, start, end in zip(*columns, strict=True)}
        wanted = nuggets_of(mentions_of(self.references))
        several = Counter(nugget[:2] for nugget in wanted)  # of two types on one span a label can express one

        def comparable(nuggets: Counter[Nugget]) -> Counter[Nugget]:
            kept = {nugget for nugget in nuggets if nugget[:2] in candidates and several[nugget[:2]] < 2}
            return Counter({nugget: nuggets[nugget] for nugget in kept})

        types = {kind for kind, _ in self.table.attributes}
        hint = "references, spans and label_ids must be those of one evaluation set, and labels in the order of the ids"
        return compare_labels(comparable(labelled), comparable(wanted), types, hint)

    def _documents(self, batches: list[NDArray[Any]], order: IntArray) -> list[dict[str, Any]]:
        parts = [np.zeros((0, 2), dtype=np.int64)]
        for candidate, _, labels in self.given(batches, order):
            check_numbers(("predictions",), labels)
            number, code = np.nonzero(labels) if labels.ndim == 2 else (np.arange(len(labels)), labels)
            parts.append(np.stack([candidate[number], code], axis=1))
        candidate, codes = np.concatenate(parts).T
        document = self.row_document[self.items.row_index[candidate]]
        order = np.lexsort((codes, candidate, document))
        candidate, codes, document = candidate[order], codes[order], document[order]
        units = units_of_labels(document, self.start[candidate], self.end[candidate] - 1, codes, self.table.at(BEGIN))
        return nugget_documents(units, self.table.attributes, len(self.references))
