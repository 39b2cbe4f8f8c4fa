"""Score corpora with the installed engine and report the time of each call, for `benchmarks.engines`."""

from __future__ import annotations

import json
import pickle
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import event_scoring


def call_of(order: dict[str, Any]) -> Callable[[], Any]:
    """Return the call that an order names: of documents as dicts, or of a Parquet file."""
    options = order["options"]
    if order["parquet"]:
        return lambda: event_scoring.score_dataset(order["parquet"], task=order["task"], **options)
    with Path(order["documents"]).open("rb") as file:
        predictions, references = pickle.load(file)
    score = getattr(event_scoring, f"score_{order['task']}")
    return lambda: score(predictions, references, **options)


def main() -> None:
    """Read orders, a line each, and answer with the least processor seconds of one call."""
    calls: dict[str, Callable[[], Any]] = {}
    for line in sys.stdin:
        if line not in calls:
            calls.clear()  # one corpus at a time is in memory
            calls[line] = call_of(json.loads(line))
            calls[line]()
        taken = []
        for _ in range(json.loads(line)["calls"]):
            start = time.process_time()
            calls[line]()
            taken.append(time.process_time() - start)
        print(min(taken), flush=True)
