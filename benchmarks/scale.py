"""A corpus in shards, by one process, two workers and Ray: `python -m benchmarks scale FOLDER [NUGGETS [EXTRACTION]]`.

The first row is a Ray without work, whose memory every run of Ray has too. Shards of documents are generated in FOLDER
once and stay there. Every run is a process of its own. Memory is the peak of the sum of all processes, with shared
pages counted once. Work is the processor time of all processes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.corpora import extraction_corpus, nugget_corpus
from benchmarks.timing import print_rows

SHARD_DOCUMENTS = 25_000
CORPORA = {
    "nuggets": lambda rows, seed, first: nugget_corpus(rows, 4, seed, first),
    "extraction": lambda rows, seed, first: extraction_corpus(rows, 2, 3, seed, first),
}
RUNS = {
    "one process": ("score_dataset", ""),
    "2 workers": ("score_dataset", ", workers=2"),
    "Ray, 2 processors": ("score_distributed", ", workers=2"),
}
STATEMENT = """
import json
from event_scoring import {function} as score
if __name__ == "__main__":
    print(json.dumps(score({folder!r}, task={task!r}{keywords})))
"""

EMPTY_RAY = """
import os, time
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
import ray
ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
time.sleep(5)  # its processes need some seconds to start
print(0)
"""


def write_corpus(folder: Path, task: str, documents: int) -> None:
    """Write Parquet shards of documents with ids that no two of them share, unless they are there already."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, first in enumerate(range(0, documents, SHARD_DOCUMENTS)):
        file, rows = folder / f"part-{number:05}.parquet", min(SHARD_DOCUMENTS, documents - first)
        if not file.exists():
            sides = [pa.array(side) for side in CORPORA[task](rows, number, first)]
            unfinished = file.with_suffix(".part")
            pq.write_table(pa.table(sides, names=["predictions", "references"]), unfinished)
            unfinished.rename(file)


def family(pid: int) -> list[int]:
    """Return the processes below a process, and itself."""
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            parents[int(entry)] = int(Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    members = [pid]
    for member in members:
        members += [child for child, parent in parents.items() if parent == member]
    return members


def measured(statement: str) -> tuple[object, float, float, int]:
    """Return what a statement prints, its seconds, its processor seconds and its largest memory in MB."""
    script = Path(os.environ.get("TMPDIR", "/tmp")) / f"scale-{os.getpid()}.py"
    script.write_text(statement)
    start, largest, work = time.perf_counter(), 0, dict[int, float]()
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    tick = os.sysconf("SC_CLK_TCK")
    while process.poll() is None:
        kilobytes = 0
        for member in family(process.pid):
            try:
                fields = Path(f"/proc/{member}/stat").read_text().rpartition(")")[2].split()
                shares = Path(f"/proc/{member}/smaps_rollup").read_text().split("\nPss:")
            except OSError:
                continue
            kilobytes += int(shares[1].split()[0]) if len(shares) > 1 else 0
            work[member] = (int(fields[11]) + int(fields[12])) / tick
        largest = max(largest, kilobytes)
        time.sleep(0.2)
    assert process.stdout is not None
    printed, seconds = process.stdout.read(), time.perf_counter() - start
    script.unlink()
    if process.returncode:
        raise RuntimeError(f"the measured process ended with {process.returncode}")
    return json.loads(printed.splitlines()[-1]), seconds, sum(work.values()), largest // 1024


def main(folder: str, nuggets: str = "1000000", extraction: str = "200000") -> None:
    """Print one table, and fail if two runs of a corpus have different numbers."""
    _, seconds, work, megabytes = measured(EMPTY_RAY)
    rows = [("Ray without work, 2 processors", seconds, work, 0.0, float(megabytes))]
    for task, documents in (("nuggets", int(nuggets)), ("extraction", int(extraction))):
        shards = Path(folder) / task
        write_corpus(shards, task, documents)
        first: object = None
        for name, (function, keywords) in RUNS.items():
            statement = STATEMENT.format(function=function, folder=str(shards), task=task, keywords=keywords)
            result, seconds, work, megabytes = measured(statement)
            first = first or result
            if result != first:
                raise RuntimeError(f"{task}, {name}: other numbers than those of one process")
            rows.append((f"{documents:,} of {task}, {name}", seconds, work, documents / work, float(megabytes)))
            print(*rows[-1], flush=True)
    print_rows("scale", ("run", "seconds", "processor seconds", "documents a processor second", "MB"), rows)
