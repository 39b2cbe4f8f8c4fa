"""What goes wrong in long work: processes that die, shards that are corrupt, documents that are malformed."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from event_scoring import InputError, score_dataset, score_nuggets
from event_scoring.large import kept as kept_module
from event_scoring.large.workers import finished
from tests.large.corpora import corpus_table, nugget_corpus, write_shards

ROOT = Path(__file__).parents[2]
TABLE = corpus_table("nuggets")
WANTED = score_nuggets(TABLE.column("predictions"), TABLE.column("references"))


@pytest.fixture
def shards(tmp_path: Path) -> Path:
    write_shards(tmp_path / "corpus", TABLE, [10, 20, 30, 40, 50])
    return tmp_path / "corpus"


def times(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}


# ---- processes that die ---------------------------------------------------------------------------------


def test_a_process_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    predictions, references = nugget_corpus(4000)
    large = pa.concat_tables([pa.table({"predictions": predictions, "references": references})] * 8)
    write_shards(tmp_path / "corpus", large, list(range(800, len(large), 800)))
    counts = tmp_path / "counts"
    killed: list[int] = []
    over = threading.Event()

    def kill_two() -> None:
        while len(killed) < 2 and not over.wait(0.005):
            done = len(list(counts.glob("*.arrow"))) if counts.exists() else 0
            children = multiprocessing.active_children()
            if done > 3 * len(killed) and children:
                victim = children[0].pid
                assert victim is not None
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)

    killer = threading.Thread(target=kill_two)
    killer.start()
    found = score_dataset(tmp_path / "corpus", processes=2, counts=counts)
    over.set()
    killer.join()
    assert killed, "the work was over before a process was killed"
    assert found == score_nuggets(large.column("predictions"), large.column("references"))
    assert len(list(counts.glob("*.arrow"))) == 40
    assert not list(counts.glob("*.part"))


def end_the_process(item: int) -> int:
    if item == 3 and multiprocessing.parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def test_an_item_that_always_ends_its_process_is_named() -> None:
    with pytest.raises(RuntimeError, match=r"^3: its process ended 3 times before it was done; was memory short\?$"):
        list(finished(end_the_process, [3], processes=2))


def test_a_script_needs_no_main_guard(shards: Path) -> None:
    script = shards.parent / "script.py"
    script.write_text(
        "from event_scoring import score_dataset\n"
        f"print(score_dataset({str(shards)!r}, processes=2)['documents'], flush=True)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    printed = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=True)
    assert (printed.stdout, printed.stderr) == ("60\n", "")


def test_processes_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import multiprocessing, time\n"
        "from event_scoring.large.workers import finished\n"
        "if __name__ == '__main__':\n"
        "    for _ in finished(time.sleep, [0.01, 600, 600, 600], 2):\n"
        "        print(*[child.pid for child in multiprocessing.active_children()], flush=True)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    parent = subprocess.Popen([sys.executable, script], env=environment, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    children = [int(pid) for pid in parent.stdout.readline().split()]
    assert len(children) == 2
    parent.kill()
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 20
    while any(_runs(child) for child in children) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(_runs(child) for child in children)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# ---- shards that are corrupt ----------------------------------------------------------------------------


@pytest.mark.parametrize("processes", [1, 2])
def test_a_corrupt_shard_stops_the_run_and_nothing_is_lost(processes: int, shards: Path, tmp_path: Path) -> None:
    corrupt = shards / "part-004.parquet"
    whole = corrupt.read_bytes()
    corrupt.write_bytes(whole[: len(whole) // 2])
    counts = tmp_path / "result.json.counts"
    with pytest.raises(InputError) as caught:
        score_dataset(shards, processes=processes, counts=counts)
    message = str(caught.value)
    assert message.startswith(f"{corrupt}: this shard cannot be read: ")
    done = len(list(counts.iterdir()))
    assert 4 <= done <= 5
    assert message.endswith(f"; {done} of 6 shards were finished; their counts are kept in {counts}")
    before = times(counts)
    corrupt.write_bytes(whole)
    assert score_dataset(shards, processes=processes, counts=counts) == WANTED
    after = times(counts)
    assert before.items() <= after.items()
    assert len(after) == 6


@pytest.mark.parametrize("ending", [".parquet", ".arrow", ".jsonl.gz"])
def test_what_is_no_shard_at_all(ending: str, tmp_path: Path) -> None:
    (tmp_path / f"x{ending}").write_bytes(b"garbage" * 100)
    with pytest.raises(InputError, match=rf"x{ending}: this shard cannot be read: .*; 0 of 1 shards were finished$"):
        score_dataset(tmp_path)


def test_a_page_that_was_changed_on_the_disk_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "x.parquet"
    pq.write_table(TABLE, file, compression="none", use_dictionary=False, write_page_checksum=True)
    data = bytearray(file.read_bytes())
    place = data.index(b"doc-17")
    data[place] ^= 1
    file.write_bytes(bytes(data))
    with pytest.raises(InputError, match=r"x\.parquet: this shard cannot be read: .*(CRC|checksum)"):
        score_dataset(file)


def test_lines_that_are_no_json_are_named(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    good = json.dumps({"predictions": [], "references": []})
    file.write_text(f"{good}\n\n{good}\nnot json\n")
    with pytest.raises(InputError, match=r"x\.jsonl:4: expected JSON: Expecting value"):
        score_dataset(file)
    file.write_bytes(f"{good}\n".encode() + b"\xff\n")
    with pytest.raises(InputError, match=r"x\.jsonl:2: .*UTF-8"):
        score_dataset(file)


# ---- documents that are malformed -----------------------------------------------------------------------


def malformed() -> list[dict[str, Any]]:
    rows = TABLE.to_pylist()
    rows[47]["predictions"] = {"mentions": [{"token_ids": [1], "type": "A"}, {"token_ids": [1], "type": None}]}
    return rows


@pytest.mark.parametrize("processes", [1, 2])
def test_a_malformed_document_names_shard_row_and_path(processes: int, shards: Path) -> None:
    write_shards(shards, pa.Table.from_pylist(malformed(), schema=TABLE.schema), [10, 20, 30, 40, 50])
    with pytest.raises(InputError) as caught:
        score_dataset(shards, processes=processes)
    place = f'{shards}/part-004.parquet: predictions[7]["mentions"][1]["type"]'
    assert str(caught.value).startswith(f"{place}: expected a string, got None; ")


def test_a_malformed_document_of_json_lines_names_its_line(tmp_path: Path) -> None:
    lines = [json.dumps({"predictions": [], "references": []})] * 5
    lines[3] = json.dumps({"predictions": [], "references": [{"token_ids": [1.5], "type": "A"}]})
    (tmp_path / "x.jsonl").write_text("\n\n".join(lines))
    with pytest.raises(InputError) as caught:
        score_dataset(tmp_path)
    wanted = 'x.jsonl:7: references[3][0]["token_ids"][0]: expected an integer token id, got 1.5 (float); '
    assert wanted in str(caught.value)


def test_what_the_user_wrote_stays_as_it_is(tmp_path: Path) -> None:
    rows = [{"predictions": [], "references": []}] * 3 + [{"predictions": "predictions[0], got", "references": []}]
    (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(InputError, match=r"predictions\[3\]: expected .*, got 'predictions\[0\], got' \(str\)"):
        score_dataset(tmp_path)


# ---- counts that are kept -------------------------------------------------------------------------------


def test_only_what_changed_is_counted_again(shards: Path, tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    assert score_dataset(shards, counts=counts) == WANTED
    before = times(counts)
    assert score_dataset(shards, counts=counts) == WANTED
    assert times(counts) == before
    shutil.copy(shards / "part-001.parquet", shards / "part-002.parquet")
    changed = score_dataset(shards, counts=counts)
    assert changed != WANTED
    assert changed == score_dataset(shards)
    # A shard of the same content under another name is another file, and nothing else was counted.
    assert before.items() <= times(counts).items()
    assert len(times(counts)) == 7


@pytest.mark.parametrize(
    "options",
    [{"protocol": "pilot"}, {"types": ["Life.Die"]}, {"confidence": 0.9}, {"confidence": 0.9, "seed": 1}],
)
def test_counts_of_other_options_are_not_taken(options: dict[str, Any], shards: Path, tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    score_dataset(shards, counts=counts)
    assert score_dataset(shards, counts=counts, **options) == score_dataset(shards, **options)
    assert len(times(counts)) == 12


def test_the_level_of_intervals_needs_no_new_counts(shards: Path, tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    score_dataset(shards, counts=counts, confidence=0.9)
    assert score_dataset(shards, counts=counts, confidence=0.5) == score_dataset(shards, confidence=0.5)
    assert len(times(counts)) == 6


def test_counts_of_another_version_are_not_taken(shards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    score_dataset(shards, counts=tmp_path / "counts")
    monkeypatch.setattr(kept_module, "__version__", "0.0.9")
    score_dataset(shards, counts=tmp_path / "counts")
    assert len(times(tmp_path / "counts")) == 12


@pytest.mark.parametrize("damage", ["cut", "empty", "other"])
def test_kept_counts_that_are_damaged_are_counted_again(damage: str, shards: Path, tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    score_dataset(shards, counts=counts)
    files = sorted(counts.iterdir())
    data = {"cut": files[0].read_bytes()[:-40], "empty": b"", "other": files[1].read_bytes()}[damage]
    files[0].write_bytes(data)
    assert score_dataset(shards, counts=counts) == WANTED
    assert files[0].read_bytes() != data


def test_counts_are_of_files_only(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="counts: expected a dataset of files"):
        score_dataset(TABLE, counts=tmp_path)
