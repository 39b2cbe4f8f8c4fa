"""Pipeline output of 20,000 documents to nugget documents: ``python -m benchmarks.adapters``."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from benchmarks.measure import print_rows, seconds
from event_scoring.adapters import nuggets_from_pipeline

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


def main(documents: int = 20_000) -> None:
    """Print the median time of each form of output."""
    rows = []
    for grouped in (False, True):
        for tokens, entities in ((40, 4), (200, 20)):
            outputs, words = pipeline_outputs(documents, tokens, entities, grouped)
            entries = sum(map(len, outputs))
            taken = seconds(lambda: nuggets_from_pipeline(outputs, words), repeats=3)  # noqa: B023
            rows.append(("groups" if grouped else "tokens", documents, tokens, entries, taken))
    print_rows("nuggets_from_pipeline", ("output", "documents", "tokens each", "entities", "seconds"), rows)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
