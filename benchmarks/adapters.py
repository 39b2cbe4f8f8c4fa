"""Time every entry point at 20,000 documents and evaluate's seqeval: ``python -m benchmarks adapters [DOCUMENTS]``."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datasets
import evaluate
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from benchmarks.corpora import argument_corpus, pipeline_outputs
from benchmarks.extraction_corpus import extraction_corpus
from benchmarks.measure import cpu_seconds, print_rows, seconds
from benchmarks.response_corpus import response_corpus
from benchmarks.value_corpus import value_corpus
from event_scoring import score_nuggets
from event_scoring.adapters import (
    align_labels,
    events_from_nuggets,
    labels_from_nuggets,
    nuggets_from_labels,
    nuggets_from_pipeline,
    token_classification_metrics,
)
from event_scoring.formats.json_lines import without_nulls

ROOT = Path(__file__).resolve().parent.parent
NUGGET_METRIC, ARGUMENT_METRIC = str(ROOT / "event_nugget_metric"), str(ROOT / "event_arg_linking_metric")
TYPES = [f"{group}-{kind}" for group in ("Life", "Conflict", "Contact", "Justice") for kind in "ABCDEFGHIJ"]

TURNS = 3


def doors(documents: int, words: int = 40) -> list[tuple[str, float, float, int, float]]:
    """Return the seconds of every entry point for one corpus, and their ratio to evaluate's seqeval for its labels.

    All entry points take turns. Each has the median of its turns, and is compared with the same entry point of seqeval.

    Seqeval reads one label a word and side. Other documents hold more. So a row also has the number of numbers and
    strings in a pair, and the time for each of them relative to a label of seqeval.

    A document has 40 words and eight items of its task, with everything that belongs to them: nuggets, triggers, two
    events with three arguments each, arguments, responses and their assessments, or slots of templates. For the event
    value it has the items of 40 words of ACE 2005, rounded up: 300,000 words are 600 of the documents of
    `benchmarks.value_corpus`.
    """
    random = np.random.default_rng(1)
    labels = ["O", *(f"{prefix}-{kind}" for kind in TYPES[:8] for prefix in "BI")]
    codes = np.where(
        random.random((2, documents, words)) < 0.8, 0, random.integers(1, len(labels), (2, documents, words))
    )
    found, gold = ([[labels[code] for code in row] for row in side.tolist()] for side in codes)
    calls = _of_metric("seqeval", Seqeval(), found, gold)
    nuggets, references = nuggets_from_labels(found), nuggets_from_labels(gold)
    corpora = {
        "nuggets": (nuggets, references),
        "detection": (events_from_nuggets(nuggets), events_from_nuggets(references)),
        "extraction": plain_documents(extraction_corpus(documents, 2, 3, candidates=False)),
        "arguments": plain_documents(argument_corpus(documents, 8)),
        "responses": response_corpus(documents, 8, 6),
        "templates": (template_side(documents, 1), template_side(documents, 2)),
        "values": value_corpus(documents, sizes={"entities": 2, "values": 0, "timex2": 1, "events": 1}),
    }
    values = {"seqeval": 2 * words, "Trainer": 2 * words, "nuggets_from_labels": words}
    for task, sides in corpora.items():
        values[task] = round(values_in(sides) / documents)
        path = NUGGET_METRIC if task in ("nuggets", "detection") else ARGUMENT_METRIC
        calls |= _of_metric(task, evaluate.load(path, task), *sides)
    calls["score_nuggets"] = lambda: score_nuggets(nuggets, references)
    calls["nuggets_from_labels"] = lambda: nuggets_from_labels(found)
    calls |= _of_trainer(codes[0], references, labels)
    gc.collect()
    gc.freeze()  # else the collector would search the documents of all tasks, which real programs do not hold at once
    turns = [{name: cpu_seconds(call) for name, call in calls.items()} for _ in range(TURNS)]
    taken = {name: statistics.median(turn[name] for turn in turns) for name in calls}
    base = {name: taken.get(f"seqeval: {name.partition(': ')[2]}", taken["seqeval: compute"]) for name in taken}
    values["score_nuggets"] = values["nuggets"]
    rows = []
    for name, spent in taken.items():
        held, part = values[name.split(":")[0]], spent / base[name]
        rows.append((name, spent, part, held, part * values["seqeval"] / held))
    return rows


def values_in(data: Any) -> int:
    """Return the number of numbers and strings in lists and dicts."""
    if isinstance(data, dict):
        return sum(map(values_in, data.values()))
    return sum(map(values_in, data)) if isinstance(data, list | tuple) else 1


def plain_documents(sides: tuple[pa.Array, pa.Array]) -> tuple[list[Any], list[Any]]:
    """Return documents as users have them: dicts without missing keys."""
    found, gold = ([without_nulls({**each, "heads": None}) for each in side.to_pylist()] for side in sides)
    return found, gold


def template_side(documents: int, seed: int) -> list[dict[str, Any]]:
    """Return documents with two templates of four slots each."""
    random = np.random.default_rng(seed)
    values = random.integers(0, 6, (documents, 2, 4)).tolist()
    return [
        {
            "templates": [
                {
                    "type": TYPES[number],
                    "slots": [
                        {"name": f"slot {place}", "values": [f"value {value}"]} for place, value in enumerate(slots)
                    ],
                }
                for number, slots in enumerate(templates)
            ]
        }
        for templates in values
    ]


def _of_trainer(codes: NDArray[Any], references: list[Any], labels: list[str]) -> dict[str, Callable[[], Any]]:
    """Return evaluations of the Trainer, with labels as models are trained on.

    A call with a tenth of the documents takes the cost of imports before. The first call of each training also writes
    the labels of all rows once, to recognise their order.
    """
    documents, words = codes.shape
    logits = np.eye(len(labels), dtype=np.float32)[codes]
    words_of_rows = [list(range(words))] * documents
    written, _ = labels_from_nuggets(references, [words] * documents)
    aligned = np.array(align_labels(words_of_rows, written, labels))

    def made(count: int) -> Callable[[], Any]:
        metrics = token_classification_metrics(references[:count], words_of_rows[:count], labels)
        return lambda: metrics((logits[:count], aligned[:count]))

    made(max(documents // 10, 1))()
    trainings = [made(documents) for _ in range(TURNS)]
    evaluated = made(documents)
    evaluated()
    return {
        "Trainer: first compute_metrics of logits": lambda: trainings.pop()(),
        "Trainer: each further one": evaluated,
    }


def _of_metric(name: str, metric: Any, predictions: list[Any], references: list[Any]) -> dict[str, Callable[[], Any]]:
    """Return the three ways into a metric of evaluate."""

    def batches() -> None:
        for start in range(0, len(predictions), 32):
            chosen = slice(start, start + 32)
            metric.add_batch(predictions=predictions[chosen], references=references[chosen])
        metric.compute()

    def one_by_one() -> None:
        for one, other in zip(predictions, references, strict=True):
            metric.add(prediction=one, reference=other)
        metric.compute()

    return {
        f"{name}: compute": lambda: metric.compute(predictions=predictions, references=references),
        f"{name}: add_batch of 32": batches,
        f"{name}: add": one_by_one,
    }


class Seqeval(evaluate.Metric):  # type: ignore[misc]
    """The metric of evaluate's script for seqeval; the package seqeval must be installed."""

    def _info(self) -> evaluate.MetricInfo:
        column = datasets.List(datasets.Value("string"))
        features = datasets.Features({"predictions": column, "references": column})
        return evaluate.MetricInfo(description="", citation="", features=features)

    def _compute(self, predictions: Any, references: Any) -> dict[str, Any]:
        from seqeval.metrics import accuracy_score, classification_report

        report = classification_report(y_true=references, y_pred=predictions, output_dict=True, zero_division=0)
        return {"f1": report["micro avg"]["f1-score"], "accuracy": accuracy_score(references, predictions)}


def main(documents: str | int = 20_000) -> None:
    """Print the time of each form of output, and of each entry point next to evaluate's seqeval."""
    documents = int(documents)
    rows = []
    for grouped in (False, True):
        for tokens, entities in ((40, 4), (200, 20)):
            outputs, words = pipeline_outputs(documents, tokens, entities, grouped)
            entries = sum(map(len, outputs))
            taken = seconds(lambda: nuggets_from_pipeline(outputs, words), repeats=3)  # noqa: B023
            rows.append(("groups" if grouped else "tokens", documents, tokens, entries, taken))
    print_rows("nuggets_from_pipeline", ("output", "documents", "tokens each", "entities", "seconds"), rows)
    titles = ("door", "CPU seconds", "of seqeval", "values of a pair", "of seqeval by value")
    print_rows(f"{documents} documents", titles, doors(documents))
