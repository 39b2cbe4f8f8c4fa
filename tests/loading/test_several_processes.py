"""Several processes that evaluate together."""

from __future__ import annotations

import multiprocessing
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.heavy import evaluate
from tests.loading.cases import CASES, NUGGETS
from tests.processes import without

MIXED = CASES["mixed"]


def one_process(rank: int, processes: int, cache: str, results: Any) -> None:
    metric = evaluate.load(NUGGETS, num_process=processes, process_id=rank, cache_dir=cache, experiment_id="together")
    if rank < processes - 1:
        metric.add_batch(**MIXED.sides(slice(rank, rank + 1)))
    results.put((rank, metric.compute()))


@pytest.mark.slow
def test_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last has nothing to add."""
    processes = 3
    monkeypatch.syspath_prepend(without(tmp_path / "hidden", "transformers"))
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["evaluate"])  # which is imported once
    results = context.Queue()
    workers = [
        context.Process(target=one_process, args=(rank, processes, str(tmp_path), results)) for rank in range(processes)
    ]
    for worker in workers:
        worker.start()
    found = dict(results.get(timeout=120) for _ in workers)
    for worker in workers:
        worker.join(timeout=60)
    assert found == {0: MIXED.score(slice(2)), 1: None, 2: None}


def two_processes(folder: Path) -> tuple[Any, Any]:
    """Return the metrics of two processes, of which each has added its half of the documents.

    The second has computed; a thread is its process.
    """
    settings = {"num_process": 2, "cache_dir": str(folder), "experiment_id": "two", "timeout": 10}
    first, second = (evaluate.load(NUGGETS, process_id=rank, **settings) for rank in range(2))
    with ThreadPoolExecutor(1) as pool:
        meeting = pool.submit(second.add_batch, **MIXED.sides(slice(1, None, 2)))
        first.add_batch(**MIXED.sides(slice(0, None, 2)))
        meeting.result()
        assert pool.submit(second.compute).result() is None
    return first, second


def test_a_process_that_is_done_early_waits_for_no_other(tmp_path: Path) -> None:
    """Processes meet at their first documents, however much longer than the timeout the first one computes."""
    first, second = two_processes(tmp_path)
    assert first.compute() == MIXED.score()
    assert not list(tmp_path.rglob("*.arrow"))
    for metric in (first, second):
        assert pickle.loads(pickle.dumps(metric)).config_name == "nuggets"


def test_an_error_leaves_no_file_and_no_lock(tmp_path: Path) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    first, _ = two_processes(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        first.compute(on_pair=stop)
    assert not list(tmp_path.rglob("*.arrow"))
    again, _ = two_processes(tmp_path)
    assert again.compute() == MIXED.score()
