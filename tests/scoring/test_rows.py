"""A task whose rule looks at one document: what it needs to say, and what the frame adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import numpy as np
import pyarrow as pa
import pytest

from event_scoring import InputError
from event_scoring.documents.schema import Text
from event_scoring.documents.typed import DocumentPart, Int, record_of
from event_scoring.scoring.measure import Measure, Sums
from event_scoring.scoring.options import TaskOptions
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.rows import Row
from event_scoring.scoring.task import Counts, Task


class Words(DocumentPart, frozen=True, kw_only=True):
    """A document of labels."""

    doc_id: str | None = None
    labels: list[Annotated[str, Text(label="type")]]
    weight: Int | None = None


WORDS = record_of(Words)
RATIO = Ratio("", "right", "predictions", "references")


def count_words(predictions: Words, references: Words, options: Any, details: bool) -> Row:
    system, reference = Counter(predictions.labels), Counter(references.labels)
    right = (system & reference).total()
    if "boom" in system:
        raise InputError(("predictions", "labels"), wanted="peace", got="boom")
    row = {"right": right, "predictions": system.total(), "references": reference.total()}
    return row | ({"words": [{"word": word} for word in predictions.labels]} if details else {})


def problems(predictions: Words | None, references: Words | None) -> Iterator[InputError]:
    for side, document in (("predictions", predictions), ("references", references)):
        if document is not None and (document.weight or 0) < 0:
            yield InputError((side, "weight"), wanted="0 or more", got=document.weight)


class WordMeasure(Measure[Words, Words, TaskOptions]):
    def count(self, prediction: Words, reference: Words, options: TaskOptions, details: bool) -> Row:
        return count_words(prediction, reference, options, details)

    def result(self, sums: Sums, options: TaskOptions) -> dict[str, Any]:
        return RATIO.scores(sums, options.zero_division)

    def details(self, counts: Counts, result: Mapping[str, Any]) -> dict[str, Any]:
        return {"words": counts.listed("words")}


TASK = Task(
    name="words",
    predictions=WORDS,
    references=WORDS,
    options=TaskOptions,
    measure=WordMeasure().always,
    problems=problems,
)
GOLD = [{"doc_id": "a", "labels": ["A", "B", "B"]}, {"labels": []}]
SYSTEM = [{"doc_id": "a", "labels": ["B", "C"]}, {"doc_id": "b", "labels": ["A"]}]


def test_rows_add_up_to_scores() -> None:
    result = TASK.score_documents(SYSTEM, GOLD, {}, details=True)
    assert (result["precision"], result["recall"]) == (1 / 3, 1 / 3)
    assert result["words"] == [[{"word": "B"}, {"word": "C"}], [{"word": "A"}]]
    assert "1 document with a doc_id on one side only" in result["warnings"][0]


@pytest.mark.parametrize("given", [pa.array(SYSTEM), tuple(SYSTEM), np.array(SYSTEM, dtype=object)])
def test_documents_in_other_forms_count_the_same(given: Any) -> None:
    assert TASK.score_documents(given, pa.array(GOLD), {}) == TASK.score_documents(SYSTEM, GOLD, {})


def test_no_document_gives_the_same_keys() -> None:
    assert TASK.score_documents([], [], {}).keys() == TASK.score_documents(SYSTEM, GOLD, {}).keys()


def test_the_order_of_sets_changes_no_fingerprint() -> None:
    turned = [{"labels": ["B", "A", "B"]}, {"labels": []}]
    table, other = (TASK.count_documents(SYSTEM, gold, {}).listed("reference_hash") for gold in (GOLD, turned))
    assert table == other
    assert table != TASK.count_documents(SYSTEM, SYSTEM, {}).listed("reference_hash")
