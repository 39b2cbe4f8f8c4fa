"""Published results are computed again, and the page of them is the one that its maker makes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from benchmarks import recompute
from docs import make_recomputed

FOLDER = os.environ.get("EVENT_SCORING_PUBLIC", "")
"""The folder with the public outputs; tests that need it are skipped where it is not named."""
needs_outputs = pytest.mark.skipif(not FOLDER, reason="EVENT_SCORING_PUBLIC names no folder of public outputs")
REFERENCES = [
    {"doc_id": "d1", "templates": [{"slots": [{"name": "Victim", "values": ["Ada", "Bob"]}]}]},
    {"doc_id": "d2", "templates": [{"slots": [{"name": "Weapon", "values": ["bomb"]}]}]},
]
PREDICTIONS = [
    {"doc_id": "d1", "templates": [{"slots": [{"name": "Victim", "values": ["Ada"]}]}]},
    {"doc_id": "d2", "templates": [{"slots": [{"name": "Weapon", "values": ["bomb"]}]}]},
]
COMMAND = "event-score templates gold.jsonl system.jsonl --protocol gtt --per-slot"


def manifest(folder: Path, **row: Any) -> Path:
    """Write a folder with one published result of a system with precision 1, recall 2/3 and F1 0.8."""
    for name, documents in (("gold.jsonl", REFERENCES), ("system.jsonl", PREDICTIONS)):
        lines = [json.dumps(document) for document in documents]
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    texts = ("system", "corpus", "split", "repository", "commit", "score", "published_where")
    given = {name: name for name in texts} | {"id": "own", "command": COMMAND, "digits": 2, "scale": 100, "files": {}}
    rows = {"rows": [given | row], "rows_with_a_published_number_from_memory": []}
    (folder / "manifest.json").write_text(json.dumps(rows), encoding="utf-8")
    return folder


def test_numbers_are_compared_in_printed_digits(tmp_path: Path) -> None:
    published = {"precision": 100.0, "recall": 66.67, "f1": 81.0}
    folder = manifest(tmp_path, published=published, keys={name: name for name in published})
    before = Path.cwd()
    (result,) = recompute.compute_rows(folder, ["own"])
    assert Path.cwd() == before
    assert result.command == COMMAND
    assert result.differing() == ["f1"]
    assert result.compared("recall") == ("66.67", "66.67", "0")
    assert result.compared("f1") == ("81.00", "80.00", "-1.00")
    assert recompute.totals([result]) == (0, 2, 3)


def test_runs_are_averaged_and_counts_stay_whole(tmp_path: Path) -> None:
    (tmp_path / "run1.jsonl").write_text(json.dumps(REFERENCES[0]) + "\n" + json.dumps(REFERENCES[1]) + "\n")
    row: dict[str, Any] = {"published": {"f1": 0.9}, "keys": {"f1": "f1"}, "digits": None, "scale": 1}
    folder = manifest(tmp_path, command=COMMAND.replace("system", "run{run}"), runs=[1, 2], **row)
    (folder / "system.jsonl").rename(folder / "run2.jsonl")
    (result,) = recompute.compute_rows(folder, ["own"])
    assert result.ours == {"f1": pytest.approx(0.9)}
    assert not result.differing()
    folder = manifest(tmp_path, published={"documents": 2}, keys={"documents": "documents"}, scale=1)
    (result,) = recompute.compute_rows(folder, ["own"])
    assert result.compared("documents") == ("2", "2", "0")


def test_macro_averages_are_means_over_slots(tmp_path: Path) -> None:
    published = {"Victim recall": 50.0, "macro precision": 100.0, "macro recall": 75.0, "macro f1": 85.71}
    keys = {name: f"per_slot/{name.replace(' ', '/')}" for name in published}
    (result,) = recompute.compute_rows(manifest(tmp_path, published=published, keys=keys), ["own"])
    assert result.differing() == []


def test_lines_of_a_log_are_counted_where_every_score_is_equal(tmp_path: Path) -> None:
    lines = ["doc_id=d1\tprec=1.0000\trec=0.5000\tf1=0.6667", "doc_id=d2\tprec=1.0000\trec=1.0000\tf1=0.9999"]
    (tmp_path / "log").write_text("\n".join(lines) + "\n", encoding="utf-8")
    row = {"published": {"equal document lines": 2}, "keys": {}, "scale": 1, "digits": 0}
    folder = manifest(tmp_path, **row, files={"log": "log"}, command=f"{COMMAND} --per-document")
    (result,) = recompute.compute_rows(folder, ["own"])
    assert result.compared("equal document lines") == ("2", "1", "-1")


def test_a_run_is_printed_and_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(recompute, "RESULTS", tmp_path / "results.json")
    monkeypatch.setattr(recompute, "REASONS", {"own": "The file has {ours[documents]} documents."})
    recompute.main(str(manifest(tmp_path, published={"f1": 81.0}, keys={"f1": "f1"})))
    printed = capsys.readouterr().out
    assert "own: 0 of 1 numbers equal. The file has 2 documents." in printed
    assert "f1     81.00      80.00  -1.00" in printed
    assert "0 of 1 rows and 0 of 1 numbers are equal" in printed
    (result,) = recompute.read_results().rows
    assert result.ours == {"f1": pytest.approx(80)}


def test_a_command_that_fails_ends_the_run(tmp_path: Path) -> None:
    folder = manifest(tmp_path, published={"f1": 81.0}, keys={"f1": "f1"}, command=f"{COMMAND} --none")
    with pytest.raises((RuntimeError, SystemExit)):
        recompute.compute_rows(folder, ["own"])


def test_the_page_and_the_sentence_of_the_readme_are_made_of_the_recorded_results() -> None:
    run = "run python -m docs"
    assert make_recomputed.PAGE.read_text(encoding="utf-8") == make_recomputed.page(), run
    assert make_recomputed.README.read_text(encoding="utf-8") == make_recomputed.readme(), run
    assert make_recomputed.sentence() in make_recomputed.readme()


def test_every_result_that_differs_has_a_reason_and_every_reason_is_needed() -> None:
    rows = recompute.read_results().rows
    assert [row.id for row in rows if bool(row.reason) != bool(row.differing())] == []
    unneeded = [start for start in recompute.REASONS if not any(row.id.startswith(start) for row in rows if row.reason)]
    assert unneeded == []


@needs_outputs
def test_results_have_the_recorded_numbers() -> None:
    """Everyday runs compute one result of each kind, CI all of them."""
    results = recompute.read_results()
    kinds = {(row.corpus, row.repository, row.score): row for row in reversed(results.rows)}
    chosen = results.rows if os.environ.get("CI") else list(kinds.values())
    computed = {row.id: row for row in recompute.compute_rows(Path(FOLDER), [row.id for row in chosen])}
    for recorded in chosen:
        now = computed[recorded.id]
        assert now.ours == pytest.approx(recorded.ours, rel=1e-9), recorded.id
        for name in ("command", "published", "reason", "muc_counts"):
            assert getattr(now, name) == getattr(recorded, name), recorded.id


@needs_outputs
@pytest.mark.slow
def test_further_numbers_of_the_page_are_those_recorded() -> None:
    manifest, results = recompute.read_manifest(Path(FOLDER)), recompute.read_results()
    with recompute.working_directory(Path(FOLDER)):
        assert recompute.released_iterx_scorer(manifest) == results.released_iterx_scorer
        assert recompute.gen_arg_heads(manifest) == results.gen_arg_heads
