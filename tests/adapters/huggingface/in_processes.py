"""Evaluate in as many processes as torchrun starts; each writes its scores: ``in_processes.py FOLDER BATCHES``."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from event_scoring.adapters import evaluation_log
from tests.adapters.huggingface.tiny import corpus, trainer

if __name__ == "__main__":
    folder, batches = sys.argv[1:]
    distributed = {"ddp_backend": "gloo"} if "RANK" in os.environ else {}
    rank = os.environ.get("RANK", "alone")
    session = trainer(folder, corpus(), batch_eval_metrics=batches == "batches", **distributed)
    session.add_callback(evaluation_log(session.compute_metrics, Path(folder, f"log-{rank}.jsonl")))
    scores = session.evaluate()
    timed = ("eval_runtime", "eval_samples_per_second", "eval_steps_per_second", "eval_model_preparation_time")
    kept = {key: value for key, value in scores.items() if key not in timed}
    Path(folder, f"{rank}.json").write_text(json.dumps(kept))
