"""Run benchmarks: ``python -m benchmarks NAME… [ARGUMENT…]``; without a name, list them."""

from __future__ import annotations

import importlib
import sys

BENCHMARKS = {
    "bounded": "time and memory of hostile input against its size: [CASE…]",
    "scale": "a corpus in shards by one process, two workers and Ray: FOLDER [NUGGETS [EXTRACTION]]",
    "peers": "labels of tokens beside seqeval: [DOCUMENTS]",
    "start": "the command line beside `import numpy`: [REPEATS]",
    "page": "the page: its start, and 50 uploads at once (Linux, Chromium)",
    "recompute": "published results, computed again from the public outputs of systems: FOLDER",
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
