"""Scores of corpora that no machine holds, on Ray Data (the extra ``ray``).

Ray reads the documents and runs the counting where there is room; sums of blocks, of some kilobytes each,
come back and are added here. The same call runs on a Ray of its own inside this process and on a cluster.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.documents.errors import InputError
from event_scoring.large.counting import ROW_ID, SIDES, Counting, count_item
from event_scoring.large.places import find_pieces
from event_scoring.large.reading import Batch, slices
from event_scoring.large.sums import Sums

_PATH = "path"
"""The column in which Ray names the file of a row."""


def score_distributed(
    dataset: Any,
    /,
    *,
    task: str = "nugget",
    address: str | None = None,
    workers: int | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Score a corpus with Ray; the result is that of `event_scoring.score_dataset`, to the last bit.

    Args:
        dataset: Paths or URIs of Parquet files or folders, or a `ray.data.Dataset`; a row has
            ``predictions`` and ``references``, and may have ``doc_id``.
        task: The kind of score, as a signature calls it: ``"nugget"``, ``"argument"``, …
        address: A cluster, such as ``"auto"`` or ``"ray://head:10001"``; by default a Ray inside this
            process, or the one to which it is connected already.
        workers: How many processors a Ray inside this process uses; by default all.
        **options: Those of the score, with ``confidence`` for intervals from a Poisson bootstrap.

    Raises:
        ImportError: where Ray is not installed.
        InputError: with shard, row and path, at a bad document.
    """
    ray = _ray()
    counting = Counting.of(task, options)
    with _connected(ray, address, workers):
        is_rays = isinstance(dataset, ray.data.Dataset)
        documents = dataset if is_rays else ray.data.read_parquet(dataset, include_paths=True)
        names = documents.schema().names
        documents = documents.select_columns([name for name in (*SIDES, ROW_ID, _PATH) if name in names])
        # A block at a time: it is counted in batches, and one row of sums comes of it.
        sums = documents.map_batches(partial(count_block, counting), batch_size=None, batch_format="pyarrow")
        total = counting.sums([], [])
        for table in sums.iter_batches(batch_size=None, batch_format="pyarrow"):
            for message in table.column("error").drop_null().to_pylist():
                raise _in_its_shard(counting, message)
            for row in range(len(table)):
                total += Sums.from_table(table.slice(row, 1))
    return counting.result(total)


def count_block(counting: Counting, block: pa.Table) -> pa.Table:
    """The sums of a block as one row.

    Examples:
        >>> mentions = [[{"token_ids": [1], "type": "A"}]]
        >>> block = pa.table({"predictions": mentions, "references": mentions})
        >>> Sums.from_table(count_block(Counting.of("nugget", {}), block)).documents
        1
    """
    total, first_row, error = counting.sums([], []), 0, None
    try:
        for read in block.to_batches():
            for name, of_shard in _by_shard(read):
                for rows in slices(of_shard):
                    total += count_item(counting, None, Batch(name, first_row, rows))
                    first_row += len(rows)
    except InputError as found:  # of an exception Ray brings back the text of its traceback only
        error = str(found)
    return total.to_table().append_column("error", pa.array([error], pa.string()))


def _ray() -> Any:
    # What is scored stays here: Ray sends reports about its use unless it is told otherwise.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise ImportError(f"{error}; install Ray with: pip install 'ray[data]'") from None
    return ray


@contextmanager
def _connected(ray: Any, address: str | None, workers: int | None) -> Iterator[None]:
    """A Ray that is there already, or one that ends with this call."""
    if ray.is_initialized():
        yield
        return
    embedded = {} if address else {"num_cpus": workers, "include_dashboard": False}
    ray.init(address=address or "local", log_to_driver=False, logging_level="warning", **embedded)
    ray.data.DataContext.get_current().enable_progress_bars = sys.stderr.isatty()
    logging.getLogger("ray.data").setLevel(logging.WARNING)
    try:
        yield
    finally:
        ray.shutdown()


def _by_shard(rows: pa.RecordBatch) -> Iterator[tuple[str, pa.RecordBatch]]:
    """The rows of each file, with its name."""
    if _PATH not in rows.schema.names or not len(rows):
        yield "dataset", rows
        return
    paths = rows.column(_PATH)
    codes = np.asarray(paths.dictionary_encode().indices)
    starts = [0, *(np.flatnonzero(np.diff(codes)) + 1).tolist()]
    for start, stop in zip(starts, [*starts[1:], len(rows)], strict=True):
        yield str(paths[start].as_py()), rows.slice(start, stop - start)


def _in_its_shard(counting: Counting, message: str) -> InputError:
    """An error with the row of its shard, where that can be read here: Ray knows rows of blocks only."""
    shard = message.partition(": ")[0]
    try:
        for piece in find_pieces(shard):
            count_item(counting, None, piece)
    except InputError as found:
        return found
    except (OSError, ValueError):
        pass
    return InputError(says=message)
