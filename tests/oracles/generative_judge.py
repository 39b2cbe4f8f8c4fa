"""RAEE's scores: what differs from the references is put before a judge, in both directions.

Answers are parsed and never executed.
"""

from __future__ import annotations

import ast
from typing import Any

from tests.oracles.generative_counts import (
    Document,
    Event,
    OriginalStopsError,
    distinct,
    f1_of,
    predicted_events,
    ratio,
    reuse_hits,
    span_of,
    trigger_span,
)


def words_at(document: Document, span: tuple[int, int]) -> str:
    """Return the tokens of a span, joined."""
    return " ".join(document["tokens"][span[0] : span[1]])


def items_of(document: Document, events: list[Event], task: str) -> list[Any]:
    """Return text and label of each item; triggers also have their place."""
    if task == "ed":
        return [(words_at(document, trigger_span(event)), event["type"], trigger_span(event)) for event in events]
    return [
        (words_at(document, span_of(argument)), argument["role"]) for event in events for argument in event["arguments"]
    ]


def verdicts(answer: str) -> int:
    """Count the positive verdicts in the first block of code of an answer."""
    try:
        block, _ = answer.split("```python", 1)[1].split("```", 1)
        results = ast.literal_eval(block.strip())["Final Reassessment Results"]
        return sum(verdict == 1 for verdict in results)
    except (IndexError, KeyError, SyntaxError, TypeError, ValueError) as error:
        raise OriginalStopsError("unreadable verdicts") from error


def raee(case: dict[str, Any]) -> dict[str, Any]:
    """Score a case of RAEE."""
    task = case["options"]["task"]
    name = "trigger_classification" if task == "ed" else "argument_attached_classification"
    precision_matches = predicted = recall_matches = expected = 0
    asked: dict[str, list[int]] = {"precision": [], "recall": []}
    for index, document in enumerate(case["documents"]):
        predictions = items_of(document, predicted_events(document), task)
        references = items_of(document, document["reference"]["events"], task)
        unique = distinct(predictions)
        right = reuse_hits(unique, references)
        if right < len(unique):
            asked["precision"].append(index)
            predicted += len(unique)
            precision_matches += right + verdicts(document["judge_answers"]["precision"])
        else:
            predicted += len(predictions)
            precision_matches += len(predictions)
        matched = reuse_hits(references, predictions)
        expected += len(references)
        recall_matches += matched
        if matched < len(references) and predictions:
            asked["recall"].append(index)
            recall_matches += verdicts(document["judge_answers"]["recall"])
    precision, recall = ratio(precision_matches, predicted), ratio(recall_matches, expected)
    return {
        name: {
            "precision": precision,
            "recall": recall,
            "f1": f1_of(precision, recall),
            "precision_matches": precision_matches,
            "predictions": predicted,
            "recall_matches": recall_matches,
            "references": expected,
        },
        "asked": asked,
    }
