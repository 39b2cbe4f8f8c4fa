"""How fast coreference and sequencing are: `python -m benchmarks coreference`.

Each is measured as what it adds to the nugget score of the same documents, from Python dicts and from
Arrow arrays; medians in one process on one core.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

from benchmarks.corpora import chained_corpus
from benchmarks.measure import print_rows, seconds
from event_scoring import score_nuggets

COREFERENCE = (
    ("200 documents, 7,000 mentions a side", (200, 35, 0, None)),
    ("2,000 documents, 70,000 mentions a side", (2_000, 35, 0, None)),
    ("one cluster of 2,000 mentions a side", (1, 2_000, 0, 1)),
    ("2,000 mentions a side in 300 clusters", (1, 2_000, 0, 300)),
    ("2,000 mentions a side in 1,200 clusters", (1, 2_000, 0, 1_200)),
)
SEQUENCING = (
    ("200 documents, 30 links each", (200, 35, 30, None)),
    ("2,000 documents, 30 links each", (2_000, 35, 30, None)),
    ("1 document, 1,000 links", (1, 1_000, 1_000, None)),
)


def measure(title: str, option: str, corpora: tuple[tuple[str, tuple[int, int, int, int | None]], ...]) -> None:
    """Time with the option, and without it on the mentions alone."""
    neither = {"coreference": False, "sequencing": False}
    rows = []
    for name, shape in corpora:
        arrow = chained_corpus(*shape)
        dicts = tuple(side.to_pylist() for side in arrow)
        plain = [[document["mentions"] for document in side] for side in dicts]
        for form, sides, without in (("Arrow", arrow, arrow), ("dicts", dicts, plain)):
            base = seconds(lambda without=without: score_nuggets(*without, **neither))
            whole = seconds(lambda sides=sides: score_nuggets(*sides, **{**neither, option: True}))
            rows.append((f"{name}, {form}", base, whole, whole - base))
    print_rows(title, ("corpus", "nuggets", f"with {option}", "beyond"), rows)


def main() -> None:
    measure("coreference", "coreference", COREFERENCE)
    measure("sequencing", "sequencing", SEQUENCING)
