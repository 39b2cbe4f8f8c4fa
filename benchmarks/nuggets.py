"""How fast the nugget scorer is: `python -m benchmarks nuggets`.

Times are medians in one process on one core. The yardsticks are one stable `numpy.argsort` of one side's
(document, token) keys, shuffled and as the documents come, in the same run, since machines differ and are noisy.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import evaluate
import numpy as np
import pyarrow as pa

from benchmarks.corpora import nugget_corpus
from benchmarks.measure import peak_megabytes, print_rows, seconds
from event_scoring import score_nuggets
from event_scoring.nuggets.alignment import align_nuggets
from event_scoring.nuggets.columns import nugget_columns
from event_scoring.nuggets.counts import document_counts
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.nuggets.score import NUGGETS

SIZES = ((200, 35), (2_000, 35), (20_000, 35), (1, 5_000))
GREEDY: dict[str, dict[str, str]] = {
    "paper": {},
    "pilot": {"protocol": "pilot"},
    "evmeval-1.8": {"protocol": "evmeval-1.8"},
    "exact": {"mapping": "exact"},
}


def keys(side: pa.StructArray) -> np.ndarray:
    """One number for each (document, token) of a side, in the order in which they come."""
    mentions = side.field("mentions")
    tokens = mentions.values.field("token_ids")
    document = np.repeat(np.arange(len(side)), np.diff(mentions.offsets.to_numpy()))
    return np.repeat(document, np.diff(tokens.offsets.to_numpy())) * 1_000_000 + tokens.values.to_numpy()


def measure_stages(documents: int, mentions: int) -> None:
    system, reference = nugget_corpus(documents, mentions)
    by_document = keys(reference)
    shuffled = np.random.default_rng(0).permutation(by_document)
    yardstick = seconds(lambda: np.argsort(shuffled, kind="stable"))
    ordered = seconds(lambda: np.argsort(by_document, kind="stable"))
    options = NuggetOptions()
    checked = NUGGETS.check(system, reference)
    columns = nugget_columns(*checked, options)
    alignment = align_nuggets(columns, options)
    total = 2 * documents * mentions
    rows = [
        (name, spent, spent / yardstick, spent / ordered, total / spent)
        for name, spent in (("argsort, keys shuffled", yardstick), ("argsort, documents in order", ordered))
    ]
    stages = {
        "check": lambda: NUGGETS.check(system, reference),
        "columns": lambda: nugget_columns(*checked, options),
        "align (paper)": lambda: align_nuggets(columns, options),
        "count (paper)": lambda: document_counts(columns, alignment),
        **{
            f"score: {name}": lambda chosen=chosen: score_nuggets(system, reference, **chosen)
            for name, chosen in {**GREEDY, "optimal": {"mapping": "optimal"}}.items()
        },
    }
    for name, call in stages.items():
        spent = seconds(call, 3 if documents > 2_000 else 7)
        rows.append((name, spent, spent / yardstick, spent / ordered, total / spent))
    title = f"{documents:,} documents, {mentions:,} mentions a side"
    print_rows(title, ("stage", "seconds", "x shuffled", "x in order", "mentions/s"), rows)


def measure_evaluate(documents: int, mentions: int) -> None:
    """What `evaluate` with full checking of Python dicts costs beyond the engine on Arrow."""
    system, reference = nugget_corpus(documents, mentions)
    predictions, references = system.to_pylist(), reference.to_pylist()
    metric = evaluate.load("event_nugget_metric")
    engine = seconds(lambda: score_nuggets(system, reference), 3)
    dicts = seconds(lambda: score_nuggets(predictions, references), 3)
    hosted = seconds(lambda: metric.compute(predictions=predictions, references=references), 3)
    print_rows(
        f"{documents:,} documents through evaluate",
        ("input", "seconds", "more than the engine"),
        [
            ("engine, Arrow", engine, 0.0),
            ("engine, dicts", dicts, dicts - engine),
            ("evaluate, dicts", hosted, hosted - engine),
        ],
    )


def main() -> None:
    for documents, mentions in SIZES:
        measure_stages(documents, mentions)
    measure_evaluate(20_000, 35)
    statement = """
from benchmarks.corpora import nugget_corpus
from event_scoring import score_nuggets
score_nuggets(*nugget_corpus(20_000, 35), protocol="{}")"""
    rows = [(protocol, peak_megabytes(statement.format(protocol))) for protocol in ("paper", "evmeval-1.8")]
    print_rows("20,000 documents, corpus and imports included", ("protocol", "peak MB"), rows)
