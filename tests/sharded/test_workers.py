"""Processes, and Ray, give the numbers of one process, even if some of them die."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest

from event_scoring import InputError, score_dataset, score_distributed
from event_scoring.commands.main import main
from event_scoring.documents.errors import Description, Place
from event_scoring.sharded import workers
from event_scoring.sharded.sums import failure_row, read_row
from tests.heavy import ray
from tests.sharded.corpora import check_same, corpus_table, nugget_corpus, write_shards
from tests.sharded.test_joining import side_table

DRAWN = {"confidence": 0.9, "resamples": 40}
TABLE = corpus_table("nuggets")
ROOT = Path(__file__).parents[2]
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what runs in the background


@pytest.fixture(scope="module", autouse=True)
def this_checkout() -> Iterator[None]:
    """Processes import the code that is tested, and not pytest, which is the main program."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        patch.delattr(sys.modules["__main__"], "__file__", raising=False)
        yield


@pytest.fixture
def shards(tmp_path: Path) -> Path:
    write_shards(tmp_path / "corpus", TABLE, [5, 40])
    return tmp_path / "corpus"


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Path, Path]:
    """Two datasets to be joined, each with a document that the other lacks."""
    predictions, references = nugget_corpus()
    for name, documents in {"system": predictions[1:], "gold": references[:-1]}.items():
        write_shards(tmp_path / name, side_table(random.Random(0).sample(documents, len(documents))), [30])
    return tmp_path / "system", tmp_path / "gold"


@pytest.mark.parametrize("task", ["nuggets", "extraction"])  # what a worker counts is what one process counts
def test_workers_and_one_process_agree(task: str, tmp_path: Path) -> None:
    write_shards(tmp_path, corpus_table(task), [5, 40])
    check_same(score_dataset(tmp_path, task=task, workers=2, **DRAWN), score_dataset(tmp_path, task=task, **DRAWN))


def test_workers_join(sides: tuple[Path, Path]) -> None:
    wanted, found = score_dataset(*sides, **DRAWN), score_dataset(*sides, workers=2, **DRAWN)
    assert {**found, "warnings": sorted(found["warnings"])} == {**wanted, "warnings": sorted(wanted["warnings"])}
    assert len([sentence for sentence in wanted["warnings"] if "document of" in sentence]) == 2


def test_the_command_line_has_workers(shards: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code = main(["dataset", "nuggets", str(shards), "--workers", "2", "--format", "json", "--quiet"])
    printed = capfd.readouterr()
    assert (code, json.loads(printed.out), printed.err) == (0, score_dataset(shards), "")


def test_an_error_in_a_worker_names_shard_row_and_path(shards: Path) -> None:
    (shards / "z.jsonl").write_text('{"predictions": [], "references": []}\n{"predictions": [{}], "references": []}\n')
    for call in ({}, {"workers": 2}):
        with pytest.raises(InputError, match=r'corpus/z\.jsonl:2: predictions\[1\]\[0\]: missing key "token_ids"'):
            score_dataset(shards, **call)


def test_a_document_in_two_shards_is_named_whoever_counts_it(tmp_path: Path) -> None:
    write_shards(tmp_path, pa.concat_tables([TABLE, TABLE.slice(17, 1)]), [60])
    with pytest.raises(InputError, match=r'predictions\[\d+\]\["doc_id"\]: expected an id .*, got \'doc-17\''):
        score_dataset(tmp_path, workers=2)


ERRORS = [
    InputError(("predictions", 3, "type"), wanted="a string", got=None, hint="a hint", source=Place("x.jsonl", 4)),
    InputError(("rows", 0), says="no such column", see=("references", 0)),
    InputError(wanted="this", got=Description("3 of them")),
    InputError(wanted="this", got=["a list", {1, 2}]),
    ValueError("confidence: too many"),
    FileNotFoundError(2, "No such file", "x.jsonl"),
    KeyError("x"),
]


@pytest.mark.parametrize("error", ERRORS, ids=str)
def test_errors_are_raised_as_in_one_process(error: Exception) -> None:
    with pytest.raises(Exception, match=".") as caught:
        read_row(failure_row(error))
    assert str(caught.value) == str(error)
    if isinstance(error, InputError):
        found = caught.value
        assert isinstance(found, InputError)
        names = ("path", "wanted", "hint", "says", "source", "see")
        assert all(getattr(found, name) == getattr(error, name) for name in names)


def test_workers_share_files_only() -> None:
    with pytest.raises(InputError, match=r"^dataset: expected paths of shards, which workers share, got .*\(list\)$"):
        score_dataset([], workers=2)
    with pytest.raises(ValueError, match="workers: expected an integer of at least 1"):
        score_dataset([], workers=0)


def children() -> list[int]:
    """The workers of this process."""
    return [process.pid or 0 for process in multiprocessing.active_children()]


def test_a_worker_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    predictions, references = nugget_corpus(600)
    corpus = pa.table({"predictions": predictions, "references": references})
    write_shards(tmp_path, corpus, list(range(50, len(corpus), 50)))
    killed = list[int]()

    def kill_one() -> None:
        while not killed:
            time.sleep(0.01)
            for pid in children():
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
                break

    killer = threading.Thread(target=kill_one)
    killer.start()
    found = score_dataset(tmp_path, workers=2)
    killer.join()
    assert killed
    assert found == score_dataset(tmp_path)


def test_a_shard_that_kills_its_workers_is_named(shards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def kill_all() -> None:
        while not over.wait(0.005):
            for pid in children():
                with suppress(ProcessLookupError):  # the worker has ended by itself
                    os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill_all)
    killer.start()
    with pytest.raises(ChildProcessError, match=r"part-00\d\.parquet: 3 workers were killed\. Is memory short\?"):
        score_dataset(shards, workers=1)
    over.set()
    killer.join()


def test_a_worker_that_dies_before_its_part_is_sent_is_replaced(shards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start, died = workers._start, list[BaseProcess]()

    def start_and_kill_the_first(process: BaseProcess) -> None:
        start(process)
        if not died:
            process.kill()
            process.join()
            died.append(process)

    monkeypatch.setattr(workers, "_start", start_and_kill_the_first)
    assert score_dataset(shards, workers=1) == score_dataset(shards)
    assert died


@pytest.mark.parametrize("started", [3, 4])  # the process, its tracker of resources, one or two workers
def test_ctrl_c_ends_all_workers(tmp_path: Path, started: int) -> None:
    """The corpus is one shard under so many names that no machine is done before the signal comes."""
    sides = [[{"mentions": document["mentions"]} for document in side] for side in nugget_corpus(1_000)]
    write_shards(tmp_path, pa.table(dict(zip(("predictions", "references"), sides, strict=True))), [])
    for number in range(1, 400):
        (tmp_path / f"part-{number:03}.parquet").hardlink_to(tmp_path / "part-000.parquet")
    command = [sys.executable, "-m", "event_scoring", "dataset", "nuggets", str(tmp_path), "--workers", "2"]
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    while len(members := _group(process.pid)) < started:
        time.sleep(0.02)
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    printed = process.communicate(timeout=60)
    assert (process.returncode, *printed) == (130, "", "event-score: interrupted\n")
    time.sleep(0.5)
    assert members
    assert not _group(process.pid)


def _group(leader: int) -> list[int]:
    """The processes of a group that have not ended."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            state, _, group = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(group) == leader and state != "Z":
            found.append(int(entry))
    return found


class FakeRay:
    """A Ray that counts a part when its row is read."""

    def __init__(self) -> None:
        self.cancelled = list[int]()

    def put(self, value: Any) -> Any:
        return value

    def remote(self, function: Any) -> Any:
        return SimpleNamespace(remote=lambda corpus, part: (function, corpus, part))

    def get(self, task: Any) -> Any:
        function, corpus, part = task
        return function(corpus, part)

    def cancel(self, task: Any) -> None:
        self.cancelled.append(task[2])


def test_after_an_error_ray_counts_no_further_parts(shards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (shards / "part-001.jsonl").write_text('{"predictions": [{}], "references": []}\n')
    fake = FakeRay()
    monkeypatch.setattr("event_scoring.sharded.dataset._connected_ray", lambda *_: fake)
    with pytest.raises(InputError, match=r"part-001\.jsonl:1"):
        score_distributed(shards, workers=1)
    assert fake.cancelled == [2, 3]


class Trap:
    """An object that makes a folder when it is unpickled."""

    def __init__(self, made: Path) -> None:
        self.made = str(made)

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (self.made,)


@pytest.mark.slow  # Ray takes ten seconds to start and end
@pytest.mark.filterwarnings("ignore")
class TestRay:
    """`score_distributed` uses the Ray that it finds."""

    @pytest.fixture(scope="class", autouse=True)
    def one_worker(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
            ray.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="error")
            ray.data.DataContext.get_current().enable_progress_bars = False
            yield
            ray.shutdown()

    def test_ray_and_one_process_agree(self, shards: Path) -> None:
        check_same(score_distributed(shards, **DRAWN), score_dataset(TABLE, **DRAWN))

    def test_a_join(self, sides: tuple[Path, Path]) -> None:
        wanted, found = score_dataset(*sides), score_distributed(*sides)
        assert {**found, "warnings": sorted(found["warnings"])} == {**wanted, "warnings": sorted(wanted["warnings"])}

    def test_a_dataset_of_ray_itself(self) -> None:
        dataset = ray.data.from_arrow(TABLE).repartition(2)
        assert score_distributed(dataset) == score_dataset(TABLE)
        with pytest.raises(InputError, match="references: expected none beside a dataset of Ray"):
            score_distributed(dataset, dataset)
        with pytest.raises(InputError, match=r"^dataset: expected paths or a dataset of Ray, got .*\(list\)$"):
            score_distributed([{"predictions": [], "references": []}])

    def test_a_malformed_document_names_shard_row_and_path(self, shards: Path) -> None:
        (shards / "z.jsonl").write_text('{"predictions": [{}], "references": []}\n')
        with pytest.raises(InputError, match=r'z\.jsonl:1: predictions\[0\]\[0\]: missing key "token_ids"'):
            score_distributed(shards)

    def test_rows_of_pickles_are_not_executed(self, tmp_path: Path) -> None:
        rows = pa.table({"part": [0], "sums": [pickle.dumps(Trap(tmp_path / "made"))]})
        with pytest.raises(InputError, match='missing column "predictions"'):
            score_distributed(ray.data.from_arrow(rows))
        assert not (tmp_path / "made").exists()


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"install Ray with: pip install 'ray\[data\]'$"):
        score_distributed("corpus")
