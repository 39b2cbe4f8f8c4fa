"""Every door at 20,000 documents, beside evaluate's seqeval: ``python -m benchmarks.adapters [DOCUMENTS]``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import datasets
import evaluate
import numpy as np

from benchmarks.corpora import argument_corpus
from benchmarks.extraction_corpus import extraction_corpus
from benchmarks.measure import cpu_seconds, print_rows, seconds
from event_arg_linking_metric import PATH as ARGUMENT_METRIC
from event_scoring import score_nuggets
from event_scoring.adapters import nuggets_from_labels, nuggets_from_pipeline, token_classification_metrics
from event_scoring.adapters.huggingface.evaluator import load_metric
from event_scoring.formats.json_lines import given_only

TYPES = [f"{group}-{kind}" for group in ("Life", "Conflict", "Contact", "Justice") for kind in "ABCDEFGHIJ"]


def pipeline_outputs(
    documents: int, tokens: int, entities: int, grouped: bool, seed: int = 0
) -> tuple[list[list[dict[str, Any]]], list[list[str]]]:
    """Words of some documents, and what a pipeline might return for them.

    Without grouping every third entity is a second sub-word; scores are numpy numbers, as in transformers.
    """
    random = np.random.default_rng(seed)
    lengths = random.integers(2, 11, (documents, tokens))
    starts = np.cumsum(lengths + 1, axis=1) - lengths - 1
    outputs = []
    words = [["w" * length for length in row] for row in lengths.tolist()]
    for row in range(documents):
        chosen = np.sort(random.choice(tokens, entities, replace=False))
        labels = random.integers(0, len(TYPES), entities)
        scores = random.random(entities, dtype=np.float32)
        output = []
        for number, (word, label, score) in enumerate(zip(chosen.tolist(), labels.tolist(), scores, strict=True)):
            start, end = int(starts[row, word]), int(starts[row, word] + lengths[row, word])
            if grouped:
                output.append({"entity_group": TYPES[label], "score": score, "start": start, "end": end})
            else:
                cut = start + 1 if number % 3 == 0 else end
                for prefix, left, right in (("B", start, cut), ("I", cut, end)):
                    if left < right:
                        entity = {"entity": f"{prefix}-{TYPES[label]}", "score": score, "index": 3 * word + len(output)}
                        output.append({**entity, "word": "w" * (right - left), "start": left, "end": right})
        outputs.append(output)
    return outputs, words


def doors(documents: int, words: int = 40) -> list[tuple[str, float, float]]:
    """Seconds of every door for one corpus, and the same as a part of what evaluate's seqeval takes for its labels.

    A document has 40 words and eight of whatever its task counts.
    """
    random = np.random.default_rng(1)
    labels = ["O", *(f"{prefix}-{kind}" for kind in TYPES[:8] for prefix in "BI")]
    codes = np.where(
        random.random((2, documents, words)) < 0.8, 0, random.integers(1, len(labels), (2, documents, words))
    )
    found, gold = ([[labels[code] for code in row] for row in side.tolist()] for side in codes)
    nuggets, references = nuggets_from_labels(found), nuggets_from_labels(gold)
    logits = np.eye(len(labels), dtype=np.float32)[codes[0]]
    metrics = token_classification_metrics(references, [list(range(words))] * documents, labels)
    calls: dict[str, Callable[[], Any]] = {
        "score_nuggets": lambda: score_nuggets(nuggets, references),
        "Trainer: first compute_metrics of logits": lambda: metrics((logits, codes[1])),
        "Trainer: each further one": lambda: metrics((logits, codes[1])),
        "nuggets_from_labels": lambda: nuggets_from_labels(found),
    }
    calls |= _of_metric("seqeval", Seqeval(), found, gold)
    calls |= _of_metric("nuggets", load_metric("event_nugget_metric"), nuggets, references)
    for task, sides in {
        "arguments": argument_corpus(documents, 8),
        "extraction": extraction_corpus(documents, 2, 3, candidates=False),
    }.items():
        metric = evaluate.load(ARGUMENT_METRIC, task)
        plain = [[given_only({**each, "heads": None}) for each in side.to_pylist()] for side in sides]
        calls |= _of_metric(task, metric, *plain)
    taken = {name: cpu_seconds(call) for name, call in calls.items()}
    base = {name: taken["seqeval: add" if name.endswith("add") else "seqeval: compute"] for name in taken}
    return [(name, spent, spent / base[name]) for name, spent in taken.items()]


def _of_metric(name: str, metric: Any, predictions: list[Any], references: list[Any]) -> dict[str, Callable[[], Any]]:
    """The three ways into a metric of evaluate."""

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
    """What evaluate's script for seqeval does; the package seqeval must be installed."""

    def _info(self) -> evaluate.MetricInfo:
        column = datasets.List(datasets.Value("string"))
        features = datasets.Features({"predictions": column, "references": column})
        return evaluate.MetricInfo(description="", citation="", features=features)

    def _compute(self, predictions: Any, references: Any) -> dict[str, Any]:
        from seqeval.metrics import accuracy_score, classification_report

        report = classification_report(y_true=references, y_pred=predictions, output_dict=True, zero_division=0)
        return {"f1": report["micro avg"]["f1-score"], "accuracy": accuracy_score(references, predictions)}


def main(documents: int = 20_000) -> None:
    """Print the time of each form of output, and of each door beside evaluate's seqeval."""
    rows = []
    for grouped in (False, True):
        for tokens, entities in ((40, 4), (200, 20)):
            outputs, words = pipeline_outputs(documents, tokens, entities, grouped)
            entries = sum(map(len, outputs))
            taken = seconds(lambda: nuggets_from_pipeline(outputs, words), repeats=3)  # noqa: B023
            rows.append(("groups" if grouped else "tokens", documents, tokens, entries, taken))
    print_rows("nuggets_from_pipeline", ("output", "documents", "tokens each", "entities", "seconds"), rows)
    print_rows(
        f"{documents} documents", ("door", "CPU seconds", "of seqeval"), [tuple(row) for row in doors(documents)]
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
