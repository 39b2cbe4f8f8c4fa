"""Predictions and references as two datasets, joined by document id however they are cut."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from event_scoring import InputError, score_dataset, score_nuggets
from event_scoring.documents.schema import arrow_type
from event_scoring.nuggets.documents import NUGGET_DOCUMENT
from event_scoring.sharded import corpus
from tests.sharded.corpora import CORPORA, check_same, nugget_corpus, write_shards

PREDICTIONS, REFERENCES = nugget_corpus()
WANTED = score_nuggets(PREDICTIONS, REFERENCES)


def side_table(documents: list[dict[str, Any]], task_kind: Any = NUGGET_DOCUMENT) -> pa.Table:
    records = pa.array(documents, arrow_type(task_kind))
    return pa.Table.from_batches([pa.RecordBatch.from_struct_array(records)])


def write_side(folder: Path, documents: list[dict[str, Any]], cuts: list[int], seed: int) -> Path:
    shuffled = random.Random(seed).sample(documents, len(documents))
    write_shards(folder, side_table(shuffled), cuts)
    return folder


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Path, Path]:
    return (
        write_side(tmp_path / "system", PREDICTIONS, [5, 5, 40], seed=1),
        write_side(tmp_path / "gold", REFERENCES, [22], seed=2),
    )


def test_sides_that_are_cut_and_ordered_differently(sides: tuple[Path, Path]) -> None:
    assert score_dataset(*sides) == WANTED


def test_intervals_are_those_of_one_table(sides: tuple[Path, Path]) -> None:
    rows = [{"predictions": one, "references": other} for one, other in zip(PREDICTIONS, REFERENCES, strict=True)]
    drawn = {"confidence": 0.9, "resamples": 40}
    assert score_dataset(*sides, **drawn) == score_dataset(rows, **drawn)


@pytest.mark.parametrize("task", ["arguments", "responses"])
def test_other_tasks(task: str) -> None:
    predictions, references = CORPORA[task]()
    rows = [{"predictions": one, "references": other} for one, other in zip(predictions, references, strict=True)]
    check_same(score_dataset(predictions[::-1], references, task=task), score_dataset(rows, task=task))


def test_streams_and_files_may_be_mixed(sides: tuple[Path, Path], tmp_path: Path) -> None:
    assert score_dataset(side_table(PREDICTIONS), sides[1]) == WANTED
    assert score_dataset(iter(PREDICTIONS), iter(REFERENCES)) == WANTED
    (tmp_path / "gold.jsonl").write_text("\n".join(map(json.dumps, REFERENCES)), encoding="utf-8")
    assert score_dataset(sides[0], tmp_path / "gold.jsonl") == WANTED


def test_what_does_not_pair_is_reported() -> None:
    system = [*PREDICTIONS[1:], {"doc_id": "new", "mentions": []}]
    found = score_dataset(system, REFERENCES)
    empty = {"doc_id": "doc-0", "mentions": []}
    unpaired = [
        "1 document of the system is left out, for the references do not have it: new.",
        "1 document of the references is missing from the system and counts as empty: doc-0.",
    ]
    wanted = score_nuggets([empty, *PREDICTIONS[1:]], REFERENCES)
    assert found == {**wanted, "warnings": [*wanted.warnings, *unpaired]}


def test_a_long_report_is_shortened() -> None:
    message = score_dataset([], REFERENCES)["warnings"][-1]
    assert message.startswith("60 documents of the references are missing from the system and count as empty: doc-")
    assert message.count("doc-") == 5
    assert message.endswith(", ….")


def test_a_document_that_is_there_twice_is_refused(sides: tuple[Path, Path], tmp_path: Path) -> None:
    lines = "\n".join(map(json.dumps, [PREDICTIONS[0], PREDICTIONS[5], PREDICTIONS[0]]))
    (tmp_path / "again.jsonl").write_text(lines)
    wanted = r'again\.jsonl:3: {}\[2\]\["doc_id"\]: expected an id that no earlier document has, got \'doc-0\''
    with pytest.raises(InputError, match=wanted.format("predictions")):
        score_dataset(tmp_path / "again.jsonl", sides[1])
    with pytest.raises(InputError, match=wanted.format("references")):
        score_dataset(sides[0], tmp_path / "again.jsonl")


def test_too_many_references_name_the_workers(sides: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "JOIN_BYTES", 1000)
    with pytest.raises(
        InputError, match=r"references: expected at most 1,000 bytes .*; with more workers \(--workers\)"
    ):
        score_dataset(*sides)


def test_a_system_without_a_document_counts() -> None:
    found = score_dataset([], REFERENCES)
    empty = [{"doc_id": document["doc_id"], "mentions": []} for document in REFERENCES]
    assert found == {**score_nuggets(empty, REFERENCES), "warnings": found["warnings"]}


def test_ids_are_needed(sides: tuple[Path, Path]) -> None:
    with pytest.raises(InputError, match=r'^dataset: predictions\[1\]\["doc_id"\]: expected a string, because the two'):
        score_dataset([PREDICTIONS[0], {"mentions": []}], sides[1])


def test_a_malformed_document_names_shard_row_and_path(sides: tuple[Path, Path]) -> None:
    bad = [
        *({"doc_id": f"new-{row}", "mentions": []} for row in range(9)),
        {"doc_id": "x", "mentions": [{"token_ids": [1]}]},
    ]
    (sides[1] / "z.jsonl").write_text("\n".join(map(json.dumps, bad)), encoding="utf-8")
    with pytest.raises(InputError, match=r'gold/z\.jsonl:10: references\[9\]\["mentions"\]\[0\]: missing key "type"'):
        score_dataset(*sides)


def test_what_shows_only_in_the_pair_names_the_shard_too(tmp_path: Path) -> None:
    """A system response without an assessment is refused when both documents are there."""
    predictions, references = CORPORA["responses"]()
    row = next(row for row, document in enumerate(predictions) if document["responses"])
    for response in references[row]["responses"]:
        response.pop("assessment", None)
    lines = [*predictions[:row], *predictions[row + 1 :], predictions[row]]
    (tmp_path / "system.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    with pytest.raises(InputError, match=r'system\.jsonl.*: predictions\[\d+\]\["responses"\]'):
        score_dataset(tmp_path / "system.jsonl", references, task="responses")
