"""Scores of corpora of any size on Ray Data (the extra ``ray``): more processes, more machines, and joins.

Each shard is read and counted where there is room; its sums, of some kilobytes, come back and are added here.
"""

from __future__ import annotations

import logging
import os
import pickle
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.documents.errors import InputError, shown
from event_scoring.formats.shards import Batch, Shard, is_paths, stream_batches
from event_scoring.hash64 import hash_texts
from event_scoring.large.counting import Corpus, Counting, Part
from event_scoring.large.joining import Join, checked_documents
from event_scoring.scoring.options import check_count

_BUCKETS = 64
"""Into how many parts datasets of Ray go for a join, of which it is not known how large they are."""


def score_distributed(
    dataset: Any,
    /,
    references: Any = None,
    *,
    task: str = "nuggets",
    workers: int | None = None,
    address: str | None = None,
    filesystem: Any = None,
    ignore_others: bool = False,
    progress: bool = False,
    **options: Any,
) -> dict[str, Any]:
    """Score a corpus with Ray; the result is that of `event_scoring.score_dataset`, to the last bit.

    Args:
        dataset: Paths or URIs of shards or folders, or a `ray.data.Dataset`.
        references: If they are a dataset of their own, of any size; it is joined by ``doc_id``.
        task: As in `score_dataset`.
        workers: How many processors a Ray inside this process uses; by default all.
        address: A cluster, such as ``"auto"`` or ``"ray://head:10001"``; by default the Ray to which this process
            is connected already, or one inside it.
        filesystem: As in `score_dataset`.
        ignore_others: Likewise.
        progress: Likewise.
        **options: Likewise.

    Raises:
        ImportError: if Ray is not installed.
        InputError: with shard, row and path, at a bad document.
    """
    counting = Counting.of(task, options)
    corpus = Corpus(dataset, references, filesystem, ignore_others, progress)
    return counting.result(total_on_ray(counting, corpus, workers, address), corpus.notes)


def total_on_ray(counting: Counting, corpus: Corpus, workers: int | None, address: str | None) -> Part:
    """What is kept of a whole corpus."""

    def blocks(ray: Any, source: Any) -> tuple[Any, list[Shard] | None, int]:
        """A dataset of Ray, whose rows are numbers of shards if it is given by paths; these; and how many parts it has.

        The shards travel beside the data with the function that is called: of data, which anyone may have made, nothing
        is unpickled.
        """
        if isinstance(source, ray.data.Dataset):
            return source, None, _BUCKETS
        if not is_paths(source):
            raise InputError(("dataset",), wanted="paths or a dataset of Ray", got=source)
        shards = corpus.shards(source)
        return ray.data.range(len(shards), override_num_blocks=len(shards)), shards, len(shards)

    def mapped(dataset: Any, work: Callable[..., pa.Table], *given: Any) -> Any:
        return dataset.map_batches(partial(work, counting, *given), batch_size=None, batch_format="pyarrow")

    with _connected(workers, address) as ray:
        dataset, shards, parts = blocks(ray, corpus.dataset)
        if corpus.references is None:
            found = mapped(dataset, count_block, shards)
        else:
            references, others, more = blocks(ray, corpus.references)
            parts += more
            predicted = mapped(dataset, _scatter, shards, "predictions", parts)
            both = predicted.union(mapped(references, _scatter, others, "references", parts))
            found = mapped(both.repartition(parts, keys=["bucket"]), _join)
        with corpus.bar(found.iter_batches(batch_size=None, batch_format="pyarrow"), parts) as tables:
            return counting.total((part for table in tables for part in _unpacked(table)), tables)


def count_block(counting: Counting, shards: Sequence[Shard] | None, block: pa.Table) -> pa.Table:
    """What is kept of a block as one row, or the error in it; a block holds rows, or the numbers of shards."""
    items = _items(block, shards)
    try:
        found: Any = counting.total(counting.parts(items))
        if len(items) == 1 and isinstance(items[0], Shard):
            found = replace(found, origin=items[0])
    except InputError as error:  # of an exception Ray brings back the text of its traceback only
        found = error
    return _packed([(0, found)])


def _scatter(counting: Counting, shards: Sequence[Shard] | None, side: str, buckets: int, block: pa.Table) -> pa.Table:
    """The documents of one side in a block by the hash of their ids, or the error in it."""
    found: list[tuple[int, Any]] = []
    try:
        for batch in checked_documents(counting, _items(block, shards), side):
            bucket = (hash_texts(batch.rows.field("doc_id")) % np.uint64(buckets)).astype(np.int64)
            for number in np.unique(bucket).tolist():
                found.append((number, (side, batch.taken(np.flatnonzero(bucket == number)))))
    except InputError as error:
        found = [(0, error)]
    return _packed(found)


def _join(counting: Counting, block: pa.Table) -> pa.Table:
    """What is kept of the documents of some buckets as one row, or the error in them."""
    try:
        given = list(_unpacked(block))
        sides = [[batch for side, batch in given if side == wanted] for wanted in ("predictions", "references")]
        found: Any = counting.total(Join(counting, sides[1]).parts(sides[0]))
    except InputError as error:
        found = error
    return _packed([(0, found)])


def _items(block: pa.Table, shards: Sequence[Shard] | None) -> list[Shard | Batch]:
    """The shards whose numbers are in a block, or the rows in it."""
    if shards is not None:
        return [shards[number] for number in block.column("id").to_pylist()]
    return list(stream_batches(block, "a block of the dataset"))


def _packed(found: list[tuple[int, Any]]) -> pa.Table:
    """What these functions, and no data, send to each other: the number of a bucket, and what is in it."""
    columns = {"bucket": [number for number, _ in found], "found": [pickle.dumps(value) for _, value in found]}
    return pa.table(columns, schema=pa.schema([("bucket", pa.int64()), ("found", pa.large_binary())]))


def _unpacked(table: pa.Table) -> Iterator[Any]:
    """What came from other processes; an error is raised here."""
    for data in table.column("found"):
        found = pickle.loads(data.as_py())
        if isinstance(found, InputError):
            raise found
        yield found


@contextmanager
def _connected(workers: int | None, address: str | None) -> Iterator[Any]:
    """A Ray that is there already, or one that ends with this call."""
    if workers is not None:
        check_count("workers", workers, 1)
    if address is not None and not isinstance(address, str):
        raise ValueError(f'address: expected the address of a cluster, such as "auto", got {shown(address)}')
    # What is scored stays here: Ray sends reports about its use unless it is told otherwise.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of Ray are for its developers
        try:
            import ray
            import ray.data
        except ImportError as error:
            raise ImportError(f"{error}; install Ray with: pip install 'ray[data]'") from None
        if ray.is_initialized():
            yield ray
            return
        import psutil  # which Ray brings

        before = set(psutil.Process().children())
        with _printing_to_stderr():
            embedded: dict[str, Any] = {} if address else {"num_cpus": workers, "include_dashboard": False}
            try:
                ray.init(address=address or "local", log_to_driver=False, logging_level=logging.ERROR, **embedded)
                ray.data.DataContext.get_current().enable_progress_bars = False
                logging.getLogger("ray.data").setLevel(logging.ERROR)
                yield ray
            except KeyboardInterrupt:
                for child in set(psutil.Process().children()) - before:
                    for process in (*child.children(recursive=True), child):
                        with suppress(psutil.NoSuchProcess):
                            process.kill()
                raise
            finally:
                ray.shutdown()


@contextmanager
def _printing_to_stderr() -> Iterator[None]:
    """Let processes that are started meanwhile print to standard error, for standard output is for the result."""
    sys.stdout.flush()
    try:
        kept = os.dup(1)
    except OSError:  # there is none
        yield
        return
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)
