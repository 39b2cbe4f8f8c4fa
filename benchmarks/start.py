"""Processor time of the command line beside `import numpy`, medians: `python -m benchmarks start [REPEATS]`.

Every command is a process of its own. They take turns, so that other work on the machine slows all of them alike.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.corpora import nugget_corpus
from benchmarks.timing import print_rows, processor_seconds
from event_scoring.formats.tbf.writing import write_tbf

COMMAND = [sys.executable, "-m", "event_scoring"]
DOCUMENTS, MENTIONS = 200, 35


def main(repeats: str | int = 9) -> None:
    """Print one row for each command."""
    with tempfile.TemporaryDirectory() as name:
        files = [str(Path(name, f"{side}.tbf")) for side in ("system", "gold")]
        for path, side in zip(files, nugget_corpus(DOCUMENTS, MENTIONS), strict=True):
            write_tbf(side, path, "token")
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "python -c 'import numpy'": [sys.executable, "-c", "import numpy"],
            "python -c 'import numpy, pyarrow.compute'": [sys.executable, "-c", "import numpy, pyarrow.compute"],
            "event-score --help": [*COMMAND, "--help"],
            "event-score nuggets --help": [*COMMAND, "nuggets", "--help"],
            "event-score nuggets": [*COMMAND, "nuggets", *reversed(files), "--unit", "token"],
        }
        found = processor_seconds(list(commands.values()), int(repeats))
    numpy = found[1][0]
    print_rows(
        f"Processor seconds of {repeats} runs; {DOCUMENTS} documents of {MENTIONS} mentions a side",
        ("command", "median", "least", "import numpy = 1"),
        [(name, median, least, median / numpy) for name, (median, least) in zip(commands, found, strict=True)],
    )
