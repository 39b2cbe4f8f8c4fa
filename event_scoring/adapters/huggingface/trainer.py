"""Make ``compute_metrics`` for the Trainer of transformers.

These modules make callables for the Trainer, with and without ``preprocess_logits_for_metrics``, and with
``batch_eval_metrics``. In several processes the Trainer gathers the outputs in the order of the dataset. Results are
flat floats. Classes that users mostly call have names in lower case, like functions.

References come from the corpus, not from labels that were cut at the maximum length of the model. A score against cut
labels would ignore every nugget that the model never saw. The result has the number of those nuggets.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from event_scoring.adapters.mentions import named_as
from event_scoring.adapters.token_labels import LabelConvention, label_table, model_labels
from event_scoring.array_types import BoolArray, IntArray
from event_scoring.documents.errors import Description, InputError, counted, shown
from event_scoring.documents.schema import Integer
from event_scoring.documents.sides import checked_column
from event_scoring.formats.flat_arrays import Ragged
from event_scoring.scoring.options import check_choice
from event_scoring.scoring.result import warn_of
from event_scoring.scoring.task import Task
from event_scoring.tasks import TASKS

IGNORED = -100
"""Label of positions without one, as in torch."""
NO_NUMBER = -2
"""Label of positions whose logits are NaN."""


@dataclass(frozen=True)
class Received:
    """Outputs of the Trainer for some rows."""

    read: Any
    labels: NDArray[Any] | None
    ids: IntArray | None

    def __len__(self) -> int:
        return len(self.read)


class Evaluated(NamedTuple):
    """The decoded rows of one evaluation, before they are scored."""

    documents: list[dict[str, Any]]
    """The documents of the system."""
    counts: dict[str, int]
    """Further numbers of the result."""
    warnings: list[str]
    """Further sentences of the result."""


class TrainerMetrics(ABC):
    """The metrics of one evaluation set.

    A call returns the numbers of the result. ``last_result`` is the whole result of the last evaluation, with details
    and signature, computed on demand. ``last_predictions`` are its documents.
    """

    def __init__(
        self, task: str, references: object, rows: int, options: Mapping[str, Any], row_ids: object = None
    ) -> None:
        check_choice("task", task, tuple(TASKS), "event_scoring.tasks.TASKS")
        self.task: Task = TASKS[task]
        self.options = dict(options)
        self.task.options.of(self.options)
        self.references = checked_column(self.task.references, references, "references")
        self.rows = rows
        self.log_details = False
        """Whether the flat result has the F1 of each type and the counts of errors."""
        self.set_name: str | None = None
        self._row_of = None if row_ids is None else _numbered(row_ids, rows)
        self._received: list[Received] = []
        self._scored: Evaluated | None = None
        self._last: dict[str, Any] | None = None

    def __call__(self, prediction: Any, compute_result: bool | None = None) -> dict[str, float]:
        """Score an ``EvalPrediction`` of the whole set, or, with ``compute_result``, of one batch after another.

        A pair of predictions and labels is accepted too.
        """
        try:
            for predictions, labels, ids in batches(*outputs_of(prediction)):
                self._received.append(Received(self.read(predictions), labels, ids))
                if (rows := sum(map(len, self._received))) > self.rows:
                    raise self.wrong_rows(rows)
            if compute_result is False:
                return {}
            received, self._received = self._received, []
        except BaseException:
            self._received = []
            raise
        return self.score(received)

    def score(self, received: list[Received]) -> dict[str, float]:
        """Return the numbers of one whole evaluation."""
        rows = sum(map(len, received))
        if rows != self.rows:
            raise self.wrong_rows(rows)
        order, _ = self.order(received)
        evaluated = self.evaluated(received, order)
        self._scored = evaluated._replace(documents=self._named(evaluated.documents))
        result = self._result(self.log_details)
        if result["warnings"]:
            warn_of(result["warnings"])
        self._last = result if self.log_details else None
        return flat_floats(result, self.log_details)

    @property
    def last_result(self) -> dict[str, Any] | None:
        """The whole result of the last evaluation, or None before the first."""
        if self._last is None and self._scored is not None:
            self._last = self._result(True)
        return self._last

    @property
    def last_predictions(self) -> list[dict[str, Any]] | None:
        """The documents of the system in the last evaluation, in the order of the references and with their ids."""
        return None if self._scored is None else self._scored.documents

    def _result(self, details: bool) -> dict[str, Any]:
        assert self._scored is not None
        scored = self._scored
        result = self.task.score_documents(scored.documents, self.references, self.options, details)
        result.update(scored.counts)
        result["warnings"] += scored.warnings
        return result

    def _named(self, documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the documents with the ids of the references, if these have ids."""
        names = self.references.field("doc_id").to_pylist()
        # Scoring refuses other lengths.
        return named_as(documents, names) if len(names) == len(documents) else documents

    def order(self, received: list[Received]) -> tuple[IntArray, int]:
        """Return the dataset row of each row, and how sure that is: 3 by its id, 0 if rows are in order."""
        if any(each.ids is None for each in received):
            return np.arange(self.rows), 0
        ids = np.concatenate([np.zeros(0, dtype=np.int64), *(each.ids for each in received if each.ids is not None)])
        row_of = self._row_of or {number: number for number in range(self.rows)}
        unknown = [number for number in ids.tolist() if number not in row_of]
        if unknown or len(set(ids.tolist())) < len(ids):
            got = unknown[0] if unknown else "one of them twice"
            raise InputError(
                ("label_ids",), wanted="the row ids that the metrics were made for, each once", got=Description(got)
            )
        return np.array([row_of[number] for number in ids.tolist()], dtype=np.int64), 3

    @abstractmethod
    def read(self, predictions: NDArray[Any]) -> NDArray[Any] | list[Any]:
        """Return the part of predictions for some rows that must be kept."""

    @abstractmethod
    def evaluated(self, received: list[Received], order: IntArray) -> Evaluated:
        """Return the predicted documents, with more numbers and warnings for the result.

        Args:
            received: The predictions of each batch as `read` returns them, and its labels.
            order: The row of the dataset that each row of the batches is.
        """

    def wrong_rows(self, got: int) -> InputError:
        """Return the error for too many or too few rows."""
        return InputError(
            ("predictions",),
            wanted=f"{counted(self.rows, 'row')}, one for each row of the evaluation set of these metrics",
            got=Description(got),
        )


class LabelMetrics(TrainerMetrics):
    """Metrics of a model that gives labels to the items of each row: to sub-tokens, or to spans."""

    shape: str
    """The shape that predictions have."""
    widths: IntArray
    """The number of columns that each row needs."""
    items: Ragged
    """The numbers of the items of each row."""
    position: IntArray
    """The column of each item in its row."""
    padding: IntArray
    """The number of padding columns before each row."""

    def prepare(
        self, labels: object, convention: LabelConvention, documents: Sequence[int] | None, threshold: float | None
    ) -> None:
        """Keep the table of the labels, the probability from which on they count, and the document of each row."""
        if threshold is not None and not 0 < threshold < 1:
            raise ValueError(f"threshold: expected a number between 0 and 1, got {shown(threshold)}")
        self.labels = model_labels(labels)
        self.table = label_table(self.labels, convention, lambda number: ("labels", number))
        self.threshold = threshold
        self.row_document = row_documents(documents, self.rows, len(self.references))
        self.padding = np.zeros(self.rows, dtype=np.int64)

    def given(
        self, batches: list[NDArray[Any]], order: IntArray, offset: int | IntArray = 0
    ) -> Iterator[tuple[IntArray, IntArray, NDArray[Any]]]:
        """Yield, for each batch, its items, the evaluation row of each item, and the item's value.

        Args:
            batches: Predictions or labels.
            order: The row of the dataset that each of their rows is.
            offset: Columns by which all items, or the items of each row, are too far right.
        """
        seen = 0
        for batch in batches:
            rows = order[seen : seen + len(batch)]
            if batch.shape[1] < (self.widths + self.padding)[rows].max(initial=0):
                raise self.wrong_shape(batch.shape[:2])
            items = self.items.take(rows)
            moved = np.broadcast_to(self.padding + offset, self.rows)[rows][items.row_index]
            column = np.clip(self.position[items.values] + moved, 0, batch.shape[1] - 1)
            yield items.values, seen + items.row_index, batch[items.row_index, column]
            seen += len(batch)

    def wrong_shape(self, shape: tuple[int, ...]) -> InputError:
        """Return the error for an array without a column for each item."""
        return InputError(("predictions",), wanted=self.shape, got=Description(f"the shape {shape}"))


def flat_floats(result: Mapping[str, Any], details: bool) -> dict[str, float]:
    """Return the numbers of a result as floats; with details also the F1 of each type and the counts of errors.

    Examples:
        >>> flat_floats({"f1": 0.5, "documents": 2, "errors": {"missed": 1}, "signature": "x"}, details=True)
        {'f1': 0.5, 'documents': 2.0, 'errors/missed': 1.0}
    """
    flat = {
        key: float(value)
        for key, value in result.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
    if details:
        for name, row in result.get("per_type", {}).items():
            flat[f"per_type/{name}_f1"] = float(row["f1"])
        for kind, count in result.get("errors", {}).items():
            flat[f"errors/{kind}"] = float(count)
    return flat


def outputs_of(prediction: Any) -> tuple[Any, Any]:
    """Return predictions and labels of an ``EvalPrediction`` or a pair."""
    if isinstance(prediction, tuple | list) and len(prediction) == 2:
        return prediction[0], prediction[1]
    if not hasattr(prediction, "predictions"):
        raise InputError(("prediction",), wanted="an EvalPrediction or a pair (predictions, labels)", got=prediction)
    return prediction.predictions, prediction.label_ids


def batches(predictions: Any, labels: Any) -> list[tuple[NDArray[Any], NDArray[Any] | None, IntArray | None]]:
    """Return predictions, labels and row ids as arrays, of the whole set or of each batch.

    Batches come with ``eval_do_concat_batches=False``. Row ids are one of several label columns
    (``label_names=["labels", "row"]``), the one with a number for each row.

    Examples:
        >>> [(len(found), labels) for found, labels, _ in batches([np.zeros((2, 3)), np.zeros((1, 4))], None)]
        [(2, None), (1, None)]
    """
    if isinstance(predictions, list) and all(hasattr(each, "shape") or isinstance(each, tuple) for each in predictions):
        others = [None] * len(predictions) if labels is None else labels
        return [part for batch in zip(predictions, others, strict=True) for part in batches(*batch)]
    columns = list(labels) if isinstance(labels, tuple) else [] if labels is None else [labels]
    arrays = [_as_array(column) for column in columns if column is not None]
    ids = [array for array in arrays if array.ndim == 1 and array.dtype.kind in "iu"] if len(arrays) > 1 else []
    others = [array for array in arrays if not any(array is each for each in ids)]
    return [(_as_array(predictions), others[0] if others else None, ids[0] if ids else None)]


def best_labels(logits: NDArray[Any]) -> NDArray[Any]:
    """Return the label ids with the largest logits; `NO_NUMBER` if a logit is NaN, which is never the largest."""
    return np.where(np.isnan(logits).any(axis=-1), NO_NUMBER, logits.argmax(axis=-1)).astype(np.int32)


def check_numbers(place: tuple[str | int, ...], labels: NDArray[Any]) -> None:
    """Raise an `InputError` if a label that counts comes from NaN. In the padding of a batch NaN is allowed."""
    if (labels == NO_NUMBER).any():
        hint = "the model has diverged: look at its loss, its learning rate and fp16"
        raise InputError(place, wanted="logits that are numbers", got=Description("nan"), hint=hint)


def _as_array(output: Any) -> NDArray[Any]:
    """Return the first output of a model as a numpy array, from an array, a tensor or a tuple of them."""
    if isinstance(output, tuple):
        output = output[0]
    if hasattr(output, "detach"):
        output = output.detach().cpu()
        # numpy has no such type
        output = (output.float() if str(output.dtype) == "torch.bfloat16" else output).numpy()
    return np.asarray(output)


def row_documents(documents: Sequence[int] | None, rows: int, count: int) -> IntArray:
    """Return the document of each row."""
    if documents is None:
        if rows != count:
            raise InputError(
                ("word_ids",),
                wanted=f"{counted(count, 'row')}, one for each document",
                got=Description(rows),
                hint="if a document has several rows, give the document of each row as "
                'documents=encoding["overflow_to_sample_mapping"]',
            )
        return np.arange(rows)
    of_row: IntArray = checked_column(Integer("document number"), documents, "documents").to_numpy().astype(np.int64)
    if len(of_row) != rows:
        raise InputError(
            ("documents",), wanted=f"{counted(rows, 'number')}, one for each row", got=Description(len(of_row))
        )
    bad = np.flatnonzero((of_row < 0) | (of_row >= count))
    if len(bad):
        raise InputError(
            ("documents", bad[0]), wanted=f"a document from 0 to {count - 1}", got=Description(of_row[bad[0]])
        )
    return of_row


def _numbered(row_ids: object, rows: int) -> dict[int, int]:
    """Return the row number of each id."""
    ids = checked_column(Integer("row id"), row_ids, "row_ids").to_pylist()
    if len(ids) != rows or len(set(ids)) != rows:
        raise InputError(("row_ids",), wanted=f"{counted(rows, 'different number')}, one for each row", got=ids)
    return {number: row for row, number in enumerate(ids)}


def above(logits: NDArray[Any], threshold: float) -> BoolArray:
    """Return a mask of logits whose sigmoid is at least the threshold, without overflow."""
    is_above: BoolArray = logits >= np.log(threshold) - np.log1p(-threshold)
    return is_above
