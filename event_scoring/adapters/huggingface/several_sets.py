"""``compute_metrics`` for several evaluation sets."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from event_scoring.adapters.huggingface.trainer import Received, TrainerMetrics, batches, outputs_of
from event_scoring.documents.errors import Description, InputError, counted


class metrics_of_sets:  # noqa: N801
    """``compute_metrics`` for ``Trainer(eval_dataset={"dev": …, "test": …})``, from the metrics of each set.

    The number of rows and their labels identify the set of an evaluation. If two sets look alike, a column of row ids
    does (``row_ids`` of `token_classification_metrics`).
    """

    def __init__(self, sets: Mapping[str, TrainerMetrics]) -> None:
        if not sets:
            raise ValueError("sets: expected metrics for at least one evaluation set, got none")
        self.sets = dict(sets)
        for name, metrics in self.sets.items():
            metrics.set_name = name
        self.last = next(iter(self.sets.values()))
        self._received: list[Received] = []

    def __call__(self, prediction: Any, compute_result: bool | None = None) -> dict[str, float]:
        """Return the scores of the set that the rows belong to."""
        try:
            for predictions, labels, ids in batches(*outputs_of(prediction)):
                self._received.append(Received(self.last.read(predictions), labels, ids))
        except BaseException:
            self._received = []
            raise
        if compute_result is False:
            return {}
        received, self._received = self._received, []
        rows = sum(map(len, received))
        fitting: dict[str, int] = {}
        for name, metrics in self.sets.items():
            if metrics.rows == rows:
                with contextlib.suppress(InputError):
                    fitting[name] = metrics.order(received)[1]
        best = [name for name, sure in fitting.items() if sure == max(fitting.values())]
        if len(best) != 1:
            of_sets = ", ".join(f'"{name}" ({counted(metrics.rows, "row")})' for name, metrics in self.sets.items())
            got = f"{counted(rows, 'row')}, fitting {' and '.join(best) or 'none of them'}"
            raise InputError(
                ("label_ids",),
                wanted=f"the rows of one of the sets {of_sets}",
                got=Description(got),
                hint="a column of row ids tells them apart (row_ids)",
            )
        self.last = self.sets[best[0]]
        return self.last.score(received)

    @property
    def last_result(self) -> dict[str, Any] | None:
        """The whole result of the set evaluated last."""
        return self.last.last_result

    @property
    def last_predictions(self) -> list[dict[str, Any]] | None:
        """The documents of the system for that set."""
        return self.last.last_predictions

    @property
    def set_name(self) -> str | None:
        """The name of that set."""
        return self.last.set_name

    @property
    def log_details(self) -> bool:
        """Whether the flat results have the F1 of each type and the counts of errors."""
        return self.last.log_details

    @log_details.setter
    def log_details(self, wanted: bool) -> None:
        for metrics in self.sets.values():
            metrics.log_details = wanted
