"""How long reading two TBF files takes: 2,000 documents, 70,000 mentions a side.

python benchmarks/tbf.py [documents]
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa

from benchmarks.corpora import nugget_corpus
from event_scoring.formats.tbf import read_tbf, read_tbf_columns
from event_scoring.formats.tbf_validation import validate_tbf
from event_scoring.formats.tbf_writing import write_tbf
from event_scoring.formats.token_numbers import TokenNumbers


def seconds(work: Callable[[], object], runs: int = 5) -> float:
    """The median time of some runs."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Print the time of each way to read the files."""
    documents = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    sides = nugget_corpus(documents, 35)
    with tempfile.TemporaryDirectory() as folder:
        for unit in ("token", "char"):
            paths = [Path(folder, f"{side}.{unit}.tbf") for side in ("system", "gold")]
            for path, side in zip(paths, sides, strict=True):
                write_tbf(with_clusters(side), path, unit)

            def both(read: Callable[..., object], paths: list[Path] = paths, unit: str = unit) -> float:
                numbers = TokenNumbers()
                return seconds(lambda: [read(path, unit, numbers=numbers) for path in paths])

            megabytes = sum(path.stat().st_size for path in paths) / 1e6
            print(f"{unit}: 2 files, {documents:,} documents and {35 * documents:,} mentions each, {megabytes:.1f} MB")
            print(f"  as Arrow columns  {both(read_tbf_columns):7.3f} s")
            print(f"  as dicts          {both(read_tbf):7.3f} s")
            print(f"  validation        {seconds(lambda: validate_tbf(paths[0], unit), 3):7.3f} s for one file")  # noqa: B023


def with_clusters(side: pa.StructArray) -> list[dict[str, object]]:
    """Documents in which every third mention is coreferent with the next one."""
    documents = side.to_pylist()
    for document in documents:
        ids = [f"E{index}" for index in range(len(document["mentions"]))]
        for mention, mention_id in zip(document["mentions"], ids, strict=True):
            mention["id"] = mention_id
        document["clusters"] = [list(pair) for pair in zip(ids[::3], ids[1::3], strict=False)]
    return documents


if __name__ == "__main__":
    main()
