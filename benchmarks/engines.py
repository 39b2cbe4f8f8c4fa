"""Time two engines in turns, by processor time: ``python -m benchmarks.engines OTHER [DOCUMENTS ...]``.

OTHER is the checkout of another engine. Each engine has its own process. Both score the same documents in turns, and
the table has the medians of both. With a last argument ``--parquet`` the documents come from a Parquet file through
`score_dataset`.
"""

from __future__ import annotations

import json
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.adapters import plain_documents, template_side
from benchmarks.corpora import argument_corpus, nugget_corpus
from benchmarks.extraction_corpus import extraction_corpus
from benchmarks.measure import print_rows
from benchmarks.response_corpus import response_corpus
from benchmarks.value_corpus import value_corpus
from event_scoring.sharded.corpus import SIDES

TURNS = 3
SIZES = (1, 32, 2_000, 20_000)
HERE = Path(__file__).resolve().parent
ROWS: dict[str, tuple[str, dict[str, Any]]] = {
    "nuggets": ("nuggets", {}),
    "detection": ("detection", {}),
    "extraction": ("extraction", {}),
    "extraction, textee": ("extraction", {"convention": "textee"}),
    "arguments": ("arguments", {}),
    "responses": ("responses", {}),
    "templates, muc-6": ("templates", {}),
    "templates, ceaf-rme": ("templates", {"protocol": "ceaf-rme"}),
    "values": ("values", {}),
}
"""Measured tasks and their options."""


def corpus(name: str, documents: int) -> tuple[list[Any], list[Any]]:
    """Return documents with about eight items of a task."""
    task, _ = ROWS[name]
    if task == "nuggets":
        return plain_documents(nugget_corpus(documents, 8))
    if task in ("detection", "extraction"):
        return plain_documents(extraction_corpus(documents, 2, 3, candidates=False))
    if task == "arguments":
        return plain_documents(argument_corpus(documents, 8))
    if task == "responses":
        return response_corpus(documents, 8, 6)
    if task == "values":
        return value_corpus(documents, sizes={"entities": 2, "values": 0, "timex2": 1, "events": 1})
    sides = template_side(documents, 1), template_side(documents, 2)
    for document in (*sides[0], *sides[1]) if name.endswith("ceaf-rme") else ():
        for template in document["templates"]:
            for slot in template["slots"]:
                slot["entities"] = [slot.pop("values")]
    return sides


def started(engine: Path) -> subprocess.Popen[str]:
    """Start a process with the engine of a checkout."""
    surroundings = {**os.environ, "PYTHONPATH": str(engine), "OMP_NUM_THREADS": "1"}
    code = f"import sys; sys.path.append({str(HERE)!r}); import engine_worker; engine_worker.main()"
    command = [sys.executable, "-c", code]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=surroundings, cwd=engine
    )


def seconds_of(worker: subprocess.Popen[str], order: dict[str, Any]) -> float:
    """Return the processor seconds of one ordered call."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    print(json.dumps(order), file=worker.stdin, flush=True)
    return float(worker.stdout.readline())


def measured(other: Path, sizes: tuple[int, ...], *, parquet: bool) -> list[tuple[Any, ...]]:
    """Return, for each task and size, the milliseconds of the other engine and of this one, and their ratio."""
    workers = [started(other), started(HERE.parent)]
    rows: list[tuple[Any, ...]] = []
    with tempfile.TemporaryDirectory() as folder:
        for name, (task, options) in ROWS.items():
            if parquet and task == "values":  # whose documents count together
                continue
            for size in sizes:
                sides, file = corpus(name, size), Path(folder) / "documents"
                order = {"task": task, "options": options, "documents": str(file), "parquet": ""}
                order["calls"] = max(1, 50 // size)
                order["size"] = size
                file.write_bytes(pickle.dumps(sides))
                if parquet:
                    order["parquet"] = str(written(sides, Path(folder) / f"{len(rows)}.parquet"))
                turns = [[seconds_of(worker, order) for worker in workers] for _ in range(TURNS)]
                before, now = (1_000 * statistics.median(taken) for taken in zip(*turns, strict=True))
                rows.append((name, f"{size:,}", before, now, now / before))
                print(name, size, round(now / before, 3), file=sys.stderr, flush=True)
    for worker in workers:
        worker.communicate()
    return rows


def written(sides: tuple[list[Any], list[Any]], path: Path) -> Path:
    """Write documents to a Parquet file with their keys, and return its path."""
    pq.write_table(pa.table({name: pa.array(side) for name, side in zip(SIDES, sides, strict=True)}), path)
    return path


def main(other: str, *arguments: str) -> None:
    """Print one table."""
    parquet = "--parquet" in arguments
    sizes = tuple(int(one) for one in arguments if one != "--parquet") or SIZES
    header = ("task", "documents", "other, ms", "this, ms", "ratio")
    title = "documents of a Parquet file through score_dataset" if parquet else "documents as dicts"
    print_rows(title, header, measured(Path(other).resolve(), sizes, parquet=parquet))


if __name__ == "__main__":
    main(*sys.argv[1:])
