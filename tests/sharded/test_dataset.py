"""Systems compared on corpora larger than memory."""

from __future__ import annotations

import doctest
import random
from pathlib import Path
from typing import Any

import pytest

from event_scoring import score_dataset, score_extraction
from tests.extraction.test_tiers import GOLD as TOLD
from tests.extraction.test_tiers import SYSTEM as SPOKEN
from tests.sharded.corpora import nugget_corpus, table_of

BETTER, REFERENCES = nugget_corpus(80, seed=0)


def worse(documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A third of the documents lose their mentions."""
    draw = random.Random(0)
    return [
        {"doc_id": document["doc_id"], "mentions": []} if draw.random() < 0.35 else document for document in documents
    ]


def test_the_document_says_what_happens() -> None:
    outcome = doctest.testfile(str(Path(__file__).parents[2] / "docs" / "scale.md"), module_relative=False)
    assert outcome.attempted >= 3
    assert outcome.failed == 0


def test_tiers_add_up_and_people_are_refused() -> None:
    table = table_of("extraction", SPOKEN, TOLD)
    options: dict[str, Any] = {"match": ("span", "text", "judged"), "judge": lambda pairs: [True for _ in pairs]}
    whole = score_extraction(SPOKEN, TOLD, **options)
    found = score_dataset(table, task="extraction", **options)
    scores = [key for key in whole if key.endswith(("_f1", "_positives", "undecided"))]
    assert {key: found[key] for key in scores} == {key: whole[key] for key in scores}
    with pytest.raises(ValueError, match="people: corrected scores need the counts of every document"):
        score_dataset(table, task="extraction", match=("judged",), verdicts=[], people=[])
