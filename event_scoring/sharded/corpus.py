"""One loop over a corpus: batches of rows, pairs of documents, sums."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replace_sums
from typing import Any
from zlib import crc32

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from tqdm import tqdm

from event_scoring.documents.errors import Description, InputError, Place, counted, first_names, quoted
from event_scoring.documents.foreign import naming_task
from event_scoring.documents.schema import Record, Text, optional
from event_scoring.documents.sides import Documents, documents_of
from event_scoring.documents.validate import plain_documents
from event_scoring.formats.document_matching import missing_prediction
from event_scoring.scoring.counts import Exact
from event_scoring.scoring.limits import EXCESS_PAIRS, MAX_EXCESS_PAIRS, too_many_pairs
from event_scoring.scoring.options import check_count
from event_scoring.sharded.parquet_files import BATCH_ROWS
from event_scoring.sharded.shards import Batch, Shards, find_shards, is_paths, located, read_batches, stream_batches
from event_scoring.sharded.sums import Counting, SeenIds, Sums, failure_row, id_hashes, without_ids
from event_scoring.task_locations import load_task

SIDES = ("predictions", "references")
"""The columns of a dataset that holds both sides."""
ROW_ID = "doc_id"
"""An optional third column: the id of both documents."""
JOIN_BYTES = 2**30
"""Bytes of references that one process joins in memory."""
_OTHER_TASK = 'give task="{0}", on the command line event-score dataset {0}'
"""The advice for documents of another task."""
_ID = Record(optional("doc_id", Text()))


@dataclass(frozen=True)
class Pairs:
    """Documents of both sides, row by row."""

    predictions: Any
    references: Any
    located: Callable[[InputError], InputError]
    """Adds the file and the row in it to an error in these documents."""
    unpaired: Mapping[str, tuple[int, Sequence[str]]] = field(default_factory=dict)
    """Unmatched documents, in the form of `Sums.unpaired`."""


@dataclass(frozen=True)
class Corpus:
    """The datasets of a corpus, how they are counted, and into how many parts the work is cut."""

    counting: Counting
    predictions: Any
    """Shards, or a dataset in another form; it has both sides if references are not given separately."""
    references: Any
    parts: int
    notes: Sequence[str] = ()
    """Sentences about the files that the user should read."""

    @classmethod
    def of(
        cls,
        counting: Counting,
        dataset: Any,
        references: Any = None,
        filesystem: Any = None,
        workers: int | None = None,
    ) -> Corpus:
        """Return the corpus of some datasets, with a part for each shard, or for each worker if they are joined."""
        if workers is not None:
            check_count("workers", workers, 1)
        notes, sides = list[str](), list[Any]()
        for name, source in zip(("dataset", "references"), (dataset, references), strict=True):
            if source is not None and is_paths(source):
                source, others = find_shards(source, filesystem)
                if others:
                    notes.append(f"Left out {counted(len(others), 'file')}, no shards: {first_names(others)}.")
            elif source is not None and workers is not None:
                raise InputError((name,), wanted="paths of shards, which workers share", got=source)
            sides.append(source)
        is_shared = references is None and isinstance(sides[0], Shards)
        return cls(counting, sides[0], sides[1], len(sides[0]) if is_shared else workers or 1, notes)

    def sums(self, part: int) -> Iterator[Sums]:
        """Yield the sums of each batch of a part.

        Raises:
            InputError: with shard, row and path, at the first bad document or shard.
        """
        excess_pairs: Exact = 0
        for pairs in self.pairs(part):
            try:
                found = self.counting.sums(pairs.predictions, pairs.references)
                excess_pairs += found.numbers.get(EXCESS_PAIRS, 0)
                if excess_pairs > MAX_EXCESS_PAIRS:
                    raise too_many_pairs()
            except InputError as error:
                raise pairs.located(error) from None
            yield found if self.references is None else replace_sums(without_ids(found), unpaired=pairs.unpaired)

    def row(self, part: int) -> str:
        """Return the sums of a part, or the error in it, as a row that can be sent."""
        try:
            return sum(self.sums(part), start=self.nothing).to_json()
        except Exception as error:
            return failure_row(error)

    @property
    def nothing(self) -> Sums:
        """The sums of no documents."""
        return self.counting.sums([], [])

    def total(self, sums_of_parts: Iterable[tuple[int, Sums]], bar: tqdm[Any] | None = None) -> Sums:
        """Add up the sums of all parts, and raise an `InputError` for a document that occurs twice."""
        total, seen = self.nothing, SeenIds()
        for part, sums in sums_of_parts:
            repeated = np.flatnonzero(seen.repeated(sums.ids))
            if len(repeated):
                raise self._repeated(part, sums.ids[repeated[0]])
            total += without_ids(sums)
            if bar is not None:
                bar.set_postfix_str(counted(total.documents, "document"))
        return total

    def _repeated(self, part: int, hashed: np.uint64) -> InputError:
        """Return the error for the last document of a part whose id has a hash."""
        error = repeated("dataset", 0, Description("some id twice"))
        for pairs in self.pairs(part) if isinstance(self.predictions, Shards) else ():
            predictions, references = (
                documents_of(self._kind(side), documents, side)
                for side, documents in zip(SIDES, (pairs.predictions, pairs.references), strict=True)
            )
            ids = [own if other is None else other for own, other in zip(predictions.ids, references.ids, strict=True)]
            for row in np.flatnonzero(id_hashes(ids) == hashed).tolist():
                error = pairs.located(repeated("predictions", row, ids[row]))
        return error

    def pairs(self, part: int) -> Iterator[Pairs]:
        """Yield the documents of a part."""
        if self.references is not None:
            yield from self._joined(part)
            return
        is_shards = isinstance(self.predictions, Shards)
        source = Shards([self.predictions[part]]) if is_shards else self.predictions
        for batch in _batches(source, "dataset", (*SIDES, ROW_ID)):
            yield self._of_rows(batch)

    def _kind(self, side: str) -> Record:
        task = load_task(self.counting.task_name)
        return task.predictions if side == "predictions" else task.references

    def _of_rows(self, batch: Batch) -> Pairs:
        """Return the documents of rows that have both sides."""
        columns = batch.columns(SIDES, (ROW_ID,))

        def place(error: InputError) -> InputError:
            return batch.located(naming_task(error, columns, self.counting.task_name, _OTHER_TASK))

        sides = [columns[side] for side in SIDES]
        if ROW_ID in columns:
            try:
                given = columns[ROW_ID]
                ids = given if isinstance(given, list) else given.to_pylist()
                plain_documents(_ID, [{"doc_id": doc_id} for doc_id in ids], "rows")
                sides = [documents_of(self._kind(side), columns[side], side) for side in SIDES]
                sides = [_named(documents, ids, side) for side, documents in zip(SIDES, sides, strict=True)]
            except InputError as error:
                raise place(error) from None
        return Pairs(sides[0], sides[1], place)

    def _joined(self, part: int) -> Iterator[Pairs]:
        """Yield the documents whose ids belong to a part; a missing prediction is a blank document."""
        references = _ReferencesByHash(self._documents("references", part), self._kind("references").struct)
        seen, paired = SeenIds(), np.zeros(len(references.documents), dtype=bool)
        for batch, documents in self._documents("predictions", part):
            rows = references.rows(_new_ids(seen, batch, documents, "predictions"))
            there = np.flatnonzero(rows >= 0)
            paired[rows[there]] = True
            extra = [documents[row].doc_id for row in np.flatnonzero(rows < 0).tolist()]
            some, unpaired = Documents(documents[row] for row in there.tolist()), {"extra": (len(extra), extra[:5])}
            yield references.pairs(some, batch.taken(there), rows[there], unpaired)
        blank = missing_prediction(self._kind("predictions"))
        missing = np.flatnonzero(~paired)
        for start in range(0, len(missing), BATCH_ROWS):
            rows = missing[start : start + BATCH_ROWS]
            ids = [document.doc_id for document in references.documents_at(rows)]
            documents = Documents(replace(blank, doc_id=doc_id) for doc_id in ids)
            unpaired = {"missing": (len(ids), ids[:5])}
            yield references.pairs(documents, Batch("dataset", documents, rows), rows, unpaired)

    def _documents(self, side: str, part: int) -> Iterator[tuple[Batch, Documents]]:
        """Yield the documents of one side that belong to a part, each of which has an id."""
        source, name = (self.predictions, "dataset") if side == "predictions" else (self.references, "references")
        for batch in _batches(source, name, ()):
            if self.parts > 1:
                ids = batch.document_ids()
                own = [row for row, doc_id in enumerate(ids) if _part_of(doc_id, self.parts) in (part, None)]
                batch = batch.taken(np.array(own, np.int64))
            try:
                documents = documents_of(self._kind(side), batch.documents(), side)
                if None in documents.ids:
                    wanted = "a string, because the two datasets are joined by it"
                    raise InputError((side, documents.ids.index(None), "doc_id"), wanted=wanted, got=None)
            except InputError as error:
                error_of_task = naming_task(error, {side: batch.documents()}, self.counting.task_name, _OTHER_TASK)
                raise batch.located(error_of_task) from None
            yield batch, documents


def _batches(source: Any, name: str, columns: Sequence[str]) -> Iterator[Batch]:
    """Yield the rows of some shards, or of a dataset in another form, which messages call by the name."""
    if not isinstance(source, Shards):
        yield from stream_batches(source, name)
    else:
        for shard in source:
            yield from read_batches(shard, columns)


def _part_of(doc_id: object, parts: int) -> int | None:
    """Return the part to which a document belongs if two datasets are joined, or None without a valid id."""
    return crc32(doc_id.encode("utf-8", "surrogatepass")) % parts if isinstance(doc_id, str) else None


def _named(documents: Documents, ids: Sequence[str | None], side: str) -> Documents:
    """Return documents with the ids of their rows, if they have none of their own."""
    named = Documents()
    for row, (document, doc_id) in enumerate(zip(documents, ids, strict=True)):
        if document.doc_id is None:
            document = replace(document, doc_id=doc_id)
        elif doc_id not in (None, document.doc_id):
            got = Description(quoted(document.doc_id))
            raise InputError((side, row, "doc_id"), wanted=f"{quoted(doc_id)}, the doc_id of its row", got=got)
        named.append(document)
    return named


def repeated(side: str, row: int, doc_id: object) -> InputError:
    """Return the error for a document that occurs twice."""
    return InputError((side, row, "doc_id"), wanted="an id that no earlier document has", got=doc_id)


def _new_ids(seen: SeenIds, batch: Batch, documents: Documents, side: str) -> NDArray[np.uint64]:
    """Return the hashes of the ids of some documents, or raise an `InputError` for one that occurred before."""
    hashes = id_hashes(documents.ids)
    for row in np.flatnonzero(seen.repeated(hashes)).tolist():
        raise batch.located(repeated(side, row, documents[row].doc_id))
    return hashes


class _ReferencesByHash:
    """References as bytes, found by the hash of their ids."""

    def __init__(self, batches: Iterable[tuple[Batch, Documents]], kind: Any) -> None:
        self.documents: list[bytes] = []
        self.decoder = msgspec.msgpack.Decoder(kind)
        self.batches, self.starts = list[Batch](), [0]
        hashes, seen, size, encode = [np.empty(0, np.uint64)], SeenIds(), 0, msgspec.msgpack.Encoder().encode
        for batch, documents in batches:
            hashes.append(_new_ids(seen, batch, documents, "references"))
            self.documents += map(encode, documents)
            size += sum(map(len, self.documents[self.starts[-1] :]))
            if size > JOIN_BYTES:
                wanted = f"at most {JOIN_BYTES:,} bytes of references, which one process joins in memory"
                hint, source = "with more workers (--workers) each joins a part of them", Place(batch.name)
                raise InputError(("references",), wanted=wanted, got=Description("more"), hint=hint, source=source)
            self.batches.append(batch.taken(None))
            self.starts.append(len(self.documents))
        every = np.concatenate(hashes)
        self.order = np.argsort(every, kind="stable")
        self.hashes = every[self.order]

    def rows(self, hashes: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return the row of the reference with each hash, or -1."""
        index = np.searchsorted(self.hashes, hashes)
        there = index < len(self.hashes)
        there[there] = self.hashes[index[there]] == hashes[there]
        rows = np.full(len(hashes), -1)
        rows[there] = self.order[index[there]]
        return rows

    def documents_at(self, rows: NDArray[np.int64]) -> Documents:
        return Documents(self.decoder.decode(self.documents[row]) for row in rows.tolist())

    def pairs(
        self, predictions: Documents, batch: Batch, rows: NDArray[np.int64], unpaired: Mapping[str, Any]
    ) -> Pairs:
        """Return some predictions with the references in some rows."""

        def origin(row: int) -> tuple[Place, int]:
            number = bisect_right(self.starts, int(rows[row])) - 1
            return self.batches[number].origin(int(rows[row]) - self.starts[number])

        origins = {"predictions": batch.origin, "references": origin}
        whole = Place(batch.name)
        return Pairs(predictions, self.documents_at(rows), lambda error: located(error, origins, whole), unpaired)
