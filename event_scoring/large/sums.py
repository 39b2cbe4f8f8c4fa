"""What is kept of a corpus that no memory holds: exact sums over its documents, which add up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from event_scoring.arrays.hashes import fingerprint_of_sum
from event_scoring.scoring.counts import Exact, rounded
from event_scoring.statistics.poisson import Samples


@dataclass(frozen=True)
class Sums:
    """The sums of some documents. Those of two sets of documents, counted alike, are added with ``+``."""

    documents: int
    hashes: Mapping[str, int]
    """For each column of hashes, by which signatures know the data, their sum in 64 bits."""
    parts: Mapping[str, Exact]
    samples: Samples | None = None
    """The sums of the samples of a Poisson bootstrap, where one is wanted."""

    def __add__(self, other: Sums) -> Sums:
        samples = None if self.samples is None or other.samples is None else self.samples + other.samples
        return Sums(
            self.documents + other.documents,
            {name: (total + other.hashes[name]) % 2**64 for name, total in self.hashes.items()},
            {name: total + other.parts[name] for name, total in self.parts.items()},
            samples,
        )

    def fingerprints(self) -> dict[str, str]:
        """For each column of hashes what stands for all of them."""
        return {name: fingerprint_of_sum(self.documents, total) for name, total in self.hashes.items()}

    def totals(self) -> dict[str, float]:
        """The sum of each part as a plain number."""
        return rounded(self.parts)
