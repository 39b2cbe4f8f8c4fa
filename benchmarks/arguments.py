"""How fast the scorer of arguments is: `python -m benchmarks arguments`.

Times are medians in one process on one core. The published scorer needs 14.5 s for the evaluation of responses
that is measured here.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa

from benchmarks.corpora import argument_corpus
from benchmarks.measure import peak_megabytes, print_rows, seconds
from benchmarks.response_corpus import response_corpus
from event_scoring import count_arguments, score_arguments, score_responses, sensitivity
from event_scoring.arguments.argument_documents import judged_arguments
from event_scoring.arguments.categories import judged_details
from event_scoring.arguments.options import ArgumentOptions
from event_scoring.arguments.response_documents import KEY_DOCUMENT, SYSTEM_DOCUMENT
from event_scoring.arguments.rule import count_judged
from event_scoring.arguments.score import ARGUMENTS
from event_scoring.documents.schema import arrow_type
from event_scoring.formats.kbp.store_writing import write_annotation_store, write_linking_store, write_system_store

SIZES = ((200, 40), (2_000, 40), (20_000, 40), (1, 20_000))
OFFICIAL = {"preprocess": "official-2015", "bootstrap": 1000}


def measure_arguments(documents: int, arguments: int) -> None:
    """Each stage of scoring arguments from dicts, beside one sort of as many numbers."""
    system, reference = (side.to_pylist() for side in argument_corpus(documents, arguments))
    total = 2 * documents * arguments
    shuffled = np.random.default_rng(0).permutation(documents * arguments)
    yardstick = seconds(lambda: np.argsort(shuffled, kind="stable"))
    options = ArgumentOptions()
    checked = ARGUMENTS.check(system, reference)
    judged = [judged_arguments(*pair, options) for pair in zip(*checked, strict=True)]
    table = count_arguments(system, reference)
    stages = {
        "check": lambda: ARGUMENTS.check(system, reference),
        "judge": lambda: [judged_arguments(*pair, options) for pair in zip(*checked, strict=True)],
        "count": lambda: [count_judged(document) for document in judged],
        "details": lambda: [judged_details(document) for document in judged],
        "score, whole": lambda: score_arguments(system, reference),
        "score, details": lambda: score_arguments(system, reference, details=True),
        "score, 1,000 samples": lambda: score_arguments(system, reference, confidence=0.95),
        "grid of 21 by 21": lambda: sensitivity(table),
    }
    rows = [("argsort", yardstick, 1.0, total / yardstick)]
    for name, call in stages.items():
        spent = seconds(call)
        rows.append((name, spent, spent / yardstick, total / spent))
    title = f"{documents:,} documents, {arguments:,} arguments a side"
    print_rows(title, ("stage", "seconds", "x argsort", "arguments/s"), rows)


def measure_responses() -> None:
    """The whole evaluation of 500 documents: in memory, and as a process on directories."""
    predictions, references = response_corpus(500, assessed=160, given=148)
    system, key = pa.array(predictions, arrow_type(SYSTEM_DOCUMENT)), pa.array(references, arrow_type(KEY_DOCUMENT))
    rows = [
        ("in memory, dicts", seconds(lambda: score_responses(predictions, references, **OFFICIAL))),
        ("in memory, Arrow", seconds(lambda: score_responses(system, key, **OFFICIAL))),
        ("directories, whole process", _directories(predictions, references)),
    ]
    print_rows("500 documents, 74,000 responses of 80,000 assessed, 1,000 samples", ("input", "seconds"), rows)


def _directories(predictions: list, references: list) -> float:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        write_system_store(place / "system", predictions)
        write_annotation_store(place / "key", references)
        write_linking_store(place / "linking", references)
        command = [sys.executable, "-m", "event_scoring", "arguments", str(place / "key")]
        command += ["--reference-linking", str(place / "linking"), str(place / "system")]
        command += ["--preprocess", "official-2015", "--bootstrap", "1000"]
        times = []
        for _ in range(4):
            start = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            times.append(time.perf_counter() - start)
    return statistics.median(times[1:])


def main() -> None:
    for documents, arguments in SIZES:
        measure_arguments(documents, arguments)
    measure_responses()
    statement = """
from benchmarks.corpora import argument_corpus
from event_scoring import score_arguments
score_arguments(*argument_corpus(20_000, 40))"""
    rows = [("score_arguments", peak_megabytes(statement))]
    print_rows("20,000 documents, corpus and imports included", ("call", "peak MB"), rows)
