"""How fast and how large the report is: `python -m benchmarks.report`."""

from __future__ import annotations

from functools import partial

from benchmarks.corpora import nugget_corpus
from benchmarks.measure import print_rows, seconds
from event_scoring.reports import nugget_report


def main() -> None:
    rows = []
    for documents in (200, 1_000):
        system, reference = nugget_corpus(documents, 35)
        names = [f"doc{number}" for number in range(documents)]
        sides = [
            [{**document, "doc_id": name} for document, name in zip(side.to_pylist(), names, strict=True)]
            for side in (system, reference)
        ]
        tokens = {name: [f"word{place}" for place in range(400)] for name in names}
        write = partial(nugget_report, {"system": sides[0]}, sides[1], tokens=tokens)
        rows.append(
            (f"{documents} documents, {35 * documents:,} mentions", seconds(write, 5), len(write().encode()) / 1e6)
        )
    print_rows("report, 400 words a document", ("what", "seconds", "megabytes"), rows)


if __name__ == "__main__":
    main()
