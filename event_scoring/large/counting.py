"""From the rows of a corpus to sums, and from sums to the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from msgspec.structs import replace
from numpy.typing import NDArray
from tqdm import tqdm

from event_scoring.documents.errors import Description, InputError, counted, quoted, shown
from event_scoring.documents.fingerprint import fingerprint_of_sum
from event_scoring.documents.foreign import naming_task
from event_scoring.documents.schema import Record, Text, coded_paths, optional
from event_scoring.documents.sides import Documents, checked_column, without_collecting
from event_scoring.formats.arrow_files import Wanted
from event_scoring.formats.pairing import unpaired_sentence
from event_scoring.formats.shards import Batch, Shard, columns_of, find_shards, is_paths, read_batches, stream_batches
from event_scoring.hash64 import HashArray, hash_texts
from event_scoring.scoring.counts import Exact, exact_totals, hashes_of, rounded
from event_scoring.scoring.labels import Labels, joined_labels
from event_scoring.scoring.limits import MIN_DOCUMENTS
from event_scoring.scoring.notes import note_sums
from event_scoring.scoring.options import check_choice
from event_scoring.statistics.poisson import PoissonBootstrap, Samples, poisson_samples
from event_scoring.tasks import TASKS

MAX_LABELS = 10_000
"""Different labels of one kind that are kept; those of a corpus with more are not compared."""


@dataclass(frozen=True)
class Sums:
    """The sums of some documents; ``+`` adds those of others that were counted by the same options."""

    documents: int
    hashes: Mapping[str, int]
    """For each column of hashes, by which signatures know the data, their sum in 64 bits."""
    parts: Mapping[str, Exact]
    samples: Samples | None = None
    """The sums of the samples of a Poisson bootstrap, where one is wanted."""
    labels: Labels = field(default_factory=dict)
    """The labels of both sides, which show what no sum does: whether they can be the same names."""

    def __add__(self, other: Sums) -> Sums:
        samples = None if self.samples is None or other.samples is None else self.samples + other.samples
        filled = [part.labels for part in (self, other) if part.documents]
        labels = joined_labels(filled) if filled else {}
        return Sums(
            self.documents + other.documents,
            {name: (total + other.hashes[name]) % 2**64 for name, total in self.hashes.items()},
            # A sum that some documents do not have, such as that of what only some say, is 0 there.
            {name: self.parts.get(name, 0) + other.parts.get(name, 0) for name in {**self.parts, **other.parts}},
            samples,
            {name: sides for name, sides in labels.items() if max(map(len, sides)) <= MAX_LABELS},
        )

    def fingerprints(self) -> dict[str, str]:
        """For each column of hashes what stands for all of them."""
        return {name: fingerprint_of_sum(self.documents, total) for name, total in self.hashes.items()}

    def totals(self) -> dict[str, float]:
        """The sum of each part as a plain number."""
        return rounded(self.parts)


SIDES = ("predictions", "references")
"""The columns of a dataset that holds both sides."""
ROW_ID = "doc_id"
"""A column that may stand beside them: the id of both documents."""
OTHER_TASK = 'give task="{0}", on the command line event-score dataset {0}'
"""What to do with documents of another task."""
_ID = Record(optional("doc_id", Text()))


@dataclass(frozen=True)
class Corpus:
    """What a user gives: a dataset of both sides, or one a side, and how it is read."""

    dataset: Any
    references: Any = None
    filesystem: Any = None
    ignore_others: bool = False
    progress: bool = False
    notes: list[str] = field(default_factory=list)
    """What a user should know of the files."""

    def shards(self, source: Any) -> list[Shard]:
        """The shards of one of the datasets, which is given by paths."""
        shards, others = find_shards(source, self.filesystem, self.ignore_others)
        if others:
            named = ", ".join(others[:5]) + ", …" * (len(others) > 5)
            self.notes.append(f"Left out {counted(len(others), 'file')}, no shards: {named}.")
        return shards

    def items(self, source: Any, name: str) -> Iterable[Shard | Batch]:
        """The shards of one of the datasets, or the batches if it is given in another way."""
        return self.shards(source) if is_paths(source) else stream_batches(source, name)

    def bar(self, items: Iterable[Any], total: int | None = None) -> tqdm[Any]:
        """Some items, of which a bar says how many are done, if a user wants to see that."""
        alone = total is None and isinstance(items, list) and len(items) == 1
        # Of one part alone no share is done before all of it is: its documents say how far it is.
        shown = "{elapsed}{postfix}" if alone else None
        return tqdm(items, total=total, unit=" parts", disable=not self.progress, leave=False, bar_format=shown)


@dataclass(frozen=True)
class Part:
    """What is kept of some documents."""

    sums: Sums
    ids: HashArray = field(default_factory=lambda: np.empty(0, np.uint64))
    """The hashes of their ids."""
    origin: Batch | Shard | None = None
    """Where they can be read again."""
    unpaired: Mapping[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    """How many did not pair, in the categories of a pairing report, and the ids of the first few."""


class SeenIds:
    """The documents so far, by 8 bytes each: the hash of the id."""

    def __init__(self) -> None:
        self.blocks: list[HashArray] = []
        """Sorted, each at least twice as long as the next."""

    def again(self, hashes: HashArray) -> NDArray[np.bool_]:
        """Which of some documents were there before; from now on all of them were."""
        order = np.argsort(hashes, kind="stable")
        found, repeated = hashes[order], np.zeros(len(hashes), dtype=bool)
        repeated[order[1:]] = found[1:] == found[:-1]
        for block in self.blocks:
            repeated[order] |= block[np.minimum(np.searchsorted(block, found), len(block) - 1)] == found
        while self.blocks and len(self.blocks[-1]) < 2 * len(found):
            found = np.sort(np.concatenate([self.blocks.pop(), found]), kind="stable")
        if len(found):
            self.blocks.append(found)
        return repeated


@dataclass(frozen=True)
class Counting:
    """What is counted, and how: all that a process must know. Here alone a task is used."""

    task_name: str
    options: Any

    @classmethod
    def of(cls, task_name: str, options: Mapping[str, Any]) -> Counting:
        """What is counted, from the name of a task and its options.

        Raises:
            TypeError: for an option that the task does not know.
            ValueError: for a task or a value that there is not, and for an option that sums cannot serve.
        """
        check_choice("task", task_name, tuple(TASKS), "event_scoring.tasks.TASKS")
        chosen = TASKS[task_name].options.of(options)
        if chosen.sampler != "numpy":
            raise ValueError(f'sampler: expected "numpy" where only sums are kept, got {shown(chosen.sampler)}')
        TASKS[task_name].measure(chosen).check_summable(chosen)
        return cls(task_name, chosen)

    def kind(self, side: str) -> Record:
        """What a document of one side looks like."""
        return TASKS[self.task_name].predictions if side == "predictions" else TASKS[self.task_name].references

    @without_collecting()
    def sums(self, predictions: object, references: object, row_ids: object = None) -> tuple[Sums, pa.StringArray]:
        """The sums of some documents, and their ids.

        Raises:
            InputError: with places such as ``predictions[0]["mentions"]``, in the rows given.
        """
        task = TASKS[self.task_name]
        sides = task.check(predictions, references, self.options)
        if row_ids is not None:
            sides = (_with_ids(sides[0], row_ids, "predictions"), _with_ids(sides[1], row_ids, "references"))
        counts = task.count_checked(*sides, self.options)
        parts, ids = counts.parts, pa.array(counts.listed("doc_id"), pa.string())
        samples = None
        if self.options.confidence is not None:
            for row in np.flatnonzero(np.asarray(ids.is_null())).tolist():
                wanted = "a string, because samples draw documents by their ids"
                raise InputError(("predictions", row, "doc_id"), wanted=wanted, got=None)
            samples = poisson_samples(parts, ids, PoissonBootstrap(self.options.resamples, self.options.seed))
        summed = {name: sum(hashes) % 2**64 for name, hashes in hashes_of(counts.rows, counts.blank).items()}
        sums = {**exact_totals(parts), **note_sums(counts.rows)}
        return Sums(len(counts), summed, sums, samples, counts.labels), ids

    def sums_of(self, batch: Batch) -> tuple[Sums, pa.StringArray]:
        """Likewise of rows that have both sides; an error names the file and the row in it."""
        columns = columns_of(batch, SIDES, (ROW_ID,))
        try:
            return self.sums(columns["predictions"], columns["references"], columns.get(ROW_ID))
        except InputError as error:
            raise batch.located(naming_task(error, columns, self.task_name, OTHER_TASK)) from None

    def batches(self, item: Shard | Batch) -> Iterator[Batch]:
        """The rows of an item that have both sides."""
        coded = [f"{side}.{path}" for side in SIDES for path in coded_paths(self.kind(side))]
        return read_batches(item, Wanted((*SIDES, ROW_ID), coded))

    def parts(self, items: Iterable[Shard | Batch]) -> Iterator[Part]:
        """What is kept of items whose rows have both sides."""
        for batch in (batch for item in items for batch in self.batches(item)):
            sums, ids = self.sums_of(batch)
            yield Part(sums, hash_texts(ids.drop_null()), batch)

    def total(self, parts: Iterable[Part], bar: tqdm[Any] | None = None) -> Part:
        """All parts together, with their documents on a bar; an `InputError` for a document that is there twice."""
        total, seen, unpaired = self.sums([], [])[0], SeenIds(), dict[str, tuple[int, tuple[str, ...]]]()
        for part in parts:
            again = part.ids[seen.again(part.ids)]
            if len(again):
                raise self._repeated(part, again)
            total += part.sums
            for name, (number, ids) in part.unpaired.items():
                before = unpaired.get(name, (0, ()))
                unpaired[name] = before[0] + number, (*before[1], *ids)[:5]
            if bar is not None:
                bar.set_postfix_str(counted(total.documents, "document"))
        return Part(total, np.concatenate([*seen.blocks, np.empty(0, np.uint64)]), None, unpaired)

    def _repeated(self, part: Part, hashes: HashArray) -> InputError:
        """The first document of a part whose id has one of some hashes, as an error."""
        for batch in self.batches(part.origin) if part.origin else ():
            _, ids = self.sums_of(batch)
            rows = np.flatnonzero((hash_texts(ids) == hashes[0]) & np.asarray(ids.is_valid())).tolist()
            if rows:
                return batch.located(repeated("predictions", rows[-1], ids[rows[-1]].as_py()))
        return repeated("dataset", 0, Description("some id twice"))

    def sampled(self, sums: Sums) -> dict[str, Any]:
        """Return the scores of every bootstrap sample; none where there are too few documents for samples."""
        if sums.samples is None or sums.documents < MIN_DOCUMENTS:
            return {}
        scores = TASKS[self.task_name].measure(self.options).result(sums.samples.sums(), self.options)
        return {key: np.broadcast_to(value, self.options.resamples) for key, value in scores.items()}

    def result(self, total: Part, notes: Iterable[str] = ()) -> dict[str, Any]:
        """Scores, intervals if they are wanted, what a user should know, and the signature."""
        task, sums = TASKS[self.task_name], total.sums
        samples = self.sampled(sums)
        result = task.result_of_sums(
            sums.totals(), sums.fingerprints(), sums.documents, self.options, samples, drawn="poisson"
        )
        unpaired = [unpaired_sentence(name, *found) for name, found in total.unpaired.items() if found[0]]
        labels = task.measure(self.options).label_remarks(sums.labels, self.options)
        result["warnings"] = [*result["warnings"], *labels, *notes, *unpaired]
        return result


def repeated(side: str, row: int, doc_id: object) -> InputError:
    """The error for a document that is there twice."""
    return InputError((side, row, "doc_id"), wanted="an id that no earlier document has", got=doc_id)


def _with_ids(documents: Documents, row_ids: Any, side: str) -> Documents:
    """Checked documents with the ids of their rows, if they have none of their own."""
    is_array = isinstance(row_ids, pa.Array)
    records = pa.StructArray.from_arrays([row_ids], ["doc_id"]) if is_array else [{"doc_id": one} for one in row_ids]
    given = checked_column(_ID, records, "rows").field("doc_id")
    own = pa.array([one.doc_id for one in documents], pa.string())
    differ = np.flatnonzero(np.asarray(pc.not_equal(own, given).fill_null(False)))
    if len(differ):
        row = int(differ[0])
        wanted = f"{quoted(given[row].as_py())}, the doc_id of its row"
        raise InputError((side, row, "doc_id"), wanted=wanted, got=Description(quoted(own[row].as_py())))
    pairs = zip(documents, pc.coalesce(own, given).to_pylist(), strict=True)
    return Documents((replace(document, doc_id=name) for document, name in pairs), checked=True)
