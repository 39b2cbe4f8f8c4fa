"""The examples of the package: predictions and references of each task, in a file of JSON Lines."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Example:
    """Documents of both sides, and the lesson of their scores."""

    name: str
    title: str
    shows: str
    predictions: list[dict[str, Any]]
    references: list[dict[str, Any]]
    options: dict[str, Any] = field(default_factory=dict)
    tokens: dict[str, list[str]] = field(default_factory=dict)
    """The words of each document, by its id, where the example is about a text."""


def examples(task: str, folder: Path = Path(__file__).parent) -> tuple[Example, ...]:
    """The examples in the file of a task.

    Examples:
        >>> [example.title for example in examples("templates")]
        ['Right, wrong, missing, invented']
    """
    lines = (folder / f"{task}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(Example(**json.loads(line)) for line in lines)


NUGGET_EXAMPLES = examples("nuggets")
"""Examples of the paper, and others that distinguish its options: together a small corpus."""

PARAGRAPH = {example.name: example for example in examples("paragraph")}
"""A paragraph of news with annotations of people and predictions of a system, by task."""


def nugget_systems() -> dict[str, list[dict[str, Any]]]:
    """The corpus of nugget examples as files are called: gold, run1, and run2, which has one nugget a document."""
    predictions, references = nugget_corpus()
    fewer = [{**document, "mentions": document["mentions"][:1]} for document in predictions]
    return {"gold": references, "run1": predictions, "run2": fewer}


def nugget_corpus() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """All nugget examples as one corpus: its predictions and its references."""

    def named(example: Example, documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{**document, "doc_id": f"{example.name}/{document['doc_id']}"} for document in documents]

    predictions = [document for example in NUGGET_EXAMPLES for document in named(example, example.predictions)]
    references = [document for example in NUGGET_EXAMPLES for document in named(example, example.references)]
    return predictions, references
