"""Processor time beside seqeval, which scores labels of tokens: `python -m benchmarks peers [DOCUMENTS]`.

All calls take turns on documents of 40 words with eight entities; the numbers of both scorers must be equal.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

import numpy as np
from seqeval.metrics import classification_report

from benchmarks.timing import cpu_seconds, print_rows
from event_scoring import score_bio, score_nuggets
from event_scoring.adapters import nuggets_from_labels

TURNS = 3
WORDS = 40


def labels(documents: int) -> tuple[list[list[str]], list[list[str]]]:
    """Return the labels of a system and of the references; a fifth of them differ from O."""
    random = np.random.default_rng(1)
    known = np.array(["O", *(f"{prefix}-{kind}" for kind in "ABCDEFGH" for prefix in "BI")])
    shape = (2, documents, WORDS)
    codes = np.where(random.random(shape) < 0.8, 0, random.integers(1, len(known), shape))
    system, gold = (known[side].tolist() for side in codes)
    return system, gold


def main(documents: str | int = 20_000) -> None:
    """Print the time of each call beside that of seqeval."""
    system, gold = labels(int(documents))
    nuggets = nuggets_from_labels(system), nuggets_from_labels(gold)
    calls: dict[str, Callable[[], Any]] = {
        "seqeval.metrics.classification_report": lambda: classification_report(
            gold, system, output_dict=True, zero_division=0
        ),
        "score_bio": lambda: score_bio(system, gold),
        "nuggets_from_labels, both sides": lambda: [nuggets_from_labels(side) for side in (system, gold)],
        "score_nuggets": lambda: score_nuggets(*nuggets),
    }
    report, result = calls["seqeval.metrics.classification_report"](), calls["score_bio"]()
    if abs(report["micro avg"]["f1-score"] - result["overall_f1"]) > 1e-12:
        raise RuntimeError("score_bio and seqeval have different F1")
    turns = [{name: cpu_seconds(call) for name, call in calls.items()} for _ in range(TURNS)]
    taken = {name: statistics.median(turn[name] for turn in turns) for name in calls}
    base = taken["seqeval.metrics.classification_report"]
    rows = [(name, seconds, seconds / base) for name, seconds in taken.items()]
    print_rows(f"{int(documents):,} documents", ("call", "processor seconds", "seqeval = 1"), rows)
