"""``compute_metrics`` for the Trainer of transformers.

Each factory returns a callable that the Trainer takes as it is: with and without
``preprocess_logits_for_metrics``, with ``batch_eval_metrics``, and in several processes, where the Trainer gathers
the outputs of all of them in the order of the dataset. Its results are flat floats.

References are those of the corpus. Labels that were cut at the maximum length of the model are not references: a
score against them ignores every nugget that the model never saw. How many those are is part of the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from event_scoring.arrays.ragged import IntArray
from event_scoring.documents.checking import check_documents
from event_scoring.documents.errors import InputError, Words, shown
from event_scoring.documents.schema import Integer
from event_scoring.scoring.task import Task
from event_scoring.tasks import TASKS

IGNORED = -100
"""The label of positions that have none, as in torch."""


class TrainerMetrics:
    """A ``compute_metrics`` callable; `token_classification_metrics` and the other factories make them.

    After each evaluation ``last_result`` is the whole result, with details and signature; what the call returns
    are its numbers.
    """

    def __init__(self, task: str, references: object, rows: int, options: Mapping[str, Any]) -> None:
        if task not in TASKS:
            names = ", ".join(f'"{name}"' for name in TASKS)
            raise ValueError(f"task: expected one of {names}, got {shown(task)}")
        self.task: Task = TASKS[task]
        self.options = dict(options)
        self.task.options_from(self.options)
        self.references = check_documents(self.task.references, references, "references")
        self.rows = rows
        self.last_result: dict[str, Any] | None = None
        self.log_details = False
        """Whether the flat result has the F1 of each type and the counts of errors."""
        self._pieces: list[Any] = []
        self._seen = 0

    def __call__(self, prediction: Any, compute_result: bool | None = None) -> dict[str, float]:
        """Score an ``EvalPrediction``: of the whole set, or, with ``compute_result``, of one batch after another."""
        try:
            for predictions, labels in batches(prediction.predictions, prediction.label_ids):
                end = self._seen + len(predictions)
                if end > self.rows:
                    raise self._wrong_rows(end)
                self._pieces.append(self.read(predictions, labels, self._seen))
                self._seen = end
            if compute_result is False:
                return {}
            if self._seen < self.rows:
                raise self._wrong_rows(self._seen)
            documents, counts = self.documents(self._pieces)
        except BaseException:
            self._forget()
            raise
        self._forget()
        result = self.task.score_documents(documents, self.references, self.options, True)
        self.last_result = {**result, **counts}
        return flat_floats(self.last_result, self.log_details)

    def read(self, predictions: NDArray[Any], labels: NDArray[Any] | None, start: int) -> Any:
        """What is kept of the predictions for the rows from ``start`` on."""
        raise NotImplementedError

    def documents(self, pieces: list[Any]) -> tuple[list[dict[str, Any]], dict[str, int]]:
        """The documents of the system, and further numbers for the result."""
        raise NotImplementedError

    def _forget(self) -> None:
        self._pieces, self._seen = [], 0

    def _wrong_rows(self, got: int) -> InputError:
        return InputError(
            ("predictions",),
            wanted=f"{self.rows} rows, those of the set that the metrics were made for",
            got=Words(got),
        )


def flat_floats(result: Mapping[str, Any], details: bool) -> dict[str, float]:
    """The numbers of a result as floats; with details the F1 of each type and the counts of errors too.

    Examples:
        >>> flat_floats({"f1": 0.5, "documents": 2, "errors": {"missed": 1}, "signature": "x"}, details=True)
        {'f1': 0.5, 'documents': 2.0, 'errors/missed': 1.0}
    """
    flat = {key: float(value) for key, value in result.items() if _is_number(value)}
    if details:
        for name, row in result.get("per_type", {}).items():
            flat[f"per_type/{name}_f1"] = float(row["f1"])
        for kind, count in result.get("errors", {}).items():
            flat[f"errors/{kind}"] = float(count)
    return flat


def batches(predictions: Any, labels: Any) -> list[tuple[NDArray[Any], NDArray[Any] | None]]:
    """Predictions and labels as arrays: of the whole set, or of each batch (``eval_do_concat_batches=False``).

    Examples:
        >>> [(len(found), labels) for found, labels in batches([np.zeros((2, 3)), np.zeros((1, 4))], None)]
        [(2, None), (1, None)]
    """
    if isinstance(predictions, list) and all(hasattr(each, "shape") or isinstance(each, tuple) for each in predictions):
        others = [None] * len(predictions) if labels is None else labels
        return [pair for batch in zip(predictions, others, strict=True) for pair in batches(*batch)]
    return [(_as_array(predictions), None if labels is None else _as_array(labels))]


def _as_array(output: Any) -> NDArray[Any]:
    """The first output of a model as a numpy array, from an array, a tensor or a tuple of them."""
    if isinstance(output, tuple):
        output = output[0]
    if hasattr(output, "detach"):
        output = output.detach().cpu()
        # numpy has no such type
        output = (output.float() if str(output.dtype) == "torch.bfloat16" else output).numpy()
    return np.asarray(output)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def row_documents(documents: Sequence[int] | None, rows: int, count: int) -> IntArray:
    """The document of each row."""
    if documents is None:
        if rows != count:
            raise InputError(
                ("word_ids",),
                wanted=f"{count} rows, one for each document",
                got=Words(rows),
                hint="where documents make several rows, say which with "
                'documents=encoding["overflow_to_sample_mapping"]',
            )
        return np.arange(rows)
    of_row: IntArray = check_documents(Integer("document number"), documents, "documents").to_numpy().astype(np.int64)
    if len(of_row) != rows:
        raise InputError(("documents",), wanted=f"{rows} numbers, one for each row", got=Words(len(of_row)))
    bad = np.flatnonzero((of_row < 0) | (of_row >= count))
    if len(bad):
        raise InputError(("documents", bad[0]), wanted=f"a document from 0 to {count - 1}", got=Words(of_row[bad[0]]))
    return of_row
