"""`event-score dataset`: the numbers of Python, work that resumes, and one line for what is wrong."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from event_scoring import score_dataset
from event_scoring.commands.main import main
from tests.sharded.corpora import corpus_table, nugget_corpus, table_of, write_shards


@pytest.fixture
def shards(tmp_path: Path) -> str:
    write_shards(tmp_path / "run1", corpus_table("nuggets"), [20, 40])
    return str(tmp_path / "run1")


@pytest.fixture
def other(tmp_path: Path) -> str:
    predictions, references = nugget_corpus()
    for row, document in enumerate(predictions):
        document["mentions"] = document["mentions"][: row % 3]
        document.pop("clusters", None)
        document.pop("links", None)
    write_shards(tmp_path / "run2", table_of("nuggets", predictions, references), [30])
    return str(tmp_path / "run2")


EXPECTED = ("Neither side has anything that counts for", "the tokens of an earlier reference of the document")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Without the warnings of scores for which this corpus has nothing, and of its references on the same tokens."""
    code = main(arguments)
    printed = capsys.readouterr()
    lines = printed.err.splitlines(keepends=True)
    return code, printed.out, "".join(line for line in lines if not any(known in line for known in EXPECTED))


@pytest.mark.parametrize(
    ("task", "flags", "options"),
    [
        (
            "nuggets",
            "--protocol pilot --types Life.Die --confidence 0.9 --resamples 30 --seed 2",
            {"protocol": "pilot", "types": ["Life.Die"], "confidence": 0.9, "resamples": 30, "seed": 2},
        ),
        ("arguments", "--beta 0.5 --no-clip", {"beta": 0.5, "clip": False}),
        ("extraction", "--fact dataset=ACE05 --types Attack", {"facts": {"dataset": "ACE05"}, "types": ["Attack"]}),
        ("detection", "--types Attack", {"types": ["Attack"]}),
        (
            "extraction",
            "--convention instructuie --task EEA",
            {"convention": "instructuie", "task_number": "EEA"},
        ),
    ],
)
def test_json_is_the_result_of_python(
    task: str, flags: str, options: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_shards(tmp_path, corpus_table(task.replace("detection", "extraction")), [7])
    code, out, _ = run(capsys, "dataset", task, str(tmp_path), "--format", "json", *flags.split())
    assert code == 0
    assert json.loads(out) == score_dataset(tmp_path, task=task, **options)


def test_the_table_shows_the_scores(shards: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "dataset", "nuggets", shards)
    assert (code, err) == (0, "")
    assert "60 documents" in out
    assert f"{score_dataset(shards)['span_f1']:.4f}" in out


@pytest.mark.parametrize("drawn", [{}, {"confidence": 0.9, "resamples": 50}])
def test_several_systems(drawn: dict[str, Any], shards: str, other: str, capsys: pytest.CaptureFixture[str]) -> None:
    flags = [word for name, value in drawn.items() for word in (f"--{name}", str(value))]
    _, out, _ = run(capsys, "dataset", "nuggets", shards, other, "--format", "json", *flags)
    assert json.loads(out) == {"run1": score_dataset(shards, **drawn), "run2": score_dataset(other, **drawn)}


def test_references_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    predictions, references = nugget_corpus()
    for name, side in (("system", predictions[1:]), ("gold", references)):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, side)), encoding="utf-8")
    system, gold = str(tmp_path / "system.jsonl"), str(tmp_path / "gold.jsonl")
    code, out, err = run(capsys, "dataset", "nuggets", system, "--references", gold, "--format", "json")
    assert code == 0
    assert json.loads(out)["documents"] == 60
    assert err.startswith("event-score: warning: system.jsonl: 1 document of the references is missing from the system")


FAULTS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "cut.parquet": (lambda path: path.write_bytes(b"PAR1" * 9), "cut.parquet: this shard cannot be read: "),
    "x.jsonl.gz": (lambda path: path.write_bytes(b"garbage"), "x.jsonl.gz: this shard cannot be read: "),
    "cut.jsonl.gz": (lambda path: path.write_bytes(gzip.compress(b"{}" * 99)[:-9]), "cut.jsonl.gz: this shard cannot"),
    "text.jsonl": (lambda path: path.write_text("{}\nnot json\n"), "text.jsonl:2: expected JSON: Expecting value"),
    "latin.jsonl": (lambda path: path.write_bytes(b"\n\xff\n"), "latin.jsonl:2: "),
    "row.jsonl": (lambda path: path.write_text('\n{"predictions": []}'), 'row.jsonl:2: rows[0]: missing column "refer'),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_of_shards_are_one_line(name: str, shards: str, capsys: pytest.CaptureFixture[str]) -> None:
    make, message = FAULTS[name]
    make(Path(shards) / name)
    code, out, err = run(capsys, "dataset", "nuggets", shards)
    assert (code, out) == (2, "")
    assert err.startswith(f"event-score: error: {shards}/{message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("extra", [{}, {"arguments": []}])
def test_lists_of_events_are_no_documents(
    extra: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Events with arguments were taken for documents, and the row for a file that has them under keys.
    events = [{"type": "Die", "trigger": {"text": "died"}, **extra}]
    shard = tmp_path / "run.jsonl"
    shard.write_text(json.dumps({"predictions": events, "references": events}), encoding="utf-8")
    code, _, err = run(capsys, "dataset", "extraction", str(shard))
    assert code == 2
    assert f"{shard}:1: predictions[0]: expected a dict, got [" in err
    assert '; write {"events": […]}' in err


def test_other_files_are_left_out(shards: str, capsys: pytest.CaptureFixture[str]) -> None:
    (Path(shards) / "_SUCCESS").write_text("")
    code, out, err = run(capsys, "dataset", "nuggets", shards, "--format", "json")
    assert (code, err) == (0, f"event-score: warning: run1: Left out 1 file, no shards: {shards}/_SUCCESS.\n")
    assert json.loads(out) == score_dataset(shards)


def test_strict_refuses_relations_to_themselves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The warning of shards names this flag, which only the commands of single files had."""
    links = [{"type": "BEFORE", "source": "a", "target": target} for target in ("b", "a")]
    row = {"predictions": {"relations": links[:1]}, "references": {"relations": links}}
    (tmp_path / "0.jsonl").write_text(json.dumps(row))
    code, out, err = run(capsys, "dataset", "relations", str(tmp_path), "--brief")
    assert (code, out) == (0, "1.0000\n")
    assert "1 relation of the references from an event to itself left out; strict refuses it." in err
    code, _, err = run(capsys, "dataset", "relations", str(tmp_path), "--strict")
    assert code == 2
    assert "expected another event or time than the source" in err
