"""Predictions and references as two datasets, joined by document id in memory."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pyarrow as pa

from event_scoring.array_types import IntArray
from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.documents.foreign import naming_task
from event_scoring.documents.schema import ListOf, arrow_type
from event_scoring.documents.sides import checked_column
from event_scoring.formats.arrow_files import BATCH_ROWS, Wanted
from event_scoring.formats.shards import Batch, Shard, columns_of, located, read_batches
from event_scoring.hash64 import HashArray, hash_texts
from event_scoring.large.counting import OTHER_TASK, Counting, Part, SeenIds, repeated

JOIN_BYTES = 2**30
"""Bytes of references that one process joins in memory."""


def checked_documents(counting: Counting, items: Iterable[Shard | Batch], side: str) -> Iterator[Batch]:
    """The documents of one side, one a row; an `InputError` for a bad one and for one without an id."""
    for batch in (batch for item in items for batch in read_batches(item, Wanted())):
        columns_of(batch, ())
        rows = batch.rows.to_struct_array() if isinstance(batch.rows, pa.RecordBatch) else batch.rows
        try:
            documents = checked_column(counting.kind(side), rows, side)
            for row in np.flatnonzero(np.asarray(documents.field("doc_id").is_null())).tolist():
                wanted = "a string, because the two datasets are joined by it"
                raise InputError((side, row, "doc_id"), wanted=wanted, got=None)
        except InputError as error:
            told = naming_task(error, {side: rows}, counting.task_name, OTHER_TASK)
            raise batch.located(told) from None
        yield replace(batch, rows=documents)


class Join:
    """The references by the hash of their ids."""

    def __init__(self, counting: Counting, references: Iterable[Batch]) -> None:
        self.counting, self.batches, self.starts, size, seen = counting, list[Batch](), [0], 0, SeenIds()
        found = [pa.array([], arrow_type(counting.kind("references")))]
        for batch in references:
            _check_new(seen, batch, "references")
            size += batch.rows.nbytes
            if size > JOIN_BYTES:
                wanted = f"at most {JOIN_BYTES:,} bytes of references, which one process joins in memory"
                hint = "score_distributed (--workers) joins any number"
                raise InputError(
                    ("references",), wanted=wanted, got=Description("more"), hint=hint, source=Place(batch.name)
                )
            found.append(batch.rows)
            self.batches.append(replace(batch, rows=[]))
            self.starts.append(self.starts[-1] + len(batch.rows))
        self.documents = pa.concat_arrays(found)
        hashes = hash_texts(self.documents.field("doc_id"))
        self.order = np.argsort(hashes, kind="stable")
        self.hashes = hashes[self.order]

    def parts(self, predictions: Iterable[Batch]) -> Iterator[Part]:
        """What is kept of the pairs; a reference that no prediction belongs to is paired with an empty document."""
        seen, paired = SeenIds(), np.zeros(len(self.documents), dtype=bool)
        for batch in predictions:
            hashes = _check_new(seen, batch, "predictions")
            place = np.searchsorted(self.hashes, hashes)
            there = place < len(self.hashes)
            there[there] = self.hashes[place[there]] == hashes[there]
            rows = self.order[place[there]]
            paired[rows] = True
            yield self._part(batch.taken(np.flatnonzero(there)), rows, "extra", batch.rows.filter(pa.array(~there)))
        kind, missing = self.counting.kind("predictions"), np.flatnonzero(~paired)
        lists = [field.name for field in kind.fields if field.required and isinstance(field.kind, ListOf)]
        for start in range(0, len(missing), BATCH_ROWS):
            rows = missing[start : start + BATCH_ROWS]
            lacking = self.documents.take(pa.array(rows))
            blank = [
                {**{name: [] for name in lists}, "doc_id": doc_id} for doc_id in lacking.field("doc_id").to_pylist()
            ]
            yield self._part(Batch("dataset", pa.array(blank, arrow_type(kind)), rows), rows, "missing", lacking)

    def _part(self, predictions: Batch, rows: IntArray, category: str, unpaired: pa.StructArray) -> Part:
        """What is kept of some predictions with the references in some rows, and of what did not pair."""

        def origin(row: int) -> tuple[Place, int]:
            number = bisect_right(self.starts, int(rows[row])) - 1
            return self.batches[number].origin(int(rows[row]) - self.starts[number])

        try:
            sums, _ = self.counting.sums(predictions.rows, self.documents.take(pa.array(rows)))
        except InputError as error:
            origins = {"predictions": predictions.origin, "references": origin}
            raise located(error, origins, Place(predictions.name)) from None
        return Part(sums, unpaired={category: (len(unpaired), tuple(unpaired.field("doc_id")[:5].to_pylist()))})


def _check_new(seen: SeenIds, batch: Batch, side: str) -> HashArray:
    """The hashes of the ids of some documents; an `InputError` for one that there was before."""
    hashes = hash_texts(batch.rows.field("doc_id"))
    for row in np.flatnonzero(seen.again(hashes)).tolist():
        raise batch.located(repeated(side, row, batch.rows.field("doc_id")[row].as_py()))
    return hashes
