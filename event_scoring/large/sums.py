"""What is kept of a corpus that no memory holds: exact sums over its documents, which add up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import pyarrow as pa

from event_scoring.arrays.hashes import fingerprint_of_sum
from event_scoring.large.poisson import Samples, samples_bytes, samples_like
from event_scoring.scoring.counts import Exact, rounded

_WRAP = 2**64


@dataclass(frozen=True)
class Sums:
    """The sums of some documents. Those of two sets of documents are added with ``+``."""

    documents: int
    hashes: Mapping[str, int]
    """For each column of hashes, by which signatures know the data, their sum in 64 bits."""
    parts: Mapping[str, Exact]
    samples: Samples | None = None
    """The sums of the samples of a Poisson bootstrap, where one is wanted."""

    def __add__(self, other: Sums) -> Sums:
        if (
            self.parts.keys() != other.parts.keys()
            or self.hashes.keys() != other.hashes.keys()
            or (self.samples is None) != (other.samples is None)
        ):
            raise ValueError("sums: expected sums of the same parts")
        samples = None if self.samples is None or other.samples is None else self.samples + other.samples
        return Sums(
            self.documents + other.documents,
            {name: (total + other.hashes[name]) % _WRAP for name, total in self.hashes.items()},
            {name: total + other.parts[name] for name, total in self.parts.items()},
            samples,
        )

    def fingerprints(self) -> dict[str, str]:
        """For each column of hashes what stands for all of them."""
        return {name: fingerprint_of_sum(self.documents, total) for name, total in self.hashes.items()}

    def totals(self) -> dict[str, float]:
        """The sum of each part as a plain number."""
        return rounded(self.parts)

    def to_table(self) -> pa.Table:
        """One row that can be written to a file or sent to another machine.

        Examples:
            >>> sums = Sums(2, {"reference_hash": 7}, {"references": 3, "true_positives": Fraction(1, 2)})
            >>> Sums.from_table(sums.to_table()) == sums
            True
        """
        head = {
            "documents": self.documents,
            "hashes": self.hashes,
            "parts": {
                name: [total.numerator, total.denominator] if isinstance(total, Fraction) else total
                for name, total in self.parts.items()
            },
            "samples": None if self.samples is None else [self.samples.names, self.samples.fractional],
        }
        data = None if self.samples is None else samples_bytes(self.samples)
        return pa.table({"sums": [json.dumps(head)], "samples": pa.array([data], pa.large_binary())})

    @classmethod
    def from_table(cls, table: pa.Table) -> Sums:
        """The sums that a row of `to_table` holds."""
        row = table.to_pylist()[0]
        head = json.loads(row["sums"])
        parts = {name: Fraction(*total) if isinstance(total, list) else total for name, total in head["parts"].items()}
        samples = None
        if head["samples"] is not None:
            names, fractional = head["samples"]
            samples = samples_like(names, fractional, row["samples"])
        return cls(head["documents"], head["hashes"], parts, samples)
