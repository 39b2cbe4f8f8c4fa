"""Columns of datasets."""

from __future__ import annotations

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value

from event_scoring import InputError
from event_scoring.adapters import nuggets_from_dataset

TAGS = ["O", "B-Die", "I-Die"]
MENTION = {"token_ids": List(Value("int64")), "type": ClassLabel(names=["Die", "Meet"]), "realis": Value("string")}
FEATURES = Features(
    {
        "id": Value("int64"),
        "tokens": List(Value("string")),
        "ner_tags": List(ClassLabel(names=TAGS)),
        "mentions": List(MENTION),
    }
)
ROWS = [
    {
        "id": 4,
        "tokens": ["He", "died"],
        "ner_tags": [0, 1],
        "mentions": [{"token_ids": [1], "type": 1, "realis": None}],
    },
    {"id": 5, "tokens": [], "ner_tags": [], "mentions": []},
]


@pytest.mark.parametrize("form", [None, "numpy", "torch"])
def test_class_labels(form: str | None) -> None:
    dataset = Dataset.from_list(ROWS, features=FEATURES).with_format(form)
    died = {"token_ids": [1], "type": "Die"}
    assert nuggets_from_dataset(dataset) == [{"mentions": [died]}, {"mentions": []}]
    assert nuggets_from_dataset(dataset, "mentions", id_column="id") == [
        {"doc_id": "4", "mentions": [{**died, "type": "Meet"}]},
        {"doc_id": "5", "mentions": []},
    ]
    with pytest.raises(InputError, match='dataset: expected a datasets.Dataset with the column "tags"'):
        nuggets_from_dataset(dataset, "tags")
