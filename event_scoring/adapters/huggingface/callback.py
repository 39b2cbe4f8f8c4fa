"""A TrainerCallback that keeps the details of each evaluation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from event_scoring.adapters.huggingface.several_sets import metrics_of_sets
from event_scoring.adapters.huggingface.trainer import TrainerMetrics
from event_scoring.documents.errors import InputError, json_text
from event_scoring.files import append


def evaluation_log(metrics: TrainerMetrics | metrics_of_sets, path: str | Path) -> Any:
    """Return a callback for ``Trainer(callbacks=[…])`` that appends each evaluation to a JSON Lines file.

    A line has the step and the epoch, all scores, the table by type, the counts of errors, and the signature. The
    metrics then also return the F1 of each type and the counts of errors as scalars, such as
    ``eval_per_type/Life.Die_f1`` and ``eval_errors/missed``. The Trainer logs scalars to its ``report_to``. Only the
    first of several processes writes.

    Args:
        metrics: The ``compute_metrics`` of the Trainer.
        path: The file; a new training appends to it, and missing folders are made.
    """
    if not isinstance(metrics, TrainerMetrics | metrics_of_sets):
        raise InputError(("metrics",), wanted="what the Trainer was given as compute_metrics", got=metrics)
    from transformers import TrainerCallback

    class EvaluationLog(TrainerCallback):
        def on_evaluate(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            if not state.is_world_process_zero or (result := metrics.last_result) is None:
                return
            of_set = {} if metrics.set_name is None else {"set": metrics.set_name}
            line = {"step": state.global_step, "epoch": state.epoch, **of_set, **result}
            for large in ("per_document", "alignment", "categories"):
                line.pop(large, None)
            # JSON has no NaN.
            line = json.loads(json.dumps(line), parse_constant=lambda name: None)
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            append(path, json_text(line) + "\n")

    metrics.log_details = True
    return EvaluationLog()
