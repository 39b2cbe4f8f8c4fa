"""Run benchmarks: ``python -m benchmarks NAME… [ARGUMENT…]``; without a name, list them."""

from __future__ import annotations

import importlib
import sys

BENCHMARKS = {
    "tasks": "each task by protocol, but relations, and reading TBF: [CORPUS…]",
    "relations": "relations of events by protocol, timelines, one large document: [DOCUMENTS]",
    "adapters": "every way in at 20,000 documents, beside evaluate's seqeval: [DOCUMENTS]",
    "start": "the command line beside `import numpy`: [REPEATS]",
    "scale": "a corpus beyond memory: FOLDER (options: --documents 5000000, --chains)",
    "report": "the report: seconds, megabytes, printed pages",
    "page": "the page: its start, and 50 uploads at once (Linux, Chromium)",
    "answers": "answers of models: time by length, mutated answers, a judge of 100,000 pairs",
    "statistics": "intervals and tests: how fast and how right",
    "trust": "how often the interval of a score that people corrected holds the truth: [CORPORA]",
    "bounded": "time and memory of hostile input against its size: [CASE…]",
    "recompute": "published results, computed again from the public outputs of systems: FOLDER",
    "engines": "two engines in turns: OTHER [DOCUMENTS…]",
}
"""Each module of this package: its measurements, and the arguments of its ``main``."""


def main(words: list[str]) -> None:
    """Run the named benchmarks. Words after their names are arguments of each."""
    names = words[: next((place for place, word in enumerate(words) if word not in BENCHMARKS), len(words))]
    if not names:
        wrong = f"no benchmark {words[0]!r}; there are:\n" if words else ""
        sys.exit(wrong + "\n".join(f"{name:12} {measures}" for name, measures in BENCHMARKS.items()))
    for name in names:
        importlib.import_module(f"benchmarks.{name}").main(*words[len(names) :])


if __name__ == "__main__":
    main(sys.argv[1:])
