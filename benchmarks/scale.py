"""Score a corpus beyond memory: `python -m benchmarks scale FOLDER (options: --documents 5000000, --chains)`.

A corpus is generated as Parquet shards in FOLDER (once; it is left there), scored, and compared with the in-memory
engine on a part of the same documents. Memory is the sum of the largest resident sizes of all processes. The rate of
one core is computed from all seconds of work, including start and reading. Seconds on the clock are given too, because
machines are shared.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.corpora import chained_corpus, nugget_corpus
from benchmarks.measure import print_rows

SHARD_DOCUMENTS = 100_000
MENTIONS = 4
LINKS = 2


def write_corpus(folder: Path, documents: int, chains: bool) -> None:
    """Write shards of documents with unique ids, unless they exist."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(-(-documents // SHARD_DOCUMENTS)):
        file = folder / f"part-{number:05}.parquet"
        if not file.exists():
            rows = min(SHARD_DOCUMENTS, documents - number * SHARD_DOCUMENTS)
            names = pa.array([f"doc_{number * SHARD_DOCUMENTS + row:09}" for row in range(rows)])
            random = np.random.default_rng(number)
            made = partial(chained_corpus, links=LINKS) if chains else nugget_corpus
            sides = [detailed(side, names, random) for side in made(rows, MENTIONS, seed=number)]
            unfinished = file.with_suffix(".part")
            pq.write_table(pa.table(sides, names=["predictions", "references"]), unfinished)
            unfinished.rename(file)


def detailed(side: pa.StructArray, names: pa.StringArray, random: np.random.Generator) -> pa.StructArray:
    """Return documents with other ids, whose mentions have ids and scores, as the output of a system has."""
    lists = side.field("mentions")
    columns = dict(zip([field.name for field in lists.type.value_type], lists.values.flatten(), strict=True))
    total = len(lists.values)
    if "id" not in columns:
        ids = np.char.add("E", random.integers(0, 10**15, total).astype(str)).astype(object)
        columns["id"] = pa.array(ids, pa.string())
    columns["score"] = pa.array(random.random(total))
    mentions = pa.StructArray.from_arrays(list(columns.values()), names=list(columns))
    documents = dict(zip([field.name for field in side.type], side.flatten(), strict=True))
    documents["doc_id"] = names
    documents["mentions"] = pa.ListArray.from_arrays(lists.offsets, mentions)
    return pa.StructArray.from_arrays(list(documents.values()), names=list(documents))


class Family:
    """The largest resident size, in KiB, and the seconds of work of a process and its descendants."""

    def __init__(self, pid: int) -> None:
        self.largest, self.worked = {pid: 0}, {pid: 0.0}

    def look(self) -> None:
        tick = os.sysconf("SC_CLK_TCK")
        for entry in sorted(filter(str.isdigit, os.listdir("/proc")), key=int):
            try:
                status = Path(f"/proc/{entry}/status").read_text()
                times = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
            if (int(entry) in self.largest or int(fields["PPid"]) in self.largest) and "VmHWM" in fields:
                self.largest[int(entry)] = int(fields["VmHWM"].split()[0])
                self.worked[int(entry)] = (int(times[11]) + int(times[12])) / tick


def in_new_process(statement: str) -> tuple[dict[str, Any], float]:
    """Return the JSON that a statement prints in a process of its own, and the megabytes of it and its children."""
    process = subprocess.Popen([sys.executable, "-c", statement], stdout=subprocess.PIPE, text=True)
    family, over = Family(process.pid), threading.Event()

    def watch() -> None:
        while not over.wait(0.1):
            family.look()

    watcher = threading.Thread(target=watch)
    watcher.start()
    printed, _ = process.communicate()
    over.set()
    watcher.join()
    if process.returncode:
        raise RuntimeError(f"the measured process ended with {process.returncode}")
    result = {"work": sum(family.worked.values()), **json.loads(printed.splitlines()[-1])}
    return result, sum(family.largest.values()) / 1024


SCORE = """
import json, time
from {module} import {function} as score
start = time.perf_counter()
result = score({folder!r}, {keywords})
print(json.dumps({{"seconds": time.perf_counter() - start, **result}}))
"""

IN_MEMORY = """
import json, time, os
os.environ["OMP_NUM_THREADS"] = "1"
import pyarrow as pa, pyarrow.parquet as pq
from pathlib import Path
from event_scoring import score_nuggets
pa.set_cpu_count(1)
files = sorted(Path({folder!r}).glob("*.parquet"))[:{shards}]
table = pa.concat_tables([pq.read_table(file) for file in files])
sides = [table.column(name).combine_chunks() for name in ("predictions", "references")]
times, work = [], []
for _ in range(3):
    start, worked = time.perf_counter(), time.process_time()
    result = score_nuggets(*sides)
    times.append(time.perf_counter() - start)
    work.append(time.process_time() - worked)
print(json.dumps({{"seconds": sorted(times)[1], "work": sorted(work)[1], **result}}))
"""


def main(*words: str) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks scale")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--documents", type=int, default=5_000_000)
    parser.add_argument("--chains", action="store_true", help="documents with clusters and links (in another folder)")
    arguments = parser.parse_args(words)
    start = time.perf_counter()
    write_corpus(arguments.folder, arguments.documents, arguments.chains)
    folder = str(arguments.folder)
    size = sum(file.stat().st_size for file in arguments.folder.glob("*.parquet"))
    spent = time.perf_counter() - start
    print(f"{arguments.documents:,} documents, {size / 1e9:.2f} GB of Parquet, made in {spent:.0f} s")
    cores = len(os.sched_getaffinity(0))
    local = {"module": "event_scoring", "function": "score_dataset", "folder": folder}
    distributed = {**local, "function": "score_distributed"}
    runs = {
        "in memory, 500,000 documents": IN_MEMORY.format(folder=folder, shards=5),
        "one process": SCORE.format(**local, keywords=""),
        f"{cores} workers of Ray": SCORE.format(**distributed, keywords=f"workers={cores}"),
        "one process, 1000 samples": SCORE.format(**local, keywords="confidence=0.95"),
        f"{cores} workers of Ray, 1000 samples": SCORE.format(
            **distributed, keywords=f"workers={cores}, confidence=0.95"
        ),
    }
    rows, first = [], None
    for name, statement in runs.items():
        result, megabytes = in_new_process(statement)
        rate = (result["predictions"] + result["references"]) / result["work"]
        rows.append((name, result["seconds"], result["work"], rate, rate / rows[0][3] if rows else 1.0, megabytes))
        if "memory" not in name:
            first = first or {key: value for key, value in result.items() if key not in ("seconds", "work")}
            scores = [key for key in first if key != "signature"]
            if any(result[key] != first[key] for key in scores):
                raise RuntimeError(f"{name}: the scores are not those of the first run")
            print(f"{name}: {len(scores)} numbers, span_f1 {result['span_f1']!r}, the same in all runs", flush=True)
    print_rows("summary", ("run", "seconds", "core seconds", "mentions/core s", "x in memory", "peak MB"), rows)
