"""Columns of datasets."""

from __future__ import annotations

import pytest

from event_scoring import InputError
from event_scoring.adapters import nuggets_from_dataset
from tests.heavy import datasets

TAGS = ["O", "B-Die", "I-Die"]
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
    if form == "torch":
        pytest.importorskip("torch", reason="torch is not installed")
    mention = {
        "token_ids": datasets.List(datasets.Value("int64")),
        "type": datasets.ClassLabel(names=["Die", "Meet"]),
        "realis": datasets.Value("string"),
    }
    features = datasets.Features(
        {
            "id": datasets.Value("int64"),
            "tokens": datasets.List(datasets.Value("string")),
            "ner_tags": datasets.List(datasets.ClassLabel(names=TAGS)),
            "mentions": datasets.List(mention),
        }
    )
    dataset = datasets.Dataset.from_list(ROWS, features=features).with_format(form)
    died = {"token_ids": [1], "type": "Die"}
    assert nuggets_from_dataset(dataset) == [{"mentions": [died]}, {"mentions": []}]
    assert nuggets_from_dataset(dataset, "mentions", id_column="id") == [
        {"doc_id": "4", "mentions": [{**died, "type": "Meet"}]},
        {"doc_id": "5", "mentions": []},
    ]
    with pytest.raises(InputError, match='dataset: expected a datasets.Dataset with the column "tags"'):
        nuggets_from_dataset(dataset, "tags")


def test_numbers_without_names_of_classes_are_refused() -> None:
    dataset = datasets.Dataset.from_dict({"tokens": [["He", "died"]], "ner_tags": [[0, 1]]})
    with pytest.raises(InputError, match="expected labels, or numbers of a ClassLabel, got 0 .*cast_column"):
        nuggets_from_dataset(dataset)
