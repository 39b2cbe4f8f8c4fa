"""Predictions and references as two datasets, joined by document id however they are cut."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from event_scoring import InputError, score_dataset, score_nuggets
from event_scoring.documents.schema import arrow_type
from event_scoring.large import joining
from event_scoring.nuggets.columns import NUGGET_DOCUMENT
from tests.large.corpora import CORPORA, check_same, nugget_corpus, write_shards

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


@pytest.mark.parametrize("buckets", [1, 7])
@pytest.mark.parametrize("processes", [1, 2])
def test_sides_that_are_cut_and_ordered_differently(
    buckets: int, processes: int, sides: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "_BUCKET_BYTES", 2**25 if buckets == 1 else 10_000)
    assert score_dataset(*sides, processes=processes) == WANTED


def test_intervals_are_those_of_one_table(sides: tuple[Path, Path]) -> None:
    rows = [{"predictions": one, "references": other} for one, other in zip(PREDICTIONS, REFERENCES, strict=True)]
    drawn = {"confidence": 0.9, "resamples": 40}
    assert score_dataset(*sides, **drawn) == score_dataset(rows, **drawn)


@pytest.mark.parametrize("task", ["argument", "response"])
def test_other_tasks(task: str) -> None:
    predictions, references = CORPORA[task]()
    rows = [{"predictions": one, "references": other} for one, other in zip(predictions, references, strict=True)]
    check_same(score_dataset(predictions[::-1], references, task=task), score_dataset(rows, task=task))


def test_streams_and_files_may_be_mixed(sides: tuple[Path, Path], tmp_path: Path) -> None:
    assert score_dataset(side_table(PREDICTIONS), sides[1]) == WANTED
    assert score_dataset(iter(PREDICTIONS), iter(REFERENCES)) == WANTED
    (tmp_path / "gold.jsonl").write_text("\n".join(map(json.dumps, REFERENCES)), encoding="utf-8")
    assert score_dataset(sides[0], tmp_path / "gold.jsonl") == WANTED


def test_what_does_not_pair_is_reported(recwarn: pytest.WarningsRecorder) -> None:
    system = [*PREDICTIONS[1:], {"doc_id": "new", "mentions": []}, PREDICTIONS[5]]
    found = score_dataset(system, REFERENCES)
    empty = {"doc_id": "doc-0", "mentions": []}
    assert found == score_nuggets([empty, *PREDICTIONS[1:]], REFERENCES)
    assert [str(warning.message) for warning in recwarn] == [
        "1 document of the references is missing from the system and counts as empty: doc-0.",
        "1 document of the system is left out, for the references do not have it: new.",
        "1 document of the system is given more than once; the last one counts: doc-5.",
    ]


def test_reports_of_buckets_are_added_up(monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder) -> None:
    score_dataset([], REFERENCES)
    assert len(recwarn) == 1
    message = str(recwarn[0].message)
    assert message.startswith("60 documents of the references are missing from the system and count as empty: doc-")
    assert message.count("doc-") == 5
    assert message.endswith(", ….")


def test_a_system_without_a_document_counts(recwarn: pytest.WarningsRecorder) -> None:
    found = score_dataset([], REFERENCES)
    empty = [{"doc_id": document["doc_id"], "mentions": []} for document in REFERENCES]
    assert found == score_nuggets(empty, REFERENCES)


def test_ids_are_needed(sides: tuple[Path, Path]) -> None:
    with pytest.raises(InputError, match=r'^dataset: predictions\[1\]\["doc_id"\]: expected a string, for the two'):
        score_dataset([PREDICTIONS[0], {"mentions": []}], sides[1])


def test_a_malformed_document_names_shard_row_and_path(sides: tuple[Path, Path]) -> None:
    bad = [*REFERENCES[:9], {"doc_id": "x", "mentions": [{"token_ids": [1]}]}]
    (sides[1] / "z.jsonl").write_text("\n".join(map(json.dumps, bad)), encoding="utf-8")
    with pytest.raises(InputError, match=r'gold/z\.jsonl:10: references\[9\]\["mentions"\]\[0\]: missing key "type"'):
        score_dataset(*sides)


def test_what_shows_only_in_the_pair_names_the_shard_too(tmp_path: Path) -> None:
    """A system response that nobody assessed is refused when both documents are there."""
    predictions, references = CORPORA["response"]()
    row = next(row for row, document in enumerate(predictions) if document["responses"])
    for response in references[row]["responses"]:
        response.pop("assessment", None)
    lines = [*predictions[:row], *predictions[row + 1 :], predictions[row]]
    (tmp_path / "system.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    with pytest.raises(
        InputError, match=rf'system\.jsonl:{len(lines)}: predictions\[{len(lines) - 1}\]\["responses"\]'
    ):
        score_dataset(tmp_path / "system.jsonl", references, task="responses")


def test_finished_buckets_are_kept(sides: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "_BUCKET_BYTES", 10_000)
    counts = tmp_path / "counts"
    assert score_dataset(*sides, counts=counts) == WANTED
    files = {file.name: file.stat().st_mtime_ns for file in counts.iterdir()}
    assert len(files) == 3
    assert all(name.startswith("bucket-") for name in files)
    assert score_dataset(*sides, counts=counts) == WANTED
    assert files == {file.name: file.stat().st_mtime_ns for file in counts.iterdir()}
    pq.write_table(side_table(PREDICTIONS[:1]), sides[0] / "more.parquet")
    with pytest.warns(UserWarning, match="given more than once"):
        score_dataset(*sides, counts=counts)
    assert len(list(counts.iterdir())) > len(files)
