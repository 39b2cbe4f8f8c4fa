"""How fast and how large the report is: `python -m benchmarks.report`."""

from __future__ import annotations

from functools import partial

from benchmarks.corpora import argument_corpus, nugget_corpus
from benchmarks.extraction_corpus import extraction_corpus
from benchmarks.measure import print_rows, seconds
from benchmarks.response_corpus import response_corpus
from event_scoring.report.reports import report


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
        reports = {
            f"{35 * documents:,} mentions": partial(report, "nuggets", {"system": sides[0]}, sides[1], tokens=tokens)
        }
        # Nine triggers with three arguments each are 36 marks.
        said, asked = extraction_corpus(documents, 9, 3, candidates=False)
        reports[f"{36 * documents:,} triggers and arguments"] = partial(report, "extraction", {"system": said}, asked)
        said, asked = argument_corpus(documents, 35)
        reports[f"{35 * documents:,} arguments"] = partial(report, "arguments", {"system": said}, asked)
        said, asked = response_corpus(documents, 35, 35)
        reports[f"{35 * documents:,} responses"] = partial(report, "responses", {"system": said}, asked)
        for what, write in reports.items():
            rows.append((f"{documents} documents, {what}", seconds(write, 3), len(write().encode()) / 1e6))
    print_rows("report", ("what", "seconds", "megabytes"), rows)


if __name__ == "__main__":
    main()
