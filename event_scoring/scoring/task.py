"""What a kind of score is made of, so that every door runs all of them in the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.documents.reporting import Report
from event_scoring.documents.schema import Record
from event_scoring.scoring.counts import counts_table
from event_scoring.scoring.options import check_flag, check_per_document
from event_scoring.statistics.resampling import Additive


def suits_all(system: pa.StructArray, reference: pa.StructArray, options: Any) -> None:
    """The rule of tasks whose options can score any documents."""


def sums_suffice(options: Any) -> None:
    """The rule of tasks all of whose options are served by sums."""


def choices_and_data(
    sums: Mapping[str, Any], fingerprints: Mapping[str, str], documents: int, options: Any
) -> dict[str, object]:
    """What most signatures say: the choices, the number of documents, and what stands for the references."""
    return {**options.choices(), "docs": documents, "refs": fingerprints["reference_hash"]}


@dataclass(frozen=True)
class Task:
    """One kind of score, in the stages through which every input goes.

    Documents are checked, counted (one row of sums a document), and the counts are scored.
    """

    name: str
    """Its first word in the signature."""
    predictions: Record
    """What a document of the system looks like."""
    references: Record
    check: Callable[[object, object], tuple[pa.StructArray, pa.StructArray]]
    """Raises an `InputError`, or returns both sides as typed Arrow arrays."""
    examine: Callable[[pa.StructArray | None, pa.StructArray | None, Report], None]
    """Reports what is wrong with documents of the right form, of either side or of both; `check` refuses the first."""
    options: Callable[[Mapping[str, Any]], Any]
    """Makes the options dataclass from keywords, or raises a TypeError or ValueError."""
    count: Callable[[pa.StructArray, pa.StructArray, Any, bool], Mapping[str, pa.Array]]
    """Columns of counts from checked sides, options, and whether details are wanted."""
    score: Callable[[pa.Table, bool], dict[str, Any]]
    """The result of a table of counts, with details or without."""
    additive: Callable[[pa.Table], Additive]
    """What resampling needs of a table of counts: columns that add up, and the scores of their sums."""
    parts: Callable[[pa.Table], dict[str, NDArray[Any]]]
    """The columns of numbers that a corpus score adds up, from a table of counts; the same columns for every table."""
    result: Callable[[Mapping[str, Any], Any], dict[str, Any]]
    """Scores and numbers of a corpus from the sums of its `parts` and the options; arrays of sums give arrays."""
    check_suits: Callable[[pa.StructArray, pa.StructArray, Any], None] = suits_all
    """Raises an `InputError` for checked documents that only these options cannot score."""
    check_summable: Callable[[Any], None] = sums_suffice
    """Raises a ValueError for options that ask for more than sums, such as all documents at once."""
    stated: Callable[[Mapping[str, Any], Mapping[str, str], int, Any], Mapping[str, object]] = choices_and_data
    """What the signature says, from the sums of `parts`, the fingerprint of each column of hashes, the number of
    documents and the options."""
    idle: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Paths of text that is not looked at unless one of these fields is there: shards without them need not read it."""

    def check_for(self, predictions: object, references: object, options: Any) -> tuple[pa.StructArray, pa.StructArray]:
        """Both sides, checked, also for what the options ask of them."""
        system, reference = self.check(predictions, references)
        self.check_suits(system, reference, options)
        return system, reference

    def count_documents(
        self, predictions: object, references: object, options: Mapping[str, Any], details: bool
    ) -> pa.Table:
        """The table of counts of some documents."""
        check_flag("details", details)
        chosen = self.options(options)
        system, reference = self.check_for(predictions, references, chosen)
        check_per_document(chosen, len(system))
        return counts_table(self.name, chosen, self.count(system, reference, chosen, details))

    def score_documents(
        self, predictions: object, references: object, options: Mapping[str, Any], details: bool
    ) -> dict[str, Any]:
        """The result for some documents."""
        return self.score(self.count_documents(predictions, references, options, details), details)
