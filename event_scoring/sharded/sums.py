"""Sums of documents: plain numbers that add up in any order, and travel between processes as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.documents.errors import Description, InputError, Place, shown
from event_scoring.documents.fingerprint import fingerprint_of_sum
from event_scoring.documents.sides import gc_paused
from event_scoring.formats.document_matching import unpaired_sentence
from event_scoring.scoring.counts import Exact, exact_totals, rounded, row_totals
from event_scoring.scoring.labels import Labels, joined_labels, labels_of_lists, listed_labels
from event_scoring.scoring.limits import MIN_DOCUMENTS
from event_scoring.scoring.notes import note_sums
from event_scoring.scoring.options import check_choice
from event_scoring.statistics.hash64 import HashArray, hash_texts
from event_scoring.statistics.poisson import PoissonBootstrap, Samples, poisson_samples
from event_scoring.task_locations import TASK_LOCATIONS, load_task

MAX_LABELS = 10_000
"""Different labels of one kind that are kept; labels of a corpus with more are not compared."""
MAX_UNPAIRED = 5
"""Ids of unmatched documents that are kept for the warning."""


@dataclass(frozen=True)
class Sums:
    """Sums of a batch of documents; ``+`` adds sums that were counted with equal options."""

    documents: int
    numbers: Mapping[str, Exact]
    hashes: Mapping[str, int]
    """The sum of each column of hashes in 64 bits, by which signatures know the data."""
    labels: Labels
    """The labels of both sides, because no sum shows whether they can be the same names."""
    ids: HashArray
    """A hash of the id of each document, 0 where it has none."""
    samples: Samples | None = None
    """The sums of the samples of a Poisson bootstrap, if intervals are requested."""
    unpaired: Mapping[str, tuple[int, Sequence[str]]] = field(default_factory=dict)
    """The number of unmatched documents and the ids of the first few, by category of `unpaired_sentence`."""

    def __add__(self, other: Sums) -> Sums:
        labels = joined_labels([part.labels for part in (self, other) if part.documents] or [{}])
        unpaired = {}
        for name in {**self.unpaired, **other.unpaired}:
            (some, ids), (more, others) = (part.unpaired.get(name, (0, ())) for part in (self, other))
            unpaired[name] = some + more, [*ids, *others][:MAX_UNPAIRED]
        names = {**self.numbers, **other.numbers}
        return Sums(
            self.documents + other.documents,
            # A number that some documents do not have is 0 there.
            {name: self.numbers.get(name, 0) + other.numbers.get(name, 0) for name in names},
            {name: (total + other.hashes[name]) % 2**64 for name, total in self.hashes.items()},
            {name: sides for name, sides in labels.items() if max(map(len, sides)) <= MAX_LABELS},
            np.concatenate([self.ids, other.ids]),
            None if self.samples is None or other.samples is None else self.samples + other.samples,
            unpaired,
        )

    def to_json(self) -> str:
        """Return a row of plain numbers, lists and texts; `read_row` takes it back."""
        samples = self.samples and [
            [(name, column.tolist()) for name, column in part.items()]
            for part in (self.samples.whole, self.samples.rest)
        ]
        numbers = [
            (name, [*total.as_integer_ratio()] if isinstance(total, Fraction) else total)
            for name, total in self.numbers.items()
        ]
        labels = listed_labels(self.labels)
        values = {"numbers": numbers, "labels": labels, "ids": self.ids.tolist(), "samples": samples}
        return json.dumps({**vars(self), **values})


def failure_row(error: Exception) -> str:
    """Return an error as a row; `read_row` raises it."""
    if not isinstance(error, InputError):
        name = next((name for name, kind in _FAILURES.items() if isinstance(error, kind)), "RuntimeError")
        return json.dumps({"failure": name, "text": str(error) or type(error).__name__})
    values = vars(error)
    is_plain = type(error.got) in (str, int, float, bool, type(None))
    got = {"got": error.got} if is_plain else {"described": shown(error.got)}
    return json.dumps({"path": error.path, **{name: values[name] for name in _ERROR_FIELDS}, **got})


_ERROR_FIELDS = ("wanted", "hint", "says", "source", "see")
_FAILURES = {kind.__name__: kind for kind in (ValueError, TypeError, OSError, MemoryError, ImportError)}


def read_row(text: str) -> Sums:
    """Return the sums of a row, or raise the error that it is."""
    row = json.loads(text)
    if "failure" in row:
        raise _FAILURES.get(row["failure"], RuntimeError)(row["text"])
    if "path" in row:
        source, got = row["source"], row["got"] if "got" in row else Description(row["described"])
        texts = {name: row[name] for name in ("wanted", "hint", "says")}
        raise InputError(tuple(row["path"]), got=got, source=source and Place(*source), see=tuple(row["see"]), **texts)
    numbers = {_name(name): Fraction(*total) if isinstance(total, list) else total for name, total in row["numbers"]}
    labels = labels_of_lists(row["labels"])
    parts = [{_name(name): np.array(column, np.int64) for name, column in part} for part in row["samples"] or ()]
    samples, ids = Samples(*parts) if parts else None, np.array(row["ids"], np.uint64)
    return Sums(**{**row, "numbers": numbers, "labels": labels, "ids": ids, "samples": samples})


def _name(written: str | list[str]) -> Any:
    """Return the name of a sum; JSON makes a list of a tuple."""
    return tuple(written) if isinstance(written, list) else written


class SeenIds:
    """The ids so far, by 8 bytes each."""

    def __init__(self) -> None:
        self.blocks: list[HashArray] = []
        """Sorted hashes, each block at least twice as long as the next."""

    def repeated(self, hashes: HashArray) -> NDArray[np.bool_]:
        """Return which ids were there before, and keep all of them; 0 means a missing id."""
        order = np.argsort(hashes, kind="stable")
        ids, repeated = hashes[order], np.zeros(len(hashes), dtype=bool)
        repeated[order[1:]] = ids[1:] == ids[:-1]
        for block in self.blocks:
            repeated[order] |= block[np.minimum(np.searchsorted(block, ids), len(block) - 1)] == ids
        while self.blocks and len(self.blocks[-1]) < 2 * len(ids):
            ids = np.sort(np.concatenate([self.blocks.pop(), ids]), kind="stable")
        if len(ids):
            self.blocks.append(ids)
        return repeated & (hashes > 0)


def id_hashes(ids: Sequence[str | None]) -> HashArray:
    """Return a hash of each id, 0 for a missing one."""
    texts = pa.array(ids, pa.string())
    hashes: HashArray = np.maximum(hash_texts(texts), np.uint64(1)) * np.asarray(texts.is_valid())
    return hashes


@dataclass(frozen=True)
class Counting:
    """A task and its options: how documents are counted, and how sums become a result."""

    task_name: str
    options: Any

    @classmethod
    def of(cls, task_name: str, options: Mapping[str, Any]) -> Counting:
        """Return the counting of a task by options, given by name.

        Raises:
            TypeError: for an option that the task does not have.
            ValueError: for an unknown task or a wrong value, and for an option that needs more than sums.
        """
        check_choice("task", task_name, tuple(TASK_LOCATIONS), "event_scoring.tasks.TASKS")
        chosen = load_task(task_name).options.of(options)
        if chosen.sampler != "numpy":
            raise ValueError(f'sampler: expected "numpy" where only sums are kept, got {shown(chosen.sampler)}')
        load_task(task_name).measure(chosen).check_summable(chosen)
        return cls(task_name, chosen)

    @gc_paused()
    def sums(self, predictions: object, references: object) -> Sums:
        """Return the sums of some documents, in any form that the score functions take.

        Raises:
            InputError: with paths such as ``predictions[0]["mentions"]``, in the rows given.
        """
        task = load_task(self.task_name)
        counts = task.count_checked(*task.check(predictions, references, self.options), self.options)
        parts, ids = counts.parts, counts.listed("doc_id")
        samples = None
        if self.options.confidence is not None:
            if None in ids:
                wanted = "a string, because samples draw documents by their ids"
                raise InputError(("predictions", ids.index(None), "doc_id"), wanted=wanted, got=None)
            bootstrap = PoissonBootstrap(self.options.resamples, self.options.seed)
            samples = poisson_samples(parts, pa.array(ids, pa.string()), bootstrap)
        numbers = {**exact_totals(parts), **note_sums(counts.rows)}
        hashes = {name: total % 2**64 for name, total in row_totals(counts.rows or counts.zeros)[1].items()}
        return Sums(len(counts), numbers, hashes, counts.labels, id_hashes(ids), samples)

    def sampled(self, sums: Sums) -> dict[str, Any]:
        """Return the scores of every bootstrap sample; nothing if there are too few documents for samples."""
        if sums.samples is None or sums.documents < MIN_DOCUMENTS:
            return {}
        scores = load_task(self.task_name).measure(self.options).result(sums.samples.sums(), self.options)
        return {key: np.broadcast_to(value, self.options.resamples) for key, value in scores.items()}

    def result(self, sums: Sums, notes: Iterable[str] = ()) -> dict[str, Any]:
        """Return scores, requested intervals, warnings and the signature."""
        task = load_task(self.task_name)
        prints = {name: fingerprint_of_sum(sums.documents, total) for name, total in sums.hashes.items()}
        samples, numbers = self.sampled(sums), rounded(sums.numbers)
        result = task.result_of_sums(
            numbers, prints, sums.documents, self.options, sums.labels, samples, drawn="poisson"
        )
        unpaired = [unpaired_sentence(name, *found) for name, found in sums.unpaired.items() if found[0]]
        result["warnings"] = [*result["warnings"], *notes, *unpaired]
        return result


def without_ids(sums: Sums) -> Sums:
    """Return sums without the ids of their documents, which are kept once for the whole corpus."""
    return replace(sums, ids=np.empty(0, np.uint64))
