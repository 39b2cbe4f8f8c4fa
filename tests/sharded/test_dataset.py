"""Systems compared on corpora larger than memory."""

from __future__ import annotations

import doctest
import json
import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from event_scoring import InputError, compare_datasets, score_dataset, score_extraction
from tests.extraction.test_tiers import GOLD as TOLD
from tests.extraction.test_tiers import SYSTEM as SPOKEN
from tests.sharded.corpora import nugget_corpus, table_of, write_shards

BETTER, REFERENCES = nugget_corpus(80, seed=0)


def worse(documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A third of the documents lose their mentions."""
    draw = random.Random(0)
    return [
        {"doc_id": document["doc_id"], "mentions": []} if draw.random() < 0.35 else document for document in documents
    ]


SYSTEMS = {
    "better": table_of("nuggets", BETTER, REFERENCES),
    "worse": table_of("nuggets", worse(BETTER), REFERENCES),
    "same": table_of("nuggets", BETTER, REFERENCES),
}


def row_of(found: dict[str, Any], first: str, second: str, score: str) -> dict[str, Any]:
    wanted = (first, second, score)
    return next(row for row in found["differences"] if (row["first"], row["second"], row["score"]) == wanted)


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return compare_datasets(SYSTEMS, resamples=400, confidence=0.9)


def test_results_are_those_of_each_alone(found: dict[str, Any]) -> None:
    for name, dataset in SYSTEMS.items():
        assert found["systems"][name] == score_dataset(dataset, resamples=400, confidence=0.9)


def test_equal_systems_do_not_differ_on_any_sample(found: dict[str, Any]) -> None:
    row = row_of(found, "better", "same", "span_f1")
    assert (row["difference"], row["low"], row["high"], row["p_value"], row["p_holm"]) == (0, 0, 0, 1, 1)


def test_the_interval_of_a_paired_difference_is_narrower(found: dict[str, Any]) -> None:
    row = row_of(found, "better", "worse", "span_f1")
    better, other = found["systems"]["better"], found["systems"]["worse"]
    assert row["difference"] == better["span_f1"] - other["span_f1"]
    assert row["low"] < row["difference"] < row["high"]
    apart = (better["span_f1_high"] - better["span_f1_low"]) + (other["span_f1_high"] - other["span_f1_low"])
    assert row["high"] - row["low"] < apart
    assert row["p_value"] <= row["p_holm"] <= 1


def test_every_headline_score_of_every_pair_is_there(found: dict[str, Any]) -> None:
    scores = {key.removesuffix("_low") for key in found["systems"]["better"] if key.endswith("_low")}
    pairs = {("better", "worse"), ("better", "same"), ("worse", "same")}
    rows = {(row["first"], row["second"], row["score"]) for row in found["differences"]}
    assert rows == {(*pair, score) for pair in pairs for score in scores}
    json.dumps(found)


def test_shards_change_nothing(found: dict[str, Any], tmp_path: Path) -> None:
    for number, (name, table) in enumerate(SYSTEMS.items()):
        order = random.Random(number).sample(range(len(table)), len(table))
        write_shards(tmp_path / name, table.take(pa.array(order)), [10 + number, 50])
    folders = {name: tmp_path / name for name in SYSTEMS}
    assert compare_datasets(folders, resamples=400, confidence=0.9) == found


def test_systems_and_references_that_are_joined(found: dict[str, Any]) -> None:
    systems = {"better": BETTER, "worse": worse(BETTER), "same": BETTER}
    assert compare_datasets(systems, REFERENCES, resamples=400, confidence=0.9) == found


def test_other_references_are_refused() -> None:
    other = table_of("nuggets", BETTER, BETTER)
    with pytest.raises(InputError, match=r"systems: expected results that can be compared, .*: different: refs"):
        compare_datasets({"one": SYSTEMS["better"], "two": other}, resamples=2)


def test_the_document_says_what_happens() -> None:
    outcome = doctest.testfile(str(Path(__file__).parents[2] / "docs" / "scale.md"), module_relative=False)
    assert outcome.attempted >= 4
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
