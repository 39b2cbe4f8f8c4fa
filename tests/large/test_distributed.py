"""Ray gives what the call in memory gives, whatever becomes of its workers."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from event_scoring import InputError, score_dataset, score_distributed
from event_scoring.tasks import TASKS
from tests.large.corpora import check_same, corpus_table, nugget_corpus, write_shards

pytest.importorskip("ray.data", reason="the extra ray is not installed")
ray: Any = sys.modules["ray"]

pytestmark = pytest.mark.filterwarnings("ignore")
DRAWN = {"confidence": 0.9, "resamples": 40}


@pytest.fixture(scope="module", autouse=True)
def two_workers() -> Iterator[None]:
    """One Ray inside this process for all tests of this file; `score_distributed` uses the one it finds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
        ray.data.DataContext.get_current().enable_progress_bars = False
        yield
        ray.shutdown()


@pytest.mark.parametrize("task", list(TASKS))
def test_ray_and_one_machine_agree(task: str, tmp_path: Path) -> None:
    table = corpus_table(task)
    write_shards(tmp_path, table, list(range(5, len(table), 11)))
    check_same(score_distributed(str(tmp_path), task=task, **DRAWN), score_dataset(table, task=task, **DRAWN))


def test_a_dataset_of_ray_itself(tmp_path: Path) -> None:
    table = corpus_table("nuggets")
    wanted = score_dataset(table)
    assert score_distributed(ray.data.from_arrow(table).repartition(4)) == wanted
    assert score_distributed(ray.data.from_items(table.to_pylist())) == wanted


def test_a_malformed_document_names_shard_row_and_path(tmp_path: Path) -> None:
    table = corpus_table("nuggets")
    rows = table.to_pylist()
    rows[47]["references"] = {"mentions": [{"token_ids": [1], "type": None}]}
    write_shards(tmp_path, pa.Table.from_pylist(rows, schema=table.schema), [10, 20, 30, 40, 50])
    with pytest.raises(InputError) as caught:
        score_distributed(str(tmp_path))
    wanted = f'{tmp_path}/part-004.parquet: references[7]["mentions"][0]["type"]: expected a string, got None'
    assert str(caught.value) == wanted


def test_a_worker_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    predictions, references = nugget_corpus(4000)
    table = pa.concat_tables([pa.table({"predictions": predictions, "references": references})] * 8)
    write_shards(tmp_path, table, list(range(800, len(table), 800)))
    killed: list[int] = []
    over = threading.Event()

    def kill_one() -> None:
        while not killed and not over.wait(0.01):
            for entry in filter(str.isdigit, os.listdir("/proc")):
                try:
                    name = Path(f"/proc/{entry}/cmdline").read_bytes()
                except OSError:
                    continue
                if b"ReadFiles" in name and b"MapBatches" in name and _descends(int(entry), os.getpid()):
                    os.kill(int(entry), signal.SIGKILL)
                    killed.append(int(entry))
                    return

    killer = threading.Thread(target=kill_one)
    killer.start()
    found = score_distributed(str(tmp_path))
    over.set()
    killer.join()
    assert killed, "the work was over before a worker was killed"
    assert found == score_dataset(table)


def _descends(pid: int, ancestor: int) -> bool:
    while pid > 1:
        if pid == ancestor:
            return True
        try:
            pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return False
    return False


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"pip install 'ray\[data\]'"):
        score_distributed("corpus")
