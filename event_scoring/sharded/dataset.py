"""Scores of corpora larger than memory."""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Generator
from contextlib import closing
from functools import partial
from typing import Any

import pyarrow as pa
from tqdm import tqdm

from event_scoring.documents.errors import InputError, shown
from event_scoring.scoring.options import check_count
from event_scoring.sharded.corpus import Corpus
from event_scoring.sharded.shards import is_paths
from event_scoring.sharded.sums import Counting, Sums, read_row
from event_scoring.sharded.workers import rows_of_workers


def score_dataset(
    dataset: Any,
    /,
    references: Any = None,
    *,
    task: str = "nuggets",
    workers: int | None = None,
    filesystem: Any = None,
    progress: bool = False,
    **options: Any,
) -> dict[str, Any]:
    """Score a corpus of any size as the ``score_`` functions do, but without details.

    Args:
        dataset: A folder of Parquet or JSON Lines shards, a shard, or a list of shards, by path or URI. It may
            also be a `datasets.Dataset` or `IterableDataset`, a table, reader or dataset of pyarrow, or an iterable of
            Arrow batches or of rows. A row has ``predictions`` and ``references``, and may have ``doc_id``; further
            columns are not read. No two documents may have the same id.
        references: A separate dataset of references, of at most 1 GiB a process. The rows of both datasets are then
            documents, which are joined by ``doc_id``. A document missing from the system counts as empty; one missing
            from the references is left out; both are reported.
        task: The kind of score, as a signature calls it: ``"nuggets"``, ``"arguments"``, …
        workers: Processes that share the shards; by default this process counts alone. A script that uses
            workers needs ``if __name__ == "__main__":`` around the call.
        filesystem: A filesystem of pyarrow or fsspec on which the paths are.
        progress: Show a progress bar.
        **options: Those of the score; ``task_number`` is the option ``task`` of a convention. ``confidence`` gives
            intervals from a Poisson bootstrap, whose samples are a function of ``seed`` and document id alone; all
            documents then need an id.

    Raises:
        InputError: with shard, row and path, at a bad document or shard.

    Examples:
        >>> rows = [{"doc_id": "a", "predictions": [{"token_ids": [1], "type": "A"}],
        ...          "references": [{"token_ids": [1, 2], "type": "A"}]}]
        >>> score_dataset(rows)["span_f1"]
        0.6666666666666666
    """
    counting = Counting.of(task, options)
    corpus = Corpus.of(counting, dataset, references, filesystem, workers)
    return counting.result(_total(corpus, workers, progress), corpus.notes)


def score_distributed(
    dataset: Any,
    /,
    references: Any = None,
    *,
    task: str = "nuggets",
    workers: int | None = None,
    address: str | None = None,
    filesystem: Any = None,
    progress: bool = False,
    **options: Any,
) -> dict[str, Any]:
    """Score a corpus on the machines of a Ray cluster; the result is that of `score_dataset`, to the last bit.

    Args:
        dataset: Paths or URIs of shards or folders, or a `ray.data.Dataset` whose rows have both sides.
        references: As in `score_dataset`, beside paths.
        task: See `score_dataset`.
        workers: The processors of a Ray that is started in this process, by default all; and the parts of a join.
        address: A cluster, such as ``"auto"`` or ``"ray://head:10001"``. By default the Ray to which this process is
            connected, or a new one that runs until the process ends.
        filesystem: As in `score_dataset`.
        progress: See `score_dataset`.
        **options: See `score_dataset`.

    Raises:
        ImportError: if Ray is not installed.
        InputError: with shard, row and path, at a bad document.
    """
    counting = Counting.of(task, options)
    if workers is not None:
        check_count("workers", workers, 1)
    ray = _connected_ray(workers, address)
    if is_paths(dataset):
        parts = workers or int(ray.cluster_resources().get("CPU", 1))
        corpus = Corpus.of(counting, dataset, references, filesystem, parts)
        rows = _rows_of_tasks(ray, corpus)
    else:
        from ray.data import Dataset

        if not isinstance(dataset, Dataset):
            raise InputError(("dataset",), wanted="paths or a dataset of Ray", got=dataset)
        if references is not None:
            hint = "join them with Ray first, or give paths of both"
            raise InputError(("references",), wanted="none beside a dataset of Ray", got=references, hint=hint)
        corpus = Corpus(counting, None, None, parts=0)
        blocks = dataset.map_batches(partial(_count_ray_block, counting), batch_size=None, batch_format="pyarrow")
        tables = blocks.iter_batches(batch_size=None, batch_format="pyarrow")
        rows = ((row["part"], row["sums"]) for table in tables for row in table.to_pylist())
    return counting.result(_added(corpus, rows, progress), corpus.notes)


def _rows_of_tasks(ray: Any, corpus: Corpus) -> Generator[tuple[int, str]]:
    """Yield each part with its row, counted by a task of Ray.

    Ray Data would distribute the numbers of the parts too, but takes 50 MB in each process and two processes more.
    """
    count, shared = ray.remote(Corpus.row), ray.put(corpus)
    waiting = deque((part, count.remote(shared, part)) for part in range(corpus.parts))
    try:
        while waiting:
            part, row = waiting.popleft()
            yield part, ray.get(row)
    finally:
        for _, row in waiting:
            ray.cancel(row)


def _count_ray_block(counting: Counting, block: pa.Table) -> pa.Table:
    """Return the sums of a block of a dataset of Ray."""
    return pa.table({"part": [0], "sums": [Corpus(counting, block, None, parts=1).row(0)]})


def _connected_ray(workers: int | None, address: str | None) -> Any:
    """Return Ray, connected."""
    if address is not None and not isinstance(address, str):
        raise ValueError(f'address: expected the address of a cluster, such as "auto", got {shown(address)}')
    # Ray sends reports about its use unless this is set before it starts.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise ImportError(f"{error}; install Ray with: pip install 'ray[data]'") from None
    if not ray.is_initialized():
        local: dict[str, Any] = {} if address else {"num_cpus": workers, "include_dashboard": False}
        ray.init(address=address or "local", log_to_driver=False, logging_level=logging.ERROR, **local)
    return ray


def _total(corpus: Corpus, workers: int | None, progress: bool) -> Sums:
    """Return the sums of a whole corpus, counted in this process or by workers."""
    if workers is not None:
        return _added(corpus, rows_of_workers(corpus, workers), progress)
    with _bar(range(corpus.parts), corpus.parts, progress) as parts:
        return corpus.total(((part, sums) for part in parts for sums in corpus.sums(part)), parts)


def _added(corpus: Corpus, rows: Generator[tuple[int, str]], progress: bool) -> Sums:
    """Add up the rows of workers, and end their work after an error."""
    with closing(rows), _bar(rows, corpus.parts, progress) as parts:
        return corpus.total(((part, read_row(row)) for part, row in parts), parts)


def _bar(parts: Any, number: int, progress: bool) -> tqdm[Any]:
    """Return a bar that shows how many parts and documents are done; of one part only the documents."""
    layout = "{elapsed}{postfix}" if number == 1 else None
    return tqdm(parts, total=number or None, unit=" parts", disable=not progress, leave=False, bar_format=layout)
