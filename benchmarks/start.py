"""Time the start of the command line and `import numpy`, as medians: `python -m benchmarks start [repeats]`.

Every command runs in its own process. Commands take turns, so that other work of the machine affects all of them.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.corpora import nugget_corpus
from benchmarks.measure import print_rows, processor_seconds
from benchmarks.tasks import with_clusters
from event_scoring.formats.tbf.writing import write_tbf

COMMAND = [sys.executable, "-m", "event_scoring"]
DOCUMENTS, MENTIONS = 200, 35


def main(repeats: str | int = 9) -> None:
    """Print one row for each command."""
    repeats = int(repeats)
    with tempfile.TemporaryDirectory() as name:
        files, with_clusters_too = written(Path(name))
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "python -c 'import numpy'": [sys.executable, "-c", "import numpy"],
            "python -c 'import numpy, pyarrow.compute'": [sys.executable, "-c", "import numpy, pyarrow.compute"],
            "event-score --version": [*COMMAND, "--version"],
            "event-score --help": [*COMMAND, "--help"],
            "event-score nuggets --help": [*COMMAND, "nuggets", "--help"],
            "event-score nuggets": [*COMMAND, "nuggets", *files],
            "event-score nuggets, with coreference": [*COMMAND, "nuggets", *with_clusters_too],
        }
        found = processor_seconds(list(commands.values()), repeats)
    numpy = found[1][0]
    print_rows(
        f"Processor seconds of {repeats} runs; {DOCUMENTS} documents of {MENTIONS} mentions a side",
        ("command", "median", "least", "import numpy = 1"),
        [(name, median, least, median / numpy) for name, (median, least) in zip(commands, found, strict=True)],
    )


def written(folder: Path) -> tuple[list[str], list[str]]:
    """Write references and a system for the command, without and with clusters."""
    plain, clustered = [], []
    for name, side in zip(("system", "gold"), nugget_corpus(DOCUMENTS, MENTIONS), strict=True):
        documents = with_clusters(side)
        clustered.insert(0, str(folder / f"{name}.clusters.tbf"))
        write_tbf(documents, clustered[0], "token")
        plain.insert(0, str(folder / f"{name}.tbf"))
        write_tbf([{**document, "clusters": None} for document in documents], plain[0], "token")
    return [*plain, "--unit", "token"], [*clustered, "--unit", "token"]
