"""What is kept of a corpus that no memory holds: exact sums over its documents, which add up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from event_scoring.arrays.hashes import fingerprint_of_sum
from event_scoring.scoring.counts import Exact, rounded
from event_scoring.scoring.labels import Labels, joined_labels
from event_scoring.statistics.poisson import Samples

MAX_LABELS = 10_000
"""Different labels of one kind that are kept; those of a corpus with more are not compared."""


@dataclass(frozen=True)
class Sums:
    """The sums of some documents. Those of two sets of documents, counted alike, are added with ``+``."""

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
