"""Two datasets of documents, joined by id however their shards are cut.

Documents of both sides go to buckets by the hash of their id, in files in a temporary folder; then each
bucket is joined in memory. Memory is bounded by a batch and by a bucket, disk by the datasets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arrays.hashes import hash_texts
from event_scoring.documents.checking import check_documents
from event_scoring.documents.errors import InputError, Place
from event_scoring.documents.schema import Record, arrow_type
from event_scoring.formats.pairing import UNPAIRED, pair_documents, unpaired_sentence
from event_scoring.large.counting import Counting
from event_scoring.large.kept import Kept
from event_scoring.large.places import Piece, digest
from event_scoring.large.reading import BATCH_ROWS, Batch, Wanted, read_batches
from event_scoring.large.sums import Sums

_BUCKET_BYTES = 2**25
"""How many bytes of shards, which are compressed mostly, a bucket should have."""
_MOST_BUCKETS = 1024
_SHOWN = 5
_ORIGIN = ("origin_shard", "origin_row", "origin_line")


@dataclass(frozen=True)
class Scattered:
    """The documents of an item in a file, where batch ``i`` belongs to bucket ``i`` modulo their number."""

    side: str
    file: str
    digest: str


@dataclass(frozen=True)
class Unpaired:
    """How many documents did not pair, in the categories of a pairing report, and the ids of the first few."""

    found: Mapping[str, tuple[int, tuple[str, ...]]]

    def __add__(self, other: Unpaired) -> Unpaired:
        return Unpaired(
            {
                name: (number + other.found[name][0], (ids + other.found[name][1])[:_SHOWN])
                for name, (number, ids) in self.found.items()
            }
        )

    def sentences(self) -> list[str]:
        """What a user should know of them."""
        return [unpaired_sentence(name, number, ids) for name, (number, ids) in self.found.items() if number]


NONE_UNPAIRED = Unpaired(dict.fromkeys(UNPAIRED, (0, ())))


def buckets_for(size: int) -> int:
    """Into how many buckets so many bytes of shards go.

    Examples:
        >>> buckets_for(0), buckets_for(2**30)
        (1, 32)
    """
    return min(max(-(-size // _BUCKET_BYTES), 1), _MOST_BUCKETS)


def scatter(
    counting: Counting, folder: str, buckets: int, with_digest: bool, work: tuple[str, int, Piece | Batch]
) -> Scattered:
    """Write the documents of one side's item by buckets.

    Raises:
        InputError: with shard, row and path, for a bad document or one without an id.
    """
    side, number, item = work
    kind: Record = getattr(counting.task, side)
    schema = _stored(kind)
    file = str(Path(folder) / f"{side}-{number}.arrow")
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with pa.OSFile(file, "wb") as target, pa.ipc.new_file(target, schema, options=options) as writer:
        for batch in read_batches(item, Wanted(idle=counting.task.idle)):
            try:
                documents = _documents(kind, batch, side)
            except InputError as error:
                raise batch.located(error) from None
            bucket = hash_texts(documents.field("doc_id")) % np.uint64(buckets)
            order = np.argsort(bucket, kind="stable")
            rows = pa.RecordBatch.from_arrays([*documents.flatten(), *_origin(batch)], schema=schema)
            rows = rows.take(pa.array(order))
            ends = np.searchsorted(bucket[order], np.arange(buckets), side="right").tolist()
            for start, end in zip([0, *ends], ends, strict=False):
                writer.write_batch(rows.slice(start, end - start))
    return Scattered(side, file, digest(item) if with_digest and isinstance(item, Piece) else "")


def count_bucket(
    counting: Counting, kept: Kept | None, files: Sequence[Scattered], buckets: int, bucket: int
) -> tuple[Sums, Unpaired]:
    """The sums of the documents of a bucket, and what did not pair there."""
    said, asked = (_bucket(counting, side, files, buckets, bucket) for side in ("predictions", "references"))
    system, reference, report = pair_documents(said, asked, counting.task.predictions)
    content = {"shards": sorted((file.side, file.digest) for file in files), "bucket": bucket, "of": buckets}

    def count() -> Sums:
        total = counting.sums([], [])
        for start in range(0, len(reference), BATCH_ROWS):
            total += _counted(counting, system[start : start + BATCH_ROWS], reference[start : start + BATCH_ROWS])
        return total

    unpaired = {name: (len(ids), ids[:_SHOWN]) for name in UNPAIRED for ids in (getattr(report, name),)}
    sums = count() if kept is None else kept.sums(f"bucket-{bucket}", content, counting.recipe(), count)
    return sums, Unpaired(unpaired)


def _stored(kind: Record) -> pa.Schema:
    """The columns of a document in a bucket: its own, and where it came from."""
    return pa.schema([*arrow_type(kind), *zip(_ORIGIN, (pa.string(), pa.int64(), pa.int64()), strict=True)])


def _documents(kind: Record, batch: Batch, side: str) -> pa.StructArray:
    rows = batch.rows.to_struct_array() if isinstance(batch.rows, pa.RecordBatch) else batch.rows
    documents = check_documents(kind, rows, side)
    missing = np.flatnonzero(np.asarray(documents.field("doc_id").is_null()))
    if len(missing):
        wanted = "a string, because the two datasets are joined by it"
        raise InputError((side, int(missing[0]), "doc_id"), wanted=wanted, got=None)
    return documents


def _origin(batch: Batch) -> tuple[pa.Array, pa.Array, pa.Array]:
    rows = len(batch)
    lines = pa.array(batch.lines, pa.int64()) if batch.lines else pa.nulls(rows, pa.int64())
    return pa.array([batch.name] * rows), pa.array(range(batch.first_row, batch.first_row + rows), pa.int64()), lines


def _bucket(counting: Counting, side: str, files: Sequence[Scattered], buckets: int, bucket: int) -> pa.StructArray:
    """All documents of one side in a bucket, with their origins as further fields."""
    found = [pa.array([], pa.struct(list(_stored(getattr(counting.task, side)))))]
    for scattered in files:
        if scattered.side == side:
            with pa.memory_map(scattered.file) as source:
                reader = pa.ipc.open_file(source)
                numbers = range(bucket, reader.num_record_batches, buckets)
                found.extend(reader.get_batch(number).to_struct_array() for number in numbers)
    return pa.concat_arrays(found)


def _counted(counting: Counting, system: pa.StructArray, reference: pa.StructArray) -> Sums:
    """The sums of paired documents; an error names the shard and the row from which a document came."""
    try:
        return counting.sums(*(_without_origin(side) for side in (system, reference)))
    except InputError as error:
        raise _located(error, {"predictions": system, "references": reference}) from None


def _without_origin(side: pa.StructArray) -> pa.StructArray:
    chosen = [number for number in range(side.type.num_fields) if side.type.field(number).name not in _ORIGIN]
    columns, types = side.flatten(), list(side.type)
    return pa.StructArray.from_arrays([columns[place] for place in chosen], fields=[types[place] for place in chosen])


def _located(error: InputError, sides: Mapping[str, Any]) -> InputError:
    if len(error.path) < 2 or error.path[0] not in sides:
        return error
    side, row, *keys = error.path
    origin = sides[str(side)][int(row)].as_py()
    if origin["origin_row"] is None:
        return error
    place = Place(origin["origin_shard"], origin["origin_line"] or 0)
    return error.at(place, path=(side, origin["origin_row"], *keys))
