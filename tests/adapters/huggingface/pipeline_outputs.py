"""Random outputs of a token-classification pipeline."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.corpora import TYPES


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
