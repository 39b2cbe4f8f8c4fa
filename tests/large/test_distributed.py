"""Ray gives what the call in memory gives, whatever becomes of its workers."""

from __future__ import annotations

import json
import os
import pickle
import random
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from event_scoring import InputError, compare_datasets, score_dataset, score_distributed
from event_scoring.cli.main import main
from event_scoring.large.counting import Counting
from event_scoring.large.distributed import _join, _scatter, count_block
from tests.heavy import ray
from tests.large.corpora import check_same, corpus_table, nugget_corpus, write_shards
from tests.large.test_joining import side_table

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.slow]  # Ray takes ten seconds to start and end
DRAWN = {"confidence": 0.9, "resamples": 40}
TABLE = corpus_table("nuggets")


@pytest.fixture(scope="module", autouse=True)
def two_workers() -> Iterator[None]:
    """One Ray inside this process for all tests of this file; `score_distributed` uses the one it finds.

    The tests that cost it its workers come last, for each takes seconds to start.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
        ray.data.DataContext.get_current().enable_progress_bars = False
        yield
        ray.shutdown()


@pytest.mark.parametrize("task", ["nuggets", "extraction"])  # what a worker counts is what one process counts
def test_ray_and_one_process_agree(task: str, tmp_path: Path) -> None:
    table = corpus_table(task)
    write_shards(tmp_path, table, [5, 40])
    check_same(score_distributed(tmp_path, task=task, **DRAWN), score_dataset(table, task=task, **DRAWN))


def test_a_dataset_of_ray_itself() -> None:
    assert score_distributed(ray.data.from_arrow(TABLE).repartition(2)) == score_dataset(TABLE)


def test_systems_are_compared(tmp_path: Path) -> None:
    write_shards(tmp_path, TABLE, [30])
    systems = {"a": tmp_path, "b": tmp_path}
    assert compare_datasets(systems, workers=2, resamples=20) == compare_datasets(systems, resamples=20)


def test_the_command_line_has_workers(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write_shards(tmp_path, TABLE, [30])
    code = main(["dataset", "nuggets", str(tmp_path), "--workers", "2", "--format", "json"])
    printed = capfd.readouterr()
    wanted = score_dataset(tmp_path)
    assert (code, printed.err) == (
        0,
        "".join(f"event-score: warning: {tmp_path.name}: {one}\n" for one in wanted["warnings"]),
    )
    assert json.loads(printed.out) == wanted


def test_a_malformed_document_names_shard_row_and_path(tmp_path: Path) -> None:
    rows = TABLE.to_pylist()
    rows[47]["references"] = {"mentions": [{"token_ids": [1], "type": None}]}
    write_shards(tmp_path, pa.Table.from_pylist(rows, schema=TABLE.schema), [40])
    with pytest.raises(InputError) as caught:
        score_distributed(tmp_path)
    wanted = f'{tmp_path}/part-001.parquet: references[7]["mentions"][0]["type"]: expected a string, got None'
    assert str(caught.value) == wanted


def test_a_document_in_two_shards_is_refused(tmp_path: Path) -> None:
    write_shards(tmp_path, pa.concat_tables([TABLE, TABLE.slice(17, 1)]), [60])
    with pytest.raises(InputError, match=r'predictions\[\d+\]\["doc_id"\]: expected an id .*, got \'doc-17\''):
        score_distributed(tmp_path)


class Trap:
    """What a stranger may put in a Parquet file: unpickled, it makes a folder."""

    def __init__(self, made: Path) -> None:
        self.made = str(made)

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (self.made,)


def test_a_parquet_file_of_pickles_is_not_executed(tmp_path: Path) -> None:
    made, counting = tmp_path / "made", Counting.of("nuggets", {})
    pickles = [pickle.dumps(Trap(made))]
    for columns in ({"shard": pickles}, {"id": [0]}, {"bucket": [0], "found": pickles}):
        block = pa.table(columns)
        for work, given in ((count_block, (None,)), (_scatter, (None, "predictions", 2))):
            (found,) = work(counting, *given, block).column("found").to_pylist()
            assert isinstance(pickle.loads(found), InputError)
    pq.write_table(pa.table({"shard": pickles}), tmp_path / "rows.parquet")
    with pytest.raises(InputError, match="a block of the dataset"):
        score_distributed(ray.data.read_parquet(str(tmp_path / "rows.parquet")))
    assert not made.exists()


def test_workers_that_are_killed_change_nothing(tmp_path: Path) -> None:
    predictions, references = nugget_corpus(6_000)
    large = pa.table({"predictions": predictions, "references": references})
    write_shards(tmp_path, large, list(range(500, len(large), 500)))
    assert len(list(tmp_path.iterdir())) == 12
    killed: list[int] = []
    over = threading.Event()

    def kill_two() -> None:
        while len(killed) < 2 and not over.wait(0.01):
            for entry in filter(str.isdigit, os.listdir("/proc")):
                try:
                    name = Path(f"/proc/{entry}/cmdline").read_bytes()
                except OSError:
                    continue
                if b"MapBatches" in name and int(entry) not in killed and _descends(int(entry), os.getpid()):
                    os.kill(int(entry), signal.SIGKILL)
                    killed.append(int(entry))
                    break

    killer = threading.Thread(target=kill_two)
    killer.start()
    found = score_distributed(tmp_path)
    over.set()
    killer.join()
    assert len(killed) == 2, "the work was over before two workers were killed"
    assert found == score_dataset(tmp_path)


def _descends(pid: int, ancestor: int) -> bool:
    while pid > 1:
        if pid == ancestor:
            return True
        try:
            pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return False
    return False


def test_a_join(tmp_path: Path) -> None:
    predictions, references = nugget_corpus()
    sides = {"system": predictions[1:], "gold": references[:-1]}
    for name, documents in sides.items():
        write_shards(tmp_path / name, side_table(random.Random(0).sample(documents, len(documents))), [30])
    wanted, found = (
        score(tmp_path / "system", tmp_path / "gold", **DRAWN) for score in (score_dataset, score_distributed)
    )
    assert {**found, "warnings": sorted(found["warnings"])} == {**wanted, "warnings": sorted(wanted["warnings"])}
    assert len([one for one in wanted["warnings"] if "document of" in one]) == 2


def test_a_document_twice_is_refused_where_its_bucket_is_joined() -> None:
    """By what a worker runs, without workers."""
    counting, (predictions, references) = Counting.of("nuggets", {}), nugget_corpus(3)
    sides = {"predictions": [*predictions, predictions[1]], "references": references}
    scattered = [_scatter(counting, None, side, 1, side_table(documents)) for side, documents in sides.items()]
    (found,) = _join(counting, pa.concat_tables(scattered)).column("found").to_pylist()
    assert "expected an id that no earlier document has, got 'doc-1'" in str(pickle.loads(found))


def test_what_ray_cannot_read_is_refused() -> None:
    with pytest.raises(InputError, match=r"^dataset: expected paths or a dataset of Ray, got .*\(list\)$"):
        score_distributed([{"predictions": [], "references": []}])


def test_without_ray_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    write_shards(tmp_path, TABLE, [])
    assert main(["dataset", "nuggets", str(tmp_path), "--workers", "2"]) == 2
    printed = capsys.readouterr().err
    assert printed.endswith("install Ray with: pip install 'ray[data]'\n")
    assert printed.count("\n") == 1
