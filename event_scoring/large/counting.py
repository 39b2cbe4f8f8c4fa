"""From the rows of shards to sums, with the messages that name a shard, a row and a path in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.hashes import hash_sum
from event_scoring.documents.checking import check_documents
from event_scoring.documents.errors import InputError, quoted
from event_scoring.documents.schema import Field, Record, Text, coded_paths
from event_scoring.large.kept import Kept
from event_scoring.large.places import Piece, digest
from event_scoring.large.poisson import PoissonBootstrap, poisson_samples
from event_scoring.large.reading import Batch, Wanted, columns_of, read_batches
from event_scoring.large.sums import Sums
from event_scoring.scoring.counts import counts_table, exact_totals, whole_column
from event_scoring.scoring.intervals import interval, is_headline
from event_scoring.scoring.options import check_choice, recipe
from event_scoring.scoring.signature import signature
from event_scoring.scoring.task import Task
from event_scoring.tasks import TASKS

SIDES = ("predictions", "references")
"""The columns of a dataset that holds both sides."""
ROW_ID = "doc_id"
"""A column that may stand beside them: the id of both documents."""

_ID = Record((Field("doc_id", Text(), required=False),))


@dataclass(frozen=True)
class Counting:
    """What is counted, and how: all that a process must know."""

    task_name: str
    options: Any

    @property
    def task(self) -> Task:
        return TASKS[self.task_name]

    @classmethod
    def of(cls, task_name: str, options: Mapping[str, Any]) -> Counting:
        """What is counted, from the name of a task and its options.

        Raises:
            TypeError: for an option that the task does not know.
            ValueError: for a task or a value that there is not, and for an option that sums cannot serve.
        """
        check_choice("task", task_name, tuple(TASKS))
        task = TASKS[task_name]
        chosen = task.options(options)
        task.check_summable(chosen)
        return cls(task_name, chosen)

    @property
    def travels(self) -> bool:
        """Whether other processes can have it: they do not know the functions of the user's script."""
        return all(getattr(value, "__module__", None) != "__main__" for value in recipe(self.options).values())

    @property
    def bootstrap(self) -> PoissonBootstrap | None:
        """How samples are drawn, where intervals are wanted."""
        if getattr(self.options, "confidence", None) is None:
            return None
        return PoissonBootstrap(self.options.resamples, self.options.seed)

    @property
    def wanted(self) -> Wanted:
        """What is read of a table of both sides."""
        idle = {
            f"{side}.{text}": tuple(f"{side}.{user}" for user in users)
            for side in SIDES
            for text, users in self.task.idle.items()
        }
        kinds = zip(SIDES, (self.task.predictions, self.task.references), strict=True)
        coded = [path for side, kind in kinds for path in coded_paths(kind, f"{side}.")]
        return Wanted((*SIDES, ROW_ID), idle, coded)

    def sums(self, predictions: object, references: object, row_ids: object = None) -> Sums:
        """The sums of some documents.

        Raises:
            InputError: with places such as ``predictions[0]["mentions"]``, in the rows given.
        """
        system, reference = self.task.check_for(predictions, references, self.options)
        if row_ids is not None:
            system = _with_ids(system, row_ids, "predictions")
            reference = _with_ids(reference, row_ids, "references")
        columns = self.task.count(system, reference, self.options, False)
        counts = counts_table(self.task_name, self.options, columns)
        parts = self.task.parts(counts)
        samples = None
        if self.bootstrap:
            samples = poisson_samples(parts, whole_column(counts, "doc_id"), self.bootstrap)
        hashes = [field.name for field in counts.schema if pa.types.is_uint64(field.type)]
        summed = {name: hash_sum(counts.column(name).to_numpy()) for name in hashes}
        return Sums(len(counts), summed, exact_totals(parts), samples)

    def result(self, sums: Sums) -> dict[str, Any]:
        """Scores, intervals where they are wanted, and the signature."""
        totals = sums.totals()
        result = self.task.result(totals, self.options)
        stated = dict(self.task.stated(totals, sums.fingerprints(), sums.documents, self.options))
        if sums.samples is not None:
            scores = self.task.result(sums.samples.sums(), self.options)
            for key in [key for key in result if is_headline(key)]:
                low, high = interval(np.broadcast_to(scores[key], self.options.resamples), self.options.confidence)
                result[f"{key}_low"], result[f"{key}_high"] = low, high
            stated["interval"] = "poisson-percentile"
            stated.pop("sampler", None)
        result["signature"] = signature(self.task_name, stated)
        return result

    def recipe(self) -> dict[str, Any]:
        """The choices on which sums depend: all options but the level of the intervals."""
        unsaid = ("confidence", "resamples", "seed")
        chosen = {name: value for name, value in recipe(self.options).items() if name not in unsaid}
        sampled = self.bootstrap
        samples = None if sampled is None else [sampled.resamples, sampled.seed]
        return {"task": self.task_name, "options": chosen, "samples": samples}


def count_item(counting: Counting, kept: Kept | None, item: Piece | Batch) -> Sums:
    """The sums of a piece or a batch; those of a piece may have been kept.

    Raises:
        InputError: with the name of the shard, the row in it and the path in the row.
    """
    if kept is None or isinstance(item, Batch):
        return _count(counting, item)
    content = {"shard": digest(item), "groups": item.groups}
    return kept.sums(item.path, content, counting.recipe(), lambda: _count(counting, item))


def _count(counting: Counting, item: Piece | Batch) -> Sums:
    total = counting.sums([], [])
    for batch in read_batches(item, counting.wanted):
        columns = columns_of(batch, SIDES, (ROW_ID,))
        try:
            total += counting.sums(columns["predictions"], columns["references"], columns.get(ROW_ID))
        except InputError as error:
            raise batch.located(error) from None
    return total


def _with_ids(documents: pa.StructArray, row_ids: Any, side: str) -> pa.StructArray:
    """Checked documents with the ids of their rows, where they have none of their own."""
    if isinstance(row_ids, pa.Array):
        records = pa.StructArray.from_arrays([row_ids], names=["doc_id"])
    else:
        records = [{"doc_id": row_id} for row_id in row_ids]
    given = check_documents(_ID, records, "rows").field("doc_id")
    place = documents.type.get_field_index("doc_id")
    if place < 0:
        return documents
    own = documents.field(place)
    differ = np.flatnonzero(np.asarray(pc.not_equal(own, given).fill_null(False)))
    if len(differ):
        row = int(differ[0])
        wanted = f"{quoted(given[row].as_py())}, the doc_id of its row"
        raise InputError((side, row, "doc_id"), wanted=wanted, got=own[row].as_py())
    columns = documents.flatten()
    columns[place] = pc.coalesce(own, given)
    return pa.StructArray.from_arrays(columns, fields=list(documents.type))
