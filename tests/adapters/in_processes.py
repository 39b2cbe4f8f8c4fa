"""Evaluate in as many processes as torchrun starts; each writes its scores: ``in_processes.py FOLDER BATCHES``."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from tests.adapters.tiny import corpus, trainer

if __name__ == "__main__":
    folder, batches = sys.argv[1:]
    distributed = {"ddp_backend": "gloo"} if "RANK" in os.environ else {}
    scores = trainer(folder, corpus(), batch_eval_metrics=batches == "batches", **distributed).evaluate()
    rank = os.environ.get("RANK", "alone")
    timed = ("eval_runtime", "eval_samples_per_second", "eval_steps_per_second", "eval_model_preparation_time")
    kept = {key: value for key, value in scores.items() if key not in timed}
    Path(folder, f"{rank}.json").write_text(json.dumps(kept))
