"""What a kind of score is made of, so that every door runs all of them in the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from event_scoring.core.counts import counts_table
from event_scoring.core.options import check_flag, check_per_document
from event_scoring.core.resampling import Additive
from event_scoring.core.schema import Record


def suits_all(system: pa.StructArray, reference: pa.StructArray, options: Any) -> None:
    """The rule of tasks whose options can score any documents."""


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
    options: Callable[[Mapping[str, Any]], Any]
    """Makes the options dataclass from keywords, or raises a TypeError or ValueError."""
    count: Callable[[pa.StructArray, pa.StructArray, Any, bool], Mapping[str, pa.Array]]
    """Columns of counts from checked sides, options, and whether details are wanted."""
    score: Callable[[pa.Table, bool], dict[str, Any]]
    """The result of a table of counts, with details or without."""
    additive: Callable[[pa.Table], Additive]
    """What resampling needs of a table of counts: columns that add up, and the scores of their sums."""
    check_suits: Callable[[pa.StructArray, pa.StructArray, Any], None] = suits_all
    """Raises an `InputError` for checked documents that only these options cannot score."""

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
