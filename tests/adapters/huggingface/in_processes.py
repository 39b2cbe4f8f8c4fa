"""Evaluate in two processes, which write their scores: ``in_processes.py FOLDER``, with the address of torchrun."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from event_scoring.adapters import evaluation_log
from tests.adapters.huggingface.tiny import corpus, trainer
from tests.heavy import transformers

MODES = ("whole", "batches")
TIMED = ("eval_runtime", "eval_samples_per_second", "eval_steps_per_second", "eval_model_preparation_time")


def evaluate(folder: str, rank: str, **settings: str) -> None:
    """Write scores and log of an evaluation of all rows at once, and of one batch by batch."""
    for mode in MODES:
        session = trainer(folder, corpus(), batch_eval_metrics=mode == "batches", **settings)
        session.add_callback(evaluation_log(session.compute_metrics, Path(folder, f"log-{mode}-{rank}.jsonl")))
        kept = {key: value for key, value in session.evaluate().items() if key not in TIMED}
        Path(folder, f"{mode}-{rank}.json").write_text(json.dumps(kept))


def two_processes(folder: str) -> None:
    """Evaluate in two processes, forked so that what they need is imported once."""
    assert all(getattr(transformers, name) for name in ("BertForTokenClassification", "Trainer", "set_seed"))
    children = []
    for rank in "01":
        if not (child := os.fork()):
            os.environ |= {"WORLD_SIZE": "2", "RANK": rank, "LOCAL_RANK": rank}
            evaluate(folder, rank, ddp_backend="gloo")
            os._exit(0)  # Python's cleanup would touch all that was imported, a second in each process
        children.append(child)
    os._exit(max(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children))


if __name__ == "__main__":
    two_processes(sys.argv[1])
