"""How fast TBF files are read and scored: `python -m benchmarks tbf [documents]`, 35 mentions a document and side.

The command is measured in processor time, and so is how much of it one document takes: that is starting.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchmarks.corpora import nugget_corpus
from benchmarks.measure import print_rows, processor_seconds, seconds
from event_scoring.formats.tbf.reading import read_tbf_columns
from event_scoring.formats.tbf.token_tables import TokenNumbers
from event_scoring.formats.tbf.validation import validate_tbf
from event_scoring.formats.tbf.writing import write_tbf


def main(documents: str | int = 2000) -> None:
    """Print the time of each way to read two files, and of the command as a whole process."""
    documents = int(documents)
    sides = [with_clusters(side) for side in nugget_corpus(documents, 35)]
    with tempfile.TemporaryDirectory() as folder:
        rows = [measured(sides, unit, Path(folder)) for unit in ("token", "char")]
    print_rows(
        f"Seconds for 2 files of {documents:,} documents, {35 * documents:,} mentions each",
        ("unit", "MB", "read_tbf_columns", "validate_tbf", "event-score nuggets", "of it starting"),
        rows,
    )


def measured(sides: list[list[dict[str, Any]]], unit: str, folder: Path) -> tuple[Any, ...]:
    """One row of the table."""
    paths = [folder / f"{side}.{unit}.tbf" for side in ("system", "gold")]
    for path, side in zip(paths, sides, strict=True):
        write_tbf(side, path, unit)

    numbers = TokenNumbers()

    small = [folder / f"{side}.small.tbf" for side in ("system", "gold")]
    for path, side in zip(small, sides, strict=True):
        write_tbf(side[:1], path, unit)

    def command(system: Path, gold: Path) -> list[str]:
        return [sys.executable, "-m", "event_scoring", "nuggets", str(gold), str(system), "--unit", unit]

    (whole, _), (start, _) = processor_seconds([command(*files) for files in (paths, small)])
    return (
        unit,
        sum(path.stat().st_size for path in paths) / 1e6,
        seconds(lambda: [read_tbf_columns(path, unit, numbers=numbers) for path in paths]),
        seconds(lambda: [validate_tbf(path, unit) for path in paths]),
        whole,
        f"{start / whole:.0%}",
    )


def with_clusters(side: pa.StructArray) -> list[dict[str, Any]]:
    """Documents in which every third mention is coreferent with the next one."""
    documents: list[dict[str, Any]] = side.to_pylist()
    for document in documents:
        ids = [f"E{index}" for index in range(len(document["mentions"]))]
        for mention, mention_id in zip(document["mentions"], ids, strict=True):
            mention["id"] = mention_id
        document["clusters"] = [list(pair) for pair in zip(ids[::3], ids[1::3], strict=False)]
    return documents
