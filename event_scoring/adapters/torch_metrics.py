"""Offer scores as metrics of torchmetrics, for Lightning and other training loops. This module imports torch.

Their states are sums over documents, so the counts of several processes add up to the scores of the whole corpus.
"""

from __future__ import annotations

from typing import Any, ClassVar

import torch
from torchmetrics import Metric

from event_scoring.scoring.counts import plain
from event_scoring.scoring.options import check_per_document
from event_scoring.tasks import TASKS


class EventMetric(Metric):
    """The scores of one task; `NuggetMetric`, `ExtractionMetric`, `ArgumentMetric` and `DetectionMetric` name it.

    ``update`` takes documents of both sides, ``compute`` returns a dict of floats. For details, signature and
    intervals, which need all documents at once, use the functions ``event_scoring.score_…``.
    """

    is_differentiable = False
    higher_is_better = True
    full_state_update = False
    task_name: ClassVar[str]

    def __init__(self, options: dict[str, Any] | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        task = TASKS[self.task_name]
        self.options = dict(options or {})
        self.chosen = task.options.of(self.options)
        check_per_document(self.chosen, 0)
        task.measure(self.chosen).check_summable(self.chosen)
        if self.chosen.confidence is not None:
            raise ValueError("confidence: expected None, as intervals need all documents at once")
        self.whole: dict[str, bool] = {}
        for name, column in task.count_documents([], [], self.options).parts.items():
            self.whole[name] = column.dtype.kind in "iub"
            self.add_state(
                _state(name), default=torch.zeros(column.shape[1:], dtype=torch.float64), dist_reduce_fx="sum"
            )

    def update(self, predictions: Any, references: Any) -> None:
        """Count some documents."""
        parts = TASKS[self.task_name].count_documents(predictions, references, self.options).parts
        for name, column in parts.items():
            state = getattr(self, _state(name))
            setattr(
                self, _state(name), state + torch.as_tensor(column.sum(axis=0), dtype=torch.float64).to(state.device)
            )

    def compute(self) -> dict[str, float]:
        """Return the scores of all documents counted so far."""
        sums: dict[str, Any] = {}
        for name, whole in self.whole.items():
            total = getattr(self, _state(name)).cpu().numpy()
            total = total.round().astype("int64") if whole else total
            sums[name] = total if total.ndim else total.item()
        result = TASKS[self.task_name].measure(self.chosen).result(sums, self.chosen)
        scores = {key: plain(value) for key, value in result.items()}
        return {key: float(value) for key, value in scores.items() if isinstance(value, int | float)}


class NuggetMetric(EventMetric):
    """`event_scoring.score_nuggets` as a metric."""

    task_name = "nuggets"


class DetectionMetric(EventMetric):
    """`event_scoring.score_detection` as a metric."""

    task_name = "detection"


class ExtractionMetric(EventMetric):
    """`event_scoring.score_extraction` as a metric."""

    task_name = "extraction"


class ArgumentMetric(EventMetric):
    """`event_scoring.score_arguments` as a metric."""

    task_name = "arguments"


def _state(name: str) -> str:
    """Return the attribute of a part. Parts may be named like attributes of torch modules."""
    return f"sum_{name}"
