"""From the rows of a corpus to sums, and from sums to the result."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from tqdm import tqdm

from event_scoring.arrays.hashes import HashArray, hash_sum, hash_texts
from event_scoring.documents.checking import check_documents
from event_scoring.documents.errors import InputError, shown
from event_scoring.documents.schema import Field, Record, Text, coded_paths
from event_scoring.large.poisson import PoissonBootstrap, poisson_samples
from event_scoring.large.reading import Batch, Shard, columns_of, read_batches
from event_scoring.large.sums import Sums
from event_scoring.scoring.counts import counts_table, exact_totals, whole_column
from event_scoring.scoring.intervals import interval, is_headline
from event_scoring.scoring.options import check_choice
from event_scoring.scoring.signature import signature
from event_scoring.tasks import TASKS

SIDES = ("predictions", "references")
"""The columns of a dataset that holds both sides."""
ROW_ID = "doc_id"
"""A column that may stand beside them: the id of both documents."""
_ID = Record((Field("doc_id", Text(), required=False),))


@dataclass(frozen=True)
class Part:
    """The sums of some documents, the hashes of their ids, and how to name one of them that came before."""

    sums: Sums
    ids: HashArray
    origin: Batch | Shard | None = None


@dataclass(frozen=True)
class Counting:
    """What is counted, and how: all that a process must know. Here alone the frame of a task is used."""

    task_name: str
    options: Any

    @classmethod
    def of(cls, task_name: str, options: Mapping[str, Any]) -> Counting:
        """What is counted, from the name of a task and its options.

        Raises:
            TypeError: for an option that the task does not know.
            ValueError: for a task or a value that there is not, and for an option that sums cannot serve.
        """
        check_choice("task", task_name, tuple(TASKS))
        chosen = TASKS[task_name].options(options)
        TASKS[task_name].check_summable(chosen)
        return cls(task_name, chosen)

    def kind(self, side: str) -> Record:
        """What a document of one side looks like."""
        return TASKS[self.task_name].predictions if side == "predictions" else TASKS[self.task_name].references

    def part(self, predictions: object, references: object, row_ids: object = None) -> Part:
        """The sums of some documents.

        Raises:
            InputError: with places such as ``predictions[0]["mentions"]``, in the rows given.
        """
        task = TASKS[self.task_name]
        system, reference = task.check_for(predictions, references, self.options)
        if row_ids is not None:
            system, reference = (_with_ids(*side, row_ids) for side in ((system, SIDES[0]), (reference, SIDES[1])))
        counts = counts_table(self.task_name, self.options, task.count(system, reference, self.options, False))
        parts, ids = task.parts(counts), whole_column(counts, "doc_id")
        samples = None
        if self.options.confidence is not None:
            samples = poisson_samples(parts, ids, PoissonBootstrap(self.options.resamples, self.options.seed))
        hashes = [column.name for column in counts.schema if pa.types.is_uint64(column.type)]
        summed = {name: hash_sum(counts.column(name).to_numpy()) for name in hashes}
        return Part(Sums(len(counts), summed, exact_totals(parts), samples), hash_texts(ids.drop_null()))

    def parts(self, item: Shard | Batch) -> Iterator[Part]:
        """The sums of the batches of an item whose rows have both sides; an error names the file and the row in it."""
        coded = [path for side in SIDES for path in coded_paths(self.kind(side), f"{side}.")]
        for batch in read_batches(item, (*SIDES, ROW_ID), coded):
            columns = columns_of(batch, SIDES, (ROW_ID,))
            try:
                part = self.part(columns["predictions"], columns["references"], columns.get(ROW_ID))
            except InputError as error:
                raise batch.located(error) from None
            yield Part(part.sums, part.ids, batch)

    def result(self, total: Total) -> dict[str, Any]:
        """Scores, intervals if they are wanted, and the signature."""
        task, sums = TASKS[self.task_name], total.sums
        totals = sums.totals()
        result = task.result(totals, self.options)
        stated = dict(task.stated(totals, sums.fingerprints(), sums.documents, self.options))
        if sums.samples is not None:
            scores = self.sampled(total)
            for key in [key for key in result if is_headline(key)]:
                low, high = interval(scores[key], self.options.confidence)
                result[f"{key}_low"], result[f"{key}_high"] = low, high
            stated["interval"] = "poisson-percentile"
            stated.pop("sampler", None)
        result["signature"] = signature(self.task_name, stated)
        for sentence in total.warnings:
            warnings.warn(sentence, stacklevel=3)
        return result

    def sampled(self, total: Total) -> dict[str, Any]:
        """The scores of every bootstrap sample."""
        if total.sums.samples is None:
            return {}
        scores = TASKS[self.task_name].result(total.sums.samples.sums(), self.options)
        return {key: np.broadcast_to(value, self.options.resamples) for key, value in scores.items()}


@dataclass
class Total:
    """The sums of the documents so far, 8 bytes for each of them, and what a user should know."""

    sums: Sums
    warnings: list[str] = field(default_factory=list)
    ids: list[HashArray] = field(default_factory=list)
    """Hashes in sorted blocks, each longer than the next."""

    @classmethod
    def of(cls, counting: Counting, parts: Iterable[Part], warnings: list[str], progress: bool) -> Total:
        """The sums of all parts; an `InputError` for a document that there was before."""
        total = cls(counting.part([], []).sums, warnings)
        with tqdm(unit=" documents", disable=not progress, leave=False) as bar:
            for part in parts:
                if total._has(part.ids):
                    raise _repeated(counting, total, part)
                total._keep(part.ids)
                total.sums += part.sums
                bar.update(part.sums.documents)
        return total
