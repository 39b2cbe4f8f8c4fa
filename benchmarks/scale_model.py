"""What a mention costs at each stage, what a partial result costs, and what follows for many workers.

`python -m benchmarks.scale_model FOLDER` measures on shards that `benchmarks.scale` has written, and then
simulates a run of 10^9 mentions: blocks are handed out one after the other, workers take different times
for them, and one process adds what comes back. Nothing is simulated of networks and disks.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import heapq
import pickle
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from benchmarks.measure import print_rows
from event_scoring.formats.shards import find_shards
from event_scoring.large.counting import SIDES, Counting
from event_scoring.scoring.counts import exact_totals
from event_scoring.statistics.poisson import PoissonBootstrap, poisson_samples
from event_scoring.tasks import TASKS

SHARDS = 2
MENTIONS = 1_000_000_000
BLOCK_BYTES = 2**27
"""The size of blocks at which Ray aims."""
START = 8.0
"""Seconds until a worker has begun and imported everything, on a busy machine."""
HAND_OUT = 0.002
"""Seconds that the head needs to hand out one block; Ray schedules some hundred tasks a second from one driver."""
SPREAD = 0.25
"""The standard deviation of the logarithm of how much longer one block takes than another."""


def work(call: Callable[[], Any], repeats: int = 3) -> tuple[float, Any]:
    """The smallest of some times of work, and the last result."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        found = call()
        times.append(time.process_time() - start)
    return min(times), found


def stages(folder: Path) -> tuple[dict[str, float], int, float]:
    """Seconds of each stage for some shards, their mentions, and their bytes."""
    counting = Counting.of("nuggets", {})
    task, options = TASKS[counting.task_name], counting.options
    shards = find_shards(folder)[0][:SHARDS]
    pa.set_cpu_count(1)
    spent: dict[str, float] = {}

    def read() -> list[Any]:
        return [batch for shard in shards for batch in counting.batches(shard)]

    spent["read"], batches = work(read)
    sides = [[batch.rows.column(name) for name in SIDES] for batch in batches]
    spent["check"], checked = work(lambda: [task.check(*side) for side in sides])
    spent["count"], counts = work(lambda: [task.count_checked(*side, options) for side in checked])
    spent["parts"], parts = work(lambda: [of_batch.parts for of_batch in counts])
    spent["exact sums"], _ = work(lambda: [exact_totals(columns) for columns in parts])
    bootstrap = PoissonBootstrap(1000, 0)
    tables = [of_batch.table for of_batch in counts]
    ids = [table.column("doc_id").combine_chunks() for table in tables]
    spent["1000 samples"], _ = work(
        lambda: [poisson_samples(*both, bootstrap) for both in zip(parts, ids, strict=True)], 1
    )
    mentions = sum(table.column(name).to_numpy().sum() for table in tables for name in ("predictions", "references"))
    return spent, int(mentions), float(sum(Path(shard.path).stat().st_size for shard in shards))


def partials(folder: Path) -> list[tuple[str, float, float]]:
    """For a partial result without and with samples its bytes, and the seconds to take it in."""
    rows = []
    for name, options in (("without samples", {}), ("1000 samples", {"confidence": 0.95})):
        counting = Counting.of("nuggets", options)
        part = next(counting.parts(find_shards(folder)[0][:1]))
        data = pickle.dumps(part.sums)
        spent, _ = work(lambda sums=part.sums, data=data: [sums + pickle.loads(data) for _ in range(200)])
        rows.append((name, float(len(data)), spent / 200))
    return rows


def simulated(workers: int, blocks: int, seconds: float, reduction: float, seed: int = 0) -> tuple[float, float]:
    """How long a run takes, and which part of it the head is busy."""
    random = np.random.default_rng(seed)
    times = seconds * random.lognormal(-(SPREAD**2) / 2, SPREAD, blocks)
    free = [START] * workers
    heapq.heapify(free)
    head, finished = 0.0, []
    for duration in times:
        head += HAND_OUT
        start = max(heapq.heappop(free), head)
        heapq.heappush(free, start + duration)
        finished.append(start + duration)
    busy, end = head, 0.0
    for arrival in sorted(finished):
        end = max(end, arrival) + reduction
        busy += reduction
    return end, busy / end


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    spent, mentions, size = stages(folder)
    total = sum(seconds for name, seconds in spent.items() if name != "1000 samples")
    rows = [(name, seconds / mentions * 1e9, seconds / total) for name, seconds in spent.items()]
    print_rows(
        f"{mentions:,} mentions, {size / mentions:.1f} bytes of Parquet each", ("stage", "ns/mention", "share"), rows
    )
    found = partials(folder)
    print_rows("a partial result", ("", "bytes", "microseconds to add"), [(*row[:2], row[2] * 1e6) for row in found])
    per_block = int(BLOCK_BYTES / (size / mentions))
    blocks = -(-MENTIONS // per_block)
    for (name, _, reduction), extra in zip(found, (0.0, spent["1000 samples"]), strict=True):
        seconds = (total + extra) / mentions * per_block
        alone, _ = simulated(1, blocks, seconds, reduction)
        lines = []
        for workers in (1, 2, 8, 32, 128, 512):
            needed, busy = simulated(workers, blocks, seconds, reduction)
            lines.append((str(workers), needed, alone / needed / workers, busy))
        title = f"{MENTIONS:,} mentions in {blocks} blocks of {seconds:.1f} s, {name}"
        print_rows(title, ("workers", "seconds", "efficiency", "head busy"), lines)


if __name__ == "__main__":
    main()
